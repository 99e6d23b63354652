// This file defines the chart of curves.

package plot

import (
	"fmt"
	"math"
	"slices"
)

// Lines is a chart of curves with a linear x axis, unless LogX, and a logarithmic y
// axis. With LogX what grows linearly is a straight line.
type Lines struct {
	Title  string
	XLabel string
	YLabel string
	LogX   bool
	Unit   Unit // of y
	Curves []Curve
	// Sorted says that points are sorted by the first curve. Those of the others, which go up
	// and down, are not connected; bars join those of the second to the first.
	Sorted  bool
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

// Draw draws the chart.
func (c *Lines) Draw() *Picture {
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
	lines := wrapAll(c.caption(rails), width-40)
	p := newPicture(width, bottom+22+lineHeight*float64(len(lines)), c.Title)

	x, y := c.scales()
	across, ticks := x.at, x.ticks(10)
	if c.LogX {
		x := newLogScale(c.xs())
		across, ticks = x.at, x.ticks(Plain)
	}
	f.xTicks(p, ticks, across)
	f.yTicks(p, y.ticks(c.Unit), y.at)
	f.draw(p)
	for _, o := range rails {
		p.line("rail", f.left, f.top-place[o], f.left+f.width, f.top-place[o])
		p.text("tick", f.left-7, f.top-place[o]+4, o.short(), end)
	}
	f.titles(p, c.XLabel, c.YLabel, 42)
	at := func(q CurvePoint) [2]float64 {
		if q.OnRail {
			return [2]float64{f.x(across(q.X)), f.top - place[q.Y.Outcome]}
		}
		return [2]float64{f.x(across(q.X)), f.y(y.at(q.Y.V))}
	}
	c.bars(p, at)
	for i, l := range slices.Backward(c.Curves) { // the first one on top
		if i == 0 || !c.Sorted {
			c.connect(p, &l, at)
		}
		c.marks(p, &l, at)
	}
	for i, l := range c.Curves {
		x, y := f.left+f.width+20, f.top+10+lineHeight*float64(i)
		if i == 0 || !c.Sorted {
			p.add(shape{kind: line, class: "curve", points: [][2]float64{{x, y}, {x + 32, y}}, color: l.color(), dash: dash(l.Dash)})
		}
		p.mark(l.mark(), x+16, y)
		p.text("", x+40, y+4.5, l.Name, start)
	}
	p.caption(20, bottom+20, lines)
	return p
}

// caption says what the chart shows.
func (c *Lines) caption(rails []Outcome) []string {
	var list []string
	if c.Sorted && len(c.Curves) > 1 {
		list = append(list, fmt.Sprintf("A grey bar joins %s and %s of an instance.", c.Curves[0].Name, c.Curves[1].Name))
	}
	if slices.ContainsFunc(c.Curves, func(l Curve) bool {
		return slices.ContainsFunc(l.Points, func(q CurvePoint) bool { return q.Y.Outcome != Answered && !q.OnRail })
	}) {
		list = append(list, "A hollow mark is a run without an answer, at what it took up to then.")
	}
	if len(rails) > 0 {
		list = append(list, "Above the frame: runs without an answer. "+abbreviations(rails))
	}
	return append(list, c.Caption...)
}

func (l *Curve) color() int { return l.Color % len(palette()) }

func (l *Curve) mark() mark {
	return mark{form: form(l.Dash) % forms, color: l.Color, filled: true, size: 1}
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

// connect draws lines through the points of a curve that have a value.
func (c *Lines) connect(p *Picture, l *Curve, at func(CurvePoint) [2]float64) {
	var run [][2]float64
	for i, q := range l.Points {
		if !q.OnRail {
			run = append(run, at(q))
		}
		if len(run) > 0 && (q.OnRail || i == len(l.Points)-1) {
			p.add(shape{kind: path, class: "curve", points: run, color: l.color(), dash: dash(l.Dash)})
			run = nil
		}
	}
}

// marks draws a mark at each point of a curve; hollow if the run was not answered.
func (c *Lines) marks(p *Picture, l *Curve, at func(CurvePoint) [2]float64) {
	for _, q := range l.Points {
		text := c.Unit.Format(q.Y.V)
		if q.Y.Outcome != Answered {
			text = q.Y.Outcome.long() + " at " + text
		}
		m := l.mark()
		m.filled = q.Y.Outcome == Answered
		m.hover = fmt.Sprintf("%s, %s: %s", q.Name, l.Name, text)
		if len(l.Points) > manyPoints {
			m.size = 0.6
		}
		place := at(q)
		p.mark(m, place[0], place[1])
	}
}

// bars joins the points of the first two curves.
func (c *Lines) bars(p *Picture, at func(CurvePoint) [2]float64) {
	if !c.Sorted || len(c.Curves) < 2 {
		return
	}
	for i, q := range c.Curves[1].Points {
		a, b := at(c.Curves[0].Points[i]), at(q)
		p.line("bar", a[0], a[1], b[0], b[1])
	}
}
