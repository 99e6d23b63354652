// This file defines the form of proof of circuits: clauses as they are written in certificates.

package invariant

import (
	"context"
	"errors"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/proof/clausal"
)

// A Circuit is a finite state machine with one of its properties: that no run reaches a frame in
// which a literal is true.
type Circuit struct {
	*aig.Circuit
	Property string // its name in the question; empty if the question is about none that the machine has
	Bad      aig.Lit
}

// Clauses writes clauses of literals of latches, in each frame of a run but the first one of
// which some literal is true. Latches have numbers from 1 on, in the order of the circuit, and
// a minus sign is for negation.
func Clauses(c *aig.Circuit, clauses [][]aig.Lit) [][]int {
	number := map[int]int{} // by node
	for i, x := range c.Latches {
		number[x.Lit.Node()] = i + 1
	}
	out := make([][]int, len(clauses))
	for i, clause := range clauses {
		out[i] = make([]int, len(clause))
		for j, l := range clause {
			out[i][j] = number[l.Node()]
			if l.Negated() {
				out[i][j] *= -1
			}
		}
	}
	return out
}

// Kind returns [proof.Machine].
func (*Circuit) Kind() string { return proof.Machine }

// Check checks the evidence of a document.
func (c *Circuit) Check(ctx context.Context, d *proof.Document) error {
	q := &d.Question
	switch {
	case c.Property == "":
		return proof.Reject("there is no property %q of states", q.Property)
	case q.Asks != proof.Property || q.Property != c.Property:
		return proof.Reject("the certificate is about %s %q, wanted is property %q", q.Asks, q.Property, c.Property)
	case q.Initial != "" || q.Atomic != "" || q.Threads != 0 || q.Copies:
		return proof.Reject("a circuit has no threads")
	case d.Evidence.Clauses == nil:
		return proof.Reject("of a circuit there are clauses as evidence, and no others")
	case len(d.Evidence.Irrelevant)+len(d.Evidence.Dead) > 0 || d.Evidence.Insensitive:
		return proof.Reject("the clauses of a circuit say what is relevant")
	}
	clauses := make([][]aig.Lit, len(d.Evidence.Clauses))
	for i, clause := range d.Evidence.Clauses {
		for _, x := range clause {
			latch := max(x, -x)
			if latch < 1 || latch > len(c.Latches) {
				return proof.Reject("clause %d: there is no latch %d", i+1, latch)
			}
			clauses[i] = append(clauses[i], c.Latches[latch-1].Lit.NotIf(x < 0))
		}
	}
	err := Check(ctx, c.Circuit, c.Bad, clauses, maxCircuit)
	var r *Rejected
	switch {
	case errors.As(err, &r):
		return proof.Reject("%s", r.Reason)
	case errors.Is(err, clausal.ErrMemory):
		return proof.Reject("the proof is too large")
	}
	return err
}

// maxCircuit is how many bytes each of the solver and the checker of its proof may take.
const maxCircuit = 4 << 30
