// This file defines how a question is asked of a slice of the program, in which variables that have no influence are left
// out, and of states in which dead locals are 0. Both come back in executions.

package systems

import (
	"bytes"
	"fmt"
	"slices"
	"sync"

	"github.com/ijit/ijit/ijit"
	"github.com/ijit/ijit/internal/proof/certificate"
	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/parser/ltl"
)

// slice makes the question one about a slice of the program, if that has fewer variables and if what
// is found can be told in terms of the program. An execution that goes round for ever needs the same values
// again: of a formula, variables without influence on it just begin with 0.
func (q *question) slice() error {
	if q.reparse == nil || q.Summaries || !q.reducible() {
		return nil
	}
	file := q.Program.File
	out := file.Irrelevant(q.observed()...)
	if len(out) == 0 {
		return nil
	}
	f, err := q.reparse() // a tree of its own: a slice changes it
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
	if q.LTL == "" {
		q.whole, q.out = q.Program, out
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
	q.Model = &Model{Model: ijit.Model{Name: q.Name, Text: q.Text, Program: p, Sum: q.Sum}, warnings: q.warnings, reparse: q.reparse}
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
	case q.Exact || q.Program == nil || q.C != nil || q.target != nil || q.Cover:
		return false
	case q.LTL != "":
		return true
	case q.algorithm.switches || q.algorithm.whole || q.convention():
		return false
	case q.Program.Direct() || q.starts() && q.inline():
		return true
	}
	return !q.algorithm.recursive
}

// explored returns the program whose configurations are explored: in that, locals are 0 where they are dead, if the answer
// can be told.
func (q *question) explored() *parser.Program {
	if p := q.live(); p != nil && q.code == q.Program {
		return p
	}
	return q.code
}

// zeroDead makes that program when it is asked for, once for all algorithms.
func (q *question) zeroDead() {
	p, can := q.Program, q.LTL == "" && q.reducible() && q.Program.Direct()
	q.live = sync.OnceValue(func() *parser.Program {
		if !can {
			return nil
		}
		live, err := parser.NewProgram(p.File, parser.Both|parser.Live)
		if err != nil || !slices.ContainsFunc(live.Nodes, func(n *parser.Node) bool { return n.Reachable && len(n.Dead) > 0 }) {
			return nil
		}
		return live
	})
}

// dead returns the locals that are dead at a location.
func (q *question) dead(pc int) []*parser.Var {
	if p := q.live(); p != nil {
		return p.Nodes[pc].Dead
	}
	return nil
}

// deadSomewhere counts the locals that are dead at some location.
func (q *question) deadSomewhere() int {
	some := map[*parser.Var]bool{}
	if p := q.live(); p != nil {
		for _, n := range p.Nodes {
			for _, v := range n.Dead {
				some[v] = some[v] || n.Reachable
			}
		}
	}
	n := 0
	for _, reachable := range some {
		if reachable {
			n++
		}
	}
	return n
}

// deadLocals names them for certificates: a word for each location, in which dead locals are 1.
func (q *question) deadLocals() (list []string) {
	p := q.live()
	if p == nil {
		return nil
	}
	for _, n := range p.Nodes {
		if len(n.Dead) == 0 {
			continue
		}
		bits := bytes.Repeat([]byte("0"), len(n.Proc.Locals))
		for _, v := range n.Dead {
			bits[v.Index] = '1'
		}
		list = append(list, fmt.Sprintf("%d:%s", n.PC, bits))
	}
	return list
}

// judged returns the program as written, as the judge has it.
func (q *question) judged() *parser.Program {
	if q.whole != nil {
		return q.whole
	}
	return q.Program
}

// subject is what a certificate is about: the program as written.
func (q *question) subject(property string) certificate.Input {
	in := q.input(property)
	if q.whole != nil {
		in.Program = q.whole.File
	}
	return in
}

// traced makes t, which is in terms of the program that is run, the trace of the result.
func (c *check) traced(t *trace.Trace) {
	if c.result.Trace = t; t != nil && (c.whole != nil || c.live() != nil) {
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
