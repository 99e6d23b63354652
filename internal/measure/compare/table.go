// This file defines tables: what is compared with what.

package compare

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ijit/ijit/internal/measure/bench"
	"github.com/ijit/ijit/internal/measure/plot"
)

// A Log is what one file has.
type Log struct {
	Name string
	Rows []bench.Row
}

// Noise says which differences mean nothing.
type Noise struct {
	Ratio  float64       // a ratio below it, in either direction
	Time   time.Duration // times that are both below
	Memory uint64        // memory that is below in both runs, in bytes
}

// A Table is a comparison.
type Table struct {
	Columns []Column
	Rows    []Row
	Noise   Noise
	Wall    bool     // times are those of a clock; else of the processor
	Notes   []string // what the reader should know
}

// A Column is a log or a series.
type Column struct {
	Name string
	// Of the runs, with those of the first column:
	Count        [marks]int
	Decided      int
	Time, Memory plot.Comparison
	Above        plot.Comparison // of the times that are not below the noise
}

// A Row is a question.
type Row struct {
	Name   string
	Series string // empty if the columns are series
	Cells  []Cell // one for each column
}

// A Cell is a run.
type Cell struct {
	Run *bench.Row // nil if there is none
	// The ratios to the first column; 0 where one of the two runs has no answer.
	Time, Memory float64
	Marks        []Mark // what differs, what matters most first
}

// A Mark is a difference.
type Mark int

const (
	Contradicts Mark = iota // both verdicts cannot be true, or one is not the expected one
	Lost                    // the first column has an answer
	Gained                  // the first column has none
	Slower
	Faster
	MoreMemory
	LessMemory
	marks
)

func (m Mark) String() string {
	return [...]string{"CONTRADICTS", "lost", "gained", "slower", "faster", "more memory", "less memory"}[m]
}

// New compares what logs have of some series. If there is one log, its series are
// compared with one another.
func New(logs []Log, names []bench.SeriesName, noise Noise, wall bool) (*Table, error) {
	t := &Table{Noise: noise, Wall: wall}
	var all []bench.Row
	for _, l := range logs {
		all = append(all, l.Rows...)
	}
	old := 0
	if len(logs) == 1 {
		if len(names) < 2 {
			return nil, &bench.UsageError{Message: fmt.Sprintf("%v of %s is alone: name another log, or another series", names[0], logs[0].Name)}
		}
		var series []*bench.Series
		for _, n := range names {
			s := bench.Newest(all, n)
			old += s.Old
			series = append(series, s)
			t.Columns = append(t.Columns, Column{Name: n.String()})
		}
		if err := t.add("", series); err != nil {
			return nil, err
		}
	} else {
		for _, l := range logs {
			t.Columns = append(t.Columns, Column{Name: l.Name})
		}
		for _, n := range names {
			var series []*bench.Series
			for _, l := range logs {
				s := bench.Newest(l.Rows, n)
				old += s.Old
				series = append(series, s)
			}
			if err := t.add(n.String(), series); err != nil {
				return nil, err
			}
		}
	}
	t.count()
	slices.SortStableFunc(t.Rows, func(a, b Row) int { return cmp.Compare(a.severity(), b.severity()) })
	t.notes(all, old)
	return t, nil
}

// add adds the rows of series, one for each column.
func (t *Table) add(name string, series []*bench.Series) error {
	matches, err := bench.MatchUp(series...)
	if err != nil {
		return err
	}
	for _, m := range matches {
		r := Row{Name: m.Name, Series: name}
		for _, run := range m.Rows {
			r.Cells = append(r.Cells, Cell{Run: run})
		}
		for i := range r.Cells {
			r.Cells[i].Marks = t.compare(r.Cells[0].Run, &r.Cells[i])
		}
		t.Rows = append(t.Rows, r)
	}
	return nil
}

// compare sets the ratios of a run to the first one, and returns what differs.
func (t *Table) compare(first *bench.Row, c *Cell) (found []Mark) {
	r := c.Run
	if r == nil {
		return nil
	}
	if r.Wrong() || first != nil && bench.Contradict(first, r) {
		found = append(found, Contradicts)
	}
	if first == nil || first == r {
		return found
	}
	switch {
	case first.Decided() && !r.Decided():
		found = append(found, Lost)
	case !first.Decided() && r.Decided():
		found = append(found, Gained)
	}
	if !first.Decided() || !r.Decided() {
		return found
	}
	before, now := t.time(first), t.time(r)
	c.Time = ratio(before.Seconds(), now.Seconds())
	if max(before, now) >= t.Noise.Time {
		found = append(found, beyond(c.Time, t.Noise.Ratio, Slower, Faster)...)
	}
	c.Memory = ratio(float64(first.Peak), float64(r.Peak))
	if max(first.Peak, r.Peak) >= t.Noise.Memory {
		found = append(found, beyond(c.Memory, t.Noise.Ratio, MoreMemory, LessMemory)...)
	}
	return found
}

func (t *Table) time(r *bench.Row) time.Duration {
	if t.Wall {
		return r.Wall
	}
	return r.CPU
}

// ratio returns b/a, 0 if it is not known.
func ratio(a, b float64) float64 {
	if a <= 0 || b <= 0 {
		return 0
	}
	return b / a
}

// beyond returns the mark of a ratio.
func beyond(x, noise float64, more, less Mark) []Mark {
	switch {
	case x > noise:
		return []Mark{more}
	case x > 0 && x < 1/noise:
		return []Mark{less}
	}
	return nil
}

// severity orders rows: those that differ come first.
func (r *Row) severity() Mark {
	least := marks
	for _, c := range r.Cells {
		if len(c.Marks) > 0 {
			least = min(least, c.Marks[0])
		}
	}
	return least
}

// count fills in the numbers of the columns.
func (t *Table) count() {
	for i := range t.Columns {
		var times, above, sizes []plot.Point
		column := &t.Columns[i]
		for _, r := range t.Rows {
			c := r.Cells[i]
			if c.Run != nil && c.Run.Decided() {
				column.Decided++
			}
			for _, m := range c.Marks {
				column.Count[m]++
			}
			if c.Time > 0 {
				p := point(t.time(r.Cells[0].Run).Seconds(), t.time(c.Run).Seconds())
				times = append(times, p)
				if max(p.X.V, p.Y.V) >= t.Noise.Time.Seconds() {
					above = append(above, p)
				}
			}
			if c.Memory > 0 {
				sizes = append(sizes, point(float64(r.Cells[0].Run.Peak), float64(c.Run.Peak)))
			}
		}
		column.Time, column.Above, column.Memory = plot.Compare(times), plot.Compare(above), plot.Compare(sizes)
	}
}

func point(x, y float64) plot.Point { return plot.Point{X: plot.Value{V: x}, Y: plot.Value{V: y}} }

// notes says what makes the runs less comparable.
func (t *Table) notes(all []bench.Row, old int) {
	missing := 0
	for _, r := range t.Rows {
		if slices.ContainsFunc(r.Cells, func(c Cell) bool { return c.Run == nil }) {
			missing++
		}
	}
	if missing > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("%d of %d rows have no run in some column", missing, len(t.Rows)))
	}
	if old > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("%d older runs of the same kind are left out", old))
	}
	contents := map[string]string{}
	var changed []string
	var machines []string
	for _, r := range all {
		if sum, seen := contents[r.Instance]; seen && sum != r.SHA256 && !slices.Contains(changed, r.Instance) {
			changed = append(changed, r.Instance)
		}
		contents[r.Instance] = r.SHA256
		if !slices.Contains(machines, r.Machine) {
			machines = append(machines, r.Machine)
		}
	}
	if len(changed) > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("of some files the content has changed, so their runs are not compared: %s", strings.Join(changed, ", ")))
	}
	if len(machines) > 1 {
		t.Notes = append(t.Notes, "the runs are from different machines: "+strings.Join(machines, "; "))
	}
}

// Contradicts reports whether a verdict is wrong, as far as the table shows.
func (t *Table) Contradicts() bool {
	return slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Count[Contradicts] > 0 })
}
