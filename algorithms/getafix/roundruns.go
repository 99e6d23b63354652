// This file defines how threads take turns by their summaries: the relations Enter,
// Stop, Goal and Runs of SwitchFormula.

package getafix

import (
	"iter"
	"slices"

	"github.com/ijit/ijit/bdd"
)

// A roundRun is a sequence of threads that can take turns, with the globals at the ends of
// their contexts: those with which context i begins are in the end i.
type roundRun struct {
	threads []int
	globals bdd.Node
}

// runSearch finds runs, context by context.
type runSearch struct {
	*roundSummaries
	begin []bdd.Node // by thread: with what globals it can begin, over the end 0
	runs  []roundRun // of as many contexts as there were
	// entered has, by thread, round and module, how threads get into procedures: over entry,
	// with all globals, and the ends 0 (i1), 1 (o1), ... up to the beginning of the round.
	entered [][][]bdd.Node
	ending  []bdd.Node // by round, of one thread
	kept    []bdd.Node // what is in use for a moment
}

func newRunSearch(c *checker, most int, limits bdd.Options) *runSearch {
	n := len(c.base.threads.entries)
	memory := 1
	if n == 2 {
		memory = most
	}
	space := newRoundSpace(c.base, bdd.New(limits), most+2, 0)
	s := &runSearch{roundSummaries: newRoundSummaries(space, most/2, max(memory, 1))}
	s.m.Register(s.alive())
	t := c.base.threads
	set := s.m.Transfer(t.manager, t.shared, func(v bdd.Var) bdd.Var { return s.ends[0][slices.Index(t.vars, v)] })
	var unused []bdd.Var
	for g, v := range s.ends[0] {
		if !slices.Contains(s.used, g) {
			unused = append(unused, v)
		}
	}
	set = s.m.Exists(set, s.m.NewVarSet(unused...))
	s.begin = slices.Repeat([]bdd.Node{set}, n)
	s.runs = []roundRun{{nil, set}}
	return s
}

func (s *runSearch) alive() iter.Seq[bdd.Node] {
	return func(yield func(bdd.Node) bool) {
		for _, list := range [][]bdd.Node{s.begin, s.kept, s.ending} {
			for _, f := range list {
				if f != bdd.Invalid && !yield(f) {
					return
				}
			}
		}
		for _, r := range s.runs {
			if !yield(r.globals) {
				return
			}
		}
		for _, rounds := range s.entered {
			for _, modules := range rounds {
				for _, f := range modules {
					if !yield(f) {
						return
					}
				}
			}
		}
	}
}

// summarise finds the summaries for context c: from the globals with which threads can
// begin and go on then.
func (s *runSearch) summarise() error {
	s.resumeAll()
	for t, i := range s.b.threads.entries {
		m := s.modules[i]
		set := s.m.Exists(s.begin[t], s.m.NewVarSet(pick(s.ends[0], m.rest)...))
		set = s.m.Rename(set, s.m.NewRenaming(pick(s.ends[0], m.own), pick(s.entry.Globals, m.own)))
		s.enter(m, s.m.And(set, s.initial(m, s.entry.Locals)))
	}
	return s.run()
}

// turns finds how threads get into procedures in each round up to the last.
func (s *runSearch) turns(last int) error {
	s.entered = nil
	for t, i := range s.b.threads.entries {
		var rounds [][]bdd.Node
		for range last {
			rounds = append(rounds, slices.Repeat([]bdd.Node{bdd.False}, len(s.modules)))
		}
		s.entered = append(s.entered, rounds)
		m := s.modules[i]
		first := s.m.And(s.begin[t], s.m.And(s.initial(m, s.entry.Locals), s.equal(s.ends[0], s.entry.Globals, s.used)))
		for r := 1; r <= last; r++ {
			fresh := slices.Repeat([]bdd.Node{bdd.False}, len(s.modules))
			if r == 1 {
				fresh[i] = first
			}
			// What goes on from an earlier round, once.
			for e := 1; e < r; e++ {
				for _, m := range s.modules {
					s.pass(m, e, r, rounds[e-1][m.index], fresh)
				}
			}
			s.kept = fresh
			for s.m.Err() == nil {
				// Callers come behind what they call in the order of places.
				k := -1
				for i, f := range fresh {
					if f != bdd.False && (k < 0 || s.modules[i].local[0].rank > s.modules[k].local[0].rank) {
						k = i
					}
				}
				if k < 0 {
					break
				}
				set := s.m.Diff(fresh[k], rounds[r-1][k])
				fresh[k] = bdd.False
				if set == bdd.False {
					continue
				}
				rounds[r-1][k] = s.m.Or(rounds[r-1][k], set)
				s.pass(s.modules[k], r, r, set, fresh)
				s.m.SafePoint()
			}
			s.kept = nil
		}
	}
	return s.m.Err()
}

// pass adds with what procedures begin in round r that are called from a module which
// began in round e.
func (s *runSearch) pass(m *roundModule, e, r int, entered bdd.Node, to []bdd.Node) {
	if entered == bdd.False {
		return
	}
	for _, p := range m.places {
		for _, site := range p.sites {
			waiting := site.waiting[r-e]
			if waiting == bdd.False {
				continue
			}
			waiting = s.m.Exists(waiting, s.m.NewVarSet(s.now.Locals...))
			set := s.after(m, e, r, entered, waiting)
			as := s.m.NewRenaming(slices.Concat(s.other.Locals, pick(s.now.Globals, m.own)),
				slices.Concat(s.entry.Locals, pick(s.entry.Globals, m.own)))
			i := site.callee.index
			to[i] = s.m.Or(to[i], s.m.Rename(set, as))
		}
	}
}

// after returns how a thread can be in round r in a procedure that began in round e,
// where its summary says what some states are: those may be over now, but for the
// locals, and other. Of entry it has the globals that the module does not use as they
// are now.
func (s *runSearch) after(m *roundModule, e, r int, entered, states bdd.Node) bdd.Node {
	own := s.m.NewVarSet(slices.Concat(s.entry.Locals, pick(s.entry.Globals, m.own))...)
	d := r - e
	states = s.shift(states, 2*d, 2*e-1)
	if d == 0 {
		return s.m.AndExists(entered, states, own)
	}
	entered = s.m.AndExists(entered, s.equal(s.entry.Globals, s.ends[2*e-1], m.rest), s.m.NewVarSet(pick(s.entry.Globals, m.rest)...))
	set := s.m.AndExists(entered, states, own)
	for i := e + 1; i < r; i++ {
		set = s.m.And(set, s.equal(s.ends[2*i-2], s.ends[2*i-1], m.rest))
	}
	return s.m.And(set, s.equal(s.entry.Globals, s.ends[2*r-2], m.rest))
}

// endings finds how each round of thread t up to the last can end: because it is interrupted, or where one
// wants to get. It is over the ends from 0 (i1) on; the last one is that of the
// interruption.
func (s *runSearch) endings(t, last int, goal bool) error {
	s.ending = nil
	for r := 1; r <= last; r++ {
		set := bdd.False
		for e := 1; e <= r; e++ {
			for _, m := range s.modules {
				entered := s.entered[t][e-1][m.index]
				if entered == bdd.False {
					continue
				}
				states := s.final(m, r-e, goal)
				if states == bdd.False {
					continue
				}
				states = s.after(m, e, r, entered, states)
				if goal {
					states = s.m.Exists(states, s.m.NewVarSet(pick(s.entry.Globals, m.rest)...))
				} else {
					states = s.m.Rename(states, s.m.NewRenaming(
						slices.Concat(pick(s.now.Globals, m.own), pick(s.entry.Globals, m.rest)),
						slices.Concat(pick(s.ends[2*r-1], m.own), pick(s.ends[2*r-1], m.rest))))
				}
				set = s.m.Or(set, states)
			}
		}
		if a := s.b.threads.atomic; a != nil && !goal {
			set = s.m.Diff(set, s.m.Var(s.ends[2*r-1][a.Index]))
		}
		s.ending = append(s.ending, set)
	}
	return s.m.Err()
}

// final returns the states of a module in which a thread can be interrupted, or where
// one wants to get, without locals; the latter without globals.
func (s *runSearch) final(m *roundModule, d int, goal bool) bdd.Node {
	gone := s.m.NewVarSet(s.now.Locals...)
	if goal {
		gone = s.m.Union(gone, s.m.NewVarSet(s.now.Globals...))
	}
	var sets []bdd.Node
	for _, p := range m.places {
		if goal && p.target || !goal && p.stops {
			sets = append(sets, s.m.Exists(p.states[d], gone))
		}
	}
	return s.m.Disj(sets...)
}

// own returns which contexts of a run are those of a thread, which has the next one too.
func (x roundRun) own(t int) []int {
	var own []int
	for i, u := range x.threads {
		if u == t {
			own = append(own, i)
		}
	}
	return append(own, len(x.threads))
}

// can reports whether a thread can have the next context of a run.
func (x roundRun) can(t int) bool { return len(x.threads) == 0 || x.threads[len(x.threads)-1] != t }

// extend returns a run with one more context of a thread, whose rounds end in some way.
func (s *runSearch) extend(x roundRun, t int, ending []bdd.Node, goal bool) roundRun {
	own := x.own(t)
	var from, to []bdd.Var
	for q, i := range own {
		from = append(from, pick(s.ends[2*q], s.used)...)
		to = append(to, pick(s.ends[i], s.used)...)
		if !goal || q < len(own)-1 {
			from = append(from, pick(s.ends[2*q+1], s.used)...)
			to = append(to, pick(s.ends[i+1], s.used)...)
		}
	}
	set := s.m.Rename(ending[len(own)-1], s.m.NewRenaming(from, to))
	return roundRun{append(slices.Clone(x.threads), t), s.m.And(x.globals, set)}
}

// goal returns a run to where one wants to get, if there is one in the next context.
func (s *runSearch) goal(last int) (found roundRun, ok bool, err error) {
	for t := range s.b.threads.entries {
		if err := s.endings(t, last, true); err != nil {
			return roundRun{}, false, err
		}
		for _, x := range s.runs {
			if x.can(t) {
				if y := s.extend(x, t, s.ending, true); y.globals != bdd.False {
					return y, s.m.Err() == nil, s.m.Err()
				}
			}
		}
	}
	return roundRun{}, false, s.m.Err()
}

// next finds the runs with one more context, and what follows from them for the
// context after that.
func (s *runSearch) next(last int) error {
	var more []roundRun
	s.kept = nil
	for t := range s.b.threads.entries {
		if err := s.endings(t, last, false); err != nil {
			return err
		}
		for _, x := range s.runs {
			if !x.can(t) {
				continue
			}
			if y := s.extend(x, t, s.ending, false); y.globals != bdd.False {
				more = append(more, y)
				s.kept = append(s.kept, y.globals)
			}
			s.m.SafePoint()
		}
	}
	s.runs, s.kept = more, nil
	for _, x := range s.runs {
		for t := range s.begin {
			if x.can(t) {
				s.want(x, t)
			}
		}
	}
	return s.m.Err()
}

// want notes with what globals a thread that has the next context of a run begins, or
// how it was interrupted.
func (s *runSearch) want(x roundRun, t int) {
	own := x.own(t)
	if len(own) == 1 {
		set := s.project(x, []int{len(x.threads)})
		s.begin[t] = s.m.Or(s.begin[t], set)
		return
	}
	for d := 1; d < len(own) && d <= min(s.memory, s.most); d++ {
		var ends []int
		for q := len(own) - d; q < len(own); q++ {
			ends = append(ends, own[q-1]+1, own[q])
		}
		s.wants[d] = s.m.Or(s.wants[d], s.project(x, ends))
	}
}

// project returns what a run says of some ends, as ends 0, 1, ...
func (s *runSearch) project(x roundRun, ends []int) bdd.Node {
	var gone, from, to []bdd.Var
	for i := range s.ends {
		if j := slices.Index(ends, i); j < 0 {
			gone = append(gone, s.ends[i]...)
		} else {
			from = append(from, pick(s.ends[i], s.used)...)
			to = append(to, pick(s.ends[j], s.used)...)
		}
	}
	return s.m.Rename(s.m.Exists(x.globals, s.m.NewVarSet(gone...)), s.m.NewRenaming(from, to))
}
