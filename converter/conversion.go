// This file defines the conversion of configurations, by default and by the user.

package converter

import (
	"iter"

	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

// A Conversion converts between configurations in a representation of the user's
// own and those of a program, one to one. ToProgram is f of the paper, ToSystem
// f⁻¹. [Configs] is the default one.
type Conversion[C any] interface {
	ToProgram(C) image.Config
	ToSystem(image.Config) C
}

// Post yields f⁻¹(image(f(w))), the successors of w.
func Post[C any](e *image.Engine, by Conversion[C], w C) iter.Seq[C] {
	return All(by, e.PostConfig(by.ToProgram(w)))
}

// Pre yields the predecessors of w.
func Pre[C any](e *image.Engine, by Conversion[C], w C) iter.Seq[C] {
	return All(by, e.PreConfig(by.ToProgram(w)))
}

// All converts a set of program configurations.
func All[C any](by Conversion[C], set iter.Seq[image.Config]) iter.Seq[C] {
	return func(yield func(C) bool) {
		for c := range set {
			if !yield(by.ToSystem(c)) {
				return
			}
		}
	}
}

// Configs is the conversion of configurations of a thread-transition system, by
// that of their states.
type Configs struct{ States *Interned }

var _ Conversion[tts.Config[uint32]] = Configs{}

// NewConfigs makes the default conversion for p.
func NewConfigs(p *parser.Program) Configs { return Configs{NewInterned(p)} }

// ToProgram implements [Conversion].
func (c Configs) ToProgram(w tts.Config[uint32]) image.Config {
	out := image.Config{Shared: bitset.From(c.States.sharedStates.Row(w.Shared))}
	for _, x := range w.Locals {
		for range x.N {
			t := image.State{Local: new(bitset.BitSet)}
			t.PC = c.States.local(t.Local, x.Local)
			out.Threads = append(out.Threads, t)
		}
	}
	return out
}

// ToSystem implements [Conversion].
func (c Configs) ToSystem(p image.Config) tts.Config[uint32] {
	w := tts.Config[uint32]{Shared: c.States.Shared(p.Shared)}
	for _, t := range p.Threads {
		w.Locals = tts.AddLocal(w.Locals, c.States.Local(t.PC, t.Local), 1)
	}
	return w
}

// ToSystemAll converts a set.
func (c Configs) ToSystemAll(set iter.Seq[image.Config]) iter.Seq[tts.Config[uint32]] {
	return All(c, set)
}
