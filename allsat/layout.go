// This file defines layout, which moves groups of variables between a valuation and a
// small number.

package allsat

import (
	"math/bits"
	"slices"
)

// A layout says where in a valuation the bits of a small number lie. Variables
// that are neighbours in both move together: programs number their variables
// densely, so the usual layout is one or two runs and costs as many shifts.
type layout []run

type run struct {
	word       int
	mask       uint64 // as many ones as there are bits, at the low end
	shift, pos uint8  // of the lowest bit: within the word, within the number
}

// newLayout returns the layout that puts vars[i] at bit i.
func newLayout(vars []int) layout {
	var l layout
	for i, v := range vars {
		word, shift := v/64, uint8(v%64)
		if n := len(l); n > 0 {
			last := &l[n-1]
			width := uint8(bits.OnesCount64(last.mask))
			if last.word == word && last.shift+width == shift {
				last.mask = last.mask<<1 | 1
				continue
			}
		}
		l = append(l, run{word: word, mask: 1, shift: shift, pos: uint8(i)})
	}
	return slices.Clip(l)
}

// gather reads the number from a valuation.
func (l layout) gather(val []uint64) uint64 {
	var x uint64
	for i := range l {
		r := &l[i]
		x |= val[r.word] >> (r.shift & 63) & r.mask << (r.pos & 63)
	}
	return x
}

// scatter writes the number into a valuation.
func (l layout) scatter(val []uint64, x uint64) {
	for i := range l {
		r := &l[i]
		s := r.shift & 63
		w := &val[r.word]
		*w = *w&^(r.mask<<s) | x>>(r.pos&63)&r.mask<<s
	}
}
