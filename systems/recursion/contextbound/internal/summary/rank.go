// This file defines the order in which places are worked on.

package summary

import "slices"

// rank orders the places: modules behind those that they call, as far as there is no
// recursion, and the places of each in the order of control flow.
func (s *Summaries) rank() {
	seen := make([]bool, len(s.Modules))
	var visit func(m *Module)
	visit = func(m *Module) {
		if seen[m.Index] || m.host != m {
			return
		}
		seen[m.Index] = true
		for _, p := range m.Places {
			for _, c := range p.Calls {
				visit(c.Callee)
			}
		}
		var order []*Place
		found := map[*Place]bool{}
		var follow func(p *Place)
		follow = func(p *Place) {
			if found[p] {
				return
			}
			found[p] = true
			for _, x := range slices.Backward(p.Steps) {
				follow(x.To)
			}
			for _, c := range p.Calls {
				follow(c.To)
			}
			order = append(order, p)
		}
		follow(m.Local[0])
		for _, p := range slices.Backward(order) {
			p.Rank = len(s.Places)
			s.Places = append(s.Places, p)
		}
	}
	for _, m := range s.Modules {
		visit(m)
	}
}
