package systems_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"slices"
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

// A search of one's own over a program that is translated as it goes.
func ExampleOpenJIT() {
	space, err := systems.OpenJIT("../examples/peterson.bp")
	if err != nil {
		log.Fatal(err)
	}
	reached, _ := depthFirst(space)
	fmt.Println(len(reached), "configurations")
	// Output: 79 configurations
}

// depthFirst returns the configurations that can be reached, or a run to the first error.
func depthFirst(s *systems.Space) (reached, run []systems.Config) {
	known := map[string]bool{}
	var visit func(path []systems.Config)
	visit = func(path []systems.Config) {
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
		visit([]systems.Config{c})
	}
	return reached, run
}

// Two threads, a label, a program that is in no file.
func ExampleModel_Space() {
	m, err := systems.Read("counter.bp", strings.NewReader(counter))
	if err != nil {
		log.Fatal(err)
	}
	space, err := m.Space(systems.Options{Label: "inc", Threads: 2})
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

// The answer of a search of one's own is checked, shown and certified.
func ExampleSpace_Unsafe() {
	m, err := systems.Open("../examples/once-broken.bp")
	if err != nil {
		log.Fatal(err)
	}
	space, err := m.Space(systems.Options{Threads: 2})
	if err != nil {
		log.Fatal(err)
	}
	reached, run := depthFirst(space)
	r, err := space.Unsafe(context.Background(), run)
	if err != nil {
		log.Fatal(err)
	}
	r.Algorithm, r.States = "depth-first", len(reached)
	fmt.Println(r.Verdict, "line", r.Property.Pos.Line, "replayed:", r.Stats.Replayed)
	if err := m.Render(os.Stdout, r, "table"); err != nil {
		log.Fatal(err)
	}
	// Output:
	// UNSAFE line 27 replayed: true
	// step  thread  line  statement                  what changed
	//    0                (start)                    lock=0 published=0 complete=0
	//                                                t1 in main
	//    1  t1        16  while *                    goes to 16:14
	//    2  t1        16  start_thread goto user     creates t2
	//    3  t1        16  while *                    goes to line 18
	//    4  t1        18  if !published              goes to line 19
	//    5  t1        19  lock := 1 constrain !lock  lock=1
	//    6  t1        20  if !published              goes to line 21
	//    7  t1        21  assert(!complete)
	//    8  t1        22  published := 1             published=1
	//    9  t2        18  if !published              goes to line 27
	//   10  t2        27  assert(complete)           *** FAILS ***
	//
	// variable   meaning
	// lock       somebody builds the object
	// published  the pointer to the object is set
	// complete   the object is initialised
}

// What has been reached is the proof if there is no error in it.
func ExampleSpace_Safe() {
	space, err := systems.OpenJIT("../examples/peterson.bp")
	if err != nil {
		log.Fatal(err)
	}
	reached, _ := depthFirst(space)
	r, err := space.Safe(context.Background(), slices.Values(reached))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Verdict, "checked:", r.Stats.Validated)
	// Output: SAFE checked: true
}
