// This file defines how the steps of a trace get values for all variables, those
// included that the search did not track.

package bebop

import (
	"cmp"
	"context"
	"math/big"
	"slices"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/internal/dataflow"
	"github.com/ijit/ijit/parser"
)

// A Kind says what the execution of a statement does.
type Kind int

const (
	Plain   Kind = iota // goes on in the procedure
	Call                // enters a procedure
	Over                // calls a procedure that returns: what happens inside is left out
	Return              // leaves the procedure for its caller
	Failure             // fails: the last step of a trace to an assertion
	Arrival             // nothing yet: the last step of a trace to a location
)

func (k Kind) String() string {
	return [...]string{"step", "call", "over", "return", "failure", "arrival"}[k]
}

// A Step is a state on a trace, and what happens next.
type Step struct {
	PC    int
	Depth int // how many calls have not returned
	Kind  Kind
	// Globals and Locals have the values before the statement at PC is executed, by
	// index; the locals are those of the procedure that PC lies in.
	Globals, Locals []bool
	// Inside is how many steps are left out, if Kind is Over.
	Inside *big.Int
}

// Walk calls yield with each step of the trace, from the beginning of main on, until
// it returns false. The values are those of an execution: each step is one of the
// program's. Steps are made one at a time, and what happens inside equal calls is
// kept once, so a trace may be longer than memory. The slices of a Step are its
// own. The error says that ctx ended or a limit was met.
func (t *Trace) Walk(ctx context.Context, yield func(Step) bool) error {
	return t.WalkOver(ctx, nil, yield)
}

// WalkOver is Walk that leaves out what happens inside of calls that return, for
// which over says so, given the step at the call and how many steps it would be.
// Globals whose values nothing reads behind such a call are shown as they were
// before it.
func (t *Trace) WalkOver(ctx context.Context, over func(s Step, inside *big.Int) bool, yield func(Step) bool) error {
	t.resume(ctx)
	w := &walker{trace: t, tracer: &t.tracer, over: over, yield: yield}
	w.begin(t.legs[0])
	for w.advance() {
		if err := t.s.m.Err(); err != nil {
			return err
		}
		t.s.safePoint()
	}
	return cmp.Or(w.err, t.s.m.Err())
}

// A walker executes the program along a trace. Where the trace leaves values open,
// because nothing reads them, it chooses.
type walker struct {
	*tracer
	trace *Trace
	over  func(s Step, inside *big.Int) bool
	yield func(Step) bool
	err   error

	globals []bool
	stack   []activation // the running procedure's last
}

// An activation is a procedure that has not returned.
type activation struct {
	leg    *leg
	at     int // stop
	locals []bool
	call   *excursion // nil if it does not return
}

// advance takes the step at the running procedure's stop. It returns false at the
// end.
func (w *walker) advance() bool {
	a := &w.stack[len(w.stack)-1]
	l, at := a.leg, a.leg.stops[a.at]
	if at.v == l.p.ret {
		edge := a.call.edge
		w.stack = w.stack[:len(w.stack)-1]
		a = &w.stack[len(w.stack)-1]
		w.leave(w.s.sites[a.leg.stops[a.at].v], edge)
		a.at++
		return true
	}
	c := w.s.sites[at.v]
	step := Step{
		PC: at.v, Depth: len(w.stack) - 1,
		Globals: slices.Clone(w.globals), Locals: slices.Clone(a.locals),
	}
	last := a.at == len(l.stops)-1
	switch {
	case last:
		step.Kind = w.trace.end(len(w.stack))
	case dataflow.Returns(w.s.program.Nodes[at.v]):
		step.Kind = Return
	case c != nil:
		step.Kind = Call
		if w.over != nil {
			inside, err := w.length(at.inside)
			if err != nil {
				w.err = err
				return false
			}
			if w.over(step, inside) {
				step.Kind, step.Inside = Over, inside
			}
		}
	}
	if !w.yield(step) {
		return false
	}
	switch {
	case last && step.Kind == Call:
		w.enter(c, w.trace.legs[len(w.stack)], nil)
	case last:
		return false
	case step.Kind == Call:
		inner, err := w.expand(at.inside)
		if err != nil {
			w.err = err
			return false
		}
		w.enter(c, inner, at.inside)
	case step.Kind == Over:
		a.at++
		w.leave(c, at.inside.edge)
		w.choose(bdd.True, l.stops[a.at].edge, w.s.now, w.s.program.File.Globals)
	case step.Kind == Return:
		a.at++
	default:
		a.at++
		x := w.s.enc.Edge(w.s.program.Nodes[at.v].Out[at.via])
		w.assign(x.Relation, x.Writes, l.stops[a.at].edge)
	}
	return true
}

// end returns what happens at the last stop of a leg of a trace.
func (t *Trace) end(leg int) Kind {
	switch {
	case leg < len(t.legs):
		return Call
	case t.finding.Failed:
		return Failure
	}
	return Arrival
}

func (w *walker) locals() []bool { return w.stack[len(w.stack)-1].locals }

// value returns the place of a variable in the state.
func (w *walker) value(v *parser.Var) *bool {
	if v.Proc == nil {
		return &w.globals[v.Index]
	}
	return &w.locals()[v.Index]
}

// index returns the number of a variable in frames.
func (w *walker) index(v *parser.Var) int {
	if v.Proc == nil {
		return v.Index
	}
	return w.s.globals + v.Index
}

// begin starts main.
func (w *walker) begin(l *leg) {
	main := w.s.program.File.Main
	w.globals = make([]bool, w.s.globals)
	w.stack = []activation{{leg: l, locals: make([]bool, len(main.Locals))}}
	w.choose(w.s.enc.Initial(), l.stops[0].edge, w.s.now, slices.Concat(w.s.program.File.Globals, main.Locals))
}

// assign gives variables values that a relation from now to next allows and that
// are those of a path edge where it tells.
func (w *walker) assign(rel bdd.Node, writes []*parser.Var, edge bdd.Node) {
	if len(writes) == 0 {
		return
	}
	w.choose(w.s.m.And(rel, w.state(rel)), edge, w.s.next, writes)
}

// state returns the cube, in the frame now, of what a relation reads.
func (w *walker) state(rel bdd.Node) bdd.Node {
	var c bdd.Cube
	m, g := w.s.m, w.s.globals
	for _, v := range m.Vars(m.Support(rel)) {
		if i, ok := w.s.indexOf[v]; ok {
			if i < g {
				c = append(c, bdd.Literal{Var: v, Value: w.globals[i]})
			} else {
				c = append(c, bdd.Literal{Var: v, Value: w.locals()[i-g]})
			}
		}
	}
	return m.Cube(c)
}

// choose gives variables the values that a path edge has in the frame now. Those of
// which it says nothing get values that make rel true, in which they stand in the
// given frame, or else stay as they are.
func (w *walker) choose(rel, edge bdd.Node, frame []bdd.Var, vars []*parser.Var) {
	m := w.s.m
	known, _ := m.Pick(edge)
	told := func(c bdd.Cube, v bdd.Var) (value, ok bool) {
		i, ok := slices.BinarySearchFunc(c, v, func(l bdd.Literal, v bdd.Var) int { return int(l.Var) - int(v) })
		return ok && c[i].Value, ok
	}
	var c bdd.Cube
	for _, v := range vars {
		if value, ok := told(known, w.s.now[w.index(v)]); ok {
			c = append(c, bdd.Literal{Var: frame[w.index(v)], Value: value})
			*w.value(v) = value
		}
	}
	picked, _ := m.Pick(m.And(rel, m.Cube(c)))
	for _, v := range vars {
		if value, ok := told(picked, frame[w.index(v)]); ok {
			*w.value(v) = value
		}
	}
}

// enter calls a procedure.
func (w *walker) enter(c *site, l *leg, call *excursion) {
	m, p, edge := w.s.m, c.callee, l.stops[0].edge
	args := m.And(c.call.Args, w.state(c.call.Args))
	w.stack = append(w.stack, activation{leg: l, locals: make([]bool, len(p.Locals)), call: call})
	// What is passed stands in the frame entry.
	w.choose(args, edge, w.s.entry, p.Locals[:p.Params])
	entry := w.s.enc.Entry(p.Proc.Proc)
	w.choose(m.And(entry, w.fixed(p)), edge, w.s.now, p.Locals[p.Params:])
}

// fixed returns the cube of the globals and formals at the entry of p.
func (w *walker) fixed(p *procedure) bdd.Node {
	var c bdd.Cube
	for i, v := range w.globals {
		c = append(c, bdd.Literal{Var: w.s.now[i], Value: v})
	}
	for i := range p.Params {
		c = append(c, bdd.Literal{Var: w.s.now[w.s.globals+i], Value: w.locals()[i]})
	}
	return w.s.m.Cube(c)
}

// leave gives the left sides of a call what is returned, given the path edge behind
// the returns.
func (w *walker) leave(c *site, edge bdd.Node) {
	known, _ := w.s.m.Pick(edge)
	for i, r := range c.Call.Lhs {
		if r.Var == nil {
			continue
		}
		for _, l := range known {
			if l.Var == w.s.returned[i] {
				*w.value(r.Var) = l.Value
			}
		}
	}
}
