// This file defines what of steps others could see before steps were put together.

package form

import "github.com/ijit/ijit/systems/c/word"

// A Point is what a step does that a scheduler sees: it accesses what threads share, starts a thread, or takes a value from
// outside.
type Point struct {
	Origin        Origin
	Reads, Writes bool // of what threads share
	Start         bool
	Input         word.Variable // -1 for none
}

// Mark gives each edge its points, which stay when edges are put together, and when what they are about is left out.
func (p *Program) Mark() {
	o := p.Owners()
	for _, e := range p.Edges() {
		at := Point{Origin: e.Origin, Start: e.Start >= 0, Input: -1}
		e.Terms(func(x word.Term) {
			p.Terms.Variables(x, func(v word.Variable) { at.Reads = at.Reads || o.Of(v) == Shared })
		})
		at.Writes = p.visible(e, o)
		if len(e.Inputs) > 0 {
			at.Input = e.Inputs[0]
		}
		if e.Check == None && (at.Reads || at.Writes || at.Start || at.Input >= 0) {
			e.Points = []Point{at}
		}
	}
}
