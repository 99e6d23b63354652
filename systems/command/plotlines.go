// This file defines the charts of the command plot that consist of curves.

package command

import (
	"cmp"
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/ijit/ijit/internal/measure/bench"
	"github.com/ijit/ijit/internal/measure/plot"
	"github.com/ijit/ijit/systems"
)

// seriesNames returns the series that a flag names; all if it names none.
func seriesNames(texts []string, rows []bench.Row) ([]bench.SeriesName, error) {
	have := bench.SeriesOf(rows)
	if len(texts) == 0 {
		return have, nil
	}
	var names []bench.SeriesName
	for _, text := range texts {
		if strings.ContainsAny(text, "/@") {
			n, err := bench.ParseSeries(text)
			if err != nil {
				return nil, err
			}
			names = append(names, n)
			continue
		}
		found := false
		for _, n := range have {
			if n.Algorithm == text {
				names = append(names, n)
				found = true
			}
		}
		if !found {
			return nil, &systems.UsageError{Message: fmt.Sprintf("--series %s: there are no runs of it", text)}
		}
	}
	return names, nil
}

// lines draws series as curves.
func (c *plotCommand) lines(sh *shell, rows []bench.Row) (*chart, error) {
	names, err := seriesNames(c.Series, rows)
	if err != nil {
		return nil, err
	}
	series, err := c.series(sh, rows, names)
	if err != nil {
		return nil, err
	}
	if c.Kind == "memory" {
		c.Measure = "memory"
	}
	what, unit := c.measure()
	l := &plot.Lines{YLabel: what, Unit: unit, Caption: limits(series)}
	switch c.Kind {
	case "memory":
		err = c.memoryCurves(l, series)
	case "cactus":
		c.cactusCurves(l, series)
	default:
		err = c.growthCurves(l, series)
	}
	if err != nil {
		return nil, err
	}
	l.Title = cmp.Or(c.Title, l.Title)
	look(l)
	return &chart{l.Draw(), lineNumbers(l)}, nil
}

// look gives colours and kinds of line to curves. What tells most has the colour:
// the family of instances if there are several, else the algorithm if there are
// several, else the version.
func look(l *plot.Lines) {
	type parts struct{ algorithm, via, family string }
	split := func(name string) (p parts) {
		series, family, _ := strings.Cut(name, " ")
		p.algorithm, p.via, _ = strings.Cut(series, "/")
		p.family = family
		return p
	}
	first := split(l.Curves[0].Name)
	several := slices.ContainsFunc(l.Curves, func(c plot.Curve) bool { return split(c.Name).algorithm != first.algorithm })
	var colors, dashes []string
	at := func(list *[]string, name string) int {
		if !slices.Contains(*list, name) {
			*list = append(*list, name)
		}
		return slices.Index(*list, name)
	}
	for i := range l.Curves {
		curve := &l.Curves[i]
		p := split(curve.Name)
		color, dash := p.via, p.via
		switch {
		case p.family != "":
			color, dash = p.family, p.algorithm+p.via
		case several:
			color = p.algorithm
		}
		curve.Color, curve.Dash = at(&colors, color), at(&dashes, dash)
	}
}

// memoryCurves draws the memory of each series over the instances, sorted by the
// first series.
func (c *plotCommand) memoryCurves(l *plot.Lines, series []*bench.Series) error {
	matches, err := bench.MatchUp(series...)
	if err != nil {
		return err
	}
	matches = slices.DeleteFunc(matches, func(m bench.Match) bool { return slices.Contains(m.Rows, nil) })
	if len(matches) == 0 {
		return fmt.Errorf("there is no instance that all of these series have run")
	}
	slices.SortStableFunc(matches, func(a, b bench.Match) int { return cmp.Compare(a.Rows[0].Peak, b.Rows[0].Peak) })
	l.Title = "Memory, by instance"
	l.XLabel = fmt.Sprintf("instances, sorted by the memory of %v", series[0].Name)
	l.Sorted = true
	for i, s := range series {
		curve := plot.Curve{Name: s.Name.String()}
		for n, m := range matches {
			curve.Points = append(curve.Points, plot.CurvePoint{Name: m.Name, X: float64(n + 1), Y: c.value(m.Rows[i])})
		}
		l.Curves = append(l.Curves, curve)
	}
	return nil
}

// cactusCurves draws how many instances are decided, each within which time.
func (c *plotCommand) cactusCurves(l *plot.Lines, series []*bench.Series) {
	l.Title = "Instances decided"
	l.XLabel = "instances decided"
	l.YLabel += " of each"
	for _, s := range series {
		curve := plot.Curve{Name: s.Name.String()}
		for i := range s.Rows {
			if v := c.value(&s.Rows[i]); v.Outcome == plot.Answered {
				curve.Points = append(curve.Points, plot.CurvePoint{Name: s.Rows[i].Instance, Y: v})
			}
		}
		slices.SortStableFunc(curve.Points, func(a, b plot.CurvePoint) int { return cmp.Compare(a.Y.V, b.Y.V) })
		for i := range curve.Points {
			curve.Points[i].X = float64(i + 1)
		}
		l.Curves = append(l.Curves, curve)
	}
}

// growthCurves draws each series, for each family of instances, over the last number
// in the name of the file.
func (c *plotCommand) growthCurves(l *plot.Lines, series []*bench.Series) error {
	number := regexp.MustCompile(`^(.*?)(\d+)(\D*)$`)
	families := map[string]bool{}
	type key struct{ series, family string }
	curves := map[key]*plot.Curve{}
	var order []key
	for _, s := range series {
		for i := range s.Rows {
			r := &s.Rows[i]
			m := number.FindStringSubmatch(filepath.Base(r.Instance))
			if m == nil {
				return fmt.Errorf("there is no number in the name of %s; choose others with --only", r.Instance)
			}
			family := m[1] + "N" + m[3]
			families[family] = true
			k := key{s.Name.String(), family}
			if curves[k] == nil {
				curves[k] = &plot.Curve{}
				order = append(order, k)
			}
			x, err := strconv.ParseFloat(m[2], 64)
			if err != nil {
				return err
			}
			v := c.value(r)
			curves[k].Points = append(curves[k].Points, plot.CurvePoint{Name: r.Instance, X: x, Y: v, OnRail: v.Outcome != plot.Answered})
		}
	}
	for _, k := range order {
		curve := curves[k]
		curve.Name = k.series
		if len(families) > 1 {
			curve.Name += " " + k.family
		}
		slices.SortStableFunc(curve.Points, func(a, b plot.CurvePoint) int { return cmp.Compare(a.X, b.X) })
		l.Curves = append(l.Curves, *curve)
	}
	l.XLabel = "N"
	l.LogX = manyDecades(l.Curves)
	l.Title = order[0].family
	if len(families) > 1 {
		l.Title = "Growth"
	}
	return nil
}

// manyDecades reports whether sizes are too far apart for a linear axis.
func manyDecades(curves []plot.Curve) bool {
	lo, hi := math.Inf(1), 0.0
	for _, l := range curves {
		for _, p := range l.Points {
			lo, hi = min(lo, p.X), max(hi, p.X)
		}
	}
	return lo > 0 && hi >= 30*lo
}

// lineNumbers writes the numbers of a chart of lines.
func lineNumbers(l *plot.Lines) string {
	var b strings.Builder
	for _, curve := range l.Curves {
		answered, sum := 0, 0.0
		var most plot.CurvePoint
		for _, p := range curve.Points {
			if p.Y.Outcome != plot.Answered {
				continue
			}
			answered++
			sum += p.Y.V
			if p.Y.V > most.Y.V {
				most = p
			}
		}
		fmt.Fprintf(&b, "%s  %d decided", curve.Name, answered)
		if answered > 0 {
			fmt.Fprintf(&b, "  mean %s  most %s %s", l.Unit.Format(sum/float64(answered)), l.Unit.Format(most.Y.V), most.Name)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
