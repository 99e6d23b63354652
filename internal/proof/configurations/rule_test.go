// This file tests the rules of programs against the judge, which steps whole
// configurations.

package configurations

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/parser"
)

// signals wakes some of several waiting threads.
const signals = `
decl g := 0;
void main() begin
  start_thread goto w; start_thread goto w; start_thread goto w;
  signal;
  atomic { signal; g := 1; }
  signal;
  goto e;
  w: wait;
  if * then goto w; fi;
  broadcast;
  e: skip;
end
`

// TestRules compares, for configurations that random programs reach, the steps that
// follow from rules for single threads with those that the judge takes.
func TestRules(t *testing.T) {
	compared, errs, moved := 0, 0, 0
	for seed := range uint64(150) {
		cfg := randprog.Default()
		switch seed % 4 {
		case 0:
			cfg = randprog.Plain()
		case 1:
			cfg = randprog.Calls()
		}
		src := randprog.Generate(rand.New(rand.NewPCG(seed, 21)), cfg)
		if seed == 0 {
			src = signals
		}
		f, err := parser.ParseFile("random.bp", []byte(src))
		if err != nil {
			t.Fatal(err)
		}
		for _, atomic := range []string{proof.Big, proof.Small} {
			q := &proof.Question{Asks: proof.Assertions, Initial: "one", Atomic: atomic}
			p, err := newProgram(context.Background(), f, q)
			if err != nil {
				t.Fatal(err)
			}
			mode := judge.Big
			if atomic == proof.Small {
				mode = judge.Small
			}
			j, err := judge.New(f, mode)
			if err != nil {
				t.Fatal(err)
			}
			copies := 1 + int(seed%3)
			var all []judge.Config
			j.Walk(context.Background(), copies, 4, 150, func(c judge.Config, _ int) { all = append(all, c) })
			for _, c := range all {
				want := map[string]bool{}
				for _, s := range j.Successors(c, 4) {
					if s.Error != nil {
						want[p.failure(s.Error.PC).fails] = true
						errs++
						continue
					}
					want[show(p, p.numbered(s.Next))] = true
				}
				got, others, err := p.successors(c, atomic == proof.Big, 4)
				if err != nil {
					t.Fatal(err)
				}
				if !maps.Equal(got, want) {
					t.Fatalf("seed %d, %s: from %v\nrules: %v\njudge: %v\n%s", seed, atomic, c, slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)), src)
				}
				compared++
				moved += others
			}
		}
	}
	t.Logf("%d configurations, %d failures, %d steps that move others", compared, errs, moved)
	if compared < 5000 || errs < 100 || moved < 500 {
		t.Errorf("too few: the test tests nothing")
	}
}

// successors returns what follows c by rules, in big steps behind sections that are
// entered, and how often rules moved other threads.
func (p *Program) successors(c judge.Config, big bool, bound int) (found map[string]bool, others int, err error) {
	x := p.numbered(c)
	found = map[string]bool{}
	work, seen := []config{x}, map[string]bool{}
	for len(work) > 0 {
		x := work[0]
		work = work[1:]
		err := steps(p, x, func(next config, r *rule) bool {
			switch {
			case r.fails != "":
				found[r.fails] = true
			case size(next.threads) > bound:
			case big && p.shareds.all[next.shared].inside:
				if !seen[next.key()] {
					seen[next.key()] = true
					work = append(work, next)
				}
			default:
				found[show(p, next)] = true
			}
			if r.others != none {
				others++
			}
			return true
		})
		if err != nil {
			return nil, 0, err
		}
	}
	return found, others, nil
}
