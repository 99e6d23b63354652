// This file defines what the checker knows of a thread-transition system: the edges
// of its file.

package configurations

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/tts"
)

// A net answers for a thread-transition system. Of the table that was read it uses
// the lists of edges and nothing that fires them.
type net struct {
	table *tts.TTS
	file  string
	start config
	bound int
	cover *config                // the target, nil if deadlocks are asked about
	known map[int]map[int][]rule // by shared and local state
	open  map[int][]rule         // without an active thread, by shared state
}

// newNet puts the question about the system.
func newNet(t *tts.TTS, file string, q *proof.Question) (*net, error) {
	n := &net{table: t, file: file, bound: q.Threads, known: map[int]map[int][]rule{}, open: map[int][]rule{}}
	for _, e := range t.Environment() {
		s := int(e.From.Shared)
		n.open[s] = append(n.open[s], n.rule(&e))
	}
	if q.Atomic != "" || q.Asks != proof.Target && q.Asks != proof.Deadlock {
		return nil, proof.Reject("of a transition system a target or a deadlock is asked for, nothing else")
	}
	c, err := tts.ParseInitial(q.Initial)
	if err == nil {
		err = t.CheckConfig(c)
	}
	if err != nil {
		return nil, proof.Reject("initial is %q: %v", q.Initial, err)
	}
	n.start.shared = int(c.Shared)
	for _, x := range c.Locals {
		k := int(x.N)
		switch {
		case x.N == tts.Omega:
			k = many
		case k > proof.MaxThreads:
			return nil, proof.Reject("initial is %q: more than %d threads", q.Initial, proof.MaxThreads)
		}
		n.start.threads = append(n.start.threads, count{int(x.Local), k})
	}
	return n, nil
}

func number(text string, what string, limit uint32) (int, error) {
	k, err := strconv.Atoi(text)
	if err != nil || k < 0 || k >= int(limit) || strconv.Itoa(k) != text {
		return 0, proof.Reject("there is no %s state %q", what, text)
	}
	return k, nil
}

func (n *net) shared(text string) (int, error) { return number(text, "shared", n.table.NumShared()) }
func (n *net) local(text string) (int, error)  { return number(text, "local", n.table.NumLocal()) }
func (n *net) sharedText(s int) string         { return strconv.Itoa(s) }
func (n *net) localText(l int) string          { return strconv.Itoa(l) }
func (n *net) wrong(int) string                { return "" }
func (n *net) roles() []func(int) bool         { return nil }

func (n *net) target() (config, bool) {
	if n.cover == nil {
		return config{}, false
	}
	return *n.cover, true
}

// stuck reports whether c is a deadlock: a system does not say where threads end, so one in which there are threads, none of which can
// move.
func (n *net) stuck(c config) (bool, error) {
	if n.cover != nil || len(c.threads) == 0 {
		return false, nil
	}
	moves := false
	err := steps(n, c, func(config, *rule) bool {
		moves = true
		return false
	})
	return !moves, err
}

// initial yields, with a bound on threads, all configurations with so many at most:
// any number of those that are unboundedly many.
func (n *net) initial(yield func(config) bool) error {
	if n.bound == 0 {
		yield(n.start)
		return nil
	}
	fixed := config{shared: n.start.shared}
	var open []int
	for _, x := range n.start.threads {
		if x.n == many {
			open = append(open, x.local)
		} else {
			fixed.threads = append(fixed.threads, x)
		}
	}
	left := n.bound - size(fixed.threads)
	if left < 0 {
		return proof.Reject("more threads begin than the bound %d", n.bound)
	}
	for k := range left + 1 {
		if !choose(fixed, open, k, yield) {
			break
		}
	}
	return nil
}

// from returns the edges of a list, which is sorted by where they leave, that leave a shared
// state.
func from(list []tts.Edge[uint32], s int) []tts.Edge[uint32] {
	i, _ := slices.BinarySearchFunc(list, uint32(s), func(e tts.Edge[uint32], s uint32) int { return cmp.Compare(e.From.Shared, s) })
	k := i
	for k < len(list) && list[k].From.Shared == uint32(s) {
		k++
	}
	return list[i:k]
}

// rules returns the rules of a thread. All of the shared state are made at once: many
// local states have none.
func (n *net) rules(s, l int) ([]rule, error) { return n.of(s)[l], nil }

func (n *net) of(s int) map[int][]rule {
	rules, ok := n.known[s]
	if !ok {
		rules = map[int][]rule{}
		for _, e := range from(n.table.Edges(), s) {
			l := int(e.From.Local)
			rules[l] = append(rules[l], n.rule(&e))
		}
		n.known[s] = rules
	}
	return rules
}

func (n *net) leaving(s int) (bag, bool) {
	return slices.Sorted(maps.Keys(n.of(s))), true
}

func (n *net) environment(s int) []rule { return n.open[s] }

func (n *net) rule(e *tts.Edge[uint32]) rule {
	r := rule{to: int(e.To.Shared), at: fmt.Sprintf("%s:%d", n.file, e.Label)}
	if e.Kind == tts.Move {
		r.makes = bag{int(e.To.Local)}
	}
	if e.Effect == nil {
		return r
	}
	switch e.Effect.Kind {
	case tts.Spawn:
		r.makes = union(r.makes, bag{int(e.Effect.Child)})
		return r
	case tts.All:
		r.others = all
	case tts.One:
		r.others = one
	}
	// An edge lists where threads go. With all of them, one that is not listed stays.
	to := map[int][]int{}
	for _, x := range n.table.Transfers(e) {
		l := int(x.From)
		if _, listed := to[l]; !listed {
			to[l] = nil
		}
		if x.To != tts.Blocked {
			to[l] = append(to[l], int(x.To))
		}
	}
	how := r.others
	r.moves = func(l int) ([]int, error) {
		after, listed := to[l]
		if !listed && how == all {
			return []int{l}, nil
		}
		return after, nil
	}
	return r
}
