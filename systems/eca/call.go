// This file defines how calls are read, and what is meant by those that C or the competitions
// give a meaning.

package eca

import (
	"strconv"
	"strings"
)

// The functions that have a meaning of their own, whatever body a file gives them.
const nondet = "__VERIFIER_nondet_int"

// isBuiltin reports whether calls of a function are given a meaning by its name.
func isBuiltin(name string) bool {
	switch name {
	case nondet, "scanf", "assert", "exit", "_Exit", "abort", "reach_error", "__VERIFIER_error", "__VERIFIER_assert",
		"__VERIFIER_assume", "printf", "puts", "putchar", "fflush", "fprintf", "fputs", "perror":
		return true
	}
	return false
}

// isError reports whether a function, if its body is empty, is there to be called where an error
// is: reach_error_14, as in RERS from 2018 on.
func isError(name string) bool {
	number, ok := strings.CutPrefix(name, "reach_error_")
	return ok && number != "" && strings.Trim(number, "0123456789") == ""
}

// userCall reads a call of a function of the file.
func (p *parser) userCall(result *Var) Stmt {
	s := &Call{Pos: p.tok.pos(), Result: result}
	p.calls = append(p.calls, call{s, p.tok.name, p.fn.f})
	p.advance()
	p.advance()
	if p.accept(')') {
		return s
	}
	for {
		s.Args = append(s.Args, p.expr())
		if p.panicking || !p.accept(',') {
			break
		}
	}
	if !p.panicking {
		p.expect(')', ")")
	}
	return s
}

// callStatement reads a call that is a statement.
func (p *parser) callStatement(body []Stmt) []Stmt {
	at := p.tok
	name := p.text(&at)
	if !isBuiltin(name) {
		body = append(body, p.userCall(nil))
	} else {
		p.advance()
		p.advance()
		body = p.builtin(name, &at, body)
	}
	if !p.panicking {
		p.expect(';', ";")
	}
	return body
}

// builtin reads the call of a function whose meaning is known, from behind its parenthesis on.
func (p *parser) builtin(name string, at *token, body []Stmt) []Stmt {
	switch name {
	case "assert", "__VERIFIER_assert":
		return p.assert(at, body)
	case "__VERIFIER_assume":
		b := Branch{Pos: p.tok.pos(), Cond: p.negated(p.expr())}
		b.Body = []Stmt{&Exit{Pos: at.pos()}}
		body = append(body, &If{Branches: []Branch{b}})
	case "exit", "_Exit", "abort":
		p.arguments()
		body = append(body, &Exit{Pos: at.pos()})
	case "reach_error", "__VERIFIER_error":
		label := name
		if p.tok.kind == tokNumber && p.ahead.kind == ')' {
			label = "error_" + p.text(&p.tok)
		}
		p.arguments()
		if !labelled(body) {
			body = append(body, p.newLabel(label, at.pos()))
		}
		body = append(body, &Exit{Pos: at.pos()})
	case nondet:
		// The input is not of interest, but it is read.
		v := p.newVar(*at)
		v.Name, v.Assigned = "input", true
		body = append(body, &Read{Pos: at.pos(), Var: v})
	case "scanf":
		return p.scanf(at, body)
	case "printf":
		return p.printf(at, body)
	default:
		p.arguments()
	}
	if !p.panicking {
		p.expect(')', ")")
	}
	return body
}

// labelled reports whether a label stands in front of what comes next.
func labelled(body []Stmt) bool {
	if len(body) == 0 {
		return false
	}
	_, ok := body[len(body)-1].(*Reach)
	return ok
}

// arguments passes over arguments that are of no interest.
func (p *parser) arguments() {
	for p.tok.kind != ')' && p.tok.kind != tokEOF {
		if p.tok.kind == ';' || p.tok.kind == '{' || p.tok.kind == '}' {
			return
		}
		if p.tok.kind == '(' {
			p.balanced()
			continue
		}
		p.advance()
	}
}

// negated returns !e.
func (p *parser) negated(e *Expr) *Expr {
	n := p.newExpr(Not, &token{line: e.Line, col: e.Col})
	n.X = e
	return n
}

// assert reads an assertion. One that cannot hold is the label in front of it.
func (p *parser) assert(at *token, body []Stmt) []Stmt {
	if p.tok.kind == '!' && p.ahead.kind == tokName {
		if name, ok := p.errorName(); ok {
			p.expect(')', ")")
			if !labelled(body) {
				body = append(body, p.newLabel(name, at.pos()))
			}
			return append(body, &Exit{Pos: at.pos()})
		}
	}
	cond := p.expr()
	if p.panicking || !p.expect(')', ")") {
		return body
	}
	exit := &Exit{Pos: at.pos()}
	if cond.Op == Const && cond.Value == 0 {
		if !labelled(body) {
			body = append(body, p.newLabel(assertName(at), at.pos()))
		}
		return append(body, exit)
	}
	fails := []Stmt{p.newLabel(assertName(at), at.pos()), exit}
	in := &If{Branches: []Branch{{Pos: cond.Position(), Cond: p.negated(cond), Body: fails}}}
	a := pendingAssert{in: in, labelled: labelled(body)}
	if cond.Op == Not && cond.X.Op == Load {
		a.name = cond.X.Var.Name
	}
	p.asserts = append(p.asserts, a)
	return append(body, in)
}

// assertName returns the name of the label of an assertion without one.
func assertName(at *token) string { return "assert:" + strconv.Itoa(int(at.line)) }

// errorName reads the !error_58 of an assertion, if error_58 is no variable.
func (p *parser) errorName() (string, bool) {
	name := p.text(&p.ahead)
	if p.lookup(p.ahead.name) != nil || name == "true" || name == "false" {
		return "", false
	}
	saved := *p
	p.advance()
	p.advance()
	if p.tok.kind != ')' {
		p.resetTo(&saved)
		return "", false
	}
	return name, true
}

// scanf reads scanf("%d", &x).
func (p *parser) scanf(at *token, body []Stmt) []Stmt {
	const form = `write scanf("%d", &x);`
	if p.tok.kind != tokString || p.text(&p.tok) != `"%d"` {
		p.failf(p.tok.pos(), form, "expected \"%%d\", found %s", p.describe())
		return body
	}
	p.advance()
	if !p.accept(',') || !p.accept('&') || p.tok.kind != tokName {
		p.failf(p.tok.pos(), form, "expected & and the name of a variable, found %s", p.describe())
		return body
	}
	v := p.assignable(&p.tok)
	p.advance()
	if v == nil {
		return body
	}
	v.Assigned = true
	p.expect(')', ")")
	return append(body, &Read{Pos: at.pos(), Var: v})
}

// printf reads printf("%d\n", x): its values are outputs.
func (p *parser) printf(at *token, body []Stmt) []Stmt {
	if !p.expect(tokString, "a string") {
		return body
	}
	for p.accept(',') {
		if p.tok.kind == tokString {
			p.advance()
			continue
		}
		value := p.expr()
		if p.panicking {
			return body
		}
		body = append(body, &Print{Pos: at.pos(), Value: value})
	}
	p.expect(')', ")")
	return body
}
