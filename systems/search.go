// This file defines how an algorithm over transition systems is run on a model: in each
// version with the type that the states have there.

package systems

import (
	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/tts"
)

// A searcher is an algorithm for one type of states.
type searcher[K tts.Key] func(tts.Problem[K], *algorithms.Meter, func(algorithms.Stats)) algorithms.Result[K]

// A search is an algorithm for each type of states: numbers, which systems have that are
// read or translated; and program states, packed into a word or into several.
type search struct {
	numbered searcher[uint32]
	word     searcher[uint64]
	words    searcher[string]
}

// An explored form is that of models whose configurations can be searched.
type explored interface {
	search(c *check, s search) error
	targetText(c *check) (string, error) // the target in the words of certificates
}

// run runs the search on the model.
func (s search) run(c *check) error { return c.Form.(explored).search(c, s) }

// trivial finds the properties, and reports whether there is nothing to search for.
func (c *check) trivial() bool {
	c.asInlined()
	if len(c.properties) > 0 || c.All || c.Leak {
		return false
	}
	c.result.Verdict = Safe
	c.result.Detail = "nothing that can fail is reachable in the control-flow graph"
	c.certifyFlow()
	return true
}

// explore runs a search and fills in the result.
func explore[K tts.Key](c *check, open opener[K], search searcher[K]) error {
	c.progress.Phase = "explore"
	s, err := open(c.meter)
	if err != nil {
		return err
	}
	r := search(s.Problem, c.meter, func(s algorithms.Stats) {
		c.progress.Depth, c.progress.States = s.Depth, s.States
		if c.most > 0 && s.States > c.most {
			c.meter.Fail(Bound)
		}
	})
	if s.Engine != nil {
		s.Engine.Finish() // an answer that was found in time is reported in full
	}
	return tell(c, s, &r)
}

// tell fills in the result with what a search answers, and checks that if it was asked for.
func tell[K tts.Key](c *check, s *instance[K], r *algorithms.Result[K]) error {
	c.relabel(r.Findings)
	c.read(&r.Stats)
	met(&c.result.Stats, s)
	c.result.Stats.DeadLocals = c.deadSomewhere()
	c.result.Verdict = r.Verdict
	c.result.Cut = c.bounded() && (r.Cut || c.start.copies == tts.Omega || c.start.config.Threads() == tts.Omega)
	if c.bounded() && r.Refused != nil {
		at := verdict.NoPC
		if s.States != nil {
			at = s.States.PC(r.Refused.Local)
		}
		c.refuse(at)
	}
	if c.whole == nil && c.live() == nil { // thread states differ in what was left out, too
		c.result.Cutoff = int(r.Cutoff)
	}
	if c.result.Reason = r.Reason; r.Verdict == Unknown {
		c.result.Detail = r.Detail
	}
	c.verdicts(r.Findings, r.Reason == verdict.NoReason)
	if c.Options.Cover && r.Invariant != nil {
		for _, x := range r.Invariant().Cover {
			if !s.View.Passing(x.Shared) {
				c.result.Cover = append(c.result.Cover, trace.NewConfiguration(c.Program, s.View, x))
			}
		}
	}
	if r.Verdict != Unsafe {
		return certify(c, s, r)
	}
	if c.progress.Phase = "trace"; r.Trace != nil {
		if c.traced(trace.New(s.Problem.System, s.View, r.Trace)); c.result.Trace == nil && !c.unfinished(nil, written) {
			c.result.Detail, c.untold = "the memory was used up while "+written, Memory
		}
	}
	c.result.Depth = r.Findings[0].Depth
	c.result.Property = c.blame(r.Findings[0].PC)
	if c.Leak && c.result.Trace != nil {
		c.result.Stuck = stuck(s.View, c.result.Trace.Final(), r.Stuck)
		c.result.Property = c.leaked(c.result.Property)
	}
	if err := certify(c, s, r); err != nil {
		return err
	}
	return c.replay()
}

func (c *check) read(s *algorithms.Stats) {
	c.result.States = s.States
	c.result.Depth = s.Depth
	c.result.MaxThreads = int(s.MaxThreads)
	c.result.Stats.Fired = s.Fired
	c.result.Stats.StoreBytes = s.StoreBytes
}

// met notes how much of a system was met, and what was asked of the program.
func met[K tts.Key](s *Stats, in *instance[K]) {
	if in.Engine != nil {
		s.Images, s.Preimages = in.Engine.Images, in.Engine.Preimages
	}
	if in.Met != nil {
		s.SharedStates, s.LocalStates = in.Met.NumShared(), in.Met.NumLocal()
	}
}
