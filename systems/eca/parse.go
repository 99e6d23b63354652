// This file defines the parser: tokens, errors and scopes.

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
		if bytes.Contains(src, []byte("pthread_")) {
			p.Errors[0].Hint = "--as c-threads reads C with threads; these are event-condition-action programs"
		}
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
	reads   map[*Func]int  // how many inputs a call reads at most
	exprs   []Expr         // the rest of a slab
	zero    map[*Expr]bool // divisions by a value that may be 0

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
