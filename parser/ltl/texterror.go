// This file defines the errors of the reader of formulas.

package ltl

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/ijit/ijit/parser/diagnostic"
)

// unexpected returns the error that the token does not fit.
func (p *textParser) unexpected(expected string) error {
	hint := ""
	switch {
	case p.token == "T" || p.token == "F":
		hint = "T and F are operators here; the constants are TRUE and FALSE"
	case p.broken && p.token == "{":
		hint = "there is no } behind it"
	case isOperator(p.token) && nameLength(p.token) > 0:
		hint = p.token + " is an operator; a variable of that name is written {" + p.token + "}"
	case p.token == ")" && expected != "expected a formula":
		hint = "there is no ( that it closes"
	}
	return p.unexpectedHint(expected, hint)
}

func (p *textParser) unexpectedHint(expected, hint string) error {
	what := "unexpected end of the formula"
	if p.token != "" {
		what = "unexpected " + strconv.Quote(short(p.token))
	}
	return p.errorf(hint, "%s; %s", what, expected)
}

func (p *textParser) errorf(hint, format string, args ...any) error {
	return p.at(&diagnostic.Diagnostic{Message: fmt.Sprintf(format, args...), Hint: hint})
}

// at completes a diagnostic by the place of the token.
func (p *textParser) at(d *diagnostic.Diagnostic) error {
	d.File = p.file
	d.Pos.Line, d.Pos.Col = p.place(p.start)
	from := p.start - d.Pos.Col + 1
	line, _, _ := strings.Cut(p.text[from:], "\n")
	d.Source = strings.TrimSuffix(line, "\r")
	return d
}

// place returns line and column of an offset.
func (p *textParser) place(offset int) (line, col int) {
	before := p.text[:offset]
	return 1 + strings.Count(before, "\n"), offset - strings.LastIndexByte(before, '\n')
}

// short returns the beginning of a token that may be long.
func short(token string) string {
	if len(token) > 40 {
		return strings.ToValidUTF8(token[:40], "") + "..."
	}
	return token
}
