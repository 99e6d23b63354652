// This file tests that a better order of variables is found, unless each safe point makes it another.

//go:build !bddreorder

package circuit_test

import (
	"context"
	"testing"

	"github.com/ijit/ijit/systems/circuits/symbolic"
)

// The order of variables that a circuit suggests may be bad; a better one is found on the way.
func TestReachFindsOrder(t *testing.T) {
	c := twins(16)
	r := circuit.Reach(context.Background(), c, c.Bads[0].Lit, circuit.Options{MaxNodes: 1 << 18})
	if r.Verdict != circuit.Safe {
		t.Errorf("%v: %v", r.Verdict, r.Err)
	}
}
