// This file defines how a step is checked instead of enumerated.
//
// To check that a configuration leads to another one, the judge runs the same
// rules with a wish: the configuration wanted. Each variable that is given a
// set of values is then narrowed to the value it has there, provided that it
// cannot change any more before the step ends. Outside of sections that is
// always so, and an assignment with any number of * has at most one result to
// look at. Inside a section, in big steps, it is so for the variables that no
// later statement of the section assigns; the others are enumerated, the value
// they have in the configuration wanted first.
//
// Narrowing only leaves out results that cannot become the configuration
// wanted. Whether a result does is always decided by comparing configurations.

package judge

import (
	"slices"

	"github.com/ijit/ijit/parser"
)

// A wanted is what a step shall lead to.
type wanted struct {
	shared  []bool
	threads []Thread

	// The guess about the thread that moves: it will be gone, or execute this
	// procedure with these locals.
	gone   bool
	proc   *parser.Proc
	locals []bool
}

// guesses returns each way in which a thread mover can take part in c after its
// step.
func (j *Judge) guesses(c Config, mover Thread) []wanted {
	var procs []*parser.Proc // that it may come to execute
	for _, f := range mover.frames() {
		procs = append(procs, j.places[f.PC].proc)
	}
	if call, ok := j.places[mover.PC].op.(*parser.Call); ok {
		procs = append(procs, call.Proc.Proc)
	}
	guesses := []wanted{{shared: c.Shared, threads: c.Threads, gone: true}}
	for _, t := range c.Threads {
		p := j.places[t.PC].proc
		known := func(g wanted) bool { return g.proc == p && slices.Equal(g.locals, t.Locals) }
		if slices.Contains(procs, p) && !slices.ContainsFunc(guesses, known) {
			guesses = append(guesses, wanted{shared: c.Shared, threads: c.Threads, proc: p, locals: t.Locals})
		}
	}
	return guesses
}

// changes says what may change until a step ends. Nil slices stand for no
// variable.
type changes struct {
	shared  []bool // shared variables
	locals  []bool // locals of the thread that moves
	passive []bool // locals of the other threads in its procedure
	ends    bool   // the thread may disappear
	all     bool   // anything may change: there is a call
}

// changesLater returns for each place what may change from there on until the
// step ends. Where a step ends with the statement at the place before, that is
// nothing: everywhere in small steps, outside of sections in big steps.
func (j *Judge) changesLater() []changes {
	later := make([]changes, len(j.places))
	if j.mode == Small {
		return later
	}
	for pc := range j.places {
		if p := &j.places[pc]; p.inside {
			later[pc] = j.changesAt(p)
		}
	}
	for again := true; again; {
		again = false
		for pc := len(j.places) - 1; pc >= 0; pc-- {
			if !j.places[pc].inside {
				continue
			}
			for _, next := range j.places[pc].successors() {
				if later[pc].include(later[next]) {
					again = true
				}
			}
		}
	}
	return later
}

// changesAt returns what the statement at p may change.
func (j *Judge) changesAt(p *place) changes {
	c := changes{
		shared:  make([]bool, len(j.file.Globals)),
		locals:  make([]bool, len(p.proc.Locals)),
		passive: make([]bool, len(p.proc.Locals)),
	}
	var refs []*parser.Ref
	switch op := p.op.(type) {
	case *parser.Assign:
		refs = op.Lhs
	case *parser.Dead:
		refs = op.Vars
	case *parser.EndThread:
		c.ends = true
	case *parser.Call:
		c.all = true
	}
	for _, ref := range refs {
		switch {
		case ref.Var == nil:
		case ref.Var.Proc == nil:
			c.shared[ref.Var.Index] = true
		case ref.Passive:
			c.passive[ref.Var.Index] = true
		default:
			c.locals[ref.Var.Index] = true
		}
	}
	return c
}

// include adds d to c and reports whether c grew.
func (c *changes) include(d changes) bool {
	grew := d.ends && !c.ends || d.all && !c.all
	c.ends, c.all = c.ends || d.ends, c.all || d.all
	for _, pair := range [][2][]bool{{c.shared, d.shared}, {c.locals, d.locals}, {c.passive, d.passive}} {
		for k, v := range pair[1] {
			if v && !pair[0][k] {
				pair[0][k] = true
				grew = true
			}
		}
	}
	return grew
}

// narrow cuts sets down to the values wanted, except of open variables.
func narrow(sets []set, want, open []bool) {
	for k, v := range want {
		if k >= len(open) || !open[k] {
			sets[k] &= only(v)
		}
	}
}

// laterOf returns what may change until a step ends whose mover has come to be in
// t, or nil if that is anything.
func (j *Judge) laterOf(t Thread) *changes {
	later := &j.later[t.PC]
	if later.all || j.mode == Big && j.isCalledInside(t) {
		return nil
	}
	return later
}

// wantMover narrows the sets out of which the thread that moves takes its values
// on the way to a place. It returns false if no result is of use.
func (r *run) wantMover(shared, locals []set, to Thread) bool {
	later := r.laterOf(to)
	if later == nil {
		return true
	}
	narrow(shared, r.want.shared, later.shared)
	switch {
	case r.want.gone:
		return later.ends
	case r.want.proc != r.places[to.PC].proc:
		return false
	}
	narrow(locals, r.want.locals, later.locals)
	return true
}

// wantOther returns the sets out of which a frame of another thread, or a new
// one, of procedure p takes its locals while the active thread comes to be in
// mover: the given ones, or else one narrowed copy for each frame it can turn out
// to be.
func (r *run) wantOther(sets []set, p *parser.Proc, mover Thread) [][]set {
	if r.want == nil {
		return [][]set{sets}
	}
	later := r.laterOf(mover)
	if later == nil {
		return [][]set{sets}
	}
	var open []bool
	if r.places[mover.PC].proc == p {
		open = later.passive
	}
	var all [][]set
	for _, t := range r.want.threads {
		for _, f := range t.frames() {
			if r.places[f.PC].proc != p {
				continue
			}
			narrowed := slices.Clone(sets)
			narrow(narrowed, f.Locals, open)
			if !slices.ContainsFunc(all, func(s []set) bool { return slices.Equal(s, narrowed) }) {
				all = append(all, narrowed)
			}
		}
	}
	return all
}
