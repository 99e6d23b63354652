// This file defines certificates: why an answer is right, for a checker that shares
// no code with what found it.

package systems

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/bdd/reach"
	"github.com/ijit/ijit/converter"
	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/proof/temporal"
	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/internal/source"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/bebop"
	"github.com/ijit/ijit/systems/recursion/contextbound"
	"github.com/ijit/ijit/systems/recursion/slots"
	"github.com/ijit/ijit/tts"
)

// A Certificate says why an answer is right: for Unsafe an execution, for Safe a set
// of configurations that has the initial ones, no error, and whatever a step leads to.
// [Model.Validate] checks it.
type Certificate = proof.Certificate

// ReadCertificate reads a certificate. What is none of a version that is known is an
// [InvalidError].
func ReadCertificate(r io.Reader) (*Certificate, error) {
	in, _, err := source.Reader("the certificate", r, source.MaxText)
	if err != nil {
		return nil, err
	}
	if _, binary := source.Binary(in); binary {
		return nil, &InvalidError{Reason: "the file is not a certificate: " + source.ErrBinary.Error()}
	}
	doc, err := proof.Read(in)
	if err != nil {
		return nil, err
	}
	return &Certificate{Document: doc}, nil
}

// certify makes the certificate of a verdict if one was asked for, and checks it if
// that was.
func certify[K tts.Key](c *check, s *instance[K], r *algorithms.Result[K]) error {
	// The execution of a program is replayed, in its own terms.
	// Of deadlocks, the checker does not know which variables have no influence.
	whole := c.whole == nil && c.live() == nil
	proves := r.Verdict == Safe && (!c.bounded() || c.Deadlock && !c.hidden() && whole)
	check := c.SelfCheck && (proves || r.Verdict == Unsafe && c.is(tables))
	switch {
	case r.Verdict == Unknown || !c.Certify && !check:
		return nil
	case c.Leak:
		c.noCertificate("there are no certificates about leaks")
		return nil
	case c.Deadlock && r.Verdict == Safe && !whole:
		c.noCertificate("variables are left out that have no influence, and for deadlocks the checker does not know that; --exact keeps them")
		return nil
	case c.Deadlock && r.Verdict == Safe && !proves:
		return nil // the answer is withdrawn
	}
	doc := c.document()
	var err error
	switch {
	case r.Verdict == Unsafe:
		doc.Evidence.Trace, err = c.execution()
	case r.Invariant == nil:
		err = fmt.Errorf("%s offers no proof", c.Algorithm)
	case s.States != nil && c.Program.File.Atomic != nil:
		err = errors.New("the checker knows nothing of the global atomic")
	default:
		inv := r.Invariant()
		if inv == nil {
			err = errors.New("the proof is too large to be written down")
			break
		}
		doc.Evidence, err = trace.Evidence(inv, s.View)
		doc.Evidence.Irrelevant, doc.Evidence.Dead = c.leftOut(), c.deadLocals()
		doc.Evidence.Insensitive, doc.Evidence.Frames = c.insensitive, c.frameWords()
	}
	if c.target != nil && err == nil {
		doc.Question.Target, err = c.Form.(explored).targetText(c)
	}
	if c.issue(doc, err); check && err == nil {
		return c.selfCheck(doc)
	}
	return nil
}

// issue makes a document the certificate, if one was asked for and nothing is wrong with it.
func (c *check) issue(doc *proof.Document, wrong error) {
	switch {
	case wrong != nil:
		c.noCertificate(wrong.Error())
	case c.Certify:
		c.result.Certificate = &Certificate{Document: doc}
	}
}

// noCertificate says why there is no certificate.
func (c *check) noCertificate(why string) {
	if c.Certify {
		c.result.Certificate = proof.None(why)
	}
}

// certifyFlow makes the certificate that nothing which can fail is ever reached in
// the control-flow graph.
func (c *check) certifyFlow() {
	if !c.Certify {
		return
	}
	doc := c.document()
	doc.Evidence.Flow = c.flow()
	for _, pc := range doc.Evidence.Flow {
		n := c.Program.Nodes[pc]
		if n.Stmt == nil {
			continue
		}
		_, asserts := n.Stmt.Op.(*parser.Assert)
		labelled := slices.ContainsFunc(n.Stmt.Labels, func(l *parser.Label) bool { return l.Name == c.Label })
		if c.Label == "" && asserts || c.Label != "" && labelled {
			// Where calls return to is told apart by inlining, not here.
			c.noCertificate("it takes calls of procedures apart, which certificates do not")
			return
		}
	}
	c.result.Certificate = &Certificate{Document: doc}
}

// certifySequential makes the certificate of a verdict about a sequential program with
// procedures: the execution, or summaries of bebop, which if found is nil is asked for
// them.
func (c *check) certifySequential(found *bebop.Result) error {
	switch {
	case c.result.Verdict == Unsafe:
		c.certifyTrace()
		return nil
	case c.result.Verdict != Safe || !c.Certify && !c.SelfCheck:
		return nil
	}
	if found == nil {
		var err error
		if found, err = bebop.Check(c.ctx, c.Program, c.summariesOptions()); err != nil {
			return err
		}
	}
	if found.Verdict != Safe {
		c.noCertificate("there was no time or memory for the proof")
		return nil
	}
	return c.certifySafe(summariesOf(found.Invariant()))
}

// certifyReached makes the certificate that is the set of all configurations that symbolic
// reachability has found.
func (c *check) certifyReached(r *reach.Result) error {
	switch {
	case !c.Certify && !c.SelfCheck:
		return nil
	case c.Deadlock, c.Leak, len(c.together) > 0:
		c.noCertificate("decision diagrams are no certificates about deadlocks, leaks and targets")
		return nil
	}
	return c.certifySafe(c.diagram(r.Invariant()))
}

// certifyThreads makes the certificate that no number of context switches leads to an error: a
// thread-modular proof or, where the answer needs more and no thread is recursive, all
// configurations.
func (c *check) certifyThreads() error {
	if !c.Certify && !c.SelfCheck {
		return nil
	}
	inv, err := (*contextbound.Invariant)(nil), error(nil)
	if c.convention() {
		inv, err = contextbound.Prove(c.ctx, c.Program, c.Label, int64(c.Memory))
	}
	switch {
	case c.unfinished(err, "the proof was looked for"):
		c.noCertificate("there was no time or memory for the proof")
		return nil
	case err != nil:
		return err
	case inv != nil:
		return c.certifySafe(modularSummaries(inv))
	case c.Parameterized:
		return c.certifySafe(nil)
	}
	return c.certifyConfigurations()
}

// mostSlots is with how many threads all configurations are looked for.
const mostSlots = 1000

// certifyConfigurations finds and certifies all configurations of a program with threads that
// are not recursive.
func (c *check) certifyConfigurations() error {
	if c.code = nil; !c.inline() {
		c.noCertificate("getafix makes none of safety with recursive threads, unless a thread-modular proof shows it")
		return nil
	}
	c.asInlined()
	most := len(c.Program.File.Threads) + 1 // and who starts them
	if c.starts() {
		most = slots.Count(c.Program, mostSlots+1)
	}
	if most > mostSlots {
		c.noCertificate("there are too many threads, or any number, to list their configurations")
		return nil
	}
	r, err := c.reach(most, c.Memory)
	switch {
	case err != nil:
		return err
	case r.Verdict != Safe || r.Cut:
		c.noCertificate("there was no time or memory for the proof")
		return nil
	}
	return c.certifyReached(r)
}

// certifySafe makes a certificate of the verdict Safe, and checks it if that was asked for. The evidence is nil if it is
// too large to be written down.
func (c *check) certifySafe(e *proof.Evidence) error {
	if e == nil {
		c.noCertificate("the proof is too large to be written down")
		return nil
	}
	doc := c.document()
	doc.Evidence = *e
	doc.Evidence.Irrelevant = c.leftOut()
	if c.issue(doc, nil); c.SelfCheck {
		return c.selfCheck(doc)
	}
	return nil
}

// certifyTrace makes the certificate that an execution is.
func (c *check) certifyTrace() {
	if !c.Certify {
		return
	}
	doc := c.document()
	var err error
	if doc.Evidence.Trace, err = c.execution(); err == nil && c.target != nil {
		doc.Question.Target, err = c.Form.(explored).targetText(c)
	}
	c.issue(doc, err)
}

// certifyFormula makes the certificate that a formula holds: the configurations with ranks, whichever algorithm
// answered.
func (c *check) certifyFormula() error {
	if !c.Certify && !c.SelfCheck {
		return nil
	}
	c.progress.Phase = "prove"
	p := c.judged()
	claim, err := c.claim(p)
	if err != nil {
		return err
	}
	product, err := temporal.Prove(c.ctx, p.File, claim)
	rejected, isRejected := errors.AsType[*proof.Rejected](err)
	switch {
	case isRejected:
		c.noCertificate(rejected.Reason)
		return nil
	case errors.Is(err, temporal.ErrTooLarge):
		c.noCertificate(err.Error())
		return nil
	case err != nil && c.unfinished(nil, "the proof was looked for"):
		c.noCertificate("there was no time or memory for the proof")
		return nil
	case err != nil:
		return fmt.Errorf("self-check: %w", err)
	}
	return c.certifySafe(&proof.Evidence{Product: product})
}

// certifyRun makes the certificate that a formula does not hold, which is the run.
func (c *check) certifyRun() {
	if !c.Certify {
		return
	}
	doc := c.document()
	var err error
	doc.Evidence.Trace, err = c.result.Trace.Run(c.Threads)
	c.issue(doc, err)
}

// flow returns the locations that are reached if conditions do not matter.
func (c *check) flow() []int {
	reached, returns := map[int]bool{c.Program.Start: true}, map[*parser.Proc]bool{}
	for n := 0; n < len(reached)+len(returns); {
		n = len(reached) + len(returns)
		for pc, node := range c.Program.Nodes {
			if !reached[pc] {
				continue
			}
			if node.Stmt == nil {
				returns[node.Proc] = true
				continue
			}
			if _, ok := node.Stmt.Op.(*parser.Return); ok {
				returns[node.Proc] = true
			}
			for _, e := range node.Out {
				on := e.To >= 0
				switch e.Kind {
				case parser.SpawnEdge:
					reached[e.Child] = true
				case parser.CallEdge:
					callee := node.Stmt.Op.(*parser.Call).Proc.Proc
					reached[callee.Entry] = true
					on = on && returns[callee]
				}
				if on {
					reached[e.To] = true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(reached))
}

// selfCheck checks a certificate of this run. One that is refused is an error in this
// program, never in the user's.
func (c *check) selfCheck(doc *proof.Document) error {
	c.progress.Phase = "validate"
	err := c.claimed(doc).Check(c.ctx, doc)
	switch {
	case c.unfinished(nil, "the proof was checked"):
		return nil // out of time for the check, not for the answer
	case err != nil:
		return fmt.Errorf("self-check: the certificate does not prove the answer: %w", err)
	}
	c.result.Stats.Validated = true
	return nil
}

// document returns the certificate without its evidence.
func (c *check) document() *proof.Document {
	doc := &proof.Document{
		Schema: proof.Schema,
		Model:  proof.Model{Kind: proof.Program, File: filepath.Base(c.Name), SHA256: c.Sum},
		Question: proof.Question{
			Asks:    proof.Assertions,
			Initial: c.start.text,
			Atomic:  proof.Big,
		},
		Verdict: c.result.Verdict.String(),
		By:      proof.By{Tool: proof.Tool(), Algorithm: c.Algorithm, Via: string(c.Via)},
	}
	doc.Question.Copies = c.Parameterized
	if c.result.By != "" {
		doc.By.Algorithm = c.result.By
	}
	q := &doc.Question
	switch {
	case c.target != nil:
		q.Asks = proof.Target
	case len(c.together) > 0:
		q.Asks, q.Target = proof.Target, converter.SomeThread+strings.Join(c.together, ","+converter.SomeThread)
	case c.Label != "":
		q.Asks, q.Label = proof.Label, c.Label
	case c.Deadlock:
		q.Asks = proof.Deadlock
	case c.LTL != "":
		q.Asks, q.Formula, q.Fair, q.Threads = proof.Formula, c.LTL, c.Fair, c.Threads
	}
	switch {
	case c.is(tables):
		doc.Model.Kind, q.Atomic = proof.TTS, ""
	case c.Atomicity == image.Small:
		q.Atomic = proof.Small
	}
	// An execution that keeps a bound is one without, too.
	if c.result.Cut && c.result.Verdict == Safe {
		q.Threads = c.Threads
	}
	return doc
}
