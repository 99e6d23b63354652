// This file defines backward search over upward-closed sets.

package bws

import (
	"cmp"
	"iter"
	"slices"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/internal/arcs"
	"github.com/ijit/ijit/algorithms/internal/linear"
	"github.com/ijit/ijit/algorithms/internal/numbering"
	"github.com/ijit/ijit/tts"
)

// Search searches backward from the target for the initial configurations. It decides
// coverability for any number of threads, with broadcasts and transfers: it is sound
// and complete, and terminates for finitely many shared and local states. p.Threads
// is not a bound for it and must be 0; how says how predecessors are found.
//
// Where threads can block the steps of others, the answer may be Unknown instead of Unsafe.
func Search[K tts.Key](p tts.Problem[K], how Images, m *algorithms.Meter, watch func(algorithms.Stats)) algorithms.Result[K] {
	b := &bws[K]{Problem: p, images: how, meter: m, watch: watch}
	return b.run().result()
}

type bws[K tts.Key] struct {
	tts.Problem[K]
	*numbering.Names[K]
	images Images
	meter  *algorithms.Meter
	watch  func(algorithms.Stats)
	stats  algorithms.Stats
	budget *arcs.Budget

	forward   *arcs.Forward[K]   // what is reachable, nil if that is not asked
	ask       *arcs.Preimages[K] // where the predecessors come from otherwise
	roots     iter.Seq[arcs.Root]
	searching *backward // the search under way

	initial *arcs.Starts
	probe   []tts.Count[K]
	back    *arcs.Arrivals
	pairing *arcs.Pairing // as far as it is worked out
	away    *distances    // nil if not known
	linear  *linear.Equation
	proved  *backward // the search that found no execution
	errors  []failure[K]
	detail  string
}

// A failure is an error that was found.
type failure[K tts.Key] struct {
	algorithms.Finding
	trace *tts.Trace[K]
}

// run searches and returns the search that has the answer.
func (b *bws[K]) run() *bws[K] {
	sys, able := b.System.(tts.PreimageSystem[K])
	_, sparse := b.System.(tts.SparseSystem[K])
	switch {
	case b.Threads != 0:
		b.refuse("a backward search is for any number of threads")
	case b.images == BackwardImages && !able:
		b.refuse("the system has no pre-images")
	case b.images == BackwardImages && len(b.Target.Locals) > 1:
		b.refuse("pre-images are not found of several threads in some local states; choose --images forward")
	case b.images == BackwardImages:
		b.backwardly(sys)
	case b.images == EitherImages && able && !sparse && len(b.Target.Locals) <= 1:
		return b.either(sys)
	default: // a table has no more thread states than it has edges for
		b.forwardly()
	}
	return b
}

func (b *bws[K]) refuse(why string) {
	b.meter.Fail(algorithms.Unsupported)
	b.detail = why
}

// forwardly searches with images.
func (b *bws[K]) forwardly() {
	b.forward = arcs.NewForward(b.System, b.Target.Fails, b.meter, b.budget)
	b.Names = &b.forward.Names
	if b.initial, b.back = b.forward.Arrivals(b.Initial); b.back == nil {
		return
	}
	b.away = newDistances(&b.forward.Cover, len(b.Local.Keys), b.initial, b.meter)
	b.linear = linear.NewEquation(b.back, b.initial, b.meter)
	b.roots = slices.Values(b.forward.Roots(&b.Target))
	b.decideAll()
}

// backwardly searches with pre-images.
func (b *bws[K]) backwardly(sys tts.PreimageSystem[K]) {
	b.Names = &numbering.Names[K]{}
	b.ask = arcs.NewPreimages(sys, b.Names, b.meter, b.budget)
	b.back = b.ask.Index
	if b.InitialAbove == nil {
		var ok bool
		if b.initial, ok = arcs.NewStarts(b.Initial, b.Names, nil, b.meter, b.budget); !ok {
			return
		}
	}
	b.roots = b.allRoots
	b.decideAll()
}

// decideAll looks for an error. If all are asked for, it then looks for one of the others,
// until there is none.
func (b *bws[K]) decideAll() {
	most := 0 // what the last search stores says little: it may have nothing left to look for
	for b.decide() && b.All {
		most = max(most, b.stats.States)
	}
	b.stats.States = max(most, b.stats.States)
}

// decide searches from the roots of errors that are not known, and reports whether it found
// one.
func (b *bws[K]) decide() bool {
	roots := func(yield func(arcs.Root) bool) {
		for r := range b.roots {
			if !b.found(r.Label) && !yield(r) {
				return
			}
		}
	}
	s := b.search()
	if b.forward != nil && b.back.Pairs == nil && arcs.PairingBytes(b.back) <= maxPairingBytes {
		s.patience = leastPatience
		s.beside = func(work int) bool {
			if b.pairing == nil {
				b.pairing = arcs.NewPairing(b.back, b.initial, b.meter)
			}
			return b.pairing.Run(work)
		}
	}
	hit := s.run(roots)
	if s.gaveUp {
		b.back.Pairs = b.pairing
		s = b.search()
		hit = s.run(roots)
	}
	switch {
	case b.meter.Reason() != algorithms.NoReason:
		return false
	case hit == noElement && s.refused:
		b.detail = "a thread that cannot follow a step blocks it; the backward search found chains of steps, but none is an execution"
		return false
	case hit == noElement:
		b.proved = s
		return false
	}
	r := s.roots[s.rootOf(hit)]
	t, ok := b.replay(s, hit, r)
	if !ok {
		// Without threads that block steps a chain is an execution; but a system that
		// was stopped answers in part.
		if !b.meter.Stop() {
			b.detail = "the chain that the backward search found is no execution"
		}
		return false
	}
	b.errors = append(b.errors, failure[K]{algorithms.FindingOf(r.Label, b.depth(t)), t})
	return true
}

const (
	// Searches that are done with so much work, some milliseconds, have no need of pairs.
	// Beside others pairs are worked out, with as much work.
	leastPatience   = 400_000
	maxPairingBytes = 1 << 28
)

func (b *bws[K]) search() *backward {
	s := &backward{Arrivals: b.back, linear: b.linear, meter: b.meter, stats: &b.stats, watch: b.watch, begun: b.begun, away: b.away, budget: b.budget}
	b.searching = s
	if b.back.Blocking {
		s.accept = func(id uint32) bool {
			_, ok := b.replay(s, id, s.roots[s.rootOf(id)])
			return ok
		}
	}
	return s
}

// begun reports whether an initial configuration covers the given one.
func (b *bws[K]) begun(shared uint32, threads []uint32) bool {
	if b.ask == nil || b.InitialAbove == nil {
		_, ok := b.initial.Above(shared, threads)
		return ok
	}
	c := tts.Config[K]{Shared: b.Shared.Keys[shared], Locals: b.probe[:0]}
	for _, l := range threads {
		c.Locals = tts.AddLocal(c.Locals, b.Local.Keys[l], 1)
	}
	b.probe = c.Locals
	_, ok := b.InitialAbove(c)
	return ok
}

func (b *bws[K]) result() algorithms.Result[K] {
	r := algorithms.Result[K]{Stats: b.stats, Reason: b.meter.Reason(), Detail: b.detail}
	slices.SortStableFunc(b.errors, func(x, y failure[K]) int { return x.Depth - y.Depth })
	for _, x := range b.errors {
		r.Findings = append(r.Findings, x.Finding)
	}
	if b.detail != "" && r.Reason == algorithms.NoReason {
		r.Reason = algorithms.Unsupported
	}
	switch {
	case len(b.errors) > 0:
		r.Verdict = algorithms.Unsafe
		r.Stats.Depth = b.errors[0].Depth
		r.Trace = b.errors[0].trace
	case r.Reason == algorithms.NoReason:
		r.Verdict = algorithms.Safe
		r.Invariant = b.invariant
	}
	return r
}

const (
	maxTogether = 1 << 21 // pairs of local states in a proof of safety
	maxWithin   = 1 << 21 // questions to find the thread states in one
	maxBegin    = 1 << 16 // initial configurations in one, if they were not needed before
)

// invariant makes the proof of safety, nil if it would be too large.
func (b *bws[K]) invariant() *tts.Invariant[K] {
	f := b.forward
	if f == nil {
		// What is excluded proves it; which thread states it is about has still to be found.
		budget := &arcs.Budget{Left: maxWithin, Over: func() bool { return false }}
		f = arcs.NewForward(b.System, nil, b.meter, budget)
		for c := range b.Initial {
			f.Begin(c)
			if !budget.Spend(maxWithin / maxBegin) {
				return nil
			}
		}
		if !f.Run() {
			return nil
		}
	}
	inv := &tts.Invariant[K]{}
	var listed []bool // by shared state; nil for all
	if b.forward != nil {
		listed = b.back.Listed()
	}
	together := 0
	for s, locals := range f.Reached {
		if listed != nil && !listed[s] {
			continue
		}
		w := tts.Within[K]{Shared: f.Shared.Keys[s]}
		for l := range locals.All {
			w.Locals = append(w.Locals, f.Local.Keys[l])
		}
		slices.Sort(w.Locals)
		if pairs := b.back.Pairs; pairs != nil {
			w.Together = [][2]K{}
			for x, y := range pairs.Together(s) {
				w.Together = append(w.Together, [2]K{f.Local.Keys[x], f.Local.Keys[y]})
			}
			if together += len(w.Together); together > maxTogether {
				return nil
			}
		}
		inv.Within = append(inv.Within, w)
	}
	slices.SortFunc(inv.Within, func(x, y tts.Within[K]) int { return cmp.Compare(x.Shared, y.Shared) })
	for shared, threads := range b.minimal(listed) {
		inv.Excluded = append(inv.Excluded, b.config(shared, threads))
	}
	inv.Linear = linear.Constraints(b.linear, b.Shared.Keys, b.Local.Keys)
	return inv
}

// minimal yields the minimal elements of what the search has found in the listed shared
// states, or in all.
func (b *bws[K]) minimal(listed []bool) iter.Seq2[uint32, []uint32] {
	type found struct {
		shared  uint32
		threads []uint32
	}
	var all []found
	for shared, threads := range b.proved.all() {
		if listed == nil || listed[shared] {
			all = append(all, found{shared, slices.Clone(threads)})
		}
	}
	slices.SortFunc(all, func(x, y found) int {
		return cmp.Or(cmp.Compare(len(x.threads), len(y.threads)), cmp.Compare(x.shared, y.shared), slices.Compare(x.threads, y.threads))
	})
	return func(yield func(uint32, []uint32) bool) {
		var chain antichain
		for _, x := range all {
			sig := signature(x.threads)
			if chain.below(x.shared, x.threads, sig, noElement) {
				continue
			}
			chain.add(x.shared, x.threads, sig, noElement, 0)
			if !yield(x.shared, x.threads) {
				return
			}
		}
	}
}
