// This file defines text in columns.

package bench

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// A table is text in columns: the first one to the left, the others to the right.
// The first row holds the names.
type table [][]string

func newTable(names ...string) *table { return &table{names} }

func (t *table) row(cells ...any) {
	var texts []string
	for _, c := range cells {
		texts = append(texts, fmt.Sprint(c))
	}
	*t = append(*t, texts)
}

func (t *table) write(w io.Writer) error {
	width := make([]int, len((*t)[0]))
	for _, cells := range *t {
		for i, c := range cells {
			width[i] = max(width[i], utf8.RuneCountInString(c))
		}
	}
	var b strings.Builder
	for _, cells := range *t {
		for i, c := range cells {
			fill := strings.Repeat(" ", width[i]-utf8.RuneCountInString(c))
			if i == 0 {
				b.WriteString(c + fill)
			} else {
				b.WriteString("  " + fill + c)
			}
		}
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}
