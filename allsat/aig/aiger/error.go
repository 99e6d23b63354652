// This file defines what is said about a file that is wrong.

package aiger

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
)

// ErrLimit says that a circuit has more nodes than are allowed.
var ErrLimit = errors.New("the limit of nodes is reached")

// An Error is what is wrong at a place of a file.
type Error struct {
	File      string
	Line, Col int   // from 1; 0 behind the first conjunction of a binary file
	Offset    int64 // there, the place in bytes from 0
	Msg       string
	Hint      string // what to do about it, may be empty
	Excerpt   string // the line, or what is around the place
	Caret     int    // the characters of Excerpt in front of the place
	Err       error  // ErrLimit or nil
}

// Error renders the error with the line, a caret and the hint:
//
//	x.aag:3:3: literal 12 is out of range
//	4 12
//	  ^
//	hint: the header declares 5 variables, so literals end at 11
func (e *Error) Error() string {
	text := fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Col, e.Msg)
	if e.Line == 0 {
		text = fmt.Sprintf("%s: byte %d: %s", e.File, e.Offset, e.Msg)
	}
	if e.Excerpt != "" {
		text += fmt.Sprintf("\n%s\n%s^", e.Excerpt, strings.Repeat(" ", e.Caret))
	}
	if e.Hint != "" {
		text += "\nhint: " + e.Hint
	}
	return text
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

// What is shown of a line in front of the place and behind it, in bytes.
const (
	excerptBefore = 60
	excerptBehind = 40
)

// show fills in the excerpt: at is the place in the line.
func (e *Error) show(line []byte, at int) {
	begin, end := max(0, at-excerptBefore), min(len(line), at+excerptBehind)
	var b strings.Builder
	if begin > 0 {
		b.WriteString("...")
		e.Caret = 3
	}
	for i, r := range string(line[begin:end]) {
		if !unicode.IsPrint(r) || r == unicode.ReplacementChar {
			r = '?'
		}
		b.WriteRune(r)
		if begin+i < at {
			e.Caret++
		}
	}
	if end < len(line) {
		b.WriteString("...")
	}
	e.Excerpt = b.String()
}
