// This file defines formulas that are not in the file of the model.

package smv

import (
	"strings"

	"github.com/ijit/ijit/parser/diagnostic"
)

// A query is a formula that is not in the file of the model. While it is compiled, its lines
// follow those of the file, so that there is one source for positions and for messages.
type query struct {
	spec   *Section
	name   string // of its file, in messages
	lines  int    // of the file
	before int    // how many checks were made before it was compiled
}

// readQuery reads the formula of the options.
func (c *compiler) readQuery() error {
	s := &Section{Keyword: map[Kind]string{KindLTL: "LTLSPEC", KindCTL: "SPEC", KindInvariant: "INVARSPEC"}[c.options.Kind]}
	name := "--" + string(c.options.Kind)
	_, err := parse(name, []byte(c.options.Formula), func(p *parser) {
		p.what = "formula"
		p.try(func() {
			p.specification(s)
			if p.tok().kind != tokEOF {
				p.unexpected("an operator or the end", "")
			}
		}, func(*token) bool { return false })
	})
	if err != nil {
		return err
	}
	c.query = &query{spec: s, name: name, lines: strings.Count(c.Src, "\n") + 1}
	c.Src += "\n" + c.options.Formula
	c.query.move(s.Expr)
	return nil
}

// move gives the positions in an expression numbers of lines behind those of the file.
func (q *query) move(e *Expr) {
	e.Pos.Line += q.lines
	for _, a := range e.Args {
		q.move(a)
	}
}

// has reports whether a position is one in the formula.
func (q *query) has(pos Pos) bool { return pos.Line > q.lines }

// place gives messages about the formula their positions in it.
func (q *query) place(list diagnostic.List) {
	for _, d := range list {
		if q.has(d.Pos) {
			d.File = q.name
			d.Pos.Line -= q.lines
		}
	}
}
