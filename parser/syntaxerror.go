// This file defines the errors of syntax, participle's and ours.

package parser

import (
	"errors"
	"strconv"
	"strings"

	"github.com/alecthomas/participle/v2"
	"github.com/ijit/ijit/parser/diagnostic"
)

// A syntaxError says that the text cannot go on like this. The statement list
// around it reports it and recovers.
type syntaxError struct {
	pos           Pos
	offset        int
	message, hint string
	silent        bool // already reported by the scanner
	resume        bool // the next statement begins at offset
}

func (e *syntaxError) Error() string { return e.message }

// hinted gives a mistake a hint if it has none; a missing semicolon needs none.
func hinted(err error, hint string) error {
	var e *syntaxError
	if errors.As(err, &e) && e.hint == "" && !strings.HasPrefix(e.message, "missing ;") {
		e.hint = hint
	}
	return err
}

// unexpected returns the error that the current token does not fit.
func (p *fileParser) unexpected(expected string) *syntaxError {
	return p.tok.unexpected(expected)
}

func (t *token) unexpected(expected string) *syntaxError {
	e := &syntaxError{pos: t.pos, offset: t.offset, silent: t.kind == tokInvalid}
	e.message = "unexpected end of file"
	if t.text != "" {
		e.message = "unexpected " + diagnostic.Quote(t.text)
	}
	if expected != "" {
		e.message += "; " + expected
	}
	if isReserved(t.text) && (expected == expectedName || expected == expectedLabel) {
		e.hint = t.text + " is a keyword; as a name it is written {" + t.text + "}"
	}
	return e
}

// missing returns the error that there is no semicolon between two tokens, at its place. It
// is otherwise if they stand on one line, where that may not be what is wrong.
func (t *token) missing(last token, otherwise *syntaxError) *syntaxError {
	if otherwise != nil && (last.pos.Line == t.pos.Line || t.kind == tokInvalid) {
		return otherwise
	}
	pos := last.pos
	pos.Col += len(last.text)
	return &syntaxError{pos: pos, offset: t.offset, message: "missing ; behind " + diagnostic.Quote(last.text), resume: true}
}

const (
	expectedName  = "expected a name"
	expectedLabel = "expected a label"
)

// tooDeep returns the error that something at t is nested too deep.
func (t *token) tooDeep(what string, limit int) *syntaxError {
	return &syntaxError{
		pos: t.pos, offset: t.offset,
		message: what + " nested too deep (more than " + strconv.Itoa(limit) + " levels)",
	}
}

// tooLong returns the error that a statement goes on for too long.
func (t *token) tooLong(limit int) *syntaxError {
	return &syntaxError{pos: t.pos, offset: t.offset, message: "statement too long (more than " + strconv.Itoa(limit) + " words and signs)"}
}

// syntaxError turns an error of participle into one of ours. Of that and the
// last error inside an expression, which participle may have passed over in
// search of another alternative, the one further on is what went wrong.
func (p *fileParser) syntaxError(err error) *syntaxError {
	var e *syntaxError
	var unexpected *participle.UnexpectedTokenError
	switch {
	case errors.As(err, &e):
	case errors.As(err, &unexpected):
		t := fromParticiple(&unexpected.Unexpected)
		expected := expectedBy(unexpected)
		e = t.unexpected(expected)
		if last := p.region.before(&t); last != nil && strings.HasSuffix(expected, " ;") {
			e = t.missing(*last, e)
		}
	default:
		e = p.unexpected(err.Error())
	}
	if p.exprError != nil && p.exprError.offset >= e.offset {
		e = p.exprError
	}
	return e
}

// expectedBy says what participle expected. It shows the whole rest of the
// production; what matters is the first symbol, or those of the alternatives.
func expectedBy(err *participle.UnexpectedTokenError) string {
	const mark = " (expected "
	message := err.Message()
	i := strings.LastIndex(message, mark) // the token may look the same
	if i < 0 {
		return ""
	}
	rest := message[i+len(mark):]
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

// reportSyntax reports a syntax error and returns its offset.
func (p *fileParser) reportSyntax(err error) int {
	p.broken = true
	var e *syntaxError
	if !errors.As(err, &e) {
		e = p.unexpected(err.Error())
	}
	if !e.silent {
		p.Errorf(e.pos, e.hint, "%s", e.message)
	}
	if p.Full { // nobody reads on
		p.scan.off, p.peeked = len(p.Src), false
		p.tok = p.scan.next()
	}
	return e.offset
}
