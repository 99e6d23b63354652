// This file defines what an assignment can result in: for the thread that
// executes it and, if it is a passive one, for the others.

package judge

import "github.com/ijit/ijit/parser"

// assign executes x1..xk := e1..ek constrain C. Targets v$ concern the other
// threads of the procedure, each of which chooses on its own.
func (r *run) assign(c Config, i int, here *place, op *parser.Assign, yield func(outcome) bool) bool {
	self := c.Threads[i]
	sc := scope{shared: c.Shared, locals: self.Locals}
	shared, locals := current(c.Shared), current(self.Locals)
	passive := false
	for k, ref := range op.Lhs {
		switch {
		case ref.Var == nil: // _ discards
		case ref.Passive:
			passive = true
		case ref.Var.Proc == nil:
			shared[ref.Var.Index] = eval(op.Rhs[k], &sc)
		default:
			locals[ref.Var.Index] = eval(op.Rhs[k], &sc)
		}
	}
	each := passive && op.Constrain != nil && mentionsPassive(op.Constrain) // C speaks of each passive thread
	return r.results(shared, locals, here.next, func(nextShared, nextLocals []bool) bool {
		sc := sc
		sc.nextShared, sc.nextLocals = nextShared, nextLocals
		if op.Constrain != nil && !each && !eval(op.Constrain, &sc).has(true) {
			return true
		}
		next := c.with(i, Thread{here.next, nextLocals})
		next.Shared = nextShared
		if !passive {
			return yield(outcome{next: next, mover: i})
		}
		return r.others(next, i, r.passiveChoices(c, i, here, op, sc, each), yield)
	})
}

// forget executes dead x1..xk: the variables take any values.
func (r *run) forget(c Config, i int, here *place, vars []*parser.Ref, yield func(outcome) bool) bool {
	shared, locals := current(c.Shared), current(c.Threads[i].Locals)
	for _, ref := range vars {
		switch {
		case ref.Var == nil:
		case ref.Var.Proc == nil:
			shared[ref.Var.Index] = any01
		default:
			locals[ref.Var.Index] = any01
		}
	}
	return r.results(shared, locals, here.next, func(nextShared, nextLocals []bool) bool {
		next := c.with(i, Thread{here.next, nextLocals})
		next.Shared = nextShared
		return yield(outcome{next: next, mover: i})
	})
}

// current returns, for each variable, the set of its value alone.
func current(values []bool) []set {
	sets := make([]set, len(values))
	for k, v := range values {
		sets[k] = only(v)
	}
	return sets
}

// results yields each pair of valuations out of the sets: what the executing
// thread sees after it has moved to next.
func (r *run) results(shared, locals []set, next int, yield func(nextShared, nextLocals []bool) bool) bool {
	var firstShared, firstLocals []bool
	if r.want != nil {
		if !r.wantMover(shared, locals, next) {
			return true
		}
		firstShared, firstLocals = r.want.shared, r.want.locals
	}
	return r.product(shared, firstShared, func(g []bool) bool {
		return r.product(locals, firstLocals, func(l []bool) bool {
			return yield(g, l)
		})
	})
}

// passiveChoices returns for each thread of c the locals it can have after a
// passive assignment whose result for the active thread i is in sc; nil for
// the threads that it does not concern.
func (r *run) passiveChoices(c Config, i int, here *place, op *parser.Assign, sc scope, each bool) [][][]bool {
	choices := make([][][]bool, len(c.Threads))
	for k, t := range c.Threads {
		if k == i || r.places[t.PC].proc != here.proc {
			continue
		}
		sc.passive = t.Locals
		values := current(t.Locals)
		for m, ref := range op.Lhs {
			if ref.Passive && ref.Var != nil {
				values[ref.Var.Index] = eval(op.Rhs[m], &sc)
			}
		}
		choices[k] = [][]bool{} // concerned, even if nothing survives
		for _, values := range r.wantOther(values, here.proc, here.next) {
			r.product(values, nil, func(after []bool) bool {
				sc.nextPassive = after
				if !each || eval(op.Constrain, &sc).has(true) {
					choices[k] = append(choices[k], after)
				}
				return true
			})
		}
	}
	return choices
}

// others yields next with each combination of what the passive threads choose.
// If one of them has no choice left there is none.
func (r *run) others(next Config, i int, choices [][][]bool, yield func(outcome) bool) bool {
	for k, choice := range choices {
		if choice == nil {
			continue
		}
		rest := append([][][]bool(nil), choices...)
		rest[k] = nil
		for _, locals := range choice {
			if !r.others(next.with(k, Thread{next.Threads[k].PC, locals}), i, rest, yield) {
				return false
			}
		}
		return true
	}
	return yield(outcome{next: next, mover: i})
}

// product yields every valuation that takes each variable from its set, a new
// slice each. Where both values are possible that of first, if given, is tried
// before the other.
func (r *run) product(sets []set, first []bool, yield func([]bool) bool) bool {
	values := make([]bool, len(sets))
	var free []int
	for k, s := range sets {
		switch {
		case s == 0:
			return true
		case s == any01:
			values[k] = first != nil && first[k]
			free = append(free, k)
		default:
			values[k] = s == one
		}
	}
	if len(free) == 0 {
		return !r.spent() && yield(values)
	}
	start := append([]bool(nil), values...)
	for {
		if r.spent() || !yield(append([]bool(nil), values...)) {
			return false
		}
		// Count: flip the variables that have had both their values back, and the
		// next one over.
		k := 0
		for k < len(free) && values[free[k]] != start[free[k]] {
			values[free[k]] = start[free[k]]
			k++
		}
		if k == len(free) {
			return true
		}
		values[free[k]] = !values[free[k]]
	}
}
