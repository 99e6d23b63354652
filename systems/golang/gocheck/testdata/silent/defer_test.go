package silent

import (
	"os"
	"sync"
	"testing"
)

type source struct{ mu sync.Mutex }

func opened(t *testing.T) *source {
	if os.Getenv("SOURCE") == "" {
		t.Fatal("no source")
	}
	return &source{}
}

// What is deferred behind the call is not executed if the test ends within.
func TestFineDeferredLater(t *testing.T) {
	s := opened(t)
	s.mu.Lock()
	defer s.mu.Unlock()
}

func TestDeferredBefore(t *testing.T) {
	var mu sync.Mutex
	defer mu.Unlock()
	opened(t)
	mu.Lock()
}

func first(mu *sync.Mutex, list []chan int, i int) {
	mu.Lock()
	list[i] <- 1
	mu.Unlock()
}

// Who recovers from an index out of range goes on with a lock.
func TestRecoverIndex(t *testing.T) {
	var mu sync.Mutex
	list := []chan int{make(chan int, 1)}
	func() {
		defer func() { _ = recover() }()
		i := 0
		if os.Getenv("NEXT") != "" {
			i = 1
		}
		first(&mu, list, i)
	}()
	mu.Lock()
	mu.Unlock()
}

// Data decide whether the map is made, in each iteration, and that is not known.
func TestMapInLoop(t *testing.T) {
	topics := make(chan string)
	go func() {
		defer close(topics)
		for _, s := range os.Args {
			topics <- s
		}
	}()
	var seen map[string]map[string]bool
	for s := range topics {
		if seen == nil {
			seen = map[string]map[string]bool{}
		}
		if seen[s] == nil {
			seen[s] = map[string]bool{}
		}
		seen[s][s] = true
	}
}

// There is no element with this index, and what was deferred closes the channel.
func TestFineIndexRecovered(t *testing.T) {
	done := make(chan bool)
	go func() {
		defer close(done)
		defer func() { _ = recover() }()
		none := make([]string, 0)
		t.Log(none[1])
	}()
	<-done
}
