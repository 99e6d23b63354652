// This file defines the checks of what a document says of configurations.

package configurations

import (
	"context"
	"fmt"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

// A TTS is the form of proof of thread-transition systems.
type TTS struct {
	*tts.TTS
	Name string // for messages
}

// Kind returns [proof.TTS].
func (TTS) Kind() string { return proof.TTS }

// Check checks what a document says, by the evidence that there is: an execution or a set.
func (t TTS) Check(ctx context.Context, d *proof.Document) error {
	n, err := newNet(t.TTS, t.Name, &d.Question)
	if err != nil {
		return err
	}
	if d.Question.Asks == proof.Target {
		target, err := configOf(n, d.Question.Target)
		if err != nil {
			return fmt.Errorf("target: %w", err)
		}
		n.cover = &target
	}
	switch {
	case len(d.Evidence.Irrelevant)+len(d.Evidence.Dead) > 0 || d.Evidence.Insensitive || d.Evidence.Flow != nil || d.Evidence.Summaries != nil || d.Evidence.Diagram != nil:
		return proof.Reject("a transition system has neither variables nor statements")
	case d.Evidence.Trace != nil:
		return checkRun(ctx, n, d.Evidence.Trace)
	}
	return checkSet(ctx, n, d)
}

// A File is the form of proof of Boolean programs, with evidence about configurations.
type File struct{ *parser.File }

// Kind returns [proof.Program].
func (File) Kind() string { return proof.Program }

// Check checks the evidence of a document.
func (f File) Check(ctx context.Context, d *proof.Document) error {
	p, err := NewProgram(ctx, f.File, d)
	if err != nil {
		return err
	}
	return p.Check(d)
}

// Check checks what a document says whose question [NewProgram] has read, by the evidence that
// there is: an execution, program counters or a set. The document fits, see [proof.Subject].
func (p *Program) Check(d *proof.Document) error {
	switch e := &d.Evidence; {
	case e.Trace != nil:
		return p.checkTrace(e.Trace, &d.Question)
	case e.Flow != nil:
		return p.checkFlow(e.Flow)
	case e.Summaries != nil || e.Diagram != nil:
		return proof.Reject("summaries and diagrams do not list configurations")
	}
	return checkSet(p.ctx, p, d)
}

// checkSet checks that a set has the initial configurations, no error, and whatever
// a step leads to.
func checkSet(ctx context.Context, sys system, d *proof.Document) error {
	var set interface{ check() error }
	var err error
	switch e := &d.Evidence; {
	case e.Excluding != nil:
		set, err = newExcluding(ctx, sys, e)
	case e.Cover != nil:
		set, err = newCover(ctx, sys, e.Cover)
	default:
		set, err = newFiniteSet(ctx, sys, e.States, d.Question.Threads)
	}
	if err != nil {
		return err
	}
	return set.check()
}

// begins checks that the initial configurations are in a set; excludes says why one
// is not.
func begins(ctx context.Context, sys system, excludes func(config) string) error {
	var out error
	err := sys.initial(func(c config) bool {
		if why := excludes(c); why != "" {
			out = proof.Reject("the initial configuration %s is not in the set: %s", show(sys, c), why)
		} else {
			out = ctx.Err()
		}
		return out == nil
	})
	if err != nil {
		return err
	}
	return out
}

// leads says that a step leads out of a set.
func leads(sys system, from config, r *rule, to config, why string) error {
	return proof.Reject("the set is not closed: %s is in it, and the step at %s leads to %s, but %s",
		show(sys, from), r.at, show(sys, to), why)
}
