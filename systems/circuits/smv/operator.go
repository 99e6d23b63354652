// This file defines the operators.

package smv

// operate applies an operator to values.
func (c *compiler) operate(e *Expr, args []*value) *value {
	if isWordOp(e, args) {
		return c.operateWords(e, args)
	}
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
