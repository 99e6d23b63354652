// This file defines how terms are read as C.

package word

import (
	"fmt"
	"strconv"
	"strings"
)

// A SyntaxError says where a text is no expression.
type SyntaxError struct {
	Offset int // in bytes
	Reason string
}

func (e *SyntaxError) Error() string { return e.Reason }

// Parse reads an expression in C over variables with names of any form: whether it is other than 0. Its types are those of
// C, with int of 32 and long of 64 bits, and _BitInt, which is promoted, too. The error is a [SyntaxError].
func (t *Terms) Parse(text string, names map[string]Variable) (x Term, err error) {
	p := &parser{t: t, text: text, names: names}
	defer func() {
		if e, ok := recover().(*SyntaxError); ok {
			err = e
		} else if e != nil {
			panic(e)
		}
	}()
	x = p.truth(p.expression(conditional))
	if p.blank(); p.at < len(text) {
		p.fail("this is no operator")
	}
	return x, nil
}

type parser struct {
	t     *Terms
	text  string
	at    int
	depth int
	names map[string]Variable
}

// A typed is a term with the type that it has in C.
type typed struct {
	term Term
	ctype
}

func (p *parser) fail(format string, args ...any) {
	panic(&SyntaxError{p.at, fmt.Sprintf(format, args...)})
}

func (p *parser) blank() {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		p.at++
	}
}

func (p *parser) accept(sign string) bool {
	p.blank()
	if strings.HasPrefix(p.text[p.at:], sign) {
		p.at += len(sign)
		return true
	}
	return false
}

func (p *parser) want(sign string) {
	if !p.accept(sign) {
		p.fail("there is no %q here", sign)
	}
}

// truth returns whether a number is other than 0.
func (p *parser) truth(x typed) Term {
	return p.t.Not(p.t.Eq(x.term, p.t.Const(p.t.Width(x.term), 0)))
}

func (p *parser) convert(x typed, c ctype) typed {
	return typed{p.t.Extend(x.term, c.width, x.signed), c}
}

func (p *parser) boolean(x Term) typed { return typed{p.t.Extend(x, 32, false), ctype{32, true}} }

// signs are the operators of two words, longer ones first.
var signs = []struct {
	sign  string
	level int
	op    Op
	not   bool // the negation of op
	swap  bool
}{
	{"||", disjunction, Or, false, false}, {"&&", conjunction, And, false, false},
	{"==", equality, Eq, false, false}, {"!=", equality, Eq, true, false},
	{"<<", shift, Shl, false, false}, {">>", shift, LShr, false, false},
	{"<=", relation, ULt, true, true}, {">=", relation, ULt, true, false}, {"<", relation, ULt, false, false}, {">", relation, ULt, false, true},
	{"|", bitOr, Or, false, false}, {"^", bitXor, Xor, false, false}, {"&", bitAnd, And, false, false},
	{"+", sum, Add, false, false}, {"-", sum, Sub, false, false},
	{"*", product, Mul, false, false}, {"/", product, UDiv, false, false}, {"%", product, URem, false, false},
}

// expression reads operators of a level and above.
func (p *parser) expression(level int) typed {
	if p.depth++; p.depth > 1000 {
		p.fail("the expression is nested too deeply")
	}
	defer func() { p.depth-- }()
	x := p.operand()
	for {
		p.blank()
		if level == conditional && p.accept("?") {
			y := p.expression(conditional)
			p.want(":")
			z := p.expression(conditional)
			c := usual(y.ctype, z.ctype)
			x = typed{p.t.Ite(p.truth(x), p.convert(y, c).term, p.convert(z, c).term), c}
			continue
		}
		found := false
		for _, s := range signs {
			if !strings.HasPrefix(p.text[p.at:], s.sign) {
				continue
			}
			if s.level < max(level, disjunction) {
				return x
			}
			p.at += len(s.sign)
			y := p.expression(s.level + 1)
			if s.swap {
				x, y = y, x
			}
			x = p.binary(s.level, s.op, x, y)
			if s.not {
				x = p.boolean(p.t.Not(p.truth(x)))
			}
			found = true
			break
		}
		if !found {
			return x
		}
	}
}

func (p *parser) binary(level int, op Op, x, y typed) typed {
	t := p.t
	switch level {
	case disjunction, conjunction:
		return p.boolean(t.Binary(op, p.truth(x), p.truth(y)))
	case shift:
		c := x.promote()
		x, y = p.convert(x, c), p.convert(y, ctype{c.width, y.signed})
		if op == LShr && c.signed {
			op = AShr
		}
		return typed{t.Binary(op, x.term, y.term), c}
	}
	c := usual(x.ctype, y.ctype)
	x, y = p.convert(x, c), p.convert(y, c)
	if signed, ok := map[Op]Op{ULt: SLt, UDiv: SDiv, URem: SRem}[op]; ok && c.signed {
		op = signed
	}
	if level == relation || level == equality {
		return p.boolean(t.Binary(op, x.term, y.term))
	}
	return typed{t.Binary(op, x.term, y.term), c}
}

// operand reads an operator of one word, or what has none.
func (p *parser) operand() typed {
	if p.depth++; p.depth > 1000 {
		p.fail("the expression is nested too deeply")
	}
	defer func() { p.depth-- }()
	switch {
	case p.accept("!"):
		return p.boolean(p.t.Not(p.truth(p.operand())))
	case p.accept("~"):
		x := p.operand()
		x = p.convert(x, x.promote())
		return typed{p.t.Not(x.term), x.ctype}
	case p.accept("-"):
		x := p.operand()
		x = p.convert(x, x.promote())
		return typed{p.t.unary(Neg, x.width, x.term), x.ctype}
	case p.accept("("):
		if c, ok := p.typename(); ok {
			p.want(")")
			x := p.operand()
			if c.width == 1 && !c.signed {
				return typed{p.truth(x), c}
			}
			return p.convert(x, c)
		}
		x := p.expression(conditional)
		p.want(")")
		return x
	}
	p.blank()
	rest := p.text[p.at:]
	name := ""
	for n := range p.names {
		if strings.HasPrefix(rest, n) && len(n) > len(name) && !(len(rest) > len(n) && letter(rest[len(n)])) {
			name = n
		}
	}
	if name != "" {
		p.at += len(name)
		v := p.names[name]
		w := p.t.VariableWidth(v)
		return typed{p.t.Var(v), ctype{w, p.t.Signed(v) && w > 1}}
	}
	return p.number()
}

func letter(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}

// word reads letters and digits.
func (p *parser) word() string {
	p.blank()
	begin := p.at
	for p.at < len(p.text) && letter(p.text[p.at]) {
		p.at++
	}
	return p.text[begin:p.at]
}

// typename reads the name of a type, if there is one.
func (p *parser) typename() (c ctype, ok bool) {
	c = ctype{32, true}
	for {
		begin := p.at
		switch p.word() {
		case "_Bool":
			c = ctype{1, false}
		case "unsigned":
			c.signed = false
		case "char":
			c.width = 8
		case "short":
			c.width = 16
		case "long":
			c.width = 64
		case "int", "signed":
		case "_BitInt":
			p.want("(")
			n, err := strconv.Atoi(p.word())
			if err != nil || n < 1 || n > MaxWidth {
				p.fail("a _BitInt has 1 to %d bits", MaxWidth)
			}
			p.want(")")
			c.width = n
		default:
			p.at = begin
			return c, ok
		}
		ok = true
	}
}

// number reads a constant.
func (p *parser) number() typed {
	begin := p.at
	text := strings.ToLower(p.word())
	switch {
	case text == "":
		p.fail("an expression is missing here")
	case text[0] < '0' || text[0] > '9':
		p.at = begin
		rest := p.text[begin:]
		end := strings.IndexFunc(rest, func(r rune) bool { return !(r < 128 && letter(byte(r)) || strings.ContainsRune(".#@'", r)) })
		if end < 0 {
			end = len(rest)
		}
		p.fail("there is no variable with the name %s", rest[:end])
	}
	digits := strings.TrimRight(text, "ul")
	suffix := text[len(digits):]
	value, err := strconv.ParseUint(digits, 0, 64)
	if err != nil {
		p.at = begin
		p.fail("%s is no number of 64 bits", text)
	}
	c := ctype{32, !strings.Contains(suffix, "u")}
	decimal := !strings.HasPrefix(digits, "0")
	if strings.Contains(suffix, "l") || value >= 1<<32 || value >= 1<<31 && c.signed && decimal {
		c.width = 64
	} else if value >= 1<<31 {
		c.signed = false
	}
	if value >= 1<<63 {
		c.signed = false
	}
	return typed{p.t.Const(c.width, value), c}
}
