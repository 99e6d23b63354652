// This file defines how a picture is written as PNG.

package plot

import (
	"bytes"
	"math"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"git.sr.ht/~sbinet/gg"
	"golang.org/x/image/font/opentype"
)

// dots are the dots of a PNG for each pixel, in each direction.
const dots = 2

// PNG writes the picture as PNG.
func (p *Picture) PNG() ([]byte, error) {
	c := raster{gg.NewContext(int(p.width)*dots, int(p.height)*dots), map[bool]*opentype.Font{}}
	for bold, ttf := range map[bool][]byte{false: liberationsansregular.TTF, true: liberationsansbold.TTF} {
		f, err := opentype.Parse(ttf)
		if err != nil {
			return nil, err
		}
		c.fonts[bold] = f
	}
	c.SetLineCapButt()
	if err := p.draw(c, dots); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err := c.EncodePNG(&b)
	return b.Bytes(), err
}

// A raster draws on an image.
type raster struct {
	*gg.Context
	fonts map[bool]*opentype.Font // by whether it is bold
}

func (c raster) paint(o outline, k ink) {
	if o.radius > 0 {
		c.DrawCircle(o.points[0][0], o.points[0][1], o.radius)
	} else {
		for _, p := range o.points {
			c.LineTo(p[0], p[1])
		}
	}
	if o.closed {
		c.ClosePath()
	}
	if k.fill.A > 0 {
		c.SetColor(k.fill)
		c.FillPreserve()
	}
	if k.width > 0 {
		c.SetColor(k.line)
		c.SetLineWidth(k.width)
		c.SetDash(k.dash...)
		c.StrokePreserve()
	}
	c.ClearPath()
}

func (c raster) write(at [2]float64, words string, look lettering) error {
	// At 72 dots an inch a point is a dot.
	face, err := opentype.NewFace(c.fonts[look.bold], &opentype.FaceOptions{Size: look.size, DPI: 72})
	if err != nil {
		return err
	}
	defer face.Close()
	c.Push()
	defer c.Pop()
	c.SetFontFace(face)
	c.SetColor(look.color)
	if look.up {
		c.RotateAbout(-math.Pi/2, at[0], at[1])
	}
	c.DrawStringAnchored(words, at[0], at[1], float64(look.anchor)/2, 0)
	return nil
}
