// This file defines explanations: what a certificate says, in the words of the model.

package systems

import (
	"context"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/show/explain"
)

// An Explanation is what a certificate says.
type Explanation = explain.Explanation

// Explain checks a certificate as [Model.Validate] does, and says what it says. Of an
// execution it says nothing, see traces.
func (m *Model) Explain(ctx context.Context, c *Certificate) (*Validation, *Explanation, error) {
	v, err := m.Validate(ctx, c)
	if err != nil || v.Verdict != Safe && c.Document.Model.Kind != proof.C {
		return v, &Explanation{}, err
	}
	d := c.Document
	switch d.Model.Kind {
	case proof.C:
		return v, explain.Labels(d), nil
	case proof.TTS:
		return v, explain.Net(d), nil
	case proof.Machine:
		x := m.Form.(StateMachine)
		return v, explain.Circuit(d, func(clause []int) []string {
			var bits []aig.Lit // that violate it
			for _, l := range clause {
				bits = append(bits, x.Latches[max(l, -l)-1].Lit.NotIf(l > 0))
			}
			return x.Cube(bits)
		}), nil
	}
	x, err := explain.Program(ctx, d, m.Program, explain.Source(m.Program))
	return v, x, err
}
