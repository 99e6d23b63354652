// This file defines Check, and what algorithms share to fill in its result.

package systems

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/converter"
	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/slots"
)

// Check decides whether an error can be reached. It returns an error only for a
// wrong use ([UsageError]) and for an answer that fails its own check; whatever
// else keeps it from deciding is a Result with the verdict Unknown and a reason.
func (m *Model) Check(ctx context.Context, o Options) (*Result, error) {
	c, end, err := m.begin(ctx, o)
	if err != nil {
		return nil, err
	}
	defer end()
	err = c.decide(c)
	c.settle()
	c.result.Seconds = time.Since(c.begin).Seconds()
	c.result.PeakBytes = max(c.peak, c.meter.Peak())
	return &c.result, err
}

// begin returns the check that is asked for, within the limit of time.
func (m *Model) begin(ctx context.Context, o Options) (c *check, end context.CancelFunc, err error) {
	begin := time.Now()
	q, err := ask(m, o)
	if err != nil {
		return nil, nil, err
	}
	end = func() {}
	if o.Timeout > 0 {
		ctx, end = context.WithDeadline(ctx, begin.Add(o.Timeout))
	}
	return newCheck(ctx, q, begin), end, nil
}

// run decides by the algorithm. An execution that it finds is made shorter.
func (c *check) run() error {
	err := c.algorithm.run(c)
	if err == nil {
		err = c.shorten()
	}
	c.because()
	return err
}

// withdraw takes back the verdict Safe of a result if it is none.
func (c *check) withdraw(r *Result) {
	switch {
	case r.Verdict != Safe:
		return
	case c.hidden():
		r.withdraw(Bound, c.hides())
	case c.NoVacuous && r.Vacuous != "":
		r.withdraw(Vacuous, r.Vacuous)
	default:
		return
	}
	if c.Certify {
		r.Certificate = proof.None("the answer is not SAFE")
	}
}

// settle takes back a verdict Safe that is none, and lets nothing be open without a reason.
func (c *check) settle() {
	r := &c.result
	c.withdraw(r)
	r.Checked = r.Stats.Replayed || r.Stats.Validated
	open := r.Verdict == Unknown
	for i := range r.Properties {
		switch p := &r.Properties[i]; {
		case p.Verdict != Unknown:
		case p.Found == nil:
			open = true
		default:
			p.Found.Reason = cmp.Or(p.Found.Reason, verdict.Because(c.ctx, verdict.NoReason))
		}
	}
	if !open {
		r.Reason = verdict.NoReason
		return
	}
	r.Reason = cmp.Or(r.Reason, verdict.Because(c.ctx, verdict.NoReason))
	if p := r.Property; p != nil && p.Found != nil && p.Verdict == Unknown {
		p.Found.Reason = cmp.Or(p.Found.Reason, r.Reason)
	}
}

// because gives what an algorithm has left open its reason.
func (c *check) because() {
	r := &c.result
	if r.Verdict != Unknown {
		return
	}
	r.Reason = verdict.Because(c.ctx, r.Reason)
	if p := r.Property; p != nil && p.Found != nil {
		p.Found.Reason = r.Reason
	}
}

// A check is one run of an algorithm.
type check struct {
	question
	ctx   context.Context
	begin time.Time
	meter *algorithms.Meter
	peak  uint64 // bytes in use, seen by others than meter
	most  int    // states to store; 0 for no limit
	asked int    // the number of the property of a finite state machine, or of the label of a C program
	// untilLimits says that context switches are counted without a bound.
	untilLimits bool
	untold      Reason // why the execution to an error is not known
	insensitive bool   // code forgets who called
	frames      parser.Frames
	parts       uint64 // into which the memory is divided: one for each side of a race
	progress    Progress
	result      Result

	properties  []Property
	watched     map[int]bool           // the locations of Options.Label
	meeting     [][]int                // the locations of labels in Options.Target
	places      *places                // of Options.Leak; nil if it is not asked for, or of a transition system
	translation *converter.Translation // of the program; nil before it was made
	translating time.Duration          // took so long
	slots       *slots.Slots           // nil if no formula needs them
}

func newCheck(ctx context.Context, q *question, begin time.Time) *check {
	c := &check{question: *q, ctx: ctx, begin: begin}
	c.reset()
	return c
}

// reset makes c ready to run an algorithm.
func (c *check) reset() {
	if c.meter != nil {
		c.peak = max(c.peak, c.meter.Peak())
	}
	c.untold = verdict.NoReason
	c.meter = algorithms.NewMeter(c.ctx, c.Memory, c.report)
	c.result = Result{Algorithm: c.Algorithm, Via: c.Via, Initial: c.start.text, Stats: Stats{LeftOut: len(c.out)}}
	if c.bounded() {
		c.result.Threads = c.Threads
	}
}

// fork returns a check of the same question, to be run beside others. Nothing that changes
// is shared but what ctx and tell share.
func (c *check) fork(ctx context.Context, tell func(Progress)) *check {
	d := *c
	d.ctx, d.Progress, d.meter = ctx, tell, nil
	d.reset()
	return &d
}

// room returns how many bytes an algorithm that counts its own may take, 0 for no limit: most of
// what the process has not taken yet, divided among the sides of a race. The rest is for garbage
// that is not collected yet.
func (c *check) room() uint64 {
	if c.Memory == 0 {
		return 0
	}
	left := c.Memory - min(c.Memory, c.meter.Used())
	return max(1, left/8*7/max(1, c.parts))
}

// property returns what can go wrong at a location.
func (c *check) property(pc int, kind, text string) Property {
	return *trace.PropertyAt(c.Program, c.Name, pc, kind, text)
}

// asserted returns the property that is an assertion.
func (c *check) asserted(pc int) Property {
	cond := c.Program.Nodes[pc].Stmt.Op.(*parser.Assert).Cond
	return c.property(pc, "assert", parser.ExprString(cond))
}

// asWritten finds the properties for an algorithm that runs procedures as they are. Whether
// a statement of a procedure can be reached depends on calls, so all count.
func (c *check) asWritten() {
	c.code, c.inlined, c.properties = c.Program, nil, nil
	for _, n := range c.Program.Nodes {
		if n.Stmt == nil || n.Stmt.PC != n.PC {
			continue
		}
		_, asserts := n.Stmt.Op.(*parser.Assert)
		switch {
		case c.Label != "" && slices.ContainsFunc(n.Stmt.Labels, func(l *parser.Label) bool { return l.Name == c.Label }):
			c.properties = append(c.properties, c.property(n.PC, "label", c.Label))
		case c.Label == "" && asserts:
			c.properties = append(c.properties, c.asserted(n.PC))
		}
	}
}

// asInlined finds the properties for an algorithm that runs the program with its calls
// inlined. A statement of a procedure that is called has several copies.
func (c *check) asInlined() {
	c.properties = nil
	switch {
	case len(c.together) > 0:
		c.meeting = c.meetings()
		c.properties = []Property{{File: c.Name, Kind: "target", Text: c.Options.Target, PC: verdict.NoPC}}
	case c.target != nil:
		c.properties = []Property{{File: c.Name, Kind: "target", Text: c.target.String(), PC: verdict.NoPC}}
	case c.Deadlock:
		c.properties = []Property{{File: c.Name, Kind: "deadlock", PC: verdict.NoPC}}
	case c.Leak && c.code == nil:
		c.properties = []Property{{File: c.Name, Kind: "leak", PC: verdict.NoPC}}
	case c.Leak:
		c.places = c.newPlaces(nil)
		for i, pc := range c.places.pcs {
			c.properties = append(c.properties, c.property(pc, "leak", c.places.names[i]))
		}
	case c.Label != "":
		c.watched = map[int]bool{}
		pcs, _ := c.code.Labelled(c.Label)
		for _, pc := range pcs {
			c.watched[pc] = true
			c.properties = append(c.properties, c.property(c.written(pc), "label", c.Label))
		}
	default:
		for _, a := range c.code.Properties() {
			c.properties = append(c.properties, c.asserted(c.written(a.PC)))
		}
	}
	slices.SortFunc(c.properties, func(x, y Property) int { return x.PC - y.PC })
	c.properties = slices.CompactFunc(c.properties, func(x, y Property) bool { return x.PC == y.PC })
}

// verdicts gives each property its own, if all were asked for. Without an error it
// is safe only if the run was complete.
func (c *check) verdicts(found []verdict.Finding, complete bool) {
	if !c.All {
		return
	}
	for i := range c.properties {
		p := &c.properties[i]
		if complete {
			p.Verdict = Safe
		}
		for _, f := range found {
			if f.PC == p.PC || p.Kind != "assert" && p.Kind != "leak" {
				p.Verdict, p.Depth = Unsafe, f.Depth
				break
			}
		}
	}
	c.result.Properties = c.properties
}

// blame returns the property that a finding is about.
func (c *check) blame(pc int) *Property {
	if pc == verdict.NoPC && c.Label != "" && c.result.Trace != nil {
		last := c.result.Trace.Final()
		for i := range c.properties {
			for _, t := range last.Threads {
				if t.PC == c.properties[i].PC {
					return &c.properties[i]
				}
			}
		}
	}
	if c.Deadlock && c.result.Trace != nil {
		c.properties[0].Text = c.result.Trace.Final().Blocked(c.Program)
	}
	for i := range c.properties {
		if c.properties[i].Kind != "assert" && pc == verdict.NoPC || c.properties[i].PC == pc {
			return &c.properties[i]
		}
	}
	return nil
}

// unfinished notes which limit kept an answer from being reported or checked in full, and
// reports whether one did: that which err is about, or that of the run.
func (c *check) unfinished(err error, doing string) bool {
	c.untold = verdict.ReasonOf(errors.Join(err, c.ctx.Err()), bdd.ErrNodes, bdd.ErrMemory)
	switch c.untold {
	case Timeout:
		c.result.Detail = "the time was up while " + doing
	case Memory:
		c.result.Detail = "the memory was used up while " + doing
	case Interrupted:
		c.result.Detail = "the run was interrupted while " + doing
	default:
		return false
	}
	return true
}

// report passes progress on.
func (c *check) report() {
	if c.Progress == nil {
		return
	}
	c.progress.Elapsed = time.Since(c.begin)
	c.progress.Memory = c.meter.Used()
	c.Progress(c.progress)
}
