// This file defines how text is laid out in columns: widths are shared out, and
// what is longer than its column is wrapped.

package render

import (
	"bufio"
	"io"
	"strings"
	"unicode/utf8"
)

// A column of a grid.
type column struct {
	title string
	right bool // align to the right
	// fixed columns are as wide as their widest cell, the others share what is left.
	fixed bool
}

// A line of a grid has a cell for each column.
type line struct {
	cells []string
	style style
}

// A grid is text in columns.
type grid struct {
	columns []column
	lines   []line
	sep     string // between columns
	most    int    // lines that a paragraph may take; a longer one ends in …; 0 for any number
}

// A style is how a line looks in colour.
type style string

const (
	plain  style = ""
	bold   style = "\x1b[1m"
	dim    style = "\x1b[2m"
	alarm  style = "\x1b[1;31m"
	normal       = "\x1b[0m"
)

// minWidth is the least width of a column that is not fixed.
const minWidth = 12

// write writes the grid in width columns of text, more if there are more columns
// than fit.
func (g *grid) write(out io.Writer, width int, color bool) error {
	w := bufio.NewWriter(out)
	widths := g.widths(width)
	titles := line{style: bold}
	for _, c := range g.columns {
		titles.cells = append(titles.cells, c.title)
	}
	for _, l := range append([]line{titles}, g.lines...) {
		g.writeLine(w, l, widths, color)
	}
	return w.Flush()
}

// widths shares out width: columns that need less than an even share take what
// they need, the others share the rest.
func (g *grid) widths(width int) []int {
	need := make([]int, len(g.columns))
	for i, c := range g.columns {
		need[i] = utf8.RuneCountInString(c.title)
		for _, l := range g.lines {
			for part := range strings.SplitSeq(l.cells[i], "\n") {
				need[i] = max(need[i], utf8.RuneCountInString(part))
			}
		}
	}
	left := width - utf8.RuneCountInString(g.sep)*(len(need)-1)
	open := map[int]bool{}
	for i, c := range g.columns {
		if c.fixed {
			left -= need[i]
		} else {
			open[i] = true
		}
	}
	widths := need
	for len(open) > 0 {
		share := max(left/len(open), minWidth)
		shrunk := false
		for i := range need {
			if open[i] && need[i] <= share {
				left -= need[i]
				delete(open, i)
				shrunk = true
			}
		}
		if !shrunk {
			for i := range open {
				widths[i] = share
			}
			break
		}
	}
	return widths
}

func (g *grid) writeLine(w *bufio.Writer, l line, widths []int, color bool) {
	wrapped := make([][]string, len(l.cells))
	height := 1
	for i, cell := range l.cells {
		wrapped[i] = wrap(cell, widths[i], g.most)
		height = max(height, len(wrapped[i]))
	}
	for k := range height {
		var b strings.Builder
		for i := range l.cells {
			text := ""
			if k < len(wrapped[i]) {
				text = wrapped[i][k]
			}
			pad := strings.Repeat(" ", max(0, widths[i]-utf8.RuneCountInString(text)))
			if i > 0 {
				b.WriteString(g.sep)
			}
			if g.columns[i].right {
				b.WriteString(pad + text)
			} else {
				b.WriteString(text + pad)
			}
		}
		text := strings.TrimRight(b.String(), " ")
		if color && l.style != plain {
			text = string(l.style) + text + normal
		}
		w.WriteString(text + "\n")
	}
}

// wrap breaks text into lines of at most width runes, at blanks where that is
// possible. Lines behind the first of a paragraph are indented. A paragraph of more
// than most lines (0 for any number) is cut and ends in an ellipsis; the next one
// is there in any case, since it may say the most important thing.
func wrap(text string, width, most int) []string {
	const indent = "  "
	var lines []string
	for paragraph := range strings.SplitSeq(text, "\n") {
		first := len(lines)
		rest := []rune(paragraph)
		for len(rest) > width {
			at := width
			for k := width; k > width/3; k-- {
				if rest[k] == ' ' {
					at = k
					break
				}
			}
			lines = append(lines, string(rest[:at]))
			rest = []rune(indent + strings.TrimLeft(string(rest[at:]), " "))
		}
		lines = append(lines, string(rest))
		if end := first + most; most > 0 && len(lines) > end {
			last := []rune(lines[end-1])
			lines = append(lines[:end-1], string(last[:min(len(last), width-1)])+"…")
		}
	}
	return lines
}
