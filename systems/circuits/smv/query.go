// This file defines formulas that are not in the file of the model.

package smv

import (
	"strings"

	"github.com/ijit/ijit/parser/diagnostic"
)

// formulaName is the file of a formula that is not in the file of the model, in messages.
const formulaName = "--ltl"

// A query is a formula that is not in the file of the model. While it is compiled, its lines
// follow those of the file, so that there is one source for positions and for messages.
type query struct {
	spec   *Section
	lines  int // of the file
	before int // how many checks were made before it was compiled
}

// readLTL reads the formula of the options.
func (c *compiler) readLTL() error {
	s := &Section{Keyword: "LTLSPEC"}
	_, err := parse(formulaName, []byte(c.options.LTL), func(p *parser) {
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
	c.query = &query{spec: s, lines: strings.Count(c.Src, "\n") + 1}
	c.Src += "\n" + c.options.LTL
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
			d.File = formulaName
			d.Pos.Line -= q.lines
		}
	}
}
