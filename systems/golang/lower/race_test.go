// This file tests for which variables any number of goroutines are proved not to race.

package lower

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randgo"
	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// access makes goroutines access a variable, some to write.
func access(p *skeleton.Program, src *rand.Rand) {
	cell := &skeleton.Cell{ID: len(p.Cells), Name: "variable"}
	p.Cells = append(p.Cells, cell)
	for _, b := range p.Bodies {
		for range src.IntN(3) {
			if at := 1 + src.IntN(len(b.Nodes)); at < len(b.Nodes) {
				insert(b, at, skeleton.Node{Op: skeleton.Access, Cell: cell, Write: src.IntN(2) == 0})
			}
		}
	}
}

// TestRacesAnyNumberIsSound compares with the judge, which explores with a few goroutines.
func TestRacesAnyNumberIsSound(t *testing.T) {
	looks := int64(campaign.Size(t, 1000, 10_000)) // at the limits, of one exploration: enough for the proofs that are found at once
	asked, racing, proved, control, locked := 0, 0, 0, 0, 0
	for seed := range uint64(campaign.Size(t, 30, 5000)) {
		src := rand.New(rand.NewPCG(seed, 29))
		p := randgo.Skeleton(src)
		multiply(p, src)
		enter(p, src)
		access(p, src)
		judged, err := randgo.Explore(p, randgo.Limits{Goroutines: 4, Configurations: 10_000})
		if err != nil {
			t.Fatal(err)
		}
		races := map[*skeleton.Cell]bool{}
		for _, f := range judged.Findings {
			if f.Kind == "race" {
				races[p.Bodies[f.Body].Nodes[f.Node].Cell] = true
			}
		}
		guarded := Guarded(p)
		for _, cell := range p.Cells {
			if guarded[cell] {
				locked++
				if races[cell] {
					t.Errorf("seed %d: %s is taken to be protected by locks", seed, cell.Name)
				}
			}
			for _, part := range []*Part{Control(p), Before(p, cell), nil} {
				l, m := model(t, p, Options{AnyNumber: true, Cell: cell, Part: part})
				if len(l.Failures) == 0 {
					if races[cell] {
						t.Errorf("seed %d: there are no assertions about %s", seed, cell.Name)
					}
					break
				}
				r, err := m.Check(campaign.Looks(looks), systems.Options{Algorithm: "bws"})
				if err != nil {
					t.Fatal(err)
				}
				safe := r.Verdict == systems.Safe
				if safe && races[cell] {
					var text bytes.Buffer
					skeleton.Fprint(&text, p)
					t.Errorf("seed %d: no race for %s is proved, but %v\n%s\n%s", seed, cell.Name, judged.Findings, &text, l.Text)
				}
				switch {
				case safe && part != nil && part.Free:
					control++
				case safe && part == nil:
					proved++
				}
				if part == nil {
					asked++
					if races[cell] {
						racing++
					}
				}
			}
		}
	}
	t.Logf("%d variables, %d with a race; %d proved to have none, %d without data, %d by locks alone", asked, racing, proved, control, locked)
	if proved == 0 || control == 0 || control > proved || locked == 0 {
		t.Errorf("of %d variables %d are proved to have no race, %d without data", asked, proved, control)
	}
}
