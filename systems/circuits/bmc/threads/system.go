// This file defines System: a program as a circuit, and the variables of its states.

package threads

import (
	"errors"
	"fmt"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/bdd/reach"
	"github.com/ijit/ijit/parser"
)

// Many copies of main are any number of them, from one up to the bound on threads.
const Many = reach.Many

// Options say which executions a circuit has.
type Options struct {
	// Threads bounds the threads that are alive at once, at least 1. At the bound, the
	// creation of another one is blocked.
	Threads int
	// Copies is how many copies of main there are at first, 0 for one; or [Many].
	Copies int
	// Small makes each statement of an atomic section a step of its own. Otherwise the
	// section is one step.
	Small bool
	// Labels are locations that [System.Reached] asks about.
	Labels []int
	// Reduce asks for fewer executions, without some of those that differ in the order of steps
	// only: each state is still reached, and each assertion fails, in as many steps. That is
	// enough unless it matters what happens on the way, and no proof about all states.
	Reduce bool
	// Chain makes a frame of all the steps that concern nobody but the thread itself, up to and
	// with the next one that does: [System.Weight] counts them. States in the middle are left
	// out, and so is what leads to them only. It needs Reduce.
	Chain bool
	// Infinite makes executions infinite: a state in which no thread can move stays. An
	// assertion that fails is no step then. A state in which only a bound keeps threads from
	// moving is not one that stays: there the executions of the circuit end.
	Infinite bool
	// Fair asks for weak fairness, of Infinite executions: no thread can move from some point
	// on for ever and never does. One that only a bound keeps from moving can move.
	Fair bool
	// Inlined says where the program comes from if its calls were inlined: which of them the
	// bound on recursion blocks, and what local variables of propositions are, which are
	// those of procedures as written.
	Inlined *parser.Inlined
}

// A System is a program with a bounded number of threads as a circuit. Its state has the
// shared variables, and for each slot a program counter, which says if there is a thread at
// all, and locals.
type System struct {
	*aig.Circuit
	Options
	// Places say what each latch is, by its number.
	Places []Place

	program *parser.Program
	// cut has the locations inside of atomic sections at which a step ends: all of them if
	// steps are small, else the heads of loops if rounds are not known to be enough.
	cut      map[int]bool
	chained  map[*parser.Edge]bool // a frame goes on behind it, see chain.go
	idle     map[*parser.Edge]bool // no shortest execution takes it
	rests    map[int]bool          // locations at which frames end
	order    []int                 // locations; a step that passes several passes them in this order
	heads    []int                 // of loops in atomic sections
	back     map[*parser.Edge]bool // edges that lead back to them
	rounds   int                   // how often a step goes along one
	codes    []int                 // by location: its code, if threads can be there between two steps
	pcs      []int                 // by code: the location; -1 for nowhere
	now      state                 // the latches
	lock     aig.Lit               // somebody is inside of an atomic section
	passed   aig.Lit               // the last step went by a label
	oracles  oracles
	schedule []aig.Lit // by slot: whose step it is
	step     *step
}

// nowhere is the code of the program counter of a slot without a thread. That of where main
// begins is 1.
const nowhere = 0

// state is what variables are in a state, or inside of a step. The locals of the thread that
// moves are its own; those in its slot are from before the step.
type state struct {
	shared []aig.Lit
	local  []aig.Lit
	slots  []slot
}

// A slot is a place for a thread. Nothing is there if all bits of the program counter are
// false; all locals are then false, as are those that the procedure of a thread does not have.
type slot struct{ pc, local []aig.Lit }

// A Place is what a latch stands for.
type Place struct {
	Kind  Kind
	Slot  int // of a program counter or local, from 0 on
	Index int // of the variable, or of the bit of the program counter
}

// A Kind is one of places.
type Kind uint8

// Kinds of places.
const (
	Shared   Kind = iota // a shared variable
	PC                   // a bit of a program counter, the lowest first
	Local                // a local of whatever procedure the thread is in
	Lock                 // whether a thread is inside of an atomic section
	Passed               // whether the last step went by a label inside of an atomic section
	LastStep             // what the last step was, see reduction.go
)

// New returns a program as a circuit. The program must have been parsed with templates for
// [parser.Post], and have no calls.
func New(p *parser.Program, o Options) (*System, error) {
	if o.Copies == 0 {
		o.Copies = 1
	}
	switch {
	case o.Threads < 1:
		return nil, fmt.Errorf("threads: at most %d threads; there is at least one", o.Threads)
	case o.Copies < Many || o.Copies > o.Threads:
		return nil, fmt.Errorf("threads: %d copies of main with at most %d threads", o.Copies, o.Threads)
	case p.Mode&parser.Post == 0:
		return nil, errors.New("threads: the program was parsed without templates")
	}
	for _, n := range p.Nodes {
		if n != nil && n.Reachable && len(n.Out) > 0 && n.Out[0].Kind == parser.CallEdge {
			return nil, &reach.CallError{File: p.File.Name, Stmt: n.Stmt}
		}
	}
	s := &System{Circuit: aig.New(), program: p, Options: o, cut: map[int]bool{}, chained: map[*parser.Edge]bool{}, idle: map[*parser.Edge]bool{}, back: map[*parser.Edge]bool{}, lock: aig.False, passed: aig.False}
	s.oracles.add = func() aig.Lit { return s.Input(fmt.Sprintf("oracle %d", len(s.oracles.lits))) }
	if o.Chain && o.Reduce {
		s.chain()
	}
	s.visit()
	if len(s.heads) > 0 && !o.Small {
		s.unroll()
	}
	s.number()
	s.latches()
	s.initial()
	s.steps()
	switch {
	case o.Infinite:
		if err := s.stay(); err != nil {
			return nil, err
		}
	case o.Reduce && o.Threads > 1:
		s.reduce()
	}
	return s, nil
}
