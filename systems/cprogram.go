// This file defines the check of event-condition-action programs in C: each label is a question
// about the Boolean program, and what is found is replayed by the interpreter of C.

package systems

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/ijit/ijit/ijit"
	"github.com/ijit/ijit/internal/show/executions"
	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/internal/source"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/circuits/machine"
	"github.com/ijit/ijit/systems/eca"
	"github.com/ijit/ijit/systems/eca/cpa"
)

// readC reads a C program.
func (m *Model) readC(r io.Reader) error {
	text, err := source.All(m.Name, r)
	if err != nil {
		return err
	}
	if m.C, err = eca.Parse(m.Name, text); err != nil {
		return err
	}
	m.warnings, m.written = m.C.Warnings, text
	return nil
}

// Lower makes Program and Text of a model that is a C program, if that was not done before. Of
// others it does nothing.
func (m *Model) Lower() error {
	if m.C == nil {
		return nil
	}
	m.lowering.Do(func() {
		m.lowered = eca.Lower(m.C)
		m.Text = m.lowered.Text
		m.Program, m.unfit = parser.Parse(m.Name, m.Text, parser.Both)
	})
	return m.unfit
}

// misfitC is misfit for a C program.
func (q *question) misfitC() string {
	if flag := q.aboutThreads(); flag != "" {
		return fmt.Sprintf("%s is about threads, and %s is a sequential C program", flag, q.Name)
	}
	has := func(l *eca.Label) bool { return l.Name == q.Label }
	switch {
	case q.LTL != "":
		return fmt.Sprintf("--ltl is about Boolean programs; ijit translate makes one of %s", q.Name)
	case q.bounds():
		return fmt.Sprintf("%s has one thread, so there are no context switches to count", q.Name)
	case q.Label != "" && !slices.ContainsFunc(q.C.Labels, has):
		return fmt.Sprintf("--label %s: the program has no such label%s", q.Label, q.namesOfLabels())
	case q.algorithm.Name == "auto" && q.Via != "":
		return fmt.Sprintf("--via is about algorithms for Boolean programs; name one of them, such as --algorithm bfs --via %s", q.Via)
	case q.algorithm.Name == "cpa" && q.Analysis != "" && !slices.Contains(cpa.Names(), q.Analysis):
		return fmt.Sprintf("--analysis %s: of cpa choose one of %s", q.Analysis, strings.Join(cpa.Names(), ", "))
	}
	return ""
}

// labels decides the labels that are asked about, each by itself, and says of all of them
// together whether one can be reached, or one is open.
func (c *check) labels() error {
	var list []int
	for i, l := range c.C.Labels {
		if c.Label == "" || c.Label == l.Name {
			list = append(list, i)
		}
	}
	c.All = false
	if len(list) == 0 {
		c.result.Verdict, c.result.Via, c.result.Vacuous = Safe, "", noAssertion
		return nil
	}
	if c.algorithm.react != nil {
		return c.react(list)
	}
	answers, err := c.decideLabels(list)
	if err != nil {
		return err
	}
	c.reset()
	c.total(list, answers)
	r := &c.result
	r.Via, r.Threads = "", 0
	c.noCertificate("those about C programs are made without --algorithm")
	if r.Verdict == Safe {
		r.Detail = c.restsOn()
	}
	c.warnOfOverflow()
	return nil
}

// warnOfOverflow warns where inputs lead to a label only if arithmetic wraps around.
func (c *check) warnOfOverflow() {
	for i := range c.result.Properties {
		p := &c.result.Properties[i]
		if p.Verdict != Unsafe {
			continue
		}
		if at, found := p.Found.Turns.Overflow(); found {
			c.warn(fmt.Sprintf("%s:%s: arithmetic overflows on the way to %s, which is undefined in C; it wraps around here", c.Name, at, p.Text))
			return
		}
	}
}

// warn adds a warning.
func (c *check) warn(text string) {
	c.result.Warning = strings.TrimPrefix(c.result.Warning+"; "+text, "; ")
}

// namesOfLabels says which labels there are.
func (q *question) namesOfLabels() string {
	labels := q.C.Labels
	for _, l := range labels {
		if strings.HasPrefix(l.Name, q.Label+":") { // its name and its line
			return "; say which one, such as " + l.Name
		}
	}
	if len(labels) == 0 {
		return ""
	}
	return fmt.Sprintf("; it has %d, such as %s", len(labels), labels[0].Name)
}

// decideLabels decides labels in one run, if the algorithm has one, or one by one.
func (c *check) decideLabels(list []int) (map[int]*Result, error) {
	if c.algorithm.labels != nil {
		return c.algorithm.labels(c, list)
	}
	if c.algorithm.takes&recursiveCalls == 0 {
		c.inline() // once for all
	}
	return c.inSlices(list)
}

// restsOn says on what abstraction an answer rests, "" for none.
func (c *check) restsOn() string {
	var names []string
	for _, v := range c.lowered.Abstracted {
		names = append(names, v.Name)
	}
	if len(names) == 0 {
		return ""
	}
	return "of " + strings.Join(names, ", ") + " only intervals are known"
}

// labelled returns the property that is a label of the C program.
func (c *check) labelled(i int) Property {
	l := c.C.Labels[i]
	return Property{File: c.Name, Pos: l.Pos, Kind: "label", Text: l.Name, PC: -1}
}

// label decides whether the label that is asked about can be reached.
func (c *check) label(begin time.Time) error {
	c.Label = c.C.Labels[c.asked].Name
	if err := c.algorithm.run(c); err != nil {
		return err
	}
	c.judge(begin)
	return nil
}

// judge fills in the property of a result, after a replay by the interpreter of C if the label
// can be reached in the Boolean program.
func (c *check) judge(begin time.Time) {
	r := &c.result
	var inputs []int32
	var turns *trace.Turns
	if r.Verdict == Unsafe {
		var reached bool
		if turns, inputs, reached = c.inputs(c.C.Labels[c.asked]); !reached {
			detail := r.Detail
			*r = Result{Algorithm: r.Algorithm, Answer: ijit.Answer{Reason: cmp.Or(c.untold, Unsupported), Detail: "what leads to the label is not known: " + detail}, Stats: r.Stats}
			if detail == "" {
				r.Detail = "the Boolean program reaches the label, but the C program does not on the same inputs: " + c.restsOn()
			}
		}
	}
	p := c.labelled(c.asked)
	switch p.Verdict = r.Verdict; r.Verdict {
	case Safe:
		r.Detail = c.restsOn()
	case Unsafe:
		r.Depth, r.Stats.Replayed = len(inputs), true
	}
	if c.Options.Algorithm != c.algorithm.Name {
		r.By = c.algorithm.Name
	}
	p.Found = newFound(&machine.Answer{Bound: -1, Reason: r.Reason, Detail: r.Detail}, time.Since(begin).Seconds())
	p.Found.Inputs, p.Found.Turns, p.Found.Method = inputs, turns, c.algorithm.Name
	r.Property = &p
}

// inputs returns the inputs that the trace reads, up to that in whose turn the label is reached,
// and whether the C program reaches it with these.
func (c *check) inputs(l *eca.Label) (t *trace.Turns, inputs []int32, reached bool) {
	if c.result.Trace == nil {
		return nil, nil, false
	}
	for s := range c.result.Trace.All() {
		if x, ok := c.lowered.Input(s.Pos.Line, s.State.Shared); ok {
			inputs = append(inputs, x)
		}
	}
	t, n, reached := executions.React(c.C, l, inputs)
	return t, inputs[:n], reached
}

// Measures are those of a C program.
type Measures = eca.Measures

// Measures returns the measures of the C program.
func (m *Model) Measures() Measures { return eca.Classify(m.C) }
