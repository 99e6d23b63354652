// This file defines the look of everything: styles by class, and the palette.

package plot

// A style is how shapes of a class look. Colours are for light and for dark
// surroundings; an empty one is none.
type style struct {
	class        string
	fill, stroke [2]string
	opacity      float64 // of the fill; 0 for a full one
	width        float64 // of lines
	dash         []float64
	size         float64 // of text
	bold         bool
}

// styles are the styles of all classes. The first one is that of text without a class.
func styles() []style {
	white, ink, soft := [2]string{"#fff", "#14171c"}, [2]string{"#1a1a1a", "#e6e6e6"}, [2]string{"#555", "#aaa"}
	axis, grid, guide, rail := [2]string{"#444", "#aaa"}, [2]string{"#e4e4e4", "#2b3038"}, [2]string{"#777", "#777"}, [2]string{"#999", "#777"}
	grey, bar := [2]string{"#888", "#888"}, [2]string{"#d4d4d4", "#3d444e"}
	return []style{
		{class: "", fill: ink, size: 13},
		{class: "title", fill: ink, size: 16, bold: true},
		{class: "small", fill: soft, size: 12},
		{class: "tick", fill: ink, size: 12},
		{class: "bg", fill: white},
		{class: "frame", stroke: axis, width: 1},
		{class: "grid", stroke: grid, width: 1},
		{class: "minor", stroke: axis, width: 0.7},
		{class: "major", stroke: axis, width: 1},
		{class: "diagonal", stroke: axis, width: 1},
		{class: "guide", stroke: guide, width: 1, dash: []float64{5, 4}},
		{class: "rail", stroke: rail, width: 1},
		{class: "floor", fill: grey, opacity: 0.13},
		{class: "bar", stroke: bar, width: 3},
		{class: "mark", width: 1.4},
		{class: "curve", width: 1.8},
	}
}

// palette are the colours of marks and curves, in light and in dark surroundings: those
// of Okabe and Ito, which people with any vision tell apart, and some more.
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

// dash returns the pattern of a curve, as lengths of strokes and gaps by turns; an empty
// one is a solid line.
func dash(i int) []float64 {
	return [][]float64{{}, {7, 3}, {2, 3}, {9, 3, 2, 3}}[i%4]
}
