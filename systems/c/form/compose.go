// This file defines edges one after the other.

package form

import (
	"fmt"
	"slices"

	"github.com/ijit/ijit/systems/c/word"
)

// then returns the edge that does what e does and, with nothing in between, what next does. It is nil if next cannot be
// taken behind e. Neither of them may be taken twice in an execution of the result, since their inputs are kept.
func (p *Program) then(e, next *Edge) (*Edge, error) {
	if e.Start >= 0 && next.Start >= 0 {
		return nil, fmt.Errorf("two threads are started in one step")
	}
	t := p.Terms
	after := t.Substitute(e.Writes)
	guard := t.And(e.Guard, after.In(next.Guard))
	if guard == word.False {
		return nil, nil
	}
	r := *e
	r.To, r.Guard, r.Check, r.inside, r.Blocked, r.Access = next.To, guard, None, next.inside, next.Blocked, nil
	r.Parts = append(slices.Clip(e.Parts), next.Parts...)
	r.Points = append(slices.Clip(e.Points), next.Points...)
	r.Defined = t.And(e.Defined, after.In(next.Defined))
	r.Inputs = append(append([]word.Variable(nil), e.Inputs...), next.Inputs...)
	r.Updates, r.Arguments = nil, append([]Update(nil), e.Arguments...)
	reads := false
	next.Terms(func(x word.Term) { reads = reads || t.Reads(x) })
	for _, u := range e.Updates {
		if u.Index != None && reads {
			return nil, fmt.Errorf("an array is written and read in one step")
		}
		if _, again := next.Writes(u.Variable); !again {
			r.Updates = append(r.Updates, u)
		}
	}
	for _, u := range next.Updates {
		u.Value = after.In(u.Value)
		if u.Index != None {
			u.Index = after.In(u.Index)
		}
		r.Updates = append(r.Updates, u)
	}
	if next.Start >= 0 {
		r.Start = next.Start
		for _, u := range next.Arguments {
			u.Value = after.In(u.Value)
			r.Arguments = append(r.Arguments, u)
		}
	}
	if next.Check != None {
		r.Check, r.Updates, r.Origin = after.In(next.Check), nil, next.Origin
	}
	if r.Origin.Text == "" {
		r.Origin = next.Origin
	}
	if r.Loose == "" {
		r.Loose = next.Loose
	}
	return &r, nil
}
