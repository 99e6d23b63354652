// This file defines Check: it reads the question and has the evidence checked.

package certificate

import (
	"context"
	"fmt"
	"strings"

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

// Check checks that d proves what it claims about the input. The error is [Rejected]
// if it does not, and that of ctx if ctx ended before this was known.
func Check(ctx context.Context, in Input, d *Document) error {
	kind := Program
	switch {
	case in.TTS != nil:
		kind = TTS
	case in.Circuit != nil:
		kind = Machine
	case in.C != nil:
		kind = C
	}
	q, e := &d.Question, &d.Evidence
	switch {
	case d.Schema != Schema:
		return rejected("the schema is %q, this checker knows %s", d.Schema, Schema)
	case d.Model.Kind != kind:
		return rejected("the certificate is about a %q, %s is a %s", d.Model.Kind, in.Name, kind)
	case !strings.EqualFold(d.Model.SHA256, in.SHA256):
		return rejected("the certificate is about another text: %s has the SHA-256 sum %s, that of %s was %s",
			in.Name, in.SHA256, d.Model.File, d.Model.SHA256)
	case d.Verdict != Safe && d.Verdict != Unsafe:
		return rejected("the verdict is %q, neither %s nor %s", d.Verdict, Safe, Unsafe)
	case kind == C:
		return checkLabels(ctx, in, d)
	case len(e.Reached)+len(e.Unreached) > 0:
		return rejected("only of C programs it is said which labels are reached")
	case q.Threads < 0 || q.Threads > maxBag:
		return rejected("the bound on threads is %d, not 0 to %d", q.Threads, maxBag)
	case q.Asks != Assertions && q.Asks != Label && q.Asks != Target && q.Asks != Property:
		return rejected("asks is %q, neither %s, %s, %s nor %s", q.Asks, Assertions, Label, Target, Property)
	case q.Copies && (e.Summaries == nil || in.Program == nil || in.Program.Threads == nil):
		return rejected("only summaries are about any number of copies, of threads that begin with the program")
	case q.Asks != Label && q.Label != "" || q.Asks != Target && q.Target != "" || q.Asks != Property && q.Property != "":
		return rejected("there is a label, a target or a property that is not asked for")
	case (q.Asks == Property || e.Clauses != nil) && in.Circuit == nil:
		return rejected("properties and clauses are of circuits only")
	case (d.Verdict == Unsafe) != (e.Trace != nil):
		return rejected("a trace is evidence for %s, and for nothing else", Unsafe)
	case e.kinds() != 1:
		return rejected("there are %d kinds of evidence instead of one", e.kinds())
	case e.Linear != nil && e.Excluding == nil:
		return rejected("linear constraints go with a set that excludes, and with nothing else")
	case e.Trace != nil && len(e.Trace.States) == 0:
		return rejected("the trace is empty")
	}
	switch {
	case in.TTS != nil:
		return checkNet(ctx, in, d)
	case in.Circuit != nil:
		return checkCircuit(ctx, in, d)
	}
	return checkProgram(ctx, in, d)
}

// kinds returns how many kinds of evidence there are.
func (e *Evidence) kinds() (n int) {
	for _, there := range []bool{e.Trace != nil, e.Excluding != nil, e.Cover != nil, e.States != nil, e.Flow != nil, e.Summaries != nil, e.Diagram != nil, e.Clauses != nil} {
		if there {
			n++
		}
	}
	return n
}

func checkNet(ctx context.Context, in Input, d *Document) error {
	n, err := newNet(in.TTS, in.Name, &d.Question)
	if err != nil {
		return err
	}
	target, err := configOf(n, d.Question.Target)
	if err != nil {
		return fmt.Errorf("target: %w", err)
	}
	n.cover = &target
	switch {
	case len(d.Evidence.Irrelevant) > 0 || d.Evidence.Flow != nil || d.Evidence.Summaries != nil || d.Evidence.Diagram != nil:
		return rejected("a transition system has neither variables nor statements")
	case d.Evidence.Trace != nil:
		return checkRun(ctx, n, d.Evidence.Trace)
	}
	return checkSet(ctx, n, d)
}

func checkProgram(ctx context.Context, in Input, d *Document) error {
	q, e := &d.Question, &d.Evidence
	p, err := newProgram(ctx, in.Program, q)
	if err != nil {
		return err
	}
	if q.Asks == Target && p.meeting == nil {
		target, err := configOf(p, q.Target)
		if err != nil {
			return fmt.Errorf("target: %w", err)
		}
		p.cover = &target
	}
	irrelevant, err := irrelevantVars(in.Program, e.Irrelevant)
	switch {
	case err != nil:
		return err
	case len(irrelevant) > 0 && (q.Asks == Target || e.Trace != nil):
		return rejected("variables are irrelevant to a proof about assertions or labels, to nothing else")
	}
	if err := p.begin(q, irrelevant); err != nil {
		return err
	}
	switch {
	case e.Trace != nil:
		return p.checkTrace(e.Trace, q)
	case e.Flow != nil:
		return p.checkFlow(e.Flow)
	case (e.Summaries != nil || e.Diagram != nil) && len(irrelevant) > 0:
		return rejected("no variable is irrelevant to diagrams")
	case e.Summaries != nil:
		s, err := newSummaries(p, e.Summaries)
		if err != nil {
			return err
		}
		return s.check()
	case e.Diagram != nil:
		c, err := newConfigurations(p, e.Diagram, q.Threads)
		if err != nil {
			return err
		}
		return c.check()
	}
	return checkSet(ctx, p, d)
}

// checkSet checks that a set has the initial configurations, no error, and whatever
// a step leads to.
func checkSet(ctx context.Context, sys system, d *Document) error {
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
			out = rejected("the initial configuration %s is not in the set: %s", show(sys, c), why)
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
	return rejected("the set is not closed: %s is in it, and the step at %s leads to %s, but %s",
		show(sys, from), r.at, show(sys, to), why)
}
