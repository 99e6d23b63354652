// This file tests which local states are reached where threads are not counted.

package bws_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/bws"
	"github.com/ijit/ijit/converter"
	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

// TestLocalStates: a walk comes to no others, and with little to do there is no answer.
func TestLocalStates(t *testing.T) {
	walked := 0
	for seed := range uint64(campaign.Size(t, 30, 3000)) {
		r := rand.New(rand.NewPCG(seed, 8))
		p, err := parser.Parse("random.bp", []byte(randprog.Generate(r, randprog.Default())), parser.Both)
		if err != nil {
			t.Fatal(err)
		}
		jit := converter.NewJIT(image.New(p, image.Small, nil))
		problem := tts.Problem[uint32]{System: jit, Initial: jit.Initial(1)}
		meter := algorithms.NewMeter(context.Background(), 0, nil)
		states, whole := bws.LocalStates(problem, 0, meter)
		if !whole {
			t.Fatalf("seed %d: %v", seed, meter.Reason())
		}
		if _, whole := bws.LocalStates(problem, 1, meter); whole {
			t.Fatalf("seed %d: it takes no work", seed)
		}
		for first := range problem.Initial {
			c := first.Clone()
			for range 30 {
				for _, x := range c.Locals {
					if !slices.Contains(states, x.Local) {
						t.Fatalf("seed %d: a thread is in local state %d, of %v", seed, x.Local, states)
					}
				}
				walked++
				var next []tts.Config[uint32]
				for s := range tts.Post(jit, c) {
					if s.Edge.Kind != tts.Fail && s.To.Threads() < 4 {
						next = append(next, s.To.Clone())
					}
				}
				if len(next) == 0 {
					break
				}
				c = next[r.IntN(len(next))]
			}
		}
	}
	if t.Logf("%d configurations", walked); walked < 300 {
		t.Error("the walks are short")
	}
}
