package silent

import (
	"os"
	"sync"
	"testing"
)

func more() bool { return os.Getenv("MORE") != "" }

// What is given to Cleanup in a loop is called as often.
func TestCleanupInLoop(t *testing.T) {
	var mu sync.Mutex
	for more() {
		t.Cleanup(func() { mu.Lock() })
	}
}

// A subtest calls it at its own end, before the next iteration.
func TestFineCleanupOfSubtest(t *testing.T) {
	var mu sync.Mutex
	for more() {
		t.Run("", func(t *testing.T) {
			t.Cleanup(func() { mu.Unlock() })
			mu.Lock()
		})
	}
}

func TestCleanupOfTest(t *testing.T) {
	var mu sync.Mutex
	for more() {
		t.Run("", func(*testing.T) { t.Cleanup(func() { mu.Lock() }) })
	}
}

func TestCleanupExits(t *testing.T) {
	var mu sync.Mutex
	for more() {
		t.Run("", func(t *testing.T) { t.Cleanup(func() { t.Fatal(1) }) })
		mu.Lock()
	}
}

// The context of a test is one, whoever asks for it, and is canceled at the end.
func TestFineContextByGoroutine(t *testing.T) {
	t.Run("", func(t *testing.T) {
		t.Parallel()
		done := make(chan int)
		go func() {
			<-t.Context().Done()
			close(done)
		}()
		t.Cleanup(func() { <-done })
	})
}

func TestContextInCleanup(t *testing.T) {
	if t.Context().Err() == nil {
		t.Cleanup(func() {
			if t.Context().Err() != nil {
				panic("canceled")
			}
		})
	}
}
