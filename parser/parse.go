// This file defines ParseFile.

package parser

import (
	"github.com/alecthomas/participle/v2/lexer"
	"github.com/ijit/ijit/parser/diagnostic"
)

// An Option changes how a source is parsed.
type Option func(*options)

type options struct {
	dialect *Dialect
}

// WithDialect sets the dialect. Without it, the source says it, or signs of the tool that
// wrote it do; where nothing does, what the dialects read differently is an error.
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
		Reporter: diagnostic.Reporter{Name: name, Src: string(src)},
		file:     &File{Name: name},
		suspect:  map[string]bool{},
	}
	if p.CheckText(src, "programs are ASCII; comments and names in braces may hold any UTF-8") {
		if o.dialect != nil {
			p.file.Dialect, p.settled = *o.dialect, true
		} else {
			p.file.Dialect, p.settled = detectDialect(p.Src)
		}
		if err := p.parse(); err != nil {
			return nil, err
		}
		if !fromTool(p.file) {
			p.reportReadings()
		}
		p.checkLanguage()
		p.resolve()
	}
	p.Finish()
	if len(p.Errors) > 0 {
		return nil, p.Errors
	}
	for _, w := range p.Warnings {
		p.file.Warnings = append(p.file.Warnings, *w)
	}
	p.file.takeHead()
	number(p.file)
	return p.file, nil
}

// parse parses the declarations and procedures of the file.
func (p *fileParser) parse() error {
	var err error
	if p.grammar, err = newProductions(p.exprHook); err != nil {
		return err
	}
	defer p.grammar.release()
	p.scan = newScanner(p.Src)
	p.scan.failed = func(pos Pos, hint, message string) {
		p.broken = true
		p.Errorf(pos, hint, "%s", message)
	}
	p.tok = p.scan.next()
	for p.tok.kind != lexer.EOF {
		switch {
		case p.at("decl"):
			p.declaration()
		case p.atTypedDecl():
			p.typedDecl()
		case p.atProcedure():
			p.procedure()
		case p.accept(tokSemi):
		default:
			p.reportSyntax(p.unexpected("expected decl, void or bool"))
			p.skipItem(p.tok, isEnd)
		}
	}
	p.file.Tail = trimBottom(p.takeAbove(nil))
	if len(p.file.Procs) == 0 && len(p.Errors) == 0 {
		p.Errorf(p.tok.pos, "a program has at least: void main() begin skip; end", "there is no procedure in this file")
	}
	return nil
}

// skipItem skips the rest of what starts at start: behind the token that ends
// it, or up to the next procedure or declaration.
func (p *fileParser) skipItem(start token, isLast func(*token) bool) {
	if p.tok == start {
		p.next()
	}
	for p.tok.kind != lexer.EOF && !p.at("decl") && (!p.atProcedure() || inList(&p.last)) {
		if t := p.next(); isLast(&t) {
			break
		}
	}
	p.suspectFrom(start)
}

// inList tells whether a parameter is what comes next.
func inList(t *token) bool { return t.kind == tokLParen || t.kind == tokComma }

func isSemi(t *token) bool { return t.kind == tokSemi }
func isEnd(t *token) bool  { return t.isWord("end") }

// atProcedure tells whether a procedure starts here.
func (p *fileParser) atProcedure() bool { return p.at("void") || p.at("bool") }
