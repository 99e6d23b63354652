// This file defines how a picture is written as PDF.

package plot

import (
	"bytes"
	"strings"
	"time"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"codeberg.org/go-pdf/fpdf"
)

// PDF writes the picture as PDF, on a page of its size.
func (p *Picture) PDF() ([]byte, error) {
	const points = 72.0 / 96 // of a pixel
	c := page{fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: fpdf.SizeType{Wd: p.width * points, Ht: p.height * points}})}
	c.SetTitle(p.title, true)
	// The same picture is the same file.
	c.SetCatalogSort(true)
	c.SetCreationDate(time.Unix(0, 0))
	c.SetModificationDate(time.Unix(0, 0))
	c.AddUTF8FontFromBytes("sans", "", liberationsansregular.TTF)
	c.AddUTF8FontFromBytes("sans", "B", liberationsansbold.TTF)
	c.SetLineJoinStyle("round")
	c.AddPage()
	if err := p.draw(c, points); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err := c.Output(&b)
	return b.Bytes(), err
}

// A page draws on a page of a PDF document.
type page struct{ *fpdf.Fpdf }

func (c page) paint(o outline, k ink) {
	style := ""
	if k.fill.A > 0 {
		style = "F"
		c.SetFillColor(int(k.fill.R), int(k.fill.G), int(k.fill.B))
	}
	if k.width > 0 {
		style += "D"
		c.SetDrawColor(int(k.line.R), int(k.line.G), int(k.line.B))
		c.SetLineWidth(k.width)
		c.SetDashPattern(k.dash, 0)
	}
	if transparent := 0 < k.fill.A && k.fill.A < 255; transparent {
		c.SetAlpha(float64(k.fill.A)/255, "Normal")
		defer c.SetAlpha(1, "Normal")
	}
	if o.radius > 0 {
		c.Circle(o.points[0][0], o.points[0][1], o.radius, style)
		return
	}
	for i, p := range o.points {
		if i == 0 {
			c.MoveTo(p[0], p[1])
		} else {
			c.LineTo(p[0], p[1])
		}
	}
	if o.closed {
		c.ClosePath()
	}
	c.DrawPath(style)
}

func (c page) write(at [2]float64, words string, look lettering) error {
	// The library has no place for characters beyond the first plane.
	words = strings.Map(func(r rune) rune {
		if r >= 0xffff {
			return '\ufffd'
		}
		return r
	}, words)
	weight := ""
	if look.bold {
		weight = "B"
	}
	c.SetFont("sans", weight, look.size)
	c.SetTextColor(int(look.color.R), int(look.color.G), int(look.color.B))
	c.TransformBegin()
	defer c.TransformEnd()
	if look.up {
		c.TransformRotate(90, at[0], at[1])
	}
	c.Text(at[0]-c.GetStringWidth(words)*float64(look.anchor)/2, at[1], words)
	return c.Error()
}
