// This file defines the check of linear constraints.

package configurations

import "github.com/ijit/ijit/internal/proof"

// A weighting is a constraint that configurations keep: the weight of the shared state
// and those of all threads make up at most a bound. Local states weigh nothing or more,
// so that whatever has fewer threads keeps it, too. It is inductive by itself, if no step
// increases the weight.
type weighting struct {
	shared, local map[int]int
	most          int
}

// maxWeight keeps sums from overflowing.
const maxWeight = 1 << 31

func weightings(sys system, list []proof.Linear) ([]weighting, error) {
	read := func(texts map[string]int, least int, number func(string) (int, error)) (map[int]int, error) {
		weights := map[int]int{}
		for text, w := range texts {
			x, err := number(text)
			switch {
			case err != nil:
				return nil, err
			case w < least || w > maxWeight:
				return nil, proof.Reject("a state cannot weigh %d", w)
			}
			weights[x] = w
		}
		return weights, nil
	}
	var all []weighting
	for _, x := range list {
		w := weighting{most: x.Most}
		var err error
		if w.most > maxWeight {
			return nil, proof.Reject("a constraint cannot allow a weight of %d", w.most)
		}
		if w.shared, err = read(x.Shared, -maxWeight, sys.shared); err != nil {
			return nil, err
		}
		if w.local, err = read(x.Locals, 0, sys.local); err != nil {
			return nil, err
		}
		all = append(all, w)
	}
	return all, nil
}

// of returns the weight of a configuration, many if it is not bounded.
func (w *weighting) of(c config) int {
	sum := w.shared[c.shared]
	for _, x := range c.threads {
		switch n := w.local[x.local]; {
		case n > 0 && x.n > maxWeight:
			return many
		case n > 0:
			sum += n * min(x.n, maxWeight/n+1)
		}
	}
	return sum
}

// tooHeavy reports whether few threads break a constraint, and with them whatever has
// more.
func (e *excluding) tooHeavy(s int, threads bag) bool {
	for i := range e.weightings {
		w := &e.weightings[i]
		sum := w.shared[s]
		for _, l := range threads {
			sum += w.local[l]
		}
		if sum > w.most {
			return true
		}
	}
	return false
}

// increases checks that a step does not increase a weight, wherever other threads are.
func (e *excluding) increases(s int, movers bag, r *rule) error {
	for i := range e.weightings {
		w := &e.weightings[i]
		before, after := w.shared[s], w.shared[r.to]
		for _, l := range movers {
			before += w.local[l]
		}
		for _, l := range r.makes {
			after += w.local[l]
		}
		if after > before {
			return proof.Reject("constraint %d is not kept: the step at %s from %s adds %d to its weight",
				i, r.at, e.show(s, movers), after-before)
		}
		if r.others == none {
			continue
		}
		for _, l := range e.sets[s].locals {
			to, err := r.moves(l)
			if err != nil {
				return err
			}
			for _, k := range to {
				if w.local[k] > w.local[l] {
					return proof.Reject("constraint %d is not kept: the step at %s takes another thread from %s to %s, which weighs more",
						i, r.at, e.sys.localText(l), e.sys.localText(k))
				}
			}
		}
	}
	return nil
}
