// This file defines how the reference pages, which are written in Markdown, are shown on a terminal.

package render

import (
	"bufio"
	"io"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"
)

// Markdown writes a page for a terminal: text is wrapped, tables are in columns, and signs of Markdown are left out.
// What it understands is what the pages of this module have: headings, paragraphs, lists, tables, blocks of code, and
// in a line code, links and bold text.
func Markdown(out io.Writer, text string, o Options) error {
	w := bufio.NewWriter(out)
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i := 0; i < len(lines); {
		first := i
		next := func(goesOn func(l string) bool) []string {
			for i++; i < len(lines) && goesOn(lines[i]); i++ {
			}
			return lines[first:i]
		}
		switch l := lines[i]; {
		case strings.HasPrefix(l, fence):
			block := next(func(l string) bool { return !strings.HasPrefix(l, fence) })
			i++ // past the other fence
			if _, name, named := strings.Cut(l, " "); named {
				w.WriteString(name + ":\n")
			}
			for _, l := range block[1:] {
				w.WriteString(strings.TrimRight("    "+l, " ") + "\n")
			}
		case strings.HasPrefix(l, "#"):
			i++
			writeStyled(w, inline(strings.TrimLeft(l, "# ")), bold, o.Color)
		case strings.HasPrefix(l, "|"):
			if err := writeTable(w, next(func(l string) bool { return strings.HasPrefix(l, "|") }), o); err != nil {
				return err
			}
		case l == "" || strings.HasPrefix(l, "    ") || strings.HasPrefix(l, "\t"):
			i++
			w.WriteString(l + "\n")
		default:
			item := listMark().FindString(l)
			block := next(func(l string) bool {
				return l != "" && !strings.HasPrefix(l, fence) && !strings.HasPrefix(l, "|") && !strings.HasPrefix(l, "#") && !listMark().MatchString(l)
			})
			words := strings.Fields(inline(strings.TrimPrefix(strings.Join(block, "\n"), item)))
			fill(w, words, item, strings.Repeat(" ", utf8.RuneCountInString(item)), o.width())
		}
	}
	return w.Flush()
}

const fence = "```"

// listMark is what an item of a list begins with.
var listMark = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^ *([*-]|\d+\.) +`) })

func writeStyled(w *bufio.Writer, text string, s style, color bool) {
	if color {
		text = string(s) + text + normal
	}
	w.WriteString(text + "\n")
}

// writeTable writes a table, whose second line says where it has columns.
func writeTable(w io.Writer, rows []string, o Options) error {
	g := &grid{sep: "  "}
	for i, r := range rows {
		cells := cellsOf(r)
		switch {
		case i == 0:
			for _, c := range cells {
				g.columns = append(g.columns, column{title: c})
			}
		case i > 1:
			g.lines = append(g.lines, line{append(cells, make([]string, len(g.columns))...)[:len(g.columns)], plain})
		}
	}
	return g.write(w, o.width(), o.Color)
}

// cellsOf returns the cells of a row. A bar in code or behind a backslash is part of a cell.
func cellsOf(row string) (cells []string) {
	var cell strings.Builder
	code, escaped := false, false
	for _, c := range strings.TrimPrefix(strings.TrimSuffix(strings.TrimSpace(row), "|"), "|") + "|" {
		switch {
		case c == '|' && !code && !escaped:
			cells = append(cells, inline(strings.TrimSpace(cell.String())))
			cell.Reset()
			continue
		case c == '`':
			code = !code
		}
		escaped = c == '\\'
		cell.WriteRune(c)
	}
	return cells
}

// codeOrLink is what is not text as it is: code, a link, bold text, or a sign behind a backslash.
var codeOrLink = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("`([^`]*)`|!?\\[([^\\]]*)\\]\\([^)]*\\)|\\*\\*([^*]+)\\*\\*|\\\\([|*_`])")
})

// inline returns a text without signs of Markdown.
func inline(text string) string {
	return codeOrLink().ReplaceAllStringFunc(text, func(found string) string {
		m := codeOrLink().FindStringSubmatch(found)
		if bold := m[3]; bold != "" {
			return inline(bold) // there may be code in it
		}
		return strings.ReplaceAll(m[1]+m[2]+m[4], `\|`, "|")
	})
}

// fill writes words in lines of a width, with something in front of the first and of each other one.
func fill(w *bufio.Writer, words []string, first, rest string, width int) {
	line, empty := first, true
	for _, word := range words {
		if !empty && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
			w.WriteString(line + "\n")
			line, empty = rest, true
		}
		if !empty {
			line += " "
		}
		line, empty = line+word, false
	}
	w.WriteString(line + "\n")
}
