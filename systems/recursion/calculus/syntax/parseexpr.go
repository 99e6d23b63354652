// This file defines the parser of expressions.

package syntax

// How operators bind, loosest first: if and quantifiers, which extend as far to the
// right as they can; the arrows, which do not associate; |; &; !; = and !=; assume
// and cofactor. So !x = y is !(x = y).

// expr parses an expression. If there is none, it reports that and returns some
// other expression, so that nobody meets nil.
func (p *reader) expr() Expr {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxNesting {
		p.unexpected("define a predicate for a part of it", "the expression is nested too deeply")
	}
	if p.failed {
		return &Bool{Pos: p.tok.pos}
	}
	x := p.disjunction()
	switch p.tok.kind {
	case "->", "<-", "<->", "<+>":
		op := p.advance()
		x = &Binary{Pos: op.pos, Op: op.text, X: x, Y: p.disjunction()}
	default:
		return x
	}
	switch p.tok.kind {
	case "->", "<-", "<->", "<+>":
		p.unexpected("put brackets around one of the two", "arrows do not associate")
	}
	return x
}

func (p *reader) disjunction() Expr { return p.list("|", p.conjunction) }

func (p *reader) conjunction() Expr { return p.list("&", p.unary) }

// list parses operands with an operator between them.
func (p *reader) list(op kind, operand func() Expr) Expr {
	x := operand()
	if p.tok.kind != op {
		return x
	}
	l := &List{Pos: p.tok.pos, Op: string(op), Operands: []Expr{x}}
	for p.accept(op) {
		l.Operands = append(l.Operands, operand())
	}
	return l
}

func (p *reader) unary() Expr {
	switch p.tok.kind {
	case "!":
		at := p.advance().pos
		p.depth++
		defer func() { p.depth-- }()
		if p.depth > maxNesting {
			p.unexpected("", "the expression is nested too deeply")
			return &Bool{Pos: at}
		}
		return &Not{Pos: at, X: p.unary()}
	case "exists", "forall":
		return p.quantified()
	case "if":
		return p.conditional()
	}
	x := p.simplified()
	switch p.tok.kind {
	case "=", "!=":
		op := p.advance()
		x = &Binary{Pos: op.pos, Op: op.text, X: x, Y: p.simplified()}
	}
	return x
}

func (p *reader) simplified() Expr {
	x := p.basic()
	switch p.tok.kind {
	case "assume", "cofactor":
		op := p.advance()
		x = &Binary{Pos: op.pos, Op: op.text, X: x, Y: p.basic()}
	}
	return x
}

func (p *reader) basic() Expr {
	t := p.tok
	switch {
	case p.failed:
	case t.kind == "true" || t.kind == "false":
		p.advance()
		return &Bool{Pos: t.pos, Value: t.kind == "true"}
	case t.kind == tokenNumber:
		p.advance()
		return &Number{Pos: t.pos, Value: p.value(t)}
	case t.kind == tokenName && p.ahead.kind == "(":
		return p.application()
	case t.kind == tokenName:
		return p.path()
	case t.kind == "case":
		return p.caseExpr()
	case p.accept("("):
		x := p.expr()
		p.expect(")", "to close the bracket")
		return x
	case t.kind == tokenBad && (t.text == "∃" || t.text == "∀" || t.text == "∧" || t.text == "∨" || t.text == "¬"):
		p.unexpected("write exists, forall, &, |, !", "expected an expression")
	case t.kind == "|" || t.kind == "&":
		p.unexpected("one "+t.text+" is enough", "expected an expression")
	default:
		p.unexpected("", "expected an expression")
	}
	return &Bool{Pos: t.pos}
}

func (p *reader) application() Expr {
	t := p.advance()
	a := &Apply{Pos: t.pos, Name: t.text}
	p.expect("(", "")
	if !p.accept(")") {
		for {
			a.Args = append(a.Args, p.expr())
			if !p.accept(",") {
				break
			}
		}
		p.expect(")", "behind the arguments")
	}
	return a
}

func (p *reader) path() Expr {
	t := p.advance()
	x := &Path{Pos: t.pos, Name: t.text}
	for !p.failed {
		at := p.tok.pos
		switch {
		case p.tok.kind == "." && p.ahead.kind == tokenName:
			p.advance()
			x.Steps = append(x.Steps, &Step{Pos: at, Field: p.name("of a field").Name})
		case p.accept("["):
			x.Steps = append(x.Steps, &Step{Pos: at, Index: p.number("of an element")})
			p.expect("]", "behind the index")
		default:
			return x
		}
	}
	return x
}

func (p *reader) quantified() Expr {
	t := p.advance()
	q := &Quantified{Pos: t.pos, Forall: t.kind == "forall"}
	for {
		q.Vars = append(q.Vars, p.variable(p.name("of a variable's type")))
		if !p.accept(",") {
			break
		}
	}
	if !p.accept(":") {
		p.expect(".", "behind the variables")
	}
	q.X = p.expr()
	return q
}

func (p *reader) conditional() Expr {
	x := &If{Pos: p.advance().pos}
	p.expect("(", "before the condition")
	x.Cond = p.expr()
	p.expect(")", "behind the condition")
	x.Then = p.expr()
	if p.accept("else") {
		x.Else = p.expr()
	}
	return x
}

func (p *reader) caseExpr() Expr {
	c := &Case{Pos: p.advance().pos}
	for {
		arm := &Arm{Cond: p.expr()}
		p.expect(":", "behind the condition")
		arm.Value = p.expr()
		p.expect(";", "behind the value")
		c.Arms = append(c.Arms, arm)
		if p.failed || p.accept("esac") {
			return c
		}
	}
}
