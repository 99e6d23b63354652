// This file defines how far a configuration is from the target.

package stateequation

import (
	"iter"
	"math"
)

// A Potential says how many steps the state equation asks for from a configuration to the
// target, at least: steps may be taken in parts, and threads need not be there yet when
// they are moved. So it is infinite only where the target is out of reach. The start stands
// for that the target was reached: there is a column for each root of it, which takes its
// threads away.
type Potential struct{ simplex *simplex }

// NewPotential makes a potential that stop may end.
func NewPotential(rows int, columns []Column, stop func() bool) *Potential {
	return &Potential{newSimplex(rows, columns, newLeastSolution, stop)}
}

// Steps returns how many steps there are to d, 0 if the equation takes too long, and false if
// there are none. solution has each column that is taken, and how often; it is valid until
// the next question.
func (p *Potential) Steps(d Column) (n int, solution iter.Seq2[int32, float64], reachable bool) {
	y, work := p.simplex.infeasible(d, maxQuestion)
	if y != nil || work >= maxQuestion {
		return 0, func(func(int32, float64) bool) {}, y == nil
	}
	sum := 0.0
	for _, x := range p.simplex.solution {
		sum += x
	}
	return int(min(math.Ceil(sum-1e-3), maxPotential)), p.simplex.solution, true
}

// maxPotential bounds what is told apart; a sum that is greater comes of rounding.
const maxPotential = 1 << 16
