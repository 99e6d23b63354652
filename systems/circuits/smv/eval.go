// This file defines what expressions are in a frame.

package smv

// A time says which state an expression is about.
type time uint8

const (
	current   time = iota // the state of the frame
	following             // the state after it
	initial               // the state of the frame, which is the first one
)

// uses are what an expression rests on beside the state of its frame.
type uses struct {
	next, input       bool
	nextPos, inputPos Pos
}

// also adds what a part uses, that is mentioned at a place.
func (u *uses) also(part uses, pos Pos) {
	if part.next && !u.next {
		u.next, u.nextPos = true, pos
	}
	if part.input && !u.input {
		u.input, u.inputPos = true, pos
	}
}

func (c *compiler) errorf(e *Expr, hint, format string, args ...any) {
	if !c.muted {
		c.Errorf(e.Pos, hint, format, args...)
	}
}

func (c *compiler) warnf(e *Expr, hint, format string, args ...any) {
	if !c.muted {
		c.Warnf(e.Pos, hint, format, args...)
	}
}

// bad reports an error and returns the value that there is then.
func (c *compiler) bad(e *Expr, hint, format string, args ...any) *value {
	c.errorf(e, hint, format, args...)
	return &value{}
}

// maxDepth is how deep an evaluation goes, through definitions and arguments.
const maxDepth = 20000

// eval returns the value of an expression in an instance.
func (c *compiler) eval(e *Expr, in *instance, t time) *value {
	c.depth++
	defer func() { c.depth-- }()
	if c.depth > maxDepth {
		return c.bad(e, "", "definitions are nested deeper than %d levels", maxDepth)
	}
	if c.Len() > maxNodes {
		c.tooLarge = true
		return &value{}
	}
	switch e.Op {
	case "TRUE", "FALSE":
		return boolValue(litTrue.NotIf(e.Op == "FALSE"))
	case opNumber:
		return number(e.Value)
	case opName, opDot, opIndex, "self":
		return c.reference(e, in, t)
	case opSet, opRange, opUnion:
		return c.bad(e, "compare with in: x in {a, b}", "a set may stand only on the right side of := and of in")
	case "next":
		if t != current {
			return c.bad(e, "", "next cannot be used here")
		}
		c.uses.also(uses{next: true}, e.Pos)
		return c.eval(e.Args[0], in, following)
	case opCase, opChoice:
		return c.cases(e, in, t)
	case opArray:
		v := &value{kind: valArray}
		for _, a := range e.Args {
			v.elems = append(v.elems, c.eval(a, in, t))
		}
		return v
	case "in":
		return c.membership(e, in, t)
	case opWord:
		w, _ := readWord(e.Name)
		return w
	case "swconst", "uwconst":
		return c.wordOf(e, in)
	case "extend", "resize":
		return c.resized(e, in, t)
	case opBits:
		return c.selected(e, in, t)
	}
	if isTemporalOp(e.Op) {
		return c.bad(e, "", "temporal operator %s inside of an expression that has none", e.Op)
	}
	args := make([]*value, len(e.Args))
	var fails []failure
	for i, a := range e.Args {
		args[i] = c.eval(a, in, t)
	}
	for i, a := range args {
		if a.kind == valBad {
			return a
		}
		if len(a.fails) > 0 {
			fails = join(fails, c.unlessDecided(e.Op, args, i))
		}
	}
	return failing(c.operate(e, args), fails...)
}

// unlessDecided returns the failures of an argument, unless another one decides.
func (c *compiler) unlessDecided(op Op, args []*value, at int) []failure {
	path := litTrue
	for i, a := range args {
		if i == at || a.kind != valBool {
			continue
		}
		switch {
		case op == "&", op == "->" && i == 0:
			path = c.And(path, c.Or(a.bits[0], c.anyOf(a.fails)))
		case op == "|", op == "->":
			path = c.And(path, c.Or(a.bits[0].Not(), c.anyOf(a.fails)))
		}
	}
	return c.under(path, args[at].fails)
}

// cases returns the value of case and of c ? a : b.
func (c *compiler) cases(e *Expr, in *instance, t time) *value {
	conditions, values, rest := c.branches(e, in, t)
	if conditions == nil {
		return &value{}
	}
	v := c.eval(values[len(values)-1], in, t)
	for i := len(values) - 2; i >= 0; i-- {
		w := c.eval(values[i], in, t)
		merged, err := c.merge(conditions[i], w, v)
		if err != "" {
			return c.bad(values[i], c.typeHint(w, v, values...), "%s", err)
		}
		v = merged
	}
	return failing(v, rest...)
}

// branches returns the conditions of case and of c ? a : b, each one if those before do not
// hold, and the failures of them.
func (c *compiler) branches(e *Expr, in *instance, t time) (conditions []lit, values []*Expr, fails []failure) {
	if e.Op == opChoice {
		v := c.eval(e.Args[0], in, t)
		l, ok := c.truth(v, e.Args[0])
		if !ok {
			return nil, nil, nil
		}
		return []lit{l, litTrue}, e.Args[1:], v.fails
	}
	path := litTrue
	good := true
	for i := 0; i < len(e.Args); i += 2 {
		v := c.eval(e.Args[i], in, t)
		l, ok := c.truth(v, e.Args[i])
		good = good && ok
		conditions = append(conditions, l)
		values = append(values, e.Args[i+1])
		fails = join(fails, c.under(path, v.fails))
		path = c.And(path, l.Not())
	}
	if !good {
		for _, v := range values {
			c.check(v, in, t) // for its errors
		}
		return nil, nil, nil
	}
	return conditions, values, join(fails, []failure{{path, e.Pos, "end with TRUE : value;", "the conditions of this case are not exhaustive"}})
}

// check reports what is wrong with an expression that may be a set.
func (c *compiler) check(e *Expr, in *instance, t time) {
	c.leaves(e, in, t, litTrue, func(leaf) {})
}
