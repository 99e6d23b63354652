// This file defines thread-transition systems, multisets of threads, and steps forward and backward.

package main

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

// A bag is a multiset of threads: how many are in each local state; many for any number.
type bag map[int]int

const (
	many  = 1 << 40
	large = 1 << 24 // numbers are smaller, so that sums of products do not overflow
)

// plus returns b with n more threads in a local state, unless that is -1, or with so many less, but not less than none.
func (b bag) plus(local, n int) bag {
	if local < 0 || n == 0 {
		return b
	}
	c := maps.Clone(b)
	if c == nil {
		c = bag{}
	}
	if c[local] += n; c[local] <= 0 {
		delete(c, local)
	} else if c[local] > many/2 {
		c[local] = many
	}
	return c
}

func (b bag) below(c bag) bool {
	for local, n := range b {
		if c[local] < n {
			return false
		}
	}
	return true
}

// sum adds up the weights of all threads.
func (b bag) sum(weights map[int]int) (sum int) {
	for local, n := range b {
		sum += n * weights[local]
	}
	return sum
}

func (b bag) size() (n int) {
	for _, k := range b {
		n += k
	}
	return n
}

// A net is a thread-transition system: the edges from and to each shared state.
type net struct {
	shared, locals int
	from, into     [][]*edge
}

// An edge is a step. Its threads are local states, or -1 for none. Of other threads each one in a local state of moves
// goes to some of a list, or just one of all does. If there is another thread in one of blocks, there is no step.
type edge struct {
	from, active, to, next, child int
	moves                         map[int][]int
	one                           bool
	blocks                        []int
}

func (n *net) bag(text string) (b bag) {
	if text == "" {
		return nil
	}
	for word := range strings.SplitSeq(text, ",") {
		local, times, found := strings.Cut(word, "*")
		k := 1
		if times == "w" {
			k = many
		} else if found {
			k = number(times, large)
			must(k > 0, "no threads: %s", word)
		}
		b = b.plus(number(local, n.locals), k)
	}
	return b
}

type configuration struct {
	shared  int
	threads bag
}

func (n *net) configuration(text string) configuration {
	shared, threads, found := strings.Cut(text, "|")
	c := configuration{number(shared, n.shared), n.bag(threads)}
	must(found && c.threads.size() < many, "%q is no configuration", text)
	return c
}

// line is an edge in a .tts file, with one blank between words.
var line = regexp.MustCompile(`^(\d+) (\d+|-) (->|\+>|~>) (\d+) (\d+|-)(?: \+> (\d+)|((?: \d+ [~?]> (?:\d+|!))*))$`)

func parseNet(text string) *net {
	n := &net{}
	thread := func(word string) int {
		if word == "-" || word == "" {
			return -1
		}
		return number(word, n.locals)
	}
	together := map[[2]int]*edge{} // lines s l ~> s' l' with the same s and s' are one edge
	for text := range strings.SplitSeq(text, "\n") {
		text, _, _ = strings.Cut(text, "#")
		words := strings.Fields(text)
		if len(words) == 0 {
			continue
		}
		if n.into == nil {
			must(len(words) == 2, "no header: %s", text)
			n.shared, n.locals = number(words[0], large), number(words[1], large)
			n.into, n.from = make([][]*edge, n.shared), make([][]*edge, n.shared)
			continue
		}
		if words[0] == "transient" {
			continue // says what is counted
		}
		m := line.FindStringSubmatch(strings.Join(words, " "))
		must(m != nil, "no edge: %s", text)
		e := &edge{number(m[1], n.shared), thread(m[2]), number(m[4], n.shared), thread(m[5]), thread(m[6]), nil, false, nil}
		must(e.active >= 0 || e.next < 0 && m[3] == "->", "no thread: %s", text)
		must(m[3] == "->" || e.next >= 0 && len(words) == 5, "no edge: %s", text)
		switch key := [2]int{e.from, e.to}; {
		case m[3] == "+>":
			e.next, e.child = e.active, e.next
		case m[3] == "~>" && together[key] != nil:
			old := together[key]
			old.moves[e.active] = append(old.moves[e.active], e.next)
			continue
		case m[3] == "~>":
			e.moves, e.active, e.next = map[int][]int{e.active: {e.next}}, -1, -1
			together[key] = e
		}
		for move := range slices.Chunk(strings.Fields(m[7]), 3) {
			a := number(move[0], n.locals)
			must(move[1] == "~>" || !strings.Contains(m[7], "~>") && move[2] != "!", "?> with ~> or !: %s", text)
			if e.one = move[1] == "?>"; move[2] == "!" {
				e.blocks = append(e.blocks, a)
				continue
			}
			if e.moves == nil {
				e.moves = map[int][]int{}
			}
			e.moves[a] = append(e.moves[a], number(move[2], n.locals))
		}
		n.into[e.to], n.from[e.from] = append(n.into[e.to], e), append(n.from[e.from], e)
	}
	for _, e := range slices.Concat(n.from...) {
		stay := !e.one
		for a, goals := range e.moves {
			stay = stay && !slices.ContainsFunc(goals, func(g int) bool { return g != a })
		}
		if stay {
			e.moves = nil
		}
	}
	return n
}

// after returns where an edge leads to from a multiset; with below, what it leads to from all below it is below these.
func (e *edge) after(m bag, below bool) (to []bag) {
	if e.active >= 0 && m[e.active] == 0 {
		return nil
	}
	others := m.plus(e.active, -1)
	for _, a := range e.blocks {
		if others[a] > 0 && !below {
			return nil
		}
		others = others.plus(a, -many)
	}
	rest := others // who does not move
	for a := range e.moves {
		rest = rest.plus(a, -many)
	}
	to = []bag{rest}
	if e.one && !below && rest.size() < others.size() {
		to = nil
	}
	for a, goals := range e.moves {
		if !e.one {
			var all []bag
			for _, t := range to {
				all = spread(all, t, goals, others[a])
			}
			to = all
		} else if others[a] > 0 {
			for _, b := range goals {
				to = append(to, others.plus(a, -1).plus(b, 1))
			}
		}
	}
	for i, t := range to {
		to[i] = t.plus(e.next, 1).plus(e.child, 1)
	}
	return to
}

// spread appends what m becomes if n more threads go to goals, each to one of them.
func spread(all []bag, m bag, goals []int, n int) []bag {
	if len(goals) == 0 {
		return all
	}
	if len(goals) == 1 {
		return append(all, m.plus(goals[0], n))
	}
	if n == many {
		return spread(all, m.plus(goals[0], n), goals[1:], n)
	}
	for k := range n + 1 {
		all = spread(all, m.plus(goals[0], k), goals[1:], n-k)
	}
	return all
}

// before returns the least multisets from which an edge leads to b, or to more.
func (e *edge) before(b bag) (all []bag) {
	goal := b.plus(e.next, -1).plus(e.child, -1)
	if e.one {
		idle := true
		for a, goals := range e.moves {
			idle = idle && goal[a] == 0
			for _, g := range goals {
				all = append(all, goal.plus(g, -1).plus(a, 1).plus(e.active, 1))
			}
		}
		if idle {
			all = append(all, goal.plus(e.active, 1))
		}
		return all
	}
	others := []bag{nil}
	for local, n := range goal {
		var sources []int
		if e.moves[local] == nil {
			sources = []int{local}
		}
		for a, goals := range e.moves {
			if slices.Contains(goals, local) {
				sources = append(sources, a)
			}
		}
		var more []bag
		for _, o := range others {
			more = spread(more, o, sources, n)
		}
		others = more
	}
	for _, o := range others {
		if !slices.ContainsFunc(e.blocks, func(a int) bool { return o[a] > 0 }) {
			all = append(all, o.plus(e.active, 1))
		}
	}
	return all
}
