// This file defines the test of the programs in this folder: each is checked
// as its want lines say, by every version and by the judge, and all must agree.

package examples_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ijit/ijit/ijit"
	"github.com/ijit/ijit/internal/judge"
	"github.com/ijit/ijit/parser"
)

func TestExamples(t *testing.T) {
	for _, path := range programs(t) {
		t.Run(path, func(t *testing.T) {
			model, err := ijit.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, w := range model.Program.File.Warnings {
				t.Errorf("%v", w)
			}
			for _, w := range wants(t, path) {
				t.Run(strings.ReplaceAll(w.text, " ", ","), func(t *testing.T) { w.check(t, model) })
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

// A want is one expectation: a line "// want: VERDICT key=value ...". States and
// depth are compared where they are given, for atomic=small in small steps.
type want struct {
	text      string
	verdict   string
	threads   int // the bound; 0 for none
	initial   string
	label     string
	atomicity ijit.Atomicity
	states    int // -1 if not given
	depth     int // -1 if not given
}

const wantMark = "// want: "

// wants returns the expectations in a program, in order. The first one has no
// keys: it says what "ijit check" answers.
func wants(t *testing.T, path string) []want {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var all []want
	for line := range strings.Lines(string(src)) {
		text, ok := strings.CutPrefix(line, wantMark)
		if !ok {
			continue
		}
		w, err := parseWant(strings.TrimSpace(text))
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		all = append(all, w)
	}
	if len(all) == 0 || all[0].text != all[0].verdict {
		t.Fatalf("%s: the first want line must be there and say only a verdict", path)
	}
	return all
}

func parseWant(text string) (want, error) {
	w := want{text: text, initial: "one", states: -1, depth: -1}
	verdict, keys, _ := strings.Cut(text, " ")
	if verdict != ijit.Safe.String() && verdict != ijit.Unsafe.String() {
		return w, fmt.Errorf("want %s: no such verdict", text)
	}
	w.verdict = verdict
	for _, pair := range strings.Fields(keys) {
		key, value, _ := strings.Cut(pair, "=")
		var err error
		switch key {
		case "threads":
			w.threads, err = strconv.Atoi(value)
		case "initial":
			w.initial = value
		case "label":
			w.label = value
		case "atomic":
			switch value {
			case "big":
			case "small":
				w.atomicity = ijit.Small
			default:
				err = fmt.Errorf("atomic=%s is neither big nor small", value)
			}
		case "states":
			w.states, err = strconv.Atoi(value)
		case "depth":
			w.depth, err = strconv.Atoi(value)
		default:
			err = fmt.Errorf("no such key: %s", key)
		}
		if err != nil {
			return w, fmt.Errorf("want %s: %w", text, err)
		}
	}
	return w, nil
}

// An answer is what there is to compare.
type answer struct {
	Verdict string
	States  int
	Depth   int            // of the nearest error; 0 if there is none
	Errors  map[string]int // depth of each property that can fail, by position
}

// check asks each version, in big and in small steps, and for a bounded number of
// threads the judge: where there is no bound, for as many as an error needs. Only
// the verdict must be the same in both.
func (w want) check(t *testing.T, m *ijit.Model) {
	if w.threads == 0 {
		w.threads = w.checkUnbounded(t, m)
	}
	for _, atomicity := range []ijit.Atomicity{ijit.Big, ijit.Small} {
		judged := w.judge(t, m.Program, atomicity)
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
		for _, via := range []ijit.Via{ijit.JIT, ijit.TTS, ijit.BP} {
			options := ijit.Options{
				Via:       via,
				Threads:   w.threads,
				Initial:   w.initial,
				Label:     w.label,
				Atomicity: atomicity,
				SelfCheck: true,
				All:       true,
			}
			if diff := cmp.Diff(judged, checked(t, m, options)); diff != "" {
				t.Errorf("%s, %v: the judge (-) and the check (+) differ:\n%s", via, atomicity, diff)
			}
			options.All = false
			first := checked(t, m, options)
			if first.Verdict != judged.Verdict || first.Depth != judged.Depth {
				t.Errorf("%s, %v: up to the first error: %s, depth %d; the judge: %s, depth %d",
					via, atomicity, first.Verdict, first.Depth, judged.Verdict, judged.Depth)
			}
		}
	}
}

// checkUnbounded asks each version for any number of threads and returns with how
// many the answer should be the same.
func (w want) checkUnbounded(t *testing.T, m *ijit.Model) int {
	n := ijit.DefaultThreads
	for _, atomicity := range []ijit.Atomicity{ijit.Big, ijit.Small} {
		for _, via := range []ijit.Via{ijit.JIT, ijit.TTS, ijit.BP} {
			r, err := m.Check(context.Background(), ijit.Options{
				Via:       via,
				Initial:   w.initial,
				Label:     w.label,
				Atomicity: atomicity,
				SelfCheck: true,
			})
			if err != nil {
				t.Fatalf("%s: %v", via, err)
			}
			if r.Verdict.String() != w.verdict {
				t.Errorf("%s, %v, any number of threads: %s, want %s", via, atomicity, r.Verdict, w.verdict)
			}
			if r.Verdict == ijit.Unsafe {
				n = max(n, r.Trace.MostThreads())
			}
		}
	}
	return n
}

// checked returns what a check answers.
func checked(t *testing.T, m *ijit.Model, o ijit.Options) answer {
	t.Helper()
	r, err := m.Check(context.Background(), o)
	if err != nil {
		t.Fatalf("%s: %v", o.Via, err)
	}
	a := answer{Verdict: r.Verdict.String(), States: r.States, Errors: map[string]int{}}
	if r.Verdict == ijit.Unsafe {
		a.Depth = r.Depth
		if !r.Stats.Replayed {
			t.Errorf("%s: the trace was not replayed", o.Via)
		}
	}
	for _, p := range r.Properties {
		if p.Verdict == ijit.Unsafe {
			a.Errors[p.Pos.String()] = p.Depth
		}
	}
	return a
}

// judge returns what the judge finds in all configurations within the bound.
func (w want) judge(t *testing.T, p *parser.Program, atomicity ijit.Atomicity) answer {
	t.Helper()
	mode := judge.Big
	if atomicity == ijit.Small {
		mode = judge.Small
	}
	j, err := judge.New(p.File, mode)
	if err != nil {
		t.Fatal(err)
	}
	copies := 1
	if w.initial != "one" {
		if copies, err = strconv.Atoi(w.initial); err != nil {
			t.Fatalf("initial=%s: %v", w.initial, err)
		}
	}
	a := answer{Verdict: ijit.Safe.String(), Errors: map[string]int{}}
	fails := func(pc, depth int) {
		a.Verdict = ijit.Unsafe.String()
		pos := p.Nodes[pc].Pos.String()
		if old, known := a.Errors[pos]; !known || depth < old {
			a.Errors[pos] = depth
		}
	}
	labelled, _ := p.Labelled(w.label)
	const limit = 1_000_000
	r := j.Walk(context.Background(), copies, w.threads, limit, func(c judge.Config, depth int) {
		for _, thread := range c.Threads {
			if slices.Contains(labelled, thread.PC) {
				fails(thread.PC, depth)
			}
		}
	})
	if !r.Complete {
		t.Fatalf("more than %d states", limit)
	}
	if w.label == "" {
		for pc, depth := range r.Properties {
			fails(pc, depth)
		}
	}
	a.States = r.States
	for _, depth := range a.Errors {
		if a.Depth == 0 || depth < a.Depth {
			a.Depth = depth
		}
	}
	return a
}

// TestReadme checks that the table has every program, with its verdict.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	link := regexp.MustCompile(`\[([a-z-]+)\]\(([a-z-]+\.bp)\)`)
	listed := map[string]string{}
	for row := range strings.Lines(string(text)) {
		cells := strings.Split(strings.TrimSpace(row), "|")
		if len(cells) != 5 {
			continue
		}
		links := link.FindAllStringSubmatch(cells[1], -1)
		verdicts := strings.Split(strings.TrimSpace(cells[3]), ", ")
		if len(links) == 0 {
			continue // the head of the table
		}
		if len(links) != len(verdicts) {
			t.Errorf("%s: %d programs, %d verdicts", cells[1], len(links), len(verdicts))
			continue
		}
		for i, l := range links {
			if l[1]+".bp" != l[2] {
				t.Errorf("%s leads to %s", l[1], l[2])
			}
			listed[l[2]] = verdicts[i]
		}
	}
	want := map[string]string{}
	for _, path := range programs(t) {
		want[path] = wants(t, path)[0].verdict
	}
	if diff := cmp.Diff(want, listed); diff != "" {
		t.Errorf("README.md (+) does not say what the programs (-) do:\n%s", diff)
	}
}
