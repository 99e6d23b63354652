// This file defines how expressions are parsed: propositional ones and those of temporal logic
// by one grammar, as NuSMV does it.

package smv

import "strconv"

// maxNesting is how deep expressions may be nested.
const maxNesting = 3000

// nest calls parse one level deeper.
func (p *parser) nest(parse func()) {
	if p.depth++; p.depth > maxNesting {
		p.fail(p.tok().pos(), "", "this is nested deeper than "+strconv.Itoa(maxNesting)+" levels")
	}
	parse()
	p.depth--
}

// expr parses an expression: implications, which group to the right.
func (p *parser) expr() *Expr {
	var e *Expr
	p.nest(func() {
		e = p.iff()
		if t := p.tok(); p.accept("->") {
			e = &Expr{Op: "->", Pos: t.pos(), Args: []*Expr{e, p.expr()}}
		}
	})
	return e
}

// chain parses operands with operators that group to the left.
func (p *parser) chain(operand func() *Expr, ops ...string) *Expr {
	e := operand()
	grown := 0
	for {
		t := p.tok()
		if t.kind != tokWord && t.kind != tokPunct || !contains(ops, t.text) {
			return e
		}
		p.next()
		right := operand()
		if op := Op(t.text); e.Op == op && grown > 0 && isAssociative(op) {
			e.Args = append(e.Args, right)
			continue
		}
		if grown++; grown+p.depth > maxNesting {
			p.fail(t.pos(), "", "this is nested deeper than "+strconv.Itoa(maxNesting)+" levels")
		}
		e = &Expr{Op: Op(t.text), Pos: t.pos(), Args: []*Expr{e, right}}
	}
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

func isAssociative(op Op) bool {
	switch op {
	case "&", "|", "+", "xor", "xnor", "<->", opUnion:
		return true
	}
	return false
}

func (p *parser) iff() *Expr { return p.chain(p.choice, "<->") }

// choice parses c ? a : b.
func (p *parser) choice() *Expr {
	e := p.or()
	if t := p.tok(); p.accept("?") {
		c := &Expr{Op: opChoice, Pos: t.pos(), Args: []*Expr{e, p.expr(), nil}}
		p.expect(":")
		p.nest(func() { c.Args[2] = p.choice() })
		return c
	}
	return e
}

func (p *parser) or() *Expr  { return p.chain(p.and, "|", "xor", "xnor") }
func (p *parser) and() *Expr { return p.chain(p.until, "&") }

// until parses the temporal operators with two operands.
func (p *parser) until() *Expr {
	if !p.temporal || p.noUntil {
		return p.temporalUnary()
	}
	return p.chain(p.temporalUnary, "U", "V", "S", "T")
}

// temporalUnary parses the temporal operators with one operand; that takes comparisons with
// it, but nothing that binds looser.
func (p *parser) temporalUnary() *Expr {
	t := p.tok()
	if t.is("!") && p.temporal {
		// ! binds tightest, but there are formulas like ! G p.
		i := p.at
		for p.tokens[i].is("!") {
			i++
		}
		if !isTemporal(&p.tokens[i]) {
			return p.relation()
		}
		p.next()
		e := &Expr{Op: "!", Pos: t.pos()}
		p.nest(func() { e.Args = []*Expr{p.temporalUnary()} })
		return e
	}
	if !isTemporal(t) {
		return p.relation()
	}
	if !p.temporal {
		p.fail(t.pos(), "temporal operators stand in LTLSPEC and SPEC", "unexpected temporal operator "+t.text)
	}
	p.next()
	e := &Expr{Op: Op(t.text), Pos: t.pos()}
	switch t.text {
	case "A", "E":
		p.expect("[")
		outer := p.noUntil
		p.noUntil = true
		left := p.expr()
		if p.accept("BU") {
			p.bounds(e, "..")
		} else {
			p.expect("U")
		}
		e.Args = []*Expr{left, p.expr()}
		p.noUntil = outer
		p.expect("]")
		return e
	case "EBF", "ABF", "EBG", "ABG":
		p.bounds(e, "..")
	default:
		if p.tok().is("[") { // bounded operators of LTL
			p.next()
			p.bounds(e, ",")
			p.expect("]")
		}
	}
	p.nest(func() { e.Args = []*Expr{p.temporalUnary()} })
	return e
}

// maxBound is the largest bound of a temporal operator: each step is a formula.
const maxBound = 1000

// bounds parses the bounds of a temporal operator.
func (p *parser) bounds(e *Expr, between string) {
	number := func() int {
		t := p.next()
		n, err := strconv.Atoi(t.text)
		if t.kind != tokNumber || err != nil || n > maxBound {
			p.at--
			p.unexpected("a bound up to "+strconv.Itoa(maxBound), "")
		}
		return n
	}
	e.Bounded = true
	e.Lo = number()
	p.expect(between)
	if e.Hi = number(); e.Hi < e.Lo {
		p.fail(e.Pos, "", "the upper bound is less than the lower one")
	}
}

// isTemporal reports whether a token is a temporal operator that stands in front of its
// operand.
func isTemporal(t *token) bool {
	if t.kind != tokWord {
		return false
	}
	switch t.text {
	case "X", "F", "G", "Y", "Z", "O", "H", "EX", "AX", "EF", "AF", "EG", "AG", "A", "E", "EBF", "ABF", "EBG", "ABG":
		return true
	}
	return false
}

func (p *parser) relation() *Expr { return p.chain(p.in, "=", "!=", "<", ">", "<=", ">=") }
func (p *parser) in() *Expr       { return p.chain(p.union, "in") }
func (p *parser) union() *Expr    { return p.chain(p.rangeOf, "union") }

// rangeOf parses a .. b.
func (p *parser) rangeOf() *Expr {
	e := p.shift()
	if t := p.tok(); p.accept("..") {
		return &Expr{Op: opRange, Pos: t.pos(), Args: []*Expr{e, p.shift()}}
	}
	return e
}

func (p *parser) shift() *Expr          { return p.chain(p.additive, "<<", ">>") }
func (p *parser) additive() *Expr       { return p.chain(p.multiplicative, "+", "-") }
func (p *parser) multiplicative() *Expr { return p.chain(p.concatenation, "*", "/", "mod") }
func (p *parser) concatenation() *Expr  { return p.chain(p.primary, "::") }

// primary parses an operand with what stands in front of and behind it.
func (p *parser) primary() *Expr {
	t := p.tok()
	if !t.is("!") && !t.is("-") {
		return p.postfix(p.operand())
	}
	p.next()
	e := &Expr{Op: "!", Pos: t.pos()}
	if t.is("-") {
		e.Op = opNeg
	}
	p.nest(func() { e.Args = []*Expr{p.primary()} })
	return e
}

// postfix parses .name and [index] behind a reference.
func (p *parser) postfix(e *Expr) *Expr {
	grown := 0
	for ; ; grown++ {
		if grown+p.depth > maxNesting {
			p.fail(p.tok().pos(), "", "this is nested deeper than "+strconv.Itoa(maxNesting)+" levels")
		}
		t := p.tok()
		switch {
		case t.is("."):
			p.next()
			if k := p.tok().kind; k != tokName && k != tokNumber && !p.tok().is("self") {
				p.unexpected("a name", "")
			}
			e = &Expr{Op: opDot, Pos: e.Pos, Name: p.next().text, Args: []*Expr{e}}
		case t.is("["):
			p.next()
			outer := p.noUntil
			p.noUntil = false
			index := p.expr()
			args := []*Expr{e, index}
			op := opIndex
			if p.accept(":") {
				op, args = opBits, append(args, p.expr())
			}
			p.noUntil = outer
			p.expect("]")
			e = &Expr{Op: op, Pos: e.Pos, Args: args}
		default:
			return e
		}
	}
}

// operand parses what operators are applied to.
func (p *parser) operand() *Expr {
	t := p.tok()
	e := &Expr{Op: Op(t.text), Pos: t.pos(), Name: t.text}
	list := func(closing string) {
		outer := p.noUntil
		p.noUntil = false
		for {
			e.Args = append(e.Args, p.expr())
			if !p.accept(",") {
				break
			}
		}
		p.noUntil = outer
		p.expect(closing)
	}
	switch {
	case t.kind == tokName:
		e.Op = opName
		if p.peek().is("(") {
			p.unexpected("", "there are no functions but abs, bool, count, extend, max, min, next, resize, signed, sizeof, swconst, toint, unsigned, uwconst and word1")
		}
		p.next()
	case t.kind == tokNumber:
		n, err := strconv.ParseInt(t.text, 10, 64)
		if err != nil || n > maxInt {
			p.fail(t.pos(), "", "this number is larger than "+strconv.Itoa(maxInt))
		}
		e.Op, e.Value = opNumber, n
		p.next()
	case t.kind == tokVector:
		if _, err := readWord(t.text); err != "" {
			p.fail(t.pos(), wordHint, err)
		}
		e.Op = opWord
		p.next()
	case t.is("TRUE"), t.is("FALSE"), t.is("self"):
		p.next()
	case t.is("("):
		p.next()
		list(")")
		if len(e.Args) > 1 {
			p.fail(e.Args[1].Pos, "", "unexpected list")
		}
		return e.Args[0]
	case t.is("{"):
		p.next()
		e.Op = opSet
		list("}")
	case t.is("["):
		p.next()
		e.Op = opArray
		list("]")
	case isFunction(t) && !t.is("init"):
		p.next()
		p.expect("(")
		list(")")
		if n := arity(t.text); n > 0 && len(e.Args) != n {
			p.fail(t.pos(), "", t.text+" takes "+strconv.Itoa(n)+" argument"+plural(n))
		}
	case t.is("case"):
		p.next()
		e.Op = opCase
		p.nest(func() { p.cases(e) })
	default:
		p.unexpected("an expression", "")
	}
	return e
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

// arity returns how many arguments a function takes, 0 for any number.
func arity(function string) int {
	switch function {
	case "count":
		return 0
	case "max", "min", "extend", "resize", "swconst", "uwconst":
		return 2
	}
	return 1
}

// cases parses the branches of a case.
func (p *parser) cases(e *Expr) {
	outer := p.noUntil
	p.noUntil = false
	for {
		condition := p.expr()
		p.expect(":")
		value := p.expr()
		p.expect(";")
		e.Args = append(e.Args, condition, value)
		if p.accept("esac") {
			break
		}
	}
	p.noUntil = outer
}
