// This file defines how programs are checked as circuits, and formulas of temporal logic
// about their executions.

package systems

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/ijit/ijit/algorithms/ndfs"
	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/bdd/reach"
	"github.com/ijit/ijit/converter"
	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/internal/show/executions"
	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/parser/ltl"
	circuits "github.com/ijit/ijit/systems/circuits/bmc/threads"
	"github.com/ijit/ijit/systems/circuits/machine"
)

// by answers a question about a program as a circuit.
func (BooleanProgram) by(c *check, e engine) error {
	c.result.Via = ""
	if !c.inline() && !c.inlineTo(recursionBound) {
		c.unsupported()
		return nil
	}
	if c.LTL == "" && c.trivial() {
		return nil
	}
	p, err := c.circuit(c.algorithm.Name == "bmc") // others look for states that lead to others
	if no := (*circuits.UnsupportedError)(nil); errors.As(err, &no) {
		c.result.Reason, c.result.Detail = Unsupported, no.Error()
		return nil
	} else if err != nil {
		return err
	}
	begin := time.Now()
	a, err := machine.Check(c.ctx, p.Circuit, p.Property, machine.Engine(e), c.machineOptions())
	if err != nil {
		return fmt.Errorf("self-check: %w", err)
	}
	deep := c.inlined != nil && len(c.inlined.Deep) > 0
	if a.Verdict == Safe {
		// What no bound blocks holds without it.
		blocked := machine.Property{Bad: p.system.Blocked()}
		b, err := machine.Check(c.ctx, p.Circuit, blocked, machine.Engine(e), c.machineOptions())
		if err != nil {
			return fmt.Errorf("self-check: %w", err)
		}
		switch c.result.Cut = b.Verdict != Safe; {
		case c.result.Cut && deep:
			a.Verdict, a.Reason = Unknown, Bound
		case b.Verdict == Unknown && (c.Deadlock || c.LTL != ""):
			a.Verdict, a.Reason, a.Detail = Unknown, b.Reason, "whether the bound on threads matters is not known"
		case b.Run != nil:
			c.refuse(p.system.Refused(b.Run))
		}
		if a.Verdict == Safe && c.LTL != "" && c.hidden() { // a search state by state may see that it does not matter
			a.Verdict, a.Reason, a.Detail = Unknown, Bound, c.hides()
		}
	}
	c.result.Warning = a.Warning
	if p.system.Rounds() && a.Verdict != Safe {
		c.result.Warning = "a loop in an atomic section goes round too often to be unrolled: each round was counted as a step while a counterexample was looked for, so one of fewer steps may be left"
	}
	if deep && a.Verdict == Unknown {
		a.Detail = fmt.Sprintf("of each recursive procedure at most %d calls were open at once", recursionBound)
	}
	r := &c.result
	r.Verdict, r.Reason, r.Detail, r.Depth = a.Verdict, a.Reason, a.Detail, max(a.Bound, 0)
	r.Counted, r.States = "latch", a.Stats.Latches
	r.Stats.read(&a.Stats)
	found := newFound(&a, time.Since(begin).Seconds())
	if a.Run == nil {
		c.concluded(found)
		switch {
		case a.Verdict != Safe:
			return nil
		case c.LTL != "":
			return c.certifyFormula()
		}
		return c.certifyClauses(p.system, a.Invariant)
	}
	x := p.system.Execution(a.Run, p.asserts...)
	return c.executed(x.Trace, x.Depth, x.Loop, found)
}

// certifyClauses makes the certificate of a proof about the circuit of a program: a set of
// configurations.
func (c *check) certifyClauses(s *circuits.System, clauses [][]aig.Lit) error {
	switch {
	case !c.Certify && !c.SelfCheck:
		return nil
	case c.Deadlock:
		c.noCertificate("certificates know nothing of deadlocks")
		return nil
	case c.target != nil:
		c.noCertificate("proofs by circuits are checked for assertions and labels only")
		return nil
	case clauses == nil:
		c.noCertificate(c.Algorithm + " offers no proof")
		return nil
	case c.Atomicity != image.Small:
		c.noCertificate("proofs by circuits are checked statement by statement: ask with --atomic small")
		return nil
	}
	// The set also has states that are not reached, in which the bound may block a thread.
	cut := c.result.Cut
	c.result.Cut = true
	defer func() { c.result.Cut = cut }()
	return c.certifySafe(c.diagram(s.Invariant(clauses)))
}

// recursionBound is how many calls of a recursive procedure can be open at once where a
// program is made a circuit.
const recursionBound = 4

// inlineTo inlines the calls of a program with recursion up to a bound, and reports whether
// that can be done.
func (q *question) inlineTo(bound int) bool {
	in, err := q.Program.InlineTo(bound, parser.InlineLimit)
	if err == nil {
		q.inlined, q.code = in, in.Program
	}
	return err == nil
}

// A programCircuit is a program as a circuit, with what is asked of it.
type programCircuit struct {
	machine.Property
	*aig.Circuit
	system  *circuits.System
	asserts []int // locations of the assertions that are asked about
}

// circuit makes a circuit of the program. With chain, a frame may be several steps if what is asked
// is whether there is a counterexample.
func (c *check) circuit(chain bool) (*programCircuit, error) {
	o := circuits.Options{
		Threads: c.Threads, Copies: c.start.number(), Small: c.Atomicity == image.Small, Inlined: c.inlined,
		Infinite: c.LTL != "", Fair: c.Fair,
		// A proof that is to be checked is about all executions, statement by statement.
		Reduce: c.LTL == "" && !c.Deadlock && !(c.Atomicity == image.Small && (c.Certify || c.SelfCheck)),
	}
	o.Chain = chain && o.Reduce && c.target == nil
	for pc := range c.watched {
		o.Labels = append(o.Labels, pc)
	}
	slices.Sort(o.Labels)
	s, err := circuits.New(c.code, o)
	if err != nil {
		return nil, err
	}
	p := &programCircuit{system: s, Circuit: s.Circuit}
	switch {
	case c.LTL != "":
		f, atoms, err := c.formula()
		if err != nil {
			return nil, err
		}
		p.GoesOn = true // a thread that is blocked by the bound only would move, and others in turn
		p.Formula = ltl.Map(f, func(atom int) *ltl.Formula { return ltl.Atom(int(s.Proposition(&atoms[atom]))) })
	case c.target != nil:
		p.Bad, err = c.covered(s)
		return p, err
	case c.Label != "":
		p.Bad = s.Reached()
	case c.Deadlock:
		if p.Bad, err = s.Deadlock(); err != nil {
			return nil, err
		}
	default:
		for _, a := range c.code.Properties() {
			p.asserts = append(p.asserts, a.PC)
		}
		p.Bad = s.Fails(p.asserts...)
	}
	if o.Chain {
		p.Weight = s.Weight()
	}
	return p, nil
}

// covered returns where the target of a program is covered.
func (c *check) covered(s *circuits.System) (aig.Lit, error) {
	states, target, err := c.targetStates()
	if err != nil {
		return aig.False, err
	}
	if target.Threads() > uint32(c.Threads) {
		return aig.False, nil
	}
	layout := c.code.Layout
	shared := states.Shared(target.Shared)
	inside := shared.Test(uint(layout.Atomic()))
	if inside && c.Atomicity == image.Big {
		return aig.False, &circuits.UnsupportedError{Message: "the target is inside of an atomic section that is one step; --atomic small shows its states"}
	}
	bits := func(b interface{ Test(uint) bool }, n int) []bool {
		values := make([]bool, n)
		for i := range values {
			values[i] = b.Test(uint(i))
		}
		return values
	}
	state := reach.State{Globals: bits(shared, layout.Shared)}
	for _, x := range target.Locals {
		pc, local := states.Local(x.Local)
		t := reach.Thread{PC: pc, Locals: bits(local, layout.Local)}
		state.Threads = append(state.Threads, slices.Repeat([]reach.Thread{t}, int(x.N))...)
	}
	return s.Covers(&state, inside), nil
}

// formula reads the formula that is asked about.
func (c *check) formula() (*ltl.Formula, []ltl.Proposition, error) {
	props := ltl.NewPropositions(c.code, c.Threads)
	if c.inlined != nil {
		props = ltl.InlinedPropositions(c.inlined, c.Threads)
	}
	f, err := ltl.Parse("--ltl", c.LTL, props.Atom)
	if err != nil {
		return nil, nil, err
	}
	return f, props.List, nil
}

// ndfs answers a formula by a search of the states of the program.
func (c *check) ndfs() error {
	c.result.Via = ""
	if !c.inline() {
		c.unsupported()
		return nil
	}
	f, atoms, err := c.formula()
	if err != nil {
		return err
	}
	copies := c.start.number()
	if copies < 0 {
		c.result.Reason, c.result.Detail = Unsupported, "ndfs needs a number of copies of main"
		return nil
	}
	begin := time.Now()
	c.progress.Phase = "explore"
	e := c.engine(c.meter)
	r := ndfs.Check(ndfs.Question{
		System: converter.NewJIT(e), Program: c.code, Inlined: c.inlined, Threads: c.Threads, Copies: copies, Fair: c.Fair, Formula: f, Atoms: atoms,
	}, c.meter, func(s ndfs.Stats) { c.progress.States = s.States })
	c.result.Verdict, c.result.Reason, c.result.Detail, c.result.Cut = r.Verdict, r.Reason, r.Detail, r.Cut
	c.result.States, c.result.Stats.Fired = r.Stats.States, r.Stats.Fired
	if r.Cut {
		c.refuse(r.Refused)
	}
	found := &trace.Found{Reason: r.Reason, Detail: r.Detail, Bound: -1, Loop: -1, Seconds: time.Since(begin).Seconds()}
	if r.Run == nil {
		c.concluded(found)
		if r.Verdict == Safe {
			return c.certifyFormula()
		}
		return nil
	}
	return c.executed(r.Run.Trace, -1, r.Run.Loop, found)
}

// concluded fills in the result where there is no execution to show.
func (c *check) concluded(f *trace.Found) {
	if c.LTL != "" {
		c.tellFormula(f)
	}
	if f.Reason == verdict.NoReason {
		c.verdicts(nil, c.result.Verdict == Safe)
	}
}

// executed fills in the result with an execution. Its depth is counted if it is negative, and
// its loop is negative if there is none.
func (c *check) executed(t *reach.Trace, depth, loop int, f *trace.Found) error {
	shown := executions.Symbolic(trace.NewCode(c.code, c.inlined), t, c.Atomicity)
	if loop >= 0 {
		shown.Lasso, shown.Loop = true, loop
	}
	c.traced(shown)
	c.result.MaxThreads = shown.MostThreads()
	if depth < 0 {
		depth, _ = shown.Positions()
	}
	c.result.Depth, f.Length = depth, depth
	if c.LTL != "" {
		if f.Loop = loop; loop >= 0 {
			_, f.Loop = shown.Positions()
		}
		c.tellFormula(f)
		c.certifyRun()
		return c.replay()
	}
	finding := verdict.Finding{PC: verdict.NoPC, Depth: depth}
	if n := len(t.Steps); n > 0 && t.Steps[n-1].Fails {
		finding.PC, finding.Failed = c.written(t.Steps[n-1].Edge.From), true
	}
	c.verdicts([]verdict.Finding{finding}, false)
	c.result.Property = c.blame(finding.PC)
	c.certifyTrace()
	return c.replay()
}

// tellFormula fills in the formula as the property that was asked about.
func (c *check) tellFormula(f *trace.Found) {
	f.Method = cmp.Or(c.result.By, c.Algorithm)
	p := Property{File: c.Name, Kind: "ltl", Text: c.LTL, PC: verdict.NoPC, Verdict: c.result.Verdict, Depth: c.result.Depth, Found: f}
	c.result.Property, c.result.Properties = &p, []Property{p}
}
