// This file defines the bounded question: one exploration of all configurations with so many
// goroutines alive.

package gocheck

import (
	"context"
	"go/token"
	"slices"
	"time"

	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/systems/golang/lower"
)

// A survey is what an exploration has found.
type survey struct {
	complete       bool
	reason, detail string   // why it is not complete
	cut            bool     // the bound on goroutines cut an execution
	undecided      []leaked // unless somebody helps beyond the bound
	reached        []int    // locations
	states         int
	failures       []failed
	leaks          []leaked
	races          []raced
}

// What was found, with an execution.
type (
	failed struct {
		*lower.Failure
		trace *trace.Trace
	}
	leaked struct {
		*lower.Wait
		trace     *trace.Trace
		stuck     []int // threads that are blocked for ever at the end, first the one that waits there
		undecided bool  // unless somebody helps beyond the bound
	}
	raced struct {
		*lower.Pair
		trace *trace.Trace
	}
)

// survey explores the configurations of a program, for so long.
func (q *question) survey(ctx context.Context, l *lower.Program, m *systems.Model, limit time.Duration, leaks bool) (*survey, error) {
	o := systems.SurveyOptions{Threads: q.bound, Leaks: leaks, Timeout: limit, Memory: q.Memory}
	waits, failures := map[string]*lower.Wait{}, map[string]*lower.Failure{}
	for i := range l.Failures {
		failures[l.Failures[i].Label] = &l.Failures[i]
	}
	for i := range l.Waits {
		w := &l.Waits[i]
		waits[w.Place] = w
		o.Places = append(o.Places, w.Place+"#")
	}
	o.Leaks = leaks && len(o.Places) > 0
	type places struct {
		first, other token.Position
		covered      bool // then another one that is not may be found, too
	}
	classes := map[places]int{}
	for _, p := range l.Pairs {
		o.Pairs = append(o.Pairs, [2]string{p.A, p.B})
		k := places{p.First.Site.Pos, p.Other.Site.Pos, p.First.Covered && p.Other.Covered}
		if _, known := classes[k]; !known {
			classes[k] = len(classes)
		}
		o.Classes = append(o.Classes, classes[k])
	}
	// What is near is found with a shortest execution. What is far away is found without executions that differ in the
	// order of independent steps, or else by random ones.
	o.Timeout = limit / 8
	found, err := m.Survey(ctx, o)
	if err != nil {
		return nil, err
	}
	for _, further := range []func(o *systems.SurveyOptions){
		func(o *systems.SurveyOptions) { o.Reduce, o.Timeout = true, limit-limit/8 },
		func(o *systems.SurveyOptions) { o.Walk, o.Timeout = true, limit/4 },
	} {
		if found.Complete || found.Reason != systems.Timeout || ctx.Err() != nil {
			break
		}
		further(&o)
		if err := more(ctx, m, o, found); err != nil {
			return nil, err
		}
	}
	s := &survey{complete: found.Complete, reason: string(found.Reason), detail: found.Detail, cut: found.Cut, states: found.States, reached: found.Reached}
	for _, x := range found.Undecided {
		if w := waits[x.Label]; w != nil {
			s.undecided = append(s.undecided, leaked{w, x.Trace, x.Stuck, true})
		}
	}
	if !s.complete && s.detail == "" {
		s.detail = limits(found.Reason)
	}
	for _, x := range found.Failures {
		if f := failures[x.Label]; f != nil {
			s.failures = append(s.failures, failed{f, x.Trace})
		}
	}
	for _, x := range found.Leaks {
		if w := waits[x.Label]; w != nil {
			s.leaks = append(s.leaks, leaked{w, x.Trace, x.Stuck, false})
		}
	}
	for _, x := range found.Pairs {
		s.races = append(s.races, raced{&l.Pairs[x.Pair], x.Trace})
	}
	return s, nil
}

// more adds what a survey comes to, and was not found.
func more(ctx context.Context, m *systems.Model, o systems.SurveyOptions, found *systems.Survey) error {
	o.Places = slices.DeleteFunc(slices.Clone(o.Places), func(place string) bool {
		return slices.ContainsFunc(found.Leaks, func(x systems.Execution) bool { return x.Label+"#" == place })
	})
	o.Leaks = o.Leaks && len(o.Places) > 0
	var pairs [][2]string
	var classes, index []int
	for i, p := range o.Pairs {
		if !slices.ContainsFunc(found.Pairs, func(x systems.Execution) bool { return o.Classes[x.Pair] == o.Classes[i] }) {
			pairs, classes, index = append(pairs, p), append(classes, o.Classes[i]), append(index, i)
		}
	}
	o.Pairs, o.Classes = pairs, classes
	far, err := m.Survey(ctx, o)
	if err != nil {
		return err
	}
	for _, x := range far.Failures {
		if !slices.ContainsFunc(found.Failures, func(y systems.Execution) bool { return x.Label == y.Label }) {
			found.Failures = append(found.Failures, x)
		}
	}
	found.Leaks = append(found.Leaks, far.Leaks...)
	for _, x := range far.Pairs {
		x.Pair = index[x.Pair]
		found.Pairs = append(found.Pairs, x)
	}
	if o.Walk {
		return nil
	}
	found.Complete, found.Reason, found.Detail = far.Complete, far.Reason, far.Detail
	found.Cut, found.States = found.Cut || far.Cut, max(found.States, far.States)
	found.Undecided, found.Reached = far.Undecided, append(found.Reached, far.Reached...)
	return nil
}

// limits says which limit ended an exploration.
func limits(reason systems.Reason) string {
	switch reason {
	case systems.Timeout:
		return "the time limit was reached"
	case systems.Memory:
		return "the memory limit was reached"
	case systems.Interrupted:
		return "the run was interrupted"
	}
	return "a limit was reached (" + string(reason) + ")"
}
