// This file defines what tests need of the inside.

package temporal

import (
	"context"
	"math/rand/v2"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/parser"
)

// Forge returns a product with all pairs that are reached, whatever it should show: ranks are those of the components but for some
// that are drawn, and conditions are drawn where a component has all. It is nil if there is none.
func Forge(ctx context.Context, r *rand.Rand, f *parser.File, claim Claim) *proof.Product {
	p, err := newProduct(ctx, f, claim)
	if err != nil {
		return nil
	}
	s, err := explore(p)
	if err != nil {
		return nil
	}
	for _, component := range s.components() {
		omitted, err := s.omitted(component)
		if err != nil {
			omitted = r.IntN(p.conditions() + 1)
		}
		s.omits = append(s.omits, omitted)
	}
	for range r.IntN(3) {
		s.ranks[r.IntN(len(s.pairs))] = r.IntN(len(s.omits))
	}
	return s.document()
}
