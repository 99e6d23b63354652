// This file defines how targets are decided by an analysis that is named.

package cpa

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems/eca"
)

// Names lists the analyses that can be asked for by name.
func Names() []string { return []string{"bdd", "value", "region", "bdd+value"} }

// Default returns the analysis for the domain types of the variables: decision diagrams if
// none of them is calculated with, else regions.
func (a *Automaton) Default() string {
	occurs := a.occurs()
	if slices.ContainsFunc(a.Vars, func(v *eca.Var) bool { return v.Type > eca.EQ && occurs(v) }) {
		return "region"
	}
	return "bdd"
}

// Stats are figures of a run.
type Stats struct {
	Locations int // that elements are stored at
	Reached   int // elements
	Turns     int // the most that an execution went back
}

// A question is what is asked of an analysis.
type question struct {
	name     string
	wanted   []bool // by target
	first    bool   // one target is enough
	maxBytes int64
	progress func(Stats)
	// confirm says whether a path leads to a target. The last argument says that no path
	// with fewer turns does.
	confirm func(target int, way []move, shortest bool) bool
}

// A decision is the answer.
type decision struct {
	reached  []bool // by target: some abstract state is there
	complete bool   // a target that is not reached cannot be
	reason   verdict.Reason
	detail   string
	stats    Stats
}

// count returns how many targets some abstract state is at.
func (d *decision) count() (n int) {
	for _, r := range d.reached {
		if r {
			n++
		}
	}
	return n
}

// maxTries is how many paths to a target are tried: of an analysis that is not exact, all may
// fail.
const maxTries = 100

// decide runs an analysis. The automaton has its blocks.
func (a *Automaton) decide(ctx context.Context, q question) (d decision) {
	o := bdd.Options{Context: ctx, MaxBytes: q.maxBytes}
	switch q.name {
	case "bdd":
		analysis, err := Diagrams(a, o)
		return run(ctx, a, analysis, q, err)
	case "value":
		return run(ctx, a, Values(a), q, nil)
	case "region":
		return run(ctx, a, Regions(a), q, nil)
	case "bdd+value":
		analysis, err := DiagramsAndValues(a, o)
		return run(ctx, a, analysis, q, err)
	}
	return decision{reached: make([]bool, len(a.Targets)), reason: verdict.Unsupported,
		detail: fmt.Sprintf("there is no analysis %q; there is %s", q.name, strings.Join(Names(), ", "))}
}

// errStopped is that the meter stopped a run.
var errStopped = errors.New("a limit was met")

func run[E comparable](ctx context.Context, a *Automaton, analysis Analysis[E], q question, err error) decision {
	d := decision{reached: make([]bool, len(a.Targets)), reason: verdict.Unsupported}
	if err != nil {
		d.detail = q.name + ": " + err.Error()
		return d
	}
	for _, l := range a.Locations {
		if l.Stored {
			d.stats.Locations++
		}
	}
	report := func() {
		if q.progress != nil {
			q.progress(d.stats)
		}
	}
	meter := algorithms.NewMeter(ctx, uint64(max(q.maxBytes, 0)), report)
	c := newComposite(a, analysis)
	tries, done := make([]int, len(a.Targets)), make([]bool, len(a.Targets))
	open := 0
	for _, w := range q.wanted {
		if w {
			open++
		}
	}
	r := Run(ctx, c.cpa(), func(r *Reached[Located[E]], x Arrival[Located[E]]) bool {
		d.stats.Turns = max(d.stats.Turns, r.Turn(x))
		for _, t := range x.Element.At.Targets {
			if !q.wanted[t] || done[t] || tries[t] == maxTries {
				continue
			}
			d.reached[t] = true
			way := c.way(r, x)
			if r.Err() != nil { // it is no way
				return false
			}
			if done[t] = q.confirm(t, way, tries[t] == 0); done[t] {
				open--
			}
			tries[t]++
		}
		return open > 0 && !(q.first && slices.Contains(done, true))
	}, func(states int) error {
		d.stats.Reached = states
		if meter.Stop() {
			return errStopped
		}
		return nil
	})
	d.stats.Reached = r.Len()
	d.complete, d.reason = r.Complete(), meter.Reason()
	if err := cmp.Or(r.Ended(), r.Err()); err != nil && d.reason == verdict.NoReason {
		if d.reason = verdict.ReasonOf(err, bdd.ErrNodes, bdd.ErrMemory); d.reason == verdict.NoReason {
			d.reason, d.detail = verdict.Unsupported, q.name+": "+err.Error()
		}
	}
	report()
	return d
}
