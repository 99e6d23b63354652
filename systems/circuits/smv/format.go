// This file defines Format, the printer. It works on tokens, so that no comment gets lost: it
// moves them to lines and puts blanks between them, and where the author broke a line inside of
// an expression it leaves the break.

package smv

import "strings"

// Format returns a file in canonical layout. Formatting twice changes nothing more.
func Format(name string, src []byte) ([]byte, error) {
	p, err := parse(name, src, (*parser).parse)
	if err != nil {
		return nil, err
	}
	f := &formatter{tokens: p.tokens, comments: p.comments}
	for i := range f.tokens {
		f.token(i)
	}
	if f.out.Len() > 0 {
		f.out.WriteByte('\n')
	}
	return []byte(f.out.String()), nil
}

// A formatter writes tokens.
type formatter struct {
	tokens   []token
	comments map[int][]comment
	out      strings.Builder

	section string // the keyword of the section, "" in front of the first one
	begin   int    // the indentation of the item, or of the branch
	line    int    // the indentation of the line
	cases   []int  // the indentation of each open case

	read int  // the line of the source on which what was written last ends
	ends bool // a comment ends the line
}

// token writes a token with the comments in front of it.
func (f *formatter) token(i int) {
	t := &f.tokens[i]
	breaks, indent := f.place(i)
	for j := range f.comments[i] {
		f.comment(i, j, indent)
	}
	if t.kind == tokEOF {
		return
	}
	f.moveTo(int(t.line), breaks || f.ends || int(t.line) > f.read, indent, i > 0 && blankBetween(f.tokens, i), t.is("MODULE"))
	f.out.WriteString(t.text)
	f.read = int(t.line)
	switch {
	case t.is("case"):
		f.cases = append(f.cases, f.line)
	case t.is("esac") && len(f.cases) > 0:
		f.cases = f.cases[:len(f.cases)-1]
	}
}

// place returns whether a token begins a line whatever the source, and its indentation if it
// begins one.
func (f *formatter) place(i int) (breaks bool, indent int) {
	t := &f.tokens[i]
	var last token
	if i > 0 {
		last = f.tokens[i-1]
	}
	list := f.section == "VAR" || f.section == "IVAR" || f.section == "FROZENVAR" || f.section == "DEFINE" || f.section == "ASSIGN"
	switch {
	case t.kind == tokEOF:
		return true, 0
	case t.kind == tokWord && isSection(t.text):
		f.section, f.begin, f.cases = t.text, 0, f.cases[:0]
		return true, 0
	case t.is("esac") && len(f.cases) > 0:
		f.begin = f.cases[len(f.cases)-1]
		return true, f.begin
	case last.is("case"), last.is(";") && len(f.cases) > 0:
		f.begin = f.cases[len(f.cases)-1] + 2
		return true, f.begin
	case list && (last.kind == tokWord && isSection(last.text) || last.is(";")):
		f.begin = 2
		return true, f.begin
	}
	return false, f.begin + 2
}

// comment writes a comment that stands in front of a token.
func (f *formatter) comment(i, j, indent int) {
	c := &f.comments[i][j]
	text := c.text
	block := strings.HasPrefix(text, "/--")
	own := c.pos.Line > f.read || f.ends || f.out.Len() == 0
	if strings.HasPrefix(text, "#") {
		indent, own = 0, true
	}
	f.moveTo(c.pos.Line, own && f.out.Len() > 0, indent, true, false)
	f.out.WriteString(text)
	f.read = c.pos.Line + c.lines - 1
	next := int(f.tokens[i].line)
	if j+1 < len(f.comments[i]) {
		next = f.comments[i][j+1].pos.Line
	}
	f.ends = !block || next > f.read
}

// maxIndent is the deepest indentation. Without it deep nesting of many lines makes a text that
// is thousands of times as long as the source.
const maxIndent = 80

// moveTo goes on in the same line, with a blank if that is wanted, or begins a line. There is
// an empty line where the source has one or more.
func (f *formatter) moveTo(line int, breaks bool, indent int, blank, apart bool) {
	indent = min(indent, maxIndent)
	switch {
	case f.out.Len() == 0:
		f.line = indent
		f.out.WriteString(strings.Repeat(" ", indent))
	case breaks:
		f.out.WriteByte('\n')
		if line > f.read+1 || apart && !f.ends {
			f.out.WriteByte('\n')
		}
		f.line = indent
		f.out.WriteString(strings.Repeat(" ", indent))
	case blank:
		f.out.WriteByte(' ')
	}
	f.ends = false
}

// spaced returns tokens on one line, with the blanks that people write.
func spaced(tokens []token) string {
	var b strings.Builder
	for i := range tokens {
		if i > 0 && blankBetween(tokens, i) {
			b.WriteByte(' ')
		}
		b.WriteString(tokens[i].text)
	}
	return b.String()
}

// blankBetween reports whether there is a blank in front of token i.
func blankBetween(tokens []token, i int) bool {
	last, t := &tokens[i-1], &tokens[i]
	if t.foreign {
		return t.apart
	}
	return grows(last, t) || blankWanted(tokens, i)
}

// grows reports whether two tokens without a blank between them would be read as others.
func grows(last, t *token) bool {
	switch {
	case last.kind == tokPunct && t.kind == tokPunct:
		both := last.text + t.text
		for sign := range strings.FieldsSeq(signs + " --") {
			if strings.HasPrefix(both, sign) && len(sign) > len(last.text) {
				return true
			}
		}
		return false
	case last.is(".") || t.is("."):
		return last.kind == tokNumber || last.kind == tokVector || last.kind == tokOther
	}
	return last.kind != tokPunct && t.kind != tokPunct
}

func blankWanted(tokens []token, i int) bool {
	last, t := &tokens[i-1], &tokens[i]
	if last.is("!") {
		return t.kind == tokWord && isTemporal(t)
	}
	switch t.text {
	case ")", "]", "}", ",", ";", ".", "..":
		return false
	case "(":
		return !(last.kind == tokName || isFunction(last) || last.is("("))
	case "[":
		return !(last.kind == tokName || last.kind == tokVector || last.is("word") || last.is("]") || last.is(")") || last.is("(") || last.is("["))
	}
	if t.is(":") && selects(tokens, i) || last.is(":") && selects(tokens, i-1) {
		return false
	}
	switch last.text {
	case "(", "[", "{", ".", "..":
		return false
	case "-":
		return i > 1 && isOperandEnd(&tokens[i-2])
	}
	return true
}

// selects reports whether a colon stands in a selection of bits: x[7:4].
func selects(tokens []token, i int) bool {
	const most = 100 // a colon further away is formatted as others are
	depth := 0
	for j := i - 1; j >= max(i-most, 0); j-- {
		switch t := &tokens[j]; {
		case t.is("]"), t.is(")"):
			depth++
		case t.is("["):
			if depth == 0 {
				return true
			}
			depth--
		case t.is("("):
			depth--
		case t.is(";"), t.is("?") && depth == 0, t.is("case"), depth < 0, t.kind == tokWord && isSection(t.text):
			return false
		}
	}
	return false
}

// isFunction reports whether a token is a word that takes arguments.
func isFunction(t *token) bool {
	switch t.text {
	case "next", "init", "bool", "toint", "count", "abs", "max", "min",
		"word1", "signed", "unsigned", "extend", "resize", "sizeof", "swconst", "uwconst":
		return t.kind == tokWord
	}
	return false
}

// isOperandEnd reports whether an operand may end with a token, so that a minus behind it is
// one of two operands.
func isOperandEnd(t *token) bool {
	switch {
	case t.kind == tokName, t.kind == tokNumber, t.kind == tokVector, t.kind == tokOther:
		return true
	case t.kind == tokWord:
		return t.text == "TRUE" || t.text == "FALSE" || t.text == "self" || t.text == "esac"
	}
	return t.text == ")" || t.text == "]" || t.text == "}"
}
