// This file defines how certificates are checked: for the question that they are about, and
// for one that is wanted.

package systems

import (
	"context"
	"fmt"
	"time"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

// An InvalidError says why a certificate does not prove what it claims.
type InvalidError = proof.Rejected

// A Validation is what a certificate proves.
type Validation struct {
	Verdict   Verdict
	Claim     string     // the verdict in words, if it is Safe with what it is for
	Pos       parser.Pos // of the assertion that fails, if one does
	Question  string     // beyond assertions with one thread in main at first; "" for nothing
	Algorithm string     // what found it
	Elements  int        // of the evidence
	Unit      string     // what they are: "element", "state", "location" or "step"
	// Assumptions are what is taken for granted of a C program.
	Assumptions []string
	Seconds     float64
}

// Validate checks a certificate for the model: that the initial configurations are in
// its set, no error is, and no step leads out, or that it has an execution to an
// error. It shares no code with what finds answers. The error is an [InvalidError] if
// the certificate proves nothing, and that of ctx if ctx ended before this was known.
func (m *Model) Validate(ctx context.Context, c *Certificate) (*Validation, error) {
	begin := time.Now()
	if err := c.Err(); err != nil {
		return nil, err
	}
	if err := m.proved(c.Document).Check(ctx, c.Document); err != nil {
		return nil, err
	}
	d := c.Document
	v := &Validation{
		Verdict:   Safe,
		Claim:     d.Claim(),
		Question:  d.Question.Asked(),
		Algorithm: d.By.Algorithm,
		Seconds:   time.Since(begin).Seconds(),
	}
	v.Elements, v.Unit = d.Evidence.Elements()
	if d.Verdict == proof.Unsafe {
		v.Verdict = Unsafe
		if d.Model.Kind == proof.Program && d.Evidence.Trace.Fails != nil {
			v.Pos = m.Program.Nodes[*d.Evidence.Trace.Fails].Pos
		}
	}
	return v, nil
}

// proved is what a certificate has to be about.
func (m *Model) proved(d *proof.Document) proof.Subject {
	return proof.Subject{Form: m.proves(m, d.Question.Property), Name: m.Name, SHA256: m.Sum}
}

// ValidateFor is like [Model.Validate] for a certificate that has to answer the question
// that Check would be asked with o: its Label, Target, Deadlock, LTL, Fair, Initial and Threads. One for
// another question is an [InvalidError]. A proof for any number of threads, or for more
// threads than o.Threads, will do; an execution has to keep to o.Threads. Formulas are compared by their text.
func (m *Model) ValidateFor(ctx context.Context, c *Certificate, o Options) (*Validation, error) {
	if err := c.Err(); err != nil {
		return nil, err
	}
	if m.InC() {
		if _, err := ask(m, Options{Label: o.Label, Target: o.Target, Initial: o.Initial, Threads: o.Threads}); err != nil {
			return nil, err
		}
		if o.Label != "" && !c.Document.Evidence.Mentions(o.Label) {
			return nil, &InvalidError{Reason: "the certificate says nothing of label " + o.Label}
		}
		return m.Validate(ctx, c)
	}
	wanted, err := m.question(ctx, o)
	if err != nil {
		return nil, err
	}
	doc := *c.Document
	has, safe := &doc.Question, doc.Verdict == proof.Safe
	weaker := safe && has.Threads > 0 && (wanted.Threads == 0 || has.Threads < wanted.Threads)
	if has.Asks == proof.Formula { // whose threads have slots; a proof says that more would change nothing
		weaker = wanted.Threads > 0 && has.Threads > wanted.Threads
	}
	if has.Asks != wanted.Asks || has.Label != wanted.Label || has.Target != wanted.Target || has.Formula != wanted.Formula || has.Fair != wanted.Fair || !m.sameInitial(has.Initial, wanted.Initial) || weaker {
		return nil, &InvalidError{Reason: fmt.Sprintf("the certificate is about another question, %s, instead of %s", has, wanted)}
	}
	if !safe && has.Asks != proof.Formula {
		has.Threads = wanted.Threads
	}
	return m.Validate(ctx, &Certificate{Document: &doc})
}

// question returns what o asks, in the words of certificates.
func (m *Model) question(ctx context.Context, o Options) (*proof.Question, error) {
	asked, err := ask(m, Options{Label: o.Label, Target: o.Target, Deadlock: o.Deadlock, LTL: o.LTL, Fair: o.Fair, Initial: o.Initial, Threads: o.Threads})
	if err != nil {
		return nil, err
	}
	c := newCheck(ctx, asked, time.Now())
	q := c.document().Question
	q.Threads = o.Threads
	if c.target == nil {
		return &q, nil
	}
	q.Target, err = c.Form.(explored).targetText(c)
	return &q, err
}

// sameInitial reports whether two texts are the same initial configuration.
func (m *Model) sameInitial(x, y string) bool {
	if !m.is(tables) || x == y {
		return x == y
	}
	a, errA := tts.ParseInitial(x)
	b, errB := tts.ParseInitial(y)
	return errA == nil && errB == nil && a.String() == b.String()
}
