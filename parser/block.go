// This file defines how procedures and statement lists are parsed. A list
// reports the mistakes in its statements and goes on behind them.

package parser

import (
	"errors"
	"strconv"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"
)

// maxNesting is how deep statements may be nested.
const maxNesting = 1000

const bits = "decl x, y := 0; declares variables, each of which is 0 or 1"

// declaration parses "decl x, y;" of the current procedure, or of the file
// between procedures.
func (p *fileParser) declaration() {
	start, lead := p.tok, p.takeAbove(nil)
	node, err := parseProduction(p, p.grammar.decl)
	list := &p.file.Globals
	switch {
	case err != nil && p.proc == nil:
		p.reportSyntax(hinted(err, bits))
		p.skipItem(start, isSemi)
		return
	case err != nil:
		p.recover(hinted(err, bits), start)
		return
	case p.proc != nil:
		list = &p.proc.Locals
	}
	for i, n := range node.Vars {
		p.checkVariableName(&n.Name.token)
		v := &Var{Pos: n.Name.pos, Name: n.Name.name(), Proc: p.proc, Index: len(*list), Joined: i > 0, Meaning: p.takeMeaning(node.Vars, i)}
		switch n.Init {
		case "0", "F":
			v.Init = InitZero
		case "1", "T":
			v.Init = InitOne
		}
		*list = append(*list, v)
	}
	declared := (*list)[len(*list)-len(node.Vars):]
	if i := len(declared) - 1; sharesLine(node.Vars, i) {
		declared[i].Comment = p.takeComment()
	}
	declared[0].Lead = p.takeInside(lead)
}

// atTypedDecl tells whether variables are declared here as other languages do it: bool x, y;
// is no procedure.
func (p *fileParser) atTypedDecl() bool {
	if !p.at("bool") && (p.proc != nil || !p.at("int")) || p.peek() != tokWord && p.peek() != tokBraced {
		return false
	}
	s := newScanner(p.Src)
	s.seek(&p.second)
	s.next()
	switch behind := s.next(); behind.kind {
	case tokSemi, tokComma, tokAssign, tokEq:
		return true
	}
	return false
}

// typedDecl skips it.
func (p *fileParser) typedDecl() {
	start := p.tok
	p.reportSyntax(&syntaxError{
		pos: start.pos, offset: start.offset,
		message: "variables are declared by decl", hint: "all are Boolean: decl " + p.second.text + ";",
	})
	for p.tok.kind != lexer.EOF && !p.accept(tokSemi) {
		p.next()
	}
	p.suspectFrom(start)
}

// checkVariableName reports a name that an expression cannot mention.
func (p *fileParser) checkVariableName(t *token) {
	switch {
	case t.name() == "_":
		p.Errorf(t.pos, "", "_ cannot be declared: it discards a value")
	case t.isWord("T"), t.isWord("F"):
		p.Errorf(t.pos, "write {"+t.text+"} for a variable of that name", "%s cannot be declared: it is a constant", t.text)
	}
}

// procedure parses a procedure.
func (p *fileParser) procedure() {
	start, lead := p.tok, p.takeAbove(nil)
	p.broken = false
	head, err := parseProduction(p, p.grammar.head)
	if err != nil {
		if p.typedParameter(err) {
			err = hinted(err, "a parameter is written without a type: f(x)")
		}
		p.reportSyntax(err)
		p.skipItem(start, isEnd)
		return
	}
	proc := &Proc{Pos: head.Name.pos, Name: head.Name.name(), Params: len(head.Params), Lead: trimTop(p.takeInside(lead))}
	switch {
	case head.Returns != nil:
		n, err := strconv.Atoi(head.Returns.text)
		if err != nil || n < 1 || n > maxReturns || head.Kind == "void" {
			p.Errorf(head.Returns.pos, "", "%s<%s> is no type", head.Kind, head.Returns.text)
		}
		proc.Returns = n
	case head.Kind == "bool":
		proc.Returns = 1
	}
	for i, n := range head.Params {
		p.checkVariableName(&n.token)
		proc.Locals = append(proc.Locals, &Var{Pos: n.pos, Name: n.name(), Proc: proc, Param: true, Index: i})
	}
	p.file.Procs = append(p.file.Procs, proc)
	p.proc = proc
	p.procBody()
	p.proc = nil
}

// typedParameter reports whether a mistake in the head of a procedure is a type.
func (p *fileParser) typedParameter(err error) bool {
	var e *syntaxError
	if !errors.As(err, &e) {
		return false
	}
	word := strings.TrimLeft(p.Src[e.offset:], " \t")
	return strings.HasPrefix(word, "bool ") || strings.HasPrefix(word, "int ")
}

// maxReturns is how many values a procedure may return.
const maxReturns = 1 << 16

// procBody parses declarations, enforce and statements up to the end of the
// procedure.
func (p *fileParser) procBody() {
	proc := p.proc
	proc.Notes.Open = p.takeComment()
	for p.at("decl") || p.at("enforce") {
		if p.at("decl") {
			p.declaration()
		} else {
			p.enforce()
		}
	}
	for {
		proc.Body = append(proc.Body, p.block()...)
		proc.End = p.tok.pos
		if p.atTypedDecl() {
			p.typedDecl()
			continue
		}
		if p.at("end") {
			proc.Notes.Close = trimBottom(p.takeAbove(nil))
			p.next()
			p.accept(tokSemi)
			proc.Comment = p.takeComment()
			proc.trimTop()
			return
		}
		p.structural(p.unexpected("expected end of procedure " + proc.Name))
		if p.tok.kind == lexer.EOF || p.atProcedure() {
			return
		}
		p.next()
		p.accept(tokSemi)
	}
}

// trimTop drops a blank line at the top of the procedure.
func (proc *Proc) trimTop() {
	top := &proc.Notes.Close
	switch {
	case len(proc.Locals) > proc.Params:
		top = &proc.Locals[proc.Params].Lead
	case proc.Enforce != nil:
		top = &proc.EnforceLead
	case len(proc.Body) > 0:
		top = &proc.Body[0].Lead
	}
	*top = trimTop(*top)
}

// enforce parses "enforce E;". Several hold together.
func (p *fileParser) enforce() {
	start, lead := p.tok, p.takeAbove(nil)
	pos := p.tok.pos
	node, err := parseProduction(p, p.grammar.enforce)
	if err != nil {
		p.recover(err, start)
		return
	}
	if p.proc.Enforce != nil {
		node.Cond = &Binary{Pos: pos, Op: OpAnd, X: p.proc.Enforce, Y: node.Cond}
	}
	p.proc.Enforce = node.Cond
	if p.proc.EnforceComment != "" {
		p.proc.EnforceLead = append(p.proc.EnforceLead, "// "+p.proc.EnforceComment)
	}
	p.proc.EnforceComment = p.takeComment()
	p.proc.EnforceLead = joinLines(p.proc.EnforceLead, p.takeInside(lead)...)
}

// block parses statements up to a word that ends a list, which it leaves.
func (p *fileParser) block() []*Stmt {
	var list []*Stmt
	for !p.atTerminator() {
		start := p.tok
		switch {
		case p.accept(tokSemi):
		case p.at("decl"):
			p.Errorf(p.tok.pos, "declarations come first in a procedure", "declaration behind a statement")
			p.declaration()
		case p.at("enforce"):
			p.Errorf(p.tok.pos, "it comes in front of the statements and holds at all of them", "enforce behind a statement")
			p.enforce()
		default:
			s, err := p.statement()
			if err == nil {
				list = append(list, s)
				break
			}
			p.recover(err, start)
			if p.tok == start {
				p.next()
			}
		}
	}
	return list
}

// nested parses the statement list of a compound statement. There are no blank
// lines at its ends.
func (p *fileParser) nested() (list []*Stmt, notes Notes, err error) {
	if p.nesting == maxNesting {
		return nil, notes, p.tok.tooDeep("statement", maxNesting)
	}
	notes.Open = p.takeComment()
	p.nesting++
	list = p.block()
	p.nesting--
	notes.Close = trimBottom(p.takeAbove(nil))
	if len(list) > 0 {
		list[0].Lead = trimTop(list[0].Lead)
	} else {
		notes.Close = trimTop(notes.Close)
	}
	return list, notes, nil
}

// structural reports a missing or superfluous end, fi, od, else or brace,
// unless an earlier mistake in the procedure may be why.
func (p *fileParser) structural(err error) {
	if !p.broken {
		p.reportSyntax(err)
	}
}

// closing consumes the word or brace that closes a compound statement, which
// started at pos. Where it is missing, the statement ends all the same.
func (p *fileParser) closing(word string, what string, pos Pos) {
	if p.acceptWord(word) || word == "}" && p.accept(tokRBrace) {
		return
	}
	p.structural(p.unexpected("expected " + word + " of the " + what + " at " + pos.String()))
}

// semicolon parses the end of a simple statement. A statement behind which it
// is missing is kept.
func (p *fileParser) semicolon() error {
	if p.accept(tokSemi) || p.atTerminator() {
		return nil
	}
	if !p.startsStatement() {
		e := p.unexpected("expected ;")
		if p.at("then") {
			e.hint = "a further branch of an if is written elsif c then"
		}
		return p.tok.missing(p.last, e)
	}
	p.reportSyntax(p.tok.missing(p.last, nil))
	return nil
}

// startsStatement tells whether a statement clearly starts here.
func (p *fileParser) startsStatement() bool {
	if p.tok.kind == tokWord {
		switch p.tok.text {
		case "if", "while", "goto", "return", "decl", "enforce",
			"skip", "assume", "assert", "start_thread", "end_thread", "atomic_begin", "atomic_end",
			"wait", "signal", "broadcast", "print", "dead":
			return true
		case "atomic":
			return p.peek() == tokLBrace
		}
	}
	if !p.tok.isLabel() {
		return false
	}
	switch p.peek() {
	case tokColon, tokAssign, tokLParen:
		return true
	}
	return false
}
