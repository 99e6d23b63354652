// This file defines how the labels of an event-condition-action program are decided.

package cpa

import (
	"context"
	"fmt"
	"time"

	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems/eca"
	"github.com/ijit/ijit/systems/eca/reactive"
)

// CheckC decides labels by the analysis that is named ([Names]); "" for the default. A label is
// Unsafe only if the interpreter reaches it with the inputs of a path.
func CheckC(ctx context.Context, f *eca.File, analysis string, o reactive.Options) *reactive.Result {
	begin := time.Now()
	r := &reactive.Result{Labels: make([]reactive.Answer, len(f.Labels))}
	wanted := o.Wanted
	if wanted == nil {
		wanted = make([]bool, len(f.Labels))
		for i := range wanted {
			wanted[i] = true
		}
	}
	for _, w := range wanted {
		if w {
			r.Stats.Asked++
		}
	}
	a, err := OfFile(f)
	if err != nil {
		r.Reason, r.Detail = verdict.Unsupported, err.Error()
		return r
	}
	a.Blocks()
	if analysis == "" {
		analysis = a.Default()
	}
	shown := func(s Stats) reactive.Stats {
		r.Stats.Depth, r.Stats.States = s.Turns, int64(s.Reached)
		return r.Stats
	}
	counted := a.oneRead()
	d := a.decide(ctx, question{
		name: analysis, wanted: wanted, maxBytes: o.MaxBytes,
		progress: func(s Stats) {
			if s := shown(s); o.Progress != nil {
				o.Progress(s)
			}
		},
		confirm: func(target int, way []move, shortest bool) bool {
			var inputs []int32
			for _, m := range way {
				if choose, ok := m.op.(*Choose); ok && choose.Input {
					inputs = append(inputs, m.value)
				}
			}
			n, overflows, ok := replay(f, inputs, target)
			if !ok {
				return false
			}
			for _, pos := range overflows {
				r.Warnings = append(r.Warnings, fmt.Sprintf("%s:%s: this overflows on the way to %s, which C leaves undefined", f.Name, pos, f.Labels[target].Name))
			}
			r.Stats.Decided++
			r.Labels[target] = reactive.Answer{
				Verdict: verdict.Unsafe, Inputs: inputs[:n], Shortest: shortest && counted,
				By: analysis, Seconds: time.Since(begin).Seconds(),
			}
			return true
		},
	})
	shown(d.stats)
	r.Complete, r.Reason, r.Detail = d.complete, d.reason, d.detail
	for i := range r.Labels {
		switch {
		case !wanted[i] || r.Labels[i].Verdict == verdict.Unsafe:
		case d.complete && !d.reached[i]:
			r.Labels[i] = reactive.Answer{Verdict: verdict.Safe, By: analysis, Seconds: time.Since(begin).Seconds()}
			r.Stats.Decided++
		case d.complete:
			r.Reason, r.Detail = verdict.Bound, "the abstraction by "+analysis+" reaches labels to which no execution was found"
		}
	}
	return r
}

// replay returns how many of the inputs lead to a label, and where something overflows before.
func replay(f *eca.File, inputs []int32, label int) (n int, overflows []eca.Pos, ok bool) {
	for _, step := range eca.Run(f, inputs) {
		overflows = append(overflows, step.Overflows...)
		for _, x := range step.Reached {
			if x.Label.ID == label {
				return x.Inputs, overflows, true
			}
		}
	}
	return 0, nil, false
}

// oneRead reports whether each turn reads one input before anything can be reached, so that
// fewest turns are fewest inputs: there is one place that reads, and one way to it.
func (a *Automaton) oneRead() bool {
	reads := 0
	for op := range a.operations() {
		if choose, ok := op.(*Choose); ok && choose.Input {
			reads++
		}
	}
	for l := a.Locations[0]; reads == 1 && len(l.Out) == 1 && len(l.Targets) == 0; l = l.Out[0].To {
		for _, op := range l.Out[0].Ops {
			if choose, ok := op.(*Choose); ok && choose.Input {
				return true
			}
		}
		if l.Out[0].To.ID <= l.ID {
			break
		}
	}
	return false
}
