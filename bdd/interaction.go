// This file defines the interaction matrix, which says of most exchanges that no node changes: two
// variables interact if some function that is not part of another one depends on both (Rudell).

package bdd

const (
	// The matrix is made as long as that takes no longer than to look at each node so often,
	// and for so many groups at most.
	interactionWork   = 16
	interactionGroups = 1 << 13
)

// findInteractions makes the matrix, or none if that takes too long or too much memory.
func (s *sifter) findInteractions() {
	m, n := s.m, len(s.groups)
	if n > interactionGroups || !m.affordable(sifterBytes*cap(m.nodes)+n*n/8) {
		return
	}
	numbers := make([]int, len(m.variables))
	for _, g := range s.groups {
		for v := range Var(g.size) {
			numbers[g.first+v] = g.number
		}
	}
	words := (n + 63) / 64
	s.interactions = make([][]uint64, n)
	work := interactionWork * m.used
	for i := 2; i < len(m.nodes); i++ {
		if m.nodes[i].level == freeLevel || s.refs[i] > 0 {
			continue
		}
		support := make([]uint64, words)
		var groups []int
		root := edge(i << 1)
		m.markAll(root, func(i uint32) {
			work--
			if g := numbers[m.nodes[i].level&^mark]; support[g/64]>>(g%64)&1 == 0 {
				support[g/64] |= 1 << (g % 64)
				groups = append(groups, g)
			}
		})
		m.unmarkAll(root)
		for _, g := range groups {
			if s.interactions[g] == nil {
				s.interactions[g] = make([]uint64, words)
			}
			for w, members := range support {
				s.interactions[g][w] |= members
			}
		}
		if work -= len(groups) * words; work < 0 {
			s.interactions = nil
			return
		}
	}
}

// interact reports whether two groups may interact.
func (s *sifter) interact(a, b group) bool {
	if s.interactions == nil {
		return true
	}
	row := s.interactions[a.number]
	return row != nil && row[b.number/64]>>(b.number%64)&1 != 0
}
