// This file tests that ijit finds in the programs what they want, and nothing else.

package goroutines_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/show/render"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems/golang"
	"github.com/ijit/ijit/systems/golang/gocheck"
)

// load reads some of all programs, each as a package of one module, and returns the entry of each.
func load(t *testing.T, all, some []*program) (*golang.Code, map[*program]*golang.Entry) {
	files := map[string]string{}
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join("..", "..", name))
		if err != nil {
			t.Fatal(err)
		}
		files[name] = strings.Replace(string(text), "module github.com/ijit/ijit", "module programs", 1)
	}
	for _, p := range all {
		files[p.folder()+"/program.go"] = strings.Replace(p.text, "//go:build ignore", "// a program", 1)
	}
	dir, err := campaign.Folder(files)
	if err != nil {
		t.Fatal(err)
	}
	var patterns []string
	for _, p := range some {
		patterns = append(patterns, "./"+p.folder())
	}
	code, err := golang.Load(t.Context(), dir, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	if left := code.Uncompiled(); left != nil {
		t.Fatal(left)
	}
	entries := map[*program]*golang.Entry{}
	for _, p := range some {
		found, err := code.Entries(p.folder() + "." + p.entry)
		if err != nil || len(found) != 1 {
			t.Fatalf("%s: %d entries, %v", p.file, len(found), err)
		}
		entries[p] = found[0]
	}
	return code, entries
}

// folder is where load puts a program.
func (p *program) folder() string {
	return strings.TrimSuffix(strings.TrimSuffix(p.file, ".go"), "_test")
}

// slow are the programs that are not decided within a second.
func slow() []string {
	return []string{
		"broadcaster-blocking", "broadcaster-fixed", "broadcaster-late", "broadcaster-unlocked", "cond-if", "cond-if-fixed", "cond-signal", "cond-signal-fixed",
		"fanin-fixed", "fanin-noclose", "fanin-nowait", "fanin-undrained", "lru-miss", "lru-promote", "lru-relock", "lru-upgrade", "pipe-unread", "pipe-unread-fixed",
		"pipeline-closeeach", "pipeline-first", "pipeline-fixed", "pipeline-noclose", "pool-addlate", "pool-early", "pool-nowait", "pool-waitfirst",
		"serve-unbounded", "singleflight-error", "singleflight-fixed", "singleflight-locked", "singleflight-nowait", "waiting-line", "waiting-line-fixed",
	}
}

// undecided are the programs about which something stays open, whatever the time, and why.
func undecided() map[string]string {
	return map[string]string{
		"locked-copy": "a copy of a lock", "once-reentered": "a function that calls itself",
		"semaphore-early": "an unknown function", "semaphore-fixed": "an unknown function", "semaphore-keep": "an unknown function", "semaphore-onemore": "an unknown function",
		"serve-unbounded": "an unknown function", "serve-unbounded-fixed": "an unknown function", "singleflight-error": "an unknown function", "singleflight-fixed": "an unknown function",
	}
}

// larger are the wanted lines that need more than two elements of a slice or three goroutines; see README.md.
func larger() map[string]int {
	return map[string]int{"pool-early": 38, "pool-waitfirst": 38, "lru-relock": 27}
}

// TestFindings compares what ijit finds with the want lines: of a sixth of the programs that are decided at once, each with
// its twin, and of a sixteenth of the others, another one each day. The full campaign compares all.
func TestFindings(t *testing.T) {
	all, err := programs()
	if err != nil {
		t.Fatal(err)
	}
	full := campaign.Size(t, 1, len(all)) == len(all)
	limit := time.Second
	if full {
		limit = 8 * time.Second
	}
	var some []*program
	const days = 6
	late, quick := 0, map[string]int{} // the twins are counted once
	for _, p := range all {
		if !slices.Contains(slow(), p.folder()) {
			if _, ok := quick[p.name()]; !ok {
				quick[p.name()] = len(quick)
			}
			if !full && quick[p.name()]%days != campaign.Today(days) {
				continue
			}
		}
		if slices.Contains(slow(), p.folder()) {
			if late++; !full && late%16 != campaign.Today(16) {
				continue
			}
		}
		some = append(some, p)
	}
	code, entries := load(t, all, some)
	lines, found := 0, 0
	for _, p := range some {
		// Whether the runtime panics is asked where the code may be run.
		panics := slices.ContainsFunc(slices.Collect(maps.Values(p.wants)), func(kinds []string) bool { return slices.Contains(kinds, "panic") })
		r := gocheck.Check(t.Context(), code, []*golang.Entry{entries[p]}, gocheck.Options{Timeout: limit, Confirm: panics && full})
		n, m := compare(t, p, r, full)
		lines, found = lines+n, found+m
	}
	t.Logf("%d of %d programs, %d wanted lines, of which %d are found", len(some), len(all), lines, found)
	if lines == 0 || found*3 < lines*2 || full && (lines < 100 || found*10 < lines*9) { // in a sample chance has a part
		t.Errorf("%d of %d wanted lines are found", found, lines)
	}
}

// compare compares a report with the want lines of a program, of which it returns the number, and how many are found.
func compare(t *testing.T, p *program, r *gocheck.Report, full bool) (lines, found int) {
	open, late := map[string]bool{}, false // by kind
	panics := slices.ContainsFunc(slices.Collect(maps.Values(p.wants)), func(kinds []string) bool { return slices.Contains(kinds, "panic") })
	for _, f := range r.Findings {
		if f.Verdict == "UNKNOWN" {
			if f.Kind == "panic" && panics && !full { // the code is not run
				continue
			}
			open[f.Kind], late = true, late || f.Reason != "unsupported"
			continue
		}
		wanted := slices.Contains(p.wants[f.Line], f.Kind)
		for _, other := range f.Others {
			wanted = wanted || f.Kind == "race" && slices.Contains(p.wants[other.Line], f.Kind)
		}
		if !wanted {
			t.Errorf("%s:%d: %s is not wanted: %s", p.file, f.Line, f.Kind, f.Message)
		}
	}
	// What lies behind an operation that goes wrong stays open.
	if why := undecided()[p.folder()]; len(open) > 0 && why == "" && p.fixed && !late {
		t.Errorf("%s: %v are open", p.file, slices.Sorted(maps.Keys(open)))
	} else if len(open) == 0 && why != "" {
		t.Errorf("%s: nothing is open, though it has %s", p.file, why)
	}
	for line, kinds := range p.wants {
		for _, kind := range kinds {
			lines++
			is := slices.ContainsFunc(r.Findings, func(f render.Finding) bool {
				shown := f.Verdict == "UNSAFE" || len(f.Trace) > 0 // it is possible, and the code was not run
				return f.Kind == kind && shown && (f.Line == line || kind == "race" && slices.ContainsFunc(f.Others, func(o render.GoPlace) bool { return o.Line == line }))
			})
			if is {
				found++
			} else if !open[kind] && !(kind == "deadlock" && open["leak"]) && larger()[p.folder()] != line && (full || kind != "panic") {
				t.Errorf("%s:%d: %s is not found", p.file, line, kind)
			}
		}
	}
	return lines, found
}
