// This file defines how the parser reports: a diagnostic points at one place
// of the source and shows it.

package parser

import (
	"fmt"
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Diagnostic is an error or a warning at one place of the source.
type Diagnostic struct {
	File    string
	Pos     Pos
	Message string
	Hint    string // what to do about it, or ""
	Source  string // the text of line Pos.Line, or "" where it cannot be shown
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
	fmt.Fprintf(&b, "%s:%d:%d: %s", d.File, d.Pos.Line, d.Pos.Col, d.Message)
	if d.Source != "" {
		line, caret := excerpt(d.Source, d.Pos.Col-1)
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

// An ErrorList is what is wrong with a program, in order of position. It is
// never empty.
type ErrorList []*Diagnostic

// Error renders all diagnostics, one below the other.
func (l ErrorList) Error() string {
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
func (l ErrorList) Unwrap() []error {
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

// excerpt returns the part of a line around byte offset at, and a line with a
// caret below it. Tabs stay tabs in both, so they line up at any tab width.
func excerpt(line string, at int) (shown, caret string) {
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
	if from > 0 {
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

// maxDiagnostics is how many errors, and how many warnings, one run reports.
const maxDiagnostics = 20

// A reporter collects the diagnostics of one file.
type reporter struct {
	name     string
	src      string
	errors   ErrorList
	warnings []*Diagnostic
	full     bool            // there are more errors than maxDiagnostics
	seen     map[string]bool // errors reported, by place and text
}

func (r *reporter) errorf(pos Pos, hint, format string, args ...any) {
	if r.full {
		return
	}
	d := &Diagnostic{File: r.name, Pos: pos, Message: short(fmt.Sprintf(format, args...)), Hint: short(hint)}
	key := pos.String() + d.Message
	if r.seen[key] {
		return
	}
	if len(r.errors) == maxDiagnostics {
		r.full = true
		return
	}
	if r.seen == nil {
		r.seen = map[string]bool{}
	}
	r.seen[key] = true
	r.errors = append(r.errors, d)
}

func (r *reporter) warnf(pos Pos, hint, format string, args ...any) {
	if len(r.warnings) < maxDiagnostics {
		r.warnings = append(r.warnings, &Diagnostic{File: r.name, Pos: pos, Message: short(fmt.Sprintf(format, args...)), Hint: short(hint)})
	}
}

// The longest message and, in it, the longest word, in bytes.
const (
	maxMessage = 500
	maxWord    = 60
)

// short cuts the long words of a message, and the message: names can be megabytes long.
func short(message string) string {
	if len(message) <= maxWord {
		return message
	}
	var b strings.Builder
	for rest := message; rest != ""; {
		if b.Len() > maxMessage {
			b.WriteString("...")
			break
		}
		n := strings.IndexByte(rest, ' ') + 1
		if n == 0 {
			n = len(rest)
		}
		word := rest[:n]
		rest = rest[n:]
		if len(word) <= maxWord+1 {
			b.WriteString(word)
			continue
		}
		b.WriteString(strings.ToValidUTF8(word[:maxWord-3], "") + "...")
		if word[n-1] == ' ' {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// finish sorts the diagnostics and gives each its source line.
func (r *reporter) finish() {
	for _, list := range [][]*Diagnostic{r.errors, r.warnings} {
		sort.SliceStable(list, func(i, j int) bool { return list[i].Pos.before(list[j].Pos) })
		r.addSource(list)
	}
	if r.full {
		last := r.errors[len(r.errors)-1]
		r.errors = append(r.errors, &Diagnostic{File: r.name, Pos: last.Pos, Message: "too many errors"})
	}
}

// addSource fills in the source lines of diagnostics sorted by position, in
// one pass over the source.
func (r *reporter) addSource(list []*Diagnostic) {
	line, rest := 1, r.src
	for _, d := range list {
		for ; line < d.Pos.Line; line++ {
			_, rest, _ = strings.Cut(rest, "\n")
		}
		text, _, _ := strings.Cut(rest, "\n")
		d.Source = strings.TrimSuffix(text, "\r")
	}
}

func (p Pos) before(q Pos) bool {
	return p.Line < q.Line || p.Line == q.Line && p.Col < q.Col
}

// String returns the position as line:column.
func (p Pos) String() string { return strconv.Itoa(p.Line) + ":" + strconv.Itoa(p.Col) }

// quoteRune quotes a character for a message.
func quoteRune(r rune) string {
	if unicode.IsPrint(r) {
		return "'" + string(r) + "'"
	}
	return fmt.Sprintf("%U", r)
}

// quoteText quotes a token for a message: the beginning of a long one.
func quoteText(s string) string {
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
