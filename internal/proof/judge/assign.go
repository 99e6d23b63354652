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
	return r.results(shared, locals, self.at(here.next), func(nextShared []bool, moved Thread) bool {
		sc := sc
		sc.nextShared, sc.nextLocals = nextShared, moved.Locals
		if op.Constrain != nil && !each && !eval(op.Constrain, &sc).has(true) {
			return true
		}
		next := c.with(i, moved)
		next.Shared = nextShared
		if !passive {
			return yield(outcome{next: next, mover: i})
		}
		return r.others(next, i, r.passiveChoices(next, i, here.proc, op, sc, each), yield)
	})
}

// forget executes dead x1..xk: the variables take any values.
func (r *run) forget(c Config, i int, here *place, vars []*parser.Ref, yield func(outcome) bool) bool {
	self := c.Threads[i]
	shared, locals := current(c.Shared), current(self.Locals)
	for _, ref := range vars {
		switch {
		case ref.Var == nil:
		case ref.Var.Proc == nil:
			shared[ref.Var.Index] = any01
		default:
			locals[ref.Var.Index] = any01
		}
	}
	return r.results(shared, locals, self.at(here.next), func(nextShared []bool, moved Thread) bool {
		next := c.with(i, moved)
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

// results yields each pair of valuations out of the sets: the shared variables,
// and to with the locals of the procedure that the thread then executes.
func (r *run) results(shared, locals []set, to Thread, yield func(nextShared []bool, moved Thread) bool) bool {
	var firstShared, firstLocals []bool
	if r.want != nil {
		if !r.wantMover(shared, locals, to) {
			return true
		}
		firstShared = r.want.shared
		if r.want.proc == r.places[to.PC].proc {
			firstLocals = r.want.locals
		}
	}
	return r.product(shared, firstShared, func(g []bool) bool {
		return r.product(locals, firstLocals, func(l []bool) bool {
			to.Locals = l
			return yield(g, to)
		})
	})
}

// A passive is a frame of another thread that a passive assignment concerns, with
// the locals that it can have afterwards.
type passive struct {
	thread, frame int
	choices       [][]bool
}

// passiveChoices returns what a passive assignment in p can do to the threads of c
// other than i: to each frame of p on its own, whether it is being executed or
// waits for a call to return. The results for thread i are in c and sc.
func (r *run) passiveChoices(c Config, i int, p *parser.Proc, op *parser.Assign, sc scope, each bool) []passive {
	var all []passive
	for k, t := range c.Threads {
		if k == i {
			continue
		}
		for m, f := range t.frames() {
			if r.places[f.PC].proc != p {
				continue
			}
			sc.passive = f.Locals
			values := current(f.Locals)
			for n, ref := range op.Lhs {
				if ref.Passive && ref.Var != nil {
					values[ref.Var.Index] = eval(op.Rhs[n], &sc)
				}
			}
			concerned := passive{thread: k, frame: m}
			for _, values := range r.wantOther(values, p, c.Threads[i]) {
				r.product(values, nil, func(after []bool) bool {
					sc.nextPassive = after
					if !each || eval(op.Constrain, &sc).has(true) {
						concerned.choices = append(concerned.choices, after)
					}
					return true
				})
			}
			all = append(all, concerned)
		}
	}
	return all
}

// others yields next with each combination of what the passive threads choose.
// If one of them has no choice left there is none.
func (r *run) others(next Config, i int, rest []passive, yield func(outcome) bool) bool {
	if len(rest) == 0 {
		return yield(outcome{next: next, mover: i})
	}
	p := rest[0]
	for _, locals := range p.choices {
		if !r.others(next.with(p.thread, next.Threads[p.thread].withLocals(p.frame, locals)), i, rest[1:], yield) {
			return false
		}
	}
	return true
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
