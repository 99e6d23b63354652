// This file tests the way from Go to skeletons against the programs' own translation.

package randgo

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems/golang"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// load writes programs, some to a package, since all variables of a package are initialised for each
// of its entries, and reads them. It returns the entry of each, and the lines of its file.
func load(t *testing.T, programs []*Program) (*golang.Code, []*golang.Entry, [][]string) {
	t.Helper()
	files := map[string]string{"go.mod": "module random\n\ngo 1.26\n"}
	lines := make([][]string, 0, len(programs))
	const some = 30
	for k := 0; k < len(programs); k += some {
		part := programs[k:min(k+some, len(programs))]
		text := string(Print("random", part...))
		files[fmt.Sprintf("p%d/random.go", k/some)] = text
		for range part {
			lines = append(lines, strings.Split(text, "\n"))
		}
	}
	dir, err := campaign.Folder(files)
	if err != nil {
		t.Fatal(err)
	}
	code, err := golang.Load(context.Background(), dir, "./...")
	if err != nil {
		t.Fatal(err)
	}
	all, err := code.Entries("")
	if err != nil {
		t.Fatal(err)
	}
	byName := map[string]*golang.Entry{}
	for _, e := range all {
		byName[e.Package+"."+e.Name] = e
	}
	entries := make([]*golang.Entry, len(programs))
	for k, p := range programs {
		suffix := fmt.Sprintf("_%d", k%some)
		if k%some == 0 && k+1 == len(programs) { // it is alone
			suffix = ""
		}
		name := fmt.Sprintf("random/p%d.%s", k/some, p.entry(suffix))
		if entries[k] = byName[name]; entries[k] == nil {
			t.Fatalf("no entry %s", name)
		}
	}
	return code, entries, lines
}

// The skeleton that is extracted from a random program has the findings of the program, and so has
// the survey of the Boolean program that is made of it.
func TestExtractionFindsWhatTheJudgeFinds(t *testing.T) {
	var programs []*Program
	for seed := range uint64(campaign.Size(t, 25, 4000)) {
		programs = append(programs, random(seed))
	}
	code, entries, lines := load(t, programs)
	compared, surveyed, first := 0, 0, true
	for seed, p := range programs {
		if p.Spins() {
			continue
		}
		for _, races := range []bool{false, true} {
			d := differ(t, code, entries[seed], p, races)
			if d.compared {
				compared++
			}
			if d.surveyed {
				surveyed++
			}
			if d.text == "" {
				continue
			}
			t.Errorf("seed %d, races %t: %s\n%s", seed, races, d.text, source(lines[seed], p))
			if first { // the others take too long
				first = false
				small := Shrink(p, func(p *Program) bool {
					code, entries, _ := load(t, []*Program{p})
					return differ(t, code, entries[0], p, races).text != ""
				})
				_, _, lines := load(t, []*Program{small})
				t.Logf("a small program:\n%s", source(lines[0], small))
			}
			break
		}
	}
	t.Logf("%d of %d skeletons compared, %d surveyed", compared, 2*len(programs), surveyed)
	if compared*10 < 2*len(programs)*9 {
		t.Errorf("%d of %d skeletons compared", compared, 2*len(programs))
	}
}

// A difference between what the judge finds and what is found by the way that is tested.
type difference struct {
	text               string // "" for none
	compared, surveyed bool   // with the judge, within the limits
}

// differ compares what is found in a program, with races or with leaks.
func differ(t *testing.T, code *golang.Code, entry *golang.Entry, p *Program, races bool) (d difference) {
	t.Helper()
	limits := Limits{Goroutines: 6, Configurations: 20_000}
	want := p.Skeleton(races)
	judged, err := Explore(want, limits)
	if err != nil {
		t.Fatal(err)
	}
	got, err := code.Skeleton(context.Background(), entry, golang.Options{Races: races})
	if err != nil {
		d.text = err.Error()
		return d
	}
	extracted, err := Explore(got, limits)
	if err != nil {
		d.text = err.Error()
		return d
	}
	if judged.Cut || !judged.Complete || extracted.Cut || !extracted.Complete {
		return d
	}
	d.compared = true
	check := func(who string, found *Result) {
		a, b := judged.lines(want, races), found.lines(got, races)
		if missing, wrong := minus(a, b), minus(b, a); d.text == "" && len(missing)+len(wrong) > 0 {
			var print bytes.Buffer
			skeleton.Fprint(&print, got)
			d.text = fmt.Sprintf("%s: missing %v, wrong %v\n%s", who, missing, wrong, &print)
		}
	}
	check("extracted", extracted)
	if found, exact := survey(t, got, limits.Goroutines, races); exact {
		d.surveyed = true
		check("surveyed", found)
	}
	return d
}

// source returns the lines of a program's entry, with numbers.
func source(lines []string, p *Program) string {
	first, last := len(lines), 0
	note := func(s *Stmt) { first, last = min(first, s.Line), max(last, s.Line) }
	for _, s := range p.Globals {
		note(s)
	}
	p.each(note)
	var b strings.Builder
	for k := max(first-1, 1); k <= last+6 && k < len(lines); k++ {
		fmt.Fprintf(&b, "%4d %s\n", k, lines[k-1])
		if k > last && lines[k-1] == "}" {
			break
		}
	}
	return b.String()
}

// lines returns the findings by kind and line, with races or with leaks.
func (r *Result) lines(p *skeleton.Program, races bool) []string {
	var list []string
	for _, f := range r.Findings {
		if f.Kind == "race" && !races || f.Kind == "leak" && races {
			continue
		}
		n := p.Bodies[f.Body].Nodes[f.Node]
		site := n.Site
		if f.Case >= 0 {
			site = n.Cases[f.Case].Site
		}
		s := fmt.Sprintf("%s %d", f.Kind, site.Pos.Line)
		if f.Kind == "race" {
			a, b := site.Pos.Line, p.Bodies[f.Other.Body].Nodes[f.Other.Node].Pos.Line
			s = fmt.Sprintf("race %d %d", min(a, b), max(a, b))
		}
		list = append(list, s)
	}
	slices.Sort(list)
	return slices.Compact(list)
}
