// This file defines the frame of a chart: ticks, labels and titles of the axes.

package plot

// A frame is the rectangle inside the axes, with room for rails beyond it.
type frame struct{ left, top, width, height float64 }

// x and y turn places on the axes, 0 to 1, into places of the picture.
func (f frame) x(at float64) float64 { return f.left + at*f.width }
func (f frame) y(at float64) float64 { return f.top + (1-at)*f.height }

// xTicks and yTicks draw ticks, with their labels below and to the left.
func (f frame) xTicks(p *Picture, ticks []tick, at func(float64) float64) {
	for _, t := range ticks {
		x, bottom := f.x(at(t.v)), f.top+f.height
		if t.label == "" {
			p.line("minor", x, bottom, x, bottom-3)
			continue
		}
		p.line("grid", x, bottom, x, f.top)
		p.line("major", x, bottom+3, x, bottom-5)
		p.text("tick", x, bottom+18, t.label, middle)
	}
}

func (f frame) yTicks(p *Picture, ticks []tick, at func(float64) float64) {
	for _, t := range ticks {
		y := f.y(at(t.v))
		if t.label == "" {
			p.line("minor", f.left, y, f.left+3, y)
			continue
		}
		p.line("grid", f.left, y, f.left+f.width, y)
		p.line("major", f.left-3, y, f.left+5, y)
		p.text("tick", f.left-7, y+4, t.label, end)
	}
}

// draw draws the frame itself.
func (f frame) draw(p *Picture) { p.rectangle("frame", f.left, f.top, f.width, f.height) }

// titles names the axes.
func (f frame) titles(p *Picture, x, y string, below float64) {
	p.text("", f.left+f.width/2, f.top+f.height+below, x, middle)
	p.add(shape{kind: text, points: [][2]float64{{18, f.top + f.height/2}}, text: y, anchor: middle, up: true, color: noColor})
}
