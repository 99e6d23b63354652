// This file defines the check of finite state machines, whose properties are decided one
// by one.

package systems

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/ijit/ijit/allsat/aig/aiger"
	"github.com/ijit/ijit/ijit"
	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/proof/certificate"
	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems/circuits/machine"
	"github.com/ijit/ijit/systems/circuits/witness"
)

// An engine is an algorithm for circuits.
type engine machine.Engine

// run decides a property of a finite state machine, or what is asked of a program.
func (e engine) run(c *check) error {
	if c.Machine != nil {
		return e.decide(c)
	}
	return e.program(c)
}

// wanted returns the numbers of the properties that are asked about.
func (q *question) wanted() ([]int, error) {
	all := q.Machine.Properties
	var list []int
	name := q.Options.Property
	for i, p := range all {
		if name == "" || p.Name == name {
			list = append(list, i)
		}
	}
	if len(list) > 0 {
		return list, nil
	}
	if n, err := strconv.Atoi(name); err == nil && 1 <= n && n <= len(all) {
		return []int{n - 1}, nil
	}
	switch {
	case len(all) == 0:
		return nil, usage("%s has no properties to check; %s", q.Name, q.howToAsk())
	default:
		return nil, usage("--property %s: %s has %d properties; give the name of one, or a number from 1 to %d", name, q.Name, len(all), len(all))
	}
}

// howToAsk says how a property is written.
func (q *question) howToAsk() string {
	if q.Machine.Witness != nil {
		return "properties of a circuit are its bad states, justice properties or outputs"
	}
	return "write one in the file, such as INVARSPEC x != 3, or LTLSPEC G (request -> F grant)"
}

// Each property gets a slice of time, at first a short one, so that one that is hard does not
// keep easy ones behind it from being decided. Slices grow by a factor.
const (
	firstSlice  = 2 * time.Second
	sliceFactor = 10
)

// machines decides the properties that are asked about, each by itself, and says of all
// of them together whether one is false, or one is open.
func (c *check) machines() error {
	list, err := c.wanted()
	if err != nil {
		return err
	}
	answers, err := c.inSlices(list)
	if err != nil {
		return err
	}
	c.reset()
	if err := c.vacuities(answers); err != nil {
		return err
	}
	if err := c.warnOfDeadlock(list); err != nil {
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
			if done := len(answers); c.C != nil && slice == firstSlice {
				p := &c.progress
				if p.Decided, p.Asked = done, len(list); done > 0 {
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
			c.undecided(i, r, 0)
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
func (c *check) warnOfDeadlock(asked []int) error {
	if !slices.ContainsFunc(asked, func(i int) bool { return c.Machine.Properties[i].Formula != nil }) {
		return nil
	}
	ctx, cancel := context.WithTimeout(c.ctx, besideTime)
	defer cancel()
	a, err := machine.Deadlock(ctx, c.Machine.Circuit, c.machineOptions())
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
	if fault := verdict.Guard(d.algorithm.Name, func() {
		if c.C != nil {
			err = d.label(begin)
		} else {
			err = d.algorithm.run(d)
		}
	}); fault != nil {
		d.crashed()
		d.faulty([]*Fault{fault})
	}
	if d.result.Property == nil {
		c.undecided(i, &d.result, time.Since(begin).Seconds())
	}
	d.because()
	d.result.Property.Found.Method = cmp.Or(d.result.By, d.result.Algorithm)
	d.result.Property.Found.Seconds = time.Since(begin).Seconds()
	d.result.PeakBytes = max(d.peak, d.meter.Peak())
	return &d.result, err
}

// undecided fills in the result of a property that was not decided.
func (c *check) undecided(i int, r *Result, seconds float64) {
	a := &machine.Answer{Bound: -1, Reason: r.Reason, Detail: r.Detail}
	if c.C == nil {
		c.found(i, r, a, seconds)
		return
	}
	p := c.labelled(i)
	p.Found = newFound(a, seconds)
	r.Property = &p
}

// decide decides the property that is asked about.
func (e engine) decide(c *check) error {
	begin := time.Now()
	p := c.Machine.Properties[c.asked]
	c.result.Via = ""
	a := machine.Answer{Reason: Unsupported, Detail: p.Unsupported, Bound: -1}
	var err error
	if p.Unsupported == "" || p.Compute != nil {
		if a, err = machine.Check(c.ctx, c.Machine.Circuit, p, machine.Engine(e), c.machineOptions()); err != nil {
			return fmt.Errorf("self-check: %w", err)
		}
	}
	c.result.Warning = a.Warning
	c.found(c.asked, &c.result, &a, time.Since(begin).Seconds())
	c.result.Stats.Replayed, c.result.Stats.Validated = a.Run != nil, a.Validated
	c.certifyMachine(&a)
	return nil
}

// certifyMachine makes the certificate of an answer about a property, if one was asked for.
func (c *check) certifyMachine(a *machine.Answer) {
	switch p := &c.Machine.Properties[c.asked]; {
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
		doc.Evidence.Clauses = certificate.Clauses(c.Machine.Circuit, a.Invariant)
		circuit, asked := c.Machine.Circuit, strconv.Itoa(c.asked+1)
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

// found fills in the result of a property.
func (c *check) found(i int, r *Result, a *machine.Answer, seconds float64) {
	p := c.Machine.Properties[i].Property
	p.File = c.Name
	r.Verdict, r.Reason, r.Detail = a.Verdict, a.Reason, a.Detail
	p.Verdict = a.Verdict
	p.Found = newFound(a, seconds)
	if a.Run != nil {
		p.Depth, p.Found.Waves = p.Found.Length, c.Machine.Waves(a.Run)
		if p.Found.Waves != nil && c.Machine.Witness != nil {
			p.Found.Waves.Witness = func(w io.Writer) error { return c.Machine.Witness(w, i, a.Run) }
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
