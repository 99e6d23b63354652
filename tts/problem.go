// This file defines what is asked of a system: what a search explores and what it looks for.

package tts

import (
	"iter"
	"slices"
)

// A Problem is what to explore and what to look for.
type Problem[K Key] struct {
	System  System[K]
	Initial iter.Seq[Config[K]] // a configuration is valid until the next one
	// InitialAbove, if not nil, returns an initial configuration that covers c, if there is
	// one, with as many threads as c of those that are unboundedly many. So a search backward
	// does not have to go through them all, of which there may be exponentially many.
	InitialAbove func(c Config[K]) (above Config[K], ok bool)
	Target       Target[K]
	// Threads bounds the number of threads alive in a configuration; 0 for no
	// bound. A step that creates one more is blocked.
	Threads uint32
	// Visit, if set, is called for each configuration reached that is not an error state; for
	// one inside an atomic section each time that it is passed. It is valid until Visit
	// returns. Only breadth-first search, surveys and walks of package algorithms call it.
	Visit func(Config[K])
	// All asks not to stop at the first error but to explore everything and to
	// find each property's least depth.
	All bool
	// Enough, if set, returns which local states of a configuration suffice for a step, given how many edges leave
	// each: a persistent set, as package persistent finds. There must be no edges without an active thread. Only
	// surveys and walks look at it: executions are no shortest ones then.
	Enough func(c Config[K], edges []int) []bool
}

// AtMost yields the configurations with at most n threads that x, which may have omegas,
// stands for.
func AtMost[K Key](x Config[K], n uint32) iter.Seq[Config[K]] {
	fixed := Config[K]{Shared: x.Shared}
	var many []K
	for _, y := range x.Locals {
		if y.N == Omega {
			many = append(many, y.Local)
		} else {
			fixed.Locals = append(fixed.Locals, y)
		}
	}
	return func(yield func(Config[K]) bool) {
		var add func(c Config[K], many []K, left uint32) bool
		add = func(c Config[K], many []K, left uint32) bool {
			if len(many) == 0 {
				return yield(c)
			}
			for k := range left + 1 {
				d := c.Clone()
				if k > 0 {
					d.Locals = AddLocal(d.Locals, many[0], k)
				}
				if !add(d, many[1:], left-k) {
					return false
				}
			}
			return true
		}
		if m := fixed.Threads(); m <= n {
			add(fixed, many, n-m)
		}
	}
}

// A Target says what counts as an error.
type Target[K Key] struct {
	// Fails says which edges of kind Fail count; nil for none.
	Fails func(label uint32) bool
	// Cover is for configurations that cover one of these. They are error states:
	// not stored, not counted, and nothing is explored behind them.
	Cover []Config[K]
	// Locals, if there are any, say that it is an error if different threads are at once in
	// such local states, one for each function. The configuration is a state like any other.
	Locals []func(l K) bool
	// Stuck, if set, makes a deadlock an error: a configuration in which no thread can
	// move, one of them in such a local state, in which it has not come to its end. A
	// thread that only the bound on threads keeps from creating another one can move, and
	// so can one at an assertion that fails. Only breadth-first search looks at it. The configuration is a
	// state like any other.
	Stuck func(l K) bool
	// Place, if set, makes a leak an error: a configuration with a thread that is at a place,
	// which depends on its local state, and that no execution from there takes to another
	// one, or to its end; NoPlace is where that is no error. Only breadth-first search looks at it.
	Place func(l K) int
	// Together, if set, makes two different threads at two labels at once an error. At says
	// which labels, numbered from 0, are where a thread in a local state is. Only
	// breadth-first search looks at them.
	Together [][2]int
	// Classes, if set, has the class of each pair, from 0 on: one pair of each class is looked for.
	Classes []int
	At      func(l K) []int
}

// NoPlace is where a thread may stay for ever.
const NoPlace = -1

// Covered reports whether c is an error state.
func (t *Target[K]) Covered(c Config[K]) bool {
	for i := range t.Cover {
		if c.Covers(t.Cover[i]) {
			return true
		}
	}
	return false
}

// Holds reports whether c has threads in local states that are an error together.
func (t *Target[K]) Holds(c Config[K]) bool {
	switch len(t.Locals) {
	case 0:
		return false
	case 1: // without allocation: this is asked about each configuration
		return slices.ContainsFunc(c.Locals, func(x Count[K]) bool { return t.Locals[0](x.Local) })
	}
	return t.Meeting(c, nil) != nil
}

// Meeting returns the threads of c that are an error together, besides those that were
// taken for the first functions; nil if there are none.
func (t *Target[K]) Meeting(c Config[K], taken []K) []K {
	if len(taken) == len(t.Locals) {
		return taken
	}
	for _, x := range c.Locals {
		used := uint32(0)
		for _, l := range taken {
			if l == x.Local {
				used++
			}
		}
		if used < x.N && t.Locals[len(taken)](x.Local) {
			if all := t.Meeting(c, append(taken, x.Local)); all != nil {
				return all
			}
		}
	}
	return nil
}

// Meetings calls visit with each choice of one of some local states for each function.
func (t *Target[K]) Meetings(locals []K, visit func(choice []K) bool) bool {
	lists := make([][]K, len(t.Locals))
	for i, wanted := range t.Locals {
		for _, l := range locals {
			if wanted(l) {
				lists[i] = append(lists[i], l)
			}
		}
	}
	choice := make([]K, len(lists))
	var choose func(i int) bool
	choose = func(i int) bool {
		if i == len(lists) {
			return visit(choice)
		}
		for _, l := range lists[i] {
			choice[i] = l
			if !choose(i + 1) {
				return false
			}
		}
		return true
	}
	return len(lists) == 0 || choose(0)
}

// Deadlocked reports whether c is a deadlock if no thread of it can move.
func (t *Target[K]) Deadlocked(c Config[K]) bool {
	return t.Stuck != nil && slices.ContainsFunc(c.Locals, func(x Count[K]) bool { return t.Stuck(x.Local) })
}
