// This file defines System: a program as sets of states and the images of them.

package reach

import (
	"errors"
	"fmt"
	"iter"
	"math/big"
	"slices"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/parser"
)

// A System is a program with a bounded number of threads, as sets of states and
// images of them. A state says for each of its slots which thread is there, if any.
//
// The relations of a system are kept when its manager collects garbage. Sets of
// states are the caller's to keep.
type System struct {
	*space
	properties []property
	threads    [][]*merged // by slot
	blocked    bdd.Node
	images     int
}

// NewSystem makes the variables of a program with so many slots for threads, and
// its relations. The manager should have no other variables. A program that calls
// procedures is an error, as is a manager that met a limit.
func NewSystem(m *bdd.Manager, p *parser.Program, threads int) (*System, error) {
	if threads < 1 {
		return nil, fmt.Errorf("reach: %d threads; there is at least one", threads)
	}
	if err := callFree(p); err != nil {
		return nil, err
	}
	s := &System{space: newSpace(m, p, threads), blocked: bdd.False}
	for _, a := range p.Properties() {
		q := property{pc: a.PC, fail: true, where: make([]bdd.Node, threads)}
		for i := range q.where {
			q.where[i] = bdd.False
		}
		s.properties = append(s.properties, q)
	}
	for slot := range s.slots {
		b := s.build(slot, s.properties)
		s.threads = append(s.threads, merge(m, b.actions, mergeLimit))
		s.blocked = m.Or(s.blocked, b.blocked)
	}
	m.Register(s.nodes())
	return s, m.Err()
}

// callFree returns an error if p calls procedures, unless the calls were inlined.
func callFree(p *parser.Program) error {
	for _, n := range p.Nodes {
		if n != nil && n.Reachable && len(n.Out) > 0 && n.Out[0].Kind == parser.CallEdge {
			return &CallError{File: p.File.Name, Stmt: n.Stmt}
		}
	}
	return nil
}

// A CallError says that a program calls procedures and that they were not inlined.
type CallError struct {
	File string
	Stmt *parser.Stmt // the first call
}

func (e *CallError) Error() string {
	return fmt.Sprintf("%s:%s: calls of procedures are not explored symbolically with threads", e.File, e.Stmt.Pos)
}

// nodes yields what must survive a collection.
func (s *System) nodes() iter.Seq[bdd.Node] {
	return func(yield func(bdd.Node) bool) {
		if !yield(s.blocked) {
			return
		}
		for _, p := range s.properties {
			for _, n := range p.where {
				if !yield(n) {
					return
				}
			}
		}
		for _, relations := range s.threads {
			for _, r := range relations {
				if !yield(r.node) {
					return
				}
				for _, a := range r.actions {
					if !yield(a.node) {
						return
					}
				}
			}
		}
	}
}

// Vars returns the variables that a state gives values to.
func (s *System) Vars() bdd.VarSet { return s.now }

// Initial returns the states with so many copies of main, or [Many], and no other
// threads.
func (s *System) Initial(copies int) (bdd.Node, error) {
	switch {
	case copies == Many:
		set := bdd.False
		for k := range s.slots {
			set = s.m.Or(set, s.initial(k+1))
		}
		return set, s.m.Err()
	case copies < 1 || copies > len(s.slots):
		return bdd.Invalid, fmt.Errorf("reach: %d copies of main with at most %d threads", copies, len(s.slots))
	}
	return s.initial(copies), s.m.Err()
}

// Post returns the successors of a set of states.
func (s *System) Post(set bdd.Node) bdd.Node { return s.every(s.PostThread, set) }

// Pre returns the predecessors of a set of states: all from which a step leads into
// it, whether they can be reached or not.
func (s *System) Pre(set bdd.Node) bdd.Node { return s.every(s.PreThread, set) }

// PostThread returns the states that a step of the thread in a slot leads to.
func (s *System) PostThread(slot int, set bdd.Node) bdd.Node {
	out := bdd.False
	for _, r := range s.threads[slot] {
		out = s.m.Or(out, r.post(s.m, set))
		s.images++
	}
	return out
}

// PreThread returns the states from which a step of the thread in a slot leads into
// a set.
func (s *System) PreThread(slot int, set bdd.Node) bdd.Node {
	out := bdd.False
	for _, r := range s.threads[slot] {
		out = s.m.Or(out, r.pre(s.m, set))
		s.images++
	}
	return out
}

func (s *System) every(image func(int, bdd.Node) bdd.Node, set bdd.Node) bdd.Node {
	out := bdd.False
	for slot := range s.slots {
		out = s.m.Or(out, image(slot, set))
	}
	return out
}

// Errors returns the states in which an assertion can fail.
func (s *System) Errors() bdd.Node {
	out := bdd.False
	for _, p := range s.properties {
		out = s.m.Or(out, s.m.Disj(p.where...))
	}
	return out
}

// refused returns the location of a thread that the bound keeps from creating another one, in
// some state of a set in which it does so. It is NoPC if a limit was met.
func (s *System) refused(set bdd.Node) int {
	for pc, n := range s.program.Nodes {
		if n == nil || s.codes[pc] == nowhere || !slices.ContainsFunc(n.Out, func(x *parser.Edge) bool { return x.Kind == parser.SpawnEdge }) {
			continue
		}
		for slot := range s.slots {
			if !s.m.Disjoint(set, s.ready(slot, pc)) && s.m.Err() == nil {
				return pc
			}
		}
	}
	return verdict.NoPC
}

// Inside returns the states in which some thread is inside an atomic section.
func (s *System) Inside() bdd.Node { return s.locked() }

// Count returns the number of states of a set, nil if a limit was met.
func (s *System) Count(set bdd.Node) *big.Int { return s.m.Count(set, s.now) }

// States yields the states of a set. Threads come with their slot, counted from 1,
// as their ID.
func (s *System) States(set bdd.Node) iter.Seq[State] {
	return func(yield func(State) bool) {
		for c := range s.m.Valuations(set, s.now) {
			if !yield(s.decode(s.read(c))) {
				return
			}
		}
	}
}

// decode returns a state with slots as identities.
func (s *space) decode(x values) State {
	out := State{Globals: x.of(s.globals.now)}
	for i := range s.slots {
		if s.pc(x, i) >= 0 {
			t := s.thread(x, i)
			t.ID = i + 1
			out.Threads = append(out.Threads, t)
		}
	}
	return out
}

// pick returns a state of a set, as the set of it alone and as values.
func (s *space) pick(set bdd.Node) (bdd.Node, values, error) {
	one := s.m.PickNode(set, s.now)
	cube, ok := s.m.Pick(one)
	if err := s.m.Err(); err != nil {
		return bdd.Invalid, nil, err
	}
	if !ok {
		return bdd.Invalid, nil, errors.New("reach: there is no predecessor; this is an error of the package")
	}
	return one, s.read(cube), nil
}
