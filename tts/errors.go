// This file defines the errors that reading a file reports.

package tts

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A ParseError is one thing that is wrong at one place of a file, or of a
// target or an initial configuration given by hand.
type ParseError struct {
	File string // or what the text is, where it is not of a file
	Line int    // from 1; 0 for text that is not of a file
	Col  int    // in bytes, from 1
	Msg  string
	Hint string // what to do about it, may be empty
	// Excerpt is the source line, of a long line the part around Col, and Caret
	// is how many of its characters are in front of the place.
	Excerpt string
	Caret   int
}

// Error renders the error with the source line, a caret and the hint:
//
//	lock.tts:3:7: shared state 7 is out of range
//	0 1 -> 7 1
//	       ^
//	hint: the header declares 5 shared states, 0 to 4
func (e *ParseError) Error() string {
	var b strings.Builder
	if e.Line == 0 {
		fmt.Fprintf(&b, "%s, column %d: %s", e.File, e.Col, e.Msg)
	} else {
		fmt.Fprintf(&b, "%s:%d:%d: %s", e.File, e.Line, e.Col, e.Msg)
	}
	if e.Excerpt != "" {
		fmt.Fprintf(&b, "\n%s\n%s^", e.Excerpt, strings.Repeat(" ", e.Caret))
	}
	if e.Hint != "" {
		b.WriteString("\nhint: ")
		b.WriteString(e.Hint)
	}
	return b.String()
}

// An ErrorList is what is wrong with a file, in the order of the places. It is
// never empty where it is an error.
type ErrorList []*ParseError

// Error renders the errors one below the other.
func (l ErrorList) Error() string {
	var b strings.Builder
	for i, e := range l {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(e.Error())
	}
	return b.String()
}

// Unwrap returns the errors one by one, for errors.As.
func (l ErrorList) Unwrap() []error {
	errs := make([]error, len(l))
	for i, e := range l {
		errs[i] = e
	}
	return errs
}

// The most that is shown of a line in front of the place and behind it, in
// bytes. Such a line may hold thousands of transfers.
const (
	excerptBefore = 60
	excerptBehind = 40
)

// setExcerpt shows the place e.Col of the line. Blanks stand for tabs and
// question marks for what cannot be printed, so that the caret hits its place.
func (e *ParseError) setExcerpt(line []byte) {
	at := max(0, min(e.Col-1, len(line)))
	from, to := max(0, at-excerptBefore), min(len(line), at+excerptBehind)
	for to < len(line) && to > at && !utf8.RuneStart(line[to]) {
		to--
	}
	var b strings.Builder
	if from > 0 {
		b.WriteString("...")
		e.Caret = 3
	} else {
		e.Caret = 0
	}
	for i, r := range string(line[from:to]) {
		switch {
		case r == '\t' || r == '\r':
			r = ' '
		case r == utf8.RuneError || !unicode.IsPrint(r):
			r = '?'
		}
		b.WriteRune(r)
		if from+i < at {
			e.Caret++
		}
	}
	if to < len(line) {
		b.WriteString("...")
	}
	e.Excerpt = b.String()
}

// quote quotes a piece of source for a message, the beginning of a long one.
func quote(b []byte) string {
	const most = 24
	if len(b) > most {
		return fmt.Sprintf("%q", string(b[:most])+"...")
	}
	return fmt.Sprintf("%q", b)
}

// digits returns a number for a message, the beginning of a long one.
func digits(b []byte) string {
	const most = 60
	if len(b) > most {
		return string(b[:most]) + "..."
	}
	return string(b)
}
