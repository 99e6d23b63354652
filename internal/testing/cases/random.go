// This file defines random systems.

package cases

import (
	"iter"
	"math/rand/v2"

	"github.com/ijit/ijit/tts"
)

// Concrete yields the configurations with at most n threads that c stands for.
func Concrete(c tts.Config[uint32], n uint32) iter.Seq[tts.Config[uint32]] {
	var spread func(i int, d tts.Config[uint32], yield func(tts.Config[uint32]) bool) bool
	spread = func(i int, d tts.Config[uint32], yield func(tts.Config[uint32]) bool) bool {
		switch {
		case d.Threads() > n:
			return true
		case i == len(c.Locals):
			return yield(d)
		}
		x := c.Locals[i]
		if x.N != tts.Omega {
			next := d.Clone()
			next.Locals = tts.AddLocal(next.Locals, x.Local, x.N)
			return spread(i+1, next, yield)
		}
		for k := range n + 1 {
			next := d.Clone()
			if k > 0 {
				next.Locals = tts.AddLocal(next.Locals, x.Local, k)
			}
			if !spread(i+1, next, yield) {
				return false
			}
		}
		return true
	}
	return func(yield func(tts.Config[uint32]) bool) { spread(0, tts.Config[uint32]{Shared: c.Shared}, yield) }
}

// RandomSystem makes a small system with edges of all kinds.
func RandomSystem(rng *rand.Rand) *tts.TTS {
	numShared, numLocal := 1+rng.Uint32N(5), 1+rng.Uint32N(5)
	b := tts.NewBuilder(numShared, numLocal)
	state := func() tts.ThreadState[uint32] {
		return tts.ThreadState[uint32]{Shared: rng.Uint32N(numShared), Local: rng.Uint32N(numLocal)}
	}
	blocks := rng.IntN(8) == 0
	for range 1 + rng.IntN(12) {
		e := tts.Edge[uint32]{From: state(), To: state()}
		switch rng.IntN(12) {
		case 0:
			e.Kind = tts.End
		case 1:
			e.Kind = tts.Environment
		}
		var list []tts.Transfer
		switch rng.IntN(10) {
		case 0, 1:
			e.Effect = &tts.Effect[uint32]{Kind: tts.Spawn, Child: rng.Uint32N(numLocal)}
		case 2, 3:
			e.Effect = &tts.Effect[uint32]{Kind: tts.All}
		case 4:
			e.Effect = &tts.Effect[uint32]{Kind: tts.One}
		}
		if e.Effect != nil && e.Effect.Kind != tts.Spawn {
			for range 1 + rng.IntN(4) {
				list = append(list, tts.Transfer{From: rng.Uint32N(numLocal), To: rng.Uint32N(numLocal)})
			}
			if blocks && e.Effect.Kind == tts.All {
				list = append(list, tts.Transfer{From: rng.Uint32N(numLocal), To: tts.Blocked})
			}
		}
		b.Add(e, list...)
	}
	sys, err := b.Build()
	if err != nil {
		panic(err)
	}
	return sys
}

// RandomNet makes a random system without effects but spawns, an initial configuration
// and a target.
func RandomNet(rng *rand.Rand) (*tts.TTS, tts.Problem[uint32], error) {
	shared, locals := 1+rng.Uint32N(5), 2+rng.Uint32N(4)
	b := tts.NewBuilder(shared, locals)
	s := func() uint32 { return rng.Uint32N(shared) }
	l := func() uint32 { return rng.Uint32N(locals) }
	for range 2 + rng.IntN(14) {
		switch rng.IntN(10) {
		case 0:
			b.Add(tts.Edge[uint32]{From: state(s(), l()), To: state(s(), 0), Kind: tts.End})
		case 1, 2:
			b.Add(tts.Edge[uint32]{From: state(s(), l()), To: state(s(), l()), Effect: &tts.Effect[uint32]{Kind: tts.Spawn, Child: l()}})
		case 3:
			if rng.IntN(3) == 0 {
				b.Add(tts.Edge[uint32]{From: state(s(), 0), To: state(s(), 0), Kind: tts.Environment})
				continue
			}
			fallthrough
		default:
			b.AddMove(s(), l(), s(), l())
		}
	}
	sys, err := b.Build()
	initial := tts.Config[uint32]{Shared: s()}
	for range 1 + rng.IntN(3) {
		n := 1 + rng.Uint32N(2)
		if rng.IntN(4) == 0 {
			n = tts.Omega
		}
		initial.Locals = tts.AddLocal(initial.Locals, l(), n)
	}
	target := tts.Config[uint32]{Shared: s()}
	for range 1 + rng.IntN(4) {
		target.Locals = tts.AddLocal(target.Locals, l(), 1)
	}
	return sys, tts.Problem[uint32]{
		System:  sys,
		Initial: func(yield func(tts.Config[uint32]) bool) { yield(initial) },
		Target:  tts.Target[uint32]{Cover: []tts.Config[uint32]{target}},
	}, err
}

// state returns a thread state.
func state(s, l uint32) tts.ThreadState[uint32] {
	return tts.ThreadState[uint32]{Shared: s, Local: l}
}
