// This file tests the checks of sets against brute force: all configurations with a
// few threads, and all steps from them.

package certificate

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/bws"
	"github.com/ijit/ijit/algorithms/km"
	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/proof/configurations"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/tts"
)

// A world is a small system with a question.
type world struct {
	table   *tts.TTS
	initial tts.Config[uint32]
	target  tts.Config[uint32]
}

const (
	worldShared = 3
	worldLocal  = 4
)

// randomWorld makes a system in which all kinds of steps occur, if wild is set.
func randomWorld(rng *rand.Rand, wild bool) world {
	b := tts.NewBuilder(worldShared, worldLocal)
	s := func() uint32 { return rng.Uint32N(worldShared) }
	l := func() uint32 { return rng.Uint32N(worldLocal) }
	at := func(l uint32) tts.ThreadState[uint32] { return tts.ThreadState[uint32]{Shared: s(), Local: l} }
	for range 2 + rng.IntN(9) {
		e := tts.Edge[uint32]{From: at(l()), To: at(l())}
		kind := rng.IntN(8)
		switch {
		case kind == 0:
			e.Kind, e.To.Local = tts.End, 0
		case kind == 1:
			e.Effect = &tts.Effect[uint32]{Kind: tts.Spawn, Child: l()}
		case kind == 2 && rng.IntN(2) == 0:
			e.Kind, e.From.Local, e.To.Local = tts.Environment, 0, 0
		}
		var list []tts.Transfer
		if wild && kind > 2 && rng.IntN(2) == 0 || wild && e.Kind == tts.Environment {
			e.Effect = &tts.Effect[uint32]{Kind: tts.All}
			if rng.IntN(2) == 0 {
				e.Effect.Kind = tts.One
			}
			for range 1 + rng.IntN(3) {
				x := tts.Transfer{From: l(), To: l()}
				if rng.IntN(6) == 0 {
					x.To = tts.Blocked
				}
				list = append(list, x)
			}
		}
		b.Add(e, list...)
	}
	t, err := b.Build()
	if err != nil {
		panic(err)
	}
	w := world{table: t, initial: tts.Config[uint32]{Shared: s()}, target: tts.Config[uint32]{Shared: s()}}
	w.initial.Locals = tts.AddLocal(w.initial.Locals, l(), 1+rng.Uint32N(2))
	if rng.IntN(3) == 0 {
		w.initial.Locals = tts.AddLocal(w.initial.Locals, l(), tts.Omega)
	}
	for range 1 + rng.IntN(2) {
		w.target.Locals = tts.AddLocal(w.target.Locals, l(), 1)
	}
	return w
}

func (w *world) problem() tts.Problem[uint32] {
	return tts.Problem[uint32]{
		System:  w.table,
		Initial: func(yield func(tts.Config[uint32]) bool) { yield(w.initial) },
		Target:  tts.Target[uint32]{Cover: []tts.Config[uint32]{w.target}},
	}
}

func (w *world) document() *proof.Document {
	return &proof.Document{
		Schema:   proof.Schema,
		Model:    proof.Model{Kind: proof.TTS},
		Question: proof.Question{Asks: proof.Target, Target: text(w.target), Initial: w.initial.String()},
		Verdict:  proof.Safe,
	}
}

// text writes a configuration as certificates do.
func text(c tts.Config[uint32]) string { return number32(c.Shared) + "|" + threadsText(c.Locals) }

func number32(n uint32) string { return strconv.Itoa(int(n)) }

func threadsText(list []tts.Count[uint32]) string {
	var parts []string
	for _, x := range list {
		part := number32(x.Local)
		switch {
		case x.N == tts.Omega:
			part += "*w"
		case x.N > 1:
			part += "*" + number32(x.N)
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ",")
}

// multisets calls yield with each multiset of at most n threads.
func multisets(n int, yield func([]tts.Count[uint32])) {
	var from func(l uint32, n int, list []tts.Count[uint32])
	from = func(l uint32, n int, list []tts.Count[uint32]) {
		if l == worldLocal {
			yield(list)
			return
		}
		from(l+1, n, list)
		for k := 1; k <= n; k++ {
			from(l+1, n-k, append(slices.Clip(list), tts.Count[uint32]{Local: l, N: uint32(k)}))
		}
	}
	from(0, n, nil)
}

// holds reports whether a set, of the configurations with at most n threads, has the
// initial ones, none that covers the target, and all to which a step leads.
func (w *world) holds(n int, has func(tts.Config[uint32]) bool) bool {
	return w.holdsPassing(n, has, func(uint32) bool { return true })
}

// holdsPassing is holds, where steps to shared states that are not listed are followed
// until they lead to one that is; none on the way may cover the target.
func (w *world) holdsPassing(n int, has func(tts.Config[uint32]) bool, listed func(uint32) bool) bool {
	ok := true
	var steps func(c tts.Config[uint32], seen map[string]bool)
	steps = func(c tts.Config[uint32], seen map[string]bool) {
		for step := range tts.Post(tts.System[uint32](w.table), c) {
			switch to := step.To; {
			case listed(to.Shared):
				ok = ok && has(to)
			case !seen[to.String()] && to.Threads() < 12:
				seen[to.String()] = true
				ok = ok && !to.Covers(w.target)
				steps(to, seen)
			}
		}
	}
	for s := range uint32(worldShared) {
		multisets(n, func(list []tts.Count[uint32]) {
			c := tts.Config[uint32]{Shared: s, Locals: list}
			member := has(c)
			switch {
			case !ok:
				return
			case !member:
				ok = !w.begins(c)
				return
			case c.Covers(w.target):
				ok = false
				return
			}
			steps(c, map[string]bool{})
		})
	}
	return ok
}

// begins reports whether c is one of the initial configurations.
func (w *world) begins(c tts.Config[uint32]) bool {
	for l := range uint32(worldLocal) {
		if n := w.initial.Count(l); n != tts.Omega && n != c.Count(l) {
			return false
		}
	}
	return c.Shared == w.initial.Shared
}

func (w *world) check(t *testing.T, d *proof.Document) bool {
	t.Helper()
	err := proof.Subject{Form: configurations.TTS{TTS: w.table, Name: "world"}}.Check(context.Background(), d)
	if _, refused := errors.AsType[*proof.Rejected](err); err != nil && !refused {
		t.Fatal(err)
	}
	return err == nil
}

// met returns the pairs of threads that few threads meet in, by shared state.
func (w *world) met() map[uint32]map[[2]uint32]bool {
	p := w.problem()
	p.Threads, p.Target.Cover = 4, nil
	initial := w.initial.Clone()
	for i := range initial.Locals {
		initial.Locals[i].N = min(initial.Locals[i].N, 2)
	}
	p.Initial = func(yield func(tts.Config[uint32]) bool) { yield(initial) }
	pairs := map[uint32]map[[2]uint32]bool{}
	for _, c := range algorithms.BFS(p, algorithms.NewMeter(context.Background(), 0, nil), nil).Invariant().States {
		if pairs[c.Shared] == nil {
			pairs[c.Shared] = map[[2]uint32]bool{}
		}
		for i, x := range c.Locals {
			for k, y := range c.Locals[i:] {
				if k > 0 || x.N > 1 {
					pairs[c.Shared][[2]uint32{x.Local, y.Local}] = true
				}
			}
		}
	}
	return pairs
}

// tally counts how often check and brute force said what.
type tally map[[2]bool]int

func (n tally) enough(t *testing.T, least int) {
	t.Helper()
	t.Logf("accepted %d, refused %d", n[[2]bool{true, true}], n[[2]bool{false, false}])
	if n[[2]bool{true, true}] < least || n[[2]bool{false, false}] < least {
		t.Errorf("too few of one kind: the test tests nothing")
	}
}

// howOften returns how many of n cases to try: at least so many that both kinds occur.
func howOften(t *testing.T, n int) uint64 { return uint64(max(n/5, campaign.Size(t, n/4, n))) }

// TestExcluding compares, for sets that leave out an upward-closed one, inductive ones
// and those changed at random. Shared states that are not listed are passed.
func TestExcluding(t *testing.T) {
	n, passing := tally{}, tally{}
	for seed := range howOften(t, 6000) {
		rng := rand.New(rand.NewPCG(seed, 1))
		w := randomWorld(rng, true)
		r := bws.Search(w.problem(), bws.EitherImages, algorithms.NewMeter(context.Background(), 0, nil), nil)
		if r.Verdict != algorithms.Safe {
			continue
		}
		inv := r.Invariant()
		var met map[uint32]map[[2]uint32]bool
		if seed%3 == 0 {
			met = w.met()
		}
		for range 4 {
			together := map[uint32]map[[2]uint32]bool{}
			within := make([]map[uint32]bool, worldShared)
			var out []tts.Config[uint32]
			d := w.document()
			list := func(locals []string) int {
				d.Evidence.Lists = append(d.Evidence.Lists, strings.Join(locals, ","))
				return len(d.Evidence.Lists) - 1
			}
			for _, x := range inv.Within {
				if rng.IntN(8) == 0 {
					continue
				}
				within[x.Shared] = map[uint32]bool{}
				e := proof.Excluding{Shared: []string{number32(x.Shared)}}
				var locals []string
				for _, l := range x.Locals {
					if rng.IntN(12) > 0 {
						within[x.Shared][l] = true
						locals = append(locals, number32(l))
					}
				}
				e.Locals = list(locals)
				add := func(c tts.Config[uint32]) {
					out = append(out, c)
					e.Excluded = append(e.Excluded, threadsText(c.Locals))
				}
				for _, c := range inv.Excluded {
					if c.Shared == x.Shared && rng.IntN(8) > 0 && (met == nil || rng.IntN(2) == 0) {
						add(c)
					}
				}
				if met != nil && rng.IntN(8) > 0 {
					pairs := map[[2]uint32]bool{}
					together[x.Shared] = pairs
					for a := range uint32(worldLocal) {
						for b := a; b < worldLocal; b++ {
							may := within[x.Shared][a] && within[x.Shared][b] && met[x.Shared][[2]uint32{a, b}] != (rng.IntN(30) == 0)
							pairs[[2]uint32{a, b}], pairs[[2]uint32{b, a}] = may, may
						}
					}
					e.Together = []int{}
					for _, l := range x.Locals {
						if !within[x.Shared][l] {
							continue
						}
						var beside []string
						for k := range uint32(worldLocal) {
							if pairs[[2]uint32{l, k}] {
								beside = append(beside, number32(k))
							}
						}
						e.Together = append(e.Together, list(beside))
					}
				}
				for range rng.IntN(6) / 4 {
					add(tts.NewConfig(x.Shared, rng.Uint32N(worldLocal), rng.Uint32N(worldLocal)))
				}
				d.Evidence.Excluding = append(d.Evidence.Excluding, e)
			}
			linear := proof.Linear{Shared: map[string]int{}, Locals: map[string]int{}, Most: 2 + rng.IntN(4)}
			if seed%2 == 0 {
				// Most often, a constraint that there are not more threads of some kinds.
				for l := range uint32(worldLocal) {
					linear.Locals[number32(l)] = rng.IntN(2)
				}
				for s := range uint32(worldShared) {
					linear.Shared[number32(s)] = rng.IntN(8)/4 - rng.IntN(8)/7
				}
				d.Evidence.Linear = []proof.Linear{linear}
			}
			has := func(c tts.Config[uint32]) bool {
				weight := linear.Shared[number32(c.Shared)]
				for _, x := range c.Locals {
					weight += linear.Locals[number32(x.Local)] * int(x.N)
				}
				if weight > linear.Most && d.Evidence.Linear != nil {
					return false
				}
				for _, x := range c.Locals {
					if !within[c.Shared][x.Local] {
						return false
					}
				}
				if pairs := together[c.Shared]; pairs != nil {
					for i, x := range c.Locals {
						for k, y := range c.Locals[i:] {
							if (k > 0 || x.N > 1) && !pairs[[2]uint32{x.Local, y.Local}] {
								return false
							}
						}
					}
				}
				return within[c.Shared] != nil && !slices.ContainsFunc(out, c.Covers)
			}
			listed := func(s uint32) bool { return within[s] != nil }
			got, want := w.check(t, d), w.holdsPassing(5, has, listed)
			if d.Evidence.Linear != nil && !got {
				// A constraint must be inductive by itself: some sets are not accepted.
				continue
			}
			if want != w.holds(5, has) || !got && want && len(d.Evidence.Excluding) < worldShared {
				// A state is passed; one to which two ways lead must be listed.
				passing[[2]bool{got, want}]++
				if !got {
					continue
				}
			}
			if got != want {
				t.Fatalf("seed %d: the check says %v, brute force %v: %+v\n%+v", seed, got, want, w, d.Evidence)
			}
			n[[2]bool{got, want}]++
		}
	}
	n.enough(t, 200)
	if t.Log("passing", passing); passing[[2]bool{true, true}] < 30 || passing[[2]bool{false, true}] > 10*passing[[2]bool{true, true}] {
		t.Error("too few sets are accepted that pass states")
	}
}

// TestCover compares, for sets below maximal elements, inductive ones and those changed
// at random.
func TestCover(t *testing.T) {
	n := tally{}
	for seed := range howOften(t, 3000) {
		rng := rand.New(rand.NewPCG(seed, 2))
		w := randomWorld(rng, false)
		r := km.AKM(w.problem(), km.DepthFirst, algorithms.NewMeter(context.Background(), 0, nil), nil)
		if r.Verdict != algorithms.Safe {
			continue
		}
		for round := range 4 {
			d := w.document()
			d.Evidence.Cover = []proof.Listed{}
			var tops []tts.Config[uint32]
			for _, c := range r.Invariant().Cover {
				if round > 0 && rng.IntN(12) == 0 {
					continue
				}
				for i := range c.Locals {
					if round > 0 && rng.IntN(8) == 0 {
						c.Locals[i].N = [...]uint32{1, 2, tts.Omega}[rng.IntN(3)]
					}
				}
				tops = append(tops, c)
				d.Evidence.Cover = append(d.Evidence.Cover, proof.Listed{Shared: number32(c.Shared), Threads: []string{threadsText(c.Locals)}})
			}
			has := func(c tts.Config[uint32]) bool {
				return slices.ContainsFunc(tops, func(top tts.Config[uint32]) bool { return top.Covers(c) })
			}
			got, want := w.check(t, d), w.holds(7, has)
			if got != want {
				t.Fatalf("seed %d: the check says %v, brute force %v: %+v\n%+v", seed, got, want, w, d.Evidence)
			}
			if round == 0 && !got {
				t.Fatalf("seed %d: refused %v", seed, d.Evidence)
			}
			n[[2]bool{got, want}]++
		}
	}
	n.enough(t, 200)
}

// TestCoverOfMovingOthers: below unboundedly many threads, steps that move others are
// refused, whether or not there is a proof.
func TestCoverOfMovingOthers(t *testing.T) {
	table, err := tts.Read(strings.NewReader("1 4\n0 0 -> 0 0 1 ~> 2\n"), "moves.tts")
	if err != nil {
		t.Fatal(err)
	}
	d := (&world{initial: tts.NewConfig[uint32](0, 0), target: tts.NewConfig[uint32](0, 3)}).document()
	d.Evidence.Cover = []proof.Listed{{Shared: "0", Threads: []string{"0*w,1*w,2*w"}}}
	err = proof.Subject{Form: configurations.TTS{TTS: table}}.Check(context.Background(), d)
	if err == nil || !strings.Contains(err.Error(), "the step at :2 moves other threads") {
		t.Error(err)
	}
}

// TestStates compares finite sets, with and without a bound: all that is reached is
// accepted, and with any of it missing, refused.
func TestStates(t *testing.T) {
	accepted, refused := 0, 0
	for seed := range howOften(t, 1500) {
		rng := rand.New(rand.NewPCG(seed, 3))
		w := randomWorld(rng, true)
		for i := range w.initial.Locals {
			w.initial.Locals[i].N = min(w.initial.Locals[i].N, 2)
		}
		p := w.problem()
		p.Threads = 5
		r := algorithms.BFS(p, algorithms.NewMeter(context.Background(), 0, nil), nil)
		if r.Verdict != algorithms.Safe {
			continue
		}
		states := r.Invariant().States
		document := func(without int) *proof.Document {
			d := w.document()
			if r.Cut {
				d.Question.Threads = 5
			}
			for i, c := range states {
				if i != without {
					d.Evidence.States = append(d.Evidence.States, proof.Listed{Shared: number32(c.Shared), Threads: []string{threadsText(c.Locals)}})
				}
			}
			if d.Evidence.States == nil {
				d.Evidence.States = []proof.Listed{}
			}
			return d
		}
		whole := document(-1)
		if !w.check(t, whole) {
			t.Fatalf("seed %d: refused: %+v\n%+v", seed, w, whole.Evidence)
		}
		accepted++
		for range 3 {
			if d := document(rng.IntN(len(states))); w.check(t, d) {
				t.Fatalf("seed %d: accepted, though one is missing: %+v\n%+v", seed, w, d.Evidence)
			}
			refused++
		}
		covered := document(-1)
		covered.Question.Target = text(states[rng.IntN(len(states))])
		if w.check(t, covered) {
			t.Fatalf("seed %d: accepted, though the target %s is there: %+v", seed, covered.Question.Target, w)
		}
		if r.Cut {
			whole.Question.Threads = 0
			if w.check(t, whole) {
				t.Fatalf("seed %d: accepted without a bound", seed)
			}
		}
	}
	t.Logf("accepted %d, refused %d", accepted, refused)
	if accepted < 100 {
		t.Error("too few")
	}
}

// TestRun: executions are accepted, and with any other configuration refused unless
// that is one, too.
func TestRun(t *testing.T) {
	accepted, refused, other := 0, 0, 0
	for seed := range howOften(t, 3000) {
		rng := rand.New(rand.NewPCG(seed, 4))
		w := randomWorld(rng, true)
		r := bws.Search(w.problem(), bws.EitherImages, algorithms.NewMeter(context.Background(), 0, nil), nil)
		if r.Verdict != algorithms.Unsafe {
			continue
		}
		run := []tts.Config[uint32]{r.Trace.Initial}
		for _, s := range r.Trace.Steps {
			run = append(run, s.To)
		}
		document := func() *proof.Document {
			d := w.document()
			d.Verdict, d.Evidence.Trace = proof.Unsafe, &proof.Trace{}
			for _, c := range run {
				d.Evidence.Trace.States = append(d.Evidence.Trace.States, text(c))
			}
			return d
		}
		if d := document(); !w.check(t, d) {
			t.Fatalf("seed %d: refused: %+v\n%+v", seed, w, d.Evidence.Trace)
		}
		accepted++
		for range 4 {
			i := rng.IntN(len(run))
			old := run[i]
			run[i] = old.Clone()
			switch rng.IntN(3) {
			case 0:
				run[i].Shared = rng.Uint32N(worldShared)
			case 1:
				run[i].Locals = tts.AddLocal(run[i].Locals, rng.Uint32N(worldLocal), 1)
			default:
				if len(old.Locals) > 0 {
					run[i].Locals = tts.RemoveLocal(run[i].Locals, old.Locals[rng.IntN(len(old.Locals))].Local)
				}
			}
			want := w.begins(run[0]) && run[len(run)-1].Covers(w.target)
			for k := range run[1:] {
				found := false
				for s := range tts.Post(tts.System[uint32](w.table), run[k]) {
					found = found || s.To.Compare(run[k+1]) == 0
				}
				want = want && found
			}
			if got := w.check(t, document()); got != want {
				t.Fatalf("seed %d: the check says %v, it is %v: %+v\n%v", seed, got, want, w, run)
			}
			if want {
				other++
			} else {
				refused++
			}
			run[i] = old
		}
	}
	t.Logf("accepted %d, refused %d, accepted others %d", accepted, refused, other)
	if accepted < 100 || refused < 100 || other < 10 {
		t.Error("too few")
	}
}
