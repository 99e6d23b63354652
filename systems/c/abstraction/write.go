// This file defines how the Boolean program is written.

package abstraction

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ijit/ijit/systems/c/form"
)

// A Boolean is a Boolean program, and what its lines were made from.
type Boolean struct {
	Text string
	// Edges are those that lines were made from: the statement of a step, or the assertion of a check.
	Edges map[int]*form.Edge
	// Of is the automaton that the thread runs which executes a line, and Starts the one that a line starts, or -1.
	Of     map[int]int
	Starts map[int]int
}

type writer struct {
	strings.Builder
	line int
}

func (w *writer) printf(format string, args ...interface{}) int {
	w.line++
	fmt.Fprintf(w, format+"\n", args...)
	return w.line
}

// Write makes the Boolean program for the predicates so far.
func (a *Abstraction) Write(ctx context.Context) (*Boolean, error) {
	t := a.Program.Terms
	b := &Boolean{Edges: map[int]*form.Edge{}, Of: map[int]int{}, Starts: map[int]int{}}
	w := &writer{}
	var all []*views
	for i := range a.Program.Automata {
		v := &views{visible: a.visible(i)}
		var err error
		if v.cubes, err = a.inconsistent(ctx, v.visible); err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	initial := a.Program.Initially()
	var open []*Predicate // shared ones that may be anything at first
	for _, p := range a.Predicates {
		if p.Owner != form.Shared {
			continue
		}
		value, known := t.IsConst(initial.In(p.Term))
		if !known {
			open = append(open, p)
		}
		w.printf("decl %s := %d; // %s", p.Bit, value, t.String(p.Term))
	}
	for _, k := range a.turns() {
		w.printf("decl %s := 0; // somebody has a ticket that is %s", k.bit, t.String(k.equal))
	}
	w.printf("void main() begin")
	for _, p := range a.Predicates {
		if p.Owner != form.Shared {
			w.printf("decl %s := 0; // %s", p.Bit, t.String(p.Term))
		}
	}
	for i, f := range a.Program.Automata {
		w.printf("decl %s := 0; // the thread runs %s", In(i), f.Name)
	}
	for i, c := range a.counters {
		w.printf("decl %s := 0; // the thread owns %s", owns(i), t.Name(c.Variable))
	}
	for i, k := range a.tickets {
		w.printf("decl %s := 0; // the thread has drawn %s", has(i), t.Name(k.Local))
	}
	started := map[int]bool{0: true}
	for _, e := range a.Program.Edges() {
		started[e.Start] = true
	}
	for i := range a.Program.Automata {
		if !started[i] {
			continue
		}
		line := w.printf("F%d: %s", i, a.first(i, all[i], open))
		b.Of[line] = i
		if err := a.automaton(ctx, w, b, i, all); err != nil {
			return nil, err
		}
	}
	w.printf("end")
	b.Text = w.String()
	return b, nil
}

// first is the first statement of a thread that runs an automaton.
func (a *Abstraction) first(i int, v *views, open []*Predicate) *statement {
	s := newStatement()
	handed := a.handed(i)
	for _, p := range a.Predicates {
		switch {
		case slices.Contains(handed, p):
		case p.Owner == i, i == 0 && slices.Contains(open, p):
			s.change(p, "*")
		case p.Owner != form.Shared:
			s.set(p.Bit, "0")
		}
	}
	for j := range a.Program.Automata {
		s.set(In(j), bit01(i == j))
	}
	for j, c := range a.counters {
		s.set(owns(j), bit01(c.Owned(a.Program.Automata[i], a.Program.Automata[i].Entry)))
	}
	for j := range a.tickets {
		s.set(has(j), "0")
	}
	s.consistent(v.cubes)
	return s
}

// automaton writes the nodes of an automaton, each behind an edge to it if it can be.
func (a *Abstraction) automaton(ctx context.Context, w *writer, b *Boolean, i int, all []*views) error {
	f := a.Program.Automata[i]
	out := f.Out()
	written := make([]bool, f.Nodes)
	var node func(n int) error
	node = func(n int) error {
		if written[n] {
			w.printf("goto N%d_%d;", i, n)
			return nil
		}
		written[n] = true
		label := fmt.Sprintf("N%d_%d", i, n)
		switch len(out[n]) {
		case 0:
			w.printf("%s: end_thread;", label)
			return nil
		case 1:
		default:
			var labels []string
			for k := range out[n] {
				labels = append(labels, fmt.Sprintf("E%d_%d_%d", i, n, k))
			}
			w.printf("%s: goto %s;", label, strings.Join(labels, ", "))
		}
		for k, e := range out[n] {
			if len(out[n]) > 1 {
				label = fmt.Sprintf("E%d_%d_%d", i, n, k)
			}
			if err := a.edge(ctx, w, b, label, i, e, all); err != nil {
				return err
			}
			if e.Check == form.None {
				if err := node(e.To); err != nil {
					return err
				}
			}
		}
		return nil
	}
	return node(f.Entry)
}

func (a *Abstraction) edge(ctx context.Context, w *writer, b *Boolean, label string, i int, e *form.Edge, all []*views) error {
	about := fmt.Sprintf("// %d: %s", e.Origin.Line, strings.ReplaceAll(e.Origin.Text, "\n", " "))
	if e.Check != form.None {
		c, err := a.check(ctx, i, e, all)
		if err != nil {
			return err
		}
		line := w.printf("%s: assert(%s); %s", label, c, about)
		b.Edges[line], b.Of[line] = e, i
		w.printf("assume(0);")
		return nil
	}
	s, err := a.step(ctx, i, e, all)
	if err != nil {
		return err
	}
	line := w.printf("%s: %s %s", label, s, about)
	b.Edges[line], b.Of[line] = e, i
	if e.Start >= 0 {
		line := w.printf("start_thread goto F%d;", e.Start)
		b.Starts[line] = e.Start
	}
	return nil
}
