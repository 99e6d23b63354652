//go:build ignore

// A leader that sends heartbeats until it resigns.
package goroutines

import (
	"testing"
	"time"
)

type leader struct {
	beats  chan int
	resign chan struct{}
	term   int
}

func lead(term int, every time.Duration) *leader {
	l := &leader{beats: make(chan int, 1), resign: make(chan struct{}), term: term}
	go l.run(every)
	return l
}

func (l *leader) run(every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			select {
			case l.beats <- l.term:
			default: // the follower is slow, and the last one will do
			}
		case <-l.resign:
			return
		}
	}
}

func TestLeader(t *testing.T) {
	l := lead(7, time.Millisecond)
	for range 2 {
		if term := <-l.beats; term != 7 {
			t.Errorf("term %d", term)
		}
	}
	close(l.resign)
}
