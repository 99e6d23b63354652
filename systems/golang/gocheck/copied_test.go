// This file tests when a copy of a lock is reported.

package gocheck

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/show/render"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems/golang"
)

// copiedLocks has a lock in what a call has made, and one in a variable.
const copiedLocks = `package locks

import (
	"sync"
	"testing"
)

type inner struct{ mu sync.Mutex }
type outer struct{ inner inner }

func made() *inner { return &inner{} }

func TestMade(t *testing.T) {
	o := &outer{inner: *made()}
	o.inner.mu.Lock()
	o.inner.mu.Unlock()
}

func used() *inner {
	i := &inner{}
	i.mu.Lock()
	i.mu.Unlock()
	return i
}

func TestMadeUsed(t *testing.T) {
	o := &outer{inner: *used()}
	o.inner.mu.Lock()
	o.inner.mu.Unlock()
}

func TestUsed(t *testing.T) {
	var i inner
	i.mu.Lock()
	o := &outer{inner: i} // copied
	o.inner.mu.Lock()
	o.inner.mu.Unlock()
}
`

// What a call has made can be copied with its lock where that was never used; whether it is held where it was is open. A
// variable cannot be copied.
func TestCopyOfLock(t *testing.T) {
	code := programs(t)
	r := Check(t.Context(), code, entries(t, code, "locks", "TestMade", "TestMadeUsed", "TestUsed"), Options{Kinds: []string{"lock"}})
	var wrong, open []string
	for _, f := range r.Findings {
		if f.Verdict == unsafe {
			wrong = append(wrong, f.Entries...)
		} else {
			open = append(open, f.Entries...)
		}
	}
	if !slices.Equal(wrong, []string{"TestUsed"}) || !slices.Equal(open, []string{"TestMadeUsed", "TestUsed"}) {
		t.Errorf("wrong in %v, open in %v", wrong, open)
	}
}

const copiedGroups = `package groups

import (
	"sync"
	"testing"
)

func done(wg sync.WaitGroup) { // copied
	wg.Done()
}

func TestCopy(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(1)
	go done(wg)
	wg.Wait() // blocked
}

type job struct{ wg sync.WaitGroup }

func (j job) wait() { // copied
	j.wg.Wait()
}

func TestWait(t *testing.T) {
	j := &job{}
	j.wg.Add(1)
	go j.wg.Done()
	j.wait()
}

func newJob() job {
	var j job
	j.wg.Add(1)
	return j
}

func TestReturned(t *testing.T) {
	j := newJob() // copied
	j.wg.Wait()
}

func newFresh() job {
	var j job
	return j
}

func TestFresh(t *testing.T) {
	j := newFresh()
	j.wg.Add(1)
	go j.wg.Done()
	j.wg.Wait()
}

func (j *job) start() {
	j.wg.Add(1)
	go j.wg.Done()
}

func TestPointer(t *testing.T) {
	type jobs struct{ first job }
	js := jobs{first: *newPointer()}
	js.first.start()
	js.first.wg.Wait()
}

func newPointer() *job { return &job{} }

func TestUnused(t *testing.T) {
	j := job{}
	k := j
	_ = k
	j.wg.Add(1)
	go j.wg.Done()
	j.wg.Wait()
}
`

// TestCopyOfWaitGroup: what is done with a copy does not count for the WaitGroup, and its counter is not known.
func TestCopyOfWaitGroup(t *testing.T) {
	code := programs(t)
	wants := map[string]string{
		"TestCopy":   "waitgroup 8, deadlock 16",
		"TestWait":   "waitgroup 21",
		"TestUnused": "",
		// Whether Wait returns is not known.
		"TestReturned": "waitgroup 39",
		"TestFresh":    "",
		"TestPointer":  "",
	}
	for _, e := range entries(t, code, "groups", campaign.Part(t, wants, 3)...) {
		r := Check(t.Context(), code, []*golang.Entry{e}, Options{})
		var wrong []string
		for _, f := range r.Findings {
			if isPossible(f) {
				wrong = append(wrong, fmt.Sprint(f.Kind, " ", f.Line))
				if steps := slices.DeleteFunc(slices.Clone(f.Trace), func(s render.GoStep) bool { return s.Line != f.Line }); len(steps) != 1 {
					t.Errorf("%s: what is wrong is shown in %d steps", e.Name, len(steps))
				}
			}
		}
		if got := strings.Join(wrong, ", "); got != wants[e.Name] {
			t.Errorf("%s: %s; want %s", e.Name, got, wants[e.Name])
		}
	}
}
