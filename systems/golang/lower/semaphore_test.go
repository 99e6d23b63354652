// This file tests channels that are used as semaphores.

package lower

import (
	"context"
	"testing"

	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// A semaphore of two tokens: goroutines that take one and give it back, or get one from the entry with the go
// statement; then the entry takes both in the end. These block for ever: tokens are kept, or more are taken than
// there are, or the entry has them when goroutines want one.
func TestSemaphore(t *testing.T) {
	step, end := skeleton.Node{Op: skeleton.Step}, skeleton.Node{Op: skeleton.End}
	start := skeleton.Node{Op: skeleton.Go, Delta: 1}
	for _, test := range []struct {
		name                             string
		passed, kept, more, both, stolen bool
	}{
		{name: "its own is kept", kept: true},
		{name: "passed and kept", passed: true, kept: true},
		{name: "the entry keeps both", both: true},
		{name: "passed, three of two", passed: true, more: true},
		{name: "given back by a third one", kept: true, stolen: true},
	} {
		c := &skeleton.Object{Kind: skeleton.Chan, Name: "c", Cap: 2}
		take, give := skeleton.Node{Op: skeleton.Send, Object: c}, skeleton.Node{Op: skeleton.Recv, Object: c}
		if test.kept {
			give = step
		}
		entry := []skeleton.Node{step, start, {Op: skeleton.Branch, Cond: skeleton.Either{}, Next: []int{0, 3}}, take, take, step, step, end}
		worker := []skeleton.Node{take, give, end}
		if !test.passed && !test.both {
			entry[3], entry[4] = step, step
		}
		if test.passed {
			entry[0], worker[0] = take, step
		}
		if test.more {
			entry[5] = take
		}
		if test.stolen {
			entry[6] = skeleton.Node{Op: skeleton.Recv, Object: c}
		}
		l, m := model(t, program([]*skeleton.Object{c}, entry, worker), Options{AnyNumber: true, Leaks: true})
		r, err := m.Check(context.Background(), systems.Options{Algorithm: "bws"})
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != systems.Unsafe {
			t.Errorf("%s: %v\n%s", test.name, r.Verdict, l.Text)
		}
	}
}
