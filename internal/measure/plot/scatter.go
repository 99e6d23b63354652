// This file defines the scatter chart.

package plot

import "fmt"

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

// mark returns the mark of a class.
func (c Class) mark() mark {
	switch c {
	case Safe:
		return mark{form: disc, color: 0, size: 1}
	case Unsafe:
		return mark{form: triangle, color: 1, filled: true, size: 1}
	case Contradictory:
		return mark{form: diamond, color: 3, filled: true, size: 1}
	}
	return mark{form: saltire, color: 5, size: 1}
}

// The measures of a scatter chart.
const (
	scatterSide = 420.0
	scatterLeft = 84.0
	railGap     = 30.0 // from the frame to the first rail: the last tick may have a label
	railStep    = 30.0
)

// Draw draws the chart.
func (c *Scatter) Draw() *Picture {
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

	var values []float64
	for _, p := range c.Points {
		for _, v := range []Value{p.X, p.Y} {
			if v.Outcome == Answered {
				values = append(values, v.V)
			}
		}
	}
	scale := newLogScale(values)
	lines := wrapAll(c.caption(rails, c.Floor > scale.lo), width-40)
	bottom := f.top + f.height + 48
	p := newPicture(width, bottom+22+lineHeight*float64(len(lines))+22, c.Title)
	c.background(p, f, scale)
	f.draw(p)
	place := map[Outcome]float64{} // of the rails, from the end of an axis
	for i, o := range rails {
		place[o] = railGap + railStep*float64(i)
		x, y := f.left+f.width+place[o], f.top-place[o]
		p.line("rail", x, f.top+f.height, x, f.top-beyond)
		p.text("tick", x, f.top+f.height+18, o.short(), middle)
		p.line("rail", f.left, y, f.left+f.width+beyond, y)
		p.text("tick", f.left-7, y+4, o.short(), end)
	}
	f.titles(p, c.X+": "+c.Measure, c.Y+": "+c.Measure, 42)
	c.marks(p, f, scale, place)
	c.legend(p, bottom+22)
	p.caption(20, bottom+22+lineHeight+8, lines)
	return p
}

// background draws what lies below the marks.
func (c *Scatter) background(p *Picture, f frame, scale logScale) {
	ticks := scale.ticks(c.Unit)
	f.xTicks(p, ticks, scale.at)
	f.yTicks(p, ticks, scale.at)
	if c.Floor > scale.lo {
		at := scale.at(c.Floor)
		p.rectangle("floor", f.left, f.y(at), at*f.width, at*f.height)
	}
	p.line("diagonal", f.x(0), f.y(0), f.x(1), f.y(1))
	if ten := scale.at(scale.lo * 10); scale.hi > scale.lo*10*(1+1e-9) {
		p.line("guide", f.x(ten), f.y(0), f.x(1), f.y(1-ten))
		p.line("guide", f.x(0), f.y(ten), f.x(1-ten), f.y(1))
		p.text("small", f.x(1)-4, f.y(1-ten)-6, "×10", end)
		p.text("small", f.x(1-ten)+5, f.y(1)+15, "×10", start)
	}
}

// marks draws the points. Those that no place tells apart, because neither algorithm
// answered, are one mark with their number.
func (c *Scatter) marks(p *Picture, f frame, scale logScale, rail map[Outcome]float64) {
	type corner struct {
		x, y  Outcome
		class Class
	}
	number := map[corner]int{}
	for _, q := range c.Points {
		x, y := f.x(scale.at(q.X.V)), f.y(scale.at(q.Y.V))
		if q.X.Outcome != Answered {
			x = f.left + f.width + rail[q.X.Outcome]
		}
		if q.Y.Outcome != Answered {
			y = f.top - rail[q.Y.Outcome]
		}
		if q.X.Outcome != Answered && q.Y.Outcome != Answered {
			k := corner{q.X.Outcome, q.Y.Outcome, q.Class}
			if number[k]++; number[k] > 1 {
				continue
			}
		}
		m := q.Class.mark()
		m.hover = fmt.Sprintf("%s: %v, x %s, y %s", q.Name, q.Class, c.text(q.X), c.text(q.Y))
		p.mark(m, x, y)
	}
	for x := TimeOut; x < outcomes; x++ {
		for y := TimeOut; y < outcomes; y++ {
			for v := range classes {
				if n := number[corner{x, y, v}]; n > 1 {
					p.text("small", f.left+f.width+rail[x]+6, f.top-rail[y]-3, fmt.Sprint(n), start)
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
func (c *Scatter) legend(p *Picture, y float64) {
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
		p.mark(v.mark(), x, y-4)
		text := fmt.Sprintf("%v (%d)", v, n)
		p.text("", x+11, y, text, start)
		x += 11 + textWidth(text) + 16
	}
}

// caption says what the chart shows.
func (c *Scatter) caption(rails []Outcome, floor bool) []string {
	list := []string{Compare(c.Points).Sentence(c.X, c.Y)}
	if floor && c.FloorNote != "" {
		list = append(list, "Grey square: "+c.FloorNote+".")
	}
	if len(rails) > 0 {
		list = append(list, "Beyond the frame: runs without an answer. "+abbreviations(rails))
	}
	return append(list, c.Caption...)
}
