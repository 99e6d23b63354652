// This file defines the check of event-condition-action programs in C: each label is a question
// about the Boolean program, and what is found is replayed by the interpreter of C.

package systems

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/ijit/ijit/ijit"
	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/show/executions"
	"github.com/ijit/ijit/internal/show/render"
	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/circuits/machine"
	"github.com/ijit/ijit/systems/eca"
	"github.com/ijit/ijit/systems/eca/boxes"
	"github.com/ijit/ijit/systems/eca/cpa"
)

// A CProgram is the form of the models that are event-condition-action programs in C.
type CProgram struct {
	BooleanProgram // that is made of it
	*eca.File

	lowering sync.Once
	lowered  *eca.Lowered
	unfit    error // why it could not be
}

// readC reads a C program.
func (m *Model) readC() error {
	file, err := eca.Parse(m.Name, m.source)
	if err != nil {
		return err
	}
	m.Form, m.warnings = &CProgram{File: file}, values(file.Warnings)
	return nil
}

// Lower makes Program and Text of a model that is a C program, if that was not done before. Of
// others it does nothing.
func (m *Model) Lower() error {
	f, written := m.Form.(*CProgram)
	if !written {
		return nil
	}
	f.lowering.Do(func() {
		f.lowered = eca.Lower(f.File)
		m.Text = f.lowered.Text
		m.Program, f.unfit = parser.Parse(m.Name, m.Text, parser.Both)
	})
	return f.unfit
}

// InC reports whether the model is a C program.
func (m *Model) InC() bool {
	_, written := m.Form.(*CProgram)
	return written
}

func (*CProgram) suits(*question, *Algorithm) bool { return true }
func (*CProgram) bound(*question) int              { return 0 }

func (f *CProgram) fit(q *question) error {
	if q.algorithm.Name != "auto" {
		if err := q.Lower(); err != nil {
			return err
		}
	}
	if err := f.misfit(q); err != nil {
		return err
	}
	if q.bounded() {
		q.Threads = 1
	}
	q.Via = cmp.Or(q.Via, JIT)
	return nil
}

// misfit says what is wrong with the question for the program.
func (f *CProgram) misfit(q *question) error {
	if err := q.onlyMachines(); err != nil {
		return err
	}
	if flag := q.aboutThreads(); flag != "" {
		return usage("%s is about threads, and %s is a sequential C program", flag, q.Name)
	}
	has := func(l *eca.Label) bool { return l.Name == q.Label }
	switch {
	case q.LTL != "":
		return usage("--ltl is about Boolean programs; ijit translate makes one of %s", q.Name)
	case q.bounds():
		return usage("%s has one thread, so there are no context switches to count", q.Name)
	case q.Label != "" && !slices.ContainsFunc(f.Labels, has):
		return usage("--label %s: the program has no such label%s", q.Label, f.namesOfLabels(q.Label))
	case q.algorithm.Name == "auto" && q.Via != "":
		return usage("--via is about algorithms for Boolean programs; name one of them, such as --algorithm bfs --via %s", q.Via)
	case q.algorithm.Name == "cpa" && q.Analysis != "" && !slices.Contains(cpa.Names(), q.Analysis):
		return usage("--analysis %s: of cpa choose one of %s", q.Analysis, strings.Join(cpa.Names(), ", "))
	}
	return nil
}

func (f *CProgram) unasked(m *Model) error {
	if len(f.Labels) > 0 {
		return nil
	}
	return usage("nothing is asked: %s has no labels, no assertions and no calls of reach_error(); write error_1: assert(0); where the program should not come to", m.Name)
}

func (f *CProgram) proves(*Model, string) proof.Form { return boxes.Labels{File: f.File} }

func (*CProgram) Shows(f *render.Format, m *Model, _ *Options) error {
	if f.Turns == nil {
		return usage("the format %s does not show executions of C programs; of %s choose from %s", f.Name, m.Name, render.TurnsFormatNames())
	}
	return nil
}

// decide decides the labels that are asked about, each by itself, and says of all of them
// together whether one can be reached, or one is open.
func (f *CProgram) decide(c *check) error {
	var list []int
	for i, l := range f.Labels {
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
		return f.react(c, list)
	}
	answers, err := f.decideLabels(c, list)
	if err != nil {
		return err
	}
	c.reset()
	c.total(list, answers)
	r := &c.result
	r.Via, r.Threads = "", 0
	c.noCertificate("those about C programs are made without --algorithm")
	if r.Verdict == Safe {
		r.Detail = f.restsOn()
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
func (f *CProgram) namesOfLabels(label string) string {
	labels := f.Labels
	for _, l := range labels {
		if strings.HasPrefix(l.Name, label+":") { // its name and its line
			return "; say which one, such as " + l.Name
		}
	}
	if len(labels) == 0 {
		return ""
	}
	return fmt.Sprintf("; it has %d, such as %s", len(labels), labels[0].Name)
}

// decideLabels decides labels in one run, if the algorithm has one, or one by one.
func (f *CProgram) decideLabels(c *check, list []int) (map[int]*Result, error) {
	if c.algorithm.labels != nil {
		return c.algorithm.labels(c, f, list)
	}
	if c.algorithm.takes&recursiveCalls == 0 {
		c.inline() // once for all
	}
	c.progress.Asked = len(list)
	return c.inSlices(list)
}

// restsOn says on what abstraction an answer rests, "" for none.
func (f *CProgram) restsOn() string {
	var names []string
	for _, v := range f.lowered.Abstracted {
		names = append(names, v.Name)
	}
	if len(names) == 0 {
		return ""
	}
	return "of " + strings.Join(names, ", ") + " only intervals are known"
}

// property returns the property that is a label.
func (f *CProgram) property(c *check, i int) Property {
	l := f.Labels[i]
	return Property{File: c.Name, Pos: l.Pos, Kind: "label", Text: l.Name, PC: -1}
}

// one decides whether the label that is asked about can be reached.
func (f *CProgram) one(c *check) error {
	c.Label = f.Labels[c.asked].Name
	if err := c.algorithm.run(c); err != nil {
		return err
	}
	f.judge(c, 0)
	return nil
}

// judge fills in the property of a result, after a replay by the interpreter of C if the label
// can be reached in the Boolean program.
func (f *CProgram) judge(c *check, seconds float64) {
	r := &c.result
	var inputs []int32
	var turns *trace.Turns
	if r.Verdict == Unsafe {
		var reached bool
		if turns, inputs, reached = f.inputs(c, f.Labels[c.asked]); !reached {
			detail := r.Detail
			*r = Result{Algorithm: r.Algorithm, Answer: ijit.Answer{Reason: cmp.Or(c.untold, Unsupported), Detail: "what leads to the label is not known: " + detail}, Stats: r.Stats}
			if detail == "" {
				r.Detail = "the Boolean program reaches the label, but the C program does not on the same inputs: " + f.restsOn()
			}
		}
	}
	p := f.property(c, c.asked)
	switch p.Verdict = r.Verdict; r.Verdict {
	case Safe:
		r.Detail = f.restsOn()
	case Unsafe:
		r.Depth, r.Stats.Replayed = len(inputs), true
	}
	if c.Options.Algorithm != c.algorithm.Name {
		r.By = c.algorithm.Name
	}
	p.Found = newFound(&machine.Answer{Bound: -1, Reason: r.Reason, Detail: r.Detail}, seconds)
	p.Found.Inputs, p.Found.Turns, p.Found.Method = inputs, turns, c.algorithm.Name
	r.Property = &p
}

// inputs returns the inputs that the trace reads, up to that in whose turn the label is reached,
// and whether the C program reaches it with these.
func (f *CProgram) inputs(c *check, l *eca.Label) (t *trace.Turns, inputs []int32, reached bool) {
	if c.result.Trace == nil {
		return nil, nil, false
	}
	for s := range c.result.Trace.All() {
		if x, ok := f.lowered.Input(s.Pos.Line, s.State.Shared); ok {
			inputs = append(inputs, x)
		}
	}
	t, n, reached := executions.React(f.File, l, inputs)
	return t, inputs[:n], reached
}

// Measures are those of a C program.
type Measures = eca.Measures

// Measures returns the measures of the C program.
func (f *CProgram) Measures() Measures { return eca.Classify(f.File) }
