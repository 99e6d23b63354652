// This file defines the test of random sequences of operations against truth
// tables, with a collection at each safe point.

package bdd

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
)

// A word is the truth table of a function of six variables.
type word = uint64

var columns = [6]word{
	0xAAAAAAAAAAAAAAAA, 0xCCCCCCCCCCCCCCCC, 0xF0F0F0F0F0F0F0F0,
	0xFF00FF00FF00FF00, 0xFFFF0000FFFF0000, 0xFFFFFFFF00000000,
}

// A machine has registers that hold the same functions twice, as diagrams and as
// truth tables.
type machine struct {
	*Manager
	rand  *rand.Rand
	vars  []Var
	full  VarSet
	nodes []Node
	words []word
	last  string // operation
}

// newMachine makes a machine; the first two variables are a group.
func newMachine(seed uint64) *machine {
	x := &machine{Manager: New(Options{}), rand: rand.New(rand.NewPCG(seed, 1))}
	x.vars = slices.Concat(x.NewGroup(2), x.NewVars(4))
	x.full = x.NewVarSet(x.vars...)
	for i := range 8 {
		x.nodes, x.words = append(x.nodes, x.Var(Var(i%6))), append(x.words, columns[i%6])
	}
	return x
}

// table reads the truth table off a diagram.
func (m *Manager) table6(f edge) word {
	if f.constant() {
		return word(f&1) - 1
	}
	n := m.nodes[f>>1]
	c := columns[m.order.varAt(n.level)]
	r := c&m.table6(n.hi) | ^c&m.table6(n.lo)
	if f.sign() != 0 {
		return ^r
	}
	return r
}

func existsWord(f word, vars []Var) word {
	for _, v := range vars {
		hi, lo := f&columns[v], f&^columns[v]
		f = hi | hi>>(1<<v) | lo | lo<<(1<<v)
	}
	return f
}

// substitutedWord returns f with gs in the places of the variables.
func substitutedWord(f word, gs [6]word) word {
	var r word
	for i := range 64 {
		j := 0
		for v := range gs {
			j |= int(gs[v]>>i&1) << v
		}
		r |= f >> j & 1 << i
	}
	return r
}

func (x *machine) subset() []Var {
	var vars []Var
	for code, v := x.rand.IntN(64), 0; v < 6; v++ {
		if code>>v&1 != 0 {
			vars = append(vars, Var(v))
		}
	}
	return vars
}

// renaming returns a renaming of some of the variables and what it substitutes.
func (x *machine) renaming() (Renaming, [6]word) {
	from := x.subset()
	var to []Var
	if perm := x.rand.Perm(6); x.rand.IntN(2) == 0 {
		for i := range from {
			to = append(to, Var(perm[i]))
		}
	} else {
		to = slices.Clone(from)
		x.rand.Shuffle(len(to), func(i, j int) { to[i], to[j] = to[j], to[i] })
	}
	gs := columns
	for i, v := range from {
		gs[v] = columns[to[i]]
	}
	return x.NewRenaming(from, to), gs
}

// build makes the diagram of a truth table.
func (m *Manager) build(f word, level uint32) edge {
	if f == 0 || ^f == 0 {
		return one + edge(^f&1)
	}
	v := m.order.varAt(level)
	hi, lo := f&columns[v], f&^columns[v]
	return m.mk(level, m.build(lo|lo<<(1<<v), level+1), m.build(hi|hi>>(1<<v), level+1))
}

// next does a step. Random operations soon lead to small functions, most of which
// it replaces by random ones.
func (x *machine) next() (Node, word) {
	n, w := x.step()
	if n != Invalid && x.Size(n) < 5 && x.rand.IntN(5) != 0 && x.table6(x.in(n)) == w {
		w = x.rand.Uint64()
		if x.rand.IntN(2) == 0 {
			w &= x.rand.Uint64() & x.rand.Uint64()
		}
		n = x.out(x.Manager.build(w, 0))
	}
	return n, w
}

// step does a random operation on random registers and returns the result twice.
func (x *machine) step() (Node, word) {
	i, j, k := x.rand.IntN(8), x.rand.IntN(8), x.rand.IntN(8)
	f, g, h := x.nodes[i], x.nodes[j], x.nodes[k]
	a, b, c := x.words[i], x.words[j], x.words[k]
	vars, v := x.subset(), Var(x.rand.IntN(6))
	set := x.NewVarSet(vars...)
	type result struct {
		name string
		node Node
		word word
	}
	var r result
	switch x.rand.IntN(20) {
	case 0:
		r = result{"and", x.And(f, g), a & b}
	case 1:
		r = result{"or", x.Or(f, g), a | b}
	case 2, 3:
		r = result{"xor", x.Xor(f, g), a ^ b}
	case 4:
		r = result{"not", x.Not(f), ^a}
	case 5:
		r = result{"ite", x.Ite(f, g, h), a&b | ^a&c}
	case 6:
		r = result{"diff", x.Diff(f, g), a &^ b}
	case 7:
		r = result{"exists", x.Exists(f, set), existsWord(a, vars)}
	case 8:
		r = result{"forall", x.Forall(f, set), ^existsWord(^a, vars)}
	case 9:
		r = result{"andExists", x.AndExists(f, g, set), existsWord(a&b, vars)}
	case 10:
		re, gs := x.renaming()
		r = result{"rename", x.Rename(f, re), substitutedWord(a, gs)}
	case 11, 12:
		re, gs := x.renaming()
		r = result{"image", x.Image(f, g, set, re), substitutedWord(existsWord(a&b, vars), gs)}
	case 13:
		gs := columns
		gs[v] = b
		r = result{"compose", x.Compose(f, v, g), substitutedWord(a, gs)}
	case 14:
		gs := columns
		var fs []Node
		for _, v := range vars {
			l := x.rand.IntN(8)
			gs[v] = x.words[l]
			fs = append(fs, x.nodes[l])
		}
		r = result{"substitute", x.Substitute(f, vars, fs), substitutedWord(a, gs)}
	case 15:
		r = result{"constrain", x.And(x.Constrain(f, g), g), a & b}
	case 16:
		r = result{"restrict", x.And(x.Restrict(f, g), g), a & b}
	case 17:
		c := x.table6(x.in(x.PickNode(f, x.full)))
		if some := x.PickNode(f, set); x.Disjoint(some, f) != (a == 0) {
			r.name = "pick some"
			break
		}
		if c&^a != 0 || (a == 0) != (c == 0) || c&(c-1) != 0 {
			r.name = "pick"
			break
		}
		r = result{"pick", x.And(f, g), a & b}
	case 18:
		r = result{"equiv", x.Equiv(f, g), ^(a ^ b)}
	case 19:
		p := x.words[k]
		r = result{"var", x.Xor(x.Lit(v, p&1 != 0), f), a ^ columns[v] ^ (p&1 - 1)}
	}
	if x.Leq(f, g) != (a&^b == 0) || x.Disjoint(f, g) != (a&b == 0) {
		r.name = "leq"
		r.node = Invalid
	}
	x.last = r.name
	return r.node, r.word
}

// check compares the registers.
func (x *machine) check() error {
	for i, n := range x.nodes {
		if n == Invalid {
			return fmt.Errorf("%s: invalid: %v", x.last, x.Err())
		}
		if got := x.table6(x.in(n)); got != x.words[i] {
			return fmt.Errorf("%s: register %d has %016x, want %016x", x.last, i, got, x.words[i])
		}
		for j, o := range x.nodes {
			if (n == o) != (x.words[i] == x.words[j]) {
				return fmt.Errorf("%s: registers %d and %d: equality is wrong", x.last, i, j)
			}
		}
	}
	return nil
}

// thorough checks one register by all that reads functions, and the whole table.
func (x *machine) thorough() error {
	i := x.rand.IntN(8)
	f, a := x.nodes[i], x.words[i]
	if n := x.Count(f, x.full); n.Int64() != int64(bits.OnesCount64(a)) {
		return fmt.Errorf("count of %016x: %v", a, n)
	}
	paths, cover, points := False, False, 0
	for c := range x.AllSat(f) {
		n := x.Cube(c)
		if !x.Disjoint(n, paths) {
			return fmt.Errorf("paths of %016x overlap", a)
		}
		paths = x.Or(paths, n)
	}
	for c := range x.ISOP(f) {
		cover = x.Or(cover, x.Cube(c))
	}
	for c := range x.Valuations(f, x.full) {
		if len(c) != 6 || !x.Leq(x.Cube(c), f) {
			return fmt.Errorf("valuations of %016x: %v", a, c)
		}
		points++
	}
	if paths != f || cover != f || points != bits.OnesCount64(a) {
		return fmt.Errorf("cubes of %016x: %d %d %d", a, paths, cover, points)
	}
	perm := x.rand.Perm(6)
	other := New(Options{})
	other.NewVars(6)
	moved := other.TransferAll(x.Manager, x.nodes, func(v Var) Var { return Var(perm[v]) })
	back := x.TransferAll(other, moved, func(v Var) Var { return Var(slices.Index(perm, int(v))) })
	if !slices.Equal(back, x.nodes) {
		return fmt.Errorf("transfer by %v: %v %v", perm, back, x.nodes)
	}
	return x.Manager.check()
}

// check looks for what must not be in the table: nodes that occur twice, are not
// reduced, or are out of order; and for groups that are apart.
func (m *Manager) check() error {
	seen := make(map[[3]uint32]bool)
	for level, v := range m.order.vars {
		if m.order.levels[v] != uint32(level) || m.order.inner[v] && m.order.vars[level-1] != v-1 {
			return fmt.Errorf("the order is wrong: %v", m.order)
		}
	}
	used := 0
	for i := 2; i < len(m.nodes); i++ {
		n := m.nodes[i]
		if n.level == freeLevel {
			continue
		}
		used++
		key := [3]uint32{n.level, uint32(n.lo), uint32(n.hi)}
		if seen[key] || n.lo == n.hi || n.hi&1 != 0 || n.level >= m.level(n.lo) || n.level >= m.level(n.hi) {
			return fmt.Errorf("node %d is wrong: %+v", i, n)
		}
		seen[key] = true
	}
	if used != m.used {
		return fmt.Errorf("%d nodes, counted as %d", used, m.used)
	}
	return nil
}

func TestRandomSequences(t *testing.T) {
	n := campaign.Size(t, 2500, 10_000)
	var x *machine
	for s := range n {
		if s%200 == 0 {
			x = newMachine(uint64(s))
		}
		for range 4 + x.rand.IntN(12) {
			i := x.rand.IntN(8)
			x.nodes[i], x.words[i] = x.next()
			if err := x.check(); err != nil {
				t.Fatalf("sequence %d: %v", s, err)
			}
			switch x.rand.IntN(6) {
			case 0, 1:
				if !x.Collect(x.nodes...) {
					t.Fatalf("sequence %d: nothing collected", s)
				}
			case 2:
				x.Collect(x.nodes...)
				x.mix(x.rand, x.nodes...)
			}
		}
		if s%20 == 0 {
			if err := x.thorough(); err != nil {
				t.Fatalf("sequence %d: %v", s, err)
			}
		}
	}
}

// A cached result must go when an operand dies, even if it is the third one: its
// place is taken by another function.
func TestCollectionForgetsDeadOperands(t *testing.T) {
	x := newMachine(1)
	random := func() (Node, word) {
		w := x.rand.Uint64()
		return x.out(x.Manager.build(w, 0)), w
	}
	for range 200 {
		f, a := random()
		g, b := random()
		h, _ := random()
		r := x.Ite(f, g, h)
		x.Collect(f, g, r)
		for range 5 {
			h, c := random()
			if got := x.table6(x.in(x.Ite(f, g, h))); got != a&b|^a&c {
				t.Fatalf("if %016x then %016x else %016x: %016x", a, b, c, got)
			}
		}
	}
}
