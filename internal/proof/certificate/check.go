// This file defines the form of proof of Boolean programs, by the kind of evidence.

package certificate

import (
	"context"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/proof/configurations"
	"github.com/ijit/ijit/internal/proof/diagrams"
	"github.com/ijit/ijit/internal/proof/temporal"
	"github.com/ijit/ijit/parser"
)

// A Program is the form of proof of Boolean programs, with evidence of all kinds.
type Program struct{ *parser.File }

// Kind returns [proof.Program].
func (Program) Kind() string { return proof.Program }

// Check checks the evidence of a document.
func (p Program) Check(ctx context.Context, d *proof.Document) error {
	if d.Question.Asks == proof.Formula {
		return temporal.CheckDocument(ctx, p.File, d)
	}
	claim, err := configurations.NewProgram(ctx, p.File, d)
	if err != nil {
		return err
	}
	if d.Evidence.Summaries != nil || d.Evidence.Diagram != nil {
		return diagrams.Check(ctx, claim.Claim, d)
	}
	return claim.Check(d)
}
