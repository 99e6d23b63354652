// This file defines how expressions are read.

package eca

import "github.com/ijit/ijit/parser/diagnostic"

// newExpr returns an expression. They are cut from slabs, since there are millions.
func (p *parser) newExpr(op Op, at *token) *Expr {
	if len(p.exprs) == 0 {
		p.exprs = make([]Expr, 1024)
	}
	e := &p.exprs[0]
	p.exprs = p.exprs[1:]
	e.Op, e.Line, e.Col = op, at.line, at.col
	return e
}

// precedence returns how strongly an operator of two operands binds; 0 if the token is none.
func precedence(k kind) (int, Op) {
	switch k {
	case tokOr:
		return 1, Or
	case tokAnd:
		return 2, And
	case tokEq:
		return 3, Eq
	case tokNe:
		return 3, Ne
	case '<':
		return 4, Lt
	case tokLe:
		return 4, Le
	case '>':
		return 4, Gt
	case tokGe:
		return 4, Ge
	case '+':
		return 5, Add
	case '-':
		return 5, Sub
	case '*':
		return 6, Mul
	case '/':
		return 6, Div
	case '%':
		return 6, Rem
	}
	return 0, Const
}

// expr reads an expression. After an error it returns one that is of no use, but not nil.
func (p *parser) expr() *Expr {
	e := p.binary(1)
	if p.panicking {
		return e
	}
	if hint := p.refused(); hint != "" {
		switch p.tok.kind {
		case '=':
			p.failf(p.tok.pos(), hint, "assignments inside of expressions are not read")
		default:
			p.failf(p.tok.pos(), hint, "operator %s is not read", p.text(&p.tok))
		}
	}
	return e
}

// refused returns a hint about an operator of C that is not read, or "".
func (p *parser) refused() string {
	switch p.tok.kind {
	case '=':
		return "did you mean ==?"
	case '?':
		return "write if and else"
	case '&':
		return "did you mean &&? There are no operations on bits"
	case '|':
		return "did you mean ||? There are no operations on bits"
	case '^', '~':
		return "there are no operations on bits"
	case '.':
		return "there are no structs"
	case '[':
		return "there are no arrays"
	case tokOther:
		switch p.text(&p.tok) {
		case "++", "--":
			return "write x = x + 1"
		case "+=", "-=", "*=", "/=", "%=":
			return "write x = x " + p.text(&p.tok)[:1] + " ..."
		case "->":
			return "there are no structs and no pointers"
		case "<<", ">>", "<<=", ">>=", "&=", "|=", "^=":
			return "there are no operations on bits"
		}
	}
	return ""
}

// binary reads operands and operators that bind at least so strongly.
func (p *parser) binary(least int) *Expr {
	left := p.unary()
	for !p.panicking {
		strength, op := precedence(p.tok.kind)
		if strength < least || strength == 0 {
			break
		}
		e := p.newExpr(op, &p.tok)
		p.f.ops[op]++
		p.advance()
		e.X, e.Y = left, p.binary(strength+1)
		left = e
	}
	return left
}

// unary reads an operand with what stands in front of it.
func (p *parser) unary() *Expr {
	switch p.tok.kind {
	case '!', '-', '+':
		at := p.tok
		p.advance()
		if at.kind == '-' && p.tok.kind == tokNumber && p.tok.value <= maxInt+1 {
			return p.number(&at, -p.tok.value)
		}
		defer func() { p.depth-- }()
		if !p.nest() {
			return p.newExpr(Const, &at)
		}
		x := p.unary()
		if at.kind == '+' {
			return x
		}
		op := Not
		if at.kind == '-' {
			op = Neg
		}
		p.f.ops[op]++
		e := p.newExpr(op, &at)
		e.X = x
		return e
	}
	return p.primary()
}

// number reads a number, whose value is given.
func (p *parser) number(at *token, value int64) *Expr {
	e := p.newExpr(Const, at)
	e.Value = int32(value)
	p.constants[p.tok.value] = struct{}{}
	if value > maxInt {
		p.failf(p.tok.pos(), "int has -2147483648 to 2147483647", "%s is too large for an int", p.text(&p.tok))
	}
	p.advance()
	return e
}

func (p *parser) primary() *Expr {
	at := p.tok
	switch at.kind {
	case tokNumber:
		return p.number(&at, at.value)
	case tokName:
		if p.ahead.kind == '(' {
			p.callInside()
			break
		}
		p.advance()
		return p.name(&at)
	case '(':
		p.advance()
		if p.typeNext() {
			p.failf(p.tok.pos(), "", "casts are not read")
			break
		}
		defer func() { p.depth-- }()
		if !p.nest() {
			break
		}
		e := p.expr()
		if !p.panicking {
			p.expect(')', ")")
		}
		return e
	case '*':
		p.failf(at.pos(), "", "pointers are not read")
	case '&':
		p.failf(at.pos(), "only scanf takes an address", "addresses are not read")
	case tokString:
		p.failf(at.pos(), "only printf and its like take strings", "strings are not read")
	case tokSizeof:
		p.failf(at.pos(), "", "sizeof is not read")
	default:
		p.unexpected("an expression")
	}
	return p.newExpr(Const, &at)
}

// unexpected reports that something else should stand here.
func (p *parser) unexpected(wanted string) {
	if p.tok.kind == tokBad {
		p.panicking = true // the scanner has said what is wrong
		return
	}
	p.failf(p.tok.pos(), p.refused(), "expected %s, found %s", wanted, p.describe())
}

// callInside reports a call inside of an expression.
func (p *parser) callInside() {
	name := p.text(&p.tok)
	if name == nondet {
		p.failf(p.tok.pos(), "assign it to a variable first: x = "+name+"();", "inputs are not read inside of expressions")
		return
	}
	p.failf(p.tok.pos(), "assign its result to a variable first", "%s is called inside of an expression", name)
}

// typeNext reports whether the name of a type comes next.
func (p *parser) typeNext() bool {
	switch p.tok.kind {
	case tokInt, tokVoid, tokSigned, tokConst, tokStatic, tokExtern, tokStruct, tokUnion, tokEnum, tokTypedef:
		return true
	}
	return p.tok.kind >= tokChar
}

// name returns the expression for a name.
func (p *parser) name(at *token) *Expr {
	v := p.variableNamed(at)
	if v == nil {
		e := p.newExpr(Const, at)
		if p.lookup(at.name) == nil && p.names.text[at.name] == "true" {
			e.Value = 1
		}
		return e
	}
	e := p.newExpr(Load, at)
	e.Var, v.named = v, true
	return e
}

// variableNamed returns the variable with a name; nil, with an error, if there is none, and nil
// without one for true and false.
func (p *parser) variableNamed(at *token) *Var {
	name := p.names.text[at.name]
	s := p.lookup(at.name)
	switch {
	case s == nil && (name == "true" || name == "false"):
	case s == nil:
		hint := "declare it: int " + name + ";"
		if meant := diagnostic.DidYouMean(name, p.variableNames()); meant != "" {
			hint = meant
		}
		p.Errorf(at.pos(), hint, "%s is not declared", name)
	case s.kind == symArray:
		p.failf(at.pos(), "write variables of type int", "arrays are not read")
	case s.kind == symExtern:
		p.Errorf(at.pos(), "declare it without extern, with its value", "%s is declared, but not defined in this file", name)
	case s.kind == symFunc:
		p.Errorf(at.pos(), "call it: "+name+"(...)", "%s is a function", name)
	default:
		return s.v
	}
	return nil
}

// variableNames returns the names of the variables that can be used here.
func (p *parser) variableNames() []string {
	var list []string
	for name, s := range p.symbols {
		if s != nil && s.kind == symVar {
			list = append(list, p.names.text[name])
		}
	}
	return list
}
