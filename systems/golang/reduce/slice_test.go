// This file tests which loops end by themselves.

package reduce

import (
	"testing"

	"github.com/ijit/ijit/systems/golang/graph"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// looping returns a branch that asks for something in an outer loop, and the test of an inner loop that ends by itself, which the outer
// one begins if the answer is no. The body of the inner loop is left undone.
func looping() (asks, test, body, out *graph.Node) {
	outer := new(graph.Region)
	inner := &graph.Region{Outer: outer}
	out = &graph.Node{Op: skeleton.End}
	asks = &graph.Node{Op: skeleton.Branch, Cond: graph.Either{}, Region: outer}
	test = &graph.Node{Op: skeleton.Branch, Cond: graph.Either{}, Region: inner, Ends: inner}
	body = &graph.Node{Op: skeleton.Branch, Cond: graph.Either{}, Region: inner}
	asks.Next, test.Next = []*graph.Node{out, test}, []*graph.Node{body, out}
	return asks, test, body, out
}

func TestEnds(t *testing.T) {
	for _, x := range []struct {
		why         string
		next        func(asks, test, body, out *graph.Node) (then, otherwise *graph.Node) // behind the body
		asks, again bool                                                                  // the branch is repeated for ever, and the inner loop begun again
	}{
		{"to the end", func(asks, test, body, out *graph.Node) (_, _ *graph.Node) { return test, out }, false, false},
		{"continue", func(asks, test, body, out *graph.Node) (_, _ *graph.Node) { return test, asks }, true, true},
		{"continue at once", func(asks, test, body, out *graph.Node) (_, _ *graph.Node) { return asks, asks }, true, true},
		{"behind the loop", func(asks, test, body, out *graph.Node) (_, _ *graph.Node) {
			test.Next[1] = asks
			return test, out
		}, true, false},
		{"a short way", func(asks, test, body, out *graph.Node) (_, _ *graph.Node) {
			return test, &graph.Node{Op: skeleton.Step, Region: asks.Region, Next: []*graph.Node{test}}
		}, false, true},
	} {
		asks, test, body, out := looping()
		then, otherwise := x.next(asks, test, body, out)
		body.Next = []*graph.Node{then, otherwise}
		if ends(asks) == x.asks {
			t.Errorf("%s: the branch is repeated for ever: %t", x.why, !x.asks)
		}
		if begunAgain(test) != x.again {
			t.Errorf("%s: the loop is begun again: %t", x.why, !x.again)
		}
		if ends(test) == x.again && x.why != "behind the loop" {
			t.Errorf("%s: the test is repeated for ever: %t", x.why, !x.again)
		}
	}
	// A branch in the inner loop is asked as often as that has elements, but where it leads out to begin it again.
	for _, again := range []bool{false, true} {
		asks, test, body, out := looping()
		body.Next = []*graph.Node{test, out}
		if again {
			body.Next[1] = &graph.Node{Op: skeleton.Step, Region: asks.Region, Next: []*graph.Node{test}}
		}
		if ends(body) == again {
			t.Errorf("begun again %t: a branch in the loop is repeated for ever: %t", again, !again)
		}
	}
}

func TestThread(t *testing.T) {
	asks, test, body, out := looping()
	back := &graph.Node{Op: skeleton.Step, Region: asks.Region, Next: []*graph.Node{test}}
	within := &graph.Node{Op: skeleton.Step, Region: test.Region, Next: []*graph.Node{back}}
	body.Next = []*graph.Node{within, out}
	p := &pruner{}
	got := p.thread(body, 0, within)
	if got == within || got.Op != skeleton.Step || got.Region != asks.Region || got.Next[0] != test {
		t.Error("a loop that begins again is not left in between")
	}
	body.Next[0] = got
	if p.thread(body, 0, got) != got {
		t.Error("a step is made anew")
	}
	back.Region = test.Region
	if p.thread(body, 0, within) != test {
		t.Error("steps within a loop are left")
	}
}
