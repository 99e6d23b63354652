// This file tests random skeletons.

package randgo

import (
	"math/rand/v2"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// Random skeletons are sane and small, a fifth of the places is a fault, and all operations and
// all kinds of findings occur.
func TestSkeletonIsBalanced(t *testing.T) {
	programs := max(400, campaign.Size(t, 400, 20_000)) // fewer do not have all operations
	ops, kinds := map[skeleton.Op]int{}, map[string]int{}
	faulty, blocking, leaks, cut, large, most := 0, 0, 0, 0, 0, 0
	for seed := range uint64(programs) {
		p := Skeleton(rand.New(rand.NewPCG(seed, 21)))
		r, err := Explore(p, Limits{Configurations: 20_000})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		here := map[string]bool{}
		for _, f := range r.Findings {
			here[f.Kind] = true
			if f.Kind == "leak" {
				leaks++
			}
		}
		for kind := range here {
			kinds[kind]++
		}
		if len(here) > 0 {
			faulty++
		}
		if r.Cut {
			cut++
		}
		if !r.Complete {
			large++
		}
		most = max(most, r.Configurations)
		for _, b := range p.Bodies {
			for _, n := range b.Nodes {
				ops[n.Op]++
				if n.Op.Blocks() {
					blocking++
				}
			}
		}
	}
	t.Logf("of %d programs %d have a fault (%v), %d are cut, %d are large, at most %d configurations; at %d of %d places a goroutine may be for ever; %v", programs, faulty, kinds, cut, large, most, leaks, blocking, ops)
	if faulty == programs || leaks*10 < blocking || leaks*2 > blocking {
		t.Errorf("%d of %d programs have a fault, at %d of %d places a goroutine may be for ever", faulty, programs, leaks, blocking)
	}
	if cut*4 > programs || large*20 > programs {
		t.Errorf("of %d programs %d are cut, %d have too many configurations", programs, cut, large)
	}
	for op := skeleton.Step; op <= skeleton.Access; op++ {
		if ops[op] == 0 {
			t.Errorf("no %s", op)
		}
	}
	for _, kind := range []string{"close", "lock", "waitgroup", "panic", "leak", "race"} {
		if kinds[kind] == 0 {
			t.Errorf("no program has a finding of kind %s", kind)
		}
	}
}
