// This file defines which two threads may be at once.

package certificate

// A together has the pairs of local states in which two threads may be at once.
type together struct {
	pairs map[[2]int]bool // both ways round
	with  map[int]bag     // by one of the two, the other
}

func newTogether(sys system, list []string) (*together, error) {
	t := &together{map[[2]int]bool{}, map[int]bag{}}
	for _, text := range list {
		pair, err := bagOf(sys, text)
		if err != nil {
			return nil, err
		}
		if len(pair) != 2 {
			return nil, rejected("%q are not two threads", text)
		}
		x, y := pair[0], pair[1]
		if t.pairs[[2]int{x, y}] {
			continue
		}
		t.pairs[[2]int{x, y}], t.pairs[[2]int{y, x}] = true, true
		t.with[x] = append(t.with[x], y)
		if x != y {
			t.with[y] = append(t.with[y], x)
		}
	}
	return t, nil
}

// apart reports whether two of the threads may not be at once.
func (t *together) apart(threads bag) bool {
	if t == nil {
		return false
	}
	for i, x := range threads {
		for _, y := range threads[i+1:] {
			if !t.pairs[[2]int{x, y}] {
				return true
			}
		}
	}
	return false
}

// apartIn returns two of the threads that may not be at once, if there are.
func (t *together) apartIn(threads []count) (x, y int, apart bool) {
	if t == nil {
		return 0, 0, false
	}
	for i, a := range threads {
		for k, b := range threads[i:] {
			if (k > 0 || a.n > 1) && !t.pairs[[2]int{a.local, b.local}] {
				return a.local, b.local, true
			}
		}
	}
	return 0, 0, false
}

// pairs checks that a step in which the movers become makes does not bring together
// two threads that may not be at once, one or both of them bystanders; moves says where
// a bystander can go, and stays, if not nil, which there can be.
func (e *excluding) pairs(s int, movers, makes bag, r *rule, stays func(int) bool, moves func(int) ([]int, error)) error {
	to := e.sets[r.to].together
	if to == nil {
		return nil
	}
	beside := e.sets[s].locals
	if t := e.sets[s].together; t != nil && len(movers) > 0 {
		beside = t.with[movers[0]]
	}
	var who bag
	var after [][]int
	for _, x := range beside {
		from := union(movers, bag{x})
		if stays != nil && !stays(x) || !e.has(s, from) {
			continue
		}
		goes, err := moves(x)
		if err != nil {
			return err
		}
		for _, k := range goes {
			if end := union(makes, bag{k}); to.apart(end) {
				return e.leads(s, from, r, end)
			}
		}
		who, after = append(who, x), append(after, goes)
	}
	if r.others == none && s == r.to {
		return nil // two bystanders are where they were
	}
	for i, x := range who {
		for j := i; j < len(who); j++ {
			for _, k := range after[i] {
				for _, l := range after[j] {
					if from := union(movers, bag{x, who[j]}); !to.pairs[[2]int{k, l}] && e.has(s, from) {
						return e.leads(s, from, r, union(makes, bag{k, l}))
					}
				}
			}
		}
	}
	return e.ctx.Err()
}
