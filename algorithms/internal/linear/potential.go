// This file defines how far a configuration is from the target by the state equation.

package linear

import (
	"slices"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/internal/arcs"
	"github.com/ijit/ijit/algorithms/internal/stateequation"
	"github.com/ijit/ijit/tts"
)

// A Potential says how many steps the state equation asks for from a configuration to the
// target ([stateequation.Potential]), and which arcs these are.
type Potential struct {
	*Equation
	*stateequation.Potential
	of    [][]uint32 // by column: the arcs of the steps that it is for
	Share []float64  // by arc: how often the last solution takes it
	used  []uint32   // the arcs of which that is not 0
}

// NewPotential returns nil if the equation would be too large, or it was stopped.
func NewPotential(a *arcs.Arrivals, initial *arcs.Starts, roots []arcs.Root, m *algorithms.Meter) *Potential {
	q := NewEquation(a, initial, m)
	if q == nil {
		return nil
	}
	p := &Potential{Equation: q, Share: make([]float64, len(q.Arcs))}
	isStart := func(c stateequation.Column) bool { return int32(c[0].Row) == stateequation.Start } // those are no steps
	columns := slices.DeleteFunc(q.columns(), isStart)
	number := make(map[string]int, len(columns))
	for i, c := range columns {
		number[string(c.Text())] = i
	}
	for _, r := range roots {
		q.sum.Reset()
		q.sum.Add(stateequation.Start, 1)
		s := r.Shared
		for ; q.Pass[s] != arcs.NoArc; s = q.Arcs[q.Pass[s]].From {
			q.along(&q.Arcs[q.Pass[s]])
		}
		q.sum.Add(q.Shared[s], -1)
		for _, l := range r.Threads {
			q.sum.Add(q.Local[l], -1)
		}
		columns = append(columns, slices.Clone(q.sum.Merge()))
	}
	p.of = make([][]uint32, len(columns))
	for i := range q.Arcs {
		if i%1024 == 0 && m.Stop() {
			return nil
		}
		if q.Pass[q.Arcs[i].To] != arcs.NoArc {
			continue
		}
		q.sum.Reset()
		arcs := slices.Collect(q.chain(uint32(i)))
		if j, ok := number[string(q.sum.Merge().Text())]; ok {
			p.of[j] = append(p.of[j], arcs...)
		}
	}
	p.Potential = stateequation.NewPotential(q.N, columns, m.Stop)
	return p
}

// Steps returns the potential of a configuration whose shared state is not passed by, 0 if
// the equation takes too long, and false if the target is out of reach.
func (p *Potential) Steps(shared uint32, counts []tts.Count[uint32]) (n int, reachable bool) {
	q := p.Equation
	q.sum.Reset()
	q.sum.Add(stateequation.Start, 1)
	q.sum.Add(q.Shared[shared], -1)
	for _, x := range counts {
		q.sum.Add(q.Local[x.Local], -int32(x.N)) // there is no row where it is omega
	}
	for _, i := range p.used {
		p.Share[i] = 0
	}
	p.used = p.used[:0]
	n, solution, reachable := p.Potential.Steps(q.sum.Merge())
	for j, x := range solution {
		for _, i := range p.of[j] {
			p.Share[i] = max(p.Share[i], x)
			p.used = append(p.used, i)
		}
	}
	return n, reachable
}
