// This file defines the portfolio: which analyses are for which programs, and how several share
// the labels of a program.

package reactive

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems/eca"
	"github.com/ijit/ijit/systems/eca/reactive/sets"
)

// Names lists the analyses that can be asked for by name.
func Names() []string { return []string{"bdd", "states", "regions"} }

// Named returns the analysis of a name, Auto for "", and nil if there is none.
func Named(name string) Analysis {
	return map[string]Analysis{"": Auto, "bdd": sets.Analyse, "states": States, "regions": Regions}[name]
}

// Auto decides labels by the analyses that suit the domain types of variables: sets of states if those
// that matter are compared and copied only, with States beside them if that takes long; else
// Regions, and States beside them if some labels are left before anything is refined, or if even that
// takes long. Regions prove what has too many states to be searched, States find what depends
// on numbers that regions do not tell apart. When States have searched as deep as is asked for,
// nothing is refined any more.
//
// An analysis that ends at a limit of its own, or panics, keeps the others from nothing.
func Auto(ctx context.Context, file *eca.File, options Options) *Result {
	if r := setsOrStates(ctx, file, options); r.Reason != verdict.Unsupported {
		return r
	}
	b := newBoard(file, options)
	ctx, b.stop = context.WithCancel(ctx)
	defer b.stop()
	options.MaxBytes /= 2
	unrefined, ended := make(chan bool), make(chan *Result, 1)
	began := time.Now()
	go func() {
		o := options
		o.Progress = b.progress(func(all *Stats, s Stats) { all.Regions, all.Bytes = s.Regions, s.Bytes })
		r := guarded("regions", file, o, func() *Result {
			regions := newRegions(file, o, b)
			reason := regions.round(ctx)
			if reason == verdict.NoReason {
				close(unrefined)
				reason = regions.run(ctx)
			}
			return regions.result(reason)
		})
		b.spare.Store(o.MaxBytes)
		ended <- r
	}()
	select {
	case <-unrefined:
	case r := <-ended: // at a limit, or it panicked
		ended <- r
	case <-time.After(statesWait):
	}
	if !slices.Contains(b.open(), true) {
		return <-ended
	}
	wait := time.Since(began).Seconds()
	options.Wanted = b.open()
	options.Progress = b.progress(func(all *Stats, s Stats) { all.Depth, all.States = s.Depth, s.States })
	states := guarded("states", file, options, func() *Result { return newExplicit(file, options, b).search(ctx) })
	if states.Complete || options.MaxDepth > 0 && len(states.Faults) == 0 {
		b.stop()
	}
	r := <-ended
	merge(r, states, wait)
	return r
}

// guarded runs an analysis. One that panics has no answers.
func guarded(name string, file *eca.File, options Options, run func() *Result) (r *Result) {
	if fault := verdict.Guard(name, func() { r = run() }); fault != nil {
		r = &Result{Labels: make([]Answer, len(file.Labels)), Reason: verdict.Crashed, Faults: []*verdict.Fault{fault}}
		r.Stats.Asked = newBoard(file, options).left
	}
	return r
}

// statesWait is how long sets of states, or regions, run alone.
const statesWait = 300 * time.Millisecond

// setsOrStates runs sets of states, and beside them States, since few states may have large diagrams. The
// first that decides all labels wins, and does not wait for the other to end.
func setsOrStates(ctx context.Context, file *eca.File, options Options) *Result {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	options.MaxBytes = (options.MaxBytes + 1) / 2
	b := newBoard(file, options)
	b.stop = func() {} // the first one that has decided all is enough
	results := make(chan *Result, 2)
	run := func(name string, o Options, analyse func() *Result) {
		r := guarded(name, file, o, analyse)
		b.spare.Store(o.MaxBytes)
		results <- r
	}
	alone := options
	go run("bdd", alone, func() *Result { return sets.Analyse(ctx, file, alone) })
	select {
	case r := <-results:
		if r.Reason != verdict.Memory && r.Reason != verdict.Crashed {
			return r
		}
		results <- r
	case <-time.After(statesWait):
	}
	options.Progress = nil // that of sets is enough
	go run("states", options, func() *Result { return newExplicit(file, options, b).search(ctx) })
	first := <-results
	if first.Stats.Decided < first.Stats.Asked {
		merge(first, <-results, 0)
	}
	return first
}

// merge adds what explicit search found, that began so many seconds later.
func merge(r, states *Result, began float64) {
	r.Take(states, began)
	r.Complete = states.Complete
	if r.Reason, r.Detail = states.Reason, states.Detail; r.Stats.Decided == r.Stats.Asked {
		r.Reason, r.Detail = verdict.NoReason, ""
	}
	if r.Complete {
		r.Warnings = nil // of what may happen; states are what happens
	}
	r.Warnings = append(r.Warnings, states.Warnings...)
	r.Stats.Depth, r.Stats.States, r.Stats.Bytes = states.Stats.Depth, states.Stats.States, r.Stats.Bytes+states.Stats.Bytes
}

// A board has the labels that analyses work on side by side.
type board struct {
	stop  func()       // ends the analyses
	spare atomic.Int64 // bytes that an analysis which has ended leaves to the others

	sync.Mutex
	decided []bool // or not wanted
	left    int
	stats   Stats
	report  func(Stats)
}

func newBoard(file *eca.File, options Options) *board {
	b := &board{decided: make([]bool, len(file.Labels)), report: options.Progress}
	for i := range b.decided {
		b.decided[i] = options.Wanted != nil && !options.Wanted[i]
		b.left += btoi(!b.decided[i])
	}
	b.stats.Asked = b.left
	return b
}

// decide notes that a label is decided. When all are, analyses end.
func (b *board) decide(label int) {
	if b == nil {
		return
	}
	b.Lock()
	defer b.Unlock()
	if !b.decided[label] {
		b.decided[label] = true
		if b.left--; b.left == 0 {
			b.stop()
		}
	}
}

// spared returns how many bytes others have left.
func (b *board) spared() int64 {
	if b == nil {
		return 0
	}
	return b.spare.Load()
}

// open returns the labels that are wanted and not decided.
func (b *board) open() []bool {
	b.Lock()
	defer b.Unlock()
	list := make([]bool, len(b.decided))
	for i, d := range b.decided {
		list[i] = !d
	}
	return list
}

// progress returns a function that reports the progress of one analysis as that of all.
func (b *board) progress(put func(all *Stats, s Stats)) func(Stats) {
	if b.report == nil {
		return nil
	}
	return func(s Stats) {
		b.Lock()
		defer b.Unlock()
		put(&b.stats, s)
		b.stats.Decided = b.stats.Asked - b.left
		b.report(b.stats)
	}
}
