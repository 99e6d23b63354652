// This file defines questions about nets, and the checks of executions, of states and of covers.

package main

import (
	"fmt"
	"maps"
	"slices"
)

// A question is whether a target can be covered from initial threads and any number more in some local states.
type question struct {
	*net
	initial, target configuration
	any             bag
	bound           int // on live threads, or 0
}

func (q *question) fits(m bag) bool { return q.bound == 0 || m.size() <= q.bound }

func (q *question) checkTrace(states []string) {
	var last configuration
	for i, text := range states {
		c := q.configuration(text)
		ok := q.fits(c.threads)
		if i == 0 {
			ok = ok && c.shared == q.initial.shared && q.initial.threads.below(c.threads)
			for local, n := range c.threads {
				ok = ok && (n == q.initial.threads[local] || q.any[local] > 0)
			}
		} else {
			ok = ok && slices.ContainsFunc(q.from[last.shared], func(e *edge) bool {
				return e.to == c.shared && slices.ContainsFunc(e.after(last.threads, false), func(m bag) bool {
					return maps.Equal(m, c.threads)
				})
			})
		}
		must(ok, "no execution comes to %s", text)
		last = c
	}
	must(len(states) > 0 && last.shared == q.target.shared && q.target.threads.below(last.threads), "the target is not reached")
}

// checkSet checks that states, or what is below a cover, has the initial configurations, and those after each step, but
// not the target. A cover may ignore the bound on threads.
func (q *question) checkSet(c *certificate) {
	cover, set, rows := c.Evidence.Cover != nil, map[string]bool{}, append(c.Evidence.Cover, c.Evidence.States...)
	at := make([][]bag, q.shared)
	for _, r := range rows {
		for _, t := range r.Threads {
			s, m := number(r.Shared, q.shared), q.bag(t)
			at[s], set[fmt.Sprint(s, m)] = append(at[s], m), true
			must(s != q.target.shared || !q.target.threads.below(m), "the target is below %d|%v", s, m)
			must(cover || m.size() < many, "any number of threads: %v", m)
		}
	}
	find := func(s int, m bag) {
		must(!cover && (set[fmt.Sprint(s, m)] || !q.fits(m)) || cover && slices.ContainsFunc(at[s], m.below), "%d|%v is missing", s, m)
	}
	for s := range at {
		for _, m := range at[s] {
			for _, e := range q.from[s] {
				for _, after := range e.after(m, cover) {
					find(e.to, after)
				}
			}
		}
	}
	if cover {
		m := q.initial.threads
		for local := range q.any {
			m = m.plus(local, many)
		}
		find(q.initial.shared, m)
		return
	}
	must(q.bound > 0 || len(q.any) == 0, "no set of states has any number of threads")
	var initial func(m bag, any []int)
	initial = func(m bag, any []int) {
		find(q.initial.shared, m)
		for i, local := range any {
			if more := m.plus(local, 1); q.fits(more) {
				initial(more, any[i:])
			}
		}
	}
	initial(q.initial.threads, slices.Collect(maps.Keys(q.any)))
}
