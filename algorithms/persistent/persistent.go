// Package persistent finds which threads of a Boolean program suffice for a step: of the orders in which independent
// steps can be taken, one is enough.
//
// # Idea
//
// Two threads that next do something with different variables come to the same configuration in either order. A search
// that follows both orders, for any number of threads, sees all products of where each of them is. It need not: in a
// configuration c, a set of threads is persistent if nothing that the others can do, as long as they alone move, has to
// do with what those of the set do next (Godefroid, "Partial-Order Methods for the Verification of Concurrent Systems",
// LNCS 1032, 1996, chapter 4; Valmari's stubborn sets are the same for transitions). Then it is enough to follow the
// steps of the set from c.
//
// # What threads have to do with each other
//
// An action is a statement or a whole atomic section. Two depend on each other if one reads or writes a variable that
// the other one writes. The creation of threads depends on that of others and on their ends, as their number may be
// bounded.
//
// What a thread can do is what it comes to in the control-flow graph, with the threads that it creates; but not behind
// an action that requires a literal, as m = 0 of a lock, that does not hold in c and that nobody outside of the set
// makes true on the way: it is frozen. So a thread that unlocks m is a persistent set, though all others lock m next:
// they are blocked until it did. The largest set of frozen literals is found from above: those that do not hold,
// without those that are made true if they are frozen, and so on.
//
//	decl m := 1, n := 0;       // the main thread holds m
//	main:  m := 0; ...         // persistent alone: m = 0 is frozen
//	other: assume(!m); m := 1; n := 1; ...
//
// A thread of the set that is blocked only depends on what may let it go on.
//
// # What is kept
//
// The search must put no thread off for ever: that of package algorithms follows all threads where those of the set
// lead only to configurations that it has expanded. Then the assertions that fail and the threads that are blocked for
// ever (AG EF, with the places that they do not leave) are the same as without sets. So are two threads at two labels
// at once, if the pair is given to [New]: a step away from one label depends on those that come to the other one.
// Depths are not kept.
//
// Proof, in short: let σ lead from c to what is looked for. If an action of σ is of the set, the first one of it can be
// taken before all others, which do not depend on it. If none is, steps of the set do not take σ away, and some
// configuration behind them has one of σ in its set, or else it would be put off for ever. So σ becomes shorter.
package persistent

import (
	"cmp"
	"slices"

	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/parser"
)

// A Thread is a thread of a configuration, or several that are alike.
type Thread struct {
	PC    int
	Edges int // on which it may take a step
}

// Sets answers for one program. It holds buffers and remembers what threads can do, so each goroutine needs its own.
type Sets struct {
	program *parser.Program
	nodes   []*parser.Node // where threads may be
	words   int            // of the shared variables
	actions []action       // by location
	asked   *bitset.BitSet // literals that some action requires
	futures futures
	never   map[*parser.Edge]map[value]bool // values with which there is no step

	// Of the question:
	not         *bitset.BitSet // literals of asked that do not hold
	in, chosen  []bool         // by thread
	outside     future         // of all that are not in the set
	ahead       []future       // by thread, of those that are not in the set
	order       []int          // of threads
	edges, most int            // those of the set, and with how many it is no better than the best
}

// New analyses a program in which an atomic section is one step. The pairs are of reachable locations, outside of
// sections, at which it is to be seen that two threads are at once. It returns nil if some statement changes other
// threads, which has to do with all that they do, or if the program has procedures that are called.
func New(p *parser.Program, pairs [][2][]int) *Sets {
	if p.Inlined {
		return nil
	}
	s := &Sets{program: p, words: p.Layout.SharedWords, actions: make([]action, len(p.Nodes)), never: map[*parser.Edge]map[value]bool{}}
	s.asked = s.literals()
	read := bitset.New(uint(s.variables()))
	begin := map[*parser.Node]bool{}
	for _, n := range p.Nodes {
		for _, e := range n.Out {
			switch {
			case !n.Reachable:
			case e.Kind == parser.PassiveEdge || e.Kind == parser.SignalEdge || e.Kind == parser.BroadcastEdge || e.Kind == parser.CallEdge:
				return nil
			case e.Kind == parser.SpawnEdge:
				begin[p.Nodes[e.Child]] = true
			}
		}
	}
	for _, n := range p.Nodes {
		if n.Reachable && (n.Section == nil || begin[n]) {
			s.nodes = append(s.nodes, n)
		}
	}
	for _, n := range s.nodes {
		a := s.action(n)
		s.asked.InPlaceUnion(a.requires)
		read.InPlaceUnion(a.reads)
		a.meets = bitset.New(uint(len(pairs)))
		s.actions[n.PC] = a
	}
	for _, n := range s.nodes {
		a := &s.actions[n.PC]
		a.writes.InPlaceIntersection(read) // nobody cares for others
		a.makes.InPlaceIntersection(s.asked)
	}
	for i, pair := range pairs {
		for _, pc := range slices.Concat(pair[:]...) {
			s.actions[pc].meets.Set(uint(i))
		}
	}
	s.futures = newFutures(s.actions, s.asked)
	s.not = s.literals()
	s.outside = future{bitset.New(uint(s.variables())), bitset.New(uint(s.variables())), s.literals(), bitset.New(uint(len(pairs)))}
	return s
}

// Choose returns which threads of a configuration suffice: of the persistent sets that grow from one thread each, one
// with fewest edges. Among equals the location decides, so that executions that only differ in their order meet again.
// The answer is good until the next one.
func (s *Sets) Choose(shared *bitset.BitSet, threads []Thread) []bool {
	s.holding(shared.Words())
	s.chosen, s.most = s.chosen[:0], 0
	for _, t := range threads {
		s.chosen = append(s.chosen, t.Edges > 0)
		s.most += t.Edges
	}
	s.order = s.order[:0]
	for i := range threads {
		s.order = append(s.order, i)
	}
	slices.SortFunc(s.order, func(i, k int) int {
		return cmp.Or(cmp.Compare(threads[i].Edges, threads[k].Edges), cmp.Compare(threads[i].PC, threads[k].PC))
	})
	for _, i := range s.order {
		t := threads[i]
		if t.Edges == 0 || t.Edges >= s.most {
			continue
		}
		s.in = append(s.in[:0], make([]bool, len(threads))...)
		s.in[i], s.edges = true, t.Edges
		if s.close(threads) {
			s.most = s.edges
			copy(s.chosen, s.in)
		}
	}
	return s.chosen
}

// holding notes which literals do not hold.
func (s *Sets) holding(shared []uint64) {
	asked, not := s.asked.Words(), s.not.Words()
	for i := range s.words {
		not[i] = asked[i] &^ shared[i]
		not[s.words+i] = asked[s.words+i] & shared[i]
	}
}

// close adds threads until the set is persistent. It returns false if it has too many edges.
func (s *Sets) close(threads []Thread) bool {
	for {
		s.leave(threads)
		grown := false
		for i, t := range threads {
			if !s.in[i] || !s.depends(t, &s.outside) {
				continue
			}
			for k, u := range threads {
				if !s.in[k] && s.depends(t, &s.ahead[k]) {
					s.in[k], grown = true, true
					if s.edges += u.Edges; s.edges >= s.most {
						return false
					}
				}
			}
		}
		if !grown {
			return true
		}
	}
}

// leave finds what the threads outside of the set can do as long as they alone move.
func (s *Sets) leave(threads []Thread) {
	s.ahead = append(s.ahead[:0], make([]future, len(threads))...)
	s.not.CopyFull(s.futures.frozen)
	for {
		s.outside.clear()
		for i, t := range threads {
			if !s.in[i] {
				s.ahead[i] = s.futures.from(t.PC)
				s.outside.add(s.ahead[i])
			}
		}
		if !meet(s.futures.frozen, s.outside.makes) {
			return
		}
		s.futures.frozen.InPlaceDifference(s.outside.makes)
	}
}

// depends reports whether what a thread does next has to do with what others can do.
func (s *Sets) depends(t Thread, f *future) bool {
	a := &s.actions[t.PC]
	if t.Edges == 0 {
		return !meet(a.requires, s.futures.frozen) && meet(a.reads, f.writes)
	}
	return meet(a.reads, f.writes) || meet(a.writes, f.writes) || meet(a.writes, f.reads) || meet(a.meets, f.meets)
}

// meet reports whether two sets have a common element.
func meet(a, b *bitset.BitSet) bool { return a.IntersectionCardinality(b) > 0 }
