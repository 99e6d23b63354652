// This file defines what expressions are in a frame.

package smv

import (
	"fmt"

	"github.com/ijit/ijit/parser/diagnostic"
)

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
	case "<<", ">>", "::":
		return c.bad(e, "", "%s is for words, which are not read here", e.Op)
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

// operate applies an operator to values.
func (c *compiler) operate(e *Expr, args []*value) *value {
	switch e.Op {
	case "!", "&", "|", "xor", "xnor", "<->", "->":
		bits := make([]lit, len(args))
		for i, a := range args {
			b, ok := c.truth(a, e.Args[i])
			if !ok {
				return &value{}
			}
			bits[i] = b
		}
		return boolValue(c.connect(e.Op, bits))
	case "=", "!=":
		is, err := c.equal(args[0], args[1])
		if err != "" {
			return c.bad(e, c.oldBoolHint(e.Args...), "%s", err)
		}
		return boolValue(is.NotIf(e.Op == "!="))
	case "bool":
		switch a := args[0]; a.kind {
		case valBool:
			return a
		case valInt:
			return boolValue(c.equalInt(a, number(0)).Not())
		}
		return c.bad(e, "", "bool of %s", typeName(args[0]))
	case "toint", "count":
		total := number(0)
		for i, a := range args {
			if e.Op == "toint" && a.kind == valInt {
				return a
			}
			b, ok := c.truth(a, e.Args[i])
			if !ok {
				return &value{}
			}
			total = c.sum(total, &value{kind: valInt, bits: []lit{b, litFalse}, hi: 1}, false)
		}
		return total
	}
	for i, a := range args {
		if a = c.coerce(a, false); a.kind != valInt {
			return c.bad(e.Args[i], "", "this is %s, where %s takes integers", typeName(a), operatorName(e.Op))
		}
		args[i] = c.coerce(a, false)
	}
	return c.arithmetic(e, args)
}

func operatorName(op Op) string {
	if op == opNeg {
		return "-"
	}
	return string(op)
}

// connect applies a connective.
func (c *compiler) connect(op Op, bits []lit) lit {
	switch op {
	case "!":
		return bits[0].Not()
	case "&":
		return c.All(bits...)
	case "|":
		return c.Any(bits...)
	case "->":
		return c.Implies(bits[0], bits[1])
	}
	l := bits[0]
	for _, b := range bits[1:] {
		l = c.Xor(l, b).NotIf(op != "xor")
	}
	return l
}

// arithmetic applies an operator to numbers.
func (c *compiler) arithmetic(e *Expr, args []*value) *value {
	v := args[0]
	switch e.Op {
	case "<":
		return boolValue(c.lessInt(args[0], args[1]))
	case ">":
		return boolValue(c.lessInt(args[1], args[0]))
	case "<=":
		return boolValue(c.lessInt(args[1], args[0]).Not())
	case ">=":
		return boolValue(c.lessInt(args[0], args[1]).Not())
	case opNeg:
		v = c.sum(number(0), v, true)
	case "+":
		for _, a := range args[1:] {
			if v = c.sum(v, a, false); v.lo < -maxResult || v.hi > maxResult {
				break
			}
		}
	case "-":
		v = c.sum(v, args[1], true)
	case "*":
		if max(-v.lo, v.hi) > maxInt || max(-args[1].lo, args[1].hi) > maxInt {
			return c.bad(e, "", "this product may be too large: numbers up to %d are multiplied", int64(maxInt))
		}
		v = c.product(v, args[1])
	case "/", "mod":
		var fails []failure
		if zero := c.equalInt(args[1], number(0)); zero != litFalse {
			fails = []failure{{zero, e.Pos, "", "division by zero"}}
		}
		quotient, remainder := c.quotient(v, args[1])
		if v = quotient; e.Op == "mod" {
			v = remainder
		}
		v = failing(v, fails...)
	case "abs":
		v = c.absolute(v)
	case "max":
		v = c.choose2(c.lessInt(v, args[1]), args[1], v)
	case "min":
		v = c.choose2(c.lessInt(v, args[1]), v, args[1])
	default:
		return c.bad(e, "", "%s is not read here", e.Op)
	}
	if v.lo < -maxResult || v.hi > maxResult {
		return c.bad(e, "", "this may be a number of more than %d", int64(maxResult))
	}
	return v
}

// maxResult is the largest number that arithmetic gives.
const maxResult = 1 << 40

// truth returns the literal of a boolean.
func (c *compiler) truth(v *value, e *Expr) (lit, bool) {
	switch v = c.coerce(v, true); v.kind {
	case valBad:
		return litFalse, false
	case valBool:
		return v.bits[0], true
	}
	c.errorf(e, c.oldBoolHint(e), "this is %s, where a boolean is needed", typeName(v))
	return litFalse, false
}

// oldBoolHint says what to do where 0 or 1 is written for a boolean.
func (c *compiler) oldBoolHint(list ...*Expr) string {
	for _, e := range list {
		if e.Op == opNumber && e.Value <= 1 && !c.options.OldBool {
			return "write FALSE and TRUE; with --old-bool, 0 and 1 are booleans too"
		}
	}
	return ""
}

// reference returns the value of a name.
func (c *compiler) reference(e *Expr, in *instance, t time) *value {
	s := c.lookup(e, in, true)
	switch {
	case s == nil && e.Op == opIndex:
		return c.index(e, in, t)
	case s == nil && e.Op == opName && c.constants[e.Name]:
		return symValue(e.Name)
	case s == nil && e.Op == opName && e.Name == "running":
		return c.running(e, in.process, t)
	case s == nil && e.Op == opName:
		names := sortedKeys(in.symbols)
		for name := range c.constants {
			names = append(names, name)
		}
		hint := diagnostic.DidYouMean(e.Name, names)
		if minus := hyphen(e.Name); hint == "" && minus {
			hint = "a name may hold -, write blanks around a minus"
		}
		return c.bad(e, hint, "undefined name %s", e.Name)
	case s == nil:
		return &value{}
	case s.kind == symInstance:
		return c.bad(e, "", "%s is an instance of a module, not a value", refText(e))
	}
	return c.symbolValue(s, e, t)
}

// hyphen reports whether there is a - in a name.
func hyphen(name string) bool {
	for _, r := range name {
		if r == '-' {
			return true
		}
	}
	return false
}

// symbolValue returns the value of what a name stands for.
func (c *compiler) symbolValue(s *symbol, e *Expr, t time) *value {
	switch {
	case s.kind == symArray:
		v := &value{kind: valArray, first: s.lo}
		for _, elem := range s.elems {
			v.elems = append(v.elems, c.symbolValue(elem, e, t))
		}
		return v
	case s.kind == symVariable && !c.allocated:
		return c.bad(e, "", "%s is no constant", s.name)
	case s.kind == symVariable:
		return c.variableValue(s.variable, e, t)
	case s.expr == nil:
		return c.running(e, s.in.process, t)
	}
	m := &s.memo[t]
	if m.busy {
		return c.bad(e, "", "%s is defined by itself", s.name)
	}
	if m.value == nil {
		outer := c.uses
		c.uses = uses{}
		m.busy = true
		v := c.eval(s.expr, s.in, t)
		m.busy = false
		m.uses, c.uses = c.uses, outer
		if c.muted && v.kind == valBad {
			return v // the error is still to be reported
		}
		m.value = v
	}
	c.uses.also(m.uses, e.Pos)
	return m.value
}

// running returns whether a process is the one that moves.
func (c *compiler) running(e *Expr, p *process, t time) *value {
	if t == following {
		return c.bad(e, "", "inputs cannot be used here")
	}
	if len(c.processes) > 0 {
		c.uses.also(uses{input: true}, e.Pos)
	}
	return boolValue(p.running)
}

// index returns an element of an array.
func (c *compiler) index(e *Expr, in *instance, t time) *value {
	array := c.eval(e.Args[0], in, t)
	at := c.eval(e.Args[1], in, t)
	switch {
	case array.kind == valBad || at.kind == valBad:
		return &value{}
	case array.kind != valArray:
		return c.bad(e, "", "%s is no array", refText(e.Args[0]))
	case at.kind != valInt:
		return c.bad(e.Args[1], "", "this is %s, where an index is needed", typeName(at))
	}
	var v *value
	found := litFalse
	for i, elem := range array.elems {
		is := c.equalInt(at, number(array.first+int64(i)))
		if is == litFalse {
			continue
		}
		found = c.Or(found, is)
		if v == nil {
			v = elem
			continue
		}
		merged, err := c.merge(is, elem, v)
		if err != "" {
			return c.bad(e, "", "%s", err)
		}
		v = merged
	}
	last := array.first + int64(len(array.elems)) - 1
	if v == nil {
		if at.lo == at.hi {
			return c.bad(e.Args[1], "", "there is no element %d in %s, which has %d to %d", at.lo, refText(e.Args[0]), array.first, last)
		}
		return c.bad(e.Args[1], "", "this index is never one of %d to %d", array.first, last)
	}
	if at.lo >= array.first && at.hi <= last {
		found = litTrue
	}
	fails := append([]failure{{found.Not(), e.Args[1].Pos, "", fmt.Sprintf("this index can be outside of %d..%d", array.first, last)}}, at.fails...)
	return failing(v, append(fails, array.fails...)...)
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
			return c.bad(values[i], c.oldBoolHint(values...), "%s", err)
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
