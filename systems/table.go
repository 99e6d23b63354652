// This file defines transition systems that were read as models.

package systems

import (
	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/converter"
	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/proof/configurations"
	"github.com/ijit/ijit/internal/show/render"
	"github.com/ijit/ijit/internal/show/trace"
)

// A TransitionSystem is the form of the models that are thread-transition systems.
type TransitionSystem struct{}

func (TransitionSystem) needs() feature { return states | tables }

func (TransitionSystem) initial(q *question) (err error) {
	if q.target == nil && !q.Deadlock && !q.Leak {
		q.target = q.Model.Target
	}
	q.start.config, q.start.text, err = converter.ParseInitial(q.Initial, q.TTS)
	return err
}

func (TransitionSystem) suits(*question, *Algorithm) bool { return true }
func (TransitionSystem) bound(*question) int              { return DefaultThreads }

func (TransitionSystem) fit(q *question) error {
	if err := q.onlyMachines(); err != nil {
		return err
	}
	switch n := threads(q.start.config); {
	case q.Via != "" && q.Via != TTS:
		return usage("--via %s: %s is a transition system already; use --via tts", q.Via, q.Name)
	case q.Label != "":
		return usage("--label %s: a .tts file has no labels; use --target", q.Label)
	case q.Atomicity != Big:
		return usage("--atomic is about statements, and %s is a transition system, whose steps are its edges", q.Name)
	case q.Deadlock, q.Leak:
	case len(q.together) > 0:
		return usage("--target %s: a .tts file has no labels; use --target S|L", q.Options.Target)
	case q.LTL != "":
		return usage("--ltl: %s has no variables and labels to speak of", q.Name)
	case q.target == nil:
		return usage("%s has no target: give one with --target S|L, or put it in a .prop file beside it", q.Name)
	case q.bounded() && n > q.Threads:
		return usage("--initial %s starts %d threads, more than --threads %d allows", q.start.text, n, q.Threads)
	}
	q.Via = TTS
	if q.target == nil {
		return nil
	}
	if err := q.TTS.CheckConfig(*q.target); err != nil {
		return usage("--target %v: %v", q.target, err)
	}
	return nil
}

func (TransitionSystem) decide(c *check) error { return c.run() }
func (TransitionSystem) unasked(*Model) error  { return nil }

func (TransitionSystem) proves(m *Model, _ string) proof.Form {
	return configurations.TTS{TTS: m.TTS, Name: m.Name}
}

func (TransitionSystem) Shows(f *render.Format, m *Model, _ *Options) error { return showsTraces(f, m) }

func (TransitionSystem) search(c *check, s search) error {
	c.asInlined()
	return explore(c, c.tableInstance, s.numbered)
}

func (c *check) tableInstance(*algorithms.Meter) (*instance[uint32], error) {
	in := converter.OpenTable(c.TTS, c.start.config, c.configurations(), c.Leak)
	return &instance[uint32]{in, trace.Table{System: c.TTS}}, nil
}

func (TransitionSystem) targetText(c *check) (string, error) {
	return trace.NewWords(trace.Table{System: c.TTS}).Target(*c.target)
}
