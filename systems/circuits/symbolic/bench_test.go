// This file measures searches.

package circuit_test

import (
	"context"
	"testing"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems/circuits/symbolic"
)

func BenchmarkReach(b *testing.B) {
	deep := counter(16)
	wide, _ := ring(32, false)
	order := twins(16)
	for _, x := range []struct {
		name string
		c    *aig.Circuit
		want verdict.Verdict
	}{{"counter16", deep, circuit.Unsafe}, {"ring32", wide, circuit.Safe}, {"twins16", order, circuit.Safe}} {
		b.Run(x.name, func(b *testing.B) {
			for b.Loop() {
				if r := circuit.Reach(context.Background(), x.c, x.c.Bads[0].Lit, circuit.Options{}); r.Verdict != x.want {
					b.Fatal(r.Verdict, r.Err)
				}
			}
		})
	}
}

func BenchmarkLTL(b *testing.B) {
	for name, buggy := range map[string]bool{"ring16": false, "ring16/unfair": true} {
		c, f := ring(16, buggy)
		want := circuit.Safe
		if buggy {
			want = circuit.Unsafe
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if r := circuit.LTL(context.Background(), c, f, circuit.Options{}); r.Verdict != want {
					b.Fatal(r.Verdict, r.Err)
				}
			}
		})
	}
}
