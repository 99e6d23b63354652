// This file defines pictures: what a chart consists of, before it is written in some format.

package plot

import (
	"math"
	"strings"
	"unicode"
)

// A Picture is a chart that is drawn. SVG, PNG and PDF are written from the same shapes.
type Picture struct {
	width, height float64 // in pixels, of which 96 are an inch
	title         string
	shapes        []shape
}

// A shape is a line, an outline or a text. The origin is at the top left.
type shape struct {
	kind   kind
	class  string       // of its style
	points [][2]float64 // of a rectangle: two corners; of a circle: its middle; of a text: where it stands
	radius float64      // of a circle
	text   string
	anchor anchor
	up     bool      // the text is read from below
	dash   []float64 // of the line; nil as the style says
	color  int       // of the palette; noColor as the style says
	filled bool      // with that colour
	// hover is what a viewer shows when the shape is pointed at.
	hover string
}

const noColor = -1

// A kind is what a shape is.
type kind int

const (
	line kind = iota
	rectangle
	circle
	path    // lines from point to point
	polygon // a path that is closed
	cross   // two lines, of two points each
	text
)

// An anchor says which part of a text stands at its place.
type anchor int

const (
	start anchor = iota
	middle
	end
)

// newPicture begins a picture.
func newPicture(width, height float64, title string) *Picture {
	p := &Picture{width: math.Ceil(width), height: math.Ceil(height), title: title}
	p.rectangle("bg", 0, 0, p.width, p.height)
	p.text("title", p.width/2, 26, title, middle)
	return p
}

func (p *Picture) add(s shape) { p.shapes = append(p.shapes, s) }

func (p *Picture) line(class string, x1, y1, x2, y2 float64) {
	p.add(shape{kind: line, class: class, points: [][2]float64{{x1, y1}, {x2, y2}}, color: noColor})
}

func (p *Picture) rectangle(class string, x, y, width, height float64) {
	p.add(shape{kind: rectangle, class: class, points: [][2]float64{{x, y}, {x + width, y + height}}, color: noColor})
}

func (p *Picture) text(class string, x, y float64, words string, a anchor) {
	p.add(shape{kind: text, class: class, points: [][2]float64{{x, y}}, text: words, anchor: a, color: noColor})
}

// textWidth estimates the width of a text. It does not estimate less than it takes
// in the usual fonts.
func textWidth(text string) float64 {
	width := 0.0
	for _, r := range text {
		if unicode.IsUpper(r) {
			width += 9.6
		} else {
			width += 7.2
		}
	}
	return width
}

// wrap breaks text into lines of some width.
func wrap(text string, width float64) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		switch {
		case line == "":
			line = word
		case textWidth(line+" "+word) > width:
			lines = append(lines, line)
			line = word
		default:
			line += " " + word
		}
	}
	return append(lines, line)
}

// wrapAll wraps paragraphs.
func wrapAll(paragraphs []string, width float64) []string {
	var lines []string
	for _, p := range paragraphs {
		lines = append(lines, wrap(p, width)...)
	}
	return lines
}

// lineHeight is that of captions and legends.
const lineHeight = 18

// caption writes lines below one another.
func (p *Picture) caption(x, y float64, lines []string) {
	for i, text := range lines {
		p.text("small", x, y+float64(i)*lineHeight, text, start)
	}
}

// A form is the outline of a mark.
type form int

const (
	disc form = iota
	triangle
	square
	diamond
	saltire // two lines, which cannot be filled
	forms
)

// A mark is a point of a chart: its form, colour and size, 1 for the usual one.
type mark struct {
	form   form
	color  int
	filled bool
	size   float64
	hover  string
}

// mark draws a mark around a place.
func (p *Picture) mark(m mark, x, y float64) {
	r := 4.5 * m.size
	s := shape{kind: polygon, class: "mark", color: m.color % len(palette()), filled: m.filled, hover: m.hover}
	around := func(points ...float64) {
		for i := 0; i < len(points); i += 2 {
			s.points = append(s.points, [2]float64{x + points[i]*r, y + points[i+1]*r})
		}
	}
	switch m.form {
	case disc:
		s.kind, s.radius = circle, r
		around(0, 0)
	case triangle:
		around(0, -1.15, 1.13, 0.85, -1.13, 0.85)
	case square:
		around(-0.9, -0.9, 0.9, -0.9, 0.9, 0.9, -0.9, 0.9)
	case diamond:
		around(0, -1.2, 1.2, 0, 0, 1.2, -1.2, 0)
	default:
		s.kind = cross
		around(-0.9, -0.9, 0.9, 0.9, -0.9, 0.9, 0.9, -0.9)
	}
	p.add(s)
}
