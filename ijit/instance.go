// This file defines the systems that an algorithm explores, one for each version,
// with the question about them.

package ijit

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/converter"
	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

// An instance is a system and the question about it. Systems hold buffers and remember
// images, so algorithms that run side by side need one each.
type instance[K tts.Key] struct {
	problem algorithms.Problem[K]
	view    trace.View[K]
	engine  *image.Engine    // of a program
	states  *image.System[K] // likewise
	met     func(*Stats)     // notes how much of the system was met; nil for nothing
}

// An opener makes a new instance, whose images end when the meter says so.
type opener[K tts.Key] func(*algorithms.Meter) (*instance[K], error)

// problem returns the question about sys.
func problem[K tts.Key](c *check, sys tts.System[K], initial iter.Seq[tts.Config[K]], target algorithms.Target[K]) algorithms.Problem[K] {
	switch {
	case c.Label != "":
		target.Fails = func(label uint32) bool { return c.watched[int(label)] }
	case c.target == nil && len(c.together) == 0 && !c.Deadlock && !c.Leak:
		target.Fails = func(uint32) bool { return true }
	}
	return algorithms.Problem[K]{
		System:  sys,
		Initial: initial,
		Threads: uint32(c.Threads),
		All:     c.All,
		Target:  target,
	}
}

// tableInstance opens a .tts file. The table does not change: all instances share it.
func (c *check) tableInstance(*algorithms.Meter) (*instance[uint32], error) {
	initial := func(yield func(tts.Config[uint32]) bool) { yield(c.start.config) }
	if c.bounded() {
		initial = algorithms.AtMost(c.start.config, uint32(c.Threads))
	}
	var target algorithms.Target[uint32]
	if c.Deadlock {
		target.Stuck = func(uint32) bool { return true } // a system does not say what an end is
	} else if c.Leak {
		target.Place = func(l uint32) int { return int(l) }
	} else {
		target.Cover = []tts.Config[uint32]{*c.target}
	}
	return &instance[uint32]{problem: problem(c, c.TTS, initial, target), view: trace.Table{System: c.TTS}}, nil
}

// jitInstance opens the program for translation just in time.
func (c *check) jitInstance(m *algorithms.Meter) (*instance[uint32], error) {
	e := c.engine(m)
	sys := converter.NewJIT(e)
	return programInstance(c, sys, sys.System, func(s *Stats) {
		s.SharedStates, s.LocalStates = sys.States.NumShared(), sys.States.NumLocal()
	})
}

// translatedInstance opens the translation of the program. All instances share its table.
func (c *check) translatedInstance(m *algorithms.Meter) (*instance[uint32], error) {
	t := c.translation
	e := c.engine(m)
	return programInstance(c, t, image.NewSystem(e, image.Codec[uint32](t.States)), func(*Stats) {})
}

// untranslatedInstance opens the program in a representation of its states.
func untranslatedInstance[K tts.Key](c *check, codec image.Codec[K], m *algorithms.Meter) (*instance[K], error) {
	e := c.engine(m)
	sys := image.NewSystem(e, codec)
	return programInstance(c, sys, sys, func(*Stats) {})
}

// programInstance opens a program; states decodes the states of sys.
func programInstance[K tts.Key](c *check, sys tts.System[K], states *image.System[K], met func(*Stats)) (*instance[K], error) {
	var target algorithms.Target[K]
	if c.target != nil {
		t, err := numbered(states, *c.target)
		if err != nil {
			return nil, usage("--target %s: %v", c.Options.Target, err)
		}
		target.Cover = append(target.Cover, t)
	}
	if c.Deadlock {
		target.Stuck = func(l K) bool { return len(c.code.Nodes[states.PC(l)].Out) > 0 }
	}
	if c.Leak {
		target.Place = func(l K) int { return c.places.of[states.PC(l)] }
	}
	if c.Label != "" {
		target.Locals = append(target.Locals, func(l K) bool { return c.watched[states.PC(l)] })
	}
	for _, pcs := range c.meeting {
		target.Locals = append(target.Locals, func(l K) bool { return slices.Contains(pcs, states.PC(l)) })
	}
	count := func(s *Stats) {
		s.Images, s.Preimages = states.Engine.Images, states.Engine.Preimages
		met(s)
	}
	initial := states.Initial(c.start.copies)
	if c.start.copies == tts.Omega && c.bounded() {
		initial = func(yield func(tts.Config[K]) bool) {
			for n := range c.Threads {
				for x := range states.Initial(uint32(n + 1)) {
					if !yield(x) {
						return
					}
				}
			}
		}
	}
	p := problem(c, sys, initial, target)
	p.InitialAbove = func(x tts.Config[K]) (tts.Config[K], bool) { return states.InitialAbove(x, c.start.copies) }
	v := trace.NewProgram(trace.NewCode(c.code, c.inlined), states)
	return &instance[K]{p, v, states.Engine, states, count}, nil
}

// manyFree is how many unconstrained variables make a program with more initial
// configurations than should be stored.
const manyFree = 20

// unconstrained counts the variables with influence that begin with any value.
func unconstrained(p *parser.Program) (free int) {
	relevant := parser.Relevant(p.File)
	for _, vars := range [][]*parser.Var{p.File.Globals, p.File.Main.Locals} {
		for _, v := range vars {
			if v.Init == parser.InitAny && relevant[v] {
				free++
			}
		}
	}
	return free
}

// engine makes an engine for the program.
func (c *check) engine(m *algorithms.Meter) *image.Engine {
	e := image.New(c.code, c.Atomicity, m.Stop)
	e.Watch = c.watched
	return e
}

// translate translates the program up front, unless that was done. It returns false if
// that ended the run.
func (c *check) translate() bool {
	if c.translation == nil {
		c.progress.Phase = "translate"
		begin := time.Now()
		e := c.engine(c.meter)
		sys, err := converter.Translate(e)
		switch {
		case errors.Is(err, converter.ErrStopped):
			c.result.Reason = c.meter.Reason()
			return false
		case err != nil:
			c.result.Reason, c.result.Detail = Memory, err.Error()
			return false
		}
		c.translation, c.translating = sys, time.Since(begin)
	}
	stats, t := &c.result.Stats, c.translation
	stats.Translation, stats.Edges = c.translating.Seconds(), t.NumEdges()
	stats.SharedStates, stats.LocalStates = int(t.States.NumShared()), int(t.States.NumLocal())
	return true
}

// numbered converts a configuration in the numbers of a translation.
func numbered[K tts.Key](to *image.System[K], c tts.Config[uint32]) (tts.Config[K], error) {
	var out tts.Config[K]
	n, err := converter.NewNumbered(to.Engine)
	if err != nil {
		return out, err
	}
	if !n.BegunShared(c.Shared) {
		return out, fmt.Errorf("shared states are numbered from 1 to %d", n.NumShared()-2)
	}
	numbers := image.NewSystem(to.Engine, image.Codec[uint32](n))
	out.Shared = to.Codec.Shared(numbers.Shared(c.Shared))
	for _, x := range c.Locals {
		if !n.BegunLocal(x.Local) {
			return out, fmt.Errorf("local states are numbered from 1 to %d", n.NumLocal()-2)
		}
		out.Locals = tts.AddLocal(out.Locals, to.Codec.Local(numbers.Local(x.Local)), x.N)
	}
	return out, nil
}

// targetStates returns the target of a program in terms of its states.
func (c *check) targetStates() (*image.System[string], tts.Config[string], error) {
	e := c.engine(c.meter)
	states := image.NewSystem(e, image.Codec[string](image.PackedWide{}))
	target, err := numbered(states, *c.target)
	if err != nil {
		err = usage("--target %s: %v", c.Options.Target, err)
	}
	return states, target, err
}

// threads counts the threads of a configuration that are not unboundedly many.
func threads(c tts.Config[uint32]) int {
	n := 0
	for _, x := range c.Locals {
		if x.N != tts.Omega {
			n += int(x.N)
		}
	}
	return n
}
