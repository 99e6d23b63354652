// This file defines the check of what a document says in decision diagrams.

package diagrams

import (
	"context"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/proof/judge"
)

// Check checks what a document says of a program, by summaries or configurations that are decision
// diagrams. Its question is that of p, where the beginning has been read, too. The document fits,
// see [proof.Subject].
func Check(ctx context.Context, p *judge.Claim, d *proof.Document) error {
	e := &d.Evidence
	if err := p.LeaveOut(e.Irrelevant); err != nil {
		return err
	}
	switch {
	case len(e.Dead) > 0 || e.Insensitive:
		return proof.Reject("dead locals and callers are left out of lists of configurations, of nothing else")
	case e.Summaries != nil:
		s, err := newSummaries(ctx, p, e.Summaries)
		if err != nil {
			return err
		}
		return s.check()
	case e.Diagram != nil:
		c, err := newConfigurations(ctx, p, e.Diagram, d.Question.Threads)
		if err != nil {
			return err
		}
		return c.check()
	}
	return proof.Reject("there are no diagrams")
}
