// This file defines answers: what an algorithm has found is told in the terms of the input, and checked by those who
// share no code with the system that it explored.

package ijit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ijit/ijit/converter"
	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/proof/configurations"
	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

// A Verdict says whether an error can be reached, a Reason why that is Unknown.
type (
	Verdict = verdict.Verdict
	Reason  = verdict.Reason
)

// Verdicts.
const (
	Unknown = verdict.Unknown
	Safe    = verdict.Safe
	Unsafe  = verdict.Unsafe
)

// Reasons why a verdict is Unknown.
const (
	Timeout     = verdict.Timeout
	Memory      = verdict.Memory
	Bound       = verdict.Bound
	Interrupted = verdict.Interrupted
	Unsupported = verdict.Unsupported
	Incomplete  = verdict.Incomplete
	Vacuous     = verdict.Vacuous
	Crashed     = verdict.Crashed // and nobody else could answer; see [Fault]
)

// A Fault is a panic of an engine, which is a mistake in it. It costs that engine's own answer only.
type Fault = verdict.Fault

// A Property is something that can go wrong.
type Property = trace.Property

// A Certificate says why an answer is right: for Unsafe an execution, for Safe a set
// of configurations that has the initial ones, no error, and whatever a step leads to.
// [Model.Validate] checks it.
type Certificate = proof.Certificate

// An Answer says whether an error can be reached.
type Answer struct {
	Verdict Verdict
	Reason  Reason // why, if Verdict is Unknown
	Detail  string // the reason in words, where there is more to say
	By      string // the engine that answered
	Threads int    // the bound on live threads; 0 for none
	// Cut says that the bound blocked the creation of a thread. If it did not, the
	// answer holds without a bound.
	Cut bool
	// Refused is where the bound blocked it, of a program: the first place that was met, or one
	// of several. Its Pos is the zero value if that is not known.
	Refused  *Property
	Depth    int          // of the error, the failing step included
	Property *Property    // what went wrong, if Verdict is Unsafe
	Trace    *trace.Trace // if Verdict is Unsafe
	// Certificate says why the answer is right; its Err why there is none.
	Certificate *Certificate
	// Checked says that the execution was replayed, or the proof checked, by those who share no code with what
	// found it. There is no check of deadlocks that cannot be reached.
	Checked bool
	// Faults are the panics of engines that ran beside others.
	Faults []*Fault
}

// Unsafe returns the answer that run leads to an error: a sequence of configurations, each
// a successor of the one before, from an initial one to one that is [Space.Final]. The
// execution is replayed by an interpreter that shares no code with the system (that of a
// transition system by the checker of certificates); the error says why it is none. The
// result has the trace and the certificate.
//
// The run may begin with unboundedly many threads ([tts.Omega]), of which the execution has
// as many as it needs. An algorithm that accelerates, such as that of Karp and Miller,
// knows that an error can be reached, but has no run to it: search a space with a bound on
// threads for one.
func (s *Space) Unsafe(ctx context.Context, run []Config) (*Answer, error) {
	if len(run) == 0 {
		return nil, errors.New("the run is empty")
	}
	if slices.ContainsFunc(run, unbounded) {
		var err error
		if run, err = s.finite(ctx, run); err != nil {
			return nil, err
		}
	}
	steps := &tts.Trace[uint32]{Initial: run[0]}
	for i, c := range run {
		if i+1 == len(run) {
			break
		}
		step, found := s.step(c, func(x tts.Step[uint32]) bool { return x.Edge.Kind != tts.Fail && x.To.Compare(run[i+1]) == 0 })
		if !found {
			return nil, fmt.Errorf("no step leads from configuration %d of the run, %s, to the next one, %s", i, s.Describe(c), s.Describe(run[i+1]))
		}
		steps.Steps = append(steps.Steps, step)
	}
	last := run[len(run)-1]
	switch step, fails := s.step(last, s.fails); {
	case fails:
		steps.Steps = append(steps.Steps, step)
	case !s.Final(last):
		return nil, fmt.Errorf("the run ends in no error: %s", s.Describe(last))
	}
	return s.Refuted(ctx, steps)
}

// Refuted is like [Space.Unsafe] for an execution step by step, as algorithms over systems find it. It ends
// with the failure of an assertion, or in an error.
func (s *Space) Refuted(ctx context.Context, run *tts.Trace[uint32]) (*Answer, error) {
	s.finish()
	a := &Answer{Verdict: Unsafe, Threads: s.Question.Threads}
	fails := verdict.NoPC
	for _, x := range run.Steps {
		if x.Edge.Kind == tts.Fail || !s.System.Transient(x.To.Shared) {
			a.Depth++
		}
		if x.Edge.Kind == tts.Fail {
			fails = s.asked.Written(int(x.Edge.Label))
		}
	}
	a.Trace = trace.New(s.System, s.view, run)
	a.Property = s.wrong(a.Trace, fails)
	if err := s.replay(ctx, a, fails); err != nil {
		return nil, err
	}
	return a, s.certify(ctx, a, func() (e proof.Evidence, err error) {
		if s.Question.Label == "" && s.Question.Target == "" && s.Model.Program != nil {
			e.Trace, err = a.Trace.Evidence(&a.Property.PC)
		} else {
			e.Trace, err = a.Trace.Evidence(nil)
		}
		return e, err
	})
}

// wrong returns what went wrong in an execution that ends with the failure of an assertion, if fails is its location.
func (s *Space) wrong(t *trace.Trace, fails int) *Property {
	p := s.Model.Program
	last := t.Final()
	switch q := &s.Question; {
	case q.Deadlock:
		return &Property{File: s.Model.Name, Kind: "deadlock", Text: last.Blocked(p), PC: verdict.NoPC}
	case q.Label != "":
		pcs, _ := p.Labelled(q.Label)
		for _, t := range last.Threads {
			if slices.Contains(pcs, t.PC) {
				return trace.PropertyAt(p, s.Model.Name, t.PC, "label", q.Label)
			}
		}
	case fails != verdict.NoPC:
		cond := p.Nodes[fails].Stmt.Op.(*parser.Assert).Cond
		return trace.PropertyAt(p, s.Model.Name, fails, "assert", parser.ExprString(cond))
	}
	text := s.Question.Target
	if s.asked.Target != nil {
		text = s.asked.Target.String()
	}
	return &Property{File: s.Model.Name, Kind: "target", Text: text, PC: verdict.NoPC}
}

// replay has the judge replay the execution of a program. One that it refuses is none.
func (s *Space) replay(ctx context.Context, a *Answer, fails int) error {
	if s.Model.Program == nil {
		return nil
	}
	claim := trace.Claim{Fails: verdict.NoPC, Deadlock: s.Question.Deadlock, Copies: int(s.asked.Copies), Threads: s.Question.Threads, Atomicity: s.Question.Atomicity}
	if s.Question.Label == "" {
		claim.Fails = fails
	}
	if s.asked.Copies == tts.Omega {
		claim.Copies = -1
	}
	err := a.Trace.Replay(ctx, s.Model.Program.File, claim)
	if errors.Is(err, trace.ErrUnknown) {
		return nil
	}
	a.Checked = err == nil
	return err
}

// fails reports whether a step is the failure of an assertion that is asked about.
func (s *Space) fails(x tts.Step[uint32]) bool {
	fails := s.instance.Problem.Target.Fails
	return x.Edge.Kind == tts.Fail && fails != nil && fails(x.Edge.Label)
}

// step returns the first step from c that is wanted.
func (s *Space) step(c Config, wanted func(tts.Step[uint32]) bool) (step tts.Step[uint32], found bool) {
	for x := range s.steps(c) {
		if wanted(x) {
			return x, true
		}
	}
	return step, false
}

// Safe returns the answer that no error can be reached, since proof is a set of
// configurations that has all initial ones, no error, and whatever a step leads to. Or it has
// the maximal elements of such a set, as it must if one of them has unboundedly many threads
// ([tts.Omega]). The checker of certificates, which shares no code with the system,
// checks that; its error says why it is not so. The result has the certificate. That there is no
// deadlock is Unknown where the bound on threads keeps one of the set from creating another.
func (s *Space) Safe(ctx context.Context, proof iter.Seq[Config]) (*Answer, error) {
	var set []Config
	for c := range proof {
		set = append(set, c.Clone())
	}
	if s.Question.Deadlock {
		if err := s.closed(set); err != nil {
			return nil, err
		}
	}
	p := Proof{Refused: s.refused(set)}
	p.Cut = p.Refused != nil || s.Question.Threads > 0 && (s.asked.Copies == tts.Omega || unbounded(s.initial))
	if !slices.ContainsFunc(set, unbounded) {
		p.Invariant = &tts.Invariant[uint32]{States: set}
		if a, err := s.Proved(ctx, p); err == nil || ctx.Err() != nil {
			return a, err
		}
		// A set of maximal configurations may have none with unboundedly many threads.
	}
	p.Invariant = &tts.Invariant[uint32]{Cover: set}
	return s.Proved(ctx, p)
}

// closed checks that a set has the initial configurations, no deadlock, and what steps lead to. It asks the space itself, as
// there is no checker of deadlocks.
func (s *Space) closed(set []Config) error {
	in := map[string]bool{}
	for _, c := range set {
		if unbounded(c) {
			return errors.New("that there is no deadlock is not known from maximal configurations: fewer threads may be in one")
		}
		in[c.Key()] = true
	}
	for c := range s.Init() {
		if !in[c.Key()] {
			return fmt.Errorf("an initial configuration is not in the set: %s", s.Describe(c))
		}
	}
	for _, c := range set {
		if s.Final(c) {
			return fmt.Errorf("a deadlock is in the set: %s", s.Describe(c))
		}
		for d := range s.Post(c) {
			if !in[d.Key()] {
				return fmt.Errorf("the set is not closed: %s leads to %s", s.Describe(c), s.Describe(d))
			}
		}
	}
	return nil
}

// A Proof says why no error can be reached.
type Proof struct {
	Invariant *tts.Invariant[uint32]   // nil if there is none to be checked
	Cut       bool                     // the bound on threads blocked the creation of a thread
	Refused   *tts.ThreadState[uint32] // that of one which would have created another; nil if that is not known
}

// Proved is like [Space.Safe] for an invariant, as algorithms over systems find it.
func (s *Space) Proved(ctx context.Context, p Proof) (*Answer, error) {
	s.finish()
	a := &Answer{Verdict: Safe, Threads: s.Question.Threads, Cut: p.Cut}
	if p.Refused != nil {
		a.Refused = s.refusal(p.Refused.Local)
		if s.Question.Deadlock {
			a.Verdict, a.Reason, a.Property = Unknown, Bound, a.Refused
			a.Detail = "the bound on threads kept one from being created, and what it would lead to is not known"
			a.Certificate = proof.None("the answer is not SAFE")
			return a, nil
		}
	}
	return a, s.certify(ctx, a, func() (proof.Evidence, error) {
		switch {
		case p.Invariant == nil:
			return proof.Evidence{}, errors.New("the engine offers no proof")
		case s.Model.Program != nil && s.Model.Program.File.Atomic != nil:
			return proof.Evidence{}, errors.New("the checker knows nothing of the global atomic")
		}
		return trace.Evidence(p.Invariant, s.view)
	})
}

// finish has images answered in full from now on: an answer that was found in time is told in full.
func (s *Space) finish() {
	if s.instance.Engine != nil {
		s.instance.Engine.Finish()
	}
}

// Undecided returns the answer that nothing is known, for a reason.
func (s *Space) Undecided(r Reason, detail string) *Answer {
	return &Answer{Reason: cmp.Or(r, Incomplete), Detail: detail, Threads: s.Question.Threads, Certificate: proof.None("nothing is known")}
}

// refusal returns the place of a thread that the bound keeps from creating another one.
func (s *Space) refusal(l uint32) *Property {
	if s.instance.States == nil {
		return &Property{File: s.Model.Name, Kind: "start_thread", PC: verdict.NoPC}
	}
	pc := s.instance.States.PC(l)
	return trace.PropertyAt(s.Model.Program, s.Model.Name, s.asked.Written(pc), "start_thread", s.asked.Code.Nodes[pc].Text())
}

// refused returns the state of a thread of a set that the bound keeps from creating another one,
// nil if there is none.
func (s *Space) refused(set []Config) *tts.ThreadState[uint32] {
	for _, c := range set {
		for x := range tts.Post(s.System, c) {
			if s.blocked(c, &x) {
				return &x.Edge.From
			}
		}
	}
	return nil
}

// certify makes the certificate of an answer from evidence, and has it checked unless its execution was replayed. Its
// error says what is wrong with it.
func (s *Space) certify(ctx context.Context, a *Answer, evidence func() (proof.Evidence, error)) error {
	if s.Question.Deadlock {
		a.Certificate = proof.None("there are no certificates about deadlocks")
		return nil
	}
	doc := s.document(a)
	var err error
	if doc.Evidence, err = evidence(); err == nil && s.asked.Target != nil {
		doc.Question.Target, err = trace.NewWords(s.view).Target(s.instance.Problem.Target.Cover[0])
	}
	if err != nil {
		a.Certificate = proof.None(err.Error())
		return nil
	}
	a.Certificate = &Certificate{Document: doc}
	if a.Checked {
		return nil
	}
	if err := s.Model.Validate(ctx, a.Certificate); err != nil {
		return err
	}
	a.Checked = true
	return nil
}

// document returns the certificate without its evidence.
func (s *Space) document(a *Answer) *proof.Document {
	doc := &proof.Document{
		Schema:   proof.Schema,
		Model:    proof.Model{Kind: proof.TTS, File: filepath.Base(s.Model.Name), SHA256: s.Model.Sum},
		Question: proof.Question{Asks: proof.Assertions, Initial: s.start},
		Verdict:  a.Verdict.String(),
		By:       proof.By{Tool: proof.Tool(), Algorithm: "own", Via: "jit"},
	}
	if s.Question.UpFront || s.Model.TTS != nil {
		doc.By.Via = "tts"
	}
	q := &doc.Question
	if s.Model.Program != nil {
		doc.Model.Kind, q.Atomic = proof.Program, proof.Big
		if s.Question.Atomicity == Small {
			q.Atomic = proof.Small
		}
	}
	switch {
	case s.asked.Target != nil:
		q.Asks = proof.Target
	case s.together != nil:
		q.Asks, q.Target = proof.Target, converter.SomeThread+strings.Join(s.together, ","+converter.SomeThread)
	case s.Question.Label != "":
		q.Asks, q.Label = proof.Label, s.Question.Label
	}
	if a.Cut && a.Verdict == Safe { // an execution that keeps a bound is one without, too
		q.Threads = s.Question.Threads
	}
	return doc
}

// Validate checks a certificate about configurations of the model: that the initial ones are in its set, no error
// is, and no step leads out, or that it has an execution to an error. It shares no code with what finds answers.
// The error says why it proves nothing, or is that of ctx if ctx ended before this was known.
func (m *Model) Validate(ctx context.Context, c *Certificate) error {
	if err := c.Err(); err != nil {
		return err
	}
	s := proof.Subject{Form: configurations.TTS{TTS: m.TTS, Name: m.Name}, Name: m.Name, SHA256: m.Sum}
	if m.Program != nil {
		s.Form = configurations.File{File: m.Program.File}
	}
	return s.Check(ctx, c.Document)
}
