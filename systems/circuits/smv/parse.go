// This file defines Parse: modules and their sections.

package smv

import (
	"strings"

	"github.com/ijit/ijit/parser/diagnostic"
)

// Parse parses an SMV file. The name is for messages only. If the file has errors, they are a
// [diagnostic.List]. Names and types are not looked at; see [Compile].
func Parse(name string, src []byte) (*File, error) {
	p, err := parse(name, src, (*parser).parse)
	if err != nil {
		return nil, err
	}
	p.file.Warnings = p.Warnings
	p.file.reporter = p.Reporter
	return p.file, nil
}

// parse returns a parser that has read a text.
func parse(name string, src []byte, read func(*parser)) (*parser, error) {
	p := &parser{Reporter: diagnostic.Reporter{Name: name, Src: string(src)}, file: &File{Name: name}, what: "file"}
	switch {
	case len(src) > maxSource:
		p.Src = ""
		p.Errorf(Pos{Line: 1, Col: 1}, "", "the text is longer than %d MiB", maxSource>>20)
	case p.CheckText(src, ""):
		p.tokens, p.comments = scan(&p.Reporter)
		read(p)
	}
	p.Finish()
	if len(p.Errors) > 0 {
		return nil, p.Errors
	}
	return p, nil
}

// maxSource is how long a text may be, in bytes.
const maxSource = 32 << 20

// A parser parses one file by recursive descent.
type parser struct {
	diagnostic.Reporter
	file     *File
	tokens   []token
	comments map[int][]comment // by the token behind them
	at       int
	what     string // is read

	depth    int  // nesting of the expression
	temporal bool // this is a specification
	noUntil  bool // between the brackets of A [ p U q ]
}

// A syntaxError is thrown where the text cannot be read on; it has been reported.
type syntaxError struct{}

func (p *parser) tok() *token  { return &p.tokens[p.at] }
func (p *parser) peek() *token { return &p.tokens[min(p.at+1, len(p.tokens)-1)] }

func (p *parser) next() *token {
	t := &p.tokens[p.at]
	if t.kind != tokEOF {
		p.at++
	}
	return t
}

func (p *parser) accept(text string) bool {
	if !p.tok().is(text) {
		return false
	}
	p.at++
	return true
}

func (p *parser) expect(text string) {
	if !p.accept(text) {
		p.unexpected(text, "")
	}
}

// unexpected reports the current token and gives up.
func (p *parser) unexpected(expected, hint string) {
	t := p.tok()
	what := "unexpected " + diagnostic.Quote(t.text)
	if t.kind == tokEOF {
		what = "unexpected end of the " + p.what
	}
	if hint == "" {
		hint = p.hint(t, expected)
	}
	pos := t.pos()
	if expected == ";" && p.at > 0 {
		if last := &p.tokens[p.at-1]; last.pos().Line < pos.Line {
			what, expected = "missing ; behind "+diagnostic.Quote(last.text), ""
			pos = Pos{Line: last.pos().Line, Col: last.pos().Col + len(last.text)}
		}
	}
	if expected != "" {
		what += ", expected " + expected
	}
	p.fail(pos, hint, what)
}

// fail reports an error and gives up.
func (p *parser) fail(pos Pos, hint, message string) {
	p.Errorf(pos, hint, "%s", message)
	panic(syntaxError{})
}

// hint says what is known of a token that is not understood.
func (p *parser) hint(t *token, expected string) string {
	switch {
	case t.kind == tokOther:
		return "fractions and reals are not read here: only booleans, enumerations, ranges, words and arrays of them"
	case t.kind == tokWord && p.at > 0:
		switch t.text {
		case "integer", "real":
			return "the types integer and real are not read here: only booleans, enumerations, ranges, words and arrays of them"
		case "READ", "WRITE":
			return "write a[i] for an element of an array"
		}
		if expected == "a name" {
			return t.text + " is a reserved word"
		}
	case t.is("=") && p.at > 0 && p.tokens[p.at-1].is("="):
		return "equality is ="
	case t.is("&") && p.at > 0 && p.tokens[p.at-1].is("&"):
		return "and is &"
	case t.is("|") && p.at > 0 && p.tokens[p.at-1].is("|"):
		return "or is |"
	}
	return ""
}

// parse parses the modules of the file.
func (p *parser) parse() {
	for p.tok().kind != tokEOF {
		p.try(p.module, func(t *token) bool { return t.is("MODULE") })
	}
	if len(p.file.Modules) == 0 && len(p.Errors) == 0 {
		p.Errorf(p.tok().pos(), "a model has at least: MODULE main VAR x : boolean;", "there is no module in this file")
	}
}

// try parses one thing. After an error it goes on at the next token where one can.
func (p *parser) try(parse func(), resume func(*token) bool) {
	start := p.at
	defer func() {
		switch err := recover().(type) {
		case nil:
			return
		case syntaxError:
			p.depth, p.temporal, p.noUntil = 0, false, false
			if p.at == start {
				p.next()
			}
			for p.tok().kind != tokEOF && !resume(p.tok()) {
				p.next()
			}
			if p.Full {
				p.at = len(p.tokens) - 1
			}
		default:
			panic(err)
		}
	}()
	parse()
}

func (p *parser) module() {
	pos := p.tok().pos()
	if !p.accept("MODULE") {
		hint := ""
		if p.tok().text == "module" {
			hint = "this looks like the SMV of Cadence; the SMV of NuSMV is read here"
		}
		p.unexpected("MODULE", hint)
	}
	m := &Module{Pos: pos, Name: p.name().Text}
	p.file.Modules = append(p.file.Modules, m)
	if p.accept("(") && !p.accept(")") {
		for {
			m.Params = append(m.Params, p.name())
			if !p.accept(",") {
				break
			}
		}
		p.expect(")")
	}
	for p.tok().kind != tokEOF && !p.tok().is("MODULE") {
		p.try(func() { p.section(m) }, func(t *token) bool { return t.kind == tokWord && isSection(t.text) })
	}
}

// name parses a name.
func (p *parser) name() Name {
	if p.tok().kind != tokName {
		p.unexpected("a name", "")
	}
	t := p.next()
	return Name{t.pos(), t.text}
}

// section parses a section of a module.
func (p *parser) section(m *Module) {
	t := p.tok()
	s := &Section{Pos: t.pos(), Keyword: t.text}
	if t.kind != tokWord || !isSection(t.text) {
		p.unexpected("VAR, ASSIGN, DEFINE or another section", "")
	}
	p.next()
	m.Sections = append(m.Sections, s)
	inside := func() bool { return p.tok().kind != tokEOF && !(p.tok().kind == tokWord && isSection(p.tok().text)) }
	list := func(item func()) {
		for inside() {
			p.try(item, func(t *token) bool {
				return t.kind == tokWord && isSection(t.text) || p.tokens[p.at-1].is(";") // behind the item
			})
		}
	}
	switch s.Keyword {
	case "VAR", "IVAR", "FROZENVAR":
		list(func() {
			d := &Decl{Name: p.declared()}
			p.expect(":")
			d.Type = p.typ()
			p.expect(";")
			s.Decls = append(s.Decls, d)
		})
	case "DEFINE":
		list(func() {
			a := &Assign{Pos: p.tok().pos(), Target: p.target()}
			p.expect(":=")
			a.Value = p.expr()
			p.expect(";")
			s.Assigns = append(s.Assigns, a)
		})
	case "ASSIGN":
		list(func() { s.Assigns = append(s.Assigns, p.assign()) })
	case "CONSTANTS":
		for inside() && !p.accept(";") {
			s.Constants = append(s.Constants, p.name())
			if !p.accept(",") {
				p.expect(";")
				break
			}
		}
	case "INIT", "TRANS", "INVAR", "FAIRNESS", "JUSTICE":
		if s.Keyword == "JUSTICE" {
			s.Keyword = "FAIRNESS"
		}
		s.Expr = p.expr()
		p.accept(";")
	case "COMPASSION":
		p.expect("(")
		s.Expr = p.expr()
		p.expect(",")
		s.Second = p.expr()
		p.expect(")")
		p.accept(";")
	case "INVARSPEC", "SPEC", "CTLSPEC", "LTLSPEC":
		if s.Keyword == "CTLSPEC" {
			s.Keyword = "SPEC"
		}
		p.specification(s)
	case "COMPUTE":
		p.compute(s)
	case "PSLSPEC":
		p.specName(s)
		start := p.at
		for depth := 0; inside() && !(depth <= 0 && p.tok().is(";")); p.next() { // in {a; b} it separates
			switch t := p.tok(); {
			case t.is("{"), t.is("("), t.is("["):
				depth++
			case t.is("}"), t.is(")"), t.is("]"):
				depth--
			}
		}
		s.Text = spaced(p.tokens[start:p.at])
		p.accept(";")
	case "ISA":
		s.Name = p.name().Text
		p.accept(";")
	default:
		p.fail(s.Pos, "", s.Keyword+" is not read here")
	}
}

// specification parses what stands behind the keyword of a specification.
func (p *parser) specification(s *Section) {
	p.specName(s)
	start := p.at
	p.temporal = true
	s.Expr = p.expr()
	p.temporal = false
	s.Text = spaced(p.tokens[start:p.at])
	p.accept(";")
}

// compute parses MIN [start, final], or MAX.
func (p *parser) compute(s *Section) {
	p.specName(s)
	start := p.at
	if s.Most = p.tok().is("MAX"); !s.Most && !p.tok().is("MIN") {
		p.unexpected("MIN or MAX", "")
	}
	p.next()
	p.expect("[")
	p.temporal = true
	s.Expr = p.expr()
	p.expect(",")
	s.Second = p.expr()
	p.temporal = false
	p.expect("]")
	s.Text = spaced(p.tokens[start:p.at])
	p.accept(";")
}

// specName parses NAME x := in front of a specification.
func (p *parser) specName(s *Section) {
	if p.accept("NAME") {
		s.Name = refText(p.target())
		p.expect(":=")
	}
}

func (p *parser) assign() *Assign {
	a := &Assign{Pos: p.tok().pos()}
	if p.tok().is("init") || p.tok().is("next") {
		a.Word = p.next().text
		p.expect("(")
		a.Target = p.target()
		p.expect(")")
	} else {
		a.Target = p.target()
	}
	p.expect(":=")
	a.Value = p.expr()
	p.expect(";")
	return a
}

// target parses the left side of an assignment.
func (p *parser) target() *Expr {
	t := p.tok()
	if t.kind != tokName && !t.is("self") {
		p.unexpected("a name", "")
	}
	e := p.postfix(p.operand())
	for x := e; len(x.Args) > 0; x = x.Args[0] {
		if x.Op == opBits {
			p.fail(t.pos(), "make the word of its parts: high :: low", "bits of a word cannot be assigned")
		}
	}
	return e
}

// declared parses the name that a declaration gives. Flattened models declare a.b and a[0].
func (p *parser) declared() Name {
	pos := p.tok().pos()
	p.name()
	p.at--
	return Name{pos, refText(p.target())}
}

// refText returns the text of a reference.
func refText(e *Expr) string {
	var b strings.Builder
	var write func(e *Expr)
	write = func(e *Expr) {
		switch e.Op {
		case opName, opNumber, opWord:
			b.WriteString(e.Name)
		case opDot:
			write(e.Args[0])
			b.WriteString("." + e.Name)
		case opIndex:
			write(e.Args[0])
			b.WriteString("[")
			write(e.Args[1])
			b.WriteString("]")
		case opNeg:
			b.WriteString("-")
			write(e.Args[0])
		case "self":
			b.WriteString("self")
		default:
			b.WriteString("...")
		}
	}
	write(e)
	return b.String()
}
