// This file defines an example.

package sat_test

import (
	"context"
	"fmt"

	"github.com/ijit/ijit/allsat/sat"
)

// Three variables of which at least one and at most one is true.
func Example() {
	s := sat.New(sat.Options{})
	s.Add(1, 2, 3)
	s.Add(-1, -2)
	s.Add(-1, -3)
	s.Add(-2, -3)
	fmt.Println(s.Solve(context.Background(), 2), s.Value(1), s.Value(2), s.Value(3))
	fmt.Println(s.Solve(context.Background(), 1, 3), len(s.Failed()))
	// Output:
	// SATISFIABLE false true false
	// UNSATISFIABLE 2
}
