// This file defines spaces: transition systems over configurations, for
// algorithms of the user's own.

package ijit

import (
	"fmt"
	"iter"

	"github.com/ijit/ijit/converter"
	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/tts"
)

// A Config is a configuration of a transition system: a shared state and how
// many threads are in which local state.
type Config = tts.Config[uint32]

// A Space is a transition system over configurations. An algorithm that explores
// one does not see whether it was read from a .tts file ([OpenTTS]) or is
// translated from a Boolean program just in time ([OpenJIT]).
type Space struct {
	System tts.BackwardSystem[uint32]

	initial iter.Seq[Config]
	target  *Config // nil: an assertion that can fail
}

// OpenTTS opens the transition system in a .tts file, with the initial
// configuration 0|0 and the target in the .prop file beside it.
func OpenTTS(path string) (*Space, error) {
	m, err := Open(path)
	if err != nil {
		return nil, err
	}
	if m.TTS == nil || m.Target == nil {
		return nil, fmt.Errorf("%s: not a .tts file with a .prop file beside it", path)
	}
	initial := func(yield func(Config) bool) { yield(tts.NewConfig[uint32](0, 0)) }
	return &Space{System: m.TTS, initial: initial, target: m.Target}, nil
}

// OpenJIT opens the transition system of the Boolean program in a file, with one
// thread in main at first. It is translated as far as it is explored.
func OpenJIT(path string) (*Space, error) {
	p, err := OpenProgram(path)
	if err != nil {
		return nil, err
	}
	sys := converter.NewJIT(p.Engine)
	return &Space{System: sys, initial: sys.Initial(1)}, nil
}

// Init yields the initial configurations.
func (s *Space) Init() iter.Seq[Config] {
	return func(yield func(Config) bool) {
		for c := range s.initial {
			if !yield(c.Clone()) {
				return
			}
		}
	}
}

// Final reports whether c is an error: it covers the target, or an assertion can
// fail in it.
func (s *Space) Final(c Config) bool {
	if s.target != nil {
		return c.Covers(*s.target)
	}
	for step := range tts.Post(s.System, c) {
		if step.Edge.Kind == tts.Fail {
			return true
		}
	}
	return false
}

// Post yields the successors of c.
func (s *Space) Post(c Config) iter.Seq[Config] {
	return func(yield func(Config) bool) {
		for step := range tts.Post(s.System, c) {
			if step.Edge.Kind != tts.Fail && !yield(step.To) {
				return
			}
		}
	}
}

// Pre yields the predecessors of c.
func (s *Space) Pre(c Config) iter.Seq[Config] {
	return func(yield func(Config) bool) {
		for step := range tts.Pre(s.System, c) {
			if !yield(step.From) {
				return
			}
		}
	}
}

// A Program gives the images of a Boolean program in its own states, for use with
// a [converter.Conversion]: f⁻¹(image(f(w))).
type Program struct{ *image.Engine }

// OpenProgram opens the Boolean program in a file.
func OpenProgram(path string) (*Program, error) {
	m, err := Open(path)
	if err != nil {
		return nil, err
	}
	if m.Program == nil {
		return nil, fmt.Errorf("%s: not a Boolean program", path)
	}
	p, err := m.Program.WithoutCalls()
	if err != nil {
		return nil, err
	}
	return &Program{image.New(p, Big, nil)}, nil
}

// Converter returns the default conversion of configurations.
func (p *Program) Converter() converter.Configs { return converter.NewConfigs(p.Engine.Program) }

// Init yields the initial configurations, with one thread in main.
func (p *Program) Init() iter.Seq[image.Config] { return p.Initial(1) }

// Post yields the successors of c.
func (p *Program) Post(c image.Config) iter.Seq[image.Config] { return p.PostConfig(c) }

// Final reports whether an assertion can fail in c.
func (p *Program) Final(c image.Config) bool { return p.Fails(c) }
