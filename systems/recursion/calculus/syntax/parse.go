// This file defines the parser of commands.

package syntax

import (
	"slices"
	"strconv"

	"github.com/ijit/ijit/parser/diagnostic"
)

// Parse reads a formula file. It goes on behind an error at the next semicolon; if
// there are errors, it returns a [diagnostic.List]. Names and types are checked
// by package calculus, not here.
func Parse(name string, src []byte) (*File, error) {
	r := NewReporter(name, string(src))
	p := &reader{scan: newScanner(r.Src, r), report: r}
	p.tok, p.ahead = p.scan.next(), p.scan.next()
	f := &File{Name: name, Src: r.Src}
	for p.tok.kind != tokenEOF && !p.quit {
		if c := p.command(); c != nil {
			f.Commands = append(f.Commands, c)
		}
	}
	if list := r.List(); len(list) > 0 {
		return nil, list
	}
	return f, nil
}

// maxNesting limits how deep expressions are nested.
const maxNesting = 2000

// A reader parses tokens by recursive descent. An error leaves it where it was
// found, and all that expect something stop until the command ends.
type reader struct {
	scan   *scanner
	report *Reporter
	tok    token // not yet used
	ahead  token // the one behind it
	failed bool  // in this command
	quit   bool
	depth  int
}

func (p *reader) advance() token {
	t := p.tok
	if t.kind != tokenEOF {
		p.tok, p.ahead = p.ahead, p.scan.next()
	}
	return t
}

// accept uses a token if it is of a kind.
func (p *reader) accept(k kind) bool {
	if p.failed || p.tok.kind != k {
		return false
	}
	p.advance()
	return true
}

// expect uses a token that must be of a kind.
func (p *reader) expect(k kind, where string) token {
	if !p.failed && p.tok.kind != k {
		what := string(k)
		if k != tokenName && k != tokenNumber {
			what = strconv.Quote(what)
		}
		p.unexpected("", "expected "+what+" "+where)
	}
	if p.failed {
		return token{pos: p.tok.pos}
	}
	return p.advance()
}

func (p *reader) name(where string) *Ident {
	t := p.expect(tokenName, where)
	return &Ident{Pos: t.pos, Name: t.text}
}

// unexpected reports that the next token does not fit.
func (p *reader) unexpected(hint, message string) {
	if p.failed {
		return
	}
	p.failed = true
	p.report.Errorf(p.tok.pos, hint, "%s, found %s", message, p.tok.describe())
}

// command parses one command, and returns nil if there is an error in it.
func (p *reader) command() Command {
	p.failed, p.depth = false, 0
	var c Command
	switch k := p.tok.kind; {
	case k == "enum":
		c = p.enum()
	case k == "class":
		c = p.class()
	case k == "mu" || k == "nu" || k == tokenName && p.ahead.kind == tokenName:
		c = p.predicate()
	case k == tokenDirective:
		c = p.directive()
	case k == ";":
		p.advance()
		return nil
	default:
		c = &ExprCommand{X: p.expr()}
	}
	if p.quit {
		return c
	}
	if p.tok.kind != ";" {
		p.unexpected("", "expected \";\" at the end of the command")
	}
	if p.failed {
		p.recover()
		return nil
	}
	p.advance()
	return c
}

// recover skips the rest of a command: what is behind its semicolon, or before the
// next thing that only begins one. Semicolons inside classes and cases do not end
// a command.
func (p *reader) recover() {
	depth := 0
	for p.tok.kind != tokenEOF {
		switch p.tok.kind {
		case "{", "case":
			depth++
		case "}", "esac":
			depth--
		case "mu", "nu", "enum", "class", tokenDirective:
			return
		case ";":
			if depth <= 0 && p.ahead.kind != "esac" && p.ahead.kind != "}" {
				p.advance()
				return
			}
		}
		p.advance()
	}
}

func (p *reader) number(where string) int {
	t := p.expect(tokenNumber, where)
	if p.failed {
		return 0
	}
	return p.value(t)
}

// value returns the value of a number.
func (p *reader) value(t token) int {
	n, err := strconv.ParseInt(t.text, 10, 32)
	if err != nil {
		p.report.Errorf(t.pos, "", "%s is not a number, or is too large", t.describe())
	}
	return int(n)
}

func (p *reader) enum() Command {
	d := &EnumDecl{Pos: p.advance().pos}
	d.Name = p.name("of the type").Name
	p.expect("{", "before the values")
	if p.tok.kind == tokenNumber {
		d.Low = p.number("")
		if !p.accept("...") {
			p.expect("..", "between the first and the last number")
		}
		at := p.tok.pos
		d.High = p.number("that is the last value")
		if d.High < d.Low && !p.failed {
			p.report.Errorf(at, "write the lower number first", "the range is empty")
		}
	} else {
		for {
			d.Values = append(d.Values, p.name("of a value"))
			if !p.accept(",") {
				break
			}
		}
	}
	p.expect("}", "behind the values")
	return d
}

func (p *reader) class() Command {
	d := &ClassDecl{Pos: p.advance().pos}
	d.Name = p.name("of the type").Name
	p.expect("{", "before the fields")
	for !p.failed && p.tok.kind != "}" {
		typ := p.name("of a field's type")
		for {
			d.Fields = append(d.Fields, p.variable(typ))
			if !p.accept(",") {
				break
			}
		}
		p.expect(";", "behind a field")
	}
	p.expect("}", "behind the fields")
	return d
}

// variable parses the name of a variable and its number of elements.
func (p *reader) variable(typ *Ident) *VarDecl {
	name := p.name("of a variable")
	v := &VarDecl{Pos: name.Pos, Type: typ, Name: name.Name}
	if p.accept("[") {
		v.Array = true
		v.Length = p.number("of elements")
		p.expect("]", "behind the number of elements")
	}
	return v
}

// predicate parses the declaration of a predicate.
func (p *reader) predicate() Command {
	d := &PredDecl{}
	if p.accept("mu") {
		d.Sign = Mu
	} else if p.accept("nu") {
		d.Sign = Nu
	}
	if result := p.name("of the result's type, bool"); !p.failed && result.Name != "bool" {
		p.report.Errorf(result.Pos, "write bool", "a predicate has the type bool, not %s", result.Name)
	}
	name := p.name("of the predicate")
	d.Pos, d.Name = name.Pos, name.Name
	p.expect("(", "before the parameters")
	if !p.failed && p.tok.kind != ")" {
		for {
			d.Params = append(d.Params, p.variable(p.name("of a parameter's type")))
			if !p.accept(",") {
				break
			}
		}
	}
	p.expect(")", "behind the parameters")
	if p.failed || p.tok.kind == ";" {
		return d
	}
	for p.tok.kind == tokenName && slices.Contains([]kind{"<", ">", "~+", "~-"}, p.ahead.kind) {
		x := p.name("")
		op := p.advance()
		h := &Hint{Pos: op.pos, X: x, Kind: HintKind(op.kind), Y: p.name("of the other parameter")}
		d.Hints = append(d.Hints, h)
		if !p.accept(",") {
			break
		}
	}
	d.Body = p.expr()
	return d
}

// DirectiveForm says what is behind a directive.
func DirectiveForm(name string) (form string, known bool) {
	switch name {
	case "size", "ons", "reset":
		return "predicate", true
	case "timer", "frontier":
		return "word", true
	case "print":
		return "strings", true
	case "wit", "cex":
		return "expression", true
	case "quit":
		return "", true
	}
	return "", false
}

func (p *reader) directive() Command {
	t := p.advance()
	d := &Directive{Pos: t.pos, Name: t.text[1:]}
	form, known := DirectiveForm(d.Name)
	if !known {
		p.failed = true
		all := []string{"#size", "#ons", "#reset", "#timer", "#frontier", "#print", "#wit", "#cex", "#quit"}
		p.report.Errorf(t.pos, diagnostic.DidYouMean(t.text, all), "unknown directive %s", t.describe())
		return d
	}
	switch form {
	case "predicate":
		d.Word = p.name("of a predicate")
	case "word":
		if p.tok.kind == tokenName {
			d.Word = p.name("")
		}
	case "expression":
		d.X = p.expr()
	case "strings":
		for {
			d.Text = append(d.Text, p.expect(tokenString, "to print").text)
			if !p.accept(",") {
				break
			}
		}
	default:
		p.accept(";")
		p.quit = true
	}
	return d
}
