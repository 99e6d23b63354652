// This file defines answers.

package c

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/systems/c/abstraction"
	"github.com/ijit/ijit/systems/c/certificate"
	"github.com/ijit/ijit/systems/c/execution"
	"github.com/ijit/ijit/systems/c/form"
)

// Options say how a program is checked.
type Options struct {
	// Wrap has signed numbers wrap, ILP32 long and pointers have 32 bits.
	Wrap, ILP32 bool
	// Races asks for data races instead of assertions that fail.
	Races bool
	// Threads bounds the threads that live at once; 0 for any number.
	Threads int
	// Memory is how many bytes a search may take, 0 for no limit.
	Memory uint64
	// SelfCheck has the proof about the Boolean program checked by code that shares nothing with what found it, which may
	// take longer than to find it.
	SelfCheck bool
	// Algorithm is that of package systems which searches Boolean programs, "" for auto. With one there is no search of the
	// C program before.
	Algorithm string
	// Predicates are expressions in C, one a line, to begin with.
	Predicates File
	// Keep is called with the Boolean program of each iteration and whether an assertion of it fails, if that is known, unless
	// it is nil.
	Keep func(iteration int, text string, v verdict.Verdict) error
	// Certify asks for [Answer.Certificate].
	Certify bool
	// Progress is called before each iteration, if it is not nil.
	Progress func(*Answer)

	abstractOnly bool // no search before
	apart        bool // one assertion after the other at once
}

// An Answer says whether an assertion can fail.
type Answer struct {
	Verdict verdict.Verdict
	Reason  verdict.Reason // why, if Verdict is Unknown
	Detail  string         // the reason in words
	By      string         // what decided: "search" or "abstraction"
	Checked bool           // the proof was checked, or the execution replayed
	Threads int            // the bound on threads, 0 for none
	Program *form.Program
	// Trace is the execution, if Verdict is Unsafe; its last step fails. If Verdict is Unknown, it is the path, without values,
	// that is no execution and that the predicates do not exclude, if there is one.
	Trace *trace.Trace
	// Steps are those of the execution, if Verdict is Unsafe.
	Steps []execution.Step
	// Failure is where the assertion is.
	Failure *systems.Property
	// Undefined is where some execution comes to what C leaves open; nil if none was met. What follows does not count.
	Undefined *form.Origin
	// Predicates, and the Boolean program for them.
	Predicates []*abstraction.Predicate
	Boolean    string
	Iterations int
	Queries    int // of the SAT solver
	States     int // of the last search
	Seconds    float64
	Races      []Race // what was found out about the objects that locks do not protect, if it was asked
	// Certificate says why the answer is right, if it was asked for; if it is nil, NoCertificate says why there is none.
	Certificate   *certificate.Document
	NoCertificate string

	begin *execution.State // of the execution
}

// ErrNoCheck says that nothing is asked about a program.
var ErrNoCheck = errors.New("there is nothing to check: no assertion, no call of reach_error and no label ERROR is in what main calls or threads run")

// unsafe is an answer with an execution.
func (c *checker) unsafe(by string, path *execution.Path, steps []execution.Step) {
	c.Verdict, c.By, c.Checked = verdict.Unsafe, by, true
	if c.options.Certify {
		c.Certificate = c.document()
		c.Certificate.Execution = certificate.NewExecution(c.Program, path)
	}
	c.begin, c.Steps = path.Begin(c.Program), steps
	c.Trace = newTrace(c.Program, c.begin, steps)
	o := steps[len(steps)-1].Edge.Origin
	c.Failure = &systems.Property{Kind: "assert", File: o.File, Pos: parser.Pos{Line: o.Line, Col: o.Col}, Text: o.Text}
	if object := c.Program.Race; object != "" {
		c.Failure.Kind = fmt.Sprintf("race on %s, with line %d", object, writer(c.Program, steps))
	}
}

// document returns a certificate without evidence.
func (c *checker) document() *certificate.Document {
	return &certificate.Document{
		Schema: certificate.Schema, File: filepath.Base(c.name), SHA256: certificate.Sum(c.text), Wrap: c.options.Wrap, ILP32: c.options.ILP32,
		Races: c.options.Races, Threads: c.Threads, Verdict: c.Verdict.String(), Tool: proof.Tool(),
	}
}

// certify makes the certificate of a proof about a Boolean program, or of nothing if there is nothing to prove.
func (c *checker) certify(b *abstraction.Boolean, inner *systems.Certificate) {
	if !c.options.Certify {
		return
	}
	d := c.document()
	part := certificate.Part{Race: c.Program.Race}
	c.place(&part)
	if b != nil {
		if inner == nil {
			c.NoCertificate = "the proof of the Boolean program has none"
			return
		}
		if err := inner.Err(); err != nil {
			c.NoCertificate = err.Error()
			return
		}
		part.Program, part.Proof = strings.Split(strings.TrimSuffix(b.Text, "\n"), "\n"), inner.Document
		for _, p := range c.Predicates {
			part.Predicates = append(part.Predicates, certificate.Predicate{Bit: p.Bit, Expression: c.Program.Terms.String(p.Term)})
		}
	}
	if b != nil || c.whole != nil {
		d.Parts = []certificate.Part{part}
	}
	c.Certificate = d
}
