// This file defines how the question of a check is opened: as a system that an algorithm explores, in each version.

package systems

import (
	"errors"
	"time"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/converter"
	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

// An instance is an opened question, and how its states are shown.
type instance[K tts.Key] struct {
	*converter.Instance[K]
	View trace.View[K]
}

// An opener makes a new instance, whose images end when the meter says so.
type opener[K tts.Key] func(*algorithms.Meter) (*instance[K], error)

// configurations returns the question about these.
func (c *check) configurations() converter.Question {
	q := converter.Question{
		Code: c.explored(), Inlined: c.inlined, Atomicity: c.Atomicity, Copies: c.start.copies, All: c.All,
		Target: c.target, Watched: c.watched, Meeting: c.meeting, Deadlock: c.Deadlock,
	}
	if c.bounded() {
		q.Threads = c.Threads
	}
	if c.Leak && c.places != nil {
		q.Places = c.places.of
	}
	return q
}

// shown returns the instance of a program. An error is about the target, in the numbers of the user.
func shown[K tts.Key](c *check, in *converter.Instance[K], err error) (*instance[K], error) {
	if err != nil {
		return nil, usage("--target %s: %v", c.Options.Target, err)
	}
	return &instance[K]{in, trace.NewProgram(trace.NewCode(c.code, c.inlined), in.States)}, nil
}

func (c *check) jitInstance(m *algorithms.Meter) (*instance[uint32], error) {
	in, err := converter.OpenJIT(c.configurations(), m.Stop)
	return shown(c, in, err)
}

func (c *check) translatedInstance(m *algorithms.Meter) (*instance[uint32], error) {
	in, err := converter.OpenTranslation(c.configurations(), c.translation, m.Stop)
	return shown(c, in, err)
}

func untranslatedInstance[K tts.Key](c *check, codec image.Codec[K], m *algorithms.Meter) (*instance[K], error) {
	in, err := converter.OpenImages(c.configurations(), codec, m.Stop)
	return shown(c, in, err)
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
	q := c.configurations()
	return q.NewEngine(m.Stop)
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

// targetStates returns the target of a program in terms of its states.
func (c *check) targetStates() (*image.System[string], tts.Config[string], error) {
	e := c.engine(c.meter)
	states := image.NewSystem(e, image.Codec[string](image.PackedWide{}))
	target, err := converter.FromNumbers(states, *c.target)
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
