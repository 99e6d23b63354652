// This file defines tests of limits: they end an operation, say so, and leave a
// manager that works.

package bdd

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"
)

// hard builds a function of 2n variables whose diagram has about 2^n nodes.
func hard(m *Manager, n int) Node {
	f := False
	for i := range n {
		f = m.Or(f, m.And(m.Var(Var(i)), m.Var(Var(i+n))))
	}
	return f
}

func TestLimits(t *testing.T) {
	deadline, cancel := context.WithTimeoutCause(context.Background(), 20*time.Millisecond, errTooLate)
	defer cancel()
	for name, test := range map[string]struct {
		options Options
		want    error
	}{
		"nodes":   {Options{MaxNodes: 5000}, ErrNodes},
		"memory":  {Options{MaxBytes: 1 << 20}, ErrMemory},
		"context": {Options{Context: deadline}, errTooLate},
	} {
		t.Run(name, func(t *testing.T) {
			m := New(test.options)
			m.NewVars(60)
			kept := hard(m, 6)
			size := m.Size(kept)
			if hard(m, 30) != Invalid {
				t.Fatal("no limit was met")
			}
			if err := m.Err(); !errors.Is(err, test.want) {
				t.Fatalf("error %v, want %v", err, test.want)
			}
			if limit := test.options.MaxNodes; limit > 0 && m.NodeCount() > limit {
				t.Errorf("%d nodes", m.NodeCount())
			}
			if limit := test.options.MaxBytes; limit > 0 && m.Bytes() > limit {
				t.Errorf("%d bytes", m.Bytes())
			}
			if m.And(kept, kept) != Invalid || m.Leq(kept, kept) || m.Not(kept) != Invalid || m.Count(kept, 0) != nil {
				t.Error("an operation was done in spite of the error")
			}
			m.ClearErr()
			m.SetOptions(Options{MaxNodes: test.options.MaxNodes, MaxBytes: test.options.MaxBytes})
			if err := m.check(); err != nil {
				t.Error(err)
			}
			m.Collect(kept)
			if got := m.Size(kept); got != size || hard(m, 6) != kept || m.Err() != nil {
				t.Errorf("after the error: size %d, was %d; %v", got, size, m.Err())
			}
			if err := m.check(); err != nil {
				t.Error(err)
			}
		})
	}
}

// Where most of the nodes that are allowed are live, not every safe point collects them again.
func TestCollectionsNearLimit(t *testing.T) {
	const limit = 10_000
	m := New(Options{MaxNodes: limit})
	x := m.NewVars(40)
	r := rand.New(rand.NewPCG(1, 1))
	var kept []Node
	for m.NodeCount() < limit*17/20 {
		cube := True
		for _, v := range x {
			if r.IntN(2) == 0 {
				cube = m.And(cube, m.Var(v))
			}
		}
		kept = append(kept, cube)
		m.SafePoint(kept...)
	}
	if m.Collect(kept...); m.Err() != nil || m.NodeCount() < limit*3/4 {
		t.Fatalf("%d nodes: %v", m.NodeCount(), m.Err())
	}
	before := m.Stats().Collections
	for range 100 {
		m.SafePoint(kept...)
	}
	if n := m.Stats().Collections - before; n > 0 {
		t.Errorf("%d collections at 100 safe points, with %d of %d nodes live", n, m.NodeCount(), limit)
	}
}

var errTooLate = errors.New("too late")

// Each kind of operation stops at a limit.
func TestLimitsOfOperations(t *testing.T) {
	m := New(Options{})
	vars := m.NewVars(80)
	x, y := vars[:40], vars[40:]
	f, g := False, False
	for i := range 10 {
		f = m.Or(f, m.And(m.Var(x[i]), m.Var(x[10+i])))
		g = m.Xor(g, m.And(m.Var(x[i]), m.Var(x[19-i])))
	}
	set, ren := m.NewVarSet(vars[3]), m.NewRenaming(x, y)
	swap := m.NewRenaming([]Var{0, 30}, []Var{30, 0})
	for name, operation := range map[string]func() bool{
		"and":        func() bool { return m.And(f, g) == Invalid },
		"or":         func() bool { return m.Or(f, g) == Invalid },
		"diff":       func() bool { return m.Diff(f, g) == Invalid },
		"implies":    func() bool { return m.Implies(f, g) == Invalid },
		"xor":        func() bool { return m.Xor(f, g) == Invalid },
		"equiv":      func() bool { return m.Equiv(f, g) == Invalid },
		"ite":        func() bool { return m.Ite(m.Var(2), f, g) == Invalid },
		"exists":     func() bool { return m.Exists(f, set) == Invalid },
		"forall":     func() bool { return m.Forall(g, set) == Invalid },
		"andExists":  func() bool { return m.AndExists(f, g, set) == Invalid },
		"image":      func() bool { return m.Image(f, g, set, ren) == Invalid },
		"rename":     func() bool { return m.Rename(f, ren) == Invalid },
		"swap":       func() bool { return m.Rename(g, swap) == Invalid },
		"constrain":  func() bool { return m.Constrain(f, g) == Invalid },
		"restrict":   func() bool { return m.Restrict(f, g) == Invalid },
		"compose":    func() bool { return m.Compose(f, 5, g) == Invalid },
		"substitute": func() bool { return m.Substitute(f, vars[:2], []Node{g, f}) == Invalid },
		"cube":       func() bool { return m.PickNode(True, m.NewVarSet(vars...)) == Invalid },
		"transfer":   func() bool { return m.Transfer(m, f, func(v Var) Var { return v + 40 }) == Invalid },
		"isop": func() bool {
			n := 0
			for range m.ISOP(g) {
				n++
			}
			return m.Err() != nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			m.ClearErr()
			m.SetOptions(Options{})
			m.Collect(f, g)
			m.SetOptions(Options{MaxNodes: m.NodeCount()})
			if !operation() {
				t.Error("the limit did not end it")
			}
			if !errors.Is(m.Err(), ErrNodes) {
				t.Errorf("error: %v", m.Err())
			}
			m.ClearErr()
			m.SetOptions(Options{})
			if operation() {
				t.Error("the operation does not work after the error")
			}
			if m.busy != 0 {
				t.Error("an iteration seems to be under way")
			}
			if err := m.check(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestWrongArguments(t *testing.T) {
	m := New(Options{})
	v := m.NewVars(3)
	x := m.Var(0)
	for name, test := range map[string]struct {
		call func() bool
		want error
	}{
		"invalid":             {func() bool { return m.And(x, Invalid) == Invalid }, ErrInvalid},
		"not invalid":         {func() bool { return m.Not(Invalid) == Invalid }, ErrInvalid},
		"var":                 {func() bool { return m.Var(3) == Invalid }, ErrVar},
		"lit":                 {func() bool { return m.Lit(3, false) == Invalid }, ErrVar},
		"set":                 {func() bool { return m.NewVarSet(0, 7) == 0 }, ErrVar},
		"renaming to":         {func() bool { return m.NewRenaming(v[:1], []Var{9}) == 0 }, ErrVar},
		"renaming twice":      {func() bool { return m.NewRenaming([]Var{1, 1}, v[:2]) == 0 }, nil},
		"renaming lengths":    {func() bool { return m.NewRenaming(v, v[:2]) == 0 }, nil},
		"compose":             {func() bool { return m.Compose(x, 3, x) == Invalid }, ErrVar},
		"cofactor":            {func() bool { return m.Cofactor(x, 3, true) == Invalid }, ErrVar},
		"substitute":          {func() bool { return m.Substitute(x, []Var{4}, []Node{x}) == Invalid }, ErrVar},
		"substitute twice":    {func() bool { return m.Substitute(x, []Var{1, 1}, []Node{x, x}) == Invalid }, nil},
		"substitute invalid":  {func() bool { return m.Substitute(x, v[:1], []Node{Invalid}) == Invalid }, ErrInvalid},
		"substitute lengths":  {func() bool { return m.Substitute(x, v, nil) == Invalid }, nil},
		"count":               {func() bool { return m.Count(x, m.NewVarSet(1)) == nil }, ErrDomain},
		"transfer":            {func() bool { return New(Options{}).Transfer(m, x, nil) == Invalid && m.Var(8) == Invalid }, ErrVar},
		"isop between":        {func() bool { m.ISOPBetween(True, x)(nil); return true }, ErrDomain},
		"valuations":          {func() bool { m.Valuations(x, 0)(nil); return true }, ErrDomain},
		"equal vars":          {func() bool { return m.EqualVars(v, v[:1]) == Invalid }, nil},
		"restrict of invalid": {func() bool { return m.Restrict(Invalid, x) == Invalid }, ErrInvalid},
	} {
		t.Run(name, func(t *testing.T) {
			m.ClearErr()
			if !test.call() {
				t.Error("it was done")
			}
			if err := m.Err(); err == nil || test.want != nil && !errors.Is(err, test.want) {
				t.Errorf("error %v, want %v", err, test.want)
			}
		})
	}
}

// A panic of the user's own code goes through.
func TestForeignPanic(t *testing.T) {
	m := New(Options{})
	m.NewVars(2)
	defer func() {
		if p := recover(); p != "mine" {
			t.Errorf("panic %v", p)
		}
		if m.busy != 0 {
			t.Error("an iteration seems to be under way")
		}
	}()
	for range m.ISOP(m.Var(0)) {
		m.Var(7) // sets the error
		panic("mine")
	}
}

func TestNoCollectionDuringIteration(t *testing.T) {
	m := New(Options{})
	m.NewVars(20)
	f := hard(m, 10)
	size := m.Size(f)
	for range m.AllSat(f) {
		if m.Collect() {
			t.Fatal("collected")
		}
		break
	}
	if m.Size(f) != size || !m.Collect(f) || m.Size(f) != size {
		t.Error("f is lost")
	}
}
