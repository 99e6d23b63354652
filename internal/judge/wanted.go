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

	// The guess about the thread that moves: it will be gone, or have these
	// locals.
	gone   bool
	locals []bool
}

// guesses returns each way in which a thread of procedure p can take part in c.
func (j *Judge) guesses(c Config, p *parser.Proc) []wanted {
	guesses := []wanted{{shared: c.Shared, threads: c.Threads, gone: true}}
	for _, t := range c.Threads {
		known := func(g wanted) bool { return !g.gone && slices.Equal(g.locals, t.Locals) }
		if j.places[t.PC].proc == p && !slices.ContainsFunc(guesses, known) {
			guesses = append(guesses, wanted{shared: c.Shared, threads: c.Threads, locals: t.Locals})
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
	grew := d.ends && !c.ends
	c.ends = c.ends || d.ends
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

// wantMover narrows the sets out of which the thread that moves takes its
// values on the way to next. It returns false if no result is of use.
func (r *run) wantMover(shared, locals []set, next int) bool {
	later := &r.later[next]
	narrow(shared, r.want.shared, later.shared)
	if r.want.gone {
		return later.ends
	}
	narrow(locals, r.want.locals, later.locals)
	return true
}

// wantOther returns the sets out of which another thread, or a new one, of
// procedure p takes its locals while the active one goes to next: the given
// ones, or else one narrowed copy for each thread it can turn out to be.
func (r *run) wantOther(sets []set, p *parser.Proc, next int) [][]set {
	if r.want == nil {
		return [][]set{sets}
	}
	var open []bool
	if r.places[next].proc == p {
		open = r.later[next].passive
	}
	var all [][]set
	for _, t := range r.want.threads {
		if r.places[t.PC].proc != p {
			continue
		}
		narrowed := slices.Clone(sets)
		narrow(narrowed, t.Locals, open)
		if !slices.ContainsFunc(all, func(s []set) bool { return slices.Equal(s, narrowed) }) {
			all = append(all, narrowed)
		}
	}
	return all
}
