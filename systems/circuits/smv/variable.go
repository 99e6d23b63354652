// This file defines how variables become latches and inputs, and assignments their functions.

package smv

import (
	"strconv"

	"github.com/ijit/ijit/allsat/aig"
)

// A variable is a variable of a basic type.
type variable struct {
	name   string
	pos    Pos
	class  string // VAR, IVAR or FROZENVAR
	domain *domain

	plain, first *assignment
	nexts        []*assignment // of different processes

	latch  int   // the number of its first latch; -1 if it is none
	code   []lit // its value in the frame
	state  [3]progress
	values [3]*value
}

// An assignment is an assignment with where it stands.
type assignment struct {
	*Assign
	in *instance
}

// A progress says how far a computation is.
type progress uint8

const (
	notBegun progress = iota
	begun
	done
)

// target returns the variable on the left side of an assignment, nil after a report.
func (c *compiler) target(a *Assign, in *instance) *variable {
	s := c.lookup(a.Target, in, true)
	switch {
	case s == nil:
		if a.Target.Op == opName {
			c.reference(a.Target, in, current) // for its errors
		} else if base := c.lookup(a.Target.Args[0], in, false); base != nil && base.kind == symArray {
			c.errorf(a.Target.Args[1], "", "the index of an element that is assigned must be a constant")
		}
	case s.kind == symArray:
		c.errorf(a.Target, "assign to its elements", "%s is an array", refText(a.Target))
	case s.kind != symVariable:
		c.errorf(a.Target, "", "%s is no variable, so nothing can be assigned to it", refText(a.Target))
	case s.class == "IVAR":
		c.errorf(a.Target, "", "%s is an input, so nothing can be assigned to it", refText(a.Target))
	case s.class == "FROZENVAR" && a.Word != "init":
		c.errorf(a.Target, "", "%s never changes, so only init can be assigned to it", refText(a.Target))
	default:
		return s.variable
	}
	return nil
}

// assign adds an assignment to its variable.
func (c *compiler) assign(a *Assign, in *instance) {
	v := c.target(a, in)
	if v == nil {
		return
	}
	new := &assignment{a, in}
	var old *assignment
	switch a.Word {
	case "":
		if old = v.plain; old == nil {
			old = v.first
		}
		if old == nil && len(v.nexts) > 0 {
			old = v.nexts[0]
		}
		v.plain = new
	case "init":
		if old = v.plain; old == nil {
			old = v.first
		}
		v.first = new
	default:
		old = v.plain
		for _, b := range v.nexts {
			if b.in.process == in.process {
				old = b
			}
		}
		v.nexts = append(v.nexts, new)
	}
	if old != nil {
		c.errorf(a.Target, "it is assigned at "+old.Pos.String()+" too", "%s is assigned twice", v.name)
	}
}

// allocate gives a variable its latches or inputs.
func (c *compiler) allocate(v *variable) {
	n := v.domain.bits()
	v.latch = -1
	combinational := v.plain != nil && !c.isSet(v.plain.Value, v.plain.in)
	if combinational {
		return
	}
	if v.class == "IVAR" {
		bits := make([]lit, n)
		for i := range bits {
			bits[i] = c.Input(bitName(v.name, i, n))
		}
		v.code = c.closedIn(v.domain, bits)
		return
	}
	v.latch = len(c.Latches)
	v.code = make([]lit, n)
	for i := range v.code {
		v.code[i] = c.Latch(bitName(v.name, i, n), aig.Any)
	}
	if valid := c.valid(v.domain, v.code); valid != litTrue {
		c.Constraints = append(c.Constraints, valid)
	}
}

// bitName returns the name of a bit of a variable of n bits.
func bitName(name string, i, n int) string {
	if n == 1 {
		return name
	}
	return name + "." + strconv.Itoa(i)
}

// variableValue returns the value of a variable.
func (c *compiler) variableValue(v *variable, e *Expr, t time) *value {
	if v.class == "IVAR" {
		if t == following {
			return c.bad(e, "", "inputs cannot be used here")
		}
		c.uses.also(uses{input: true}, e.Pos)
	}
	switch v.state[t] {
	case done:
		return v.values[t]
	case begun:
		return c.bad(e, "", "circular assignment: %s depends on itself", v.circle(t))
	}
	outer := c.uses
	c.uses = uses{}
	v.state[t] = begun
	code, failed := c.codeAt(v, t)
	v.state[t] = done
	c.uses = outer // what an assignment may use is asked where it stands
	if failed {
		v.values[t] = &value{}
	} else {
		v.values[t] = c.decode(v.domain, code)
	}
	return v.values[t]
}

// circle returns the name of a variable at a time.
func (v *variable) circle(t time) string {
	if v.plain != nil {
		return v.name
	}
	return [...]string{v.name, "next(" + v.name + ")", "init(" + v.name + ")"}[t]
}

// codeAt returns the number of a variable's value.
func (c *compiler) codeAt(v *variable, t time) (code []lit, failed bool) {
	switch {
	case v.plain != nil && v.latch < 0:
		return c.assigned(v, c.eval(v.plain.Value, v.plain.in, t), v.plain)
	case t == initial && v.plain != nil:
		return v.code, !c.startIn(v, v.plain)
	case t == initial && v.first != nil:
		return c.start(v)
	case t != following || v.class == "FROZENVAR":
		return v.code, false
	case v.plain != nil:
		return c.assigned(v, c.choose(v.plain.Value, v.plain.in, t, c.chooser(v), 0), v.plain)
	case len(v.nexts) == 0:
		return c.closedIn(v.domain, c.chooser(v).inputs(v.domain.bits())), false
	}
	code = v.code
	ch := c.chooser(v)
	for _, a := range v.nexts {
		w := c.choose(a.Value, a.in, current, ch, 0)
		running := a.in.process.running
		guarded := *w
		guarded.fails = c.under(running, w.fails)
		w = &guarded
		new, bad := c.assignedIf(running, v, w, a)
		if bad {
			failed = true
			continue
		}
		code = c.MuxEach(running, new, code)
	}
	return code, failed
}

func (c *compiler) chooser(v *variable) *chooser { return &chooser{c: c, name: v.name} }

// assigned returns the number of a value that is assigned, and requires that it is one of the
// variable's.
func (c *compiler) assigned(v *variable, w *value, a *assignment) ([]lit, bool) {
	return c.assignedIf(litTrue, v, w, a)
}

func (c *compiler) assignedIf(running lit, v *variable, w *value, a *assignment) (code []lit, failed bool) {
	if w.kind == valBad {
		return nil, true
	}
	code, in, err := c.encode(w, v.domain)
	if err != "" {
		c.errorf(a.Value, c.typeHint(w, v.domain.like(), a.Value), "%s", err)
		return nil, true
	}
	c.require(w.fails)
	c.inRange(v, w, c.And(running, in.Not()), a.Value)
	return code, false
}

// inRange requires that a value is never outside of the type of the variable it is assigned to.
func (c *compiler) inRange(v *variable, w *value, outside lit, e *Expr) {
	if outside == litFalse {
		return
	}
	c.checks = append(c.checks, check{
		failure:  failure{outside, e.Pos, "", "the value is outside of " + v.domain.name},
		variable: v, value: w,
	})
}

// start returns the first value of a variable, and sets its resets or adds what must hold in
// the first frame.
func (c *compiler) start(v *variable) (code []lit, failed bool) {
	a := v.first
	if c.isSet(a.Value, a.in) {
		return v.code, !c.startIn(v, a)
	}
	w := c.eval(a.Value, a.in, initial)
	code, failed = c.assigned(v, w, a)
	if failed {
		return nil, true
	}
	for i, l := range code {
		if l <= litTrue {
			c.Latches[v.latch+i].Reset = l
		} else {
			c.Initial = append(c.Initial, c.Equal(v.code[i], l))
		}
	}
	return code, false
}

// startIn says that the first value of a variable is in a set.
func (c *compiler) startIn(v *variable, a *assignment) bool {
	ok := true
	fails := c.leaves(a.Value, a.in, initial, litTrue, func(l leaf) {
		ends := []*value{l.value}
		if l.all {
			ends = []*value{number(l.value.lo), number(l.value.hi)}
		}
		for _, end := range ends {
			_, in, err := c.encode(end, v.domain)
			if err != "" {
				c.errorf(l.expr, c.typeHint(end, v.domain.like(), l.expr), "%s", err)
				ok = false
				return
			}
			c.inRange(v, end, c.And(l.path, in.Not()), l.expr)
		}
	})
	if !ok {
		return false
	}
	c.require(fails)
	is, _ := c.member(c.decode(v.domain, v.code), a.Value, a.in, initial)
	c.Initial = append(c.Initial, is)
	return true
}
