// This file defines the test of the programs in this folder: each is checked
// as its want lines say, by every version and by the judge, and all must agree.

package examples_test

import (
	"context"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems"
)

func TestExamples(t *testing.T) {
	for i, path := range programs(t) {
		if !campaign.Due(t, i%2, 2) {
			continue
		}
		t.Run(path, func(t *testing.T) {
			model, err := systems.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, w := range model.Program.File.Warnings {
				t.Errorf("%v", w)
			}
			x := newExample(model)
			for _, w := range wants(t, path) {
				t.Run(strings.ReplaceAll(w.text, " ", ","), func(t *testing.T) { x.check(t, w) })
			}
		})
	}
}

func programs(t *testing.T) []string {
	t.Helper()
	paths, err := filepath.Glob("*.bp")
	if err != nil {
		t.Fatal(err)
	}
	if len(paths) < 16 {
		t.Fatalf("%d programs: is this the folder of the examples?", len(paths))
	}
	return paths
}

// versions returns the versions to check a program in, translation just in time first.
// Translations up front take their time: in a sample every fourth program has one.
func versions(t *testing.T, path string) []systems.Via {
	all := []systems.Via{systems.JIT, systems.BP, systems.TTS}
	list := programs(t)
	if slices.Index(list, path)%campaign.Every(t, len(list), len(list)/4) != 0 {
		return all[:2]
	}
	return all
}

// steps returns the kinds of steps to compare the judge in. In a sample, four of five
// programs are compared in those only that the want line is about.
func (w want) steps(t *testing.T, path string) []systems.Atomicity {
	list := programs(t)
	if slices.Index(list, path)%campaign.Every(t, len(list), len(list)/5) != 0 {
		return []systems.Atomicity{w.atomicity}
	}
	return []systems.Atomicity{systems.Big, systems.Small}
}

// An answer is what there is to compare.
type answer struct {
	Verdict string
	States  int
	Depth   int            // of the nearest error; 0 if there is none
	Errors  map[string]int // depth of each property that can fail, by position
}

// An example is a program and what was done with it.
type example struct {
	*systems.Model
	judged   map[question]answer // what the judge found
	compared map[question]bool   // what the versions were asked
}

func newExample(m *systems.Model) example {
	return example{m, map[question]answer{}, map[question]bool{}}
}

// check asks the versions, in big and in small steps, and for a bounded number of
// threads the judge: where there is no bound, for as many as an error needs. Only
// the verdict must be the same in both.
func (x example) check(t *testing.T, w want) {
	q := w.question
	if q.threads == 0 {
		if !x.compared[q] {
			x.checkUnbounded(t, w)
		}
		x.compared[q] = true
		q.threads = x.enough(t, w)
	}
	for _, atomicity := range w.steps(t, x.Name) {
		q.atomicity = atomicity
		judged := x.judge(t, q)
		if judged.Verdict != w.verdict {
			t.Errorf("judge, %v: %s, want %s", atomicity, judged.Verdict, w.verdict)
		}
		if atomicity == w.atomicity {
			if w.states >= 0 && judged.States != w.states {
				t.Errorf("judge, %v: %d states, want %d", atomicity, judged.States, w.states)
			}
			if w.depth >= 0 && judged.Depth != w.depth {
				t.Errorf("judge, %v: depth %d, want %d", atomicity, judged.Depth, w.depth)
			}
		}
		if x.compared[q] {
			continue
		}
		x.compared[q] = true
		for _, via := range versions(t, x.Name) {
			options := systems.Options{
				Via:       via,
				Threads:   q.threads,
				Initial:   q.initial,
				Label:     q.label,
				Atomicity: atomicity,
				SelfCheck: true,
				All:       true,
				Exact:     true,
			}
			if diff := cmp.Diff(judged, checked(t, x.Model, options)); diff != "" {
				t.Errorf("%s, %v: the judge (-) and the check (+) differ:\n%s", via, atomicity, diff)
			}
			options.All, options.Exact = false, false
			first := checked(t, x.Model, options)
			if first.Verdict != judged.Verdict || first.Depth != judged.Depth {
				t.Errorf("%s, %v: up to the first error: %s, depth %d; the judge: %s, depth %d",
					via, atomicity, first.Verdict, first.Depth, judged.Verdict, judged.Depth)
			}
		}
	}
}

// checkUnbounded asks for any number of threads: the default algorithm in each
// version, the others just in time.
func (x example) checkUnbounded(t *testing.T, w want) {
	for i, algorithm := range systems.Algorithms() {
		if algorithm.Bounded || algorithm.Direct() || algorithm.Refutes {
			continue
		}
		vias := versions(t, x.Name)
		if i > 0 {
			vias = vias[:1]
		}
		for _, via := range vias {
			for _, atomicity := range w.steps(t, x.Name) {
				r, err := x.Check(context.Background(), systems.Options{
					Algorithm: algorithm.Name,
					Via:       via,
					Initial:   w.initial,
					Label:     w.label,
					Atomicity: atomicity,
					SelfCheck: true,
					Timeout:   time.Minute,
				})
				if err != nil {
					t.Fatalf("%s/%s: %v", algorithm.Name, via, err)
				}
				// Karp-Miller searches refuse what moves other threads.
				refused := r.Reason == systems.Unsupported && strings.HasSuffix(algorithm.Name, "km")
				if r.Verdict.String() != w.verdict && !refused {
					t.Errorf("%s/%s, %v, any number of threads: %s %s, want %s", algorithm.Name, via, atomicity, r.Verdict, r.Reason, w.verdict)
				}
				if r.Verdict == systems.Unsafe && !r.Stats.Replayed {
					t.Errorf("%s/%s, %v, any number of threads: the trace was not replayed", algorithm.Name, via, atomicity)
				}
			}
		}
	}
}

// enough returns a number of threads with which the answer is the same as for any
// number. In a sample it is the smallest that has an error, or lets threads interact.
func (x example) enough(t *testing.T, w want) int {
	w.threads, w.atomicity = min(campaign.Size(t, 2, systems.DefaultThreads), systems.DefaultThreads), systems.Big
	for w.verdict == systems.Unsafe.String() && x.judge(t, w.question).Verdict != w.verdict {
		w.threads++
	}
	return w.threads
}

// checked returns what a check answers.
func checked(t *testing.T, m *systems.Model, o systems.Options) answer {
	t.Helper()
	r, err := m.Check(context.Background(), o)
	if err != nil {
		t.Fatalf("%s: %v", o.Via, err)
	}
	a := answer{Verdict: r.Verdict.String(), States: r.States, Errors: map[string]int{}}
	if r.Verdict == systems.Unsafe {
		a.Depth = r.Depth
		if !r.Stats.Replayed {
			t.Errorf("%s: the trace was not replayed", o.Via)
		}
	}
	for _, p := range r.Properties {
		if p.Verdict == systems.Unsafe {
			a.Errors[p.Pos.String()] = p.Depth
		}
	}
	return a
}

// judge returns what the judge finds in all configurations within the bound.
func (x example) judge(t *testing.T, q question) answer {
	t.Helper()
	if a, ok := x.judged[q]; ok {
		return a
	}
	mode := judge.Big
	if q.atomicity == systems.Small {
		mode = judge.Small
	}
	j, err := judge.New(x.Program.File, mode)
	if err != nil {
		t.Fatal(err)
	}
	a := answer{Verdict: systems.Safe.String(), Errors: map[string]int{}}
	fails := func(pc, depth int) {
		a.Verdict = systems.Unsafe.String()
		pos := x.Program.Nodes[pc].Pos.String()
		if old, known := a.Errors[pos]; !known || depth < old {
			a.Errors[pos] = depth
		}
	}
	labelled, _ := x.Program.Labelled(q.label)
	states := map[string]bool{}
	for _, copies := range q.copies(t) {
		r := walk(t, j, copies, q.threads, func(c judge.Config, depth int) {
			states[c.Key()] = true
			for _, thread := range c.Threads {
				if slices.Contains(labelled, thread.PC) {
					fails(thread.PC, depth)
				}
			}
		})
		if q.label == "" {
			for pc, depth := range r.Properties {
				fails(pc, depth)
			}
		}
	}
	a.States = len(states)
	for _, depth := range a.Errors {
		if a.Depth == 0 || depth < a.Depth {
			a.Depth = depth
		}
	}
	x.judged[q] = a
	return a
}

// copies returns with how many copies of main executions begin.
func (q question) copies(t *testing.T) []int {
	t.Helper()
	switch q.initial {
	case "one":
		return []int{1}
	case "many":
		var all []int
		for n := range q.threads {
			all = append(all, n+1)
		}
		return all
	}
	n, err := strconv.Atoi(q.initial)
	if err != nil {
		t.Fatalf("initial=%s: %v", q.initial, err)
	}
	return []int{n}
}

// walk shows visit all configurations within a bound.
func walk(t *testing.T, j *judge.Judge, copies, bound int, visit func(c judge.Config, depth int)) judge.Result {
	t.Helper()
	const limit = 1_000_000
	r := j.Walk(context.Background(), copies, bound, limit, visit)
	if !r.Complete {
		t.Fatalf("more than %d states", limit)
	}
	return r
}
