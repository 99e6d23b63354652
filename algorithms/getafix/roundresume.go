// This file defines how threads go on after an interruption, in summaries over several
// rounds.

package getafix

import (
	"slices"

	"github.com/ijit/ijit/bdd"
)

// resume lets a thread go on after an interruption.
func (r *roundSummaries) resume(p *roundPlace, d int, set bdd.Node) {
	m := p.module
	set = r.m.Rename(set, r.m.NewRenaming(pick(r.now.Globals, m.own), pick(r.ends[2*d], m.own)))
	set = r.wanted(m, d+1, set)
	r.add(p, d+1, r.m.And(set, r.equal(r.now.Globals, r.ends[2*d+1], m.own)))
}

// wanted restricts a set to those interruptions of which number d can have been.
func (r *roundSummaries) wanted(m *roundModule, d int, set bdd.Node) bdd.Node {
	before := min(d, r.memory)
	return r.m.And(set, r.shift(m.wants[before], 2*before, 2*(d-before)))
}

// loosely is how much of what its parts say a relation between ends says that is
// replaced by its parts.
const loosely = 0.75

// loosen returns what a relation between the first n ends says of each of them, if it
// says little more: measured by the logarithms of the numbers of their values. Summaries
// need not be exact (runs are), and where globals at the ends have little to do with each
// other, the rest of that makes diagrams large.
func (r *roundSummaries) loosen(want bdd.Node, n int) bdd.Node {
	var all []bdd.Var
	for _, e := range r.ends[:n] {
		all = append(all, pick(e, r.used)...)
	}
	set := r.m.NewVarSet(all...)
	bits := func(f bdd.Node, set bdd.VarSet) float64 {
		if count := r.m.Count(f, set); count != nil {
			return float64(count.BitLen())
		}
		return 0
	}
	parts, sum := bdd.True, 0.0
	for _, e := range r.ends[:n] {
		own := r.m.NewVarSet(pick(e, r.used)...)
		part := r.m.Exists(want, r.m.Minus(set, own))
		parts, sum = r.m.And(parts, part), sum+bits(part, own)
	}
	if want != bdd.False && bits(want, set) >= loosely*sum {
		return parts
	}
	return want
}

// resumeAll lets all threads go on that can in the next context.
func (r *roundSummaries) resumeAll() {
	wants := slices.Clone(r.wants)
	for d := range wants {
		wants[d] = r.loosen(wants[d], 2*d)
	}
	for _, m := range r.modules {
		var rest []bdd.Var
		for _, e := range r.ends {
			rest = append(rest, pick(e, m.rest)...)
		}
		gone := r.m.NewVarSet(rest...)
		for d, want := range wants {
			m.wants[d] = r.m.Exists(want, gone)
		}
	}
	for _, p := range r.places {
		before := p.before
		p.before = slices.Clone(p.states)
		for d, set := range before[:r.most] {
			if p.resumes && set != bdd.False {
				r.resume(p, d, set)
			}
		}
		r.m.SafePoint(before...)
	}
}
