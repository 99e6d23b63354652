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
