// This file defines how many contexts are composed of the interfaces of threads.

package interfaces

import (
	"iter"
	"slices"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/systems/recursion/contextbound/internal/summary"
	"github.com/ijit/ijit/systems/recursion/getafix"
	"github.com/ijit/ijit/systems/recursion/internal/supergraph"
)

// A Search composes contexts, one more in each turn: for k = 0, 1, ... in order, Summarise,
// then Target, then Extend.
type Search struct {
	*summary.Summaries
	start    []bdd.Node // by thread: with what globals it can begin, over the end 0
	composed []Composition
	// entered has, by thread, round and module, how threads get into procedures: over entry,
	// with all globals, and the ends 0, 1, ... up to the beginning of the round.
	entered [][][]bdd.Node
	fresh   []bdd.Node // by module: the same, for one round
	rounds  []bdd.Node // by round, of one thread: its interfaces
	kept    []bdd.Node // in use for a moment
}

// A Composition is a sequence of threads that can have the contexts of an execution, with
// the globals at the ends of these: those with which context i begins are in the end i.
type Composition struct {
	threads []int
	globals bdd.Node
}

// contexts returns which contexts are those of a thread, which has the next one too.
func (c Composition) contexts(t int) []int {
	var own []int
	for i, u := range c.threads {
		if u == t {
			own = append(own, i)
		}
	}
	return append(own, len(c.threads))
}

// allows reports whether a thread can have the next context.
func (c Composition) allows(t int) bool {
	return len(c.threads) == 0 || c.threads[len(c.threads)-1] != t
}

// New begins a search of up to so many context switches.
func New(g *supergraph.Graph, start getafix.Start, most int, limits bdd.Options) *Search {
	n := len(g.Entries)
	history := 1
	if n == 2 { // they have to take turns, so that compositions have all interruptions in order
		history = max(most, 1)
	}
	s := &Search{Summaries: summary.New(summary.NewSpace(g, bdd.New(limits), most+2, 0), most/2, history)}
	s.M.Register(s.roots())
	set := s.Transfer(start.Manager, start.Globals, start.Vars, s.Ends[0])
	s.start = slices.Repeat([]bdd.Node{set}, n)
	s.composed = []Composition{{nil, set}}
	return s
}

// roots are what must survive collections.
func (s *Search) roots() iter.Seq[bdd.Node] {
	return func(yield func(bdd.Node) bool) {
		lists := [][]bdd.Node{s.start, s.kept, s.rounds, s.fresh}
		for _, rounds := range s.entered {
			lists = append(lists, rounds...)
		}
		for _, list := range lists {
			for _, f := range list {
				if !yield(f) {
					return
				}
			}
		}
		for _, c := range s.composed {
			if !yield(c.globals) {
				return
			}
		}
	}
}

// Exhausted reports whether no thread can have one more context.
func (s *Search) Exhausted() bool { return len(s.composed) == 0 }

// Size returns how many nodes say how contexts are composed.
func (s *Search) Size() int {
	var sets []bdd.Node
	for _, c := range s.composed {
		sets = append(sets, c.globals)
	}
	return s.M.Size(sets...)
}

// Summarise finds the summaries for the next context, from the globals with which threads
// can begin and go on then, and how threads get into procedures by these.
func (s *Search) Summarise() error {
	s.ResumeAll()
	for t, i := range s.Graph.Entries {
		m := s.Modules[i]
		set := s.M.Exists(s.start[t], s.M.NewVarSet(summary.Pick(s.Ends[0], m.Rest)...))
		set = s.M.Rename(set, s.M.NewRenaming(summary.Pick(s.Ends[0], m.Own), summary.Pick(s.Entry.Globals, m.Own)))
		s.Enter(m, s.M.And(set, s.Initial(m, s.Entry.Locals)))
	}
	return s.Run()
}

// EnterAll finds how threads get into procedures in each of their rounds in context k.
func (s *Search) EnterAll(k int) error {
	s.entered = nil
	last := k/2 + 1
	for t, i := range s.Graph.Entries {
		rounds := make([][]bdd.Node, last)
		for r := range rounds {
			rounds[r] = slices.Repeat([]bdd.Node{bdd.False}, len(s.Modules))
		}
		s.entered = append(s.entered, rounds)
		m := s.Modules[i]
		first := s.M.And(s.start[t], s.M.And(s.Initial(m, s.Entry.Locals), s.Equal(s.Ends[0], s.Entry.Globals, s.Shared)))
		for r := 1; r <= last; r++ {
			s.fresh = slices.Repeat([]bdd.Node{bdd.False}, len(s.Modules))
			if r == 1 {
				s.fresh[i] = first
			}
			// What goes on from an earlier round, once.
			for e := 1; e < r; e++ {
				for _, m := range s.Modules {
					s.call(m, e, r, rounds[e-1][m.Index])
				}
			}
			known := rounds[r-1]
			for m := s.Latest(s.fresh); m != nil && s.M.Err() == nil; m = s.Latest(s.fresh) {
				set := s.M.Diff(s.fresh[m.Index], known[m.Index])
				if s.fresh[m.Index] = bdd.False; set == bdd.False {
					continue
				}
				known[m.Index] = s.M.Or(known[m.Index], set)
				s.call(m, r, r, set)
				s.M.SafePoint()
			}
		}
	}
	s.fresh = nil
	return s.M.Err()
}

// call adds with what procedures begin in round r that are called from a module which
// began in round e.
func (s *Search) call(m *summary.Module, e, r int, entered bdd.Node) {
	if entered == bdd.False {
		return
	}
	as := s.ToEntry(m.Own)
	for _, p := range m.Places {
		for _, c := range p.Calls {
			waiting := c.Waiting[r-e]
			if waiting == bdd.False {
				continue
			}
			waiting = s.M.Exists(waiting, s.M.NewVarSet(s.Now.Locals...))
			i := c.Callee.Index
			s.fresh[i] = s.M.Or(s.fresh[i], s.M.Rename(s.compose(m, e, r, entered, waiting), as))
		}
	}
}

// compose returns how a thread can be in round r in a procedure that began in round e,
// where its summary says what some states are: those may be over now, but for the
// locals, and other. Of entry it has the globals that the module does not use as they
// are now.
func (s *Search) compose(m *summary.Module, e, r int, entered, states bdd.Node) bdd.Node {
	own := s.M.NewVarSet(slices.Concat(s.Entry.Locals, summary.Pick(s.Entry.Globals, m.Own))...)
	d := r - e
	states = s.Shift(states, 2*d, 2*e-1)
	if d == 0 {
		return s.M.AndExists(entered, states, own)
	}
	entered = s.M.AndExists(entered, s.Equal(s.Entry.Globals, s.Ends[2*e-1], m.Rest), s.M.NewVarSet(summary.Pick(s.Entry.Globals, m.Rest)...))
	set := s.M.AndExists(entered, states, own)
	for i := e + 1; i < r; i++ {
		set = s.M.And(set, s.Equal(s.Ends[2*i-2], s.Ends[2*i-1], m.Rest))
	}
	return s.M.And(set, s.Equal(s.Entry.Globals, s.Ends[2*r-2], m.Rest))
}

// findRounds finds the interfaces of thread t, by the number of its rounds: with which
// globals these begin and end, over the ends from 0 on. The last one ends where the thread is
// interrupted, or reaches the target.
func (s *Search) findRounds(t int, target bool) error {
	s.rounds = nil
	for r := 1; r <= len(s.entered[t]); r++ {
		set := bdd.False
		for e := 1; e <= r; e++ {
			for _, m := range s.Modules {
				entered := s.entered[t][e-1][m.Index]
				if entered == bdd.False {
					continue
				}
				states := s.Interrupted(m, r-e)
				if target {
					states = s.AtTarget(m, r-e)
				}
				if states == bdd.False {
					continue
				}
				states = s.compose(m, e, r, entered, states)
				if target {
					states = s.M.Exists(states, s.M.NewVarSet(summary.Pick(s.Entry.Globals, m.Rest)...))
				} else {
					states = s.M.Rename(states, s.M.NewRenaming(
						slices.Concat(summary.Pick(s.Now.Globals, m.Own), summary.Pick(s.Entry.Globals, m.Rest)),
						slices.Concat(summary.Pick(s.Ends[2*r-1], m.Own), summary.Pick(s.Ends[2*r-1], m.Rest))))
				}
				set = s.M.Or(set, states)
			}
		}
		if a := s.Graph.Program.File.Atomic; a != nil && !target {
			set = s.M.Diff(set, s.M.Var(s.Ends[2*r-1][a.Index]))
		}
		s.rounds = append(s.rounds, set)
	}
	return s.M.Err()
}

// append returns a composition with one more context of a thread, of which findRounds has
// found the interfaces.
func (s *Search) append(c Composition, t int, target bool) Composition {
	own := c.contexts(t)
	var from, to []bdd.Var
	for q, i := range own {
		from = append(from, summary.Pick(s.Ends[2*q], s.Shared)...)
		to = append(to, summary.Pick(s.Ends[i], s.Shared)...)
		if !target || q < len(own)-1 {
			from = append(from, summary.Pick(s.Ends[2*q+1], s.Shared)...)
			to = append(to, summary.Pick(s.Ends[i+1], s.Shared)...)
		}
	}
	set := s.M.Rename(s.rounds[len(own)-1], s.M.NewRenaming(from, to))
	return Composition{append(slices.Clone(c.threads), t), s.M.And(c.globals, set)}
}

// Target returns a composition that reaches the target in the next context, if there is one.
func (s *Search) Target() (found Composition, ok bool, err error) {
	for t := range s.Graph.Entries {
		if err := s.findRounds(t, true); err != nil {
			return Composition{}, false, err
		}
		for _, c := range s.composed {
			if c.allows(t) {
				if x := s.append(c, t, true); x.globals != bdd.False {
					return x, s.M.Err() == nil, s.M.Err()
				}
			}
		}
	}
	return Composition{}, false, s.M.Err()
}

// Extend finds the compositions with one more context, and what follows from them for the
// context after that.
func (s *Search) Extend() error {
	var more []Composition
	s.kept = nil
	for t := range s.Graph.Entries {
		if err := s.findRounds(t, false); err != nil {
			return err
		}
		for _, c := range s.composed {
			if !c.allows(t) {
				continue
			}
			if x := s.append(c, t, false); x.globals != bdd.False {
				more = append(more, x)
				s.kept = append(s.kept, x.globals)
			}
			s.M.SafePoint()
		}
	}
	s.composed, s.kept = more, nil
	for _, c := range s.composed {
		for t := range s.start {
			if c.allows(t) {
				s.noteNext(c, t)
			}
		}
	}
	return s.M.Err()
}

// noteNext notes with what globals a thread begins that has the next context of a
// composition, or how it was interrupted.
func (s *Search) noteNext(c Composition, t int) {
	own := c.contexts(t)
	if len(own) == 1 {
		s.start[t] = s.M.Or(s.start[t], s.project(c, []int{len(c.threads)}))
		return
	}
	for d := 1; d < len(own) && d <= min(s.History, s.Most); d++ {
		var ends []int
		for q := len(own) - d; q < len(own); q++ {
			ends = append(ends, own[q-1]+1, own[q])
		}
		s.Resumptions[d] = s.M.Or(s.Resumptions[d], s.project(c, ends))
	}
}

// project returns what a composition says of some ends, as ends 0, 1, ...
func (s *Search) project(c Composition, ends []int) bdd.Node {
	var drop, from, to []bdd.Var
	for i := range s.Ends {
		if j := slices.Index(ends, i); j < 0 {
			drop = append(drop, s.Ends[i]...)
		} else {
			from = append(from, summary.Pick(s.Ends[i], s.Shared)...)
			to = append(to, summary.Pick(s.Ends[j], s.Shared)...)
		}
	}
	return s.M.Rename(s.M.Exists(c.globals, s.M.NewVarSet(drop...)), s.M.NewRenaming(from, to))
}
