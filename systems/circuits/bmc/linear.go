// This file defines the linear encoding of formulas.

package bmc

import "github.com/ijit/ijit/allsat/sat"

// A linear is the question whether a formula of linear temporal logic with past holds on a
// path with or without a loop, by the incremental encoding of Heljanko, Junttila and Latvala,
// "Incremental and Complete Bounded Model Checking for Full PLTL" (CAV 2005). What it says
// by equivalences is said here by implications only: a claim is a literal that, if true,
// makes sure that a part of the formula holds in a position. That is enough, since the
// formula has no negations and nothing but the root must hold.
//
// Nearly all clauses are about frames alone, and stay. They know the end of the path by two
// proxies: claims at the end are those in the last frame, and claims at the loop are those in
// the frame that follows the last one. Which frame is the last one depends on the bound:
// such clauses have a literal of the bound, which is an assumption first and false later.
//
// In the loop an operator of the past looks back to the time before the loop, or to an
// earlier repetition. A part in which such operators are nested d deep has the same values
// from the d-th repetition on, so each frame has claims for up to d repetitions, the first
// time being repetition 0. Hence no path need be longer because of the past (Biere,
// Heljanko, Junttila, Latvala, Schuppan, "Linear Encodings of Bounded LTL Model Checking",
// LMCS 2006, section 5).
type linear struct {
	*path
	*loops
	*states
	first []int // by node: its first slot; it has one for each repetition

	claims  [][]sat.Lit // by frame and slot, 0 for none; there is one frame more than on the path
	atEnd   []sat.Lit   // by slot
	atLoop  []sat.Lit   // by slot
	oftens  []sat.Lit   // by slot: it holds in a frame on the loop
	always  []sat.Lit   // by node: it holds in all frames on the loop
	pending []slot      // that are claimed in the frame behind the path
	work    []position  // of claims to be defined

	// Slots and nodes that have claims of the four kinds.
	ends, begins, often []slot
	stays               []int
	progress            [][]sat.Lit // by number in often, by frame: it held on the loop up to there
}

// A slot is a node in a repetition of the loop.
type slot struct{ node, rep int }

// A position is a slot in a frame.
type position struct {
	slot
	frame int
}

func newLinear(p *path, t *tree) *linear {
	e := &linear{path: p, loops: newLoops(p), states: newStates(t, p.Unrolling)}
	fair := len(t.nodes)
	for _, l := range p.circuit.Fairness {
		t.nodes = append(t.nodes, node{op: opLit, lit: l, state: true})
	}
	if p.options.Infinite {
		p.solver.Add(e.exists)
	}
	n := 0
	for _, f := range t.nodes {
		e.first = append(e.first, n)
		n += f.depth + 1
	}
	e.atEnd, e.atLoop, e.oftens, e.always = make([]sat.Lit, n), make([]sat.Lit, n), make([]sat.Lit, n), make([]sat.Lit, n)
	e.claims = [][]sat.Lit{make([]sat.Lit, n)}
	for n := fair; n < len(t.nodes); n++ {
		p.solver.Add(-e.exists, e.infinitely(n))
	}
	p.solver.Add(e.claim(t.root, 0, 0))
	return e
}

// slot returns a node in a repetition of the loop, of those that differ.
func (e *linear) slot(n, rep int) slot { return slot{n, min(rep, e.nodes[n].depth)} }

// number returns the number of a slot.
func (e *linear) number(s slot) int { return e.first[s.node] + s.rep }

// extend adds a frame.
func (e *linear) extend() {
	k := e.frames
	e.path.extend()
	e.loops.extend()
	e.claims = append(e.claims, make([]sat.Lit, len(e.atEnd)))
	for _, s := range e.pending {
		e.work = append(e.work, position{s, k})
	}
	e.pending = e.pending[:0]
	for _, s := range e.begins {
		e.enter(s, k)
	}
	for i := range e.often {
		e.proceed(i, k)
	}
	for _, n := range e.stays {
		e.stay(n, k)
	}
	e.define()
}

// counterexample says that a frame is the last one, while the literal that is returned is
// true.
func (e *linear) counterexample(bound int) sat.Lit {
	now := e.variable()
	e.tie(bound, now)
	for i, j, o := 0, 0, 0; i < len(e.pending) || j < len(e.ends) || o < len(e.often); {
		for ; i < len(e.pending); i++ {
			s := e.pending[i]
			e.solver.Add(-now, -e.claims[bound+1][e.number(s)], e.begin(e.slot(s.node, s.rep+1)))
		}
		for ; j < len(e.ends); j++ {
			s := e.ends[j]
			e.solver.Add(-now, -e.atEnd[e.number(s)], e.claim(s.node, bound, s.rep))
		}
		for ; o < len(e.often); o++ {
			e.solver.Add(-now, -e.oftens[e.number(e.often[o])], e.progress[o][bound])
		}
		e.define()
	}
	return now
}

// claim returns a literal that makes sure that a node holds in a frame of the path, or in the
// one behind it, in a repetition of the loop.
func (e *linear) claim(n, frame, rep int) sat.Lit {
	switch f := &e.nodes[n]; {
	case f.op == opOften:
		return e.infinitely(f.left)
	case f.op == opSettles:
		return e.settles(f.left)
	case f.state && frame < e.frames:
		return e.clauses.Lit(e.at(n, frame))
	}
	s := e.slot(n, rep)
	c := &e.claims[frame][e.number(s)]
	if *c == 0 {
		*c = e.variable()
		if frame < e.frames {
			e.work = append(e.work, position{s, frame})
		} else {
			e.pending = append(e.pending, s)
		}
	}
	return *c
}

// define adds what the claims say that have not been defined.
func (e *linear) define() {
	for len(e.work) > 0 {
		p := e.work[len(e.work)-1]
		e.work = e.work[:len(e.work)-1]
		f, i, rep := &e.nodes[p.node], p.frame, p.rep
		no := -e.claims[i][e.number(p.slot)]
		left := func() sat.Lit { return e.claim(f.left, i, rep) }
		right := func() sat.Lit { return e.claim(f.right, i, rep) }
		switch {
		case f.state:
			e.solver.Add(no, e.claim(p.node, i, 0))
		case f.op == opAnd:
			e.solver.Add(no, left())
			e.solver.Add(no, right())
		case f.op == opOr:
			e.solver.Add(no, left(), right())
		case f.op == opNext:
			e.solver.Add(no, e.claim(f.left, i+1, rep))
		case f.op == opUntil:
			e.solver.Add(no, right(), left())
			e.solver.Add(no, right(), e.claim(p.node, i+1, rep))
		case f.op == opRelease:
			e.solver.Add(no, right())
			e.solver.Add(no, left(), e.claim(p.node, i+1, rep))
		case f.op == opYesterday:
			e.before(f.left, i, rep, false, no)
		case f.op == opWeakYesterday:
			e.before(f.left, i, rep, true, no)
		case f.op == opSince:
			e.solver.Add(no, right(), left())
			e.before(p.node, i, rep, false, no, right())
		case f.op == opTriggered:
			e.solver.Add(no, right())
			e.before(p.node, i, rep, true, no, left())
		}
	}
}

// before adds the clause that a literal is true, or a node holds in the position before.
// If there is none, weak says what that counts.
func (e *linear) before(n, frame, rep int, weak bool, or ...sat.Lit) {
	or = or[:len(or):len(or)]
	switch {
	case rep == 0 && frame > 0:
		e.solver.Add(append(or, e.claim(n, frame-1, 0))...)
	case rep == 0:
		if !weak {
			e.solver.Add(or...)
		}
	default: // only on the loop
		if e.solver.Add(append(or, -e.starts[frame], e.end(e.slot(n, rep-1)))...); frame > 0 {
			e.solver.Add(append(or, e.starts[frame], e.claim(n, frame-1, rep))...)
		} else {
			e.solver.Add(append(or, e.starts[frame])...)
		}
	}
}

// end returns the claim that a slot holds in the last frame.
func (e *linear) end(s slot) sat.Lit {
	c := &e.atEnd[e.number(s)]
	if *c == 0 {
		*c = e.variable()
		e.ends = append(e.ends, s)
	}
	return *c
}

// begin returns the claim that a slot holds where the loop begins.
func (e *linear) begin(s slot) sat.Lit {
	c := &e.atLoop[e.number(s)]
	if *c == 0 {
		*c = e.variable()
		e.begins = append(e.begins, s)
		e.solver.Add(-*c, e.exists)
		if f := e.nodes[s.node]; f.op == opUntil && s.rep == f.depth {
			// Nothing else keeps the claim from going round for ever.
			e.solver.Add(-*c, e.infinitely(f.right))
		}
		for frame := range e.frames {
			e.enter(s, frame)
		}
	}
	return *c
}

// enter says that a slot holds in a frame if the loop begins there and it is claimed.
func (e *linear) enter(s slot, frame int) {
	e.solver.Add(-e.starts[frame], -e.atLoop[e.number(s)], e.claim(s.node, frame, s.rep))
}

// infinitely returns the claim that a node holds in infinitely many positions: in one on
// the loop, once its values repeat.
func (e *linear) infinitely(n int) sat.Lit {
	s := e.slot(n, e.nodes[n].depth)
	c := &e.oftens[e.number(s)]
	if *c == 0 {
		*c = e.variable()
		e.solver.Add(-*c, e.exists)
		i := len(e.often)
		e.often, e.progress = append(e.often, s), append(e.progress, nil)
		for frame := range e.frames {
			e.proceed(i, frame)
		}
	}
	return *c
}

// proceed says what it is that a slot has held on the loop, up to a frame.
func (e *linear) proceed(i, frame int) {
	s, c := e.often[i], e.variable()
	before := []sat.Lit{-c}
	if frame > 0 {
		before = append(before, e.progress[i][frame-1])
	}
	e.progress[i] = append(e.progress[i], c)
	e.solver.Add(append(before, e.inside[frame])...)
	e.solver.Add(append(before, e.claim(s.node, frame, s.rep))...)
}

// settles returns the claim that a node holds from some position on: in all on the loop, once
// its values repeat.
func (e *linear) settles(n int) sat.Lit {
	c := &e.always[n]
	if *c == 0 {
		*c = e.variable()
		e.solver.Add(-*c, e.exists)
		e.stays = append(e.stays, n)
		for frame := range e.frames {
			e.stay(n, frame)
		}
	}
	return *c
}

// stay says that a node holds in a frame if it is on the loop and settles is claimed.
func (e *linear) stay(n, frame int) {
	e.solver.Add(-e.always[n], -e.inside[frame], e.claim(n, frame, e.nodes[n].depth))
}
