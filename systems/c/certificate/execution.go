// This file defines executions in certificates.

package certificate

import (
	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/systems/c/execution"
	"github.com/ijit/ijit/systems/c/form"
	"github.com/ijit/ijit/systems/c/word"
)

// NewExecution returns an execution as data.
func NewExecution(p *form.Program, path *execution.Path) *Execution {
	names := func(values map[word.Variable]uint64) map[string]uint64 {
		m := map[string]uint64{}
		for v, x := range values {
			if x != 0 {
				m[p.Terms.Name(v)] = x
			}
		}
		return m
	}
	x := &Execution{Race: p.Race, Globals: names(path.Globals), Locals: names(path.Locals)}
	for _, m := range path.Moves {
		move := Move{Thread: m.Thread, Line: m.Edge.Origin.Line, Inputs: names(m.Inputs), Created: names(m.Created)}
		for i, a := range p.Automata {
			for k, e := range a.Edges {
				if e == m.Edge {
					move.Automaton, move.Edge = i, k
				}
			}
		}
		x.Moves = append(x.Moves, move)
	}
	return x
}

// execute executes what the document says once more.
func (d *Document) execute(p *form.Program) (*Validation, error) {
	known := p.Names()
	var unknown string
	values := func(named map[string]uint64, names map[string]word.Variable) map[word.Variable]uint64 {
		m := map[word.Variable]uint64{}
		for name, x := range named {
			v, ok := names[name]
			if !ok || p.Terms.VariableWidth(v) < 64 && x>>p.Terms.VariableWidth(v) != 0 {
				unknown = name
				continue
			}
			m[v] = x
		}
		return m
	}
	path := &execution.Path{Globals: values(d.Execution.Globals, known), Locals: values(d.Execution.Locals, known)}
	for i, m := range d.Execution.Moves {
		if m.Automaton < 0 || m.Automaton >= len(p.Automata) || m.Edge < 0 || m.Edge >= len(p.Automata[m.Automaton].Edges) {
			return nil, proof.Reject("step %d is none of the program", i+1)
		}
		e := p.Automata[m.Automaton].Edges[m.Edge]
		if e.Loose != "" {
			return nil, proof.Reject("step %d may be none: %s", i+1, e.Loose)
		}
		inputs := map[string]word.Variable{}
		for _, v := range e.Inputs {
			inputs[p.Terms.Name(v)] = v
		}
		path.Moves = append(path.Moves, execution.Move{Thread: m.Thread, Edge: e, Inputs: values(m.Inputs, inputs), Created: values(m.Created, known)})
	}
	if unknown != "" {
		return nil, proof.Reject("there is no variable %s with such a value", unknown)
	}
	steps, err := path.Replay(p, d.Threads)
	if err != nil {
		return nil, proof.Reject("%v", err)
	}
	return &Validation{Assumptions: p.Assumptions, Fails: &steps[len(steps)-1].Edge.Origin, Elements: len(steps)}, nil
}
