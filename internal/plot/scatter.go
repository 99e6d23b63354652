// This file defines the scatter chart.

package plot

import (
	"fmt"
	"strings"
)

// A Scatter compares two algorithms on instances.
type Scatter struct {
	Title string
	X, Y  string // names of the algorithms
	// Measure is what was measured, and in which unit.
	Measure string
	Unit    Unit
	Points  []Point
	// Floor is a value below which differences mean nothing; the square below it is
	// shaded, as FloorNote explains. 0 for none.
	Floor     float64
	FloorNote string
	Caption   []string // more lines below the chart
}

// A Point is an instance.
type Point struct {
	Name  string
	X, Y  Value
	Class Class
}

// A Class is what two algorithms say about an instance, which its mark shows.
type Class int

const (
	Undecided     Class = iota // by both
	Safe                       // by one or both
	Unsafe                     // by one or both
	Contradictory              // one says SAFE, the other UNSAFE
	classes
)

func (c Class) String() string {
	return [...]string{"undecided", "SAFE", "UNSAFE", "contradictory"}[c]
}

// look returns the mark of a class.
func (c Class) look() (sh shape, color int, filled bool) {
	switch c {
	case Safe:
		return circle, 0, false
	case Unsafe:
		return triangle, 1, true
	case Contradictory:
		return diamond, 3, true
	}
	return cross, 5, false
}

// The measures of a scatter chart.
const (
	scatterSide = 420.0
	scatterLeft = 84.0
	railGap     = 16.0 // from the frame to the first rail, and from the last to the edge
	railStep    = 30.0
)

// SVG draws the chart.
func (c *Scatter) SVG() []byte {
	var ends []Outcome
	for _, p := range c.Points {
		ends = append(ends, p.X.Outcome, p.Y.Outcome)
	}
	rails := railsOf(ends)
	beyond := 0.0
	if len(rails) > 0 {
		beyond = railGap + railStep*float64(len(rails)-1)
	}
	f := frame{scatterLeft, 44 + beyond + 8, scatterSide, scatterSide}
	width := f.left + f.width + beyond + 28
	lines := wrapAll(c.caption(rails), width-40)
	bottom := f.top + f.height + 48
	s := newSVG(width, bottom+22+lineHeight*float64(len(lines))+22, c.Title)

	var values []float64
	for _, p := range c.Points {
		for _, v := range []Value{p.X, p.Y} {
			if v.Outcome == Answered {
				values = append(values, v.V)
			}
		}
	}
	scale := newLogScale(values)
	c.background(s, f, scale)
	f.draw(s)
	place := map[Outcome]float64{} // of the rails, from the end of an axis
	for i, o := range rails {
		place[o] = railGap + railStep*float64(i)
		x, y := f.left+f.width+place[o], f.top-place[o]
		s.line("rail", x, f.top+f.height, x, f.top-beyond)
		s.text("tick", x, f.top+f.height+18, o.short(), "text-anchor", "middle")
		s.line("rail", f.left, y, f.left+f.width+beyond, y)
		s.text("tick", f.left-7, y+4, o.short(), "text-anchor", "end")
	}
	f.titles(s, c.X+": "+c.Measure, c.Y+": "+c.Measure, 42)
	c.marks(s, f, scale, place)
	c.legend(s, f, bottom+22)
	s.caption(20, bottom+22+lineHeight+8, lines)
	return s.finish()
}

// background draws what lies below the marks.
func (c *Scatter) background(s *svg, f frame, scale logScale) {
	ticks := scale.ticks(c.Unit)
	f.xTicks(s, ticks, scale.at)
	f.yTicks(s, ticks, scale.at)
	if c.Floor > scale.lo {
		at := scale.at(c.Floor)
		s.tag("rect", "floor", "x", f.left, "y", f.y(at), "width", at*f.width, "height", at*f.height)
	}
	s.line("diagonal", f.x(0), f.y(0), f.x(1), f.y(1))
	if ten := scale.at(scale.lo * 10); scale.hi > scale.lo*10*(1+1e-9) {
		s.line("guide", f.x(ten), f.y(0), f.x(1), f.y(1-ten))
		s.line("guide", f.x(0), f.y(ten), f.x(1-ten), f.y(1))
		s.text("small", f.x(1)-4, f.y(1-ten)-6, "×10", "text-anchor", "end")
		s.text("small", f.x(1-ten)+5, f.y(1)+15, "×10")
	}
}

// marks draws the points. Those that no place tells apart, because neither algorithm
// answered, are one mark with their number.
func (c *Scatter) marks(s *svg, f frame, scale logScale, rail map[Outcome]float64) {
	type corner struct {
		x, y  Outcome
		class Class
	}
	names := map[corner][]string{}
	for _, p := range c.Points {
		x, y := f.x(scale.at(p.X.V)), f.y(scale.at(p.Y.V))
		if p.X.Outcome != Answered {
			x = f.left + f.width + rail[p.X.Outcome]
		}
		if p.Y.Outcome != Answered {
			y = f.top - rail[p.Y.Outcome]
		}
		if p.X.Outcome != Answered && p.Y.Outcome != Answered {
			k := corner{p.X.Outcome, p.Y.Outcome, p.Class}
			if names[k] = append(names[k], p.Name); len(names[k]) > 1 {
				continue
			}
		}
		s.hover("point", fmt.Sprintf("%s: %v, x %s, y %s", p.Name, p.Class, c.text(p.X), c.text(p.Y)))
		sh, color, filled := p.Class.look()
		s.mark(sh, color, filled, x, y, 1)
		s.WriteString("</g>\n")
	}
	for x := TimeOut; x < outcomes; x++ {
		for y := TimeOut; y < outcomes; y++ {
			for v := range classes {
				if n := len(names[corner{x, y, v}]); n > 1 {
					s.text("small", f.left+f.width+rail[x]+6, f.top-rail[y]-3, fmt.Sprint(n))
				}
			}
		}
	}
}

func (c *Scatter) text(v Value) string {
	if v.Outcome != Answered {
		return v.Outcome.long()
	}
	return c.Unit.Format(v.V)
}

// legend explains the marks, with their numbers.
func (c *Scatter) legend(s *svg, f frame, y float64) {
	x := 26.0
	for _, v := range []Class{Safe, Unsafe, Contradictory, Undecided} {
		n := 0
		for _, p := range c.Points {
			if p.Class == v {
				n++
			}
		}
		if n == 0 {
			continue
		}
		sh, color, filled := v.look()
		s.mark(sh, color, filled, x, y-4, 1)
		text := fmt.Sprintf("%v (%d)", v, n)
		s.text("", x+11, y, text)
		x += 11 + textWidth(text) + 16
	}
}

// caption says what the chart shows.
func (c *Scatter) caption(rails []Outcome) []string {
	var list []string
	list = append(list, Compare(c.Points).Sentence(c.X, c.Y))
	list = append(list, c.Caption...)
	parts := abbreviations(rails)
	if c.Floor > 0 && c.FloorNote != "" {
		parts = append(parts, "Grey square: "+c.FloorNote)
	}
	if len(parts) > 0 {
		list = append(list, strings.Join(parts, ". ")+".")
	}
	return list
}
