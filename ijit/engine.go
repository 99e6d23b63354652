// This file defines engines, and Check, which has them answer a question side by side.

package ijit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/ijit/ijit/internal/verdict"
)

// An Engine answers questions. One of your own is an element of a list like any other: for [Check], and beside all
// engines of this module for package systems.
type Engine struct {
	Name string // it is asked for by that
	Doc  string // one sentence
	Cite string // where it comes from; may be empty
	// Bounded says that it explores with a bound on live threads. The others answer for any number.
	Bounded bool
	// Lacks says what else keeps it from answering a question about a model, such as "does not look for deadlocks"; ""
	// for nothing. Nil stands for nothing.
	Lacks func(*Model, *Question) string
	// Run answers, with the verdict [Unknown] and a reason if a limit is met, the end of ctx among them. An error says
	// that the question is wrong for the model, or that an answer failed its check. See [Model.Space], [Space.Safe],
	// [Space.Unsafe] and [Space.Undecided].
	Run func(ctx context.Context, m *Model, q *Question, l Limits, tell func(Event)) (*Answer, error)
}

// Limits end a run besides its context.
type Limits struct {
	Memory uint64 // bytes that the process may use; 0 for no limit
}

// An Event says now and then how far a run is.
type Event struct {
	Engine string
	Depth  int // of the search
	States int // stored
}

// Refuses says why the engine does not take a question, "" if it does.
func (e *Engine) Refuses(m *Model, q *Question) string {
	switch {
	case e.Bounded && q.Threads == 0:
		return "needs a bound on threads"
	case !e.Bounded && q.Threads > 0:
		return "takes no bound on threads"
	case e.Lacks == nil:
		return ""
	}
	return e.Lacks(m, q)
}

// Answer runs the engine. That it answers nothing is an error, and a verdict that nobody has checked is none, but about
// deadlocks, for which there is no checker.
func (e *Engine) Answer(ctx context.Context, m *Model, q *Question, l Limits, tell func(Event)) (*Answer, error) {
	a, err := e.Run(ctx, m, q, l, tell)
	switch {
	case err != nil:
		return nil, err
	case a == nil:
		return nil, errors.New("the engine returns neither an answer nor an error")
	case a.Verdict != Unknown && !a.Checked && !q.Deadlock:
		detail := fmt.Sprintf("it says %v, without anything that can be checked", a.Verdict)
		if a.Certificate != nil && a.Certificate.Err() != nil {
			detail += ": " + a.Certificate.Err().Error()
		}
		return &Answer{Reason: Incomplete, Detail: detail, Threads: a.Threads, Certificate: a.Certificate}, nil
	}
	return a, nil
}

// Check has engines answer a question side by side; the first answer that decides it is that of all, and ends the
// others. If none does, the verdict is [Unknown], for the reasons that they give. A panic of an engine is a [Fault] of
// the answer. The error is about a question that no engine takes, or says which answer failed its check: then none is
// trusted. The function tell, which may be nil, is not called by two engines at once.
func Check(ctx context.Context, engines []Engine, m *Model, q Question, l Limits, tell func(Event)) (*Answer, error) {
	within, cancel := context.WithCancel(ctx)
	defer cancel()
	type run struct {
		engine *Engine
		answer *Answer
		err    error
		fault  *Fault
	}
	var lacks []string
	var mutex sync.Mutex
	runs := make(chan run)
	started := 0
	for i := range engines {
		e := &engines[i]
		if why := e.Refuses(m, &q); why != "" {
			lacks = append(lacks, e.Name+" "+why)
			continue
		}
		started++
		go func() {
			r := run{engine: e}
			asked := q // an engine may change its own
			r.fault = verdict.Guard(e.Name, func() {
				r.answer, r.err = e.Answer(within, m, &asked, l, func(x Event) {
					if tell == nil {
						return
					}
					mutex.Lock()
					defer mutex.Unlock()
					x.Engine = e.Name
					tell(x)
				})
			})
			runs <- r
		}()
	}
	if started == 0 {
		return nil, fmt.Errorf("%s: no engine takes the question: %s", m.Name, cmp.Or(strings.Join(lacks, "; "), "there is none"))
	}
	var first *Answer
	var open []*Answer
	var faults []*Fault
	var err error
	for range started {
		r := <-runs
		switch {
		case r.fault != nil:
			faults = append(faults, r.fault)
		case ended(r.err): // by another answer, or by whoever asked
		case r.err != nil:
			err = cmp.Or(err, fmt.Errorf("%s: %w", r.engine.Name, r.err))
			cancel() // no other answer would be trusted
		case r.answer.Verdict == Unknown:
			r.answer.By = r.engine.Name
			open = append(open, r.answer)
		case first == nil:
			first = r.answer
			first.By = r.engine.Name
			if c := first.Certificate; c != nil && c.Err() == nil {
				c.Document.By.Algorithm = first.By
			}
			cancel()
		case first.Verdict != r.answer.Verdict:
			err = cmp.Or(err, fmt.Errorf("%s: %s says %v, %s %v", m.Name, first.By, first.Verdict, r.engine.Name, r.answer.Verdict))
		}
	}
	switch {
	case err != nil:
		return nil, err
	case first == nil:
		first = undecided(ctx, open, faults)
	}
	first.Faults = faults
	return first, nil
}

// ended reports whether an error is the end of a context.
func ended(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// undecided joins answers that leave the question open.
func undecided(ctx context.Context, open []*Answer, faults []*Fault) *Answer {
	a := &Answer{Reason: verdict.ReasonOf(ctx.Err())}
	var details []string
	for _, x := range open {
		a.Reason = cmp.Or(a.Reason, x.Reason)
		detail := fmt.Sprintf("%s: %s", x.By, cmp.Or(x.Detail, string(x.Reason)))
		details = append(details, detail)
	}
	if len(open) == 0 && len(faults) > 0 {
		a.Reason = Crashed
	}
	a.Reason = cmp.Or(a.Reason, Incomplete)
	a.Detail = strings.Join(details, "; ")
	return a
}
