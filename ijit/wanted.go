// This file defines the question that a certificate is wanted to answer.

package ijit

import (
	"context"
	"fmt"
	"time"

	"github.com/ijit/ijit/ijit/trace"
	"github.com/ijit/ijit/internal/certificate"
	"github.com/ijit/ijit/tts"
)

// ValidateFor is like [Model.Validate] for a certificate that has to answer the question
// that Check would be asked with o: its Label, Target, Initial and Threads. One for
// another question is an [InvalidError]. A proof for any number of threads, or for more
// threads than o.Threads, will do; an execution has to keep to o.Threads.
func (m *Model) ValidateFor(ctx context.Context, c *Certificate, o Options) (*Validation, error) {
	if c.err != nil {
		return nil, c.err
	}
	wanted, err := m.question(ctx, o)
	if err != nil {
		return nil, err
	}
	doc := *c.doc
	has, safe := &doc.Question, doc.Verdict == certificate.Safe
	weaker := safe && has.Threads > 0 && (wanted.Threads == 0 || has.Threads < wanted.Threads)
	if has.Asks != wanted.Asks || has.Label != wanted.Label || has.Target != wanted.Target || !m.sameInitial(has.Initial, wanted.Initial) || weaker {
		return nil, &InvalidError{Reason: fmt.Sprintf("the certificate is about another question, %s, instead of %s", describe(has), describe(wanted))}
	}
	if !safe {
		has.Threads = wanted.Threads
	}
	return m.Validate(ctx, &Certificate{doc: &doc})
}

// question returns what o asks, in the words of certificates.
func (m *Model) question(ctx context.Context, o Options) (*certificate.Question, error) {
	asked, err := ask(m, Options{Label: o.Label, Target: o.Target, Initial: o.Initial, Threads: o.Threads})
	if err != nil {
		return nil, err
	}
	c := newCheck(ctx, asked, time.Now())
	q := c.document().Question
	q.Threads = o.Threads
	if c.target == nil {
		return &q, nil
	}
	open := c.tableInstance
	if c.Program != nil {
		c.inline()
		open = c.jitInstance
	}
	s, err := open(c.meter)
	if err != nil {
		return nil, err
	}
	q.Target, err = trace.NewWords(s.view).Target(s.problem.Target.Cover[0])
	return &q, err
}

// sameInitial reports whether two texts are the same initial configuration.
func (m *Model) sameInitial(x, y string) bool {
	if m.TTS == nil || x == y {
		return x == y
	}
	a, errA := tts.ParseInitial(x)
	b, errB := tts.ParseInitial(y)
	return errA == nil && errB == nil && a.String() == b.String()
}

// describe says in words what is asked.
func describe(q *certificate.Question) string {
	about := "whether an assertion can fail"
	switch q.Asks {
	case certificate.Label:
		about = "whether label " + q.Label + " can be reached"
	case certificate.Target:
		about = "whether " + q.Target + " can be covered"
	}
	if q.Threads == 0 {
		return fmt.Sprintf("%s from initial %s by any number of threads", about, q.Initial)
	}
	return fmt.Sprintf("%s from initial %s by at most %d live threads", about, q.Initial, q.Threads)
}
