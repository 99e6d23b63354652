// This file defines summaries of the modules of a program, and what they are made of.

package summary

import (
	"iter"
	"slices"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/internal/supergraph"
)

// Summaries relate the beginning of each module to the states at its places.
type Summaries struct {
	*Space
	Modules []*Module
	Places  []*Place // by rank: the order in which they are to be worked on
	Most    int      // interruptions
	// Resumptions has, by number, how the last interruptions of a thread can have been, over
	// the first ends: with which globals it was interrupted, and with which it goes on.
	Resumptions []bdd.Node
	History     int // how many interruptions in a row Resumptions tells apart
	// ThreadModular says that threads go on with any of the globals that some thread can
	// have when it is interrupted (Reachable, over now), whatever they were when they were
	// interrupted themselves. One interruption then stands for any number of them, and
	// nothing is said of ends.
	ThreadModular bool
	Reachable     bdd.Node
	Visits        int // of places

	queue Queue
}

// A Module is a procedure with its summary.
type Module struct {
	Index     int
	Proc      *parser.Proc
	Residual  bool       // stands for recursion that is not unrolled
	Own, Rest []int      // the globals that it or what it calls uses, and all others
	Entered   bdd.Node   // with what it begins, over entry
	Local     []*Place   // its places, by number
	Places    []*Place   // the same, and those of the modules that are inlined in it
	Calls     []*Call    // calls of it
	host      *Module    // the module that it is inlined in, or itself
	entryLive []int      // those of its own globals that are live where it begins
	exitDead  bdd.VarSet // its locals, and those of its own globals that are not live where it ends
	resume    []bdd.Node // Resumptions, of its own globals
	enforce   bdd.Node   // what it enforces
	identity  bdd.Node   // a procedure begins: now is entry
	returned  []bdd.Node // by interruptions, what it returns: over entry, now, returned and ends
}

// A Place is a place of a procedure with the states there.
type Place struct {
	Module *Module
	Rank   int
	Steps  []*Step
	Calls  []*Call
	Values bdd.Node // what it returns here, over now and returned; Invalid if it does not

	Resumes bool // a thread may go on here after an interruption
	Stops   bool // a thread may be interrupted here
	Target  bool

	States   []bdd.Node // by interruptions
	explored []bdd.Node // those whose successors are known
	// previous has the states that were known for the context before. A thread that goes on
	// in a context was interrupted at least two before that.
	previous []bdd.Node
}

// A Call is a call that is not inlined.
type Call struct {
	Caller, Callee *Module
	Number         int      // among those of the callee
	To             *Place   // behind it
	Results        bdd.Node // over returned and next
	Written        []int    // globals that get results

	// Waiting has, by interruptions, the states at the call, with what the callee begins
	// with in other. Returned has what comes back: over other, the globals now of the callee
	// when it began, next, and ends.
	Waiting, Returned []bdd.Node

	arguments bdd.Node     // over now of the caller, and other for the locals of the callee
	dropped   bdd.VarSet   // what is now, and neither the caller nor the callee needs any more
	dead      []bdd.Var    // globals now that are not live behind the call
	enforce   bdd.Node     // what the caller enforces
	rename    bdd.Renaming // from next to now
}

// none returns an empty set for each number of interruptions.
func (s *Summaries) none() []bdd.Node { return slices.Repeat([]bdd.Node{bdd.False}, s.Most+1) }

// at returns the place of a program counter; -1 is that of a failed assertion.
func (m *Module) at(pc int) *Place { return m.Local[supergraph.Module{Proc: m.Proc}.Place(pc)] }

// roots are what must survive collections.
func (s *Summaries) roots() iter.Seq[bdd.Node] {
	return func(yield func(bdd.Node) bool) {
		all := func(lists ...[]bdd.Node) bool {
			for _, list := range lists {
				for _, f := range list {
					if f != bdd.Invalid && !yield(f) {
						return false
					}
				}
			}
			return true
		}
		if !all(s.Resumptions, []bdd.Node{s.Reachable}) {
			return
		}
		for _, m := range s.Modules {
			if !all([]bdd.Node{m.enforce, m.identity, m.Entered}, m.resume, m.returned) {
				return
			}
			for _, p := range m.Places {
				if !all([]bdd.Node{p.Values}, p.States, p.explored, p.previous) {
					return
				}
				for _, x := range p.Steps {
					if !yield(x.relation) || !yield(x.enforce) {
						return
					}
				}
				for _, c := range p.Calls {
					if !all([]bdd.Node{c.arguments, c.Results, c.enforce}, c.Waiting, c.Returned) {
						return
					}
				}
			}
		}
	}
}

// A Step is what an edge does to a set of states.
type Step struct {
	To       *Place
	relation bdd.Node
	dropped  bdd.VarSet   // what is written, and what is not live behind it
	rename   bdd.Renaming // from next to now
	enforce  bdd.Node     // holds for all successors
}
