// This file defines what all parse functions share: the current token, how
// participle takes part, errors and how to go on behind them.

package parser

import (
	"errors"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
	"github.com/ijit/ijit/parser/diagnostic"
)

// A fileParser parses one file.
type fileParser struct {
	diagnostic.Reporter
	file    *File
	grammar *productions

	region region

	scan   *scanner
	tok    token // the current token
	second token // the one behind it, if peeked
	peeked bool
	last   token // the last token consumed

	proc    *Proc // the current procedure, nil between procedures
	nesting int   // how deep the current statement list is nested
	broken  bool  // the current procedure has a syntax error

	// suspect holds the names in parts that could not be read. What seems
	// undeclared may be declared there, so it is not reported.
	suspect map[string]bool

	expressions
	readings
}

// next consumes the current token and returns it.
func (p *fileParser) next() token {
	p.last = p.tok
	if p.peeked {
		p.tok, p.peeked = p.second, false
	} else {
		p.tok = p.scan.next()
	}
	return p.last
}

// peek returns the kind of the token behind the current one.
func (p *fileParser) peek() lexer.TokenType {
	if !p.peeked {
		p.second, p.peeked = p.scan.next(), true
	}
	return p.second.kind
}

// seek makes t the current token again.
func (p *fileParser) seek(t token) {
	p.scan.seek(&t)
	p.peeked = false
	p.tok = p.scan.next()
}

// moveTo makes t the current token, which may lie on either side. On the way
// forward it scans, so that no comment is missed.
func (p *fileParser) moveTo(t token) {
	for p.tok.offset < t.offset {
		p.next()
	}
	if p.tok.offset > t.offset {
		p.seek(t)
	}
}

// at tells whether the current token is the given word.
func (p *fileParser) at(word string) bool { return p.tok.isWord(word) }

// accept consumes the current token if it is of the given kind.
func (p *fileParser) accept(kind lexer.TokenType) bool {
	if p.tok.kind != kind {
		return false
	}
	p.next()
	return true
}

// acceptWord consumes the current token if it is the given word.
func (p *fileParser) acceptWord(word string) bool {
	if !p.at(word) {
		return false
	}
	p.next()
	return true
}

// expect consumes the current token, which has to be of the given kind.
func (p *fileParser) expect(kind lexer.TokenType, spelled string) error {
	if !p.accept(kind) {
		return p.unexpected("expected " + spelled)
	}
	return nil
}

// atTerminator tells whether the current token ends a statement list.
func (p *fileParser) atTerminator() bool {
	switch p.tok.kind {
	case lexer.EOF, tokRBrace:
		return true
	case tokWord:
		switch p.tok.text {
		case "end", "fi", "od", "else", "elsif", "void", "bool":
			return true
		}
	}
	return false
}

// A region is what participle reads: the tokens from the current one up to a
// semicolon, a begin, or what ends the statement list. So the tokens of one
// production at a time are in memory (participle takes 64 bytes for each). The same
// memory serves all productions: to make it anew takes a third of the time that
// participle takes for a statement.
type region struct {
	lex    *lexer.PeekingLexer
	tokens []lexer.Token // those of lex, which it shows by [lexer.PeekingLexer.Range]
}

// maxRegion is how many tokens participle gets at once.
const maxRegion = 1 << 20

// fill fills the region. Its end shows the token behind it, for messages.
func (r *region) fill(p *fileParser) error {
	for n := 0; ; n++ {
		if n == len(r.tokens) {
			if err := r.grow(); err != nil {
				return err
			}
		}
		r.tokens[n] = p.tok.forParticiple()
		switch {
		case p.tok.kind == lexer.EOF:
			return nil
		case n > 0 && (p.last.kind == tokSemi || p.last.isWord("begin") || p.atTerminator()):
			r.tokens[n].Type = lexer.EOF
			return nil
		case n == maxRegion:
			return p.tok.tooLong(maxRegion)
		}
		p.next()
	}
}

// grow makes four times as much room for tokens. Participle makes it by appending, which
// takes five times the memory in the end; so there should be few steps, and the last one
// no larger than what is read.
func (r *region) grow() (err error) {
	old, room := r.tokens, min(max(25, 4*len(r.tokens)), maxRegion+1)
	more := blanks(room)
	if r.lex, err = lexer.Upgrade(&more); err != nil {
		return err
	}
	r.tokens = r.lex.Range(0, lexer.RawCursor(room))
	copy(r.tokens, old)
	return nil
}

// before returns the token before t, nil if there is none.
func (r *region) before(t *token) *token {
	for i := range r.tokens {
		if i > 0 && r.tokens[i].Pos.Offset == t.offset {
			last := fromParticiple(&r.tokens[i-1])
			return &last
		}
	}
	return nil
}

// blanks is a lexer of so many tokens, to be filled in.
type blanks int

// Next implements lexer.Lexer.
func (b *blanks) Next() (t lexer.Token, err error) {
	if *b--; *b < 0 {
		t.Type = lexer.EOF
	}
	return t, nil
}

// parseProduction has participle parse a production at the current token.
func parseProduction[P any](p *fileParser, production *participle.Parser[P]) (*P, error) {
	start := p.tok
	p.exprError = nil
	if err := p.region.fill(p); err != nil {
		p.seek(start)
		return nil, err
	}
	lex := p.region.lex
	lex.Checkpoint = lexer.Checkpoint{}
	node, err := production.ParseFromLexer(lex, participle.AllowTrailing(true))
	if err != nil {
		p.seek(start)
		return nil, p.syntaxError(err)
	}
	consumed := lex.Range(0, lex.RawCursor())
	p.moveTo(fromParticiple(lex.Peek()))
	p.last = fromParticiple(&consumed[len(consumed)-1])
	return node, nil
}

// exprHook parses an expression for participle: it does so on the scanner and
// takes lex along.
func (p *fileParser) exprHook(lex *lexer.PeekingLexer) (Expr, error) {
	first := fromParticiple(lex.Peek())
	if !first.startsExpr() {
		return nil, participle.NextMatch
	}
	p.moveTo(first)
	e, err := p.expr()
	if err != nil {
		errors.As(err, &p.exprError)
		return nil, err
	}
	for t := lex.Peek(); !t.EOF() && t.Pos.Offset < p.tok.offset; t = lex.Peek() {
		lex.Next()
	}
	return e, nil
}

// recover reports err, the mistake in what starts at start, and skips to where
// the next statement may start: behind a semicolon, at the end of the
// statement list, or at a label at the beginning of a line.
func (p *fileParser) recover(err error, start token) {
	offset := p.reportSyntax(err)
	for p.tok.offset < offset && p.tok.kind != lexer.EOF {
		p.next()
	}
	var e *syntaxError
	resume := errors.As(err, &e) && e.resume
	for !resume && !p.atTerminator() && !p.atLabelLine() && !p.accept(tokSemi) {
		p.next()
	}
	p.suspectFrom(start)
}

// recoverTo does the same for the head of an if or a while: it skips behind
// the given word if the word belongs to the same statement.
func (p *fileParser) recoverTo(word string, err error, start token) {
	offset := p.reportSyntax(err)
	for !p.at(word) && !p.atTerminator() {
		if p.tok.offset >= offset && (p.tok.kind == tokSemi || p.atLabelLine()) {
			break
		}
		p.next()
	}
	p.suspectFrom(start)
	p.acceptWord(word)
}

// atLabelLine tells whether the next two tokens are a label that starts a line.
func (p *fileParser) atLabelLine() bool {
	return p.tok.isLabel() && p.last.pos.Line < p.tok.pos.Line && p.peek() == tokColon
}

// suspectFrom marks the names from start up to the current token as suspect.
func (p *fileParser) suspectFrom(start token) {
	s := newScanner(p.Src)
	s.seek(&start)
	for t := s.next(); t.offset < p.tok.offset; t = s.next() {
		if t.isLabel() {
			p.suspect[t.name()] = true
		}
		s.comments = s.comments[:0]
	}
}
