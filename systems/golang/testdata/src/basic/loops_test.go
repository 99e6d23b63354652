package basic

import (
	"errors"
	"os"
	"sync"
	"testing"
)

// spawn starts as many goroutines as it is told.
func spawn(n int) {
	c := make(chan int)
	for i := 0; i < n; i++ {
		go func() { c <- i }()
	}
	<-c
}

func TestIterations(t *testing.T) {
	var chans [3]chan int
	for i := 0; i < 3; i++ {
		chans[i] = make(chan int)
	}
	var wg sync.WaitGroup
	for i := 0; i < 3; i++ { // want: none
		wg.Add(1)
		go func() { // want: go TestIterations.func1; go TestIterations.func1; go TestIterations.func1
			defer wg.Done()
			if i == 0 { // want: none
				return
			}
			chans[i] <- i // want: send chans[i]
		}()
	}
	for _, c := range chans {
		<-c // want: recv chans[i]
	}
	wg.Wait()
}

type lazy struct {
	mu   *sync.Mutex
	next *lazy
}

func TestNilPointer(t *testing.T) {
	l := &lazy{}
	l.next = &lazy{}
	if t.Failed() {
		l.next.mu = new(sync.Mutex)
	}
	l.next.mu.Lock()   // want: lock l.next.mu
	l.next.mu.Unlock() // want: unlock l.next.mu
}

// The result of a call of one of several functions is what the one that is called returns.
func TestOneOfSeveral(t *testing.T) {
	failed := errors.New("b")
	check := func(s string) error {
		if s == "b" {
			return failed
		}
		return nil
	}
	jobs := make(chan func() error)
	done := make(chan bool)
	go func() {
		job := <-jobs // want: recv jobs
		if err := job(); err != nil {
			close(done) // want: close done
		}
	}()
	names := []string{"a", "b"}
	if len(os.Args) > 3 {
		jobs <- func() error { return check(names[1]) } // want: send jobs
	} else {
		jobs <- func() error { return check(names[0]) } // want: send jobs
	}
	<-done // want: recv done
}

type tree struct {
	mu          sync.Mutex
	left, right *tree
}

func (n *tree) visit(f func(*tree)) {
	if n == nil {
		return
	}
	f(n)
	n.left.visit(f)
	n.right.visit(f)
}

func factorial(n int) int {
	if n == 0 {
		return 1
	}
	return n * factorial(n-1)
}

// Recursion goes on until its data end it.
func TestRecursion(t *testing.T) {
	root := &tree{left: &tree{left: &tree{}}, right: &tree{right: &tree{right: &tree{}}}}
	locked := 0
	root.visit(func(n *tree) {
		n.mu.Lock()
		locked++
	})
	if locked != 6 || factorial(4) != 24 {
		root.mu.Lock() // want: none
	}
}
