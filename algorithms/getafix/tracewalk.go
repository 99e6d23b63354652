// This file defines how an execution is told: the program is executed along a trace, so
// that all variables have values, those included that the formula forgets.

package getafix

import (
	"fmt"
	"slices"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/parser"
)

// A walker executes the program along a trace. Where the trace leaves values open,
// because nothing reads them, it chooses.
type walker struct {
	*Trace
	globals []bool
	stack   []position
	entered int // how many of the legs
}

// A position is in a procedure that has not returned.
type position struct {
	leg    []stop
	at     int
	call   bool // it will return
	locals []bool
}

// begin chooses the values with which the program begins.
func (w *walker) begin() {
	x := w.legs[0][0].tuple
	w.globals = make([]bool, len(w.now.Globals))
	w.push(w.legs[0], false)
	n := w.node(x)
	w.choose(w.m.And(w.enc.Initial(), w.any(x.now, n)), n.Proc.Locals, w.program().Globals)
	w.entered = 1
}

func (w *walker) program() *parser.File { return w.base.program.File }

// push enters a procedure.
func (w *walker) push(leg []stop, call bool) {
	n := w.node(leg[0].tuple)
	w.stack = append(w.stack, position{leg: leg, call: call, locals: make([]bool, len(n.Proc.Locals))})
}

func (w *walker) top() *position { return &w.stack[len(w.stack)-1] }

// choose gives variables the values that they have in a state out of a set, over now.
func (w *walker) choose(set bdd.Node, lists ...[]*parser.Var) {
	cube, _ := w.m.Pick(set)
	at := map[bdd.Var]bool{}
	for _, l := range cube {
		at[l.Var] = l.Value
	}
	for _, list := range lists {
		for _, v := range list {
			if value, ok := at[w.now.Var(v)]; ok {
				*w.value(v) = value
			}
		}
	}
}

// value returns the place of a variable of the running procedure, or of a global.
func (w *walker) value(v *parser.Var) *bool {
	if v.Proc == nil {
		return &w.globals[v.Index]
	}
	return &w.top().locals[v.Index]
}

// state returns where all variables that a relation depends on have their values.
func (w *walker) state(rel bdd.Node) bdd.Node {
	var c bdd.Cube
	for _, v := range w.m.Vars(w.m.Support(rel)) {
		if value, ok := w.current(v); ok {
			c = append(c, bdd.Literal{Var: v, Value: value})
		}
	}
	return w.m.Cube(c)
}

// current returns the value of the variable that has a place in now.
func (w *walker) current(v bdd.Var) (value, ok bool) {
	i, found := w.index[v]
	if !found {
		return false, false
	}
	if i < len(w.globals) {
		return w.globals[i], true
	}
	if i -= len(w.globals); i < len(w.top().locals) {
		return w.top().locals[i], true
	}
	return false, false
}

// step returns the step at the position.
func (w *walker) step() Step {
	p := w.top()
	x := p.leg[p.at]
	s := Step{
		PC: w.node(x.tuple).PC, Depth: len(w.stack) - 1,
		Globals: slices.Clone(w.globals), Locals: slices.Clone(p.locals),
	}
	switch last := p.at == len(p.leg)-1; {
	case last && p.call:
		s.Kind = Return
	case last && w.entered < len(w.legs), x.inside != nil:
		s.Kind = Call
	case last && w.finding.Failed:
		s.Kind = Failure
	case last:
		s.Kind = Arrival
	}
	return s
}

// advance takes a step.
func (w *walker) advance(k Kind) error {
	p := w.top()
	x := p.leg[p.at].inside
	switch {
	case k == Return:
		return w.leave()
	case k == Plain:
		return w.along()
	case x == nil:
		w.entered++
		return w.enter(w.legs[w.entered-1], false)
	}
	if err := w.expand(x); err != nil {
		return fmt.Errorf("inside of a call: %w", err)
	}
	return w.enter(x.leg, true)
}

// along takes a step inside of a procedure.
func (w *walker) along() error {
	p := w.top()
	n, to := w.node(p.leg[p.at].tuple), p.leg[p.at+1].tuple
	next := w.node(to)
	behind := w.any(to.now, next)
	p.at++
	for _, e := range n.Out {
		if e.To != next.PC || e.Kind == parser.CallEdge {
			continue
		}
		s := w.space.step(e)
		after := w.m.AndExists(s.Relation, w.state(s.Relation), w.nows)
		after = w.m.And(w.m.Rename(after, s.Back), behind)
		if after != bdd.False {
			w.choose(after, s.Writes)
			return w.m.Err()
		}
	}
	return w.stuck(n)
}

// enter calls a procedure.
func (w *walker) enter(leg []stop, returns bool) error {
	p := w.top()
	n, to := w.node(p.leg[p.at].tuple), leg[0].tuple
	for _, e := range n.Out {
		if e.Kind != parser.CallEdge {
			continue
		}
		c := w.site(e)
		args := w.m.AndExists(c.call.Args, w.state(c.call.Args), w.nows)
		w.push(leg, returns)
		begin := w.m.And(w.m.Rename(args, w.toNow), w.any(to.now, w.node(to)))
		entry := w.enc.Entry(w.base.modules[to.module])
		if begin = w.m.And(begin, entry); begin != bdd.False {
			w.choose(begin, w.base.modules[to.module].Locals)
			return w.m.Err()
		}
	}
	return w.stuck(n)
}

// leave returns to the caller.
func (w *walker) leave() error {
	p := w.top()
	n := w.node(p.leg[p.at].tuple)
	exit := w.exit(n)
	values := w.m.AndExists(exit, w.state(exit), w.nows)
	w.stack = w.stack[:len(w.stack)-1]
	p = w.top()
	from, to := w.node(p.leg[p.at].tuple), p.leg[p.at+1].tuple
	behind := w.any(to.now, w.node(to))
	p.at++
	for _, e := range from.Out {
		if e.Kind != parser.CallEdge || e.To != w.node(to).PC {
			continue
		}
		c := w.site(e)
		after := w.m.And(w.m.Rename(w.m.AndExists(c.call.Results, values, w.returns), c.call.Back), behind)
		if after != bdd.False {
			w.choose(after, c.call.Writes)
			return w.m.Err()
		}
	}
	return w.stuck(n)
}

// stuck says that the trace does not go on.
func (w *walker) stuck(n *parser.Node) error {
	if err := w.m.Err(); err != nil {
		return err
	}
	return fmt.Errorf("getafix: no step leads on from %s:%s", w.base.program.File.Name, n.Pos)
}
