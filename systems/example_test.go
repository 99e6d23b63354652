package systems_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/ijit/ijit/systems"
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
	m, err := systems.Read("counter.bp", strings.NewReader(counter))
	if err != nil {
		log.Fatal(err)
	}
	r, err := m.Check(context.Background(), systems.Options{Threads: 2, SelfCheck: true})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Verdict, r.States, "states")
	// Output: SAFE 12 states
}

func ExampleResult_trace() {
	src := "decl x := 0; void main() begin start_thread goto l; x := 1; l: assert(!x); end"
	m, err := systems.Read("race.bp", strings.NewReader(src))
	if err != nil {
		log.Fatal(err)
	}
	r, err := m.Check(context.Background(), systems.Options{})
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
