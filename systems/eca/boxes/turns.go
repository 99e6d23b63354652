// This file defines the execution of event-condition-action programs on boxes, which are split
// where a condition holds for some of their values only.

package boxes

import (
	"context"
	"slices"

	"github.com/ijit/ijit/systems/eca"
)

// work is what a check may do.
type work struct {
	ctx   context.Context
	steps int
}

// maxSteps is how many conditions are looked at, and boxes compared.
const maxSteps = 1_000_000_000

// over returns why the check has to end.
func (w *work) over() error {
	if w.steps > maxSteps {
		return rejected("the check of the boxes takes too long; it was given up")
	}
	return w.ctx.Err()
}

// A turner checks that an invariant holds whenever the loop begins, and that labels are not reached.
type turner struct {
	*work
	*Invariant
	file    *eca.File
	claimed map[*eca.Label]bool
	inputs  Set
	paths   []*path // to be executed
	looping bool    // the turn is one of the loop
}

// A path is a part of an execution, for all states and inputs of a box.
type path struct {
	box []Set // of variables by their numbers, and of inputs

	env []*term // by Var.ID
	at  *frame
}

// A frame is what is left to do in a block, and behind it. It is never changed.
type frame struct {
	body   []eca.Stmt
	branch int       // if the first statement is an If, so many of its conditions do not hold
	call   *eca.Call // if the block is the body of a function
	up     *frame
}

// check checks the start of the program, and each box.
func (t *turner) check() error {
	main := t.file.Main.Body
	var loop []eca.Stmt
	if n := len(main); n > 0 {
		if l, ok := main[n-1].(*eca.Loop); ok {
			main, loop = main[:n-1], l.Body
		}
	}
	first := make([]Set, len(t.file.Vars))
	for i, v := range t.file.Vars {
		first[i] = one(int64(v.Init))
	}
	if err := t.execute(main, first, nil, loop != nil); err != nil {
		return err
	}
	if loop == nil {
		return nil
	}
	for _, b := range t.Boxes {
		box := make([]Set, len(t.file.Vars))
		for i, v := range t.file.Vars {
			box[i] = integers()
			if k := slices.Index(t.Vars, v); k >= 0 {
				box[i] = b[k]
			}
		}
		if err := t.execute(loop, box, b, true); err != nil {
			return err
		}
	}
	return nil
}

// execute executes statements from all states of a box. If there is a loop behind them, what they
// lead to must be in the invariant.
func (t *turner) execute(body []eca.Stmt, box, start []Set, loops bool) error {
	p := &path{box: box, at: &frame{body: body}}
	for i := range box {
		p.env = append(p.env, &term{op: eca.Load, at: i})
	}
	t.looping = start != nil
	t.paths = []*path{p}
	for len(t.paths) > 0 {
		n := len(t.paths) - 1
		p, t.paths = t.paths[n], t.paths[:n]
		ends, err := t.run(p)
		if err != nil {
			return err
		}
		if ends && loops {
			if err := t.closed(p, p.box); err != nil {
				return err
			}
		}
	}
	return nil
}

// run executes a path up to where it is split. It reports whether it came to the end of the
// statements.
func (t *turner) run(p *path) (ends bool, err error) {
	for p.at != nil {
		f := p.at
		if len(f.body) == 0 {
			if f.call != nil {
				t.result(p, f.call, &term{op: eca.Const})
			}
			p.at = f.up
			continue
		}
		rest := &frame{body: f.body[1:], call: f.call, up: f.up}
		switch s := f.body[0].(type) {
		case *eca.Assign:
			value := p.term(s.Value)
			if value.size > maxTerm {
				return false, rejected("the checker does not know what %s is: too much is calculated in one turn", s.Var.Name)
			}
			p.env[s.Var.ID] = value
			p.at = rest
		case *eca.Read:
			p.env[s.Var.ID] = &term{op: eca.Load, at: len(p.box)}
			p.box = append(slices.Clip(p.box), t.inputs)
			p.at = rest
		case *eca.If:
			split, err := t.branch(p, s, rest)
			if split || err != nil {
				return false, err
			}
		case *eca.Call:
			args := make([]*term, len(s.Args)) // all are evaluated before any is assigned
			for i, a := range s.Args {
				args[i] = p.term(a)
			}
			for i, v := range s.Func.Params {
				p.env[v.ID] = args[i]
			}
			p.at = &frame{body: s.Func.Body, call: s, up: rest}
		case *eca.Return:
			value := &term{op: eca.Const}
			if s.Value != nil {
				value = p.term(s.Value)
			}
			for f != nil && f.call == nil {
				f = f.up
			}
			if f == nil { // of main
				return false, nil
			}
			t.result(p, f.call, value)
			p.at = f.up
		case *eca.Reach:
			if t.claimed[s.Label] {
				return false, rejected("%s is reached %s", s.Label.Name, t.from(p, p.box))
			}
			p.at = rest
		case *eca.Exit:
			return false, nil
		case *eca.Print:
			p.at = rest
		default:
			return false, rejected("the checker does not know a statement of the program")
		}
	}
	return true, nil
}

// result assigns what a call returns.
func (t *turner) result(p *path, call *eca.Call, value *term) {
	if call.Result != nil {
		p.env[call.Result.ID] = value
	}
}

// branch goes to the branch whose condition holds, or splits the path.
func (t *turner) branch(p *path, s *eca.If, rest *frame) (split bool, err error) {
	for i := p.at.branch; i < len(s.Branches); i++ {
		t.steps++
		if t.steps%1024 == 0 {
			if err := t.over(); err != nil {
				return false, err
			}
		}
		cond := s.Branches[i].Cond
		switch p.truth(cond) {
		case yes:
			p.at = &frame{body: s.Branches[i].Body, up: rest}
			return false, nil
		case maybe:
			at := &frame{body: p.at.body, branch: i, call: p.at.call, up: p.at.up}
			k, parts := t.parts(p, p.undecided(cond))
			if parts == nil {
				return false, rejected("the checker cannot decide the condition in line %d", s.Branches[i].Pos.Line)
			}
			for _, part := range parts {
				q := &path{box: slices.Clone(p.box), env: slices.Clone(p.env), at: at}
				q.box[k] = part
				t.paths = append(t.paths, q)
			}
			return true, nil
		}
	}
	p.at = &frame{body: s.Else, up: rest}
	return false, nil
}

// term returns an expression in terms of what the turn began with.
func (p *path) term(e *eca.Expr) *term {
	switch {
	case e.Op == eca.Const:
		return &term{op: eca.Const, value: int64(e.Value)}
	case e.Op == eca.Load:
		return p.env[e.Var.ID]
	case e.Y == nil:
		return operation(e.Op, p.term(e.X), nil)
	}
	return operation(e.Op, p.term(e.X), p.term(e.Y))
}

// truth is as for terms, without making one.
func (p *path) truth(e *eca.Expr) truth {
	switch e.Op {
	case eca.Not:
		return p.truth(e.X).not()
	case eca.And:
		x := p.truth(e.X)
		if x == no {
			return no
		}
		return both(x, p.truth(e.Y))
	case eca.Or:
		x := p.truth(e.X)
		if x == yes {
			return yes
		}
		return both(x.not(), p.truth(e.Y).not()).not()
	case eca.Eq, eca.Ne, eca.Lt, eca.Le, eca.Gt, eca.Ge:
		if e.Y.Op != eca.Const && p.term(e.X).same(p.term(e.Y)) {
			return compare(e.Op, one(0), one(0))
		}
		return compare(e.Op, p.values(e.X), p.values(e.Y))
	}
	return compare(eca.Ne, p.values(e), one(0))
}

func (p *path) values(e *eca.Expr) Set {
	switch e.Op {
	case eca.Const:
		return one(int64(e.Value))
	case eca.Load:
		return p.env[e.Var.ID].values(p.box)
	}
	return p.term(e).values(p.box)
}

// undecided returns a part of a condition that has no others, and of which it is not known whether
// it holds.
func (p *path) undecided(e *eca.Expr) *term {
	switch e.Op {
	case eca.Not:
		return p.undecided(e.X)
	case eca.And, eca.Or:
		if p.truth(e.X) == maybe {
			return p.undecided(e.X)
		}
		return p.undecided(e.Y)
	}
	t := p.term(e)
	if t.op == eca.Load { // it says: x != 0
		t = &term{op: eca.Ne, x: t, y: &term{op: eca.Const}}
	}
	return t
}

// parts splits the set at a position of the box so that a condition is decided in each part, or
// nearer to that.
func (t *turner) parts(p *path, atom *term) (position int, parts []Set) {
	var at []int
	atom.positions(p.box, &at)
	if len(at) == 0 {
		return 0, nil
	}
	best := at[0]
	for _, k := range at {
		if p.box[k].size() < p.box[best].size() {
			best = k
		}
	}
	s := p.box[best]
	if len(at) == 1 {
		// If it holds for all values or for none, bounds are what does not tell: those of smaller sets do.
		if yes, decided := t.solve(p.box, atom, best); decided && 0 < yes.size() && yes.size() < s.size() {
			return best, []Set{yes, s.minus(yes)}
		}
	}
	x, y := s.halves()
	return best, []Set{x, y}
}

// solve returns for which values at a position of the box a condition holds, if there are not too
// many intervals of them.
func (t *turner) solve(box []Set, atom *term, k int) (holds Set, decided bool) {
	if atom.x != nil && atom.y != nil && atom.x.op == eca.Load && atom.x.at == k && atom.y.op != eca.Load {
		if c := atom.y.values(box); c.single() && atom.op >= eca.Eq && atom.op <= eca.Ge {
			return box[k].and(satisfying(atom.op, c.least())), true
		}
	}
	const most = 4096 // looks at the condition
	box = slices.Clone(box)
	open := []Set{box[k]}
	for looks := 0; len(open) > 0; looks++ {
		if looks == most {
			return nil, false
		}
		t.steps++
		s := open[len(open)-1]
		open = open[:len(open)-1]
		box[k] = s
		switch atom.truth(box) {
		case yes:
			holds = append(holds, s...)
		case maybe:
			if s.single() {
				return nil, false // not for these operators
			}
			x, y := s.halves()
			open = append(open, y, x)
		}
	}
	return holds.normal(), true
}
