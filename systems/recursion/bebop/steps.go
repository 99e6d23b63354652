// This file defines how an execution is made of a trace: its steps get values for all
// variables, those included that the search did not track.

package bebop

import (
	"context"
	"slices"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/dataflow"
)

// Execution makes an execution of the trace. The values are those of the program: each
// step is one of its own. Calls that begin with the same values and do the same are made
// once, so an execution may have far more steps than are kept. If more than limit
// would be, and limit is positive, the error is [ErrTooLong]; any other one says that ctx
// ended or a limit of diagrams was met.
func (t *Trace) Execution(ctx context.Context, limit int) (*Execution, error) {
	return t.execute(ctx, limit, false)
}

// Outline is Execution without what happens inside of calls that return. Globals whose
// values nothing reads behind such a call are shown as they were before it.
func (t *Trace) Outline(ctx context.Context, limit int) (*Execution, error) {
	return t.execute(ctx, limit, true)
}

func (t *Trace) execute(ctx context.Context, limit int, outline bool) (*Execution, error) {
	if t.whole != nil {
		return t.whole, nil
	}
	t.resume(ctx)
	w := &walker{trace: t, tracer: &t.tracer, limit: limit, outline: outline, calls: map[*excursion]map[string]*done{}}
	w.begin(t.legs[0])
	for {
		more, err := w.advance()
		if err == nil {
			err = t.s.m.Err()
		}
		switch {
		case err != nil:
			return nil, err
		case !more:
			return w.main, nil
		}
		t.s.safePoint()
	}
}

// A walker executes the program along a trace. Where the trace leaves values open,
// because nothing reads them, it chooses: the same where it has the same values.
type walker struct {
	*tracer
	trace   *Trace
	outline bool
	limit   int // of steps kept
	kept    int
	calls   map[*excursion]map[string]*done // by the values at the entry

	main    *Execution
	globals []bool
	stack   []activation // the running procedure's last
	shown   []bool       // the globals as the last step has them
}

// A done is a call that has returned.
type done struct {
	*Execution
	globals []bool // then
}

// An activation is a procedure that has not returned.
type activation struct {
	*Execution
	leg    *leg
	at     int // stop
	locals []bool
	call   *excursion // nil if it does not return
	key    string     // in calls
	shown  []bool     // the locals as the last step has them
}

// advance takes the step at the running procedure's stop. It returns false at the
// end.
func (w *walker) advance() (more bool, err error) {
	a := &w.stack[len(w.stack)-1]
	l, at := a.leg, a.leg.stops[a.at]
	if at.v == l.p.ret {
		w.calls[a.call][a.key] = &done{a.Execution, slices.Clone(w.globals)}
		w.back(a.call)
		return true, nil
	}
	c := w.s.sites[at.v]
	last := a.at == len(l.stops)-1
	kind := Plain
	switch {
	case last:
		kind = w.trace.end(len(w.stack))
	case dataflow.Returns(w.s.program.Nodes[at.v]):
		kind = Return
	case c != nil && w.outline:
		kind = Over
	case c != nil:
		kind = Call
	}
	if w.kept++; w.limit > 0 && w.kept > w.limit {
		return false, ErrTooLong
	}
	w.record(a, at.v, kind)
	switch {
	case last && kind == Call:
		w.enter(c, w.trace.legs[len(w.stack)], nil)
		w.stack[len(w.stack)-1].Execution = a.Execution // it goes on there
	case last:
		return false, nil
	case kind == Call:
		inner, err := w.expand(at.inside)
		if err != nil {
			return false, err
		}
		w.enter(c, inner, at.inside)
		w.reuse()
	case kind == Over:
		a.at++
		w.leave(c, at.inside.edge)
		w.choose(bdd.True, l.stops[a.at].edge, w.s.now, w.s.program.File.Globals)
	case kind == Return:
		a.at++
	default:
		a.at++
		x := w.s.enc.Edge(w.s.program.Nodes[at.v].Out[at.via])
		w.assign(x.Relation, x.Writes, l.stops[a.at].edge)
	}
	return true, nil
}

// record adds a step. Steps share values that did not change.
func (w *walker) record(a *activation, pc int, kind Kind) {
	if w.shown == nil || !slices.Equal(w.shown, w.globals) {
		w.shown = slices.Clone(w.globals)
	}
	if a.shown == nil || !slices.Equal(a.shown, a.locals) {
		a.shown = slices.Clone(a.locals)
	}
	a.Steps = append(a.Steps, Step{PC: pc, Kind: kind, Globals: w.shown, Locals: a.shown})
}

// reuse takes what is known of the call that has just been entered, or begins to find out.
func (w *walker) reuse() {
	a := &w.stack[len(w.stack)-1]
	key := make([]byte, 0, len(w.globals)+len(a.locals))
	for _, values := range [][]bool{w.globals, a.locals} {
		for _, v := range values {
			if v {
				key = append(key, '1')
			} else {
				key = append(key, '0')
			}
		}
	}
	a.key = string(key)
	if w.calls[a.call] == nil {
		w.calls[a.call] = map[string]*done{}
	}
	caller := w.stack[len(w.stack)-2].Execution
	from := &caller.Steps[len(caller.Steps)-1]
	if known := w.calls[a.call][a.key]; known != nil {
		from.Inside = known.Execution
		copy(w.globals, known.globals)
		w.back(a.call)
		return
	}
	a.Execution = &Execution{}
	from.Inside = a.Execution
}

// back goes on behind a call.
func (w *walker) back(call *excursion) {
	w.stack = w.stack[:len(w.stack)-1]
	a := &w.stack[len(w.stack)-1]
	w.leave(w.s.sites[a.leg.stops[a.at].v], call.edge)
	a.at++
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
	w.main = &Execution{}
	w.stack = []activation{{Execution: w.main, leg: l, locals: make([]bool, len(main.Locals))}}
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
		i := slices.IndexFunc(c, func(l bdd.Literal) bool { return l.Var == v })
		return i >= 0 && c[i].Value, i >= 0
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
