// This file defines the check of finite state machines, whose properties are decided one
// by one.

package systems

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/ijit/ijit/allsat/aig/aiger"
	"github.com/ijit/ijit/ijit"
	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/show/render"
	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems/circuits/invariant"
	"github.com/ijit/ijit/systems/circuits/machine"
	"github.com/ijit/ijit/systems/circuits/witness"
)

// An engine is an algorithm for circuits.
type engine machine.Engine

// A circular form is that of models which are circuits, or of which one is made.
type circular interface {
	by(c *check, e engine) error      // decides by an engine for circuits
	export(c *check) (*Export, error) // makes a circuit for other tools
}

// run decides a property of a finite state machine, or what is asked of a program.
func (e engine) run(c *check) error { return c.Form.(circular).by(c, e) }

// A listed form is that of models with properties that are decided one by one.
type listed interface {
	property(c *check, i int) Property
	one(c *check) error // decides that which is asked about
}

// Lists reports whether the properties of the model are decided one by one.
func (m *Model) Lists() bool {
	_, is := m.Form.(listed)
	return is
}

// A StateMachine is the form of the models that are finite state machines.
type StateMachine struct{ *machine.Machine }

// readSMV reads a model in the language of NuSMV.
func (m *Model) readSMV(oldBool bool) error {
	read, warnings, err := machine.ReadSMV(m.Name, m.source, oldBool)
	m.Text, m.Form, m.warnings = m.source, StateMachine{read}, values(warnings)
	return err
}

// bytesOfNode is how many bytes a node of a circuit takes at most while it is read.
const bytesOfNode = 64

// readCircuit reads a circuit.
func (m *Model) readCircuit(r io.Reader, memory uint64) error {
	read, err := machine.ReadAIGER(r, m.Name, aiger.Limits{Nodes: int(min(memory/bytesOfNode, math.MaxInt))})
	if m.Form = (StateMachine{read}); errors.Is(err, aiger.ErrLimit) && memory > 0 {
		err = fmt.Errorf("%w: %w", ErrMemory, err)
	}
	return err
}

func (StateMachine) needs() feature                   { return machines }
func (StateMachine) initial(*question) error          { return nil }
func (StateMachine) suits(*question, *Algorithm) bool { return true }
func (StateMachine) bound(*question) int              { return 0 }
func (StateMachine) unasked(*Model) error             { return nil }

func (m StateMachine) fit(q *question) error {
	flag := q.aboutThreads()
	if q.Label != "" {
		flag = "--label"
	} else if q.Via != "" {
		flag = "--via"
	}
	kind, formula := q.formula()
	switch {
	case q.Fair:
		return usage("--fair is about threads, and %s is a finite state machine; which of its runs are fair stands in the file", q.Name)
	case flag != "":
		return usage("%s is about threads, and %s is a finite state machine", flag, q.Name)
	case kind == "":
		return nil
	case !slices.Contains(m.Kinds, kind):
		return usage("--%s is about models in the language of NuSMV, and %s is none", kind, q.Name)
	}
	asked, err := m.Ask(kind, formula)
	q.Model = q.with(asked)
	return err
}

// with returns the model with another machine.
func (m *Model) with(x *machine.Machine) *Model {
	other := *m
	other.Form = StateMachine{x}
	return &other
}

func (m StateMachine) proves(_ *Model, property string) proof.Form {
	n, err := strconv.Atoi(property)
	if err == nil && 1 <= n && n <= len(m.Properties) && m.Properties[n-1].OfStates() {
		return &invariant.Circuit{Circuit: m.Circuit, Property: property, Bad: m.Properties[n-1].Bad}
	}
	return &invariant.Circuit{Circuit: m.Circuit}
}

func (m StateMachine) Shows(f *render.Format, model *Model, o *Options) error {
	switch kind, _ := o.formula(); {
	case f.Waves == nil:
		return usage("the format %s shows executions of programs and systems; of %s choose from %s", f.Name, model.Name, render.WavesFormatNames())
	case f.Name == "witness" && kind != "":
		return usage("the format witness is about the properties that stand in a file, not about --ltl, --ctl and --invar")
	case f.Name == "witness" && m.Witness == nil:
		return usage("%s is no circuit of AIGER, which the format witness is for; ijit translate --to aiger makes one", model.Name)
	}
	return nil
}

// wanted returns the numbers of the properties that are asked about.
func (m StateMachine) wanted(q *question) ([]int, error) {
	list, err := m.Named(q.Name, q.Options.Property)
	if err != nil {
		return nil, usage("%v", err)
	}
	return list, nil
}

// Each property gets a slice of time, at first a short one, so that one that is hard does not
// keep easy ones behind it from being decided. Slices grow by a factor.
const (
	firstSlice  = 2 * time.Second
	sliceFactor = 10
)

// decide decides the properties that are asked about, each by itself, and says of all
// of them together whether one is false, or one is open.
func (m StateMachine) decide(c *check) error {
	list, err := m.wanted(&c.question)
	if err != nil {
		return err
	}
	answers, err := c.inSlices(list)
	if err != nil {
		return err
	}
	c.reset()
	if err := m.vacuities(c, answers); err != nil {
		return err
	}
	if err := m.warnOfDeadlock(c, list); err != nil {
		return err
	}
	c.total(list, answers)
	return nil
}

// inSlices decides properties one by one, or those of which there is time to. Each has a
// Property.
func (c *check) inSlices(list []int) (map[int]*Result, error) {
	answers := map[int]*Result{}
	open := list
	for slice := firstSlice; len(open) > 0 && c.ctx.Err() == nil; slice *= sliceFactor {
		var left []int
		for _, i := range open {
			if c.ctx.Err() != nil {
				break
			}
			last := len(open) == 1
			if done, p := len(answers), &c.progress; p.Asked > 0 && slice == firstSlice {
				if p.Decided = done; done > 0 {
					p.Left = time.Since(c.begin) / time.Duration(done) * time.Duration(len(list)-done)
				}
			}
			r, err := c.one(i, slice, last)
			if err != nil {
				return nil, err
			}
			answers[i] = r
			if r.Verdict == Unknown && r.Reason == Timeout && !last {
				left = append(left, i)
			}
		}
		open = left
	}
	for _, i := range list {
		if answers[i] == nil { // there was no time at all
			r := &Result{Answer: ijit.Answer{Reason: verdict.ReasonOf(c.ctx.Err())}}
			c.undecided(i, r)
			answers[i] = r
		}
	}
	return answers, nil
}

// total makes one answer of those to all properties: the worst, and a list.
func (c *check) total(list []int, answers map[int]*Result) {
	total := &c.result
	total.Verdict = Safe
	for _, i := range list {
		r := answers[i]
		total.Properties = append(total.Properties, *r.Property)
		total.Stats.Sides = append(total.Stats.Sides, r.Stats.Sides...)
		total.Faults = append(total.Faults, r.Faults...)
		total.Vacuous = cmp.Or(total.Vacuous, r.Vacuous)
		total.PeakBytes = max(total.PeakBytes, r.PeakBytes)
		if badness(r) > badness(total) || len(list) == 1 {
			total.Certificate, total.Stats.Replayed, total.Stats.Validated = r.Certificate, r.Stats.Replayed, r.Stats.Validated
			total.Verdict, total.Reason, total.Detail, total.By, total.Depth = r.Verdict, r.Reason, r.Detail, r.By, r.Depth
			p := *r.Property
			total.Property = &p
		}
	}
	if len(list) == 1 {
		total.Stats = answers[list[0]].Stats
	}
}

// badness orders answers about several properties: the worst one is that about all.
func badness(r *Result) int {
	switch {
	case r.Verdict == Unsafe:
		return 3
	case r.Verdict == Unknown && r.Reason == Crashed:
		return 2
	case r.Verdict == Unknown:
		return 1
	}
	return 0
}

// besideTime is how long is spent on what nobody asked: whether there is a state without a
// successor, and whether there are runs that an answer is about.
const besideTime = 500 * time.Millisecond

// warnOfDeadlock warns where formulas are asked about and the machine can come to a state
// without a successor: they say nothing of runs that end there.
func (m StateMachine) warnOfDeadlock(c *check, asked []int) error {
	if !slices.ContainsFunc(asked, func(i int) bool { return m.Properties[i].Formula != nil }) {
		return nil
	}
	ctx, cancel := context.WithTimeout(c.ctx, besideTime)
	defer cancel()
	a, err := machine.Deadlock(ctx, m.Circuit, c.machineOptions())
	if a.Verdict == Unsafe {
		c.result.Warning = fmt.Sprintf("%s: %d steps lead to a state without a successor; formulas are about infinite runs, so they say nothing of runs that end there", c.Name, a.Bound)
	}
	return err
}

// one decides one property within a slice of time, without a limit of its own if it is
// the last one.
func (c *check) one(i int, slice time.Duration, last bool) (*Result, error) {
	ctx := c.ctx
	if !last {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, slice)
		defer cancel()
	}
	begin := time.Now()
	d := c.fork(ctx, c.Progress)
	d.asked = i
	var err error
	if fault := verdict.Guard(d.algorithm.Name, func() { err = d.Form.(listed).one(d) }); fault != nil {
		d.crashed()
		d.faulty([]*Fault{fault})
	}
	if d.result.Property == nil {
		c.undecided(i, &d.result)
	}
	d.because()
	d.result.Property.Found.Method = cmp.Or(d.result.By, d.result.Algorithm)
	d.result.Property.Found.Seconds = time.Since(begin).Seconds()
	d.result.PeakBytes = max(d.peak, d.meter.Peak())
	return &d.result, err
}

// undecided fills in the result of a property that was not decided.
func (c *check) undecided(i int, r *Result) {
	p := c.Form.(listed).property(c, i)
	p.Found = newFound(&machine.Answer{Bound: -1, Reason: r.Reason, Detail: r.Detail}, 0)
	r.Property = &p
}

func (m StateMachine) property(c *check, i int) Property {
	p := m.Properties[i].Property
	p.File = c.Name
	return p
}

func (StateMachine) one(c *check) error { return c.algorithm.run(c) }

// ofStates reports whether a property of states is asked about. The induction for it has
// bounded model checking beside it.
func (c *check) ofStates() bool {
	m, is := c.Form.(StateMachine)
	return is && m.Properties[c.asked].OfStates()
}

// by decides the property that is asked about.
func (m StateMachine) by(c *check, e engine) error {
	begin := time.Now()
	p := m.Properties[c.asked]
	c.result.Via = ""
	a := machine.Answer{Reason: Unsupported, Detail: p.Unsupported, Bound: -1}
	var err error
	if p.Unsupported == "" || p.Compute != nil {
		if a, err = machine.Check(c.ctx, m.Circuit, p, machine.Engine(e), c.machineOptions()); err != nil {
			return fmt.Errorf("self-check: %w", err)
		}
	}
	c.result.Warning = a.Warning
	m.found(c, &a, time.Since(begin).Seconds())
	c.result.Stats.Replayed, c.result.Stats.Validated = a.Run != nil, a.Validated
	m.certify(c, &a)
	return nil
}

// certify makes the certificate of an answer about a property, if one was asked for.
func (m StateMachine) certify(c *check, a *machine.Answer) {
	switch p := &m.Properties[c.asked]; {
	case !c.Certify || a.Verdict == Unknown:
	case a.Verdict == Unsafe:
		c.noCertificate("the counterexample of a finite state machine is shown by --trace")
	case p.Compute != nil:
		c.noCertificate("there are none about numbers of steps")
	case p.Formula != nil || c.LTL != "":
		c.noCertificate("there are none about formulas, only about properties of states")
	case c.Invar != "" || c.CTL != "":
		c.noCertificate("there are none about what does not stand in the file; write it there, after INVARSPEC")
	case a.Invariant == nil:
		c.noCertificate(c.Algorithm + " offers no proof")
	default:
		doc := c.document()
		doc.Model.Kind = proof.Machine
		doc.Question = proof.Question{Asks: proof.Property, Property: strconv.Itoa(c.asked + 1)}
		doc.Evidence.Clauses = invariant.Clauses(m.Circuit, a.Invariant)
		circuit, asked := m.Circuit, strconv.Itoa(c.asked+1)
		c.result.Certificate = &Certificate{Document: doc, Witness: func(w io.Writer, binary bool) error {
			comment := "WITNESS " + asked + " " + filepath.Base(c.Name) + " sha256 " + c.Sum
			return aiger.Write(w, witness.Make(circuit, p.Bad, a.Invariant), binary, comment)
		}}
	}
}

// machineOptions returns the limits of an engine.
func (c *check) machineOptions() machine.Options {
	c.progress.Phase = "explore"
	switch c.algorithm.Name {
	case "pdr":
		c.progress.Counted = "clause"
	case "symbolic":
		c.progress.Counted = "node"
	default:
		c.progress.Counted = "variable"
	}
	o := machine.Options{
		Bound:      c.Bound,
		Memory:     int64(c.room()),
		Recursive:  c.Encoding == recursive,
		SATCommand: c.SATCommand,
		SelfCheck:  c.SelfCheck,
		Watch: func(depth, size int) {
			c.progress.Depth, c.progress.States = depth, size
			c.report()
		},
	}
	return o
}

// found fills in the result of the property that is asked about.
func (m StateMachine) found(c *check, a *machine.Answer, seconds float64) {
	p, r := m.property(c, c.asked), &c.result
	r.Verdict, r.Reason, r.Detail = a.Verdict, a.Reason, a.Detail
	p.Verdict = a.Verdict
	p.Found = newFound(a, seconds)
	if a.Run != nil {
		p.Depth, p.Found.Waves = p.Found.Length, m.Waves(a.Run)
		if asked := c.asked; p.Found.Waves != nil && m.Witness != nil {
			p.Found.Waves.Witness = func(w io.Writer) error { return m.Witness(w, asked, a.Run) }
		}
	}
	r.Depth = p.Depth
	r.Counted, r.States = "latch", a.Stats.Latches
	r.Stats.read(&a.Stats)
	r.Property = &p
}

// newFound says how an answer was found.
func newFound(a *machine.Answer, seconds float64) *trace.Found {
	f := &trace.Found{Reason: a.Reason, Detail: a.Detail, Bound: a.Bound, Loop: -1, Seconds: seconds}
	if a.Run != nil {
		f.Loop = a.Run.Loop
		if f.Length = len(a.Run.Inputs); f.Loop < 0 {
			f.Length--
		}
	}
	return f
}

// ValidateWitness checks a witness circuit in AIGER (see package witness) for a finite state machine: that it shows a property of states to hold,
// the first for which it does. The error is an [InvalidError] if there is none.
func (m *Model) ValidateWitness(ctx context.Context, name string, r io.Reader) (*Validation, error) {
	begin := time.Now()
	x, is := m.Form.(StateMachine)
	if !is {
		return nil, usage("%s: a witness circuit is about a finite state machine, and %s is none", name, m.Name)
	}
	w, err := aiger.Read(r, name, aiger.Limits{})
	if err != nil {
		return nil, err
	}
	rejected := errors.New("there is no property of states")
	for i, p := range x.Properties {
		if !p.OfStates() {
			continue
		}
		err := witness.Check(ctx, x.Circuit, p.Bad, w, 0)
		if err == nil {
			return &Validation{
				Verdict: Safe, Claim: fmt.Sprintf("SAFE for property %d", i+1), Algorithm: "witness circuit",
				Elements: len(w.Latches), Unit: "latch", Seconds: time.Since(begin).Seconds(),
			}, nil
		}
		if _, wrong := errors.AsType[*witness.Rejected](err); !wrong {
			return nil, err
		}
		rejected = err
	}
	return nil, &InvalidError{Reason: rejected.Error()}
}
