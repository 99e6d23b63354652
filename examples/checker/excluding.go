// This file defines the check of what excludes configurations: lists, multisets and linear constraints.

package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A place is what is said of a shared state.
type place struct {
	list     []int
	in       []bool
	together map[int][]bool   // nil if all may be
	excluded map[[2]int][]bag // by the least and the greatest local state of each, or -1 and -1
}

var none = [2]int{-1, -1}

// A linear constraint says that the weights of the shared state and of all threads add up to at most so much.
type linear struct {
	shared, threads map[int]int
	most            int
}

type invariant struct {
	question
	places []*place // nil for what the one step to the shared state leads to
	steps  []*edge  // to those
	linear []linear
	near   []map[int]bool // for each shared state that can occur the local states that may, and -1
}

// invariant reads which configurations are excluded.
func (q *question) invariant(c *certificate) *invariant {
	v := &invariant{*q, make([]*place, q.shared), make([]*edge, q.shared), nil, make([]map[int]bool, q.shared)}
	var lists [][]int
	var ins [][]bool
	for _, text := range c.Evidence.Lists {
		list, in := []int{}, make([]bool, q.locals)
		for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' }) {
			local := number(word, q.locals)
			must(!in[local], "%d is twice in a list", local)
			list, in[local] = append(list, local), true
		}
		lists, ins = append(lists, list), append(ins, in)
	}
	weights := func(words map[string]int, limit int) map[int]int {
		all := map[int]int{}
		for word, n := range words {
			must(-large < n && n < large, "%d is too large", n)
			all[number(word, limit)] = n
		}
		return all
	}
	for _, l := range c.Evidence.Linear {
		must(-large < l.Most && l.Most < large, "%d is too large", l.Most)
		v.linear = append(v.linear, linear{weights(l.Shared, q.shared), weights(l.Locals, q.locals), l.Most})
	}
	for _, e := range c.Evidence.Excluding {
		must(0 <= e.Locals && e.Locals < len(lists), "there is no list %d", e.Locals)
		p := &place{list: lists[e.Locals], in: ins[e.Locals], excluded: map[[2]int][]bag{}}
		if e.Together != nil {
			must(len(e.Together) == len(p.list), "together should be as long as the list %d", e.Locals)
			p.together = map[int][]bool{}
			for i, k := range e.Together {
				must(0 <= k && k < len(lists), "there is no list %d", k)
				p.together[p.list[i]] = ins[k]
			}
		}
		for _, text := range e.Excluded {
			m, at := q.bag(text), none
			must(m.size() < many, "%s has any number of threads", text)
			if len(m) > 0 {
				locals := slices.Collect(maps.Keys(m))
				at = [2]int{slices.Min(locals), slices.Max(locals)}
			}
			p.excluded[at] = append(p.excluded[at], m)
		}
		for _, text := range e.Shared {
			s := number(text, q.shared)
			must(v.places[s] == nil, "shared state %d is listed twice", s)
			v.places[s] = p
		}
	}
	v.follow()
	return v
}

// follow finds what can occur in which shared states: near. Where that is one that is not listed, the step there gives
// it the weights with which no constraint changes.
func (v *invariant) follow() {
	var work []int
	for s, p := range v.places {
		v.near[s] = map[int]bool{}
		if p != nil {
			v.near[s][-1] = true
			for _, local := range p.list {
				v.near[s][local] = true
			}
			work = append(work, s)
		}
	}
	for ; len(work) > 0; work = work[1:] {
		for _, e := range v.from[work[0]] {
			same := e.from == e.to && len(e.moves) == 0 && maps.Equal(bag{}.plus(e.active, 1), e.gives()) // changes nothing
			if v.places[e.from] != nil && v.places[e.to] != nil || same || !v.occurs(e) {
				continue
			}
			must(len(e.moves)+len(e.blocks) == 0, "shared state %d or %d is not listed, and a step there asks for others", e.from, e.to)
			if v.places[e.to] != nil {
				continue
			}
			if v.steps[e.to] != nil {
				must(v.chain(e) == v.chain(v.steps[e.to]), "shared state %d is not listed, and several steps lead there", e.to)
				continue
			}
			for _, l := range v.linear {
				l.shared[e.to] = l.shared[e.from] + l.threads[e.active] - l.threads[e.next] - l.threads[e.child]
			}
			maps.Copy(v.near[e.to], v.near[e.from])
			v.near[e.to][-1], v.near[e.to][e.next], v.near[e.to][e.child] = true, true, true
			v.steps[e.to], work = e, append(work, e.to)
		}
	}
}

// chain says what steps from a listed shared state do, of which e is the last: which threads they take, and give.
func (v *invariant) chain(e *edge) string {
	takes, gives := bag{}.plus(e.active, 1), e.gives()
	s := e.from
	for ; v.places[s] == nil; s = v.steps[s].from {
		for local, n := range v.steps[s].gives() {
			used := min(n, takes[local])
			takes, gives = takes.plus(local, -used), gives.plus(local, n-used)
		}
		takes = takes.plus(v.steps[s].active, 1)
	}
	return fmt.Sprint(s, takes, gives)
}

// gives returns what becomes of the active thread.
func (e *edge) gives() bag { return bag{}.plus(e.next, 1).plus(e.child, 1) }

// occurs reports whether an edge can be a step.
func (v *invariant) occurs(e *edge) bool { return !v.excludes(e.from, bag{}.plus(e.active, 1)) }

// excludes reports whether nothing with the threads of b is possible in a shared state.
func (v *invariant) excludes(s int, b bag) bool {
	for {
		far := !v.near[s][-1]
		for local := range b {
			far = far || !v.near[s][local]
		}
		if far || v.places[s] != nil {
			return far || v.places[s].excludes(b) || slices.ContainsFunc(v.linear, func(l linear) bool { return l.excludes(s, b, v.near[s]) })
		}
		b, s = v.steps[s].before(b)[0], v.steps[s].from
	}
}

// excludes reports whether threads weigh too much, whatever others there are of some.
func (l *linear) excludes(s int, b bag, others map[int]bool) bool {
	for local, n := range l.threads {
		if n < 0 && others[local] {
			return false
		}
	}
	return l.shared[s]+b.sum(l.threads) > l.most
}

func (p *place) excludes(b bag) bool {
	below := func(m bag) bool { return m.below(b) }
	for a, n := range b {
		if n > 1 && p.apart(a, a) {
			return true
		}
		for c := range b {
			if a != c && p.apart(a, c) || slices.ContainsFunc(p.excluded[[2]int{a, c}], below) {
				return true
			}
		}
	}
	return len(p.excluded[none]) > 0
}

func (p *place) apart(a, b int) bool {
	return p.together != nil && !(p.together[a][b] && p.together[b][a])
}

// least yields the least multisets that are not possible.
func (p *place) least(yield func(bag)) {
	for local, in := range p.in {
		if !in {
			yield(bag{local: 1})
		}
	}
	for i, a := range p.list {
		for _, b := range p.list[:i+1] {
			if p.apart(a, b) {
				yield(bag{a: 1}.plus(b, 1))
			}
		}
	}
	for _, some := range p.excluded {
		for _, m := range some {
			yield(m)
		}
	}
}

// check checks that all that is possible has the initial configurations, those after each step, and not the target. The
// bound on threads may be ignored.
func (v *invariant) check() {
	start := v.initial
	must(v.places[start.shared] != nil, "the initial shared state is not listed")
	for _, l := range v.linear {
		weight := l.shared[start.shared] + start.threads.sum(l.threads)
		for local := range v.any {
			must(l.threads[local] <= 0, "any number of threads begin in %d, which is more than a constraint allows", local)
		}
		must(weight <= l.most, "the initial configuration has the weight %d, more than %d", weight, l.most)
	}
	for local := range v.any {
		start.threads = start.threads.plus(local, many)
	}
	for s, p := range v.places {
		if p == nil {
			continue
		}
		p.least(func(b bag) {
			must(s != start.shared || !b.below(start.threads), "%v are excluded, but initial", b)
			excluded := map[int]bool{} // whether b is in a shared state, for those who do not move
			for _, e := range v.into[s] {
				if len(e.moves) == 0 && b[e.next] == 0 && b[e.child] == 0 {
					if _, known := excluded[e.from]; !known {
						excluded[e.from] = v.excludes(e.from, b)
					}
					if excluded[e.from] {
						continue
					}
				}
				for _, before := range e.before(b) {
					must(v.excludes(e.from, before), "a step leads from %v in %d to %v in %d", before, e.from, b, s)
				}
			}
		})
	}
	for _, e := range slices.Concat(v.from...) {
		for _, l := range v.linear {
			must(!v.occurs(e) || v.keeps(e, l), "a step from %d to %d adds to the weights", e.from, e.to)
		}
	}
	must(v.excludes(v.target.shared, v.target.threads), "the target is not excluded")
}

// keeps reports whether an edge never adds to the weights.
func (v *invariant) keeps(e *edge, l linear) bool {
	all := []int{0} // what other threads add
	for a, goals := range e.moves {
		for _, g := range goals {
			if v.near[e.from][a] {
				all = append(all, l.threads[g]-l.threads[a])
			}
		}
	}
	return l.shared[e.to]-l.shared[e.from]+l.threads[e.next]+l.threads[e.child]-l.threads[e.active]+slices.Max(all) <= 0 &&
		(e.one || slices.Max(all) == 0)
}
