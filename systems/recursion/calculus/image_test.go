// This file tests what follows from what is new where applications pass one variable for
// several parameters, or parameters in another order.

package calculus

import "testing"

const passingText = `
enum N { 0..7 };
bool Edge(N a, N b);
mu bool P(N x, N y) Edge(x, y) | ( exists N z. P(x, z) & Edge(z, y) ) | P(y, x) & Marked(x) | Loop(x) & Edge(x, y);
mu bool Loop(N y) exists N w. P(w, w) & Edge(w, y);
mu bool Marked(N x) exists N v. P(v, x);
mu bool Wide(N a, N b, N c) exists N z. P(z, c) & ( Edge(a, z) & Edge(b, c) );
mu bool Grown(N a, N b, N c) ( exists N z. P(z, c) & ( Edge(a, z) & Grown(c, b, z) ) ) | Edge(a, b) & Edge(b, c);
bool Flat(N a, N b, N c) exists N z. P(z, c) & ( Edge(a, z) & Edge(b, c) );
bool Short(N x) exists N z. P(z, x);
mu bool Turned(N x, N y) P(y, x) & Edge(y, x) | ( exists N w. P(y, w) & Turned(w, x) );
exists N a, N b. Turned(a, b);
`

// TestPassing compares the values of semi-naive evaluation with those by definition.
func TestPassing(t *testing.T) {
	edges := [][]int{{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 5}, {6, 7}}
	for n := 0; n <= len(edges); n++ {
		evaluators := map[Strategy]*Evaluator{}
		for _, s := range []Strategy{SemiNaive, Definition} {
			e := evaluator(t, passingText, Options{Strategy: s})
			e.eager = true
			if err := e.DefineTuples("Edge", edges[:n]...); err != nil {
				t.Fatal(err)
			}
			evaluators[s] = e
		}
		for name, params := range map[string]int{"P": 2, "Loop": 1, "Marked": 1, "Turned": 2, "Wide": 3, "Grown": 3, "Flat": 3, "Short": 1} {
			var values [2]*Relation
			for i, s := range []Strategy{SemiNaive, Definition} {
				v, err := evaluators[s].Value(name)
				if err != nil {
					t.Fatal(err)
				}
				values[i] = v
			}
			for i := range 8 * 8 * 8 {
				tuple := []int{i % 8, i / 8 % 8, i / 64}[:params]
				if got, want := values[0].Contains(tuple...), values[1].Contains(tuple...); got != want {
					t.Fatalf("%d edges: %s%v is %v, want %v", n, name, tuple, got, want)
				}
			}
		}
	}
}
