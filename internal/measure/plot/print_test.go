// This file tests the formats for print: they hold what the picture holds.

package plot

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"image/color"
	"image/png"
	"io"
	"regexp"
	"strings"
	"testing"
)

// TestPNG checks that marks have their colours where the picture places them, and nothing is
// where it has nothing.
func TestPNG(t *testing.T) {
	p := example().Draw()
	content, err := p.PNG()
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	if b := img.Bounds(); b.Dx() != 2*int(p.width) || b.Dy() != 2*int(p.height) {
		t.Errorf("%v for a picture of %v x %v", b, p.width, p.height)
	}
	at := func(x, y float64) color.NRGBA {
		return color.NRGBAModel.Convert(img.At(int(x*dots), int(y*dots))).(color.NRGBA)
	}
	marks := 0
	for _, s := range p.shapes {
		if s.class != "mark" || s.kind == circle {
			continue
		}
		marks++
		x, y := 0.0, 0.0
		for _, q := range s.points {
			x, y = x+q[0]/float64(len(s.points)), y+q[1]/float64(len(s.points))
		}
		if got, want := at(x, y), parseColor(palette()[s.color][0]); got != want {
			t.Errorf("%s is %v, want %v", s.hover, got, want)
		}
	}
	if marks != 7 {
		t.Errorf("%d marks", marks)
	}
	if got := at(2, 2); got != parseColor("#fff") {
		t.Errorf("the corner is %v", got)
	}
	// The floor is grey, and not as dark as a line.
	floor := p.shapes[indexOf(p, "floor")].points[0]
	if got := at(floor[0]+20, floor[1]+5); got.R >= 250 || got.R < 220 {
		t.Errorf("the floor is %v", got)
	}
}

func indexOf(p *Picture, class string) int {
	for i, s := range p.shapes {
		if s.class == class {
			return i
		}
	}
	return -1
}

// TestPDF checks that a PDF has as many texts and painted outlines as the picture, that it
// has the same size, and that it is the same when it is written again.
func TestPDF(t *testing.T) {
	p := example().Draw()
	content, err := p.PDF()
	if err != nil {
		t.Fatal(err)
	}
	if again, err := p.PDF(); err != nil || !bytes.Equal(content, again) {
		t.Errorf("another file when it is written again, %v", err)
	}
	if !bytes.HasPrefix(content, []byte("%PDF-")) || !bytes.Contains(content, fmt.Appendf(nil, "/MediaBox [0 0 %.2f %.2f]", p.width*0.75, p.height*0.75)) {
		t.Errorf("it begins %q, and the picture is %v x %v", content[:9], p.width, p.height)
	}
	_, rest, _ := bytes.Cut(content, []byte("stream\n"))
	r, err := zlib.NewReader(bytes.NewReader(rest))
	if err != nil {
		t.Fatal(err)
	}
	stream, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	texts, outlines := 0, 0
	for _, s := range p.shapes {
		switch s.kind {
		case text:
			texts++
		case cross:
			outlines += 2
		default:
			outlines++
		}
	}
	if n := bytes.Count(stream, []byte(") Tj")); n != texts {
		t.Errorf("%d texts, want %d", n, texts)
	}
	if n := len(regexp.MustCompile(`(?m)(^| )(f|S|B)$`).FindAll(stream, -1)); n != outlines {
		t.Errorf("%d outlines, want %d:\n%s", n, outlines, stream)
	}
}

// TestPrintAnyText checks that no text is too strange for a format.
func TestPrintAnyText(t *testing.T) {
	p := newPicture(50, 50, "\xff\x00\u202eשלום\U0001F600")
	for _, r := range []rune{0, '\n', 0x7f, 0x80, 0x301, 0xd7ff, 0xe000, 0xfeff, 0xfffd, 0xfffe, 0xffff, 0x10000, 0x10ffff} {
		p.text("small", 25, 25, strings.Repeat(string(r), 3)+"x", end)
		p.text("title", 25, 25, string(r), middle)
	}
	p.text("small", 5, 5, "", end)
	for _, write := range []func() ([]byte, error){p.PNG, p.PDF} {
		if _, err := write(); err != nil {
			t.Error(err)
		}
	}
}
