// This file defines scales: where a value stands on an axis, and the ticks.

package plot

import "math"

// A tick is a mark on an axis, without a label if it is a minor one.
type tick struct {
	v     float64
	label string
}

// A logScale is a logarithmic axis from lo to hi.
type logScale struct{ lo, hi float64 }

// newLogScale returns a scale for the positive ones of some values, with some room at
// both ends. Its ends are 1, 2 or 5 times a power of ten.
func newLogScale(values []float64) logScale {
	lo, hi := math.Inf(1), 0.0
	const room = 1.1
	for _, v := range values {
		if v > 0 && !math.IsInf(v, 0) {
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	if hi == 0 {
		lo, hi = 0.1, 1
	}
	s := logScale{roundDown(lo / room), roundUp(hi * room)}
	if s.hi < s.lo*10 { // a decade at least
		s.hi = roundUp(s.lo * 10)
	}
	return s
}

// roundDown returns the greatest of 1, 2 and 5 times a power of ten that is not
// above v.
func roundDown(v float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(v)))
	for _, m := range []float64{10, 5, 2} {
		if x := m * power; x <= v*(1+1e-9) {
			return x
		}
	}
	return power
}

// roundUp returns the least of 1, 2 and 5 times a power of ten that is not below v.
func roundUp(v float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(v)))
	for _, m := range []float64{1, 2, 5} {
		if x := m * power; x >= v*(1-1e-9) {
			return x
		}
	}
	return 10 * power
}

// at returns where v stands: 0 at the beginning of the axis, 1 at its end.
func (s logScale) at(v float64) float64 {
	v = min(max(v, s.lo), s.hi)
	return math.Log(v/s.lo) / math.Log(s.hi/s.lo)
}

// ticks returns the ticks. Powers of ten have a label; on a short axis 2 and 5 times
// them as well.
func (s logScale) ticks(u Unit) []tick {
	var list []tick
	short := s.hi < s.lo*200
	first := int(math.Floor(math.Log10(s.lo) + 1e-9))
	for e := first; math.Pow(10, float64(e)) <= s.hi*(1+1e-9); e++ {
		for m := 1; m < 10; m++ {
			v := float64(m) * math.Pow(10, float64(e))
			if v < s.lo*(1-1e-9) || v > s.hi*(1+1e-9) {
				continue
			}
			t := tick{v: v}
			if m == 1 || short && (m == 2 || m == 5) {
				t.label = u.format(v, 1)
			}
			list = append(list, t)
		}
	}
	return list
}

// A linearScale is an axis from lo to hi.
type linearScale struct{ lo, hi float64 }

func (s linearScale) at(v float64) float64 { return (v - s.lo) / (s.hi - s.lo) }

// ticks returns about n ticks at whole numbers.
func (s linearScale) ticks(n int) []tick {
	step := max(1, roundUp((s.hi-s.lo)/float64(n)))
	var list []tick
	for v := math.Ceil(s.lo/step) * step; v <= s.hi; v += step {
		list = append(list, tick{v, Plain.Format(v)})
	}
	return list
}
