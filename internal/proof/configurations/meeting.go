// This file defines targets that are threads at labels.

package configurations

import (
	"slices"

	"github.com/ijit/ijit/internal/proof/judge"
)

// roles returns for each thread of the target in which local states it is.
func (p *Program) roles() []func(l int) bool {
	var list []func(l int) bool
	for _, at := range p.Meeting {
		list = append(list, func(l int) bool { return at[p.locals.all[l].PC] })
	}
	return list
}

// meets reports whether different threads have all roles.
func meets(threads []count, roles []func(l int) bool) bool {
	if len(roles) == 0 {
		return true
	}
	for _, x := range threads {
		if roles[0](x.local) && meets(plus(threads, x.local, -1), roles[1:]) {
			return true
		}
	}
	return false
}

// meeting looks for threads of some local states in all roles, and returns the first choice
// that is wrong.
func meeting(locals []int, roles []func(l int) bool, wrong func(bag) bool) (bag, bool) {
	var choose func(chosen bag) (bag, bool)
	choose = func(chosen bag) (bag, bool) {
		if len(chosen) == len(roles) {
			all := slices.Sorted(slices.Values(chosen))
			return all, wrong(all)
		}
		for _, l := range locals {
			if roles[len(chosen)](l) {
				if b, found := choose(append(chosen, l)); found {
					return b, true
				}
			}
		}
		return nil, false
	}
	if len(roles) == 0 {
		return nil, false
	}
	return choose(nil)
}

// metBy reports whether different threads of a configuration are at the labels.
func (p *Program) metBy(threads []judge.Thread, labels []map[int]bool) bool {
	if len(labels) == 0 {
		return true
	}
	for i, t := range threads {
		if labels[0][t.PC] && p.metBy(slices.Delete(slices.Clone(threads), i, i+1), labels[1:]) {
			return true
		}
	}
	return false
}
