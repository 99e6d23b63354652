// This file defines the numbers of a comparison.

package plot

import (
	"fmt"
	"math"
)

// A Comparison counts the points of a scatter chart.
type Comparison struct {
	Both, OnlyX, OnlyY, Neither int
	// Of the points that both answer:
	Ratio        float64 // geometric mean of y/x; 0 if there is none
	XLess, YLess int     // how often x is the smaller one, and y
	// MostX and MostY are the points with the greatest values that were answered.
	MostX, MostY Point
}

// Compare counts points.
func Compare(points []Point) Comparison {
	var c Comparison
	sum := 0.0
	for _, p := range points {
		x, y := p.X.Outcome == Answered, p.Y.Outcome == Answered
		if x && (c.MostX.Name == "" || p.X.V > c.MostX.X.V) {
			c.MostX = p
		}
		if y && (c.MostY.Name == "" || p.Y.V > c.MostY.Y.V) {
			c.MostY = p
		}
		switch {
		case x && y:
			c.Both++
			sum += math.Log(positive(p.Y.V) / positive(p.X.V))
			if p.X.V < p.Y.V {
				c.XLess++
			} else if p.Y.V < p.X.V {
				c.YLess++
			}
		case x:
			c.OnlyX++
		case y:
			c.OnlyY++
		default:
			c.Neither++
		}
	}
	if c.Both > 0 {
		c.Ratio = math.Exp(sum / float64(c.Both))
	}
	return c
}

// positive keeps a value that is too small to be measured from being no factor of
// anything.
func positive(v float64) float64 { return max(v, 1e-6) }

// Sentence says the numbers in words, with the names of the two algorithms.
func (c Comparison) Sentence(x, y string) string {
	text := fmt.Sprintf("%d instances; both answer %d, only %s %d, only %s %d, neither %d.",
		c.Both+c.OnlyX+c.OnlyY+c.Neither, c.Both, x, c.OnlyX, y, c.OnlyY, c.Neither)
	if c.Both > 0 {
		text += fmt.Sprintf(" Geometric mean of %s ÷ %s where both answer: %s.", y, x, Plain.Format(c.Ratio))
	}
	return text
}
