// This file defines how a question is asked of a slice of the program: variables that have no
// influence are left out, and come back in executions.

package systems

import (
	"slices"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/proof/certificate"
	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/parser/ltl"
)

// slice makes the question one about a slice of the program, if that has fewer variables and if what
// is found can be told in terms of the program. An execution that goes round for ever needs the same values
// again: of a formula, variables without influence on it just begin with 0.
func (b BooleanProgram) slice(q *question) error {
	if b.reparse == nil || q.Summaries || !q.reducible() {
		return nil
	}
	file := q.Program.File
	out := file.Irrelevant(q.observed()...)
	if len(out) == 0 {
		return nil
	}
	f, err := b.reparse() // a tree of its own: a slice changes it
	if err != nil {
		return err
	}
	var same []*parser.Var // in that tree
	for _, v := range out {
		scope := f.Globals
		if v.Proc != nil {
			scope = f.Procs[slices.Index(file.Procs, v.Proc)].Locals
		}
		same = append(same, scope[v.Index])
	}
	q.whole = q.Program
	if q.LTL == "" {
		q.out = out
		f.LeaveOut(same)
	} else {
		for _, v := range same {
			if v.Init == parser.InitAny {
				v.Init = parser.InitZero
			}
		}
	}
	p, err := parser.NewProgram(f, parser.Both)
	if err != nil {
		return err
	}
	q.code, q.inlined, q.notInlined = nil, nil, nil
	sliced := *q.Model
	sliced.Program, q.Model = p, &sliced
	return nil
}

// observed returns the variables that a formula mentions.
func (q *question) observed() (list []*parser.Var) {
	if q.LTL == "" {
		return nil
	}
	props := ltl.NewPropositions(q.Program, q.Threads)
	if _, err := ltl.Parse("--ltl", q.LTL, props.Atom); err != nil {
		return nil // who asks the formula says so
	}
	for _, x := range props.List {
		list = append(list, x.Variables...)
	}
	return list
}

// reducible reports whether what is found with fewer variables or fewer states can be told: schedules of other programs
// are replayed as they are, as are nested executions, and cutoffs are about thread states.
func (q *question) reducible() bool {
	switch {
	case q.Exact || q.target != nil || q.Cover:
		return false
	case q.LTL != "":
		return true
	case q.algorithm.takes&switches != 0 || q.algorithm.whole || q.convention():
		return false
	case q.Program.Direct() || q.starts() && q.inline():
		return true
	}
	return q.algorithm.takes&recursiveCalls == 0
}

// judged returns the program as written, as the judge has it.
func (q *question) judged() *parser.Program {
	if q.whole != nil {
		return q.whole
	}
	return q.Program
}

// claimed is what a certificate is about: the program as written, or the Boolean program of one in C.
func (q *question) claimed(d *proof.Document) proof.Subject {
	s := q.proved(d)
	if d.Model.Kind == proof.Program {
		s.Form = certificate.Program{File: q.judged().File}
	}
	return s
}

// traced makes t, which is in terms of the program that is run, the trace of the result.
func (c *check) traced(t *trace.Trace) {
	if c.result.Trace = t; t != nil && (len(c.out) > 0 || c.live() != nil) {
		t.Complete(c.judged(), c.out, c.dead)
	}
}

// leftOut names the variables that were left out.
func (q *question) leftOut() []string {
	var names []string
	for _, v := range q.out {
		name := v.Name
		if v.Proc != nil {
			name = v.Proc.Name + "." + name
		}
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
