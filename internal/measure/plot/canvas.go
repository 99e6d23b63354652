// This file defines how a picture is drawn for print, whatever the format.

package plot

import (
	"fmt"
	"image/color"
	"math"
)

// A canvas is what a format for print must be able to draw. Its origin is at the top left,
// as that of a picture is; its unit is its own.
type canvas interface {
	paint(outline, ink)
	write(at [2]float64, words string, look lettering) error
}

// An outline is a circle if it has a radius, else lines from point to point.
type outline struct {
	points [][2]float64
	closed bool
	radius float64
}

// Ink says how an outline is painted. A fill that is transparent and a line without width
// are none.
type ink struct {
	fill, line color.NRGBA
	width      float64
	dash       []float64
}

// A lettering is how text looks.
type lettering struct {
	size   float64
	bold   bool
	anchor anchor
	up     bool
	color  color.NRGBA
}

// draw draws the picture in light surroundings, with so many units of the canvas for a
// pixel.
func (p *Picture) draw(c canvas, unit float64) error {
	byClass := map[string]style{}
	for _, s := range styles() {
		byClass[s.class] = s
	}
	for _, x := range p.shapes {
		s := byClass[x.class]
		points := make([][2]float64, len(x.points))
		for i, at := range x.points {
			points[i] = [2]float64{at[0] * unit, at[1] * unit}
		}
		if x.kind == text {
			look := lettering{s.size * unit, s.bold, x.anchor, x.up, parseColor(s.fill[0])}
			if err := c.write(points[0], x.text, look); err != nil {
				return err
			}
			continue
		}
		look := x.ink(&s, unit)
		switch x.kind {
		case rectangle:
			a, b := points[0], points[1]
			points = [][2]float64{a, {b[0], a[1]}, b, {a[0], b[1]}}
		case cross:
			c.paint(outline{points: points[:2]}, look)
			points = points[2:]
		}
		c.paint(outline{points, x.kind == rectangle || x.kind == polygon, x.radius * unit}, look)
	}
	return nil
}

// ink returns how a shape of some style is painted.
func (x *shape) ink(s *style, unit float64) ink {
	fill, line := s.fill[0], s.stroke[0]
	if x.color != noColor {
		line = palette()[x.color][0]
		if x.filled {
			fill = line
		}
	}
	var k ink
	if fill != "" {
		k.fill = parseColor(fill)
		if s.opacity > 0 {
			k.fill.A = uint8(math.Round(255 * s.opacity))
		}
	}
	if line != "" {
		k.line, k.width = parseColor(line), s.width*unit
	}
	pattern := s.dash
	if x.dash != nil {
		pattern = x.dash
	}
	for _, d := range pattern {
		k.dash = append(k.dash, d*unit)
	}
	return k
}

// parseColor reads a colour such as #555 or #56B4E9.
func parseColor(text string) color.NRGBA {
	c := color.NRGBA{A: 255}
	format, times := "#%02x%02x%02x", uint8(1)
	if len(text) == 4 {
		format, times = "#%1x%1x%1x", 17
	}
	fmt.Sscanf(text, format, &c.R, &c.G, &c.B)
	c.R, c.G, c.B = c.R*times, c.G*times, c.B*times
	return c
}
