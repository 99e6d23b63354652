// This file defines the table as text, which lists what differs.

package compare

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/ijit/ijit/internal/measure/bench"
	"github.com/ijit/ijit/internal/measure/plot"
)

// WriteText writes what differs, and the numbers of each column.
func (t *Table) WriteText(w io.Writer) error {
	var b strings.Builder
	lines := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, r := range t.Rows {
		for i, c := range r.Cells {
			for _, m := range c.Marks {
				fmt.Fprintf(lines, "%v\t%s\t", m, r.Name)
				if r.Series != "" {
					fmt.Fprintf(lines, "%s\t", r.Series)
				}
				if len(r.Cells) > 2 || r.Series == "" {
					fmt.Fprintf(lines, "%s\t", t.Columns[i].Name)
				}
				fmt.Fprintf(lines, "%s\n", t.change(r.Cells[0].Run, i, &c, m))
			}
		}
	}
	lines.Flush() // to a buffer, which takes everything
	if b.Len() > 0 {
		b.WriteByte('\n')
	}
	for i, c := range t.Columns {
		if i > 0 {
			fmt.Fprintf(&b, "%s against %s: %s\n", c.Name, t.Columns[0].Name, strings.Join(c.sentences(t), "\n  "))
		}
	}
	for _, text := range t.Notes {
		fmt.Fprintf(&b, "note: %s\n", text)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// change says what a mark is about.
func (t *Table) change(first *bench.Row, column int, c *Cell, m Mark) string {
	switch {
	case m == Contradicts && c.Run.Wrong():
		return fmt.Sprintf("%s in %s, expected %s", Verdict(c.Run), t.Columns[column].Name, c.Run.Expected)
	case m <= Gained:
		return fmt.Sprintf("%s -> %s", Verdict(first), Verdict(c.Run))
	case m <= Faster:
		return fmt.Sprintf("%s -> %s  %s", seconds(t.time(first)), seconds(t.time(c.Run)), Ratio(c.Time))
	}
	return fmt.Sprintf("%s -> %s  %s", size(first.Peak), size(c.Run.Peak), Ratio(c.Memory))
}

// sentences says the numbers of a column in words.
func (c *Column) sentences(t *Table) []string {
	first := fmt.Sprintf("%d runs decided (%s: %d); %d contradict, %d lost, %d gained",
		c.Decided, t.Columns[0].Name, t.Columns[0].Decided, c.Count[Contradicts], c.Count[Lost], c.Count[Gained])
	list := []string{first}
	add := func(what string, x plot.Comparison, more, less Mark, moreWord, lessWord string) {
		if x.Both > 0 {
			list = append(list, fmt.Sprintf("%s: geometric mean %s over %d; %d %s, %d %s by more than %s",
				what, Ratio(x.Ratio), x.Both, c.Count[more], moreWord, c.Count[less], lessWord, Ratio(t.Noise.Ratio)))
		}
	}
	add(t.TimeName(), c.Time, Slower, Faster, "slower", "faster")
	if c.Above.Both > 0 {
		list = append(list, fmt.Sprintf("%s of those not below %s: geometric mean %s over %d",
			t.TimeName(), seconds(t.Noise.Time), Ratio(c.Above.Ratio), c.Above.Both))
	}
	add("memory", c.Memory, MoreMemory, LessMemory, "more", "less")
	return list
}

// TimeName says which time is compared.
func (t *Table) TimeName() string {
	if t.Wall {
		return "time"
	}
	return "CPU time"
}

// Verdict writes the verdict of a run with the reason if there is none.
func Verdict(r *bench.Row) string {
	switch {
	case r == nil:
		return "no run"
	case r.Reason != "":
		return fmt.Sprintf("%s(%s)", r.Verdict, r.Reason)
	}
	return r.Verdict
}

// Ratio writes a ratio.
func Ratio(x float64) string { return fmt.Sprintf("×%.2f", x) }
