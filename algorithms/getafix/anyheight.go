// This file defines how context switches are tried where stacks have no bound.

package getafix

import (
	"slices"

	"github.com/ijit/ijit/algorithms/getafix/schedule"
	"github.com/ijit/ijit/bdd/calculus"
)

// anyHeight tries more context switches than were tried before, up to a number, until
// there is an answer (done).
func (c *checker) anyHeight(to int) (done bool, err error) {
	e, err := c.open(SwitchFormula(len(c.base.Threads()), to))
	if err != nil {
		return false, err
	}
	account := account{c: c, e: e}
	for k := c.result.Switches + 1; k <= to; k++ {
		account.start()
		near, err := e.Value(name("Near", k))
		if err != nil {
			return false, err
		}
		reached := false
		if !near.Empty() {
			r, err := e.Value(name("Reached", k))
			if err != nil {
				return false, err
			}
			if reached = !r.Empty(); reached && c.options.Schedule {
				c.result.Schedule = c.tuple(r, k)
			}
		}
		nodes := 0
		if k > 0 {
			runs, err := e.Value(name("Runs", k-1))
			if err != nil {
				return false, err
			}
			nodes = runs.Size()
		}
		account.stop(k, "switches", reached, nodes)
		if reached {
			return true, nil
		}
	}
	return false, nil
}

// tuple returns some tuple of Reached: the threads and the globals of each context.
func (c *checker) tuple(r *calculus.Relation, k int) *schedule.Schedule {
	contexts := make([]schedule.Context, k+1)
	for tuple := range r.All() {
		for i := range contexts {
			contexts[i].Thread = tuple[i].Int()
			contexts[i].Before = slices.Clone(tuple[k+1+i].Bits)
			if i > 0 {
				contexts[i-1].After = contexts[i].Before
			}
		}
		break
	}
	return &schedule.Schedule{Contexts: contexts}
}
