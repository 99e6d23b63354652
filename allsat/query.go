// This file defines Query, a compiled All-SAT question, and how a formula is
// taken apart into the pieces it is made of.

package allsat

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// A Query asks which assignments of some unknown variables make 1 a possible
// value of a formula, all other variables being given. It may be used by several
// goroutines at once, each with a Scratch of its own.
//
// The val of its methods is a valuation with a word for each variable of the
// formula and each unknown variable; what it says of unknown variables does not
// matter. A nil *Scratch stands for a new one.
//
// Its answers are those of the conjunction of its parts. No two parts share an
// unknown variable, so the models of the whole are the combinations of models of
// the parts.
type Query struct {
	table   *part  // the only part, if that is a table and nothing is free; else nil
	parts   []part // searches first, so that they start least often
	unknown []place
	free    []place // the unknown variables that no part mentions
}

// A place is where a variable lies in a valuation.
type place struct {
	word int
	bit  uint64
}

// A part is a conjunction of conjuncts of the formula that hang together by
// their unknown variables. It is answered in one of three ways. All give exact
// answers; which one is a matter of size.
//
//   - A table, by the values of the known variables, of the set of models, in
//     which bit m is set if assignment m of the unknown ones is a model.
//   - A sweep, which computes that set by evaluating the circuit under all
//     assignments of the unknown variables at once.
//   - A search.
type part struct {
	kind    partKind
	unknown layout
	known   layout // table: what its index is made of
	width   int    // number of unknown variables
	all     uint64 // table and sweep: the set of all assignments of the unknown
	sets    []uint64

	circuit *circuit // sweep: its first inputs are the unknown variables
	roots   []wire
	inputs  []place // sweep: of the known variables

	search *plan
	slot   int // search: the number among the searches of this query
}

type partKind uint8

const (
	partTable partKind = iota
	partSweep
	partSearch
)

// limits says up to which size the parts of a query are tables and sweeps. Tests
// lower them to send small formulas the way of large ones.
type limits struct {
	table int // variables in a table
	sweep int // unknown variables in a table or a sweep, at most 6; -1 to search always
}

// A table of 12 variables takes half a kilobyte. Sweeping is exponential in the
// unknown variables, but the first six of them are free: they fit the bits of a
// word.
func defaultLimits() limits { return limits{table: 12, sweep: 6} }

// Compile compiles the question which assignments of the unknown variables make
// 1 a possible value of f, with all other variables fixed. Variables of unknown
// need not occur in f; repetitions do not matter; there may be none, and then
// the answer has one model or no model.
func Compile(f *Formula, unknown []int) *Query { return compile(f, unknown, defaultLimits()) }

func compile(f *Formula, unknown []int, limit limits) *Query {
	unknown = slices.Clone(unknown)
	slices.Sort(unknown)
	unknown = slices.Compact(unknown)

	b := newBuilder(f.Vars())
	root := b.formula(f.MayBe(true))
	t := newTracer(&b.circuit)

	// A single table if at all possible, including what is free.
	whole := group{roots: []wire{root}, unknown: unknown}
	mentioned := t.support(whole.roots)
	for _, v := range mentioned {
		if !contains(unknown, v) {
			whole.known = append(whole.known, v)
		}
	}
	groups := []group{whole}
	var free []int
	if !whole.fits(limit) {
		groups = combine(split(t, root, unknown), limit)
		for _, v := range unknown {
			if !contains(mentioned, v) {
				free = append(free, v)
			}
		}
	}

	q := &Query{unknown: places(unknown), free: places(free)}
	for _, g := range groups {
		q.parts = append(q.parts, newPart(t, g, limit))
	}
	slices.SortStableFunc(q.parts, func(x, y part) int { return cmp.Compare(y.kind, x.kind) })
	for i := range q.parts {
		q.parts[i].slot = i
	}
	if len(q.parts) == 1 && q.parts[0].kind == partTable && len(free) == 0 {
		q.table = &q.parts[0]
	}
	return q
}

// A group is a set of conjuncts, not yet a part. Variables are in increasing
// order.
type group struct {
	roots          []wire
	unknown, known []int
}

// fits reports whether the group fits in a table.
func (g group) fits(l limits) bool {
	return len(g.unknown) <= l.sweep && len(g.unknown)+len(g.known) <= l.table
}

// merge returns the conjunction of groups.
func merge(groups ...group) group {
	var m group
	for _, g := range groups {
		m.roots = append(m.roots, g.roots...)
		m.unknown = append(m.unknown, g.unknown...)
		m.known = append(m.known, g.known...)
	}
	for _, vars := range []*[]int{&m.unknown, &m.known} {
		slices.Sort(*vars)
		*vars = slices.Compact(*vars)
	}
	return m
}

// split takes the conjunction root apart into groups that share no unknown
// variable. Conjuncts without unknown variables form a group of their own.
func split(t *tracer, root wire, unknown []int) []group {
	var single []group // one for each conjunct
	var parent []int   // union-find over them
	find := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	const guard = -1           // stands in for the unknown variable where there is none
	owner := make(map[int]int) // a conjunct that mentions the variable
	for i, r := range conjuncts(t.circuit, root) {
		g := group{roots: []wire{r}}
		for _, v := range t.support(g.roots) {
			if contains(unknown, v) {
				g.unknown = append(g.unknown, v)
			} else {
				g.known = append(g.known, v)
			}
		}
		single = append(single, g)
		parent = append(parent, i)
		links := g.unknown
		if len(links) == 0 {
			links = []int{guard}
		}
		for _, v := range links {
			if o, ok := owner[v]; ok {
				parent[find(o)] = find(i)
			}
			owner[v] = i
		}
	}
	members := make([][]group, len(single))
	for i, g := range single {
		top := find(i)
		members[top] = append(members[top], g)
	}
	var groups []group
	for _, m := range members {
		if len(m) > 0 {
			groups = append(groups, merge(m...))
		}
	}
	return groups
}

// conjuncts returns wires that are all 1 if and only if root is.
func conjuncts(c *circuit, root wire) []wire {
	var out []wire
	seen := make(map[wire]bool)
	stack := []wire{root}
	for len(stack) > 0 {
		w := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[w] || w == wireTrue {
			continue
		}
		seen[w] = true
		if g := c.gateAt(w.node()); g != nil && w&1 == 0 && g.kind == gateAnd {
			stack = append(stack, g.b, g.a)
			continue
		}
		out = append(out, w)
	}
	return out
}

// combine merges neighbouring groups as long as the result fits in a table.
func combine(groups []group, l limits) []group {
	var out []group
	for _, g := range groups {
		if n := len(out); n > 0 && g.fits(l) && out[n-1].fits(l) {
			if both := merge(out[n-1], g); both.fits(l) {
				out[n-1] = both
				continue
			}
		}
		out = append(out, g)
	}
	return out
}

func newPart(t *tracer, g group, limit limits) part {
	vars := slices.Concat(g.unknown, g.known)
	small, roots := t.extract(g.roots, vars)
	n := len(g.unknown)
	p := part{width: n}
	switch {
	case n > limit.sweep:
		p.kind = partSearch
		p.search = newPlan(small, roots, n)
		return p
	case g.fits(limit):
		p.kind = partTable
		p.known = newLayout(g.known)
		p.sets = small.truthTable(roots)
	default:
		p.kind = partSweep
		p.circuit, p.roots = small, roots
		p.inputs = places(g.known)
	}
	p.unknown = newLayout(g.unknown)
	p.all = ^uint64(0) >> (64 - 1<<n)
	return p
}

// models returns the set of models of a table or sweep.
func (p *part) models(val []uint64, s *Scratch) uint64 {
	if p.kind == partTable {
		return p.lookup(val)
	}
	x := s.sweepWords(p.circuit.nodes())
	for i := range p.width {
		x[1+i] = counting(i)
	}
	for i, in := range p.inputs {
		x[1+p.width+i] = 0
		if val[in.word]&in.bit != 0 {
			x[1+p.width+i] = ^uint64(0)
		}
	}
	p.circuit.sweep(x)
	return conjunction(x, p.roots) & p.all
}

// lookup returns the set of models of a table. A set has a power of two of bits,
// so that it does not straddle words.
func (p *part) lookup(val []uint64) uint64 {
	i := p.known.gather(val) << (p.width & 7)
	return p.sets[i/64] >> (i % 64) & p.all
}

// String describes how the query is answered.
func (q *Query) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d unknown", len(q.unknown))
	if len(q.free) > 0 {
		fmt.Fprintf(&b, ", %d free", len(q.free))
	}
	for i := range q.parts {
		p := &q.parts[i]
		switch p.kind {
		case partTable:
			known := 0
			for _, r := range p.known {
				known += bits.OnesCount64(r.mask)
			}
			fmt.Fprintf(&b, "; table of %d by %d known", p.width, known)
		case partSweep:
			fmt.Fprintf(&b, "; sweep of %d, %d known, %d gates", p.width, len(p.inputs), len(p.circuit.gates))
		case partSearch:
			fmt.Fprintf(&b, "; search of %d, %d known, %d gates", p.width, len(p.search.known), len(p.search.circuit.gates))
		}
	}
	return b.String()
}

func places(vars []int) []place {
	out := make([]place, len(vars))
	for i, v := range vars {
		out[i] = place{v / 64, 1 << (v % 64)}
	}
	return out
}

// contains reports whether the increasing list has v.
func contains(list []int, v int) bool {
	_, ok := slices.BinarySearch(list, v)
	return ok
}
