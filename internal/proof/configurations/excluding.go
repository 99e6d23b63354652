// This file defines the check of a set that leaves out an upward-closed one.

package configurations

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/internal/proof"
)

// An excluding is the set of the configurations of which every thread is within
// given local states and every two may be together, that have none of the excluded bags,
// and that keep linear constraints.
//
// Whatever has fewer threads than a member is one, too. So if some step leads out,
// one from few threads does: from the threads that take part in it and those that
// are the rest of an excluded bag afterwards. No thread more is needed, since taking
// away a bystander disables no step: those that could not follow a step block it,
// and are missed by nobody. Hence the check goes through single threads and what they do,
// and for each excluded bag where a step may lead it looks whether the threads that
// would come to form it are excluded already.
type excluding struct {
	ctx   context.Context
	sys   system
	sets  map[int]*bounds
	order []int // of the shared states, as they were listed
	gaps  map[[2]int]gap
	// passed has the ways to shared states that are not listed, see [excluding.pass].
	passed map[int]passage

	weightings []weighting
}

// bounds is what an excluding has in some shared states.
type bounds struct {
	locals   bag
	within   *bitset.BitSet
	together *together // nil for any
	excluded []bag
	with     map[int][]bag // of the excluded, by a thread that they have
	family   family
}

func newExcluding(ctx context.Context, sys system, evidence *proof.Evidence) (*excluding, error) {
	e := &excluding{ctx: ctx, sys: sys, sets: map[int]*bounds{}, gaps: map[[2]int]gap{}, passed: map[int]passage{}}
	var err error
	if e.weightings, err = weightings(sys, evidence.Linear); err != nil {
		return nil, err
	}
	lists, err := localLists(sys, evidence.Lists)
	if err != nil {
		return nil, err
	}
	for i := range evidence.Excluding {
		x := &evidence.Excluding[i]
		b, err := newBounds(sys, x, lists)
		if err != nil {
			return nil, err
		}
		for _, text := range x.Shared {
			s, err := sys.shared(text)
			if err != nil {
				return nil, err
			}
			if e.sets[s] != nil {
				return nil, proof.Reject("shared state %s is listed twice", text)
			}
			e.sets[s] = b
			e.order = append(e.order, s)
		}
	}
	return e, nil
}

// A list has local states, in the order in which they were listed, and as a set.
type list struct {
	locals bag
	set    *bitset.BitSet
}

// localLists reads lists of local states.
func localLists(sys system, texts []string) ([]list, error) {
	lists := make([]list, len(texts))
	for i, text := range texts {
		lists[i].set = bitset.New(0)
		if text == "" {
			continue
		}
		for name := range strings.SplitSeq(text, ",") {
			l, err := sys.local(name)
			switch {
			case err != nil:
				return nil, err
			case lists[i].set.Test(uint(l)):
				return nil, proof.Reject("local state %s is listed twice", name)
			}
			lists[i].set.Set(uint(l))
			lists[i].locals = append(lists[i].locals, l)
		}
	}
	return lists, nil
}

func newBounds(sys system, x *proof.Excluding, lists []list) (*bounds, error) {
	if x.Locals < 0 || x.Locals >= len(lists) {
		return nil, proof.Reject("there is no list %d", x.Locals)
	}
	b := &bounds{locals: lists[x.Locals].locals, within: lists[x.Locals].set, with: map[int][]bag{}}
	var err error
	if b.together, err = newTogether(b.locals, x.Together, lists); err != nil {
		return nil, err
	}
	for _, text := range x.Excluded {
		u, err := bagOf(sys, text)
		if err != nil {
			return nil, err
		}
		b.family.add(u)
		b.excluded = append(b.excluded, u)
		for i, l := range u {
			if i == 0 || u[i-1] != l {
				b.with[l] = append(b.with[l], u)
			}
		}
	}
	return b, nil
}

// has reports whether a configuration is a member.
func (e *excluding) has(s int, threads bag) bool {
	b := e.sets[s]
	return b != nil && !slices.ContainsFunc(threads, func(l int) bool { return !b.within.Test(uint(l)) }) &&
		!b.together.apart(threads) && !b.family.within(threads) && !e.tooHeavy(s, threads)
}

// excludes says why c, which may have unboundedly many threads, is no member.
func (e *excluding) excludes(c config) (why string) {
	b := e.sets[c.shared]
	if b == nil {
		return "its shared state is not within the set"
	}
	for _, x := range c.threads {
		if !b.within.Test(uint(x.local)) {
			return "a thread in " + e.sys.localText(x.local) + " is not within the set"
		}
	}
	for i := range e.weightings {
		if w := &e.weightings[i]; w.of(c) > w.most {
			return fmt.Sprintf("it breaks constraint %d", i)
		}
	}
	if x, y, apart := b.together.apartIn(c.threads); apart {
		return "threads in " + e.sys.localText(x) + " and " + e.sys.localText(y) + " are not together in it"
	}
	if !b.family.below(c.threads, 0) {
		return ""
	}
	i := slices.IndexFunc(b.excluded, func(u bag) bool { return below(u.counts(), c.threads) })
	return "it has the excluded " + e.show(c.shared, b.excluded[i])
}

func (e *excluding) show(s int, threads bag) string { return show(e.sys, config{s, threads.counts()}) }

func (e *excluding) check() error {
	if err := begins(e.ctx, e.sys, e.excludes); err != nil {
		return err
	}
	if t, ok := e.sys.target(); ok && e.excludes(t) == "" {
		return proof.Reject("the target %s is in the set", show(e.sys, t))
	}
	roles := e.sys.roles()
	for _, s := range e.order {
		if b, in := meeting(e.sets[s].locals, roles, func(b bag) bool { return e.has(s, b) }); in {
			return proof.Reject("%s is in the set, and threads are at the labels", e.show(s, b))
		}
		if !e.has(s, nil) {
			continue
		}
		for _, r := range e.sys.environment(s) {
			if err := e.step(s, nil, &r); err != nil {
				return err
			}
		}
		for _, l := range e.sets[s].locals {
			if err := e.ctx.Err(); err != nil {
				return err
			}
			if mover := (bag{l}); e.has(s, mover) {
				if err := e.thread(s, mover); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// thread checks what a thread does.
func (e *excluding) thread(s int, mover bag) error {
	if wrong := e.sys.wrong(mover[0]); wrong != "" {
		return proof.Reject("%s is in the set, and %s", e.show(s, mover), wrong)
	}
	rules, err := e.sys.rules(s, mover[0])
	if err != nil {
		return err
	}
	for i := range rules {
		if r := &rules[i]; r.fails != "" {
			return proof.Reject("%s is in the set, and %s", e.show(s, mover), r.fails)
		}
		if err := e.step(s, mover, &rules[i]); err != nil {
			return err
		}
	}
	return nil
}

// step checks a step that takes the movers, a member, along r.
func (e *excluding) step(s int, movers bag, r *rule) error {
	if e.sets[r.to] == nil {
		return e.pass(s, movers, r)
	}
	if err := e.increases(s, movers, r); err != nil {
		return err
	}
	switch r.others {
	case all:
		return e.stepOfAll(s, movers, r)
	case one:
		return e.stepOfOne(s, movers, r)
	}
	return e.alone(s, movers, r.makes, r, nil)
}

// leads says that a step leads out of the set.
func (e *excluding) leads(s int, from bag, r *rule, to bag) error {
	after := config{r.to, to.counts()}
	return leads(e.sys, config{s, from.counts()}, r, after, e.excludes(after))
}

// alone checks a step in which the movers become makes and all others stay; stays
// says which others there can be, if not nil.
func (e *excluding) alone(s int, movers, makes bag, r *rule, stays func(l int) bool) error {
	if !e.ofMakes(r.to, makes) {
		return e.leads(s, movers, r, makes)
	}
	if err := e.pairs(s, movers, makes, r, stays, func(l int) ([]int, error) { return []int{l}, nil }); err != nil {
		return err
	}
	to, gap := e.sets[r.to], e.gap(s, r.to)
	// A bystander that is not within afterwards must not have been there.
	for _, l := range gap.locals {
		if from := union(movers, bag{l}); (stays == nil || stays(l)) && e.has(s, from) {
			return e.leads(s, from, r, union(makes, bag{l}))
		}
	}
	check := func(u bag) error {
		rest := minus(u, makes)
		if from := union(movers, rest); e.has(s, from) && (stays == nil || !slices.ContainsFunc(rest, func(l int) bool { return !stays(l) })) {
			return e.leads(s, from, r, union(makes, rest))
		}
		return nil
	}
	// The rest of an excluded bag must have been excluded, with the movers.
	for i, l := range makes {
		if i > 0 && makes[i-1] == l {
			continue
		}
		for _, u := range to.with[l] {
			if err := check(u); err != nil {
				return err
			}
		}
	}
	for _, u := range gap.excluded {
		if err := check(u); err != nil {
			return err
		}
	}
	return e.ctx.Err()
}

// ofMakes reports whether the threads that a step makes are within, each by itself.
func (e *excluding) ofMakes(s int, makes bag) bool {
	b := e.sets[s]
	return b != nil && !b.family.whole && !b.together.apart(makes) &&
		!slices.ContainsFunc(makes, func(l int) bool { return !b.within.Test(uint(l)) })
}

// A gap is what a set allows in one shared state and not in another, so that a
// change of the shared state alone could lead out of it.
type gap struct {
	locals   bag
	excluded []bag
}

func (e *excluding) gap(from, to int) gap {
	g, ok := e.gaps[[2]int{from, to}]
	if ok || from == to {
		return g
	}
	b := e.sets[to]
	for _, l := range e.sets[from].locals {
		if !b.within.Test(uint(l)) {
			g.locals = append(g.locals, l)
		}
	}
	for _, u := range b.excluded {
		if e.has(from, u) {
			g.excluded = append(g.excluded, u)
		}
	}
	e.gaps[[2]int{from, to}] = g
	return g
}

// stepOfOne checks a step that moves one of the other threads that can be moved, if
// there is any.
func (e *excluding) stepOfOne(s int, movers bag, r *rule) error {
	movable := map[int]bool{}
	for _, l := range e.sets[s].locals {
		to, err := r.moves(l)
		if err != nil {
			return err
		}
		movable[l] = len(to) > 0
		with := union(movers, bag{l})
		if len(to) == 0 || !e.has(s, with) {
			continue
		}
		for _, k := range to {
			if err := e.alone(s, with, union(r.makes, bag{k}), r, nil); err != nil {
				return err
			}
		}
	}
	return e.alone(s, movers, r.makes, r, func(l int) bool { return !movable[l] })
}

// stepOfAll checks a step that moves all other threads.
func (e *excluding) stepOfAll(s int, movers bag, r *rule) error {
	origins := map[int]bag{} // from where a bystander can have come
	moved := false
	for _, l := range e.sets[s].locals {
		to, err := r.moves(l)
		if err != nil {
			return err
		}
		for _, k := range to {
			origins[k] = append(origins[k], l)
		}
		moved = moved || len(to) != 1 || to[0] != l
	}
	if !moved {
		return e.alone(s, movers, r.makes, r, nil)
	}
	if !e.ofMakes(r.to, r.makes) {
		return e.leads(s, movers, r, r.makes)
	}
	if err := e.pairs(s, movers, r.makes, r, nil, r.moves); err != nil {
		return err
	}
	to := e.sets[r.to]
	for k, from := range origins {
		for _, l := range from {
			if with := union(movers, bag{l}); !to.within.Test(uint(k)) && e.has(s, with) {
				return e.leads(s, with, r, union(r.makes, bag{k}))
			}
		}
	}
	for _, u := range to.excluded {
		rest := minus(u, r.makes)
		var trace func(i int, from bag) error
		trace = func(i int, from bag) error {
			if err := e.ctx.Err(); err != nil {
				return err
			}
			// More threads do not make a member of what is none.
			if !e.has(s, from) {
				return nil
			}
			if i == len(rest) {
				return e.leads(s, from, r, union(r.makes, rest))
			}
			for _, l := range origins[rest[i]] {
				if err := trace(i+1, union(from, bag{l})); err != nil {
					return err
				}
			}
			return nil
		}
		if err := trace(0, movers); err != nil {
			return err
		}
	}
	return nil
}
