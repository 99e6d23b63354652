// This file defines circuits in the format AIGER, and the check of clauses that are an invariant of one.

package main

import (
	"bytes"
	"slices"
	"strings"
)

// A circuit is an AIGER file. Literals are those of AIGER: twice a variable, one more for its negation; 1 is true.
type circuit struct {
	variables         int
	latches           [][3]int // variable, next value, reset
	gates             [][3]int // the first literal is the conjunction of the others
	bads, constraints []int
	rests             map[int][]int // literals on which the variable rests in the first frame
}

func parseCircuit(text []byte) *circuit {
	c := &circuit{rests: map[int][]int{0: nil}}
	row := func(least, most, limit int) (numbers []int) {
		line, rest, _ := bytes.Cut(text, []byte("\n"))
		text = rest
		for _, word := range strings.Fields(string(line)) {
			numbers = append(numbers, number(word, limit))
		}
		must(least <= len(numbers) && len(numbers) <= most, "%q where %d numbers should be", line, least)
		return numbers
	}
	binary := bytes.HasPrefix(text, []byte("aig "))
	unchecked(binary || bytes.HasPrefix(text, []byte("aag ")), "a circuit in another format than AIGER")
	text = text[4:]
	h := append(row(5, 9, large), make([]int, 4)...)
	c.variables = h[0] + 1
	limit := 2 * c.variables
	define := func(lit int, rests ...int) int {
		_, known := c.rests[lit/2]
		must(lit%2 == 0 && !known && lit < limit, "%d is no new variable", lit)
		c.rests[lit/2] = rests
		return lit
	}
	for i := range h[1] {
		if binary {
			define(2 * (i + 1))
		} else {
			define(row(1, 1, limit)[0])
		}
	}
	for i := range h[2] {
		l := []int{2 * (h[1] + i + 1)}
		if binary {
			l = append(l, row(1, 2, limit)...)
		} else {
			l = row(2, 3, limit)
		}
		if l = append(l, 0); l[2] < 2 || l[2] == l[0] {
			define(l[0])
		} else {
			define(l[0], l[2])
		}
		c.latches = append(c.latches, [3]int(l))
	}
	list := func(n int) (literals []int) {
		for range n {
			literals = append(literals, row(1, 1, limit)[0])
		}
		return literals
	}
	outputs := list(h[3])
	c.bads, c.constraints = list(h[5]), list(h[6])
	if h[5]+h[7] == 0 { // as before AIGER 1.9
		c.bads = outputs
	}
	for _, n := range list(h[7]) {
		list(n)
	}
	list(h[8])
	delta := func() (n int) {
		for shift := 0; ; shift += 7 {
			must(len(text) > 0 && shift < 35, "a conjunction ends early")
			b := int(text[0])
			text = text[1:]
			if n |= b & 127 << shift; b < 128 {
				return n
			}
		}
	}
	for i := range h[4] {
		var g []int
		if binary {
			lit := 2 * (h[1] + h[2] + i + 1)
			a := lit - delta()
			g = []int{lit, a, a - delta()}
			must(a < lit && g[2] >= 0, "conjunction %d is out of order", lit)
		} else {
			g = row(3, 3, limit)
		}
		define(g[0], g[1:]...)
		c.gates = append(c.gates, [3]int(g))
	}
	return c
}

// settle checks that all that a literal rests on is defined, and does not rest on itself.
func (c *circuit) settle(lit int, state map[int]int) {
	v := lit / 2
	rests, known := c.rests[v]
	must(known && state[v] != 1, "variable %d is not defined, or by itself", v)
	if state[v] == 0 {
		state[v] = 1
		for _, r := range rests {
			c.settle(r, state)
		}
		state[v] = 2
	}
}

// checkCircuit checks that clauses over latches hold in all frames but the first, and no frame is bad.
func checkCircuit(text []byte, property string, clauses [][]int) {
	c := parseCircuit(text)
	unchecked(strings.Trim(property, "0123456789") == "", "a property by its name")
	bad := number(property, len(c.bads)+1)
	must(bad > 0, "properties count from 1 on")
	state, used := map[int]int{}, append(slices.Clone(c.constraints), c.bads...)
	for _, l := range c.latches {
		used = append(used, l[0], l[1])
	}
	for _, lit := range used {
		c.settle(lit, state)
	}
	for v := range c.rests {
		c.settle(2*v, state)
	}
	for _, first := range []bool{true, false} {
		s := newSolver(c.variables)
		s.add(1)
		for _, g := range c.gates {
			s.add(g[0]^1, g[1])
			s.add(g[0]^1, g[2])
			s.add(g[0], g[1]^1, g[2]^1)
		}
		for _, lit := range c.constraints {
			s.add(lit)
		}
		for _, l := range c.latches {
			if first && l[0] != l[2] {
				s.add(l[0], l[2]^1)
				s.add(l[0]^1, l[2])
			}
		}
		var after [][]int // after a step, for each clause what makes it false
		for _, clause := range clauses {
			var now, not []int
			for _, k := range clause {
				must(k != 0 && -len(c.latches) <= k && k <= len(c.latches), "there is no latch %d", k)
				sign := 0
				if k < 0 {
					k, sign = -k, 1
				}
				now, not = append(now, c.latches[k-1][0]^sign), append(not, c.latches[k-1][1]^sign^1)
			}
			if after = append(after, not); !first {
				s.add(now...)
			}
		}
		must(!s.solve(c.bads[bad-1]), "a frame is bad (the first one: %t)", first)
		for i, not := range after {
			must(!s.solve(not...), "clause %v is false after a step (from the first frame: %t)", clauses[i], first)
		}
	}
}
