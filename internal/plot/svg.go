// This file defines how SVG is written, and what the charts have in common: style,
// frame, title and caption.

package plot

import (
	"bytes"
	"fmt"
	"html"
	"math"
	"strings"
	"unicode"
)

// An svg is a picture being written.
type svg struct{ bytes.Buffer }

// tag writes an element without content.
func (s *svg) tag(name, class string, attributes ...any) {
	s.open(name, class, attributes...)
	s.Truncate(s.Len() - 1)
	s.WriteString("/>\n")
}

// open opens an element. Attributes are names and values by turns.
func (s *svg) open(name, class string, attributes ...any) {
	fmt.Fprintf(s, "<%s", name)
	if class != "" {
		fmt.Fprintf(s, " class=%q", class)
	}
	for i := 0; i < len(attributes); i += 2 {
		if v, ok := attributes[i+1].(float64); ok {
			fmt.Fprintf(s, ` %s="%.2f"`, attributes[i], v)
		} else {
			fmt.Fprintf(s, ` %s="%s"`, attributes[i], html.EscapeString(fmt.Sprint(attributes[i+1])))
		}
	}
	s.WriteString(">")
}

// text writes text.
func (s *svg) text(class string, x, y float64, text string, attributes ...any) {
	s.open("text", class, append([]any{"x", x, "y", y}, attributes...)...)
	s.WriteString(html.EscapeString(text) + "</text>\n")
}

func (s *svg) line(class string, x1, y1, x2, y2 float64) {
	s.tag("line", class, "x1", x1, "y1", y1, "x2", x2, "y2", y2)
}

// hover opens a group with a text that a viewer shows when it is pointed at.
func (s *svg) hover(class, text string) {
	s.open("g", class)
	s.WriteString("<title>" + html.EscapeString(text) + "</title>")
}

// style is the look of everything, by class. Colours are those of Okabe and Ito,
// which people with any vision tell apart.
const style = `text { font-family: Helvetica, Arial, "DejaVu Sans", sans-serif; font-size: 13px; fill: #1a1a1a; }
.title { font-size: 16px; font-weight: bold; }
.small { font-size: 12px; fill: #555; }
.tick { font-size: 12px; }
.bg { fill: #fff; }
.frame { fill: none; stroke: #444; stroke-width: 1; }
.grid { stroke: #e4e4e4; stroke-width: 1; }
.minor { stroke: #444; stroke-width: 0.7; }
.major { stroke: #444; stroke-width: 1; }
.diagonal { stroke: #444; stroke-width: 1; }
.guide { stroke: #777; stroke-width: 1; stroke-dasharray: 5 4; }
.rail { stroke: #999; stroke-width: 1; }
.floor { fill: #888; fill-opacity: 0.13; }
.shade { fill: #888; fill-opacity: 0.18; stroke: none; }
.mark { stroke-width: 1.4; fill: none; }
.curve { fill: none; stroke-width: 1.8; stroke-linejoin: round; }
`

// palette are the colours of marks and curves, in light and in dark surroundings.
func palette() [][2]string {
	return [][2]string{
		{"#0072B2", "#56B4E9"}, // blue
		{"#D55E00", "#FF8C42"}, // vermilion
		{"#009E73", "#2CC79A"}, // green
		{"#AA4499", "#E07BC9"}, // purple
		{"#8A6D00", "#E8C33C"}, // ochre
		{"#666666", "#B0B0B0"}, // grey
		{"#332288", "#A79BFF"}, // indigo
		{"#882255", "#F080A8"}, // wine
	}
}

const darkStyle = `@media (prefers-color-scheme: dark) {
text { fill: #e6e6e6; }
.small { fill: #aaa; }
.bg { fill: #14171c; }
.frame, .minor, .major, .diagonal { stroke: #aaa; }
.grid { stroke: #2b3038; }
.guide, .rail { stroke: #777; }
`

// newSVG begins a picture.
func newSVG(width, height float64, title string) *svg {
	s := &svg{}
	width, height = math.Ceil(width), math.Ceil(height)
	fmt.Fprintf(s, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f" role="img">`+"\n",
		width, height, width, height)
	s.WriteString("<title>" + html.EscapeString(title) + "</title>\n<style>\n" + style)
	dark := darkStyle
	for i, c := range palette() {
		fmt.Fprintf(s, ".c%d { stroke: %s; } .f%d { fill: %s; }\n", i, c[0], i, c[0])
		dark += fmt.Sprintf(".c%d { stroke: %s; } .f%d { fill: %s; }\n", i, c[1], i, c[1])
	}
	s.WriteString(dark + "}\n</style>\n")
	s.tag("rect", "bg", "x", 0, "y", 0, "width", width, "height", height)
	s.text("title", width/2, 26, title, "text-anchor", "middle")
	return s
}

// finish ends the picture.
func (s *svg) finish() []byte {
	s.WriteString("</svg>\n")
	return s.Bytes()
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
func (s *svg) caption(x, y float64, lines []string) {
	for i, text := range lines {
		s.text("small", x, y+float64(i)*lineHeight, text)
	}
}

// A shape is the outline of a mark.
type shape int

const (
	circle shape = iota
	triangle
	square
	diamond
	cross
	shapes
)

// mark draws a mark of some shape, colour and size around a point.
func (s *svg) mark(sh shape, color int, filled bool, x, y, size float64) {
	color %= len(palette())
	class := fmt.Sprintf("mark c%d", color)
	if filled {
		class += fmt.Sprintf(" f%d", color)
	}
	path := func(points ...float64) {
		var d strings.Builder
		for i := 0; i < len(points); i += 2 {
			fmt.Fprintf(&d, "%s%.2f %.2f", string("ML"[min(i, 1)]), x+points[i], y+points[i+1])
		}
		s.tag("path", class, "d", d.String()+"Z")
	}
	r := 4.5 * size
	switch sh {
	case circle:
		s.tag("circle", class, "cx", x, "cy", y, "r", r)
	case triangle:
		path(0, -1.15*r, 1.13*r, 0.85*r, -1.13*r, 0.85*r)
	case square:
		path(-0.9*r, -0.9*r, 0.9*r, -0.9*r, 0.9*r, 0.9*r, -0.9*r, 0.9*r)
	case diamond:
		path(0, -1.2*r, 1.2*r, 0, 0, 1.2*r, -1.2*r, 0)
	default:
		d := 0.9 * r
		s.tag("path", class, "d", fmt.Sprintf("M%.2f %.2fL%.2f %.2fM%.2f %.2fL%.2f %.2f", x-d, y-d, x+d, y+d, x-d, y+d, x+d, y-d))
	}
}

// A frame is the rectangle inside the axes, with room for rails beyond it.
type frame struct{ left, top, width, height float64 }

// x and y turn places on the axes, 0 to 1, into places of the picture.
func (f frame) x(at float64) float64 { return f.left + at*f.width }
func (f frame) y(at float64) float64 { return f.top + (1-at)*f.height }

// xTicks and yTicks draw ticks, with their labels below and to the left.
func (f frame) xTicks(s *svg, ticks []tick, at func(float64) float64) {
	for _, t := range ticks {
		x, bottom := f.x(at(t.v)), f.top+f.height
		if t.label == "" {
			s.line("minor", x, bottom, x, bottom-3)
			continue
		}
		s.line("grid", x, bottom, x, f.top)
		s.line("major", x, bottom+3, x, bottom-5)
		s.text("tick", x, bottom+18, t.label, "text-anchor", "middle")
	}
}

func (f frame) yTicks(s *svg, ticks []tick, at func(float64) float64) {
	for _, t := range ticks {
		y := f.y(at(t.v))
		if t.label == "" {
			s.line("minor", f.left, y, f.left+3, y)
			continue
		}
		s.line("grid", f.left, y, f.left+f.width, y)
		s.line("major", f.left-3, y, f.left+5, y)
		s.text("tick", f.left-7, y+4, t.label, "text-anchor", "end")
	}
}

// draw draws the frame itself.
func (f frame) draw(s *svg) {
	s.tag("rect", "frame", "x", f.left, "y", f.top, "width", f.width, "height", f.height)
}

// titles names the axes.
func (f frame) titles(s *svg, x, y string, below float64) {
	s.text("", f.left+f.width/2, f.top+f.height+below, x, "text-anchor", "middle")
	left, middle := 18.0, f.top+f.height/2
	s.text("", left, middle, y, "text-anchor", "middle", "transform", fmt.Sprintf("rotate(-90 %.2f %.2f)", left, middle))
}
