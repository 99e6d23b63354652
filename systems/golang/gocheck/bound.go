// This file defines the bound on goroutines alive that follows from a number of goroutines for
// each go statement in a loop.

package gocheck

import "github.com/ijit/ijit/systems/golang/skeleton"

// mostGoroutines is the largest bound.
const mostGoroutines = 64

// goroutines returns how many goroutines there are at most, if each go statement in a loop starts n
// and each other one starts one for each goroutine that comes to it.
func goroutines(p *skeleton.Program, n int) (bound int) {
	started := make([][]start, len(p.Bodies)) // by who is started
	for _, b := range p.Bodies {
		in := cycles(b)
		for _, node := range b.Nodes {
			if node.Op == skeleton.Go {
				started[node.Body.ID] = append(started[node.Body.ID], start{b.ID, in[node.ID]})
			}
		}
	}
	memo := make([]int, len(p.Bodies))
	var count func(body int) int
	count = func(body int) int {
		switch {
		case memo[body] < 0: // it starts itself: as a loop
			return n
		case memo[body] > 0:
			return memo[body]
		}
		memo[body] = -1
		total := 0
		if body == 0 {
			total = 1
		}
		for _, s := range started[body] {
			times := count(s.by)
			if s.loop {
				times *= n
			}
			total = min(total+times, mostGoroutines)
		}
		memo[body] = total
		return total
	}
	for b := range p.Bodies {
		bound = min(bound+count(b), mostGoroutines)
	}
	return bound
}

// A start is a go statement: in which body, and whether in a loop.
type start struct {
	by   int
	loop bool
}

// cycles returns which nodes lie on a cycle: those that reach themselves.
func cycles(b *skeleton.Body) []bool {
	in := make([]bool, len(b.Nodes))
	for _, n := range b.Nodes {
		in[n.ID] = n.Op == skeleton.Go && reaches(b, n.Next, n.ID)
	}
	return in
}

// reaches reports whether a node is among some nodes or behind them, on a way without some others.
func reaches(b *skeleton.Body, from []int, to int, without ...int) bool {
	seen := make([]bool, len(b.Nodes))
	for _, id := range without {
		seen[id] = true
	}
	todo := append([]int(nil), from...)
	for len(todo) > 0 {
		id := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if id == to {
			return true
		}
		if !seen[id] {
			seen[id] = true
			todo = append(todo, b.Nodes[id].Next...)
		}
	}
	return false
}
