// This file defines how statements are read.

package eca

import "github.com/ijit/ijit/parser/diagnostic"

// statements reads statements up to the end of the block.
func (p *parser) statements(body []Stmt) []Stmt {
	for p.tok.kind != '}' && p.tok.kind != tokEOF && !p.Full {
		before := p.tok.off
		body = p.statement(body)
		p.sync()
		if p.tok.off == before {
			p.advance()
		}
	}
	return body
}

// body reads the statement that an if or a loop executes.
func (p *parser) body() []Stmt {
	defer func() { p.depth-- }()
	if !p.nest() {
		return nil
	}
	mark := p.openBlock()
	defer p.closeBlock(mark)
	if p.typeNext() {
		p.failf(p.tok.pos(), "put it in braces", "a declaration cannot stand here")
		return nil
	}
	return p.statement(nil)
}

// blockOf reads a block and appends its statements to those before.
func (p *parser) blockOf(body []Stmt) []Stmt {
	defer func() { p.depth-- }()
	if !p.nest() {
		return body
	}
	mark := p.openBlock()
	defer p.closeBlock(mark)
	p.advance()
	body = p.statements(body)
	p.expect('}', "}")
	return body
}

// statement reads a statement and appends it to those before.
func (p *parser) statement(body []Stmt) []Stmt {
	for p.tok.kind == tokName && p.ahead.kind == ':' {
		body = append(body, p.label())
		if p.tok.kind == '}' {
			return body
		}
	}
	at := p.tok
	switch at.kind {
	case ';':
		p.advance()
	case '{':
		return p.blockOf(body)
	case tokIf:
		return append(body, p.chain())
	case tokWhile, tokFor:
		return p.endless(body)
	case tokReturn:
		return p.returns(body)
	case tokName:
		switch p.ahead.kind {
		case '(':
			return p.callStatement(body)
		case '=':
			return p.assign(body)
		case '[':
			p.failf(p.ahead.pos(), "write variables of type int", "arrays are not read")
		default:
			p.advance()
			if hint := p.refused(); hint != "" {
				p.failf(p.tok.pos(), hint, "operator %s is not read", p.text(&p.tok))
			} else {
				p.failf(at.pos(), "", "expected a statement, found %s", diagnostic.Quote(p.text(&at)))
			}
		}
	case tokDo:
		p.do()
	case tokGoto:
		p.failf(at.pos(), "", "goto is not read")
	case tokSwitch:
		p.failf(at.pos(), "write if and else if", "switch is not read")
	case tokBreak, tokContinue, tokCase, tokDefault:
		p.failf(at.pos(), "write if and else", "%s is not read", p.text(&at))
	case tokElse:
		p.failf(at.pos(), "", "else without an if")
	case '*':
		p.failf(at.pos(), "", "pointers are not read")
	case tokOther:
		p.failf(at.pos(), p.refused(), "operator %s is not read", p.text(&at))
	default:
		if p.typeNext() {
			return p.declaration(body)
		}
		p.unexpected("a statement")
	}
	return body
}

// declaration reads the declaration of locals.
func (p *parser) declaration(body []Stmt) []Stmt {
	s, _ := p.specifiers()
	if p.panicking {
		return body
	}
	if s.void {
		p.failf(p.tok.pos(), "all variables are of type int", "type void has no values")
		return body
	}
	if p.tok.kind == tokName && p.ahead.kind == '(' {
		p.failf(p.tok.pos(), "declare it in front of the functions", "a function is declared inside of a function")
		return body
	}
	return p.declarators(s, body)
}

// label reads a label.
func (p *parser) label() Stmt {
	name := p.tok
	p.advance()
	p.advance()
	if old, twice := p.fn.labels[name.name]; twice {
		p.Errorf(name.pos(), "it is also at "+old.String(), "label %s is defined twice", p.names.text[name.name])
	}
	p.fn.labels[name.name] = name.pos()
	return p.newLabel(p.names.text[name.name], name.pos())
}

func (p *parser) newLabel(name string, pos Pos) *Reach {
	l := &Label{ID: len(p.f.Labels), Name: name, Pos: pos, Func: p.fn.f}
	p.f.Labels = append(p.f.Labels, l)
	return &Reach{Label: l}
}

// chain reads an if with all its else-ifs.
func (p *parser) chain() Stmt {
	p.ifs++
	defer func() { p.ifs-- }()
	s := &If{}
	for {
		p.advance() // if
		if !p.expect('(', "( and a condition") {
			return s
		}
		b := Branch{Pos: p.tok.pos(), Cond: p.expr()}
		if !p.panicking {
			p.expect(')', ")")
		}
		if p.panicking {
			for p.tok.kind != '{' && p.tok.kind != ';' && p.tok.kind != '}' && p.tok.kind != tokEOF {
				p.advance()
			}
			if p.tok.kind != '{' {
				return s
			}
			p.panicking = false
		}
		b.Body = p.body()
		p.sync()
		s.Branches = append(s.Branches, b)
		if !p.accept(tokElse) {
			return s
		}
		if p.tok.kind != tokIf {
			s.Else = p.body()
			return s
		}
	}
}

// endless reads an endless loop.
func (p *parser) endless(body []Stmt) []Stmt {
	at := p.tok
	p.advance()
	if !p.expect('(', "(") {
		return body
	}
	endless := false
	if at.kind == tokFor {
		first := p.accept(';')
		endless = first && p.accept(';')
	} else {
		cond := p.expr()
		fold(cond, false)
		endless = cond.Op == Const && cond.Value != 0
	}
	switch {
	case p.panicking:
	case !endless || p.tok.kind != ')':
		p.failf(at.pos(), "the only loop is while (1) in main", "loops that may end are not read")
	case p.fn.f.Name != "main":
		p.failf(at.pos(), "the only loop is while (1) in main", "%s has a loop", p.fn.f.Name)
	case p.loop != nil:
		p.failf(at.pos(), "", "a loop inside of a loop is not read")
	case p.ifs > 0:
		p.failf(at.pos(), "", "a loop inside of an if is not read")
	}
	if p.panicking {
		p.closed(1)
		p.sync() // over the body
		return body
	}
	p.advance()
	loop := &Loop{Pos: at.pos()}
	p.loop = loop
	loop.Body = p.body()
	p.loop = nil
	return append(body, loop)
}

// do passes over a loop with the condition at its end.
func (p *parser) do() {
	p.failf(p.tok.pos(), "the only loop is while (1) in main", "loops with do are not read")
	p.advance()
	p.sync()
	if p.accept(tokWhile) && p.tok.kind == '(' {
		p.balanced()
	}
}

// returns reads a return.
func (p *parser) returns(body []Stmt) []Stmt {
	s := &Return{Pos: p.tok.pos()}
	p.advance()
	if p.accept(';') {
		return append(body, s)
	}
	if p.tok.kind == tokName && p.ahead.kind == '(' {
		at := p.tok
		at.name = p.names.intern("result of " + p.text(&at))
		v := p.newVar(at)
		v.Assigned = true
		body = p.assignment(v, at.pos(), body)
		s.Value = p.newExpr(Load, &at)
		s.Value.Var = v
	} else {
		s.Value = p.expr()
	}
	if p.fn.void && !p.panicking {
		p.Errorf(s.Pos, "", "%s is void, and returns a value", p.fn.f.Name)
	}
	if !p.panicking {
		p.expect(';', ";")
	}
	return append(body, s)
}

// assign reads an assignment.
func (p *parser) assign(body []Stmt) []Stmt {
	at := p.tok
	v := p.assignable(&at)
	p.advance()
	p.advance()
	if v == nil {
		v = &Var{} // an error has been reported
	}
	body = p.assignment(v, at.pos(), body)
	if !p.panicking {
		p.expect(';', ";")
	}
	return body
}

// assignable returns the variable that is assigned here; nil, with an error, if there is none.
func (p *parser) assignable(at *token) *Var {
	s := p.lookup(at.name)
	if s != nil && s.kind == symVar && s.isConst {
		p.Errorf(at.pos(), "it is declared at "+s.pos.String(), "%s is const and cannot be assigned", p.names.text[at.name])
	}
	v := p.variableNamed(at)
	if v != nil {
		v.once = false
	}
	return v
}

// assignment reads what a variable is assigned, from behind the = on.
func (p *parser) assignment(v *Var, pos Pos, body []Stmt) []Stmt {
	v.Assigned = true
	if p.tok.kind != tokName || p.ahead.kind != '(' {
		value := p.expr()
		return append(body, &Assign{Pos: pos, Var: v, Value: value})
	}
	at := p.tok
	var s Stmt
	switch name := p.text(&at); {
	case name == nondet:
		p.advance()
		p.advance()
		p.expect(')', ")")
		s = &Read{Pos: pos, Var: v}
	case isBuiltin(name):
		p.failf(at.pos(), "", "the result of %s is not read", name)
		return body
	default:
		s = p.userCall(v)
	}
	if !p.panicking && p.tok.kind != ';' && p.tok.kind != ',' {
		p.tok, p.ahead = at, token{} // for the message
		p.callInside()
		p.tok = p.next()
		p.ahead = p.next()
	}
	return append(body, s)
}
