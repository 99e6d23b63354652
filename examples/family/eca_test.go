// This file tests event-condition-action programs: every engine that decides their labels
// against the interpreter's own search, and that against what the generator expects.

package family_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ijit/ijit/examples/family"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/systems/eca"
	"github.com/ijit/ijit/systems/eca/cpa"
	"github.com/ijit/ijit/systems/eca/reactive"
	"github.com/ijit/ijit/systems/eca/reactive/sets"
)

// parseECA reads a program and what it says about its labels.
func parseECA(t testing.TB, name, text string) *eca.File {
	t.Helper()
	file, err := eca.Parse(name, []byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for _, w := range file.Warnings {
		t.Errorf("%v\n%s", w, text)
	}
	return file
}

// A truth is what the interpreter finds out about a program.
type truth struct {
	file     *eca.File
	complete bool
	inputs   []int // the least number to each label, by ID; -1 if it was not reached
	states   [][]int32
}

// explored searches a program breadth first by the interpreter. Each turn reads one input.
func explored(file *eca.File, limit int) truth {
	x := truth{file: file, complete: true, inputs: slices.Repeat([]int{-1}, len(file.Labels))}
	m := eca.NewMachine(file)
	seen := map[string]bool{}
	step := func(s *eca.Step) {
		for _, r := range s.Reached {
			if x.inputs[r.Label.ID] < 0 {
				x.inputs[r.Label.ID] = r.Inputs
			}
		}
		if s.Status != eca.Running {
			return
		}
		var key []int32
		for _, v := range file.Vars {
			if v.State {
				key = append(key, m.Values[v.ID])
			}
		}
		if k := fmt.Sprint(key); !seen[k] {
			seen[k] = true
			x.states = append(x.states, slices.Clone(m.Values))
		}
	}
	step(m.Start(func() (int32, bool) { return 0, false }))
	for next, depth := 0, 0; next < len(x.states); depth++ {
		for end := len(x.states); next < end; next++ {
			if len(x.states) > limit {
				x.complete = false
				return x
			}
			for _, input := range file.Alphabet {
				copy(m.Values, x.states[next])
				m.Read = depth
				step(m.Turn(func() (int32, bool) { return input, true }))
			}
		}
	}
	return x
}

// answer compares what an engine says of a label.
func (x *truth) answer(t *testing.T, engine string, label int, v verdict.Verdict, inputs []int32, shortest bool) {
	t.Helper()
	want, name := x.inputs[label], x.file.Labels[label].Name
	switch v {
	case verdict.Safe:
		if want >= 0 {
			t.Errorf("%s: %s: SAFE, but %d inputs lead there", engine, name, want)
		}
	case verdict.Unsafe:
		replayed := false
		for _, step := range eca.Run(x.file, inputs) {
			for _, r := range step.Reached {
				replayed = replayed || r.Label.ID == label && r.Inputs == len(inputs)
			}
		}
		if !replayed {
			t.Errorf("%s: %s: the inputs %d do not lead there", engine, name, inputs)
		}
		if x.complete && len(inputs) < want || shortest && (want >= 0 || x.complete) && len(inputs) != want {
			t.Errorf("%s: %s: %d inputs, the least is %d", engine, name, len(inputs), want)
		}
	}
}

// invariant checks an invariant: it has all states that were met, and from others of its states,
// which are chosen at random, a turn leads to states of it and not to the label.
func (x *truth) invariant(t *testing.T, rng *rand.Rand, label int, inv *reactive.Invariant) {
	t.Helper()
	has := func(state []int32) bool {
		return slices.ContainsFunc(inv.Boxes, func(box []reactive.Set) bool {
			for i, v := range inv.Vars {
				if !slices.ContainsFunc(box[i], func(r reactive.Interval) bool { return r.Lo <= state[v.ID] && state[v.ID] <= r.Hi }) {
					return false
				}
			}
			return true
		})
	}
	for _, s := range x.states {
		if !has(s) {
			t.Errorf("%s: the invariant does not have the state %d", x.file.Labels[label].Name, s)
			return
		}
	}
	m := eca.NewMachine(x.file)
	for range 10 {
		s := slices.Clone(x.states[rng.IntN(len(x.states))])
		for _, v := range x.file.Vars {
			if v.State && len(v.Values) > 0 {
				s[v.ID] = v.Values[rng.IntN(len(v.Values))]
			}
		}
		box := inv.Boxes[rng.IntN(len(inv.Boxes))]
		for i, v := range inv.Vars {
			r := box[i][rng.IntN(len(box[i]))]
			s[v.ID] = int32(int64(r.Lo) + rng.Int64N(int64(r.Hi)-int64(r.Lo)+1))
		}
		for _, input := range x.file.Alphabet {
			copy(m.Values, s)
			step := m.Turn(func() (int32, bool) { return input, true })
			if slices.ContainsFunc(step.Reached, func(r eca.Reached) bool { return r.Label.ID == label }) {
				t.Errorf("%s: the invariant has the state %d, from which input %d leads there", x.file.Labels[label].Name, s, input)
			}
			if step.Status == eca.Running && !has(m.Values) {
				t.Errorf("%s: the invariant has the state %d, but not %d, where input %d leads", x.file.Labels[label].Name, s, m.Values, input)
			}
		}
	}
}

// An ecaEngine decides labels.
type ecaEngine struct {
	name string
	run  reactive.Analysis
	// decides says whether it decides all labels of programs without arithmetic, of all
	// programs.
	plain, all bool
}

func ecaEngines() []ecaEngine {
	list := []ecaEngine{
		{"sets", sets.Analyse, true, false},
		{"states", reactive.States, true, true},
		{"regions", reactive.Regions, false, false}, // refinement need not end
		{"auto", reactive.Auto, true, true},
	}
	for _, name := range cpa.Names() {
		list = append(list, ecaEngine{
			"cpa " + name,
			func(ctx context.Context, f *eca.File, o reactive.Options) *reactive.Result {
				return cpa.CheckC(ctx, f, name, o)
			},
			true, strings.HasSuffix(name, "value"),
		})
	}
	return list
}

// smallECA returns a random size: of a program with some hundred states.
func smallECA(seed uint64) family.ECASize {
	rng := rand.New(rand.NewPCG(seed, 4))
	s := family.ECASize{
		StyleB:    rng.IntN(3) == 0,
		Variables: 2 + rng.IntN(6), Values: 2 + rng.IntN(4),
		Copies: rng.IntN(3) == 0,
		Rules:  5 + rng.IntN(50), Inputs: 1 + rng.IntN(4), Labels: 3 + rng.IntN(8),
		LabelsLast: rng.IntN(2) == 0,
		Exact:      rng.IntN(4) == 0, Jumps: rng.IntN(4) == 0,
		Seed: seed,
	}
	switch rng.IntN(5) {
	case 0:
		s.Sums = 1
	case 1:
		s.Products = 1
	case 2:
		s.Sums, s.Products = rng.IntN(2), rng.IntN(2)
	}
	return s
}

// TestECA compares all engines on random programs.
func TestECA(t *testing.T) {
	count := map[string]int{}
	n := campaign.Size(t, 6, 10_000)
	for seed := range uint64(n) {
		size := smallECA(seed)
		text, outcomes := family.ECA(size)
		compareECA(t, seed, text, outcomes, size.Sums+size.Products > 0, count)
		if t.Failed() {
			t.Fatalf("%+v\n%s", size, text)
		}
	}
	t.Logf("%d programs: %v", n, count)
	for _, least := range []string{"safe", "unsafe", "deep", "numbers"} {
		if count[least] < n/5 {
			t.Errorf("too few to say anything: %v", count)
		}
	}
}

func compareECA(t *testing.T, seed uint64, text string, outcomes []family.Outcome, numbers bool, count map[string]int) {
	file := parseECA(t, "random.c", text)
	x := explored(file, 2000)
	rng := rand.New(rand.NewPCG(seed, 5))
	if !x.complete {
		count["large"]++
	}
	if numbers {
		count["numbers"]++
	}
	for _, o := range outcomes {
		i := slices.IndexFunc(file.Labels, func(l *eca.Label) bool { return l.Name == o.Label })
		switch {
		case x.complete && (o.Verdict == "UNSAFE") != (x.inputs[i] >= 0) || x.inputs[i] >= 0 && o.Inputs != x.inputs[i]:
			t.Errorf("the generator expects %v, the interpreter reaches it with %d inputs", o, x.inputs[i])
		case x.inputs[i] < 0:
			count["safe"]++
		default:
			count["unsafe"]++
			if x.inputs[i] > 3 {
				count["deep"]++
			}
		}
	}
	for _, e := range ecaEngines() {
		var ctx context.Context = context.Background()
		if !x.complete || !e.plain {
			ctx = campaign.Looks(1000)
		}
		r := e.run(ctx, file, reactive.Options{Invariant: true})
		for i, a := range r.Labels {
			if a.Verdict == verdict.Unknown && x.complete && (e.all || e.plain && !numbers) {
				t.Errorf("%s: %s: not decided: %s %s", e.name, file.Labels[i].Name, r.Reason, r.Detail)
			}
			x.answer(t, e.name, i, a.Verdict, a.Inputs, a.Shortest)
			if a.Invariant != nil {
				count["invariants"]++
				x.invariant(t, rng, i, a.Invariant)
			}
			if a.Verdict != verdict.Unknown {
				count[e.name]++
			}
		}
	}
	model, err := systems.Read("random.c", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, algorithm := range []string{"bebop", "bfs"} {
		r, err := model.Check(context.Background(), systems.Options{Algorithm: algorithm})
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range r.Properties {
			if p.Verdict == systems.Unknown && !numbers {
				t.Errorf("%s: %s: not decided: %v", algorithm, file.Labels[i].Name, p.Found)
			}
			x.answer(t, algorithm, i, p.Verdict, p.Found.Inputs, false)
			if p.Verdict != systems.Unknown {
				count[algorithm]++
			}
		}
	}
}

// The families are what they promise, by explicit search and by sets.
func TestECAFamilies(t *testing.T) {
	sizes := map[string]int{"switches": 9, "intervals": 1, "odometer": 3}
	for _, f := range family.ECAFamilies() {
		k := max(1, sizes[f.Name])
		_, outcomes := f.Program(k)
		text := f.File(k)
		file := parseECA(t, f.Name+".c", text)
		reached := 0
		for _, e := range ecaEngines()[:2] {
			r := e.run(context.Background(), file, reactive.Options{})
			for _, o := range outcomes {
				i := slices.IndexFunc(file.Labels, func(l *eca.Label) bool { return l.Name == o.Label })
				a := r.Labels[i]
				if e.name == "sets" && a.Verdict == verdict.Unknown && eca.Classify(file).Class == "ECA-MUL" {
					continue
				}
				if a.Verdict.String() != o.Verdict || len(a.Inputs) != o.Inputs {
					t.Errorf("%s by %s: %v by %d inputs, want %v", f.Name, e.name, a.Verdict, len(a.Inputs), o)
				}
				if o.Inputs > 0 {
					reached++
				}
			}
		}
		if safe := 2*len(outcomes) - reached; reached == 0 || safe == 0 {
			t.Errorf("%s: %d labels of %d are reached", f.Name, reached/2, len(outcomes))
		}
	}
}
