// This file defines how far a configuration is from the target by the state equation.

package algorithms

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/ijit/ijit/tts"
)

// A potential says how many steps the state equation asks for from a configuration to the
// target, at least: steps may be taken in parts, and threads need not be there yet when
// they are moved. So it is infinite only where the target is out of reach. Local states
// without a bound on their threads have no row, as in [equation]. Row 0 says that the target was
// reached: there is a column for each root, which takes its threads away.
type potential struct {
	*equation
	simplex *simplex
	of      [][]uint32 // by column: the arcs of the steps that it is for
	share   []float64  // by arc: how often the last solution takes it
	used    []uint32   // the arcs of which that is not 0
}

// newPotential returns nil if the equation would be too large.
func newPotential(a *arrivals, initial starts, roots []root, stop func() bool) *potential {
	q := newEquation(a, initial)
	if q == nil {
		return nil
	}
	p := &potential{equation: q, share: make([]float64, len(q.arcs))}
	columns := slices.DeleteFunc(q.columns(), func(c column) bool { return c[0].row == 0 }) // those are no steps
	number := make(map[string]int, len(columns))
	for i, c := range columns {
		number[string(c.text())] = i
	}
	for _, r := range roots {
		q.sum = q.sum[:0]
		q.add(0, 1)
		s := r.shared
		for ; q.pass[s] != noArc; s = q.arcs[q.pass[s]].from {
			q.along(&q.arcs[q.pass[s]])
		}
		q.add(q.shared[s], -1)
		for _, l := range r.threads {
			q.add(q.local[l], -1)
		}
		columns = append(columns, slices.Clone(q.merge()))
	}
	p.of = make([][]uint32, len(columns))
	for i := range q.arcs {
		if q.pass[q.arcs[i].to] != noArc {
			continue
		}
		q.sum = q.sum[:0]
		arcs := slices.Collect(q.chain(uint32(i)))
		if j, ok := number[string(q.merge().text())]; ok {
			p.of[j] = append(p.of[j], arcs...)
		}
	}
	p.simplex = newSimplex(q.rows, columns)
	p.simplex.prices, p.simplex.stop = make([]float64, q.rows), stop
	return p
}

// text returns a column as bytes.
func (c column) text() []byte {
	b := make([]byte, 0, 8*len(c))
	for _, x := range c {
		b = binary.LittleEndian.AppendUint32(b, x.row)
		b = binary.LittleEndian.AppendUint32(b, uint32(x.n))
	}
	return b
}

// steps returns the potential of a configuration whose shared state is not passed by, 0 if
// the equation takes too long, and false if the target is out of reach.
func (p *potential) steps(shared uint32, counts []tts.Count[uint32]) (n int, reachable bool) {
	q := p.equation
	q.sum = q.sum[:0]
	q.add(0, 1)
	q.add(q.shared[shared], -1)
	for _, x := range counts {
		q.add(q.local[x.Local], -int32(x.N)) // there is no row where it is omega
	}
	for _, i := range p.used {
		p.share[i] = 0
	}
	p.used = p.used[:0]
	y, work := p.simplex.infeasible(q.merge(), maxQuestion)
	if y != nil || work >= maxQuestion {
		return 0, y == nil
	}
	sum := 0.0
	for j, x := range p.simplex.solution {
		sum += x
		for _, i := range p.of[j] {
			p.share[i] = max(p.share[i], x)
			p.used = append(p.used, i)
		}
	}
	return int(min(math.Ceil(sum-1e-3), maxPotential)), true
}

// maxPotential bounds what is told apart; a sum that is greater comes of rounding.
const maxPotential = 1 << 16
