// This file defines what documents are about, and whether they fit that.

package proof

import (
	"context"
	"strings"
)

// A Subject is what somebody wants to have proved something about.
type Subject struct {
	Form
	Name   string // for messages
	SHA256 string // of the text
}

// A Form is a model as the checker of evidence about such models has it.
type Form interface {
	// Kind returns the kind of model.
	Kind() string
	// Check checks the evidence of a document that fits. The error is [Rejected] if it does not prove what it is for, and
	// that of ctx if ctx ended before this was known.
	Check(ctx context.Context, d *Document) error
}

// Check checks that the document proves what it claims about the subject, with errors as those of [Form].
func (s Subject) Check(ctx context.Context, d *Document) error {
	if err := d.fits(s); err != nil {
		return err
	}
	return s.Form.Check(ctx, d)
}

// fits checks that the document is about the subject, and what else is known without a look at the
// model: that question, verdict and evidence are of kinds that go together. The error is [Rejected].
func (d *Document) fits(s Subject) error {
	q, e, kind := &d.Question, &d.Evidence, s.Kind()
	switch {
	case d.Schema != Schema:
		return Reject("the schema is %q, this checker knows %s", d.Schema, Schema)
	case d.Model.Kind != kind:
		return Reject("the certificate is about a %q, %s is a %s", d.Model.Kind, s.Name, kind)
	case !strings.EqualFold(d.Model.SHA256, s.SHA256):
		return Reject("the certificate is about another text: %s has the SHA-256 sum %s, that of %s was %s",
			s.Name, s.SHA256, d.Model.File, d.Model.SHA256)
	case d.Verdict != Safe && d.Verdict != Unsafe:
		return Reject("the verdict is %q, neither %s nor %s", d.Verdict, Safe, Unsafe)
	case kind == C:
		return nil // its labels have their own evidence, which their check compares
	case len(e.Reached)+len(e.Unreached) > 0:
		return Reject("only of C programs it is said which labels are reached")
	case q.Threads < 0 || q.Threads > MaxApart:
		return Reject("the bound on threads is %d, not 0 to %d", q.Threads, MaxApart)
	case q.Asks != Assertions && q.Asks != Label && q.Asks != Target && q.Asks != Deadlock && q.Asks != Formula && q.Asks != Property:
		return Reject("asks is %q, neither %s, %s, %s, %s, %s nor %s", q.Asks, Assertions, Label, Target, Deadlock, Formula, Property)
	case q.Copies && (e.Summaries == nil || kind != Program):
		return Reject("only summaries are about any number of copies, of threads that begin with the program")
	case q.Asks != Label && q.Label != "" || q.Asks != Target && q.Target != "" || q.Asks != Property && q.Property != "" || q.Asks != Formula && (q.Formula != "" || q.Fair):
		return Reject("there is a label, a target, a formula or a property that is not asked for")
	case (q.Asks == Property || e.Clauses != nil) && kind != Machine:
		return Reject("properties and clauses are of circuits only")
	case (d.Verdict == Unsafe) != (e.Trace != nil):
		return Reject("a trace is evidence for %s, and for nothing else", Unsafe)
	case e.Kinds() != 1:
		return Reject("there are %d kinds of evidence instead of one", e.Kinds())
	case q.Asks == Deadlock && d.Verdict == Safe && (e.States == nil || q.Threads != 0):
		return Reject("that there is no deadlock is shown by a list of all configurations, without a bound on threads")
	case q.Asks == Formula && kind != Program:
		return Reject("formulas are about programs")
	case q.Asks == Formula && d.Verdict == Safe != (e.Product != nil):
		return Reject("that a formula holds is shown by a product, and a product shows nothing else")
	case q.Asks == Formula && (q.Threads == 0 || len(e.Irrelevant)+len(e.Dead)+len(e.Frames) > 0 || e.Insensitive):
		return Reject("a formula is about so many threads, and of it it is not known which variables have no influence")
	case q.Asks != Formula && (e.Product != nil || e.Trace != nil && (e.Trace.Moves != nil || e.Trace.Loop != nil)):
		return Reject("products, loops and moves are about formulas")
	case q.Asks == Deadlock && len(e.Irrelevant)+len(e.Dead) > 0:
		return Reject("of deadlocks it is not known which variables have no influence")
	case e.Linear != nil && e.Excluding == nil:
		return Reject("linear constraints go with a set that excludes, and with nothing else")
	case e.Trace != nil && len(e.Trace.States) == 0:
		return Reject("the trace is empty")
	}
	return nil
}
