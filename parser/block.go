// This file defines how procedures and statement lists are parsed. A list
// reports the mistakes in its statements and goes on behind them.

package parser

import (
	"strconv"

	"github.com/alecthomas/participle/v2/lexer"
)

// maxNesting is how deep statements may be nested.
const maxNesting = 1000

// declaration parses "decl x, y;" of the current procedure, or of the file
// between procedures.
func (p *fileParser) declaration() {
	start := p.lex.RawCursor()
	node, err := parseProduction(p, p.grammar.decl)
	if err != nil {
		p.recover(err, start)
		return
	}
	list := &p.file.Globals
	if p.proc != nil {
		list = &p.proc.Locals
	}
	meanings := p.meanings(p.lex.Range(start, p.lex.RawCursor()))
	for _, n := range node.Vars {
		tok := &n.Name.tok
		p.checkVariableName(tok)
		v := &Var{Pos: posOf(tok), Name: nameOf(tok), Proc: p.proc, Index: len(*list), Meaning: meanings[tok.Pos.Line]}
		switch n.Init {
		case "0", "F":
			v.Init = InitZero
		case "1", "T":
			v.Init = InitOne
		}
		*list = append(*list, v)
	}
}

// meanings returns the comments behind the tokens of a declaration, by line. A
// line that declares several variables has none: whose would it be?
func (p *fileParser) meanings(tokens []lexer.Token) map[int]string {
	if len(p.scan.comments) == 0 {
		return nil
	}
	meanings, names := map[int]string{}, map[int]int{}
	for i := range tokens {
		t := &tokens[i]
		if i > 0 && isName(t) && tokens[i-1].Type != tokAssign {
			names[t.Pos.Line]++
		}
		if text := trailingComment(p.scan.comments, t.Pos.Offset+len(t.Value)); text != "" {
			meanings[t.Pos.Line] = parseMeaning(text)
		}
	}
	for line, n := range names {
		if n > 1 {
			delete(meanings, line)
		}
	}
	return meanings
}

// checkVariableName reports a name that an expression cannot mention.
func (p *fileParser) checkVariableName(t *lexer.Token) {
	switch {
	case nameOf(t) == "_":
		p.errorf(posOf(t), "", "_ cannot be declared: it discards a value")
	case isWord(t, "T"), isWord(t, "F"):
		p.errorf(posOf(t), "write {"+t.Value+"} for a variable of that name", "%s cannot be declared: it is a constant", t.Value)
	}
}

// procedure parses a procedure.
func (p *fileParser) procedure() {
	start := p.lex.RawCursor()
	p.broken = false
	head, err := parseProduction(p, p.grammar.head)
	if err != nil {
		p.reportSyntax(err)
		p.skipItem(start)
		return
	}
	proc := &Proc{Pos: posOf(&head.Name.tok), Name: nameOf(&head.Name.tok), Params: len(head.Params)}
	switch {
	case head.Returns != nil:
		n, err := strconv.Atoi(head.Returns.tok.Value)
		if err != nil || n > maxReturns || head.Kind == "void" {
			p.errorf(posOf(&head.Returns.tok), "", "a procedure cannot return %s<%s> values", head.Kind, head.Returns.tok.Value)
		}
		proc.Returns = n
	case head.Kind == "bool":
		proc.Returns = 1
	}
	for i, n := range head.Params {
		p.checkVariableName(&n.tok)
		proc.Locals = append(proc.Locals, &Var{Pos: posOf(&n.tok), Name: nameOf(&n.tok), Proc: proc, Param: true, Index: i})
	}
	p.file.Procs = append(p.file.Procs, proc)
	p.proc = proc
	p.procBody()
	p.proc = nil
}

// maxReturns is how many values a procedure may return.
const maxReturns = 1 << 16

// procBody parses declarations, enforce and statements up to the end of the
// procedure.
func (p *fileParser) procBody() {
	proc := p.proc
	for p.at("decl") || p.at("enforce") {
		if p.at("decl") {
			p.declaration()
		} else {
			p.enforce()
		}
	}
	for {
		proc.Body = append(proc.Body, p.block()...)
		proc.End = posOf(p.peek())
		if p.acceptWord("end") {
			return
		}
		p.structural(p.unexpected("expected end of procedure " + proc.Name))
		if p.peek().EOF() {
			return
		}
		p.next()
		p.accept(tokSemi)
	}
}

// enforce parses "enforce E;". Several hold together.
func (p *fileParser) enforce() {
	start := p.lex.RawCursor()
	pos := posOf(p.peek())
	node, err := parseProduction(p, p.grammar.enforce)
	if err != nil {
		p.recover(err, start)
		return
	}
	if p.proc.Enforce != nil {
		node.Cond = &Binary{Pos: pos, Op: OpAnd, X: p.proc.Enforce, Y: node.Cond}
	}
	p.proc.Enforce = node.Cond
}

// block parses statements up to a word that ends a list, which it leaves.
func (p *fileParser) block() []*Stmt {
	var list []*Stmt
	for !p.atTerminator() {
		start := p.lex.RawCursor()
		switch {
		case p.accept(tokSemi):
		case p.at("decl"):
			p.errorf(posOf(p.peek()), "declarations come first in a procedure", "declaration behind a statement")
			p.declaration()
		case p.at("enforce"):
			p.errorf(posOf(p.peek()), "it comes in front of the statements and holds at all of them", "enforce behind a statement")
			p.enforce()
		default:
			s, err := p.statement()
			if err == nil {
				list = append(list, s)
				break
			}
			p.recover(err, start)
			if p.lex.RawCursor() == start {
				p.next()
			}
		}
	}
	return list
}

// nested parses the statement list of a compound statement.
func (p *fileParser) nested() ([]*Stmt, error) {
	if p.nesting == maxNesting {
		e := unexpectedToken(p.peek(), "")
		e.message = tooDeepMessage("statement", maxNesting)
		return nil, e
	}
	p.nesting++
	list := p.block()
	p.nesting--
	return list, nil
}

func tooDeepMessage(what string, limit int) string {
	return what + " nested too deep (more than " + strconv.Itoa(limit) + " levels)"
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
		return p.unexpected("expected ;")
	}
	t := p.last
	pos := posOf(t)
	pos.Col += len(t.Value)
	p.broken = true
	p.errorf(pos, "", "missing ; behind %s", quoteText(t.Value))
	return nil
}

// startsStatement tells whether a statement clearly starts here.
func (p *fileParser) startsStatement() bool {
	t := p.peek()
	if t.Type == tokWord {
		switch t.Value {
		case "if", "while", "goto", "return", "decl", "enforce",
			"skip", "assume", "assert", "start_thread", "end_thread", "atomic_begin", "atomic_end",
			"wait", "signal", "broadcast", "print", "dead":
			return true
		case "atomic":
			return p.peek2().Type == tokLBrace
		}
	}
	if !isLabel(t) {
		return false
	}
	switch p.peek2().Type {
	case tokColon, tokAssign, tokLParen:
		return true
	}
	return false
}

// takeOrigin returns the origin in the last comment in front of offset that
// names one and has not been looked at before.
func (p *fileParser) takeOrigin(offset int) *Origin {
	var origin *Origin
	for ; p.noted < len(p.scan.comments) && p.scan.comments[p.noted].offset < offset; p.noted++ {
		if c := &p.scan.comments[p.noted]; !c.trailing {
			if o := parseOrigin(c.text); o != nil {
				origin = o
			}
		}
	}
	return origin
}

// takeComment returns the text of the comment behind the last token.
func (p *fileParser) takeComment() string {
	if len(p.scan.comments) == 0 {
		return ""
	}
	return trailingComment(p.scan.comments, p.last.Pos.Offset+len(p.last.Value))
}
