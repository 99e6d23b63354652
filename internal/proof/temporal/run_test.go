// This file defines tests of the replay of runs: what refutes no formula must be refused.

package temporal_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/ndfs"
	"github.com/ijit/ijit/converter"
	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/internal/proof/temporal"
	"github.com/ijit/ijit/internal/show/executions"
	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/parser/ltl"
)

const unfairLock = `
decl lock := 0;
void main() begin
  start_thread goto customer;
customer: skip;
wait_: atomic { assume(!lock); lock := 1; }
critical: skip;
  lock := 0;
  goto customer;
end`

// starve returns a run on which thread 1 waits for ever, and what it is said to be.
func starve(t *testing.T) (*parser.Program, *trace.Trace, temporal.Claim) {
	p, err := parser.Parse("lock.bp", []byte(unfairLock), parser.Post)
	if err != nil {
		t.Fatal(err)
	}
	atoms := ltl.NewPropositions(p, 2)
	f, err := ltl.Parse("formula", "G (t1@wait_ -> F t1@critical)", atoms.Atom)
	if err != nil {
		t.Fatal(err)
	}
	q := ndfs.Question{System: converter.NewJIT(image.New(p, image.Big, nil)), Program: p, Threads: 2, Copies: 1, Fair: true, Formula: f, Atoms: atoms.List}
	r := ndfs.Check(q, algorithms.NewMeter(context.Background(), 0, nil), nil)
	if r.Run == nil {
		t.Fatal("no run found")
	}
	shown := executions.Symbolic(trace.NewCode(p, nil), r.Run.Trace, image.Big)
	shown.Lasso, shown.Loop = true, r.Run.Loop
	return p, shown, temporal.Claim{
		Copies: 1, Threads: 2, Atomicity: image.Big, Fair: true, Formula: f, Atoms: atoms.List,
	}
}

func TestRefutes(t *testing.T) {
	for _, x := range []struct {
		name, want string // want is "" for no error
		change     func(*trace.Trace, *temporal.Claim)
	}{
		{"as it is", "", func(*trace.Trace, *temporal.Claim) {}},
		{"other numbers", "", func(r *trace.Trace, _ *temporal.Claim) { renumber(r, 2, 7) }},
		{"another loop", "does not end in the state", func(r *trace.Trace, _ *temporal.Claim) { r.Loop-- }},
		{"no such loop", "no step", func(r *trace.Trace, _ *temporal.Claim) { r.Loop = 1000 }},
		{"a step left out", "cannot lead", func(r *trace.Trace, _ *temporal.Claim) {
			r.Steps = slices.Delete(r.Steps, 1, 2)
			r.Loop--
		}},
		{"another thread", "cannot lead", func(r *trace.Trace, _ *temporal.Claim) { r.Steps[len(r.Steps)-1].Thread = 1 }},
		{"cut off", "can move in the last state", func(r *trace.Trace, c *temporal.Claim) {
			r.Steps, r.Loop = r.Steps[:2], 2
			c.Formula = ltl.False()
		}},
		{"a prefix", "depending on what follows", func(r *trace.Trace, _ *temporal.Claim) { r.Lasso = false }},
		{"a prefix that is enough", "", func(r *trace.Trace, c *temporal.Claim) {
			r.Lasso = false
			c.Formula = ltl.Not(ltl.Next(ltl.Next(ltl.True())))
		}},
		{"another formula", "the formula holds", func(_ *trace.Trace, c *temporal.Claim) { c.Formula = ltl.True() }},
		{"fewer threads", "cannot lead", func(_ *trace.Trace, c *temporal.Claim) { c.Threads = 1 }},
		{"more copies of main", "starts with 1 threads", func(_ *trace.Trace, c *temporal.Claim) { c.Copies = 2 }},
	} {
		p, r, claim := starve(t)
		x.change(r, &claim)
		err := temporal.Check(context.Background(), r, p.File, claim)
		switch {
		case x.want == "" && err != nil, x.want != "" && (err == nil || !strings.Contains(err.Error(), x.want)):
			t.Errorf("%s: %v, want %q", x.name, err, x.want)
		}
	}
}

// A thread that is left out of a loop is treated unfairly only if it could have moved.
func TestRefutesFairly(t *testing.T) {
	p, _, _ := starve(t)
	atoms := ltl.NewPropositions(p, 2)
	f, err := ltl.Parse("formula", "F t1@wait_", atoms.Atom)
	if err != nil {
		t.Fatal(err)
	}
	q := ndfs.Question{System: converter.NewJIT(image.New(p, image.Big, nil)), Program: p, Threads: 2, Copies: 1, Formula: f, Atoms: atoms.List}
	run := ndfs.Check(q, algorithms.NewMeter(context.Background(), 0, nil), nil).Run
	claim := temporal.Claim{Copies: 1, Threads: 2, Atomicity: image.Big, Formula: f, Atoms: atoms.List}
	shown := executions.Symbolic(trace.NewCode(p, nil), run.Trace, image.Big)
	shown.Lasso, shown.Loop = true, run.Loop
	if err := temporal.Check(context.Background(), shown, p.File, claim); err != nil {
		t.Error(err)
	}
	claim.Fair = true
	if err := temporal.Check(context.Background(), shown, p.File, claim); err == nil || !strings.Contains(err.Error(), "thread 1 can always move in the loop and never does") {
		t.Errorf("an unfair run is taken for a fair one: %v", err)
	}
}

// renumber gives a thread another number.
func renumber(r *trace.Trace, from, to int) {
	state := func(s *trace.State) {
		s.Threads = slices.Clone(s.Threads)
		for i := range s.Threads {
			if s.Threads[i].ID == from {
				s.Threads[i].ID = to
			}
		}
	}
	state(&r.Initial)
	for i := range r.Steps {
		s := &r.Steps[i]
		if s.Thread == from {
			s.Thread = to
		}
		if s.Created == from {
			s.Created = to
		}
		state(&s.State)
	}
}
