// This file defines ParseFile and how a source is cut into pieces for
// participle.

package parser

import (
	"bytes"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"
)

// An Option changes how a source is parsed.
type Option func(*options)

type options struct {
	dialect *Dialect
}

// WithDialect sets the dialect. Without it, the source's own signs decide.
func WithDialect(d Dialect) Option {
	return func(o *options) { o.dialect = &d }
}

// ParseFile parses and checks one Boolean program. The name is for messages
// only. The tree is resolved: references know their variables, jumps their
// statements, statements their program counters. A program without a main
// procedure is accepted here (File.Main is nil).
//
// If the program has errors, ParseFile returns an ErrorList.
func ParseFile(name string, src []byte, opts ...Option) (*File, error) {
	var o options
	for _, opt := range opts {
		opt(&o)
	}
	p := &fileParser{
		reporter: reporter{name: name, src: string(src)},
		file:     &File{Name: name},
		suspect:  map[string]bool{},
	}
	if p.checkText(src) {
		if o.dialect != nil {
			p.file.Dialect = *o.dialect
		} else {
			p.file.Dialect = detectDialect(p.src)
		}
		if err := p.parse(); err != nil {
			return nil, err
		}
		p.resolve()
	}
	p.finish()
	if len(p.errors) > 0 {
		return nil, p.errors
	}
	for _, w := range p.warnings {
		p.file.Warnings = append(p.file.Warnings, *w)
	}
	number(p.file)
	return p.file, nil
}

// checkText reports a source that is no text.
func (p *fileParser) checkText(src []byte) bool {
	at, message, hint := 0, "", ""
	switch {
	case bytes.HasPrefix(src, []byte{0xFF, 0xFE}), bytes.HasPrefix(src, []byte{0xFE, 0xFF}):
		message, hint = "this is not UTF-8 text", "it starts like UTF-16"
	case bytes.HasPrefix(src, []byte{0x1F, 0x8B}):
		message, hint = "this is not text", "it starts like a gzip file"
	case bytes.IndexByte(src, 0) >= 0:
		at, message = bytes.IndexByte(src, 0), "NUL byte: this is not text"
	case !utf8.Valid(src):
		at, message = invalidUTF8(src), "invalid UTF-8"
		hint = "programs are ASCII; comments and names in braces may hold any UTF-8"
	default:
		return true
	}
	before := src[:at]
	p.errorf(Pos{
		Line: bytes.Count(before, []byte{'\n'}) + 1,
		Col:  at - bytes.LastIndexByte(before, '\n'),
	}, hint, "%s", message)
	p.src = "" // nothing of it can be shown
	return false
}

// invalidUTF8 returns where the first invalid byte lies.
func invalidUTF8(src []byte) int {
	at := 0
	for at < len(src) {
		r, n := utf8.DecodeRune(src[at:])
		if r == utf8.RuneError && n <= 1 {
			break
		}
		at += n
	}
	return at
}

// parse parses all items of the file: declarations and procedures. Each is
// handed to participle as a piece of its own, so only the tokens of one
// procedure at a time are in memory (64 bytes each).
func (p *fileParser) parse() error {
	var err error
	if p.grammar, err = newProductions(p.exprHook); err != nil {
		return err
	}
	p.scan = newScanner(p.name, p.src)
	p.scan.failed = func(pos lexer.Position, message, hint string) {
		p.errorf(Pos{Line: pos.Line, Col: pos.Column}, hint, "%s", message)
	}
	p.ahead, _ = p.scan.Next()
	for !p.ahead.EOF() {
		p.scan.comments = p.scan.comments[:0]
		p.noted = 0
		if p.lex, err = lexer.Upgrade(&itemLexer{p: p}); err != nil {
			return err
		}
		p.item()
	}
	if len(p.file.Procs) == 0 && len(p.errors) == 0 {
		p.errorf(posOf(&p.ahead), "a program has at least: void main() begin skip; end",
			"there is no procedure in this file")
	}
	return nil
}

// An itemLexer hands out the tokens of one item: up to the semicolon of a
// declaration or the "end" of a procedure. Where one is missing, the words
// void and bool start the next item all the same.
type itemLexer struct {
	p       *fileParser
	kind    itemKind
	started bool
	done    bool
}

type itemKind int

const (
	itemUnknown itemKind = iota
	itemDecl
	itemProc
)

// Next implements lexer.Lexer. The end of the item shows the token behind it,
// for messages.
func (l *itemLexer) Next() (lexer.Token, error) {
	t := l.p.ahead
	if l.done || t.EOF() {
		return lexer.Token{Type: lexer.EOF, Value: t.Value, Pos: t.Pos}, nil
	}
	if !l.started {
		l.started = true
		switch {
		case isWord(&t, "decl"):
			l.kind = itemDecl
		case startsProc(&t):
			l.kind = itemProc
		}
	}
	l.p.ahead, _ = l.p.scan.Next()
	next := &l.p.ahead
	switch l.kind {
	case itemProc:
		l.done = isWord(&t, "end") || startsProc(next)
	case itemDecl:
		l.done = t.Type == tokSemi || startsProc(next) || isWord(next, "decl")
	default:
		l.done = startsProc(next) || isWord(next, "decl")
	}
	return t, nil
}

func startsProc(t *lexer.Token) bool { return isWord(t, "void") || isWord(t, "bool") }

func isWord(t *lexer.Token, word string) bool { return t.Type == tokWord && t.Value == word }

// item parses a declaration of shared variables or a procedure.
func (p *fileParser) item() {
	switch start := p.lex.RawCursor(); {
	case p.at("decl"):
		p.declaration()
	case startsProc(p.peek()):
		p.procedure()
	case p.accept(tokSemi):
	default:
		p.recover(p.unexpected("expected decl, void or bool"), start)
		p.skipItem(start)
	}
}
