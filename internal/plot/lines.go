// This file defines the chart of curves.

package plot

import (
	"fmt"
	"math"
	"strings"
)

// Lines is a chart of curves with a linear x axis, unless LogX, and a logarithmic y
// axis. With LogX what grows linearly is a straight line.
type Lines struct {
	Title   string
	XLabel  string
	YLabel  string
	LogX    bool
	Unit    Unit // of y
	Curves  []Curve
	Shade   bool // the area between the first curve and the second
	Caption []string
}

// A Curve is a sequence of points, from left to right.
type Curve struct {
	Name   string
	Color  int // of the palette; equal for what belongs together
	Dash   int // 0 for a solid line; also the shape of the marks
	Points []CurvePoint
}

// A CurvePoint is a point of a curve. One that was not answered stands at the value
// it reached up to then, or on a rail if that value means nothing.
type CurvePoint struct {
	Name   string
	X      float64
	Y      Value
	OnRail bool
}

// The measures of a chart of curves.
const (
	linesLeft   = 84.0
	linesWidth  = 480.0
	linesHeight = 320.0
	manyPoints  = 40 // from here on marks are small
)

// dash returns the pattern of a line.
func dash(i int) string {
	return []string{"none", "7 3", "2 3", "9 3 2 3"}[i%4]
}

func (c *Curve) class() string { return fmt.Sprintf("curve c%d", c.Color%len(palette())) }

// SVG draws the chart.
func (c *Lines) SVG() []byte {
	beyond := 0.0
	var ends []Outcome
	for _, l := range c.Curves {
		for _, p := range l.Points {
			if p.OnRail {
				ends = append(ends, p.Y.Outcome)
			}
		}
	}
	rails := railsOf(ends)
	place := map[Outcome]float64{}
	for i, o := range rails {
		place[o] = railGap + railStep*float64(i)
		beyond = place[o]
	}
	f := frame{linesLeft, 44 + beyond + 8, linesWidth, linesHeight}
	legend := 0.0
	for _, l := range c.Curves {
		legend = max(legend, 44+textWidth(l.Name))
	}
	width := f.left + f.width + 20 + legend + 12
	bottom := max(f.top+f.height, f.top+lineHeight*float64(len(c.Curves))-40) + 48
	caption := c.Caption
	if parts := abbreviations(rails); len(parts) > 0 {
		caption = append(caption[:len(caption):len(caption)], strings.Join(parts, ". ")+".")
	}
	lines := wrapAll(caption, width-40)
	s := newSVG(width, bottom+22+lineHeight*float64(len(lines)), c.Title)

	x, y := c.scales()
	across, ticks := x.at, x.ticks(10)
	if c.LogX {
		x := newLogScale(c.xs())
		across, ticks = x.at, x.ticks(Plain)
	}
	f.xTicks(s, ticks, across)
	f.yTicks(s, y.ticks(c.Unit), y.at)
	f.draw(s)
	for _, o := range rails {
		s.line("rail", f.left, f.top-place[o], f.left+f.width, f.top-place[o])
		s.text("tick", f.left-7, f.top-place[o]+4, o.short(), "text-anchor", "end")
	}
	f.titles(s, c.XLabel, c.YLabel, 42)
	at := func(p CurvePoint) (float64, float64) {
		if p.OnRail {
			return f.x(across(p.X)), f.top - place[p.Y.Outcome]
		}
		return f.x(across(p.X)), f.y(y.at(p.Y.V))
	}
	if c.Shade && len(c.Curves) > 1 {
		c.shade(s, at)
	}
	for i := len(c.Curves) - 1; i >= 0; i-- { // the first one on top
		c.curve(s, &c.Curves[i], at)
	}
	for i, l := range c.Curves {
		x, y := f.left+f.width+20, f.top+10+lineHeight*float64(i)
		s.tag("line", l.class(), "x1", x, "y1", y, "x2", x+32, "y2", y, "stroke-dasharray", dash(l.Dash))
		s.mark(shape(l.Dash)%shapes, l.Color, true, x+16, y, 1)
		s.text("", x+40, y+4.5, l.Name)
	}
	s.caption(20, bottom+20, lines)
	return s.finish()
}

// xs returns where the points are.
func (c *Lines) xs() []float64 {
	var all []float64
	for _, l := range c.Curves {
		for _, p := range l.Points {
			all = append(all, p.X)
		}
	}
	return all
}

// scales returns the axes, the x axis if it is linear.
func (c *Lines) scales() (linearScale, logScale) {
	x := linearScale{math.Inf(1), math.Inf(-1)}
	var values []float64
	for _, l := range c.Curves {
		for _, p := range l.Points {
			x.lo, x.hi = min(x.lo, p.X), max(x.hi, p.X)
			if !p.OnRail {
				values = append(values, p.Y.V)
			}
		}
	}
	if x.hi <= x.lo || math.IsInf(x.lo, 0) {
		x = linearScale{0, max(1, 2*x.lo)}
	}
	room := (x.hi - x.lo) / 40
	return linearScale{x.lo - room, x.hi + room}, newLogScale(values)
}

// curve draws a curve: a line through the points that have a value, and a mark at
// each; hollow if the run was not answered.
func (c *Lines) curve(s *svg, l *Curve, at func(CurvePoint) (float64, float64)) {
	var d strings.Builder
	command := "M"
	for _, p := range l.Points {
		if p.OnRail {
			command = "M"
			continue
		}
		x, y := at(p)
		fmt.Fprintf(&d, "%s%.2f %.2f", command, x, y)
		command = "L"
	}
	if d.Len() > 0 {
		s.tag("path", l.class(), "d", d.String(), "stroke-dasharray", dash(l.Dash))
	}
	size := 1.0
	if len(l.Points) > manyPoints {
		size = 0.6
	}
	for _, p := range l.Points {
		x, y := at(p)
		text := c.Unit.Format(p.Y.V)
		if p.Y.Outcome != Answered {
			text = p.Y.Outcome.long() + " at " + text
		}
		s.hover("point", fmt.Sprintf("%s, %s: %s", p.Name, l.Name, text))
		s.mark(shape(l.Dash)%shapes, l.Color, p.Y.Outcome == Answered, x, y, size)
		s.WriteString("</g>\n")
	}
}

// shade fills the area between the first two curves.
func (c *Lines) shade(s *svg, at func(CurvePoint) (float64, float64)) {
	var there, back []string
	for _, p := range c.Curves[0].Points {
		x, y := at(p)
		there = append(there, fmt.Sprintf("%.2f,%.2f", x, y))
	}
	for _, p := range c.Curves[1].Points {
		x, y := at(p)
		back = append([]string{fmt.Sprintf("%.2f,%.2f", x, y)}, back...)
	}
	s.tag("polygon", "shade", "points", strings.Join(append(there, back...), " "))
}
