// This file tests proofs for any number of goroutines against the judge of random programs.

package gocheck

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randgo"
	"github.com/ijit/ijit/systems/golang/gocheck/ledger"
)

// TestProofsAgreeWithTheJudge checks that nothing is proved for any number of goroutines that the judge finds with some.
func TestProofsAgreeWithTheJudge(t *testing.T) {
	campaign.Turn(t, 1, 2)
	const some = 15 // in one file
	proved, found := 0, 0
	n := campaign.Size(t, some, 3000)
	for first := 0; first < n; first += some {
		var programs []*randgo.Program
		for seed := first; seed < min(n, first+some); seed++ {
			programs = append(programs, randgo.Random(rand.New(rand.NewPCG(uint64(seed), 47))))
		}
		dir, err := campaign.Folder(map[string]string{"random_test.go": string(randgo.Print("random", programs...))})
		if err != nil {
			t.Fatal(err)
		}
		o := Options{Dir: dir, Patterns: []string{"random_test.go"}, Kinds: []string{"leak", "close", "lock", "waitgroup", "panic"}}
		code, entries, err := Load(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		if len(entries) != len(programs) {
			t.Fatalf("%d entries, want %d", len(entries), len(programs))
		}
		for i, p := range programs {
			if p.Spins() { // extraction takes such loops to end
				continue
			}
			type operation struct {
				kind string
				line int
			}
			safe := map[operation]bool{}
			q := newRun(code, entries, o).question(entries[i], time.Now().Add(time.Second))
			if q.extract(t.Context()) {
				_ = q.abstract(t.Context()) // it may prove something though it does not prove all
			}
			for _, c := range (ledger.Book{q.ledger}).Claims() {
				if c.State == ledger.Proved {
					safe[operation{string(c.Kind), c.Line}] = true
				}
			}
			proved += len(safe)
			s := p.Skeleton(false)
			judged, err := randgo.Explore(s, randgo.Limits{Goroutines: 6, Configurations: 20_000})
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range judged.Findings {
				if f.Kind == "leak" && !judged.Stuck { // something runs for ever, which no proof is about
					continue
				}
				found++
				site := s.Bodies[f.Body].Nodes[f.Node].Site
				if f.Case >= 0 {
					site = s.Bodies[f.Body].Nodes[f.Node].Cases[f.Case].Site
				}
				if safe[operation{f.Kind, site.Pos.Line}] {
					t.Errorf("seed %d: %s at line %d is proved for any number of goroutines\n%s", first+i, f.Kind, site.Pos.Line, randgo.Print("random", p))
				}
			}
		}
	}
	t.Logf("%d operations proved, %d findings of the judge", proved, found)
	if proved < n || found < n/2 {
		t.Errorf("%d programs: %d operations proved, %d findings of the judge", n, proved, found)
	}
}
