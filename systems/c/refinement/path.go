// This file defines paths, made of executions of the Boolean program.

package refinement

import (
	"context"
	"fmt"
	"maps"

	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/systems/c/abstraction"
	"github.com/ijit/ijit/systems/c/execution"
	"github.com/ijit/ijit/systems/c/form"
	"github.com/ijit/ijit/systems/c/word"
)

// A Step of a path is an edge that a thread takes.
type Step struct {
	Thread    int // from 1 on
	Automaton int
	Edge      *form.Edge
	Index     int // of the step in the trace
	Created   int // the thread that it starts, or 0
}

// A Path is an interleaving of edges, of which the last one is a check that fails.
type Path struct {
	Program *form.Program
	Steps   []Step
	// Conditions say of each step that it can be taken, and of the last that it fails: in terms of what variables have at
	// the beginning and of inputs.
	Conditions []word.Term

	trace  *trace.Trace
	owners *form.Owners
	model  *word.Solver
	tagged map[tag]word.Variable
	plain  map[word.Variable]tag
}

// A tag says whose a variable is in a path: a thread's, or for an input a step's.
type tag struct {
	of       int
	variable word.Variable
}

// New returns the path of an execution of the Boolean program.
func New(p *form.Program, b *abstraction.Boolean, tr *trace.Trace) (*Path, error) {
	path := &Path{Program: p, trace: tr, owners: p.Owners(), tagged: map[tag]word.Variable{}, plain: map[word.Variable]tag{}}
	runs := map[int]int{1: 0}
	last := map[int]int{} // the step of a thread
	for i := range tr.Steps {
		s := &tr.Steps[i]
		if f, ok := b.Starts[s.Pos.Line]; ok && s.Created > 0 {
			runs[s.Created] = f
			path.Steps[last[s.Thread]].Created = s.Created
		}
		if e, ok := b.Edges[s.Pos.Line]; ok && (e.Check == form.None || s.Fails) {
			last[s.Thread] = len(path.Steps)
			path.Steps = append(path.Steps, Step{Thread: s.Thread, Automaton: runs[s.Thread], Edge: e, Index: i})
		}
	}
	if n := len(path.Steps); n == 0 || path.Steps[n-1].Edge.Check == form.None {
		return nil, fmt.Errorf("the execution does not end in an assertion")
	}
	path.execute()
	return path, nil
}

// In returns the path of the program that the path's program is a slice of.
func (p *Path) In(whole *form.Program) *Path {
	path := &Path{Program: whole, trace: p.trace, owners: whole.Owners(), tagged: map[tag]word.Variable{}, plain: map[word.Variable]tag{}}
	for _, s := range p.Steps {
		for _, e := range s.Edge.Parts {
			step := Step{Thread: s.Thread, Automaton: s.Automaton, Edge: e, Index: s.Index}
			if e.Start >= 0 {
				step.Created = s.Created
			}
			path.Steps = append(path.Steps, step)
		}
	}
	path.execute()
	return path
}

// Needs adds to a set the variables that the conditions of some steps are about.
func (p *Path) Needs(core []int, vars map[word.Variable]bool) {
	for _, i := range core {
		e := p.Steps[i].Edge
		for _, x := range []word.Term{e.Guard, e.Defined} {
			p.Program.Terms.Variables(x, func(v word.Variable) {
				if p.owners.Of(v) != form.Input {
					vars[v] = true
				}
			})
		}
	}
}

// Tag returns the variable that stands for one of a thread, or for an input of a step.
func (p *Path) tag(of int, v word.Variable) word.Variable {
	k := tag{of, v}
	x, ok := p.tagged[k]
	if !ok {
		t := p.Program.Terms
		x = t.NewVariable(fmt.Sprintf("%s@%d", t.Name(v), of), t.VariableWidth(v), t.Signed(v))
		p.tagged[k], p.plain[x] = x, k
	}
	return x
}

// own returns x of a step with variables that say whose they are.
func (p *Path) own(i int) *word.Substitution {
	t := p.Program.Terms
	s := &p.Steps[i]
	r := t.Substitute(func(v word.Variable) (word.Term, bool) {
		switch p.owners.Of(v) {
		case form.Shared:
			return 0, false
		case form.Input:
			return t.Var(p.tag(-1-i, v)), true
		}
		return t.Var(p.tag(s.Thread, v)), true
	})
	r.Element = func(array word.Variable, _ word.Term, width int) word.Term { // anything
		return t.Var(t.NewVariable(fmt.Sprintf("%s[]@%d", t.Name(array), i), width, t.Signed(array)))
	}
	return r
}

// updates returns what a step assigns, by variables that say whose they are.
func (p *Path) updates(i int) map[word.Variable]word.Term {
	s := &p.Steps[i]
	own := p.own(i)
	m := map[word.Variable]word.Term{}
	if s.Edge.Check != form.None {
		return m
	}
	for _, u := range s.Edge.Updates {
		if u.Index != form.None {
			continue
		}
		v := u.Variable
		if p.owners.Of(v) != form.Shared {
			v = p.tag(s.Thread, v)
		}
		m[v] = own.In(u.Value)
	}
	if s.Created > 0 {
		for _, u := range s.Edge.Arguments {
			m[p.tag(s.Created, u.Variable)] = own.In(u.Value)
		}
	}
	return m
}

// requires returns what has to hold in front of a step.
func (p *Path) requires(i int) word.Term {
	return p.own(i).In(p.Program.Happens(p.Steps[i].Edge))
}

// execute computes the conditions forward.
func (p *Path) execute() {
	t := p.Program.Terms
	now := map[word.Variable]word.Term{}
	for _, g := range p.Program.Globals {
		if g.Initial != form.None {
			now[g.Variable] = g.Initial
		}
	}
	for i := range p.Steps {
		current := t.Replace(now)
		p.Conditions = append(p.Conditions, current.In(p.requires(i)))
		next := p.updates(i)
		for v, x := range next {
			next[v] = current.In(x)
		}
		maps.Copy(now, next)
	}
}

// Feasible reports whether all conditions can hold at once; if not, core has steps whose conditions cannot.
func (p *Path) Feasible(ctx context.Context) (ok bool, core []int, err error) {
	s := word.NewSolver(p.Program.Terms)
	p.model = s
	ok, err = s.Sat(ctx, p.Conditions...)
	if ok || err != nil {
		return ok, nil, err
	}
	left := p.failed(s, p.Conditions)
	for i := 0; i < len(left); i++ { // without each that is not needed
		var terms []word.Term
		for j, k := range left {
			if i != j {
				terms = append(terms, p.Conditions[k])
			}
		}
		sat, err := s.Sat(ctx, terms...)
		if err != nil {
			return false, nil, err
		}
		if !sat {
			left = append(left[:i:i], left[i+1:]...)
			i--
		}
	}
	return false, left, nil
}

func (p *Path) failed(s *word.Solver, terms []word.Term) (core []int) {
	failed := map[word.Term]bool{}
	for _, x := range s.Core(terms...) {
		failed[x] = true
	}
	for i, x := range p.Conditions {
		if failed[x] {
			core = append(core, i)
			failed[x] = false
		}
	}
	return core
}

// Loose says what of C the steps of a path leave open, so that what the solver chose may not be what happens: "" for
// nothing.
func (p *Path) Loose() string {
	for _, s := range p.Steps {
		reads := false
		s.Edge.Terms(func(x word.Term) { reads = reads || p.Program.Terms.Reads(x) })
		if reads {
			return "what is in an array is not known"
		}
	}
	return p.Undecided()
}

// Undecided says what of C the steps of a path leave open, even in a replay: "" for nothing.
func (p *Path) Undecided() string {
	for _, s := range p.Steps {
		if s.Edge.Loose != "" {
			return s.Edge.Loose
		}
	}
	return ""
}

// locals returns values that the locals of a thread have at first.
func (p *Path) locals(thread int) map[word.Variable]uint64 {
	m := map[word.Variable]uint64{}
	for k, v := range p.tagged {
		if k.of == thread {
			m[k.variable] = p.model.Value(p.Program.Terms.Var(v))
		}
	}
	return m
}

// Execution returns the path for a replay, with values for which it is feasible.
func (p *Path) Execution() *execution.Path {
	x := &execution.Path{Globals: map[word.Variable]uint64{}, Locals: p.locals(1)}
	for _, g := range p.Program.Globals {
		if g.Initial == form.None {
			x.Globals[g.Variable] = p.model.Value(p.Program.Terms.Var(g.Variable))
		}
	}
	number := map[int]int{1: 1} // threads by the order in which edges start them
	for i := range p.Steps {
		s := &p.Steps[i]
		m := execution.Move{Thread: number[s.Thread], Edge: s.Edge, Inputs: map[word.Variable]uint64{}}
		for _, v := range s.Edge.Inputs {
			m.Inputs[v] = p.model.Value(p.Program.Terms.Var(p.tag(-1-i, v)))
		}
		if s.Edge.Start >= 0 {
			number[s.Created] = len(number) + 1
			m.Created = p.locals(s.Created)
		}
		x.Moves = append(x.Moves, m)
	}
	return x
}
