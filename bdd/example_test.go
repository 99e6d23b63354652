// This file defines the examples of the documentation.

package bdd_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/ijit/ijit/bdd"
)

// A counter of three bits: its states that are reachable, and how many there are.
func Example() {
	m := bdd.New(bdd.Options{})
	vars := m.NewVars(6) // each bit before the step, then after it
	var now, next []bdd.Var
	for i := 0; i < 6; i += 2 {
		now, next = append(now, vars[i]), append(next, vars[i+1])
	}
	step, carry := bdd.True, bdd.True // next = now + 1, the lowest bit first
	for i := range now {
		sum := m.Xor(m.Var(now[i]), carry)
		step = m.And(step, m.Equiv(m.Var(next[i]), sum))
		carry = m.And(carry, m.Var(now[i]))
	}
	set, back := m.NewVarSet(now...), m.NewRenaming(next, now)
	reached := m.Cube(bdd.Cube{{Var: now[0], Value: true}, {Var: now[1]}, {Var: now[2]}})
	for frontier := reached; frontier != bdd.False && m.Err() == nil; {
		frontier = m.Diff(m.Image(frontier, step, set, back), reached)
		reached = m.Or(reached, frontier)
		m.SafePoint(reached, frontier, step)
	}
	fmt.Println(m.Count(reached, set), m.Err())
	// Output: 8 <nil>
}

// Limits end an operation; the manager goes on after ClearErr.
func ExampleManager_Err() {
	m := bdd.New(bdd.Options{MaxNodes: 100})
	vars := m.NewVars(40)
	f := bdd.False
	for i := range 20 { // a bad order: 2^21 nodes
		f = m.Or(f, m.And(m.Var(vars[i]), m.Var(vars[i+20])))
	}
	fmt.Println(f == bdd.Invalid, errors.Is(m.Err(), bdd.ErrNodes))
	m.ClearErr()
	m.Collect() // nothing is live but the variables
	fmt.Println(m.And(m.Var(0), m.Var(1)) != bdd.Invalid, m.Err())
	// Output:
	// true true
	// true <nil>
}

// A context ends operations that take too long.
func ExampleManager_SetOptions() {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	m := bdd.New(bdd.Options{})
	m.SetOptions(bdd.Options{Context: ctx})
	m.SafePoint()
	fmt.Println(errors.Is(m.Err(), context.Canceled))
	// Output: true
}

// Structures that hold nodes keep them alive by themselves.
func ExampleManager_Register() {
	m := bdd.New(bdd.Options{})
	x := m.NewVars(2)
	edges := map[string]bdd.Node{"entry": m.And(m.Var(x[0]), m.Var(x[1]))}
	roots := m.Register(func(yield func(bdd.Node) bool) {
		for _, n := range edges {
			if !yield(n) {
				return
			}
		}
	})
	m.Collect()
	fmt.Println(edges["entry"] == m.And(m.Var(x[0]), m.Var(x[1])))
	roots.Unregister()
	// Output: true
}

// Cubes for people: prime, and none too many.
func ExampleManager_ISOP() {
	m := bdd.New(bdd.Options{})
	m.NewVars(3)
	f := m.Ite(m.Var(0), m.Var(1), m.Var(2))
	for cube := range m.ISOP(f) {
		fmt.Println(cube)
	}
	// Output:
	// [{0 false} {2 true}]
	// [{0 true} {1 true}]
}

// The paths of a diagram are disjoint cubes.
func ExampleManager_AllSat() {
	m := bdd.New(bdd.Options{})
	m.NewVars(2)
	for cube := range m.AllSat(m.Or(m.Var(0), m.Var(1))) {
		fmt.Println(cube)
	}
	// Output:
	// [{0 false} {1 true}]
	// [{0 true}]
}

func ExampleManager_Table() {
	m := bdd.New(bdd.Options{})
	m.NewVars(2)
	f := m.And(m.Var(0), m.Not(m.Var(1)))
	nodes, roots, _ := m.Table(func(v bdd.Var) string { return fmt.Sprint("x", v) }, f, m.Not(f), bdd.True)
	fmt.Println(nodes, roots)
	// Output: [x1 -0 0 x0 0 1] [-2 2 0]
}
