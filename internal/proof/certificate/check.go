// This file defines Check: it has the evidence checked, by the kind of model and of evidence.

package certificate

import (
	"context"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/proof/configurations"
	"github.com/ijit/ijit/internal/proof/diagrams"
	"github.com/ijit/ijit/internal/proof/temporal"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/eca"
	"github.com/ijit/ijit/tts"
)

// An Input is what a certificate is about: a program or a system, and the sum of its
// text.
type Input struct {
	Name    string
	SHA256  string
	Program *parser.File // nil for a system or a circuit
	TTS     *tts.TTS     // nil for a program
	Circuit *Circuit     // nil for both
	C       *eca.File    // nil for others
}

// kind returns the kind of model that the input is.
func (in *Input) kind() string {
	switch {
	case in.TTS != nil:
		return proof.TTS
	case in.Circuit != nil:
		return proof.Machine
	case in.C != nil:
		return proof.C
	}
	return proof.Program
}

// Check checks that d proves what it claims about the input. The error is [proof.Rejected]
// if it does not, and that of ctx if ctx ended before this was known.
func Check(ctx context.Context, in Input, d *proof.Document) error {
	kind := in.kind()
	concurrent := in.Program != nil && in.Program.Threads != nil
	if err := d.Fits(proof.Subject{Kind: kind, Name: in.Name, SHA256: in.SHA256, Concurrent: concurrent}); err != nil {
		return err
	}
	switch kind {
	case proof.C:
		return checkLabels(ctx, in, d)
	case proof.TTS:
		return configurations.CheckTTS(ctx, in.TTS, in.Name, d)
	case proof.Machine:
		return checkCircuit(ctx, in, d)
	}
	if d.Question.Asks == proof.Formula {
		return temporal.CheckDocument(ctx, in.Program, d)
	}
	p, err := configurations.NewProgram(ctx, in.Program, d)
	if err != nil {
		return err
	}
	if d.Evidence.Summaries != nil || d.Evidence.Diagram != nil {
		return diagrams.Check(ctx, p.Claim, d)
	}
	return p.Check(d)
}
