// This file defines answers of algorithms of the user's own: they are checked, told and
// shown as those of this module are.

package systems

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/internal/show/render"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/tts"
)

// ownAlgorithm is the name of a user's algorithm in results, which the user may change.
const ownAlgorithm = "own"

// Unsafe returns the answer that run leads to an error: a sequence of configurations, each
// a successor of the one before, from an initial one to one that is [Space.Final]. The
// execution is replayed by an interpreter that shares no code with the system (that of a
// transition system by the checker of certificates); the error says why it is none. The
// result has the trace and the certificate.
//
// The run may begin with unboundedly many threads ([tts.Omega]), of which the execution has
// as many as it needs. An algorithm that accelerates, such as that of Karp and Miller,
// knows that an error can be reached, but has no run to it: search a space with a bound on
// threads for one.
func (s *Space) Unsafe(ctx context.Context, run []Config) (*Result, error) {
	if len(run) == 0 {
		return nil, errors.New("the run is empty")
	}
	if slices.ContainsFunc(run, unbounded) {
		var err error
		if run, err = s.finite(ctx, run); err != nil {
			return nil, err
		}
	}
	steps := &tts.Trace[uint32]{Initial: run[0]}
	for i, c := range run {
		if i+1 == len(run) {
			break
		}
		step, found := s.step(c, func(x tts.Step[uint32]) bool { return x.Edge.Kind != tts.Fail && x.To.Compare(run[i+1]) == 0 })
		if !found {
			return nil, fmt.Errorf("no step leads from configuration %d of the run, %s, to the next one, %s", i, s.Describe(c), s.Describe(run[i+1]))
		}
		steps.Steps = append(steps.Steps, step)
	}
	last := run[len(run)-1]
	found := verdict.Finding{PC: verdict.NoPC}
	switch step, fails := s.step(last, s.fails); {
	case fails:
		steps.Steps = append(steps.Steps, step)
		found = verdict.Finding{PC: int(step.Edge.Label), Failed: true}
	case !s.Final(last):
		return nil, fmt.Errorf("the run ends in no error: %s", s.Describe(last))
	}
	for _, x := range steps.Steps {
		if x.Edge.Kind == tts.Fail || !s.System.Transient(x.To.Shared) {
			found.Depth++
		}
	}
	return s.result(ctx, &algorithms.Result[uint32]{Verdict: Unsafe, Findings: []verdict.Finding{found}, Trace: steps})
}

// fails reports whether a step is the failure of an assertion that is asked about.
func (s *Space) fails(x tts.Step[uint32]) bool {
	fails := s.instance.Problem.Target.Fails
	return x.Edge.Kind == tts.Fail && fails != nil && fails(x.Edge.Label)
}

// step returns the first step from c that is wanted.
func (s *Space) step(c Config, wanted func(tts.Step[uint32]) bool) (step tts.Step[uint32], found bool) {
	for x := range s.steps(c) {
		if wanted(x) {
			return x, true
		}
	}
	return step, false
}

// Safe returns the answer that no error can be reached, since proof is a set of
// configurations that has all initial ones, no error, and whatever a step leads to. Or it has
// the maximal elements of such a set, as it must if one of them has unboundedly many threads
// ([tts.Omega]). The checker of certificates, which shares no code with the system,
// checks that; its error says why it is not so. The result has the certificate. That there is no
// deadlock is Unknown where the bound on threads keeps one of the set from creating another.
func (s *Space) Safe(ctx context.Context, proof iter.Seq[Config]) (*Result, error) {
	var set []Config
	for c := range proof {
		set = append(set, c.Clone())
	}
	answer := func(inv *tts.Invariant[uint32]) (*Result, error) {
		return s.result(ctx, &algorithms.Result[uint32]{
			Verdict:   Safe,
			Invariant: func() *tts.Invariant[uint32] { return inv },
			Cut:       s.instance.Problem.Threads > 0,
			Refused:   s.refused(set),
			Stats:     algorithms.Stats{States: len(set)},
		})
	}
	above := &tts.Invariant[uint32]{Cover: set}
	if slices.ContainsFunc(set, unbounded) {
		return answer(above)
	}
	r, err := answer(&tts.Invariant[uint32]{States: set})
	if err == nil {
		return r, nil
	}
	// A set of maximal configurations may have none with unboundedly many threads.
	if r, err := answer(above); err == nil {
		return r, nil
	}
	return nil, err
}

// refused returns the state of a thread of a set that the bound keeps from creating another one,
// nil if there is none.
func (s *Space) refused(set []Config) *tts.ThreadState[uint32] {
	for _, c := range set {
		for x := range tts.Post(s.System, c) {
			if s.blocked(c, &x) {
				return &x.Edge.From
			}
		}
	}
	return nil
}

// result tells and checks an answer.
func (s *Space) result(ctx context.Context, r *algorithms.Result[uint32]) (*Result, error) {
	c := s.check.fork(ctx, nil)
	if err := tell(c, s.instance, r); err != nil {
		return nil, err
	}
	if cert := c.result.Certificate; cert != nil && cert.Err() == nil && !c.result.Stats.Replayed {
		if _, err := c.Validate(ctx, cert); err != nil {
			return nil, err
		}
		c.result.Stats.Validated = true
	}
	c.settle()
	return &c.result, nil
}

// Render writes the trace of an answer about the model: as a table, in lanes, or in
// another format that ijit trace --help lists.
func (m *Model) Render(w io.Writer, r *Result, format string) error {
	f, found := render.FormatNamed(format)
	switch {
	case !found:
		return usage("there is no format %q; there is %s", format, render.FormatNames())
	case r.Trace == nil:
		return errors.New("the answer has no trace")
	}
	return f.Write(w, &render.Trace{Trace: r.Trace, File: m.Name, Property: r.Property, Meaning: m.Meaning}, render.Options{})
}
