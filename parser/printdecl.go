// This file defines how the printer lays out declarations.

package parser

import "unicode/utf8"

// maxColumns is how long a line of a declaration of several variables may get.
const maxColumns = 100

// vars prints the declarations of a scope, grouped as in the source.
func (p *printer) vars(vars []*Var) {
	for start := 0; start < len(vars); {
		end := start + 1
		for end < len(vars) && vars[end].Joined {
			end++
		}
		p.decl(vars[start:end])
		start = end
	}
}

// decl prints one declaration. A variable with a meaning has a line of its own;
// a comment on all of them never stands behind a single one, as if it were its
// meaning.
func (p *printer) decl(group []*Var) {
	p.lines(group[0].Lead)
	p.line()
	p.WriteString("decl ")
	last := len(group) - 1
	together := group[last].Comment != ""
	column := 2*p.depth + len("decl ")
	for i, v := range group {
		width := declWidth(v)
		if i > 0 {
			p.WriteByte(',')
			need := width
			if together && i == last-1 {
				need += declWidth(group[last])
			}
			switch {
			case v.Meaning != "" || group[i-1].Meaning != "",
				column+need > maxColumns && !(together && i == last):
				p.endLine(group[i-1].Meaning)
				p.depth++
				p.line()
				p.depth--
				column = 2 * (p.depth + 1)
			default:
				p.WriteByte(' ')
			}
		}
		p.write(quoteName(v.Name), initText(v.Init))
		column += width
	}
	p.WriteByte(';')
	if v := group[last]; v.Meaning != "" {
		p.endLine(v.Meaning)
	} else {
		p.endLine(v.Comment)
	}
}

// declWidth returns how many columns a variable takes in a declaration, with
// what follows it.
func declWidth(v *Var) int {
	return utf8.RuneCountInString(quoteName(v.Name)) + len(initText(v.Init)) + len(", ")
}

// initText returns how a declaration spells an initial value.
func initText(i Init) string {
	switch i {
	case InitZero:
		return " := 0"
	case InitOne:
		return " := 1"
	}
	return ""
}
