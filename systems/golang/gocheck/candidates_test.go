// This file tests what is found only with more iterations of loops than are told apart.

package gocheck

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

// longLoops has a sender that holds a lock. It fills the buffer of a receiver that waits for the lock when it has read
// enough, which it never has within the iterations that are told apart.
const longLoops = `package late

import (
	"sync"
	"testing"
)

type feed struct {
	mu   sync.Mutex
	ch   chan int
	left chan bool
}

func (f *feed) publish(value int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	select { // blocked
	case f.ch <- value:
	case <-f.left:
	}
}

func TestLate(t *testing.T) {
	f := &feed{ch: make(chan int, 4), left: make(chan bool)}
	done := make(chan bool)
	go func() {
		defer close(done)
		var seen []int
		for value := range f.ch {
			if seen = append(seen, value); len(seen) == 20 {
				break
			}
		}
		f.mu.Lock() // blocked
		defer f.mu.Unlock()
		close(f.left)
	}()
	for i := range 60 {
		f.publish(i)
	}
	<-done
}
`

func TestLongerLoops(t *testing.T) {
	code := programs(t)
	es := entries(t, code, "late", "TestLate")
	found := func(run *run) (lines []string) {
		for _, f := range append(run.report.Findings, run.doubtful...) {
			if f.Verdict == unsafe {
				lines = append(lines, fmt.Sprint(f.Kind, " ", f.Line))
			}
		}
		slices.Sort(lines)
		return lines
	}
	run := newRun(code, es, Options{Confirm: true, Kinds: []string{"leak", "deadlock"}})
	q := run.question(es[0], time.Now().Add(time.Minute))
	if !q.extract(t.Context()) {
		t.Fatal("no skeleton")
	}
	q.operations(t.Context())
	before := found(run)
	if want := []string{"deadlock 17", "deadlock 34"}; slices.ContainsFunc(want, func(s string) bool { return slices.Contains(before, s) }) {
		t.Errorf("found without more iterations: %v", before)
	}
	list := q.candidates()
	if len(list) != 1 {
		t.Fatalf("%d questions", len(list))
	}
	q.consider(t.Context(), list[0], time.Minute)
	if after := found(run); !slices.Contains(after, "deadlock 17") || !slices.Contains(after, "deadlock 34") {
		t.Errorf("found: %v", after)
	}
}
