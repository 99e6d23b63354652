//go:build ignore

// A deadline: the function of the timer closes a channel.
package goroutines

import (
	"testing"
	"time"
)

type deadline struct {
	timer   *time.Timer
	expired chan struct{}
}

func after(limit time.Duration) *deadline {
	d := &deadline{expired: make(chan struct{})}
	d.timer = time.AfterFunc(limit, func() { close(d.expired) })
	return d
}

func (d *deadline) Expired() bool {
	select {
	case <-d.expired:
		return true
	default:
		return false
	}
}

func (d *deadline) Cancel() { d.timer.Stop() }

func search(d *deadline, haystack []int, needle int) (index int, complete bool) {
	for i, x := range haystack {
		if d.Expired() {
			return -1, false
		}
		if x == needle {
			return i, true
		}
	}
	return -1, true
}

func TestSearch(t *testing.T) {
	d := after(50 * time.Microsecond)
	defer d.Cancel()
	haystack := make([]int, 100)
	haystack[60] = 7
	if i, complete := search(d, haystack, 7); complete && i != 60 {
		t.Errorf("found at %d", i)
	}
}
