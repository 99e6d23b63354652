// This file defines what has to hold of a program.

package form

import (
	"fmt"
	"slices"

	"github.com/ijit/ijit/systems/c/word"
)

// Sane returns what is wrong with a program, nil if nothing is: nodes and automata exist, guards and checks have one bit,
// what is assigned fits, nothing is assigned twice at once, and each automaton reads its own variables only.
func (p *Program) Sane() error {
	o, t := p.Owners(), p.Terms
	for i, e := range p.Edges() {
		f := p.Automata[i]
		wrong := func(format string, args ...any) error {
			return fmt.Errorf("%s: %s: %s", f.Name, p.Edge(e), fmt.Sprintf(format, args...))
		}
		switch {
		case e.From < 0 || e.From >= f.Nodes || e.Check == None && (e.To < 0 || e.To >= f.Nodes):
			return wrong("no such node")
		case e.Start >= len(p.Automata):
			return wrong("no such automaton")
		case t.Width(e.Guard) != 1 || t.Width(e.Defined) != 1 || e.Check != None && t.Width(e.Check) != 1:
			return wrong("a condition of several bits")
		case e.Start < 0 && len(e.Arguments) > 0:
			return wrong("arguments for no thread")
		}
		var err error
		e.Terms(func(x word.Term) {
			t.Variables(x, func(v word.Variable) {
				if owner := o.Of(v); owner != Shared && owner != i && !slices.Contains(e.Inputs, v) && err == nil {
					err = wrong("%s is read, which is not its own", t.Name(v))
				}
			})
		})
		if err != nil {
			return err
		}
		assigned := map[word.Variable]bool{}
		for _, u := range e.Updates {
			if owner := o.Of(u.Variable); owner != Shared && owner != i {
				return wrong("%s is assigned, which is not its own", t.Name(u.Variable))
			}
			if u.Index == None && assigned[u.Variable] {
				return wrong("%s is assigned twice", t.Name(u.Variable))
			}
			assigned[u.Variable] = true
			if t.Width(u.Value) != t.VariableWidth(u.Variable) {
				return wrong("%s has another width", t.Name(u.Variable))
			}
		}
		for _, u := range e.Arguments {
			if o.Of(u.Variable) != e.Start || t.Width(u.Value) != t.VariableWidth(u.Variable) {
				return wrong("%s is no parameter of the thread", t.Name(u.Variable))
			}
		}
	}
	return nil
}
