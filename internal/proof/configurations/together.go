// This file defines which two threads may be at once.

package configurations

import (
	"slices"

	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/internal/proof"
)

// A together has, for each local state, those in which another thread may be at once.
// It is symmetric.
type together struct {
	beside []*bitset.BitSet // nil for none
}

// newTogether reads, for each of the local states, the number of the list of those
// beside which a thread there may be.
func newTogether(locals bag, numbers []int, lists []list) (*together, error) {
	if numbers == nil {
		return nil, nil
	}
	if len(numbers) != len(locals) {
		return nil, proof.Reject("%d local states have %d lists of others beside them", len(locals), len(numbers))
	}
	t := &together{make([]*bitset.BitSet, len(locals))}
	for i, l := range locals {
		n := numbers[i]
		if n < 0 || n >= len(lists) {
			return nil, proof.Reject("there is no list %d", n)
		}
		if l >= len(t.beside) {
			t.beside = append(t.beside, make([]*bitset.BitSet, l+1-len(t.beside))...)
		}
		t.beside[l] = lists[n].set
	}
	for _, l := range locals {
		for k := range t.beside[l].EachSet() {
			if !t.with(int(k), l) {
				return nil, proof.Reject("of two local states one may be beside the other, but not the other way round")
			}
		}
	}
	return t, nil
}

// with reports whether threads in x and y may be at once.
func (t *together) with(x, y int) bool {
	return x < len(t.beside) && t.beside[x] != nil && t.beside[x].Test(uint(y))
}

// apart reports whether two of the threads may not be at once.
func (t *together) apart(threads bag) bool {
	if t == nil {
		return false
	}
	for i, x := range threads {
		if slices.ContainsFunc(threads[i+1:], func(y int) bool { return !t.with(x, y) }) {
			return true
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
			if (k > 0 || a.n > 1) && !t.with(a.local, b.local) {
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
	var who bag
	var after [][]int
	for _, x := range e.beside(s, movers, makes, r) {
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
					if from := union(movers, bag{x, who[j]}); !to.with(k, l) && e.has(s, from) {
						return e.leads(s, from, r, union(makes, bag{k, l}))
					}
				}
			}
		}
	}
	return e.ctx.Err()
}

// beside returns the local states in which there may be bystanders of a step that have to
// be looked at. If they stay and the shared state does, those that may be beside all of
// makes need not.
func (e *excluding) beside(s int, movers, makes bag, r *rule) bag {
	from, to := e.sets[s], e.sets[r.to].together
	set := from.within
	if from.together != nil {
		for _, l := range movers {
			set = set.Intersection(from.together.beside[l])
		}
	}
	if r.others == none && s == r.to {
		fine := set
		for _, l := range makes {
			fine = fine.Intersection(to.beside[l])
		}
		set = set.Difference(fine)
	}
	var list bag
	for l := range set.EachSet() {
		list = append(list, int(l))
	}
	return list
}
