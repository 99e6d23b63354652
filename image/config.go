// This file defines images of whole configurations, for algorithms that think in
// those (Liu and Wahl, "IJIT", 2017, figures 3 and 4).

package image

import (
	"iter"

	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/tts"
)

// A Config is a configuration of a program: the shared variables and the states
// of its threads in any order. A thread's State has no Shared of its own: it is nil.
type Config struct {
	Shared  *bitset.BitSet
	Threads []State
}

// wide is the engine over states of any width, with no conversion.
func (e *Engine) wide() *System[string] { return NewSystem(e, Codec[string](PackedWide{})) }

func fromConfig(c Config) tts.Config[string] {
	w := PackedWide{}
	d := tts.Config[string]{Shared: w.Shared(c.Shared)}
	for _, t := range c.Threads {
		d.Locals = tts.AddLocal(d.Locals, w.Local(t.PC, t.Local), 1)
	}
	return d
}

func toConfig(s *System[string], c tts.Config[string]) Config {
	d := Config{Shared: s.Shared(c.Shared)}
	for _, x := range c.Locals {
		for range x.N {
			pc, local := s.Local(x.Local)
			d.Threads = append(d.Threads, State{PC: pc, Local: local})
		}
	}
	return d
}

// Initial yields the initial configurations with so many copies of main.
func (e *Engine) Initial(copies int) iter.Seq[Config] {
	return func(yield func(Config) bool) {
		sys := e.wide()
		for c := range sys.Initial(uint32(copies)) {
			if !yield(toConfig(sys, c)) {
				return
			}
		}
	}
}

// PostConfig yields the successors of c.
func (e *Engine) PostConfig(c Config) iter.Seq[Config] {
	return func(yield func(Config) bool) {
		sys := e.wide()
		for s := range tts.Post(sys, fromConfig(c)) {
			if s.Edge.Kind != tts.Fail && !yield(toConfig(sys, s.To)) {
				return
			}
		}
	}
}

// PreConfig yields the predecessors of c.
func (e *Engine) PreConfig(c Config) iter.Seq[Config] {
	return func(yield func(Config) bool) {
		sys := e.wide()
		for s := range tts.Pre(sys, fromConfig(c)) {
			if !yield(toConfig(sys, s.From)) {
				return
			}
		}
	}
}

// Fails reports whether an assertion can fail in c: whether c is one of the final
// configurations of the paper.
func (e *Engine) Fails(c Config) bool {
	for s := range tts.Post(e.wide(), fromConfig(c)) {
		if s.Edge.Kind == tts.Fail {
			return true
		}
	}
	return false
}
