// This file tests the charts: what they consist of and where it stands.

package plot

import (
	"encoding/xml"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "write the golden files")

// golden compares a chart with a file.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (go test -update writes it; look at it then):\n%s", name, diff)
	}
}

// A drawn is what a picture consists of.
type drawn struct {
	width, height float64
	frame         [4]float64 // left, top, right, bottom
	points        int
	marks         map[string][][2]float64 // by class
	lines         map[string]int          // by class
	texts         []string
}

// read parses a picture, and fails if it is not well formed or if something stands
// outside of it.
func read(t testing.TB, svg []byte) drawn {
	t.Helper()
	d := drawn{marks: map[string][][2]float64{}, lines: map[string]int{}}
	x := xml.NewDecoder(strings.NewReader(string(svg)))
	number := regexp.MustCompile(`-?[\d.]+`)
	var inText bool
	for {
		token, err := x.Token()
		if err == io.EOF {
			return d
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, svg)
		}
		switch e := token.(type) {
		case xml.CharData:
			if inText {
				d.texts = append(d.texts, string(e))
			}
		case xml.EndElement:
			inText = false
		case xml.StartElement:
			a := map[string]string{}
			for _, attr := range e.Attr {
				a[attr.Name.Local] = attr.Value
			}
			f := func(name string) float64 {
				v, err := strconv.ParseFloat(a[name], 64)
				if err != nil {
					t.Fatalf("%s of %s: %v", name, e.Name.Local, err)
				}
				return v
			}
			inside := func(x, y float64) {
				if !(0 <= x && x <= d.width && 0 <= y && y <= d.height) {
					t.Fatalf("%s %v at %v, %v is outside of %v x %v", e.Name.Local, a, x, y, d.width, d.height)
				}
			}
			class := a["class"]
			switch e.Name.Local {
			case "svg":
				d.width, d.height = f("width"), f("height")
			case "rect":
				inside(f("x"), f("y"))
				inside(f("x")+f("width"), f("y")+f("height"))
				if class == "frame" {
					d.frame = [4]float64{f("x"), f("y"), f("x") + f("width"), f("y") + f("height")}
				}
			case "line":
				inside(f("x1"), f("y1"))
				inside(f("x2"), f("y2"))
				d.lines[class]++
			case "text":
				inText = true
				inside(f("x"), f("y"))
			case "g":
				if class == "point" {
					d.points++
				}
			case "circle", "path":
				x, y := 0.0, 0.0
				if e.Name.Local == "circle" {
					x, y = f("cx"), f("cy")
				} else {
					// Each number is part of a place; their mean is the middle.
					n := number.FindAllString(a["d"], -1)
					for i := 0; i+1 < len(n); i += 2 {
						px, _ := strconv.ParseFloat(n[i], 64)
						py, _ := strconv.ParseFloat(n[i+1], 64)
						inside(px, py)
						x, y = x+px/float64(len(n)/2), y+py/float64(len(n)/2)
					}
				}
				d.marks[class] = append(d.marks[class], [2]float64{x, y})
			}
		}
	}
}

func answered(v float64) Value { return Value{v, Answered} }

// example is a scatter with everything in it.
func example() *Scatter {
	return &Scatter{
		Title: "bws/jit against bws/tts", X: "bws/tts", Y: "bws/jit", Measure: "CPU time", Unit: Seconds,
		Floor: 0.1, FloorNote: "less than 100 ms", Caption: []string{"Limits: 60 s & <1 GB>."},
		Points: []Point{
			{"<a&b>.bp", answered(0.01), answered(0.1), Safe},
			{"b.bp", answered(0.1), answered(0.01), Safe},
			{"c.bp", answered(10), answered(10), Unsafe},
			{"d.bp", Value{60, TimeOut}, answered(0.1), Unsafe},
			{"e.bp", answered(1), Value{3, MemoryOut}, Safe},
			{"f.bp", Value{60, TimeOut}, Value{60, TimeOut}, Undecided},
			{"g.bp", Value{60, TimeOut}, Value{60, TimeOut}, Undecided},
			{"h.bp", Value{}, Value{Outcome: NoAnswer}, Contradictory},
		},
	}
}

func TestScatter(t *testing.T) {
	svg := example().Draw().SVG()
	golden(t, "scatter.svg", svg)
	d := read(t, svg)
	if d.points != 7 { // two are one mark
		t.Errorf("%d points", d.points)
	}
	left, top, right, bottom := d.frame[0], d.frame[1], d.frame[2], d.frame[3]
	if math.Abs((right-left)-(bottom-top)) > 1e-6 {
		t.Error("the frame is no square")
	}
	near := func(got [2]float64, x, y float64) {
		t.Helper()
		if math.Abs(got[0]-x) > 1.5 || math.Abs(got[1]-y) > 1.5 {
			t.Errorf("a mark stands at %v, want %v, %v", got, x, y)
		}
	}
	// The axes go from 5 ms to 20 s. The legend comes last.
	at := func(v float64) float64 { return math.Log(v/0.005) / math.Log(20/0.005) * (right - left) }
	safe, unsafe := d.marks["mark c0"], d.marks["mark c1 f1"]
	if len(safe) != 4 || len(unsafe) != 3 || len(d.marks["mark c5"]) != 2 || len(d.marks["mark c3 f3"]) != 2 {
		t.Fatalf("marks: %v", d.marks)
	}
	near(safe[0], left+at(0.01), bottom-at(0.1))
	near(safe[1], left+at(0.1), bottom-at(0.01))
	near(safe[2], left+at(1), top-railGap-railStep)
	near(unsafe[0], left+at(10), bottom-at(10))
	near(unsafe[1], right+railGap, bottom-at(0.1))
	near(d.marks["mark c5"][0], right+railGap, top-railGap)
	for _, want := range []string{"10 ms", "100 ms", "1 s", "10 s", "TO", "MO", "?", "2", "×10", "SAFE (3)", "UNSAFE (2)",
		"undecided (2)", "contradictory (1)", "bws/tts: CPU time", "bws/jit: CPU time", "Limits: 60 s & <1 GB>."} {
		found := false
		for _, text := range d.texts {
			found = found || text == want
		}
		if !found {
			t.Errorf("there is no text %q in %q", want, d.texts)
		}
	}
}

// TestScatterStaysInside draws what comes: nothing may stand outside of the picture,
// nor what was answered outside of the frame.
func TestScatterStaysInside(t *testing.T) {
	value := rapid.Custom(func(t *rapid.T) Value {
		return Value{math.Pow(10, rapid.Float64Range(-9, 12).Draw(t, "power")), Outcome(rapid.IntRange(0, 3).Draw(t, "outcome"))}
	})
	rapid.Check(t, func(rt *rapid.T) {
		c := Scatter{Title: "t", Unit: Unit(rapid.IntRange(0, 2).Draw(rt, "unit")), Floor: 0.1}
		for i := range rapid.IntRange(0, 20).Draw(rt, "points") {
			c.Points = append(c.Points, Point{fmt.Sprint(i), value.Draw(rt, "x"), value.Draw(rt, "y"), Class(rapid.IntRange(0, 3).Draw(rt, "verdict"))})
		}
		d := read(t, c.Draw().SVG())
		marks := map[[2]Outcome]bool{}
		want := 0
		for _, p := range c.Points {
			k := [2]Outcome{p.X.Outcome, p.Y.Outcome}
			if k[0] != Answered && k[1] != Answered {
				k[0] = k[0]*10 + Outcome(p.Class)*100
				if marks[k] {
					continue
				}
				marks[k] = true
			}
			want++
		}
		if d.points != want {
			rt.Fatalf("%d points, want %d", d.points, want)
		}
	})
}

func TestLines(t *testing.T) {
	c := &Lines{
		Title: "Memory", XLabel: "instances", YLabel: "memory", Unit: Bytes, Sorted: true, Caption: []string{"A caption."},
		Curves: []Curve{
			{Name: "bws/tts", Points: []CurvePoint{{"a", 1, answered(2e6), false}, {"b", 2, answered(3e7), false}, {"c", 3, Value{9e8, MemoryOut}, false}}},
			{Name: "bws/jit", Color: 1, Dash: 1, Points: []CurvePoint{{"a", 1, answered(1e6), false}, {"b", 2, answered(1e6), false}, {"c", 3, Value{1, TimeOut}, true}}},
		},
	}
	svg := c.Draw().SVG()
	golden(t, "lines.svg", svg)
	d := read(t, svg)
	if d.points != 6 || d.lines["bar"] != 3 || len(d.marks["curve c0"]) != 1 || len(d.marks["curve c1"]) != 0 {
		t.Errorf("%+v", d)
	}
	c.Sorted = false
	if d := read(t, c.Draw().SVG()); d.lines["bar"] != 0 || len(d.marks["curve c1"]) != 1 {
		t.Errorf("not sorted: %+v", d)
	}
	// Two are full and one, without an answer, is hollow; one full mark is in the legend.
	if len(d.marks["mark c0 f0"]) != 3 || len(d.marks["mark c0"]) != 1 {
		t.Errorf("%+v", d.marks)
	}
	if rail := d.marks["mark c1"]; len(rail) != 1 || math.Abs(rail[0][1]-(d.frame[1]-railGap)) > 1 {
		t.Errorf("on the rail: %v", rail)
	}
	// Many curves, and none at all, are no reason to leave the picture.
	for range 40 {
		c.Curves = append(c.Curves, Curve{Name: "more", Color: len(c.Curves), Dash: len(c.Curves)})
	}
	read(t, c.Draw().SVG())
	read(t, (&Lines{}).Draw().SVG())
}

// TestLinesLog checks that what grows linearly is a straight line on a logarithmic axis.
func TestLinesLog(t *testing.T) {
	c := &Lines{XLabel: "N", YLabel: "time", Unit: Seconds, LogX: true, Curves: []Curve{{Name: "bebop", Points: []CurvePoint{
		{"a", 100, answered(0.1), false}, {"b", 1000, answered(1), false}, {"c", 10000, answered(10), false},
	}}}}
	marks := read(t, c.Draw().SVG()).marks["mark c0 f0"]
	if len(marks) != 4 { // and the one in the legend
		t.Fatalf("marks: %v", marks)
	}
	step := [2]float64{marks[1][0] - marks[0][0], marks[1][1] - marks[0][1]}
	if math.Abs(marks[2][0]-marks[1][0]-step[0]) > 1 || math.Abs(marks[2][1]-marks[1][1]-step[1]) > 1 || step[0] < 10 {
		t.Errorf("the points are no line: %v", marks)
	}
}

func TestCompare(t *testing.T) {
	c := Compare(example().Points)
	if c.Both != 3 || c.OnlyX != 2 || c.OnlyY != 1 || c.Neither != 2 {
		t.Errorf("%+v", c)
	}
	if math.Abs(c.Ratio-1) > 1e-9 || c.XLess != 1 || c.YLess != 1 || c.MostX.Name != "c.bp" || c.MostY.Name != "c.bp" {
		t.Errorf("%+v", c)
	}
	c = Compare([]Point{{"a", answered(1), answered(2), Safe}, {"b", answered(1), answered(8), Safe}})
	if math.Abs(c.Ratio-4) > 1e-9 || !strings.HasSuffix(c.Sentence("p", "q"), "Geometric mean of q ÷ p where both answer: 4.") {
		t.Errorf("%+v: %s", c, c.Sentence("p", "q"))
	}
	if c = Compare(nil); c.Ratio != 0 || strings.Contains(c.Sentence("p", "q"), "mean") {
		t.Errorf("%+v", c)
	}
}

func TestFormat(t *testing.T) {
	for _, test := range []struct {
		u    Unit
		v    float64
		want string
	}{
		{Seconds, 0, "0"}, {Seconds, 0.0123456, "12.3 ms"}, {Seconds, 1, "1 s"}, {Seconds, 0.9996, "1 s"}, {Seconds, 0.9994, "999 ms"},
		{Seconds, 1800, "1800 s"}, {Seconds, 1e-6, "1 µs"}, {Seconds, 12345.6, "12346 s"},
		{Bytes, 999, "999 B"}, {Bytes, 1e6, "1 MB"}, {Bytes, 15_940_000, "15.9 MB"}, {Bytes, 2e15, "2000 TB"},
		{Plain, 0.12345, "0.123"}, {Plain, 42, "42"},
	} {
		if got := test.u.Format(test.v); got != test.want {
			t.Errorf("%v is written %q, want %q", test.v, got, test.want)
		}
	}
}

func TestScale(t *testing.T) {
	for _, test := range []struct {
		values []float64
		lo, hi float64
	}{
		{[]float64{0.012, 33}, 0.01, 50},
		{[]float64{0.01, 50}, 0.005, 100}, // there is room at the ends
		{[]float64{3, 0, -1, math.Inf(1)}, 2, 20},
		{nil, 0.05, 2},
	} {
		s := newLogScale(test.values)
		if math.Abs(s.lo/test.lo-1) > 1e-9 || math.Abs(s.hi/test.hi-1) > 1e-9 {
			t.Errorf("%v: from %v to %v, want %v to %v", test.values, s.lo, s.hi, test.lo, test.hi)
		}
	}
	s := logScale{0.005, 50}
	labels := ""
	for _, x := range s.ticks(Seconds) {
		labels += x.label + ","
	}
	if want := ",,,,,10 ms,,,,,,,,,100 ms,,,,,,,,,1 s,,,,,,,,,10 s,,,,,"; labels != want {
		t.Errorf("ticks %s, want %s", labels, want)
	}
	if at := s.at(0.5); math.Abs(at-0.5) > 1e-9 || s.at(0) != 0 || s.at(1e9) != 1 {
		t.Errorf("the middle is at %v", at)
	}
	if n := len((linearScale{-1, 204}).ticks(10)); n < 5 || n > 11 {
		t.Errorf("%d ticks", n)
	}
}
