// This file defines the generator.

// Package randcircuit makes random circuits for tests.
package randcircuit

import (
	"fmt"
	"math/rand/v2"

	"github.com/ijit/ijit/allsat/aig"
)

// A Config says how large a circuit is. There are rules of each kind in about half of the
// circuits, if they are allowed.
type Config struct {
	Inputs, Latches, Gates int // at most; at least one latch

	Initial, Constraints, Steps, Fairness bool
	Resets                                bool // that are functions
}

// Small returns a config whose circuits can be searched state by state: at most 64 states
// and 4 values of inputs, with rules of all kinds.
func Small() Config {
	return Config{Inputs: 2, Latches: 6, Gates: 20, Initial: true, Constraints: true, Steps: true, Fairness: true, Resets: true}
}

// New returns a random circuit with one bad literal. Resets are of all three kinds. Equal
// seeds give equal circuits.
func New(seed uint64, cfg Config) *aig.Circuit {
	g := generator{rand.New(rand.NewPCG(seed, 0)), aig.New(), nil}
	for i := range g.IntN(cfg.Inputs + 1) {
		g.pool = append(g.pool, g.c.Input(fmt.Sprint("i", i)))
	}
	latches := max(1, g.IntN(cfg.Latches+1))
	for i := range latches {
		first := aig.First(g.IntN(6) % 5 % 3) // any is the rarest
		g.pool = append(g.pool, g.c.Latch(fmt.Sprint("l", i), first))
	}
	for range g.IntN(cfg.Gates + 1) {
		g.pool = append(g.pool, g.gate())
	}
	for i := range latches {
		next := g.lit()
		if g.IntN(2) == 0 { // a bit of a counter: deep runs
			next = g.c.Xor(g.c.Latches[i].Lit, g.conjunction(1+i))
		}
		g.c.SetNext(i, next)
	}
	g.c.Bads = []aig.Named{{Name: "bad", Lit: g.conjunction(4)}}
	rule := func(allowed bool) (lits []aig.Lit) {
		if allowed && g.IntN(2) == 0 {
			lits = append(lits, g.conjunction(4).Not()) // mostly true
		}
		return lits
	}
	g.c.Initial, g.c.Constraints = rule(cfg.Initial), rule(cfg.Constraints)
	g.c.Steps, g.c.Fairness = rule(cfg.Steps), rule(cfg.Fairness)
	if cfg.Resets && g.IntN(3) == 0 {
		g.resets()
	}
	return g.c
}

type generator struct {
	*rand.Rand
	c    *aig.Circuit
	pool []aig.Lit
}

// lit returns a random literal.
func (g *generator) lit() aig.Lit {
	return g.pool[g.IntN(len(g.pool))].NotIf(g.IntN(2) == 0)
}

func (g *generator) gate() aig.Lit {
	switch g.IntN(4) {
	case 0:
		return g.c.Xor(g.lit(), g.lit())
	case 1:
		return g.c.Mux(g.lit(), g.lit(), g.lit())
	}
	return g.c.And(g.lit(), g.lit())
}

// resets makes first values functions of inputs and of the first values of latches before.
func (g *generator) resets() {
	g.pool = nil
	for _, x := range g.c.Inputs {
		g.pool = append(g.pool, x.Lit)
	}
	for _, i := range g.Perm(len(g.c.Latches)) {
		if len(g.pool) > 0 && g.IntN(2) == 0 {
			g.c.SetReset(i, g.gate())
		}
		g.pool = append(g.pool, g.c.Latches[i].Lit)
	}
}

// conjunction returns one of up to n literals.
func (g *generator) conjunction(n int) aig.Lit {
	l := aig.True
	for range 1 + g.IntN(n) {
		l = g.c.And(l, g.lit())
	}
	return l
}
