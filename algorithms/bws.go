// This file defines backward search over upward-closed sets.

package algorithms

import (
	"cmp"
	"iter"
	"slices"

	"github.com/ijit/ijit/tts"
)

// BWS searches backward from the target for the initial configurations. It decides
// coverability for any number of threads, with broadcasts and transfers: it is sound
// and complete, and terminates for finitely many shared and local states. p.Threads
// is not a bound for it and must be 0.
//
// The configurations from which the target can be covered are an upward-closed
// set, which has finitely many minimal elements. Starting with those of the target,
// their covering predecessors are added until there are none or one is below an
// initial configuration (Abdulla, Čerāns, Jonsson, Tsay, "General decidability
// theorems for infinite-state systems", LICS 1996; for systems that answer one thread
// state at a time Liu and Wahl, "Infinite-state backward exploration of Boolean
// broadcast programs", FMCAD 2014).
//
// Only thread states that are reachable when threads are not counted ([cover]) can
// be part of a predecessor that matters. They are computed first; the rest of the
// system is never looked at. In particular nothing is asked of the system backwards,
// which would come up with all values of variables that no execution ever gives
// them.
//
// Of those, what linear constraints exclude ([equation]) is dropped as well. They are
// looked for during the search, for the elements that it comes to.
//
// An Unsafe answer comes with an execution, found by following the chain of
// predecessors forward. Where a thread can block the step of another (an effect of
// kind All with nowhere to go) more threads may do less, and a chain may not be an
// execution; if none is, the answer is Unknown. Safe is right even so.
func BWS[K tts.Key](p Problem[K], m *Meter, watch func(Stats)) Result[K] {
	b := &bws[K]{Problem: p, meter: m, watch: watch}
	b.run()
	return b.result()
}

type bws[K tts.Key] struct {
	Problem[K]
	meter *Meter
	watch func(Stats)
	stats Stats

	forward *forward[K]
	initial []start
	begins  [][]uint32 // by shared state: positions in initial
	back    *arrivals
	away    distances
	linear  *equation
	proved  []*backward // the searches that found no execution
	errors  []failure[K]
	detail  string
}

// A start is an initial configuration over identifiers, its counts sorted by
// local state.
type start struct {
	shared uint32
	counts []tts.Count[uint32]
}

// A failure is an error that was found.
type failure[K tts.Key] struct {
	Finding
	trace *tts.Trace[K]
}

// A root is a minimal element of the target.
type root struct {
	shared  uint32
	threads []uint32
	failing bool
	label   uint32 // of the edge that fails
}

func (b *bws[K]) run() {
	if b.Threads != 0 {
		b.meter.Fail(Unsupported)
		b.detail = "a backward search is for any number of threads"
		return
	}
	b.forward = newForward(b.System, b.Target.Fails, b.meter)
	if !b.begin() || !b.forward.run() {
		return
	}
	b.back = newArrivals(&b.forward.cover, len(b.forward.local.keys), b.starts)
	b.away = newDistances(&b.forward.cover, len(b.forward.local.keys), b.starts)
	b.linear = newEquation(b.back, b.starts)
	for _, roots := range b.targets() {
		if !b.decide(roots) {
			return
		}
	}
}

// begin notes the initial configurations.
func (b *bws[K]) begin() bool {
	f := b.forward
	for c := range b.Initial {
		x := start{shared: f.state(c.Shared)}
		f.touch(x.shared)
		for _, n := range c.Locals {
			l := f.local.id(n.Local)
			f.reach(x.shared, l)
			x.counts = append(x.counts, tts.Count[uint32]{Local: l, N: n.N})
		}
		slices.SortFunc(x.counts, func(x, y tts.Count[uint32]) int { return cmp.Compare(x.Local, y.Local) })
		for int(x.shared) >= len(b.begins) {
			b.begins = append(b.begins, nil)
		}
		b.begins[x.shared] = append(b.begins[x.shared], uint32(len(b.initial)))
		b.initial = append(b.initial, x)
		if len(b.initial)%256 == 0 && b.meter.Stop() {
			return false
		}
	}
	return true
}

// targets returns the roots to search from: all at once, or one list for each
// property if all errors are asked for.
func (b *bws[K]) targets() [][]root {
	f := b.forward
	var lists [][]root
	byLabel := map[uint32]int{}
	add := func(r root) {
		key := r.label
		if !b.All {
			key = 0
		}
		i, ok := byLabel[key]
		if !ok {
			i = len(lists)
			byLabel[key] = i
			lists = append(lists, nil)
		}
		lists[i] = append(lists[i], r)
	}
	for _, c := range b.Target.Cover {
		if r, ok := b.rootOf(c); ok {
			add(r)
		}
	}
	if b.Target.Local != nil {
		wanted := make([]bool, len(f.local.keys))
		for l, k := range f.local.keys {
			wanted[l] = b.Target.Local(k)
		}
		for s := range f.locals {
			for l := range f.locals[s].all {
				if wanted[l] {
					add(root{shared: uint32(s), threads: []uint32{l}, label: NoLabel})
				}
			}
		}
	}
	for _, x := range f.cover.fails {
		add(root{x.shared, []uint32{x.local}, true, x.label})
	}
	return lists
}

// rootOf returns c over identifiers, if it is in the cover.
func (b *bws[K]) rootOf(c tts.Config[K]) (root, bool) {
	f := b.forward
	r := root{label: NoLabel}
	s, ok := f.shared.lookup(c.Shared)
	if !ok || !f.nodes[s].visited {
		return r, false
	}
	r.shared = s
	for _, x := range c.Locals {
		l, ok := f.local.lookup(x.Local)
		if !ok || !f.has(s, l) {
			return r, false
		}
		for range x.N {
			r.threads = append(r.threads, l)
		}
	}
	slices.Sort(r.threads)
	return r, true
}

// decide searches from roots and reports whether to go on.
func (b *bws[K]) decide(roots []root) bool {
	s := b.search()
	if b.back.pairs == nil {
		s.patience = b.patience()
	}
	hit := s.run(roots)
	if s.gaveUp {
		if b.back.pairs = newPairing(b.back, b.starts, b.meter); b.back.pairs == nil {
			return false
		}
		s = b.search()
		hit = s.run(roots)
	}
	switch {
	case b.meter.Reason() != NoReason:
		return false
	case hit == noElement && s.refused:
		b.detail = "a thread that cannot follow a step blocks it; the backward search found chains of steps, but none is an execution"
		return b.All
	case hit == noElement:
		b.proved = append(b.proved, s)
		return true
	}
	r := roots[s.rootOf(hit)]
	t, ok := b.replay(s, hit, r)
	if !ok {
		// Without threads that block steps a chain is an execution; but a system that
		// was stopped answers in part.
		if !b.meter.Stop() {
			b.detail = "the chain that the backward search found is no execution"
		}
		return false
	}
	b.errors = append(b.errors, failure[K]{finding(r.label, b.depth(t)), t})
	return b.All
}

// patience returns how often a search may fire before it is worth while to know
// pairs: about as long as it takes to know them. It is 0 if that would take too
// much.
func (b *bws[K]) patience() int {
	work, memory := pairingCost(b.back)
	if work > maxPairingWork || memory > maxPairingMemory {
		return 0
	}
	return 5000 + work/60
}

const (
	maxPairingWork   = 1 << 32
	maxPairingMemory = 1 << 28
)

func (b *bws[K]) search() *backward {
	s := &backward{arrivals: b.back, linear: b.linear, meter: b.meter, stats: &b.stats, watch: b.watch, begun: b.begun, away: &b.away}
	if b.back.blocking {
		s.accept = func(id uint32) bool {
			_, ok := b.replay(s, id, s.roots[s.rootOf(id)])
			return ok
		}
	}
	return s
}

func (b *bws[K]) starts(each func(uint32, []tts.Count[uint32])) {
	for _, x := range b.initial {
		each(x.shared, x.counts)
	}
}

// begun returns the position of an initial configuration that covers the given
// one, or -1.
func (b *bws[K]) begun(shared uint32, threads []uint32) int {
	if int(shared) >= len(b.begins) {
		return -1
	}
next:
	for _, i := range b.begins[shared] {
		counts := b.initial[i].counts
		for j := 0; j < len(threads); {
			l, n := threads[j], uint32(0)
			for ; j < len(threads) && threads[j] == l; j++ {
				n++
			}
			for len(counts) > 0 && counts[0].Local < l {
				counts = counts[1:]
			}
			if len(counts) == 0 || counts[0].Local != l || counts[0].N < n {
				continue next
			}
		}
		return int(i)
	}
	return -1
}

func (b *bws[K]) result() Result[K] {
	r := Result[K]{Stats: b.stats, Reason: b.meter.Reason(), Detail: b.detail}
	slices.SortStableFunc(b.errors, func(x, y failure[K]) int { return x.Depth - y.Depth })
	for _, x := range b.errors {
		r.Findings = append(r.Findings, x.Finding)
	}
	if b.detail != "" && r.Reason == NoReason {
		r.Reason = Unsupported
	}
	switch {
	case len(b.errors) > 0:
		r.Verdict = Unsafe
		r.Stats.Depth = b.errors[0].Depth
		r.Trace = b.errors[0].trace
	case r.Reason == NoReason:
		r.Verdict = Safe
		r.Invariant = b.invariant
	}
	return r
}

// maxTogether bounds the pairs of local states in a proof of safety.
const maxTogether = 1 << 21

// invariant makes the proof of safety, nil if it would have too many pairs.
func (b *bws[K]) invariant() *Invariant[K] {
	f := b.forward
	inv := &Invariant[K]{}
	listed := b.back.listed()
	together := 0
	for s := range f.locals {
		if !f.nodes[s].visited || !listed[s] {
			continue
		}
		w := Within[K]{Shared: f.shared.keys[s]}
		for l := range f.locals[s].all {
			w.Locals = append(w.Locals, f.local.keys[l])
		}
		slices.Sort(w.Locals)
		if pairs := b.back.pairs; pairs != nil {
			w.Together = [][2]K{}
			for x, y := range pairs.of(uint32(s)).all {
				w.Together = append(w.Together, [2]K{f.local.keys[x], f.local.keys[y]})
			}
			if together += len(w.Together); together > maxTogether {
				return nil
			}
		}
		inv.Within = append(inv.Within, w)
	}
	slices.SortFunc(inv.Within, func(x, y Within[K]) int { return cmp.Compare(x.Shared, y.Shared) })
	for shared, threads := range b.minimal(listed) {
		inv.Excluded = append(inv.Excluded, b.config(shared, threads))
	}
	inv.Linear = constraints(b.linear, f.shared.keys, f.local.keys)
	return inv
}

// minimal yields the minimal elements of what all searches have found in the listed
// shared states.
func (b *bws[K]) minimal(listed []bool) iter.Seq2[uint32, []uint32] {
	type found struct {
		shared  uint32
		threads []uint32
	}
	var all []found
	for _, s := range b.proved {
		for shared, threads := range s.all() {
			if listed[shared] {
				all = append(all, found{shared, slices.Clone(threads)})
			}
		}
	}
	slices.SortFunc(all, func(x, y found) int {
		return cmp.Or(cmp.Compare(len(x.threads), len(y.threads)), cmp.Compare(x.shared, y.shared), slices.Compare(x.threads, y.threads))
	})
	return func(yield func(uint32, []uint32) bool) {
		chain := antichain{buckets: make([]*bucket, len(b.forward.locals))}
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
