package ijit_test

import (
	"context"
	"fmt"
	"log"
	"slices"
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

// A search of one's own over a program that is translated as it goes.
func ExampleOpenJIT() {
	space, err := ijit.OpenJIT("../examples/peterson.bp")
	if err != nil {
		log.Fatal(err)
	}
	reached, _ := depthFirst(space)
	fmt.Println(len(reached), "configurations")
	// Output: 79 configurations
}

// depthFirst returns the configurations that can be reached, or a run to the first error.
func depthFirst(s *ijit.Space) (reached, run []ijit.Config) {
	known := map[string]bool{}
	var visit func(path []ijit.Config)
	visit = func(path []ijit.Config) {
		c := path[len(path)-1]
		switch {
		case known[c.Key()] || run != nil:
			return
		case s.Final(c):
			run = path
			return
		}
		known[c.Key()] = true
		reached = append(reached, c)
		for d := range s.Post(c) {
			visit(append(slices.Clone(path), d))
		}
	}
	for c := range s.Init() {
		visit([]ijit.Config{c})
	}
	return reached, run
}

// Two threads, a label, a program that is in no file.
func ExampleModel_Space() {
	m, err := ijit.Read("counter.bp", strings.NewReader(counter))
	if err != nil {
		log.Fatal(err)
	}
	space, err := m.Space(ijit.Question{Label: "inc", Threads: 2})
	if err != nil {
		log.Fatal(err)
	}
	_, run := depthFirst(space)
	for _, c := range run {
		fmt.Println(space.Describe(c))
	}
	// Output:
	// count=0 done=0 | main:4
	// count=0 done=0 | main:5, main:9 inc
}

// The answer of a search of one's own is told in the terms of the program, and checked.
func ExampleSpace_Unsafe() {
	m, err := ijit.Open("../examples/once-broken.bp")
	if err != nil {
		log.Fatal(err)
	}
	space, err := m.Space(ijit.Question{Threads: 2})
	if err != nil {
		log.Fatal(err)
	}
	_, run := depthFirst(space)
	r, err := space.Unsafe(context.Background(), run)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Verdict, "line", r.Property.Pos.Line, "checked:", r.Checked)
	for s := range r.Trace.All() {
		fmt.Println(s)
	}
	// Output:
	// UNSAFE line 27 checked: true
	// thread 1: while *
	// thread 1: start_thread goto user
	// thread 1: while *
	// thread 1: if !published
	// thread 1: lock := 1 constrain !lock
	// thread 1: if !published
	// thread 1: assert(!complete)
	// thread 1: published := 1
	// thread 2: if !published
	// thread 2: assert(complete)
}

// What has been reached is the proof if there is no error in it.
func ExampleSpace_Safe() {
	space, err := ijit.OpenJIT("../examples/peterson.bp")
	if err != nil {
		log.Fatal(err)
	}
	reached, _ := depthFirst(space)
	r, err := space.Safe(context.Background(), slices.Values(reached))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Verdict, "checked:", r.Checked)
	// Output: SAFE checked: true
}
