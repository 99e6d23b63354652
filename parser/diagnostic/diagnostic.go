// This file defines diagnostics: each points at one place of a source and shows it.

package diagnostic

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Pos is a place in the source. Line and Col count from 1, Col in bytes.
type Pos struct {
	Line, Col int
}

// Before reports whether p stands in front of q.
func (p Pos) Before(q Pos) bool {
	return p.Line < q.Line || p.Line == q.Line && p.Col < q.Col
}

// String returns the position as line:column.
func (p Pos) String() string { return strconv.Itoa(p.Line) + ":" + strconv.Itoa(p.Col) }

// A Diagnostic is an error or a warning at one place of the source.
type Diagnostic struct {
	File    string
	Pos     Pos // without a line, or a column, where there are none
	Message string
	Hint    string // what to do about it, or ""
	Source  string // the text of line Pos.Line, or "" where it cannot be shown
	Cut     int    // bytes of that line that are left out in front of Source
}

// Show has a diagnostic show its place of a line, which may be very long.
func (d *Diagnostic) Show(line []byte) {
	at := max(0, min(d.Pos.Col-1, len(line)))
	d.Cut = max(0, at-Around)
	d.Source = string(line[d.Cut:min(len(line), at+Around)])
}

// String renders the diagnostic as
//
//	dekker.bp:31:9: undefined label l7
//	  PC8: goto l7;
//	            ^
//	hint: did you mean l1?
//
// A long line is shown around the column only.
func (d *Diagnostic) String() string {
	var b strings.Builder
	switch {
	case d.Pos.Line > 0:
		fmt.Fprintf(&b, "%s:%d:%d: %s", d.File, d.Pos.Line, d.Pos.Col, d.Message)
	case d.Pos.Col > 0:
		fmt.Fprintf(&b, "%s, column %d: %s", d.File, d.Pos.Col, d.Message)
	default:
		fmt.Fprintf(&b, "%s: %s", d.File, d.Message)
	}
	if d.Source != "" {
		line, caret := excerpt(d.Source, d.Pos.Col-1-d.Cut, d.Cut > 0)
		b.WriteByte('\n')
		b.WriteString(line)
		b.WriteByte('\n')
		b.WriteString(caret)
	}
	if d.Hint != "" {
		b.WriteString("\nhint: ")
		b.WriteString(d.Hint)
	}
	return b.String()
}

// Error returns the same as String.
func (d *Diagnostic) Error() string { return d.String() }

// A List is what is wrong with a source, in order of position. It is
// never empty.
type List []*Diagnostic

// Error renders all diagnostics, one below the other.
func (l List) Error() string {
	var b strings.Builder
	for i, d := range l {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(d.String())
	}
	return b.String()
}

// Unwrap returns the diagnostics, for errors.As.
func (l List) Unwrap() []error {
	errs := make([]error, len(l))
	for i, d := range l {
		errs[i] = d
	}
	return errs
}

// The most an excerpt shows of a line before and behind the column, in runes.
const (
	excerptBefore = 60
	excerptBehind = 40
)

// Around is how many bytes in front of a place and behind it are all that is shown of a line.
const Around = excerptBefore * utf8.UTFMax

// excerpt returns the part of a line around byte offset at, and a line with a
// caret below it; cut says that there is more in front. Tabs stay tabs in both, so
// they line up at any tab width.
func excerpt(line string, at int, cut bool) (shown, caret string) {
	at = max(0, min(at, len(line)))
	from := at
	for n := 0; from > 0 && n < excerptBefore; n++ {
		_, size := utf8.DecodeLastRuneInString(line[:from])
		from -= size
	}
	to := at
	for n := 0; to < len(line) && n < excerptBehind; n++ {
		_, size := utf8.DecodeRuneInString(line[to:])
		to += size
	}
	var b, c strings.Builder
	if from > 0 || cut {
		b.WriteString("...")
		c.WriteString("   ")
	}
	for i, r := range line[from:to] {
		if r != '\t' && !unicode.IsPrint(r) {
			r = utf8.RuneError
		}
		b.WriteRune(r)
		switch {
		case from+i >= at:
		case r == '\t':
			c.WriteByte('\t')
		default:
			c.WriteByte(' ')
		}
	}
	if to < len(line) {
		b.WriteString("...")
	}
	return b.String(), c.String() + "^"
}

// QuoteRune quotes a character for a message.
func QuoteRune(r rune) string {
	if unicode.IsPrint(r) {
		return "'" + string(r) + "'"
	}
	return fmt.Sprintf("%U", r)
}

// Quote quotes a token for a message: the beginning of a long one.
func Quote(s string) string {
	const most = 40
	short, _, more := strings.Cut(s, "\n")
	if utf8.RuneCountInString(short) > most {
		short, more = string([]rune(short)[:most]), true
	}
	if more {
		short = strings.TrimSpace(short) + "..."
	}
	return strconv.Quote(short)
}
