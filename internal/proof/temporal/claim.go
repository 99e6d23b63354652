// This file defines what is said of the runs of a program whose threads have slots.

package temporal

import (
	"slices"

	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/parser/ltl"
)

// A Claim is a formula about the runs of a program. A run on which it is said not to hold is a lasso, which goes
// round for ever; or a prefix, of which each run that goes on refutes the formula.
type Claim struct {
	Copies    int // of main at first; -1 for any number
	Threads   int // the bound on live threads
	Atomicity image.Atomicity
	Fair      bool // no thread that can move from some point on for ever never does
	Formula   *ltl.Formula
	Atoms     []ltl.Proposition // of the formula, about the file
}

// A runs answers for the runs of a program.
type runs struct {
	Claim
	small   *judge.Judge // statement by statement
	visible *judge.Judge // in steps that are visible
}

func newRuns(f *parser.File, claim Claim) (*runs, error) {
	small, err := judge.New(f, judge.Small)
	if err != nil {
		return nil, err
	}
	visible := small
	if claim.Atomicity == image.Big {
		visible, err = judge.New(f, judge.Big)
	}
	return &runs{claim, small, visible}, err
}

// A position is a state of a run whose threads have slots.
type position struct {
	judge.Config
	slots []int // of the threads
	mover int   // the slot of the thread that leaves the state; 0 if none does
}

func (p *position) thread(slot int) *judge.Thread {
	if i := slices.Index(p.slots, slot); i >= 0 {
		return &p.Threads[i]
	}
	return nil
}

// free returns the slot of a thread that is created where these have threads.
func free(slots []int) int {
	for slot := 1; ; slot++ {
		if !slices.Contains(slots, slot) {
			return slot
		}
	}
}

// inside reports whether a thread is inside of a section that is one step.
func (r *runs) inside(c judge.Config) bool {
	if r.Atomicity != image.Big {
		return false
	}
	at := func(pc int) bool {
		place, _ := r.small.Location(pc)
		return place.Inside
	}
	return slices.ContainsFunc(c.Threads, func(t judge.Thread) bool {
		return at(t.PC) || slices.ContainsFunc(t.Callers, func(f judge.Frame) bool { return at(f.PC) })
	})
}

// value returns the value of an atom in a position.
func (r *runs) value(atom int, p *position) bool {
	x := &r.Atoms[atom]
	if x.Thread == 0 && x.Variables != nil {
		return p.Shared[x.Variables[0].Index]
	}
	for slot := 1; slot <= r.Threads; slot++ {
		if t := p.thread(slot); t != nil && (x.Thread == 0 || x.Thread == slot) && r.holds(x, t) {
			return true
		}
	}
	return false
}

// holds reports whether a proposition holds of a thread.
func (r *runs) holds(x *ltl.Proposition, t *judge.Thread) bool {
	if x.Variables == nil {
		return slices.Contains(x.PCs, t.PC)
	}
	place, _ := r.small.Location(t.PC)
	i := slices.IndexFunc(x.Variables, func(v *parser.Var) bool { return v.Proc == place.Proc })
	return i >= 0 && t.Locals[x.Variables[i].Index]
}
