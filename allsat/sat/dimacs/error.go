// This file defines what is said about a file that is wrong.

package dimacs

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// An Error is what is wrong at a place of a file.
type Error struct {
	File      string
	Line, Col int // from 1; a column is a byte
	Msg       string
	Hint      string // what to do about it, may be empty
	Excerpt   string // the line, of a long one what is around the place
	Caret     int    // the characters of Excerpt in front of the place
}

// Error renders the error with the line, a caret and the hint:
//
//	x.cnf:3:5: variable 9 is out of range
//	1 2 9 0
//	    ^
//	hint: line p declares 8 variables
func (e *Error) Error() string {
	text := fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Col, e.Msg)
	if e.Excerpt != "" {
		text += fmt.Sprintf("\n%s\n%s^", e.Excerpt, strings.Repeat(" ", e.Caret))
	}
	if e.Hint != "" {
		text += "\nhint: " + e.Hint
	}
	return text
}

// What is shown of a line in front of the place and behind it, in bytes.
const (
	excerptBefore = 60
	excerptBehind = 40
)

// show fills in the excerpt: at is the place in a piece of a line, which is the whole line if
// neither begin nor end is cut.
func (e *Error) show(piece []byte, at int, cutBegin, cutEnd bool) {
	var b strings.Builder
	if cutBegin {
		b.WriteString("...")
		e.Caret = 3
	}
	for i, r := range string(piece) {
		if r == utf8.RuneError || !unicode.IsPrint(r) {
			r = '?'
			if piece[i] == '\t' || piece[i] == '\r' {
				r = ' '
			}
		}
		b.WriteRune(r)
		if i < at {
			e.Caret++
		}
	}
	if cutEnd {
		b.WriteString("...")
	}
	e.Excerpt = strings.TrimRight(b.String(), " ")
}
