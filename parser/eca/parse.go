// This file defines the parser: the file, its functions and its variables.

package eca

import (
	"bytes"

	"github.com/ijit/ijit/parser/diagnostic"
)

// maxNesting is how deep parentheses, negations and blocks may be nested in each other. Chains
// of operators and of else-ifs may have any length.
const maxNesting = 10000

// maxBytes is how long a file may be.
const maxBytes = 1 << 30

// Parse reads a program. The error is a diagnostic.List.
func Parse(name string, src []byte) (*File, error) {
	p := newParser(name, src)
	if len(src) > maxBytes {
		p.Errorf(Pos{Line: 1, Col: 1}, "", "this file is longer than 1 GiB")
	} else if p.CheckText(src, "") {
		p.file()
	}
	if p.Errors == nil {
		p.resolve()
	}
	p.Finish()
	if p.Errors != nil {
		return nil, p.Errors
	}
	p.f.Warnings, p.f.constants, p.f.filled = p.Warnings, len(p.constants), filledLines(src)
	return p.f, nil
}

// A parser reads one file.
type parser struct {
	scanner
	tok, ahead token
	lastEnd    Pos  // where the token before tok ended
	panicking  bool // an error was reported, and the parser has not found its way again
	depth      int  // of nesting

	f       *File
	scope   []shadowed // bindings to be undone at the end of blocks
	symbols []*symbol  // by number of name; what it means here, or nil
	block   int        // how many blocks are open
	fn      *symbol    // the function that is read, or nil
	ifs     int        // how many ifs are open
	loop    *Loop      // the loop that is read, or nil
	calls   []call
	inits   []constantInit
	asserts []pendingAssert
	ordered []*Func // callees first
	flows   map[*Func]*flow
	reads   map[*Func]int // how many inputs a call reads at most
	exprs   []Expr        // the rest of a slab

	constants map[int64]struct{} // numbers that were read, without signs
}

// A symbol is what a name means.
type symbol struct {
	pos     Pos
	kind    symbolKind
	block   int // in which it is declared; 0 for the file
	isConst bool
	valued  bool // its declaration gives it a value
	v       *Var
	f       *Func
	void    bool // f returns nothing
	labels  map[int32]Pos
}

type symbolKind uint8

const (
	symVar symbolKind = iota
	symFunc
	symArray
	symExtern // declared, but defined in another file
)

type shadowed struct {
	name int32
	old  *symbol
}

// A call is one whose function is looked up at the end of the file.
type call struct {
	stmt *Call
	name int32
	from *Func
}

// A constantInit is the initial value of a global.
type constantInit struct {
	v     *Var
	value *Expr
}

func newParser(name string, src []byte) *parser {
	text := string(src)
	p := &parser{f: &File{Name: name, Lines: bytes.Count(src, []byte{'\n'})}, constants: map[int64]struct{}{}}
	if n := len(src); n > 0 && src[n-1] != '\n' {
		p.f.Lines++
	}
	p.scanner = scanner{
		Reporter: &diagnostic.Reporter{Name: name, Src: text},
		names:    newNames(), src: text, line: 1,
	}
	if bytes.HasPrefix(src, []byte("\uFEFF")) {
		p.off = len("\uFEFF")
	}
	return p
}

// advance moves to the next token.
func (p *parser) advance() {
	p.lastEnd = Pos{Line: int(p.tok.line), Col: int(p.tok.col + p.tok.end - p.tok.off)}
	p.tok = p.ahead
	p.ahead = p.next()
}

// text returns the text of a token.
func (p *parser) text(t *token) string { return p.src[t.off:t.end] }

// failf reports an error, unless one has been reported here.
func (p *parser) failf(pos Pos, hint, format string, args ...any) {
	if !p.panicking {
		p.panicking = true
		p.Errorf(pos, hint, format, args...)
	}
}

// describe names the current token in a message.
func (p *parser) describe() string {
	if p.tok.kind == tokEOF {
		return "the end of the file"
	}
	return diagnostic.Quote(p.text(&p.tok))
}

// accept moves behind a sign if it comes next.
func (p *parser) accept(k kind) bool {
	if p.tok.kind != k {
		return false
	}
	p.advance()
	return true
}

// expect moves behind the sign that has to come next.
func (p *parser) expect(k kind, what string) bool {
	if p.accept(k) {
		return true
	}
	switch pos := p.tok.pos(); {
	case p.tok.kind == tokBad:
		p.panicking = true // the scanner has said what is wrong
	case k == ';' && (int(p.tok.line) > p.lastEnd.Line):
		p.failf(p.lastEnd, "", "missing ; at the end of the statement")
	default:
		p.failf(pos, p.refused(), "expected %s, found %s", what, p.describe())
	}
	return false
}

// sync passes over tokens up to the end of a statement, after an error.
func (p *parser) sync() {
	for p.panicking {
		switch p.tok.kind {
		case ';':
			p.panicking = false
			p.advance()
		case '}', tokEOF, tokIf, tokWhile, tokFor, tokReturn, tokInt:
			p.panicking = false
		case '(':
			p.balanced()
		case '{':
			p.balanced()
			p.panicking = false
		default:
			p.advance()
		}
	}
}

// balanced passes over the block or the parenthesis that begins here.
func (p *parser) balanced() { p.closed(0) }

// closed passes over what is in so many parentheses or blocks.
func (p *parser) closed(depth int) {
	for p.tok.kind != tokEOF {
		switch p.tok.kind {
		case '(', '{', '[':
			depth++
		case ')', '}', ']':
			depth--
		}
		p.advance()
		if depth == 0 {
			return
		}
	}
}

// nest counts a level of nesting, and reports whether it is one too many.
func (p *parser) nest() bool {
	if p.depth++; p.depth <= maxNesting {
		return true
	}
	p.failf(p.tok.pos(), "", "nested deeper than %d levels", maxNesting)
	return false
}

// bind declares a name.
func (p *parser) bind(name int32, s *symbol) {
	for int(name) >= len(p.symbols) {
		p.symbols = append(p.symbols, make([]*symbol, len(p.names.text)+1-len(p.symbols))...)
	}
	old := p.symbols[name]
	if old != nil && old.block == p.block {
		if !(old.kind == symExtern || old.kind == symFunc && s.kind == symFunc && old.f.Body == nil) {
			p.Errorf(s.pos, "it was declared at "+old.pos.String(), "%s is declared twice", p.names.text[name])
			return
		}
	}
	s.block = p.block
	p.scope = append(p.scope, shadowed{name, old})
	p.symbols[name] = s
}

// lookup returns what a name means, or nil.
func (p *parser) lookup(name int32) *symbol {
	if int(name) < len(p.symbols) {
		return p.symbols[name]
	}
	return nil
}

func (p *parser) openBlock() int {
	p.block++
	return len(p.scope)
}

func (p *parser) closeBlock(mark int) {
	p.block--
	for len(p.scope) > mark {
		last := p.scope[len(p.scope)-1]
		p.symbols[last.name] = last.old
		p.scope = p.scope[:len(p.scope)-1]
	}
}

// file reads declarations up to the end of the file.
func (p *parser) file() {
	p.advance()
	p.advance()
	for p.tok.kind != tokEOF && !p.Full {
		before := p.tok.off
		p.external()
		p.syncFile()
		if p.tok.off == before {
			p.advance()
		}
	}
}

// syncFile passes over tokens up to the next declaration, after an error.
func (p *parser) syncFile() {
	for p.panicking && p.tok.kind != tokEOF {
		switch p.tok.kind {
		case ';':
			p.panicking = false
			p.advance()
		case '{':
			p.balanced()
			p.panicking = p.tok.kind == ';' || p.tok.kind == tokName // of a struct, or of a variable of its type
		case '(':
			p.balanced()
		case tokInt, tokVoid, tokExtern, tokStatic:
			p.panicking = false
		default:
			p.advance()
		}
	}
	p.panicking = false
}

// external reads a declaration outside of functions.
func (p *parser) external() {
	if p.accept(';') {
		return
	}
	if p.tok.kind == tokExtern || p.otherType() && p.prototype() {
		p.foreign()
		return
	}
	s, ok := p.specifiers()
	switch {
	case p.panicking:
	case !ok && !(p.tok.kind == tokName && p.ahead.kind == '('):
		p.unexpected("a declaration")
	case p.tok.kind == tokName && p.ahead.kind == '(':
		p.function(s)
	case s.void:
		p.expect(tokName, "the name of a function")
	default:
		p.declarators(s, nil)
	}
}

// otherType reports whether a type comes next that is not read.
func (p *parser) otherType() bool { return p.tok.kind >= tokChar || p.tok.kind == tokConst }

// prototype reports whether the declaration that begins here is one of functions only.
func (p *parser) prototype() bool {
	saved := *p
	defer func() { *p = saved }()
	paren := false
	for {
		switch p.tok.kind {
		case ';':
			return paren
		case '(':
			paren = true
			p.balanced()
		case '{', '}', '=', tokEOF:
			return false
		default:
			p.advance()
		}
	}
}

// foreign passes over a declaration of what is defined elsewhere, and remembers its name.
func (p *parser) foreign() {
	for p.tok.kind != ';' && p.tok.kind != tokEOF {
		switch {
		case p.tok.kind == '(':
			p.balanced()
			continue
		case p.tok.kind == '=' || p.tok.kind == '{':
			p.failf(p.tok.pos(), "leave out extern", "a declaration with extern has no value or body")
			return
		case p.tok.kind == tokName && p.ahead.kind != '(':
			if p.lookup(p.tok.name) == nil {
				p.bind(p.tok.name, &symbol{pos: p.tok.pos(), kind: symExtern})
			}
		}
		p.advance()
	}
	p.expect(';', ";")
}

// A specifier is what stands in front of the names of a declaration.
type specifier struct {
	void, isConst, isStatic bool
}

// specifiers reads the type of a declaration. It says whether there is one.
func (p *parser) specifiers() (s specifier, ok bool) {
	for {
		switch k := p.tok.kind; {
		case k == tokInt || k == tokSigned:
		case k == tokVoid:
			s.void = true
		case k == tokStatic:
			s.isStatic = true
		case k == tokConst:
			s.isConst = true
		case k == tokStruct || k == tokUnion || k == tokEnum || k == tokTypedef:
			p.failf(p.tok.pos(), "all variables are of type int", "%s is not read", p.text(&p.tok))
			return s, false
		case k == tokExtern:
			p.failf(p.tok.pos(), "declare it in front of the functions", "extern is not read inside of functions")
			return s, false
		case k >= tokChar:
			switch word := p.text(&p.tok); word {
			case "inline", "register", "auto":
			case "volatile":
				p.failf(p.tok.pos(), "", "volatile variables are not read")
				return s, false
			default:
				p.failf(p.tok.pos(), "all variables are of type int", "type %s is not read", word)
				return s, false
			}
		case k == '*' && ok:
			p.failf(p.tok.pos(), "", "pointers are not read")
			return s, false
		default:
			return s, ok
		}
		ok = true
		p.advance()
	}
}

// declarators reads the variables of a declaration. Of locals, it returns what gives them
// their first values.
func (p *parser) declarators(s specifier, body []Stmt) []Stmt {
	for {
		if p.tok.kind == '*' || p.tok.kind == '(' && p.ahead.kind == '*' {
			p.failf(p.tok.pos(), "", "pointers are not read")
			return body
		}
		name := p.tok
		if !p.expect(tokName, "a name") {
			return body
		}
		if p.tok.kind == '[' {
			p.array(name)
		} else {
			body = p.variable(name, s, body)
		}
		if p.panicking || !p.accept(',') {
			break
		}
	}
	if !p.panicking {
		p.expect(';', ";")
	}
	return body
}

// array passes over an array: those that nobody reads are allowed.
func (p *parser) array(name token) {
	for p.tok.kind == '[' {
		p.balanced()
	}
	if p.accept('=') {
		if p.tok.kind != '{' {
			p.failf(p.tok.pos(), "", "expected { and the values of the array, found %s", p.describe())
			return
		}
		p.balanced()
	}
	p.bind(name.name, &symbol{pos: name.pos(), kind: symArray})
}

// variable reads a variable, from behind its name on.
func (p *parser) variable(name token, s specifier, body []Stmt) []Stmt {
	if p.fn == nil || s.isStatic {
		p.global(name, s)
		return body
	}
	v := p.newVar(name)
	p.bind(name.name, &symbol{pos: v.Pos, v: v, isConst: s.isConst})
	if p.accept('=') {
		body = p.assignment(v, v.Pos, body)
	}
	return body
}

// global reads a variable that keeps its value, from behind its name on. It may be declared
// several times outside of functions, if one of these gives it a value at most.
func (p *parser) global(name token, s specifier) {
	old := p.lookup(name.name)
	again := old != nil && p.fn == nil && old.kind == symVar && !(old.valued && p.tok.kind == '=')
	sym := old
	if !again {
		v := p.newVar(name)
		v.Func = nil
		sym = &symbol{pos: v.Pos, v: v, isConst: s.isConst}
		p.bind(name.name, sym)
	}
	if p.accept('=') {
		sym.valued = true
		p.inits = append(p.inits, constantInit{sym.v, p.expr()})
	}
}

func (p *parser) newVar(name token) *Var {
	v := &Var{ID: len(p.f.Vars), Name: p.names.text[name.name], Pos: name.pos()}
	if p.fn != nil {
		v.Func = p.fn.f
	}
	p.f.Vars = append(p.f.Vars, v)
	return v
}

// function reads a function, from its name on.
func (p *parser) function(s specifier) {
	name := p.tok
	text := p.names.text[name.name]
	p.advance()
	saved := *p
	p.balanced()
	switch {
	case p.tok.kind != '{':
		// A prototype; attributes may follow.
		for p.tok.kind != ';' && p.tok.kind != tokEOF && p.tok.kind != '{' && p.tok.kind != '}' {
			p.advance()
		}
		p.expect(';', "; or {")
		return
	case isBuiltin(text):
		p.balanced()
		return
	}
	p.resetTo(&saved)
	f := &Func{Name: text, Pos: name.pos(), Body: []Stmt{}}
	sym := &symbol{pos: f.Pos, kind: symFunc, f: f, void: s.void, labels: map[int32]Pos{}}
	p.bind(name.name, sym)
	p.fn = sym
	mark := p.openBlock()
	if text == "main" {
		p.f.Main = f
		p.balanced() // its parameters have no meaning
	} else {
		p.parameters(f)
	}
	if p.panicking {
		for p.tok.kind != '{' && p.tok.kind != tokEOF {
			p.advance()
		}
		p.panicking = false
	}
	p.expect('{', "{")
	f.Body = p.statements(f.Body)
	p.expect('}', "}")
	p.closeBlock(mark)
	p.fn = nil
	p.f.Funcs = append(p.f.Funcs, f)
}

// resetTo goes back to a place.
func (p *parser) resetTo(saved *parser) {
	p.scanner, p.tok, p.ahead, p.lastEnd = saved.scanner, saved.tok, saved.ahead, saved.lastEnd
}

// parameters reads the parameters of a function.
func (p *parser) parameters(f *Func) {
	p.expect('(', "(")
	if p.tok.kind == tokVoid && p.ahead.kind == ')' {
		p.advance()
	}
	if p.accept(')') {
		return
	}
	for {
		s, ok := p.specifiers()
		if !p.panicking && !ok {
			p.unexpected("the type of a parameter")
		}
		if p.panicking {
			return
		}
		name := p.tok
		if !p.expect(tokName, "the name of a parameter") {
			return
		}
		if p.tok.kind == '[' {
			p.failf(p.tok.pos(), "", "arrays are not read")
			return
		}
		v := p.newVar(name)
		v.Assigned = true
		f.Params = append(f.Params, v)
		p.bind(name.name, &symbol{pos: v.Pos, v: v, isConst: s.isConst})
		if !p.accept(',') {
			break
		}
	}
	p.expect(')', ")")
}
