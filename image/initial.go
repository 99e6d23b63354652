// This file defines initial states and the enumeration of valuations.

package image

import (
	"iter"
	"math/bits"
	"slices"

	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/parser"
)

// InitialShared yields the initial valuations of the shared variables. Each is valid
// until the next one is asked for.
func (e *Engine) InitialShared() iter.Seq[*bitset.BitSet] {
	return e.initial(e.Program.File.Globals, e.layout.SharedWords)
}

// InitialLocals yields the local variables with which main, whose parameters are
// unconstrained, may begin where the shared ones are g: what it enforces holds at its
// entry, too.
func (e *Engine) InitialLocals(g *bitset.BitSet) iter.Seq[*bitset.BitSet] {
	locals := e.initial(e.Program.File.Main.Locals, e.layout.LocalWords)
	if e.Program.Begins == nil {
		return locals
	}
	begins := e.begins(g)
	return func(yield func(*bitset.BitSet) bool) {
		for l := range locals {
			if begins(l) && !yield(l) {
				return
			}
		}
	}
}

// begins returns whether what main enforces holds where the shared variables are g and
// its own are l.
func (e *Engine) begins(g *bitset.BitSet) func(l *bitset.BitSet) bool {
	val := make([]uint64, e.layout.Words())
	copy(val[e.layout.SharedAt():], g.Words())
	return func(l *bitset.BitSet) bool {
		copy(val[e.layout.LocalAt():], l.Words())
		return e.Program.Begins == nil || e.Program.Begins.Query.Satisfiable(val, &e.solver)
	}
}

func (e *Engine) initial(vars []*parser.Var, words int) iter.Seq[*bitset.BitSet] {
	base := newBits(words)
	var free []uint
	for i, v := range vars {
		switch {
		case e.init(v) == parser.InitAny:
			free = append(free, uint(i))
		case e.init(v) == parser.InitOne:
			base.Set(uint(i))
		}
	}
	return over(base, free, e.Stop)
}

// init returns with which value a variable begins: a local of main that is dead there with 0.
func (e *Engine) init(v *parser.Var) parser.Init {
	if slices.Contains(e.Program.Nodes[e.Program.File.Main.Entry].Dead, v) {
		return parser.InitZero
	}
	return v.Init
}

// isInitial reports whether b is an initial valuation of vars.
func (e *Engine) isInitial(vars []*parser.Var, b *bitset.BitSet) bool {
	for i, v := range vars {
		if init := e.init(v); b.Test(uint(i)) != (init == parser.InitOne) && init != parser.InitAny {
			return false
		}
	}
	_, more := b.NextSet(uint(len(vars))) // the atomic bit
	return !more
}

// valuations yields all valuations of the locals at a location, in which those that are dead there are 0.
func (e *Engine) valuations(n *parser.Node) iter.Seq[*bitset.BitSet] {
	return over(newBits(e.layout.LocalWords), e.free(nil, n), e.Stop)
}

// scattered yields what over does, in an order in which all bits change often: where the
// values are too many to go through, those at the beginning are a sample of all.
func scattered(base *bitset.BitSet, free []uint, stop func() bool) iter.Seq[*bitset.BitSet] {
	const odd = 0x9e3779b97f4a7c15 // multiplication by it permutes the numbers of any width
	return func(yield func(*bitset.BitSet) bool) {
		b := base.Clone()
		for n := range over(newBits(len(free)/64+1), first(len(free)), stop) {
			x := n.Words()[0] * odd
			for i, at := range free {
				if i < 64 {
					b.SetTo(at, x>>i&1 != 0)
				} else {
					// What is left is the number itself, up to a function of its first word.
					b.SetTo(at, n.Test(uint(i)) != (bits.OnesCount64(x&(odd*uint64(i)))&1 != 0))
				}
			}
			if !yield(b) {
				return
			}
		}
	}
}

// newBits makes an empty bitset of so many words. [bitset.New] would defer.
func newBits(words int) *bitset.BitSet { return bitset.From(make([]uint64, words)) }

// over yields base with all values of the free bits, counting in binary: there is
// no limit on their number, only on patience.
func over(base *bitset.BitSet, free []uint, stop func() bool) iter.Seq[*bitset.BitSet] {
	return func(yield func(*bitset.BitSet) bool) {
		b := base.Clone()
		for n := 1; ; n++ {
			if !yield(b) || (stop != nil && n%1024 == 0 && stop()) {
				return
			}
			i := 0
			for ; i < len(free); i++ {
				if b.Flip(free[i]).Test(free[i]) {
					break
				}
			}
			if i == len(free) {
				return
			}
		}
	}
}
