// This file defines the families of instances that the kernel is measured on. The
// same work is done by testdata/compare/buddy.c.

package bdd_test

import (
	"math/big"

	"github.com/ijit/ijit/bdd"
)

// An instance does its work in a manager and returns a number to check it by.
type instance struct {
	family string
	n      int
	run    func(m *bdd.Manager, n int) *big.Int
	want   string
}

var instances = []instance{
	{"queens", 10, queens, "724"},
	{"queens", 11, queens, "2680"},
	{"milner", 100, milner, "253530120045645880299340641075200"},
	{"philosophers", 32, philosophers, "1853020188851840"},
	{"random", 36, random, "577356"},
	{"level", 800, level, "6400"},
}

// queens counts the ways to put n queens on a board, as BuDDy's example does: one
// variable for each square, one constraint for each square and each row.
func queens(m *bdd.Manager, n int) *big.Int {
	vars := m.NewVars(n * n)
	at := func(i, j int) bdd.Node { return m.Var(vars[i*n+j]) }
	queen := bdd.True
	for i := range n {
		row := bdd.False
		for j := range n {
			row = m.Or(row, at(i, j))
		}
		queen = m.And(queen, row)
	}
	for i := range n {
		for j := range n {
			a, b, c, d := bdd.True, bdd.True, bdd.True, bdd.True
			for k := range n {
				not := func(r bdd.Node, l int) bdd.Node {
					if l < 0 || l >= n {
						return r
					}
					return m.And(r, m.Implies(at(i, j), m.Not(at(k, l))))
				}
				if k != j {
					a = m.And(a, m.Implies(at(i, j), m.Not(at(i, k))))
				}
				if k != i {
					b = not(b, j)
					c = not(c, k-i+j)
					d = not(d, i+j-k)
				}
			}
			queen = m.And(queen, m.And(m.And(m.And(a, b), c), d))
			m.SafePoint(queen)
		}
	}
	return m.Count(queen, m.NewVarSet(vars...))
}

// A system has state bits, a variable for each bit now and next, interleaved.
type system struct {
	*bdd.Manager
	now, next []bdd.Var
	set       bdd.VarSet
	back      bdd.Renaming
}

func newSystem(m *bdd.Manager, bits int) *system {
	s := &system{Manager: m}
	vars := m.NewVars(2 * bits)
	for i := 0; i < len(vars); i += 2 {
		s.now, s.next = append(s.now, vars[i]), append(s.next, vars[i+1])
	}
	s.set, s.back = m.NewVarSet(s.now...), m.NewRenaming(s.next, s.now)
	return s
}

func (s *system) x(i int) bdd.Node { return s.Var(s.now[i]) }
func (s *system) y(i int) bdd.Node { return s.Var(s.next[i]) }

// A move is a relation over the bits that it touches.
type move struct {
	relation bdd.Node
	set      bdd.VarSet
	back     bdd.Renaming
}

// move returns the relation in which bits change as the literals say: a positive
// number i+1 says that bit i is set, a negative one that it is not.
func (s *system) move(before, after []int) move {
	var mv move
	var now, next []bdd.Var
	mv.relation = bdd.True
	for i := range before {
		b := max(before[i], -before[i]) - 1
		now, next = append(now, s.now[b]), append(next, s.next[b])
		mv.relation = s.Conj(s.Lit(s.now[b], before[i] > 0), s.Lit(s.next[b], after[i] > 0), mv.relation)
	}
	mv.set, mv.back = s.NewVarSet(now...), s.NewRenaming(next, now)
	return mv
}

// explore returns what moves reach, each at once from what the others reached.
func (s *system) explore(reached bdd.Node, moves []move) bdd.Node {
	roots := s.Register(func(yield func(bdd.Node) bool) {
		for _, mv := range moves {
			if !yield(mv.relation) {
				return
			}
		}
	})
	defer roots.Unregister()
	for last := bdd.False; reached != last; {
		last = reached
		for _, mv := range moves {
			reached = s.Or(reached, s.Image(reached, mv.relation, mv.set, mv.back))
			s.SafePoint(reached, last)
		}
	}
	return reached
}

// zeros is the state in which no bit is set.
func (s *system) zeros() bdd.Node {
	r := bdd.True
	for i := len(s.now) - 1; i >= 0; i-- {
		r = s.Diff(r, s.x(i))
	}
	return r
}

// milner is Milner's scheduler: n cyclers that may start (c), hand on (h) and do
// their task (t). It counts the reachable states.
func milner(m *bdd.Manager, n int) *big.Int {
	s := newSystem(m, 3*n)
	var moves []move
	for i := n - 1; i >= 0; i-- { // against the way of the token: many rounds
		c, t, h, next := 3*i+1, 3*i+2, 3*i+3, 3*((i+1)%n)+1
		moves = append(moves,
			s.move([]int{c, -t, -h}, []int{-c, t, h}),
			s.move([]int{h, -next}, []int{-h, next}),
			s.move([]int{t}, []int{-t}))
	}
	start := s.Compose(s.zeros(), s.now[0], s.Not(s.x(0)))
	return m.Count(s.explore(start, moves), s.set)
}

// philosophers take the left fork, then the right one, then put them back one by
// one: two bits for each philosopher's place and one for the fork at the left. It
// counts the reachable states.
func philosophers(m *bdd.Manager, n int) *big.Int {
	s := newSystem(m, 3*n)
	var moves []move
	for i := range n {
		a, b, left, right := 3*i+1, 3*i+2, 3*i+3, 3*((i+1)%n)+3
		moves = append(moves,
			s.move([]int{-a, -b, -left}, []int{a, -b, left}),
			s.move([]int{a, -b, -right}, []int{a, b, right}),
			s.move([]int{a, b, left}, []int{-a, b, -left}),
			s.move([]int{-a, b, right}, []int{-a, -b, -right}))
	}
	return m.Count(s.explore(s.zeros(), moves), s.set)
}

// A source of pseudo-random numbers that is the same in C.
type source uint32

func (s *source) next(n int) int {
	*s = *s*1664525 + 1013904223
	return int(*s>>16) % n
}

// random explores a program of guarded assignments to three of n bits each, chosen
// at random. It counts the reachable states.
func random(m *bdd.Manager, n int) *big.Int {
	s := newSystem(m, n)
	src := source(1)
	var moves []move
	for range n {
		guard, relation := bdd.True, bdd.True
		first := src.next(n - 4)
		for range 3 {
			l := s.x((first + src.next(n/2)) % n)
			if src.next(2) == 0 {
				l = m.Not(l)
			}
			guard = m.And(guard, l)
		}
		assigned := make([]bool, n)
		for range 3 {
			v := first + src.next(4)
			near := func() bdd.Node { return s.x((first + src.next(7)) % n) }
			a, b, c := near(), near(), near()
			op := src.next(3)
			if assigned[v] {
				continue
			}
			assigned[v] = true
			var e bdd.Node
			switch op {
			case 0:
				e = m.Xor(m.And(a, b), c)
			case 1:
				e = m.Ite(a, b, m.Not(c))
			default:
				e = m.Or(m.Xor(a, b), c)
			}
			relation = m.And(relation, m.Equiv(s.y(v), e))
		}
		for i := n - 1; i >= 0; i-- {
			if !assigned[i] {
				relation = m.And(relation, m.Equiv(s.x(i), s.y(i)))
			}
		}
		moves = append(moves, move{m.And(guard, relation), s.set, s.back})
	}
	return m.Count(s.explore(s.zeros(), moves), s.set)
}

// level is what Bebop does on the template of its paper: n procedures with three
// local bits of their own, that count in a loop and call the next procedure twice;
// sets and renamings are built at each use. The result is the number of rounds of the
// loops and of summaries that are the identity.
func level(m *bdd.Manager, n int) *big.Int {
	vars := m.NewVars(3 + 6*n)
	entry, exit, callee := vars[0], vars[1], vars[2] // the global
	sum := int64(0)
	summary := m.Equiv(m.Var(entry), m.Var(exit))
	for i := n - 1; i >= 0; i-- {
		v := vars[3+6*i:]
		now, next := []bdd.Var{v[0], v[2], v[4]}, []bdd.Var{v[1], v[3], v[5]}
		step, carry := bdd.True, bdd.True
		path := m.Equiv(m.Var(entry), m.Var(exit))
		for k := range now {
			x := m.Var(now[k])
			step = m.And(step, m.Equiv(m.Var(next[k]), m.Xor(x, carry)))
			carry = m.And(carry, x)
			path = m.Diff(path, x)
		}
		for last := bdd.False; last != path; sum++ {
			last = path
			path = m.Or(path, m.Image(path, step, m.NewVarSet(now...), m.NewRenaming(next, now)))
		}
		// Both calls, then the global changes: summary of this level.
		for range 2 {
			r := m.Rename(summary, m.NewRenaming([]bdd.Var{entry, exit}, []bdd.Var{exit, callee}))
			path = m.Image(path, r, m.NewVarSet(exit), m.NewRenaming([]bdd.Var{callee}, []bdd.Var{exit}))
		}
		path = m.Exists(path, m.NewVarSet(now...))
		summary = m.Compose(path, exit, m.Not(m.Var(exit)))
		if summary == m.Equiv(m.Var(entry), m.Var(exit)) {
			sum++
		}
		m.SafePoint(summary)
	}
	return big.NewInt(sum)
}
