// This file tests chains: which steps take no frame of their own, and that depths stay least.

package threads_test

import (
	"testing"

	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/circuits/bmc"
	"github.com/ijit/ijit/systems/circuits/bmc/threads"
)

// chains are programs, and how many frames a shortest counterexample has.
var chains = []struct {
	name, text string
	frames     int
}{
	// start_thread, x := 1, and the assertion
	{"idle loop", `
decl x := 0;
void main() begin
  decl l := 0;
  skip;
  start_thread other();
  loop: skip;
  if * then goto loop; fi;
  l := 1;
  skip;
  assert(!x | !l);
end
void other() begin
  skip;
  skip;
  x := 1;
end
`, 3},
	// Each round but the last one ends a frame: the locals differ.
	{"loop that assigns", `
decl x := 0;
void main() begin
  decl a := 0, b := 0;
  loop: a, b := !a, a != b;
  if * then goto loop; fi;
  x := 1;
  assert(!x | a | !b);
end
`, 3},
	// The edge back to one leads on where the other way to it does not.
	{"two entries", `
decl x := 0;
void main() begin
  decl l := 0;
  goto blocked, two;
  blocked: assume(l);
  one: if * then goto out; fi;
  two: if * then goto one; fi;
  assume(l);
  out: x := 1;
  assert(!x);
end
`, 3},
	// Nobody writes y, so to read it concerns nobody.
	{"constant", `
decl x := 0;
decl y;
void main() begin
  start_thread other();
  assume(y);
  skip;
  x := 1;
end
void other() begin
  if y then skip; fi;
  assert(!x);
end
`, 3},
	// The thread is woken only where it waits, so to come there is no step of its own.
	{"wait", `
decl x := 0;
void main() begin
  start_thread other();
  skip;
  signal;
  x := 1;
end
void other() begin
  skip;
  wait;
  skip;
  assert(!x);
end
`, 5},
	// One of several ways may be the shorter one.
	{"ways", `
decl x := 0;
void main() begin
  decl l := 0;
  if * then
    skip;
    skip;
    skip;
  else
    l := 1;
  fi;
  x := 1;
  if !l then skip; else skip; skip; skip; skip; fi;
  assert(!x);
end
`, 2},
}

func TestChains(t *testing.T) {
	for _, x := range chains {
		q := question{name: x.name, text: x.text, threads: 2, reduce: true, chain: true}
		if v := compare(t, q); v != "unsafe" {
			t.Errorf("%s: %s", x.name, v)
		}
		p, err := parser.Parse(x.name+".bp", []byte(x.text), parser.Post)
		if err != nil {
			t.Fatal(err)
		}
		s, err := threads.New(p, q.options(p))
		if err != nil {
			t.Fatal(err)
		}
		var asserts []int
		for _, a := range p.Properties() {
			asserts = append(asserts, a.PC)
		}
		r := bmc.CheckBad(t.Context(), s.Circuit, s.Fails(asserts...), bmc.Options{Weight: s.Weight()})
		if len(r.Run.Inputs) != x.frames {
			t.Errorf("%s: %d frames, want %d", x.name, len(r.Run.Inputs), x.frames)
		}
	}
}

// TestIdle asks about a program that can go round a loop for ever: since that changes nothing,
// there are only runs of few frames, and so a proof.
func TestIdle(t *testing.T) {
	p, err := parser.Parse("idle.bp", []byte(`
decl x := 0;
void main() begin
  outer: skip;
  inner: if * then goto inner; fi;
  if * then goto outer; fi;
  x := 1;
  assert(x);
end
`), parser.Post)
	if err != nil {
		t.Fatal(err)
	}
	s, err := threads.New(p, threads.Options{Threads: 2, Reduce: true, Chain: true})
	if err != nil {
		t.Fatal(err)
	}
	r := bmc.CheckBad(t.Context(), s.Circuit, s.Fails(p.Properties()[0].PC), bmc.Options{Weight: s.Weight(), Bound: 30})
	if r.Verdict != verdict.Safe {
		t.Errorf("%v up to %d", r.Verdict, r.Bound)
	}
}
