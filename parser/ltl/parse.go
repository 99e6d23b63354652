// This file defines the reader of formulas as text.

package ltl

import (
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ijit/ijit/parser/diagnostic"
)

// Parse reads a formula. Loosest first, operators bind as NuSMV's do:
//
//	->               to the right
//	<->
//	|  xor  xnor
//	&
//	U  V  R  W  S  T
//	!  X F G  Y Z O H
//	=  !=
//
// All but the first one bind to the left. V and R are release, W is weak until, T is
// triggered. Other spellings are [] for G, <> for F, and, or, not, &&, ||, ~, =>, <=>, ==.
// Constants are TRUE, FALSE, 1 and 0. Names, of letters, digits, _ $ # - . and @, are turned
// into formulas by atom; a part of a name in braces may have other characters, and a name
// that is an operator is written in braces. The sides of = and != are names, constants and
// formulas in parentheses.
//
// An error is a [diagnostic.Diagnostic] about a place of the file. One that atom returns is
// completed by the name's place.
func Parse(file, text string, atom func(name string) (*Formula, error)) (*Formula, error) {
	p := &textParser{file: file, text: text, atom: atom}
	p.next()
	f, err := p.formula(levelImplies)
	if err == nil && p.token != "" {
		err = p.unexpected("expected an operator or the end")
	}
	if err != nil {
		return nil, err
	}
	return f, nil
}

// maxNesting is how deep a formula of a text may be.
const maxNesting = 10_000

type textParser struct {
	file, text string
	atom       func(string) (*Formula, error)

	token  string // "" at the end
	start  int    // of the token
	end    int
	broken bool // the token is no token
	depth  int
}

// Spellings of operators and constants.
func canonical(token string) string {
	switch token {
	case "[]":
		return "G"
	case "<>":
		return "F"
	case "R":
		return "V"
	case "and", "&&":
		return "&"
	case "or", "||":
		return "|"
	case "not", "~":
		return "!"
	case "=>":
		return "->"
	case "<=>":
		return "<->"
	case "==":
		return "="
	case "TRUE", "true":
		return "1"
	case "FALSE", "false":
		return "0"
	}
	return token
}

// binaryLevel returns the level of an operator between two formulas, -1 for another token.
func binaryLevel(sign string) int {
	switch sign {
	case "->":
		return levelImplies
	case "<->":
		return levelIff
	case "|", "xor", "xnor":
		return levelOr
	case "&":
		return levelAnd
	case "U", "V", "W", "S", "T":
		return levelUntil
	}
	return -1
}

// prefix returns the operator in front of a formula that a token is.
func prefix(sign string) (Op, bool) {
	i := slices.Index(signs[:OpForAll], sign)
	return Op(max(i, 0)), i > 0 && Op(i).Unary()
}

// isOperator reports whether a name is none, but an operator.
func isOperator(name string) bool {
	name = canonical(name)
	_, before := prefix(name)
	return before || binaryLevel(name) >= 0
}

// next reads a token: the longest that is there.
func (p *textParser) next() {
	at := p.end
	for at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[at]) >= 0 {
		at++
	}
	p.start, p.end, p.broken = at, at+nameLength(p.text[at:]), false
	if p.end == at {
		for _, sign := range []string{"<->", "<=>", "->", "=>", "<>", "[]", "&&", "||", "==", "!=", "&", "|", "!", "~", "=", "(", ")"} {
			if strings.HasPrefix(p.text[at:], sign) {
				p.end = at + len(sign)
				break
			}
		}
	}
	if p.end == at && at < len(p.text) {
		p.broken = true
		_, size := utf8.DecodeRuneInString(p.text[at:])
		p.end = at + size
	}
	p.token = p.text[at:p.end]
}

// nameLength returns how many bytes of a text, from its first one, are a name, a word or a
// number.
func nameLength(s string) int {
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '_', c == '$', c == '#' && i > 0, (c == '.' || c == '@') && i > 0:
		case c == '-' && i > 0 && !strings.HasPrefix(s[i:], "->"): // a-b is a name, a->b is not
		case c == '{':
			n := strings.IndexByte(s[i:], '}')
			if n < 0 {
				return i
			}
			i += n
		default:
			return i
		}
	}
	return len(s)
}

// formula reads a formula whose operators are at a level or above.
func (p *textParser) formula(level int) (*Formula, error) {
	if level == levelUnary {
		return p.unary()
	}
	left, err := p.formula(level + 1)
	for err == nil {
		sign := canonical(p.token)
		if binaryLevel(sign) != level {
			return left, nil
		}
		p.next()
		var right *Formula
		if sign == "->" {
			right, err = p.deeper(func() (*Formula, error) { return p.formula(level) })
		} else {
			right, err = p.formula(level + 1)
		}
		if err == nil {
			left = joined(sign, left, right)
		}
	}
	return nil, err
}

func joined(sign string, f, g *Formula) *Formula {
	switch sign {
	case "->":
		return Implies(f, g)
	case "<->", "xnor":
		return Iff(f, g)
	case "xor":
		return Xor(f, g)
	case "|":
		return Or(f, g)
	case "&":
		return And(f, g)
	case "U":
		return Until(f, g)
	case "V":
		return Release(f, g)
	case "W":
		return WeakUntil(f, g)
	case "S":
		return Since(f, g)
	}
	return Triggered(f, g)
}

func (p *textParser) deeper(read func() (*Formula, error)) (*Formula, error) {
	if p.depth++; p.depth > maxNesting {
		return nil, p.errorf("", "the formula is nested too deep")
	}
	f, err := read()
	p.depth--
	return f, err
}

func (p *textParser) unary() (*Formula, error) {
	op, ok := prefix(canonical(p.token))
	if !ok {
		return p.comparison()
	}
	p.next()
	f, err := p.deeper(p.unary)
	if err != nil {
		return nil, err
	}
	if op == OpNot {
		return Not(f), nil
	}
	return unary(op, f), nil
}

// comparison reads operands with = and != between them.
func (p *textParser) comparison() (*Formula, error) {
	left, err := p.operand()
	for err == nil {
		sign := canonical(p.token)
		if sign != "=" && sign != "!=" {
			return left, nil
		}
		p.next()
		negated := canonical(p.token) == "!"
		if negated {
			p.next()
		}
		var right *Formula
		if right, err = p.operand(); err == nil {
			if negated != (sign == "!=") {
				right = Not(right)
			}
			left = Iff(left, right)
		}
	}
	return nil, err
}

func (p *textParser) operand() (*Formula, error) {
	token := canonical(p.token)
	switch {
	case token == "(":
		open := p.start
		p.next()
		f, err := p.deeper(func() (*Formula, error) { return p.formula(levelImplies) })
		if err != nil {
			return nil, err
		}
		if p.token != ")" {
			line, col := p.place(open)
			return nil, p.unexpectedHint("expected ) or an operator", "the parenthesis at "+diagnostic.Pos{Line: line, Col: col}.String()+" is still open")
		}
		p.next()
		return f, nil
	case token == "1":
		p.next()
		return True(), nil
	case token == "0":
		p.next()
		return False(), nil
	case nameLength(token) == 0 || p.broken || isOperator(token):
		return nil, p.unexpected("expected a formula")
	case token[0] >= '0' && token[0] <= '9':
		return nil, p.errorf("variables have the values 0 and 1 only", "unexpected number %s", short(token))
	}
	f, err := p.atom(token)
	if err != nil {
		d := &diagnostic.Diagnostic{Message: err.Error()}
		var found *diagnostic.Diagnostic
		if errors.As(err, &found) {
			copied := *found
			d = &copied
		}
		if hint := p.spaced(token); hint != "" {
			d.Hint = hint
		}
		return nil, p.at(d)
	}
	p.next()
	return f, nil
}

// spaced returns a hint if a name that is unknown is operators and a name without spaces
// between them, as GF or Gp.
func (p *textParser) spaced(name string) string {
	for i := range min(len(name), 8) {
		if op, ok := prefix(name[i : i+1]); !ok || op == OpNot {
			return ""
		}
		rest := name[i+1:]
		known := rest == ""
		if !known && nameLength(rest) == len(rest) && !isOperator(rest) {
			_, err := p.atom(rest)
			known = err == nil
		}
		if known {
			return "did you mean " + strings.TrimSpace(strings.Join(strings.Split(name[:i+1], ""), " ")+" "+rest) + "?"
		}
	}
	return ""
}
