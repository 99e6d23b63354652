// This file defines the command plot.

package command

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/ijit/ijit/internal/measure/bench"
	"github.com/ijit/ijit/internal/measure/plot"
	"github.com/ijit/ijit/systems"
)

// plotCommand is ijit plot.
type plotCommand struct {
	Runs    []string      `arg:"" help:"Logs of ijit bench."`
	X       string        `short:"x" placeholder:"SERIES" help:"The series on the x axis of a scatter, such as bws/tts, or bfs/tts@3 for one bound on threads."`
	Y       string        `short:"y" placeholder:"SERIES" help:"The series on the y axis, such as bws/jit."`
	Kind    string        `enum:"scatter,memory,cactus,line" default:"scatter" help:"scatter: two series are compared, with a mark for each instance. memory: the memory of each series over the instances, sorted by the first series. cactus: how many instances each series decides within a time. line: each series over the number in the name of the instance."`
	Series  []string      `placeholder:"SERIES" help:"The series of the kinds memory, cactus and line; bws stands for bws/tts,bws/jit,bws/bp (all)."`
	Measure string        `enum:"cpu,wall,memory" default:"cpu" help:"What is measured: cpu (the default), wall or memory."`
	Only    string        `placeholder:"REGEXP" help:"Only instances whose name matches."`
	Floor   time.Duration `default:"100ms" placeholder:"D" help:"Shade the times below D in a scatter, which are mostly the start of the process (100ms)."`
	Title   string        `placeholder:"TEXT" help:"The title."`
	Out     string        `short:"o" placeholder:"FIG.SVG" help:"Write the chart to this file, in the format that its name ends in: .svg, .png or .pdf; - for SVG on standard output. Without it there are only the numbers."`
}

// Help is the text below the flags.
func (c *plotCommand) Help() string {
	return "The numbers behind the chart go to standard output. Where a log has several runs of one kind, the last one counts."
}

// A chart is a picture and the numbers behind it.
type chart struct {
	picture *plot.Picture
	numbers string
}

// Run draws the chart.
func (c *plotCommand) Run(sh *shell) error {
	format, err := c.format()
	if err != nil {
		return err
	}
	rows, err := c.rows()
	if err != nil {
		return err
	}
	var made *chart
	switch c.Kind {
	case "scatter":
		made, err = c.scatter(sh, rows)
	default:
		if c.X != "" || c.Y != "" {
			return &systems.UsageError{Message: "-x and -y are for a scatter; name the series of a chart of lines with --series"}
		}
		made, err = c.lines(sh, rows)
	}
	if err != nil {
		return err
	}
	if c.Out != "" {
		content, err := format(made.picture)
		if err != nil {
			return err
		}
		if c.Out == "-" {
			_, err = sh.stdout.Write(content)
			return err
		}
		if err := replaceFile(c.Out, func(w io.Writer) error { _, err := w.Write(content); return err }); err != nil {
			return err
		}
		fmt.Fprintf(sh.stderr, "ijit: wrote %s\n", c.Out)
	}
	_, err = io.WriteString(sh.stdout, made.numbers)
	return err
}

// format returns what writes a picture in the format of the output, which can be written.
func (c *plotCommand) format() (func(*plot.Picture) ([]byte, error), error) {
	svg := func(p *plot.Picture) ([]byte, error) { return p.SVG(), nil }
	if c.Out == "-" {
		return svg, nil
	}
	if err := cmp.Or(checkExtension(c.Out, ".svg", ".png", ".pdf"), checkOutputs(c.Out)); err != nil {
		return nil, err
	}
	switch filepath.Ext(c.Out) {
	case ".png":
		return (*plot.Picture).PNG, nil
	case ".pdf":
		return (*plot.Picture).PDF, nil
	}
	return svg, nil
}

// rows reads the logs.
func (c *plotCommand) rows() ([]bench.Row, error) {
	only, err := regexp.Compile(c.Only)
	if err != nil {
		return nil, &systems.UsageError{Message: fmt.Sprintf("--only: %v", err)}
	}
	var rows []bench.Row
	for _, path := range c.Runs {
		more, err := bench.ReadLog(path)
		if err != nil {
			return nil, err
		}
		rows = append(rows, more...)
	}
	rows = slices.DeleteFunc(rows, func(r bench.Row) bool { return !only.MatchString(r.Instance) })
	if len(rows) == 0 {
		return nil, fmt.Errorf("there are no runs in %s that match", strings.Join(c.Runs, ", "))
	}
	return rows, nil
}

// series selects the series of some names, and says what was left out.
func (c *plotCommand) series(sh *shell, rows []bench.Row, names []bench.SeriesName) ([]*bench.Series, error) {
	var list []*bench.Series
	if slices.ContainsFunc(names, func(n bench.SeriesName) bool {
		return !slices.ContainsFunc(rows, func(r bench.Row) bool { return r.TTS() && r.Algorithm == n.Algorithm && r.Via == n.Via })
	}) {
		all := len(rows)
		rows = slices.DeleteFunc(slices.Clone(rows), func(r bench.Row) bool { return r.TTS() })
		if n := all - len(rows); n > 0 {
			sh.notes([]string{fmt.Sprintf("%d runs of .tts files are left out: not all series apply to them", n)})
		}
	}
	old := 0
	for _, n := range names {
		s, err := bench.Select(rows, n)
		if err != nil {
			return nil, err
		}
		old += s.Old
		list = append(list, s)
	}
	if old > 0 {
		sh.notes([]string{fmt.Sprintf("%d older runs of the same kind are left out", old)})
	}
	if n := len(distinct(list, func(r *bench.Row) string { return r.Program })); n > 1 {
		sh.notes([]string{fmt.Sprintf("the runs are by %d builds of the program", n)})
	}
	return list, nil
}

// measure returns what is measured, in words, and its unit.
func (c *plotCommand) measure() (string, plot.Unit) {
	switch c.Measure {
	case "memory":
		return "memory", plot.Bytes
	case "wall":
		return "time", plot.Seconds
	}
	return "CPU time", plot.Seconds
}

// value returns what was measured of a run.
func (c *plotCommand) value(r *bench.Row) plot.Value {
	if r == nil {
		return plot.Value{Outcome: plot.NoAnswer}
	}
	var v plot.Value
	switch c.Measure {
	case "memory":
		v.V = float64(r.Peak)
	case "wall":
		v.V = r.Wall.Seconds()
	default:
		v.V = r.CPU.Seconds()
	}
	switch {
	case r.Decided():
	case r.Reason == string(systems.Timeout):
		v.Outcome = plot.TimeOut
	case r.Reason == string(systems.Memory):
		v.Outcome = plot.MemoryOut
	default:
		v.Outcome = plot.NoAnswer
	}
	return v
}

// scatter compares two series.
func (c *plotCommand) scatter(sh *shell, rows []bench.Row) (*chart, error) {
	if c.X == "" || c.Y == "" {
		var have []string
		for _, n := range bench.SeriesOf(rows) {
			have = append(have, n.String())
		}
		return nil, &systems.UsageError{Message: "name what is compared by -x and -y; there are " + strings.Join(have, ", ")}
	}
	var names []bench.SeriesName
	for _, text := range []string{c.X, c.Y} {
		n, err := bench.ParseSeries(text)
		if err != nil {
			return nil, err
		}
		names = append(names, n)
	}
	series, err := c.series(sh, rows, names)
	if err != nil {
		return nil, err
	}
	matches, err := bench.MatchUp(series...)
	if err != nil {
		return nil, err
	}
	what, unit := c.measure()
	chartOf := plot.Scatter{
		Title:   cmp.Or(c.Title, c.Y+" against "+c.X),
		X:       c.X,
		Y:       c.Y,
		Measure: what,
		Unit:    unit,
		Caption: limits(series),
	}
	if unit == plot.Seconds {
		chartOf.Floor = c.Floor.Seconds()
		chartOf.FloorNote = fmt.Sprintf("less than %s, mostly the start of the process", plot.Seconds.Format(chartOf.Floor))
	}
	for _, m := range matches {
		chartOf.Points = append(chartOf.Points, plot.Point{
			Name:  m.Name,
			X:     c.value(m.Rows[0]),
			Y:     c.value(m.Rows[1]),
			Class: classOf(m.Rows),
		})
	}
	return &chart{chartOf.Draw(), c.scatterNumbers(&chartOf)}, nil
}

// limits says within which limits the runs were made, and where.
func limits(series []*bench.Series) []string {
	times := distinct(series, func(r *bench.Row) string { return plot.Seconds.Format(r.Timeout.Seconds()) })
	sizes := distinct(series, func(r *bench.Row) string { return plot.Bytes.Format(float64(r.Memory)) })
	machines := distinct(series, func(r *bench.Row) string { return r.Machine })
	var parts []string
	for _, list := range [][]string{times, sizes} {
		if text := strings.Join(list, " or "); text != "0" { // 0 is no limit
			parts = append(parts, text)
		}
	}
	text := strings.Join(machines, "; ") + "."
	if len(parts) > 0 {
		text = "Limits: " + strings.Join(parts, ", ") + ". " + text
	}
	return []string{text}
}

// distinct lists what rows say, each once.
func distinct(series []*bench.Series, say func(*bench.Row) string) []string {
	var list []string
	for _, s := range series {
		for i := range s.Rows {
			if text := say(&s.Rows[i]); !slices.Contains(list, text) {
				list = append(list, text)
			}
		}
	}
	return list
}

// classOf returns what rows say together.
func classOf(rows []*bench.Row) plot.Class {
	var all plot.Class
	for _, r := range rows {
		if r == nil || !r.Decided() {
			continue
		}
		class := plot.Unsafe
		if r.Verdict == bench.Safe {
			class = plot.Safe
		}
		if all != plot.Undecided && all != class {
			return plot.Contradictory
		}
		all = class
	}
	return all
}

// scatterNumbers writes the numbers of a comparison.
func (c *plotCommand) scatterNumbers(s *plot.Scatter) string {
	var b strings.Builder
	n := plot.Compare(s.Points)
	total := len(s.Points)
	side := func(axis, name string, answered int, most plot.Point, v plot.Value) {
		fmt.Fprintf(&b, "%s  %s  %d of %d decided", axis, name, answered, total)
		if answered > 0 {
			fmt.Fprintf(&b, "  most %s %s", s.Unit.Format(v.V), most.Name)
		}
		b.WriteByte('\n')
	}
	side("x", s.X, n.Both+n.OnlyX, n.MostX, n.MostX.X)
	side("y", s.Y, n.Both+n.OnlyY, n.MostY, n.MostY.Y)
	fmt.Fprintf(&b, "both %d  only x %d  only y %d  neither %d\n", n.Both, n.OnlyX, n.OnlyY, n.Neither)
	ratio := func(what string, n plot.Comparison) {
		if n.Both > 0 {
			fmt.Fprintf(&b, "y/x  geometric mean %s over %d %s  y less in %d, x less in %d\n",
				plot.Plain.Format(n.Ratio), n.Both, what, n.YLess, n.XLess)
		}
	}
	ratio("that both decide", n)
	if s.Floor > 0 {
		above := slices.DeleteFunc(slices.Clone(s.Points), func(p plot.Point) bool { return p.X.V < s.Floor && p.Y.V < s.Floor })
		ratio("of these not below "+s.Unit.Format(s.Floor), plot.Compare(above))
	}
	return b.String()
}
