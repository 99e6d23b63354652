package ijit_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/ijit/ijit/ijit"
)

// An unprotected counter: two threads read it before either writes.
const counter = `
decl count := 0, done := 0;
void main() begin
  start_thread goto inc;
  assume(done);
  assert(count);
  goto e;
inc:
  count := !count;
  done := 1;
e: skip;
end`

func ExampleModel_Check() {
	m, err := ijit.Read("counter.bp", strings.NewReader(counter))
	if err != nil {
		log.Fatal(err)
	}
	r, err := m.Check(context.Background(), ijit.Options{Threads: 2, SelfCheck: true})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Verdict, r.States, "states")
	// Output: SAFE 12 states
}

func ExampleResult_trace() {
	src := "decl x := 0; void main() begin start_thread goto l; x := 1; l: assert(!x); end"
	m, err := ijit.Read("race.bp", strings.NewReader(src))
	if err != nil {
		log.Fatal(err)
	}
	r, err := m.Check(context.Background(), ijit.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Verdict, "at depth", r.Depth)
	for s := range r.Trace.All() {
		fmt.Println(s)
	}
	// Output:
	// UNSAFE at depth 3
	// thread 1: start_thread goto l
	// thread 1: x := 1
	// thread 1: assert(!x)
}

// A search of one's own over a program that is translated as it goes.
func ExampleOpenJIT() {
	space, err := ijit.OpenJIT("../examples/peterson.bp")
	if err != nil {
		log.Fatal(err)
	}
	known := map[string]bool{}
	var visit func(c ijit.Config)
	visit = func(c ijit.Config) {
		if known[c.String()] {
			return
		}
		known[c.String()] = true
		for d := range space.Post(c) {
			visit(d)
		}
	}
	for c := range space.Init() {
		visit(c)
	}
	fmt.Println(len(known), "configurations")
	// Output: 79 configurations
}
