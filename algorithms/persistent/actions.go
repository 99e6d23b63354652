// This file defines what actions have to do with the variables that threads share.

package persistent

import (
	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/allsat"
	"github.com/ijit/ijit/parser"
)

// An action is what a thread does next at a location: a statement, or an atomic section.
//
// The variables are the shared ones of the program, as its layout numbers them, and one that stands for the number of
// threads. A literal is v for v being 1, or negated(v) for v being 0.
type action struct {
	reads, writes *bitset.BitSet // variables
	requires      *bitset.BitSet // literals, without each of which it has no step
	makes         *bitset.BitSet // literals that may hold behind it, of variables that it writes
	meets         *bitset.BitSet // pairs of which one location is this one
	next          []int          // locations where the thread goes on, and where one that it creates begins
}

// shared reports whether a variable of a formula is shared, and from before the step.
func (s *Sets) shared(v int) bool { return v < 64*s.words }

func (s *Sets) variables() int { return 64*s.words + 1 }

// threads is the variable that stands for their number.
func (s *Sets) threads() uint { return uint(64 * s.words) }

// negated returns the literal that v is 0.
func (s *Sets) negated(v int) uint { return uint(64*s.words + v) }

// literals returns an empty set of them.
func (s *Sets) literals() *bitset.BitSet { return bitset.New(uint(2 * 64 * s.words)) }

// action returns that at n.
func (s *Sets) action(n *parser.Node) action {
	a := action{reads: bitset.New(uint(s.variables())), writes: bitset.New(uint(s.variables())), makes: s.literals()}
	locations := s.locations(n)
	written := s.written(locations)
	for i, n := range locations {
		for _, e := range n.Out {
			for _, v := range e.Relation.Vars() {
				if s.shared(v) && !written[i].Test(uint(v)) {
					a.reads.Set(uint(v))
				}
			}
			for _, v := range e.Assigned {
				if s.shared(v) {
					a.writes.Set(uint(v))
					s.make(a.makes, e, v)
				}
			}
			switch e.Kind {
			case parser.SpawnEdge:
				a.next = append(a.next, e.Child)
				a.reads.Set(s.threads())
				a.writes.Set(s.threads())
			case parser.EndEdge:
				a.reads.Set(s.threads()) // depends on creations, but not on other ends
			}
			if e.To >= 0 && !s.inside(e.To) {
				a.next = append(a.next, e.To)
			}
		}
	}
	a.requires = s.required(locations)
	return a
}

// inside reports whether a location is inside of an atomic section.
func (s *Sets) inside(pc int) bool { return pc >= 0 && s.program.Nodes[pc].Section != nil }

// locations returns those of the action at n: itself, and those inside of a section that begins there.
func (s *Sets) locations(n *parser.Node) []*parser.Node {
	list, known := []*parser.Node{n}, map[int]bool{n.PC: true}
	for i := 0; i < len(list); i++ {
		for _, e := range list[i].Out {
			if s.inside(e.To) && !known[e.To] {
				known[e.To] = true
				list = append(list, s.program.Nodes[e.To])
			}
		}
	}
	return list
}

// written returns by location of an action the variables that it has written on all ways there: what it reads of them
// does not come from others.
func (s *Sets) written(locations []*parser.Node) []*bitset.BitSet {
	at, index := make([]*bitset.BitSet, len(locations)), map[int]int{}
	for i, n := range locations {
		index[n.PC] = i
	}
	at[0] = bitset.New(uint(s.variables()))
	for changed := true; changed; {
		changed = false
		for i, n := range locations { // each one is behind another one that comes before it
			for _, e := range n.Out {
				if !s.inside(e.To) {
					continue
				}
				behind := at[i].Clone()
				for _, v := range e.Assigned {
					if s.shared(v) {
						behind.Set(uint(v))
					}
				}
				to := &at[index[e.To]]
				switch {
				case *to == nil:
					*to, changed = behind, true
				case !behind.IsSuperSet(*to):
					(*to).InPlaceIntersection(behind)
					changed = true
				}
			}
		}
	}
	return at
}

// required returns the literals that hold before an action on all ways through it.
func (s *Sets) required(locations []*parser.Node) *bitset.BitSet {
	need := map[int]*bitset.BitSet{} // by location; nil is all literals
	for changed := true; changed; {
		changed = false
		for i := len(locations) - 1; i >= 0; i-- {
			n := locations[i]
			var all *bitset.BitSet
			for _, e := range n.Out {
				way := s.literals()
				if s.inside(e.To) {
					if need[e.To] == nil {
						continue
					}
					way.InPlaceUnion(need[e.To])
					for _, v := range e.Assigned {
						if s.shared(v) {
							way.Clear(uint(v))
							way.Clear(s.negated(v))
						}
					}
				}
				for _, v := range e.Relation.Vars() {
					if s.shared(v) {
						way.SetTo(uint(v), way.Test(uint(v)) || !s.may(e, v, false))
						way.SetTo(s.negated(v), way.Test(s.negated(v)) || !s.may(e, v, true))
					}
				}
				if all == nil {
					all = way
				} else {
					all.InPlaceIntersection(way)
				}
			}
			if all != nil && (need[n.PC] == nil || !all.IsSuperSet(need[n.PC])) {
				need[n.PC], changed = all, true
			}
		}
	}
	if first := need[locations[0].PC]; first != nil {
		return first
	}
	return s.literals() // there is no way through it
}

// make adds the literals of v that may hold behind a step that assigns to it.
func (s *Sets) make(literals *bitset.BitSet, e *parser.Edge, v int) {
	next := s.program.Layout.Next(v)
	if s.may(e, next, true) {
		literals.Set(uint(v))
	}
	if s.may(e, next, false) {
		literals.Set(s.negated(v))
	}
}

// A value is one that a variable has.
type value struct {
	v   int
	one bool
}

// may reports whether a step may be taken where a variable has a value.
func (s *Sets) may(e *parser.Edge, v int, one bool) bool {
	never, known := s.never[e]
	if !known {
		never = excluded(e)
		s.never[e] = never
	}
	return !never[value{v, one}]
}

// excluded returns the values with which a step cannot be taken: those with which one of its conjuncts is false,
// whatever the other variables are. Of a long conjunction each variable occurs in few.
func excluded(e *parser.Edge) map[value]bool {
	never := map[value]bool{}
	for _, f := range e.Relation.Conjuncts() {
		for _, v := range f.Vars() {
			for _, x := range []value{{v, false}, {v, true}} {
				may := f.Eval(func(w int) allsat.Value {
					if w == v {
						return allsat.ValueOf(x.one)
					}
					return allsat.Both
				}).May(true)
				if !may {
					never[x] = true
				}
			}
		}
	}
	return never
}
