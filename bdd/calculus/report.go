// This file defines how errors in formulas are collected and shown.

package calculus

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ijit/ijit/parser"
)

// maxErrors is how many errors of one file are shown.
const maxErrors = 20

// A reporter collects the errors of one source.
type reporter struct {
	name, src string
	errors    parser.ErrorList
	more      int // errors that are not shown
}

// errorf adds an error. One place has one error: what follows from it at the same
// place is left out.
func (r *reporter) errorf(pos parser.Pos, hint, format string, args ...any) {
	for _, d := range r.errors {
		if d.Pos == pos {
			return
		}
	}
	if len(r.errors) == maxErrors {
		r.more++
		return
	}
	r.errors = append(r.errors, &parser.Diagnostic{
		File: r.name, Pos: pos, Message: fmt.Sprintf(format, args...), Hint: hint,
	})
}

// list returns the errors in order of position, each with its line.
func (r *reporter) list() parser.ErrorList {
	slices.SortStableFunc(r.errors, func(a, b *parser.Diagnostic) int {
		if a.Pos.Line != b.Pos.Line {
			return a.Pos.Line - b.Pos.Line
		}
		return a.Pos.Col - b.Pos.Col
	})
	line, rest := 1, r.src
	for _, d := range r.errors {
		for ; line < d.Pos.Line; line++ {
			_, rest, _ = strings.Cut(rest, "\n")
		}
		text, _, _ := strings.Cut(rest, "\n")
		d.Source = strings.TrimSuffix(text, "\r")
	}
	if r.more > 0 {
		last := *r.errors[len(r.errors)-1]
		last.Source, last.Hint = "", ""
		last.Message = fmt.Sprintf("%d more errors are not shown", r.more)
		r.errors = append(r.errors, &last)
		r.more = 0
	}
	return r.errors
}

// suggest returns a hint that names the candidate that is most like a word, or "".
func suggest(word string, candidates []string) string {
	best, least := "", 1+len(word)/3
	for _, c := range candidates {
		if d := distance(word, c); d <= least && (best == "" || d < least) {
			best, least = c, d
		}
	}
	if best == "" {
		return ""
	}
	return "did you mean " + best + "?"
}

// distance returns how many letters must be changed, added or removed to make one
// word of another.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := before
			if lower(a[i]) != lower(b[j]) {
				change++
			}
			before = row[j+1]
			row[j+1] = min(change, before+1, row[j]+1)
		}
	}
	return row[len(b)]
}

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
