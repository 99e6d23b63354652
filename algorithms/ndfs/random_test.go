// This file defines tests of the search against two oracles, on random graphs.

package ndfs_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/ndfs"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/parser/ltl"
)

// A graph is given by tables.
type graph struct {
	first []uint32
	next  [][]ndfs.Transition
	bits  []uint // values of atoms, by state
	sets  int
}

func (g *graph) AppendInitial(dst []uint32) []uint32 { return append(dst, g.first...) }
func (g *graph) AppendSuccessors(dst []ndfs.Transition, s uint32) []ndfs.Transition {
	return append(dst, g.next[s]...)
}
func (g *graph) Value(atom int, s uint32) bool { return g.bits[s]>>atom&1 != 0 }
func (g *graph) FairSets() int                 { return g.sets }
func (g *graph) GoesOn() bool                  { return false }

const atoms = 2

func randomGraph(r *rand.Rand) *graph {
	n := 1 + r.IntN(5)
	g := &graph{sets: max(0, r.IntN(5)-2)}
	for range 1 + r.IntN(2) {
		g.first = append(g.first, uint32(r.IntN(n)))
	}
	for range n {
		var list []ndfs.Transition
		for m := range 1 + r.IntN(3) {
			list = append(list, ndfs.Transition{To: uint32(r.IntN(n)), Fair: r.Uint64() & (1<<g.sets - 1), Move: uint32(m)})
		}
		g.next = append(g.next, list)
		g.bits = append(g.bits, uint(r.IntN(1<<atoms)))
	}
	return g
}

func randomFormula(r *rand.Rand, depth int) *ltl.Formula {
	if depth == 0 || r.IntN(8) == 0 {
		return ltl.Atom(r.IntN(atoms))
	}
	one := []func(*ltl.Formula) *ltl.Formula{ltl.Not, ltl.Next, ltl.Finally, ltl.Globally, ltl.Yesterday, ltl.WeakYesterday, ltl.Once, ltl.Historically}
	two := []func(f, g *ltl.Formula) *ltl.Formula{ltl.And, ltl.Or, ltl.Until, ltl.Release, ltl.Since, ltl.Triggered, ltl.Implies, ltl.Xor}
	i := r.IntN(len(one) + len(two))
	if i < len(one) {
		return one[i](randomFormula(r, depth-1))
	}
	return two[i-len(one)](randomFormula(r, depth-1), randomFormula(r, depth-1))
}

// TestRandom compares verdicts with those of a tableau of all subsets of the formula's
// parts, and has each counterexample judged.
func TestRandom(t *testing.T) {
	n := campaign.Size(t, 600, 50000)
	r := rand.New(rand.NewPCG(5, 6))
	unsafe, tried := 0, 0
	for i := 0; tried < n; i++ {
		g, f := randomGraph(r), randomFormula(r, 1+i%4)
		holds, ok := tableau(g, f)
		if !ok {
			continue // too many parts
		}
		tried++
		answer := ndfs.Run(g, f, algorithms.NewMeter(context.Background(), 0, nil), nil)
		if (answer.Verdict == algorithms.Safe) != holds || answer.Verdict == algorithms.Unknown {
			t.Fatalf("case %d: %v, want %t: %s on %+v", i, answer, holds, f, *g)
		}
		if answer.Path != nil {
			unsafe++
			if err := refutes(g, f, answer.Path); err != nil {
				t.Fatalf("case %d: %v: %s on %+v: %+v", i, err, f, *g, answer.Path)
			}
		}
		if holds {
			lassos(g, 5, func(p *ndfs.Path) {
				if refutes(g, f, p) == nil {
					t.Fatalf("case %d: %s is said to hold on %+v, but does not on %+v", i, f, *g, p)
				}
			})
		}
	}
	if unsafe < n/5 || unsafe > 4*n/5 {
		t.Errorf("%d of %d formulas have counterexamples: too one-sided", unsafe, n)
	}
}

// TestShort has a search in depth meet a long run first.
func TestShort(t *testing.T) {
	const n = 100
	g := &graph{first: []uint32{0}, bits: make([]uint, n+2), sets: 2}
	for i := range uint32(n) {
		g.next = append(g.next, []ndfs.Transition{{To: i + 1}})
	}
	g.next[0] = append(g.next[0], ndfs.Transition{To: n + 1, Move: 1})
	g.next = append(g.next, []ndfs.Transition{{To: n, Fair: 3}}, []ndfs.Transition{{To: n + 1, Fair: 1}, {To: 0, Fair: 2, Move: 1}})
	f := ltl.Finally(ltl.Atom(0))
	a := ndfs.Run(g, f, algorithms.NewMeter(context.Background(), 0, nil), nil)
	if a.Path == nil || len(a.Path.States) != 3 || refutes(g, f, a.Path) != nil {
		t.Errorf("%+v, want a run in three states", a.Path)
	}
	if a.Stats.States <= n {
		t.Errorf("the search has met %d states, and not the long run", a.Stats.States)
	}
}

// refutes checks that p is a fair run of g on which f does not hold.
func refutes(g *graph, f *ltl.Formula, p *ndfs.Path) error {
	fair := uint64(0)
	for i, s := range p.States {
		to := p.Loop
		if i+1 < len(p.States) {
			to = i + 1
		}
		if int(p.Moves[i]) >= len(g.next[s]) || g.next[s][p.Moves[i]].To != p.States[to] {
			return fmt.Errorf("no transition leaves position %d like this", i)
		}
		if i >= p.Loop {
			fair |= g.next[s][p.Moves[i]].Fair
		}
	}
	if fair != 1<<g.sets-1 {
		return fmt.Errorf("the run is not fair")
	}
	if ltl.Holds(f, word(g, p)) {
		return fmt.Errorf("the formula holds")
	}
	return nil
}

func word(g ndfs.Graph, p *ndfs.Path) ltl.Word {
	return ltl.Word{Length: len(p.States), Loop: p.Loop, Value: func(atom, i int) bool { return g.Value(atom, p.States[i]) }}
}

// lassos yields all lassos of g up to a length.
func lassos(g *graph, length int, yield func(*ndfs.Path)) {
	p := &ndfs.Path{}
	var extend func(s uint32)
	extend = func(s uint32) {
		p.States = append(p.States, s)
		for m, t := range g.next[s] {
			p.Moves = append(p.Moves, uint32(m))
			for i, u := range p.States {
				if u == t.To {
					p.Loop = i
					yield(p)
				}
			}
			if len(p.States) < length {
				extend(t.To)
			}
			p.Moves = p.Moves[:len(p.Moves)-1]
		}
		p.States = p.States[:len(p.States)-1]
	}
	for _, s := range g.first {
		extend(s)
	}
}

// tableau reports whether f holds on all fair runs of g: whether no fair path of the graph
// of all pairs of a state and a set of parts begins with a set that lacks f (Lichtenstein and Pnueli,
// "Checking That Finite State Concurrent Programs Satisfy Their Linear Specification", POPL
// 1985). It says nothing if there are too many parts.
func tableau(g *graph, f *ltl.Formula) (holds, ok bool) {
	parts := ltl.Subformulas(f)
	index := map[*ltl.Formula]int{}
	var temporal []int
	for i, p := range parts {
		index[p] = i
		if p.Op.Temporal() {
			temporal = append(temporal, i)
		}
	}
	if len(temporal) > 6 {
		return false, false
	}
	type node struct {
		state uint32
		set   uint64 // parts that hold
	}
	has := func(n node, p *ltl.Formula) bool { return n.set>>index[p]&1 != 0 }
	var nodes []node
	for s := range g.next {
		for guess := range 1 << len(temporal) {
			n := node{state: uint32(s)}
			k := 0
			for i, p := range parts {
				v := false
				switch {
				case p.Op == ltl.OpTrue:
					v = true
				case p.Op == ltl.OpAtom:
					v = g.Value(p.Atom, n.state)
				case p.Op == ltl.OpNot:
					v = !has(n, p.Left)
				case p.Op == ltl.OpAnd:
					v = has(n, p.Left) && has(n, p.Right)
				case p.Op == ltl.OpOr:
					v = has(n, p.Left) || has(n, p.Right)
				default:
					v = guess>>k&1 != 0
					k++
				}
				if v {
					n.set |= 1 << i
				}
			}
			nodes = append(nodes, n)
		}
	}
	// first says whether a set can be that of a first position, step whether of two in a row.
	first := func(n node) bool {
		for _, i := range temporal {
			p, want := parts[i], false
			switch p.Op {
			case ltl.OpYesterday:
			case ltl.OpWeakYesterday:
				want = true
			case ltl.OpOnce, ltl.OpHistorically:
				want = has(n, p.Left)
			case ltl.OpSince, ltl.OpTriggered:
				want = has(n, p.Right)
			default:
				continue
			}
			if has(n, p) != want {
				return false
			}
		}
		return true
	}
	step := func(a, b node) bool {
		for _, i := range temporal {
			p, want, at := parts[i], false, a
			l, k := has(a, p.Left), p.Right != nil && has(a, p.Right)
			then := has(b, p)
			if p.Op.Past() {
				at, l, k, then = b, has(b, p.Left), p.Right != nil && has(b, p.Right), has(a, p)
			}
			switch p.Op {
			case ltl.OpNext:
				want = has(b, p.Left)
			case ltl.OpYesterday, ltl.OpWeakYesterday:
				want = has(a, p.Left)
			case ltl.OpFinally, ltl.OpOnce:
				want = l || then
			case ltl.OpGlobally, ltl.OpHistorically:
				want = l && then
			case ltl.OpUntil, ltl.OpSince:
				want = k || l && then
			case ltl.OpRelease, ltl.OpTriggered:
				want = k && (l || then)
			}
			if has(at, p) != want {
				return false
			}
		}
		return true
	}
	type link struct {
		to   int
		fair uint64
	}
	links := make([][]link, len(nodes))
	for i, a := range nodes {
		for j, b := range nodes {
			for _, t := range g.next[a.state] {
				if t.To == b.state && step(a, b) {
					links[i] = append(links[i], link{j, t.Fair})
				}
			}
		}
	}
	reach := func(from []int, inside func(int) bool) map[int]bool {
		seen := map[int]bool{}
		for len(from) > 0 {
			n := from[len(from)-1]
			from = from[:len(from)-1]
			for _, l := range links[n] {
				if !seen[l.to] && inside(l.to) {
					seen[l.to] = true
					from = append(from, l.to)
				}
			}
		}
		return seen
	}
	all := func(int) bool { return true }
	var begin []int
	for i, n := range nodes {
		for _, s := range g.first {
			if s == n.state && first(n) && n.set>>(len(parts)-1)&1 == 0 {
				begin = append(begin, i)
			}
		}
	}
	reached := reach(begin, all)
	// An accepting cycle goes through some node n, within what n reaches and is reached from.
	done := map[int]bool{}
	for n := range nodes {
		if !reached[n] || done[n] {
			continue
		}
		from := reach([]int{n}, all)
		component := map[int]bool{}
		for m := range from {
			if reach([]int{m}, all)[n] {
				component[m], done[m] = true, true
			}
		}
		if !component[n] {
			continue
		}
		fair, shown := uint64(0), map[int]bool{}
		for m := range component {
			for _, l := range links[m] {
				if component[l.to] {
					fair |= l.fair
				}
			}
			for _, i := range temporal {
				switch p := parts[i]; p.Op {
				case ltl.OpFinally:
					shown[i] = shown[i] || !has(nodes[m], p) || has(nodes[m], p.Left)
				case ltl.OpUntil:
					shown[i] = shown[i] || !has(nodes[m], p) || has(nodes[m], p.Right)
				case ltl.OpGlobally:
					shown[i] = shown[i] || has(nodes[m], p) || !has(nodes[m], p.Left)
				case ltl.OpRelease:
					shown[i] = shown[i] || has(nodes[m], p) || !has(nodes[m], p.Right)
				default:
					shown[i] = true
				}
			}
		}
		accepting := fair == 1<<g.sets-1
		for _, i := range temporal {
			accepting = accepting && shown[i]
		}
		if accepting {
			return false, true
		}
	}
	return true, true
}
