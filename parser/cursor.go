// This file defines what all parse functions share: the current token, errors
// and how to go on behind them.

package parser

import (
	"errors"
	"strings"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// A fileParser parses one file.
type fileParser struct {
	reporter
	file    *File
	grammar *productions
	scan    *scanner
	ahead   lexer.Token // the first token behind the current item

	lex     *lexer.PeekingLexer // the tokens of the current item
	last    *lexer.Token        // the last token consumed
	proc    *Proc               // the current procedure, nil between procedures
	nesting int                 // how deep the current statement list is nested
	noted   int                 // comments before this one have been searched for origins
	broken  bool                // the current procedure has a syntax error

	// suspect holds the names in parts that could not be read. What seems
	// undeclared may be declared there, so it is not reported.
	suspect map[string]bool

	expressions
}

// A syntaxError says that the text cannot go on like this. The statement list
// around it reports it and recovers.
type syntaxError struct {
	pos           Pos
	offset        int
	message, hint string
	silent        bool // already reported by the scanner
}

func (e *syntaxError) Error() string { return e.message }

// peek returns the next token.
func (p *fileParser) peek() *lexer.Token { return p.lex.Peek() }

// peek2 returns the token behind the next one.
func (p *fileParser) peek2() *lexer.Token {
	c := p.lex.MakeCheckpoint()
	p.lex.Next()
	t := p.lex.Peek()
	p.lex.LoadCheckpoint(c)
	return t
}

// next consumes a token.
func (p *fileParser) next() *lexer.Token {
	p.last = p.lex.Next()
	return p.last
}

// at tells whether the next token is the given word.
func (p *fileParser) at(word string) bool { return isWord(p.lex.Peek(), word) }

// accept consumes the next token if it is of the given kind.
func (p *fileParser) accept(kind lexer.TokenType) bool {
	if p.lex.Peek().Type != kind {
		return false
	}
	p.next()
	return true
}

// acceptWord consumes the next token if it is the given word.
func (p *fileParser) acceptWord(word string) bool {
	if !p.at(word) {
		return false
	}
	p.next()
	return true
}

// expect consumes the next token, which has to be of the given kind.
func (p *fileParser) expect(kind lexer.TokenType, spelled string) error {
	if !p.accept(kind) {
		return p.unexpected("expected " + spelled)
	}
	return nil
}

// atTerminator tells whether the next token ends a statement list.
func (p *fileParser) atTerminator() bool {
	t := p.lex.Peek()
	switch t.Type {
	case lexer.EOF, tokRBrace:
		return true
	case tokWord:
		switch t.Value {
		case "end", "fi", "od", "else", "elsif":
			return true
		}
	}
	return false
}

// unexpected returns the error that the next token does not fit.
func (p *fileParser) unexpected(expected string) *syntaxError {
	return unexpectedToken(p.peek(), expected)
}

func unexpectedToken(t *lexer.Token, expected string) *syntaxError {
	e := &syntaxError{pos: posOf(t), offset: t.Pos.Offset, silent: t.Type == tokInvalid}
	e.message = "unexpected end of file"
	if t.Value != "" {
		e.message = "unexpected " + quoteText(t.Value)
	}
	if expected != "" {
		e.message += "; " + expected
	}
	if t.Type == tokWord && isReserved(t.Value) && (expected == "expected a name" || expected == "expected a label") {
		e.hint = t.Value + " is a keyword; as a name it is written {" + t.Value + "}"
	}
	return e
}

// parseProduction has participle parse a production at the current token.
func parseProduction[P any](p *fileParser, production *participle.Parser[P]) (*P, error) {
	p.exprError = nil
	start := p.lex.RawCursor()
	node, err := production.ParseFromLexer(p.lex, participle.AllowTrailing(true))
	if err != nil {
		return nil, p.fromParticiple(err)
	}
	consumed := p.lex.Range(start, p.lex.RawCursor())
	p.last = &consumed[len(consumed)-1]
	return node, nil
}

// fromParticiple turns an error of participle into one of ours. Of that and
// the last error inside an expression, which participle may have passed over
// in search of another alternative, the one further on is what went wrong.
func (p *fileParser) fromParticiple(err error) *syntaxError {
	var e *syntaxError
	var unexpected *participle.UnexpectedTokenError
	switch {
	case errors.As(err, &e):
	case errors.As(err, &unexpected):
		e = unexpectedToken(&unexpected.Unexpected, expectedBy(unexpected))
	default:
		e = p.unexpected("")
	}
	if p.exprError != nil && p.exprError.offset >= e.offset {
		e = p.exprError
	}
	return e
}

// expectedBy says what participle expected. It shows the whole rest of the
// production; what matters is the first symbol, or those of the alternatives.
func expectedBy(err *participle.UnexpectedTokenError) string {
	_, rest, ok := strings.Cut(err.Message(), "(expected ")
	if !ok {
		return ""
	}
	alternatives := []string{rest}
	if strings.HasPrefix(rest, "(") {
		alternatives = strings.Split(rest, " | ")
	}
	for i, a := range alternatives {
		alternatives[i] = symbolName(strings.TrimLeft(a, "("))
	}
	last := len(alternatives) - 1
	if last == 0 {
		return "expected " + alternatives[0]
	}
	return "expected " + strings.Join(alternatives[:last], ", ") + " or " + alternatives[last]
}

// symbolName returns what the first symbol of a production means to a reader.
func symbolName(production string) string {
	if rest, ok := strings.CutPrefix(production, `"`); ok {
		literal, _, _ := strings.Cut(rest, `"`)
		return literal
	}
	symbol, _, _ := strings.Cut(production, " ")
	switch strings.TrimRight(symbol, ")?*") {
	case "nameNode", "VarNode":
		return "a name"
	case "labelNode":
		return "a label"
	case "numberNode":
		return "a number"
	case "ArgsNode":
		return "("
	}
	return "an expression"
}

// recover reports err, the mistake in what starts at start, and skips to where
// the next statement may start: behind a semicolon, at the end of the
// statement list, or at a label at the beginning of a line.
func (p *fileParser) recover(err error, start lexer.RawCursor) {
	offset := p.reportSyntax(err)
	for p.peek().Pos.Offset < offset && !p.peek().EOF() {
		p.next()
	}
	for !p.atTerminator() && !p.accept(tokSemi) && !p.atLabelLine() {
		p.next()
	}
	p.suspectFrom(start)
}

// recoverTo does the same for the head of an if or a while: it skips behind
// the given word if the word belongs to the same statement.
func (p *fileParser) recoverTo(word string, err error, start lexer.RawCursor) {
	offset := p.reportSyntax(err)
	for !p.at(word) && !p.atTerminator() {
		if p.peek().Pos.Offset >= offset && (p.peek().Type == tokSemi || p.atLabelLine()) {
			break
		}
		p.next()
	}
	p.suspectFrom(start)
	p.acceptWord(word)
}

// reportSyntax reports a syntax error and returns its offset.
func (p *fileParser) reportSyntax(err error) int {
	p.broken = true
	var e *syntaxError
	if !errors.As(err, &e) {
		e = p.unexpected("")
		e.message = err.Error()
	}
	if !e.silent {
		p.errorf(e.pos, e.hint, "%s", e.message)
	}
	return e.offset
}

// atLabelLine tells whether the next two tokens are a label that starts a line.
func (p *fileParser) atLabelLine() bool {
	t := p.peek()
	return isLabel(t) && (p.last == nil || p.last.Pos.Line < t.Pos.Line) && p.peek2().Type == tokColon
}

// suspectFrom marks the names from start to here as suspect.
func (p *fileParser) suspectFrom(start lexer.RawCursor) {
	tokens := p.lex.Range(start, p.lex.RawCursor())
	for i := range tokens {
		if t := &tokens[i]; isLabel(t) {
			p.suspect[nameOf(t)] = true
		}
	}
}

// skipItem skips the rest of the item that starts at start.
func (p *fileParser) skipItem(start lexer.RawCursor) {
	for !p.peek().EOF() {
		p.next()
	}
	p.suspectFrom(start)
}
