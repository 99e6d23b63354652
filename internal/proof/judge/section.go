// This file defines the big step: an atomic section as one step.

package judge

import (
	"errors"

	"github.com/ijit/ijit/parser"
)

// moves yields the outcomes of one visible step of thread i of c, in canonical
// form: the index of the thread that moved is not known any more.
func (r *run) moves(c Config, i int, yield func(outcome) bool) bool {
	if r.entersSection(c.Threads[i]) {
		return r.section(c, i, yield)
	}
	return r.step(c, i, func(o outcome) bool {
		if o.fails != nil {
			return yield(o)
		}
		next, ok := r.settle(o, c.Threads[i])
		return !ok || yield(outcome{next: next})
	})
}

// entersSection reports whether the next step of t is a big step through an
// atomic section.
func (j *Judge) entersSection(t Thread) bool {
	_, begins := j.places[t.PC].op.(*parser.AtomicBegin)
	return j.mode == Big && (begins || j.isInside(t))
}

// maxDive is the longest path that section follows by recursion. What is
// deeper waits until the shallow paths are done, so that no section, however
// large, exhausts the stack.
const maxDive = 10_000

// ErrSection says that there is no answer, because an atomic section is too large to be searched.
var ErrSection = errors.New("an atomic section has too many inner states")

// section yields the outcomes of running thread i of c through an atomic
// section: every configuration just after the section, over all inner paths,
// and every failing assertion. An inner path that is blocked or that never
// leaves the section has no outcome. Only thread i moves, but what it does may
// change the other threads, so the search is over whole configurations. It goes
// depth first, because a check is done as soon as one path is found.
func (r *run) section(c Config, i int, yield func(outcome) bool) bool {
	inner := map[string]bool{} // configurations inside the section
	after := map[string]bool{} // configurations after it
	failed := map[*parser.Stmt]bool{}
	size := 0 // of inner: the thread may call procedures, and start others, without end

	type point struct {
		c Config
		i int
	}
	waiting := []point{{c, i}}
	var arrive func(o outcome, depth int) bool
	dive := func(p point, depth int) bool {
		return r.step(p.c, p.i, func(o outcome) bool { return arrive(o, depth+1) })
	}
	arrive = func(o outcome, depth int) bool {
		if o.fails != nil {
			if failed[o.fails] {
				return true
			}
			failed[o.fails] = true
			return yield(o)
		}
		if o.mover < 0 || !r.isInside(o.next.Threads[o.mover]) {
			next, ok := r.settle(o, c.Threads[i])
			if !ok {
				return true
			}
			if key := next.Key(); !after[key] {
				after[key] = true
				return yield(outcome{next: next})
			}
			return true
		}
		key := string(appendThread(nil, o.next.Threads[o.mover])) + o.next.without(o.mover).Key()
		switch {
		case r.spent():
			return false
		case inner[key]:
			return true
		case r.maxInner > 0 && size >= r.maxInner:
			r.err = ErrSection
			return false
		}
		inner[key] = true
		size += 1 + max(0, len(o.next.Threads[o.mover].Callers)-len(c.Threads[i].Callers)) + max(0, len(o.next.Threads)-len(c.Threads))
		if depth >= maxDive {
			waiting = append(waiting, point{o.next, o.mover})
			return true
		}
		return dive(point{o.next, o.mover}, depth)
	}
	for len(waiting) > 0 {
		p := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		if !dive(p, 0) {
			return false
		}
	}
	return true
}
