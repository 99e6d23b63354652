// This file defines what tests see of sets of configurations.

package explain

import (
	"context"
	"fmt"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/parser"
)

// Misses says what a document allows of a program and another one does not: which valuations at a line, or which two lines at once. It
// returns "" if there is nothing.
func Misses(ctx context.Context, exact, other *proof.Document, p *parser.Program) (string, error) {
	a, err := observe(ctx, exact, p, Source(p))
	if err != nil {
		return "", err
	}
	b, err := observe(ctx, other, p, Source(p))
	if err != nil {
		return "", err
	}
	for _, l := range a.all {
		g, seen := b.at[l]
		if !seen {
			return fmt.Sprint("no thread at ", l), nil
		}
		if f := b.Transfer(a.Manager, a.at[l], func(v bdd.Var) bdd.Var { return v }); !b.Leq(f, g) {
			return fmt.Sprint("a valuation at ", l), nil
		}
	}
	for pair := range a.pairs {
		if b.pairs != nil && !b.pairs[pair] {
			return fmt.Sprint("two threads at ", p.Nodes[pair[0]].Pos, " and ", p.Nodes[pair[1]].Pos), nil
		}
	}
	return "", nil
}
