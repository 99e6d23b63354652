// This file defines tests of moving variables: each diagram stays the function that it is.

package bdd

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/testing/campaign"
)

// mix moves groups to random places, right behind a collection.
func (m *Manager) mix(r *rand.Rand, live ...Node) {
	s := m.newSifter(live)
	for range 2 * len(s.groups) {
		if p := r.IntN(len(s.groups)); p > 0 {
			s.exchange(p-1, true)
		}
	}
	s.finish()
}

// Each exchange of two neighbours keeps all functions, and leaves the table that there would be
// if the order had always been so.
func TestExchangeKeepsFunctions(t *testing.T) {
	for seed := range uint64(40) {
		x := newMachine(seed)
		for i := range x.nodes {
			x.words[i] = x.rand.Uint64()
			if i%2 == 0 { // of few variables
				x.words[i] = existsWord(x.words[i]&x.rand.Uint64()&x.rand.Uint64(), x.subset())
			}
			x.nodes[i] = x.out(x.build(x.words[i], 0))
		}
		for range 30 {
			x.Collect(x.nodes...)
			s := x.newSifter(x.nodes)
			p := x.rand.IntN(len(s.groups) - 1)
			a, b := s.groups[p], s.groups[p+1]
			s.exchange(p, x.rand.IntN(2) == 0)
			s.finish()
			if x.order.levelOf(a.first) != x.order.levelOf(b.first)+b.size {
				t.Fatalf("seed %d: %v and %v have not changed their places: %v", seed, a, b, x.Order())
			}
			if err := errors.Join(x.check(), x.Manager.check()); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			used := x.NodeCount()
			if x.Collect(x.nodes...); x.NodeCount() != used {
				t.Fatalf("seed %d: %d nodes are garbage", seed, used-x.NodeCount())
			}
			for i, w := range x.words {
				if x.out(x.build(w, 0)) != x.nodes[i] {
					t.Fatalf("seed %d: %016x has another node", seed, w)
				}
			}
		}
	}
}

// Sifting keeps all functions, and there are not more nodes than before.
func TestSifting(t *testing.T) {
	better := 0
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 5))
		m := New(Options{})
		var vars []Var
		for len(vars) < 24 {
			vars = append(vars, m.NewGroup(1+r.IntN(3))...)
		}
		r.Shuffle(len(vars), func(i, j int) { vars[i], vars[j] = vars[j], vars[i] })
		fs := []Node{circuit(m, r, vars, 40), circuit(m, r, vars[:9], 30), circuit(m, r, vars[12:], 30)}
		valuations := make([][]bool, 200)
		values := make([][]bool, len(valuations))
		for i := range valuations {
			for range vars {
				valuations[i] = append(valuations[i], r.IntN(2) == 0)
			}
			values[i] = valuesAt(m, fs, valuations[i])
		}
		m.Collect(fs...)
		before := m.NodeCount()
		for range 8 {
			most := m.NodeCount()
			if !m.Reorder(fs...) || m.NodeCount() > most {
				t.Fatalf("seed %d: %d nodes, before %d", seed, m.NodeCount(), most)
			}
			if err := m.check(); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			for i, v := range valuations {
				if got := valuesAt(m, fs, v); !slices.Equal(got, values[i]) {
					t.Fatalf("seed %d: at %v: %v, want %v", seed, v, got, values[i])
				}
			}
		}
		if m.NodeCount() < before {
			better++
		}
	}
	if better < 50 {
		t.Errorf("only %d of 60 have become smaller", better)
	}
}

func valuesAt(m *Manager, fs []Node, valuation []bool) (values []bool) {
	for _, f := range fs {
		values = append(values, m.Eval(f, func(v Var) bool { return valuation[v] }))
	}
	return values
}

// Sifting finds the order in which the pairs are together, and safe points do by themselves.
func TestSiftingFindsPairs(t *testing.T) {
	const n = 12
	for name, reorder := range map[string]func(*Manager, Node) bool{
		"reorder":    func(m *Manager, f Node) bool { return m.Reorder(f) },
		"safe point": func(m *Manager, f Node) bool { m.roots.due = 0; return m.SafePoint(f) },
	} {
		m := New(Options{AutoReorder: 1})
		m.NewVars(2 * n)
		f := hard(m, n)
		if size := m.Size(f); size < 1<<n {
			t.Fatalf("%s: %d nodes at first", name, size)
		}
		if !reorder(m, f) || m.Size(f) != 2*n || m.Stats().Reorderings != 1 || hard(m, n) != f {
			t.Errorf("%s: %d nodes, order %v", name, m.Size(f), m.Order())
		}
		m.roots.due = 0
		if !m.SafePoint(f) || m.Stats().Reorderings != 1 {
			t.Errorf("%s: a safe point moved variables although nothing has grown", name)
		}
		due := m.order.due
		if m.Reorder(f); due != growth*m.NodeCount() || m.order.due != little*m.NodeCount() {
			t.Errorf("%s: the next time is at %d, then at %d of %d nodes", name, due, m.order.due, m.NodeCount())
		}
	}
	m := New(Options{})
	m.NewVars(2 * n)
	f := hard(m, n)
	m.roots.due = 0
	if m.SafePoint(f); m.Stats().Reorderings != 0 {
		t.Error("a safe point moved variables although it was not told to")
	}
}

// A group is taken to the best of the places that are reached before there are a tenth more nodes.
func TestSiftTakesBestPlace(t *testing.T) {
	moved := map[bool]int{} // by whether it was down
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 7))
		m := New(Options{})
		var vars []Var
		for len(vars) < 14 {
			vars = append(vars, m.NewGroup(1+r.IntN(2))...)
		}
		r.Shuffle(len(vars), func(i, j int) { vars[i], vars[j] = vars[j], vars[i] })
		fs := []Node{circuit(m, r, vars, 50), circuit(m, r, vars, 40)}
		m.Collect(fs...)
		s := m.newSifter(fs)
		start := r.IntN(len(s.groups))
		number, least, most := s.groups[start].number, m.used, m.used+m.used/growthOnTheWay
		for _, step := range []int{-1, 1} {
			var way []int
			for at := start; at+step >= 0 && at+step < len(s.groups) && m.used <= most; at += step {
				way = append(way, min(at, at+step))
				s.exchange(way[len(way)-1], true)
				least = min(least, m.used)
			}
			for _, p := range slices.Backward(way) {
				s.exchange(p, true)
			}
		}
		s.sift(start)
		if m.used != least {
			t.Errorf("seed %d: %d nodes, at the best place %d", seed, m.used, least)
		}
		if at := slices.IndexFunc(s.groups, func(g group) bool { return g.number == number }); at != start {
			moved[at > start]++
		}
		s.finish()
	}
	if moved[true] < 5 || moved[false] < 5 {
		t.Errorf("groups moved down: %v", moved)
	}
}

// Groups that do not interact change places without any work, and only they are said not to.
func TestInteractions(t *testing.T) {
	m := New(Options{})
	m.NewVars(100)
	f := m.Ite(m.Var(0), m.Var(1), m.Var(90)) // no node of 1 is above one of 90
	g := m.And(m.Var(3), m.Var(80))
	m.Collect(f, g)
	s := m.newSifter([]Node{f, g})
	defer s.finish()
	function := map[int]int{0: 1, 1: 1, 90: 1, 3: 2, 80: 2}
	for i := range s.groups {
		for j := range s.groups {
			if i != j && s.interact(s.groups[i], s.groups[j]) != (function[i] > 0 && function[i] == function[j]) {
				t.Errorf("%d and %d: interact is %t", i, j, s.interact(s.groups[i], s.groups[j]))
			}
		}
	}
	s.exchange(2, false)
	if s.work != 0 {
		t.Error("an exchange of variables that do not interact looked at nodes")
	}
}

// Moving variables takes no more nodes than are allowed at any time, on the way back neither.
func TestMovesWithinLimits(t *testing.T) {
	for _, slack := range []int{0, 20, 200, 2000} {
		source, m := New(Options{}), New(Options{})
		source.NewVars(20)
		for range 10 {
			m.NewGroup(2)
		}
		// What is transferred leaves no free places: the places are the nodes that there were at once.
		f := m.Transfer(source, hard(source, 10), nil)
		limit := m.NodeCount() + slack
		m.SetOptions(Options{MaxNodes: limit})
		s := m.newSifter([]Node{f})
		r := rand.New(rand.NewPCG(uint64(slack), 6))
		var way []int
		done, refused := 0, 0
		for range 400 {
			switch p := r.IntN(len(s.groups) - 1); {
			case r.IntN(3) == 0 && len(way) > 0:
				s.exchange(way[len(way)-1], true)
				way = way[:len(way)-1]
			case s.exchange(p, false):
				way = append(way, p)
				done++
			default:
				refused++
			}
		}
		s.finish()
		if places := len(m.nodes) - 2; places > limit || m.Err() != nil {
			t.Errorf("slack %d: %d nodes, allowed are %d; %v", slack, places, limit, m.Err())
		}
		if (done == 0) != (slack == 0) || (refused == 0) != (slack == 2000) {
			t.Errorf("slack %d: %d exchanges, %d refused", slack, done, refused)
		}
		m.SetOptions(Options{})
		if err := m.check(); err != nil || m.Transfer(source, hard(source, 10), nil) != f {
			t.Errorf("slack %d: %v", slack, err)
		}
	}
	m := New(Options{})
	m.NewVars(20)
	f := hard(m, 10)
	m.SetOptions(Options{MaxBytes: m.Bytes()})
	if m.Reorder(f) || m.Err() != nil {
		t.Errorf("variables were moved without memory: %v", m.Err())
	}
}

// late is a context that ends when it has been asked so often.
type late struct {
	context.Context
	left int
}

func (l *late) Err() error {
	if l.left--; l.left < 0 {
		return context.DeadlineExceeded
	}
	return nil
}

func (l *late) Deadline() (time.Time, bool) { return time.Time{}, false }

// The end of the context ends sifting where it is, and the manager is good.
func TestSiftingIsCanceled(t *testing.T) {
	ended := 0
	for left := range 40 {
		if !campaign.Due(t, left%2, 2) {
			continue
		}
		m := New(Options{})
		for range 13 {
			m.NewGroup(2)
		}
		f := hard(m, 13)
		m.Collect(f)
		before := m.NodeCount()
		m.SetOptions(Options{Context: &late{context.Background(), left}})
		m.Reorder(f)
		if m.Err() != nil {
			ended++
			if !errors.Is(m.Err(), context.DeadlineExceeded) || m.Var(0) != Invalid {
				t.Errorf("after %d looks: %v", left, m.Err())
			}
		}
		m.SetOptions(Options{})
		m.ClearErr()
		if err := m.check(); err != nil || hard(m, 13) != f || m.NodeCount() > 3*before {
			t.Fatalf("after %d looks: %v, %d nodes", left, err, m.NodeCount())
		}
	}
	if ended < 5 {
		t.Errorf("only %d were ended", ended)
	}
}

func TestNoReorderingDuringIteration(t *testing.T) {
	m := New(Options{})
	m.NewVars(20)
	f := hard(m, 10)
	for range m.AllSat(f) {
		if m.Reorder(f) {
			t.Fatal("variables were moved")
		}
		break
	}
	if !m.Reorder(f) {
		t.Error("variables were not moved behind the iteration")
	}
}
