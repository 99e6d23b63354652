// This file tests how what is found in Go programs is shown.

package render_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/xeipuuv/gojsonschema"

	"github.com/ijit/ijit/internal/show/render"
)

// poolFinding is a worker that is left alone.
func poolFinding() render.Finding {
	at := func(line int, function, operation string) render.GoPlace {
		return render.GoPlace{"pool.go", line, 2, function, operation}
	}
	return render.Finding{
		Kind: "leak", Verdict: "UNSAFE", GoPlace: at(20, "worker", "results <- r"),
		Message: "nobody receives from results any more", Entries: []string{"TestPool"},
		Others: []render.GoPlace{at(30, "TestPool", "wg.Wait()")},
		Trace: []render.GoStep{
			{Goroutine: 1, Name: "TestPool", GoPlace: at(12, "TestPool", "go worker()"), Starts: 2},
			{Goroutine: 1, Name: "TestPool", GoPlace: at(14, "TestPool", "return"), Event: "the test returns"},
			{Goroutine: 2, Name: "worker", GoPlace: at(20, "worker", "results <-\n\t\tr"), Event: "blocked for ever", Last: true},
		},
	}
}

func TestGoLanes(t *testing.T) {
	f := poolFinding()
	var out strings.Builder
	if err := render.GoLanes(&out, &f, render.Options{}); err != nil {
		t.Fatal(err)
	}
	want := `step | line | 1 TestPool         | 2 worker
   1 |   12 | go worker()        | (starts)
   2 |   14 | return             |
     |      | (the test returns) |
   3 |   20 |                    | results <- r
     |      |                    | *** blocked for ever ***
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Error(diff)
	}
	f.Trace[2].File = "sub/worker.go"
	out.Reset()
	if err := render.GoLanes(&out, &f, render.Options{}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "worker.go:20") {
		t.Errorf("an execution through two files does not name them:\n%s", out.String())
	}
}

// TestGoSARIF checks logs of findings against the schema: open ones, suppressed ones, and none.
func TestGoSARIF(t *testing.T) {
	schema := sarifSchema(t)
	confirmed, ignored, open := poolFinding(), poolFinding(), render.Finding{Kind: "race", Verdict: "UNKNOWN", GoPlace: render.GoPlace{File: "pool.go"}, Message: "the time limit was reached"}
	confirmed.Confirmed = true
	ignored.Ignored = "the process ends then"
	for _, list := range [][]render.Finding{nil, {confirmed, ignored, open}} {
		var out strings.Builder
		if err := render.GoSARIF(&out, list); err != nil {
			t.Fatal(err)
		}
		r, err := schema.Validate(gojsonschema.NewStringLoader(out.String()))
		if err != nil {
			t.Fatal(err)
		}
		for _, wrong := range r.Errors() {
			t.Error(wrong)
		}
		report, err := sarif.FromString(out.String())
		if err != nil {
			t.Fatal(err)
		}
		results := report.Runs[0].Results
		if len(results) != len(list) {
			t.Fatalf("%d results of %d findings", len(results), len(list))
		}
		if len(list) == 0 {
			continue
		}
		if flows := results[0].CodeFlows[0].ThreadFlows; len(flows) != 2 || len(flows[0].Locations) != 2 || len(flows[1].Locations) != 1 {
			t.Errorf("the code flow is not one of two goroutines with two steps and one")
		}
		if results[0].Level != "error" || results[1].Level != "warning" || results[2].Kind != "open" {
			t.Errorf("levels %s and %s, kind %s", results[0].Level, results[1].Level, results[2].Kind)
		}
		if s := results[1].Suppressions; len(s) != 1 || *s[0].Justification != "the process ends then" {
			t.Errorf("the finding that is ignored is not suppressed")
		}
	}
}

// TestLongGoLanes shows an execution of many goroutines: what leads to its end, and all of it if that is asked for.
func TestLongGoLanes(t *testing.T) {
	f := render.Finding{}
	for i := range 300 {
		f.Trace = append(f.Trace, render.GoStep{Goroutine: 1 + i%30, Name: fmt.Sprint("f", i%30), GoPlace: render.GoPlace{File: "x.go", Line: 1 + i, Operation: "mu.Lock()"}})
	}
	f.Trace[299].Last, f.Trace[299].Event = true, "blocked for ever"
	for _, full := range []bool{false, true} {
		var out strings.Builder
		if err := render.GoLanes(&out, &f, render.Options{Full: full}); err != nil {
			t.Fatal(err)
		}
		lines := strings.Count(out.String(), "\n")
		switch left := strings.Contains(out.String(), "Left out: 263 of 300 steps, 24 of 30 goroutines; --full shows them."); {
		case full && (lines < 300 || strings.Contains(out.String(), "Left out")):
			t.Errorf("in full %d lines:\n%s", lines, &out)
		case !full && (!left || lines > 45 || !strings.Contains(out.String(), "blocked for") || !strings.Contains(out.String(), "... |")):
			t.Errorf("%d lines, left out %t:\n%s", lines, left, &out)
		}
	}
}
