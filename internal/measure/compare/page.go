// This file defines the table as a page of HTML, which needs no other file.

package compare

import (
	"embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/ijit/ijit/internal/measure/bench"
	"github.com/ijit/ijit/internal/measure/plot"
)

//go:embed page.html
var files embed.FS

// WriteHTML writes the page.
func (t *Table) WriteHTML(w io.Writer) error {
	page, err := template.New("page.html").Funcs(template.FuncMap{
		"verdict":   func(r *bench.Row) string { return strings.Replace(Verdict(r), "(", " (", 1) }, // a line can break there
		"about":     about,
		"seconds":   func(r *bench.Row) string { return seconds(t.time(r)) },
		"size":      func(r *bench.Row) string { return size(r.Peak) },
		"time":      func(r *bench.Row) float64 { return t.time(r).Seconds() },
		"ratio":     Ratio,
		"sentences": func(c Column) []string { return c.sentences(t) },
		"last":      func(i int) bool { return i == len(t.Columns)-1 },
	}).ParseFS(files, "page.html")
	if err != nil {
		return err
	}
	return page.Execute(w, t)
}

// Title names what is compared.
func (t *Table) Title() string {
	var names []string
	for _, c := range t.Columns[1:] {
		names = append(names, c.Name)
	}
	return fmt.Sprintf("%s against %s", strings.Join(names, ", "), t.Columns[0].Name)
}

// HasSeries reports whether rows name a series.
func (t *Table) HasSeries() bool { return len(t.Rows) > 0 && t.Rows[0].Series != "" }

// NoiseText says which differences are not marked.
func (t *Table) NoiseText() string {
	return fmt.Sprintf("Ratios are to %s. A ratio up to %s is not marked, nor is one of %ss below %s or of memory below %s.",
		t.Columns[0].Name, Ratio(t.Noise.Ratio), t.TimeName(), seconds(t.Noise.Time), size(t.Noise.Memory))
}

// Differs reports whether a row has a mark.
func (r Row) Differs() bool { return r.severity() < marks }

// TimeMark, MemoryMark and VerdictMark name the mark of a part of a cell, for its style; empty
// if it has none.
func (c Cell) TimeMark() string   { return c.mark(Slower, Faster, "worse", "better") }
func (c Cell) MemoryMark() string { return c.mark(MoreMemory, LessMemory, "worse", "better") }
func (c Cell) Contradicts() bool  { return slices.Contains(c.Marks, Contradicts) }
func (c Cell) VerdictMark() string {
	if c.Contradicts() {
		return "wrong"
	}
	return c.mark(Lost, Gained, "worse", "better")
}

func (c Cell) mark(a, b Mark, nameA, nameB string) string {
	for _, m := range c.Marks {
		switch m {
		case a:
			return nameA
		case b:
			return nameB
		}
	}
	return ""
}

// about is what is known of a run beside its numbers.
func about(r *bench.Row) string {
	text := fmt.Sprintf("%d states, exit %s, %s", r.States, r.Exit, r.Program)
	if r.Detail != "" {
		text = r.Detail + "; " + text
	}
	return text
}

func seconds(d time.Duration) string { return plot.Seconds.Format(d.Seconds()) }

func size(bytes uint64) string { return plot.Bytes.Format(float64(bytes)) }
