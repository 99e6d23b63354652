package silent

import (
	"sync"
	"testing"
)

// A subtest that calls Parallel goes on when its parent has returned, behind what that defers.
func TestWaitsForParallel(t *testing.T) {
	done := make(chan int)
	t.Run("", func(t *testing.T) {
		t.Parallel()
		close(done)
	})
	<-done
}

func TestDefersWaitForParallel(t *testing.T) {
	done := make(chan int)
	defer func() { <-done }()
	t.Run("", func(t *testing.T) {
		t.Parallel()
		close(done)
	})
}

// The parent's Cleanup is called when they have ended, each of which calls its own then.
func TestFineCleanupWaitsForParallel(t *testing.T) {
	done := make(chan int)
	t.Cleanup(func() { <-done })
	t.Run("", func(t *testing.T) {
		t.Parallel()
		if more() {
			t.Cleanup(func() { close(done) })
			t.Fatal("too many")
		}
		close(done)
	})
	if more() {
		t.Fatal("too many")
	}
}

// Run waits for one that does not come to Parallel.
func TestBlockedBeforeParallel(t *testing.T) {
	c := make(chan int)
	t.Run("a", func(t *testing.T) {
		c <- 1
		t.Parallel()
	})
	t.Run("b", func(t *testing.T) {
		t.Parallel()
		<-c
	})
}

func TestFineParallelMeet(t *testing.T) {
	c := make(chan int)
	t.Run("a", func(t *testing.T) {
		t.Parallel()
		c <- 1
	})
	t.Run("b", func(t *testing.T) {
		t.Parallel()
		<-c
	})
}

// Only some of them are parallel.
func TestFineParallelByCase(t *testing.T) {
	for _, parallel := range []bool{true, false} {
		n := 0
		t.Run("", func(t *testing.T) {
			if parallel {
				t.Parallel()
			}
			n++
		})
	}
}

func TestClosedByEach(t *testing.T) {
	done := make(chan int)
	for more() {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			t.Cleanup(func() { close(done) })
		})
	}
}

func TestFineManyGroups(t *testing.T) {
	var mu sync.Mutex
	n := 0
	for more() {
		t.Run("", func(t *testing.T) {
			for more() {
				t.Run("", func(t *testing.T) {
					t.Parallel()
					mu.Lock()
					defer mu.Unlock()
					n++
				})
			}
		})
		n++
	}
}

func TestParallelTwice(t *testing.T) {
	t.Run("", func(t *testing.T) {
		t.Parallel()
		t.Parallel()
	})
}

// What is not followed.
func TestParallelByGoroutine(t *testing.T) {
	t.Run("", func(t *testing.T) {
		called := make(chan int)
		go func() {
			t.Parallel()
			close(called)
		}()
		<-called
	})
}

func TestManyParallelGroups(t *testing.T) {
	n := 0
	for more() {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			t.Run("", func(t *testing.T) {
				t.Parallel()
				n++
			})
		})
	}
}

func TestCleanupOfParent(t *testing.T) {
	var mu sync.Mutex
	t.Run("", func(u *testing.T) {
		u.Parallel()
		t.Cleanup(mu.Lock)
		t.Cleanup(mu.Lock)
	})
}

func TestCleanupByGoroutine(t *testing.T) {
	var mu sync.Mutex
	called := make(chan int)
	go func() {
		t.Cleanup(mu.Lock)
		t.Cleanup(mu.Lock)
		close(called)
	}()
	<-called
}
