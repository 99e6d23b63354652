// This file shows how to check a program, and how to explore one.

package reach_test

import (
	"context"
	"fmt"
	"log"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/bdd/reach"
	"github.com/ijit/ijit/parser"
)

const example = `
decl x := 0;
void main() begin
  start_thread goto l;
  x := 1;
  l: assert(!x);
end`

func Example() {
	p, err := parser.Parse("example.bp", []byte(example), 0)
	if err != nil {
		log.Fatal(err)
	}
	r, err := reach.Check(context.Background(), p, reach.Options{Threads: 2})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Verdict, "at depth", r.Findings[0].Depth)
	for _, s := range r.Trace.Steps {
		fmt.Printf("thread %d: %s\n", s.Thread, s.Edge.Node.Text())
	}
	// Output:
	// UNSAFE at depth 3
	// thread 1: start_thread goto l
	// thread 1: x := 1
	// thread 1: assert(!x)
}

// All states from which the error can be reached, whether they can be reached
// themselves or not.
func ExampleSystem() {
	p, err := parser.Parse("example.bp", []byte(example), 0)
	if err != nil {
		log.Fatal(err)
	}
	m := bdd.New(bdd.Options{})
	s, err := reach.NewSystem(m, p, 2)
	if err != nil {
		log.Fatal(err)
	}
	bad := s.Errors()
	for frontier := bad; frontier != bdd.False && m.Err() == nil; {
		frontier = m.Diff(s.Pre(frontier), bad)
		bad = m.Or(bad, frontier)
		m.SafePoint(bad, frontier)
	}
	initial, err := s.Initial(1)
	fmt.Println(s.Count(initial), m.Leq(initial, bad), err)
	// Output: 1 true <nil>
}
