// This file defines the check of event-condition-action programs in C by analyses of their own,
// which decide all labels in one run.

package systems

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ijit/ijit/ijit"
	"github.com/ijit/ijit/internal/show/executions"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems/circuits/machine"
	"github.com/ijit/ijit/systems/eca"
	"github.com/ijit/ijit/systems/eca/cpa"
	"github.com/ijit/ijit/systems/eca/reactive"
)

// analyses returns all values of Options.Analysis.
func analyses() []string {
	list := cpa.Names()
	for _, name := range reactive.Names() {
		if !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// reaction returns the analysis of a C program that was asked for, nil if there is none of that
// name.
func (q *question) reaction() reactive.Analysis { return reactive.Named(q.Analysis) }

// reacts reports whether auto has the analysis that was asked for.
func (q *question) reacts() bool {
	return q.InC() && (q.Options.Algorithm == "" || q.Options.Algorithm == "auto") && q.reaction() != nil
}

// configured is reaction for configurable program analyses.
func (q *question) configured() reactive.Analysis {
	return func(ctx context.Context, f *eca.File, o reactive.Options) *reactive.Result {
		return cpa.CheckC(ctx, f, q.Analysis, o)
	}
}

// react decides labels by the analysis of the algorithm. What it finds is replayed.
func (f *CProgram) react(c *check, list []int) error {
	begin := time.Now()
	analysis := c.algorithm.react(&c.question)
	c.progress.Phase = "explore"
	wanted := make([]bool, len(f.Labels))
	for _, i := range list {
		wanted[i] = true
	}
	run := analysis(c.ctx, f.File, reactive.Options{
		Wanted:    wanted,
		MaxDepth:  c.Bound,
		MaxBytes:  int64(c.Memory / 2), // collecting garbage takes as much again
		Invariant: c.Certify || c.SelfCheck,
		Progress: func(s reactive.Stats) {
			p := &c.progress
			p.Depth, p.States, p.Decided, p.Asked = s.Depth, int(s.States), s.Decided, s.Asked
			c.report()
		},
	})
	answers := map[int]*Result{}
	for _, i := range list {
		r, err := f.reacted(c, i, run, begin)
		if err != nil {
			return err
		}
		answers[i] = r
	}
	c.reset()
	c.total(list, answers)
	r := &c.result
	c.faulty(run.Faults)
	r.Via, r.By = "", by(r.Properties)
	r.States, r.Stats.PeakNodes, r.Stats.StoreBytes = int(run.Stats.States), run.Stats.Nodes, int(run.Stats.Bytes)
	const most = 2 // warnings; others are much the same
	for i, text := range run.Warnings {
		if i == most {
			c.warn(fmt.Sprintf("%d warnings more", len(run.Warnings)-most))
			break
		}
		c.warn(text)
	}
	c.warnOfOverflow()
	return f.certify(c, list, run)
}

// reacted returns the result for one label. Inputs that do not lead to it are an error in this
// program, never in the user's.
func (f *CProgram) reacted(c *check, i int, run *reactive.Result, begin time.Time) (*Result, error) {
	a := &run.Labels[i]
	p := f.property(c, i)
	p.Verdict = a.Verdict
	r := &Result{Algorithm: c.Algorithm, Answer: ijit.Answer{By: a.By, Verdict: a.Verdict, Property: &p}}
	p.Found = newFound(&machine.Answer{Bound: -1}, a.Seconds)
	p.Found.Method = a.By
	switch a.Verdict {
	case Unknown:
		r.Reason, r.Detail = verdict.Because(c.ctx, run.Reason), run.Detail
		if err := c.ctx.Err(); err != nil && strings.HasSuffix(r.Detail, err.Error()) {
			r.Detail = "" // it says no more than the reason
		}
		if len(run.Faults) > 0 {
			r.Reason, r.Detail = Crashed, "" // c.faulty says more
		}
		p.Found.Reason, p.Found.Detail, p.Found.Seconds = r.Reason, r.Detail, time.Since(begin).Seconds()
	case Unsafe:
		turns, n, reached := executions.React(f.File, f.Labels[i], a.Inputs)
		if !reached {
			return nil, fmt.Errorf("self-check: the inputs %v do not lead to %s", a.Inputs, p.Text)
		}
		p.Found.Inputs, p.Found.Turns, p.Found.Shortest = a.Inputs[:n], turns, a.Shortest && n == len(a.Inputs)
		r.Depth, p.Depth, r.Stats.Replayed = n, n, true
	}
	return r, nil
}

// by names those who decided.
func by(list []Property) string {
	var names []string
	for i := range list {
		if name := list[i].Found.Method; name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, "+")
}
