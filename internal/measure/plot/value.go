// This file defines measured values and their units.

package plot

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// A Value is what was measured of a run. If the run did not end with an answer,
// Outcome says why, and V is what it took up to then.
type Value struct {
	V       float64
	Outcome Outcome
}

// An Outcome is how a run ended.
type Outcome int

const (
	Answered  Outcome = iota
	TimeOut           // the limit of time was reached
	MemoryOut         // the limit of memory was reached
	NoAnswer          // there is no answer for another reason, or no run
	outcomes
)

// short is the label of the rail of runs that ended so.
func (o Outcome) short() string { return [...]string{"", "TO", "MO", "?"}[o] }

// long explains the label.
func (o Outcome) long() string {
	return [...]string{"", "time-out", "memory-out", "no answer"}[o]
}

// railsOf returns the outcomes without an answer among some, each once: each has a rail.
func railsOf(list []Outcome) []Outcome {
	slices.Sort(list)
	list = slices.Compact(list)
	return slices.DeleteFunc(list, func(o Outcome) bool { return o == Answered })
}

// abbreviations explains the labels of rails.
func abbreviations(rails []Outcome) string {
	var list []string
	for _, o := range rails {
		list = append(list, o.short()+": "+o.long())
	}
	return strings.Join(list, ". ") + "."
}

// A Unit is what an axis measures.
type Unit int

const (
	Seconds Unit = iota
	Bytes
	Plain
)

// Format writes a value with three digits and its unit.
func (u Unit) Format(v float64) string { return u.format(v, 3) }

func (u Unit) format(v float64, digits int) string {
	if v == 0 {
		return "0"
	}
	names, scale := []string{""}, 1.0
	switch u {
	case Seconds:
		names, scale = []string{" µs", " ms", " s"}, 1e-6
	case Bytes:
		names, scale = []string{" B", " kB", " MB", " GB", " TB"}, 1
	}
	v /= scale
	i := 0
	// What rounds to 1000 is 1 of the next unit.
	for ; i < len(names)-1 && roundTo(v, digits) >= 1000; i++ {
		v /= 1000
	}
	return strconv.FormatFloat(roundTo(v, digits), 'f', -1, 64) + names[i]
}

// roundTo rounds v to a number of significant digits, and never before the point.
func roundTo(v float64, digits int) float64 {
	places := max(0, digits-1-int(math.Floor(math.Log10(math.Abs(v)))))
	step := math.Pow(10, float64(min(places, 300)))
	return math.Round(v*step) / step
}
