// This file defines how a picture is written as SVG.
//
// It is written by hand, since a picture in a page has what formats for print do not: it is
// dark in dark surroundings, and says more where it is pointed at.

package plot

import (
	"bytes"
	"cmp"
	"fmt"
	"html"
	"strings"
)

// SVG writes the picture as SVG.
func (p *Picture) SVG() []byte {
	s := &svg{}
	fmt.Fprintf(s, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f" role="img">`+"\n",
		p.width, p.height, p.width, p.height)
	s.WriteString("<title>" + html.EscapeString(p.title) + "</title>\n<style>\n" + css() + "</style>\n")
	for _, x := range p.shapes {
		if x.hover != "" {
			s.WriteString(`<g class="point"><title>` + html.EscapeString(x.hover) + "</title>")
		}
		s.shape(&x)
		if x.hover != "" {
			s.WriteString("</g>\n")
		}
	}
	s.WriteString("</svg>\n")
	return s.Bytes()
}

// css returns the styles of everything, by class.
func css() string {
	var b strings.Builder
	b.WriteString("text { font-family: Helvetica, Arial, \"DejaVu Sans\", sans-serif; }\npath { stroke-linejoin: round; }\n")
	rules := func(mode int) {
		for _, s := range styles() {
			name := "." + s.class
			if s.class == "" {
				name = "text"
			}
			var list []string
			add := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
			if s.fill[mode] != "" || mode == 0 {
				add("fill: %s", cmp.Or(s.fill[mode], "none"))
			}
			if s.stroke[0] != "" {
				add("stroke: %s", s.stroke[mode])
			}
			if mode == 0 {
				if s.opacity > 0 {
					add("fill-opacity: %g", s.opacity)
				}
				if s.width > 0 {
					add("stroke-width: %g", s.width)
				}
				if len(s.dash) > 0 {
					add("stroke-dasharray: %s", numbers(s.dash))
				}
				if s.size > 0 {
					add("font-size: %gpx", s.size)
				}
				if s.bold {
					add("font-weight: bold")
				}
			}
			if len(list) > 0 {
				fmt.Fprintf(&b, "%s { %s; }\n", name, strings.Join(list, "; "))
			}
		}
		for i, c := range palette() {
			fmt.Fprintf(&b, ".c%d { stroke: %s; } .f%d { fill: %s; }\n", i, c[mode], i, c[mode])
		}
	}
	rules(0)
	b.WriteString("@media (prefers-color-scheme: dark) {\n")
	rules(1)
	b.WriteString("}\n")
	return b.String()
}

// numbers writes numbers with blanks between them.
func numbers(list []float64) string { return strings.Trim(fmt.Sprint(list), "[]") }

// An svg is a file being written.
type svg struct{ bytes.Buffer }

// shape writes a shape.
func (s *svg) shape(x *shape) {
	class := x.class
	if x.color != noColor {
		class = strings.TrimSpace(fmt.Sprintf("%s c%d", class, x.color))
		if x.filled {
			class += fmt.Sprintf(" f%d", x.color)
		}
	}
	p := x.points
	switch x.kind {
	case line:
		s.open("line", class, "x1", p[0][0], "y1", p[0][1], "x2", p[1][0], "y2", p[1][1])
	case rectangle:
		s.open("rect", class, "x", p[0][0], "y", p[0][1], "width", p[1][0]-p[0][0], "height", p[1][1]-p[0][1])
	case circle:
		s.open("circle", class, "cx", p[0][0], "cy", p[0][1], "r", x.radius)
	case text:
		s.open("text", class, "x", p[0][0], "y", p[0][1])
		if x.anchor != start {
			fmt.Fprintf(s, ` text-anchor="%s"`, [...]string{"start", "middle", "end"}[x.anchor])
		}
		if x.up {
			fmt.Fprintf(s, ` transform="rotate(-90 %.2f %.2f)"`, p[0][0], p[0][1])
		}
		s.WriteString(">" + html.EscapeString(x.text) + "</text>\n")
		return
	default:
		var d strings.Builder
		for i, at := range p {
			command := "L"
			if i == 0 || x.kind == cross && i == 2 {
				command = "M"
			}
			fmt.Fprintf(&d, "%s%.2f %.2f", command, at[0], at[1])
		}
		if x.kind == polygon {
			d.WriteByte('Z')
		}
		s.open("path", class)
		fmt.Fprintf(s, ` d="%s"`, d.String())
	}
	if len(x.dash) > 0 {
		fmt.Fprintf(s, ` stroke-dasharray="%s"`, numbers(x.dash))
	}
	s.WriteString("/>\n")
}

// open begins an element; its attributes are names and numbers by turns.
func (s *svg) open(name, class string, attributes ...any) {
	fmt.Fprintf(s, "<%s", name)
	if class != "" {
		fmt.Fprintf(s, " class=%q", class)
	}
	for i := 0; i < len(attributes); i += 2 {
		fmt.Fprintf(s, ` %s="%.2f"`, attributes[i], attributes[i+1])
	}
}
