// This file defines how many threads a program can have at most, as far as its control
// flow tells.

package slots

import (
	"math"
	"slices"

	"github.com/ijit/ijit/parser"
)

// Many is the number of threads of which there is no bound.
const Many = math.MaxInt

// Count returns how many threads a program that begins with one has at most, ended ones
// included; Many if a thread may be started over and over again, in a loop or by
// recursion.
func Count(p *parser.Program) int {
	c := &counter{program: p, known: map[*parser.Proc]int{}}
	return add(1, c.from(p.File.Main))
}

type counter struct {
	program *parser.Program
	open    []*parser.Proc // whose counts are being found
	known   map[*parser.Proc]int
}

func add(x, y int) int {
	if x > Many-y {
		return Many
	}
	return x + y
}

// from returns how many threads are started by one that runs a procedure, and by those.
func (c *counter) from(p *parser.Proc) int {
	if n, ok := c.known[p]; ok {
		return n
	}
	c.open = append(c.open, p)
	sum := 0
	for pc := p.Entry; pc <= p.Exit; pc++ {
		n := c.program.Nodes[pc]
		more := 0
		if op := starts(n); op != nil {
			more = 1
			if op.Proc != nil {
				more = add(1, c.into(op.Proc.Proc))
			}
		} else if n.Stmt != nil {
			if call, ok := n.Stmt.Op.(*parser.Call); ok {
				more = c.into(call.Proc.Proc)
			}
		}
		if more > 0 && c.repeats(n) {
			more = Many
		}
		sum = add(sum, more)
	}
	c.open = c.open[:len(c.open)-1]
	c.known[p] = sum
	return sum
}

// into returns what a call or a new thread adds. In a cycle of these all counts if
// anything does: that is decided by looking for any start_thread from there on.
func (c *counter) into(p *parser.Proc) int {
	if slices.Contains(c.open, p) {
		if c.starts(p) {
			return Many
		}
		return 0
	}
	return c.from(p)
}

// starts reports whether a procedure, or what it calls or starts, starts a thread.
func (c *counter) starts(p *parser.Proc) bool {
	seen := []*parser.Proc{p}
	for i := 0; i < len(seen); i++ {
		for pc := seen[i].Entry; pc <= seen[i].Exit; pc++ {
			n := c.program.Nodes[pc]
			if starts(n) != nil {
				return true
			}
			if n.Stmt == nil {
				continue
			}
			if call, ok := n.Stmt.Op.(*parser.Call); ok && !slices.Contains(seen, call.Proc.Proc) {
				seen = append(seen, call.Proc.Proc)
			}
		}
	}
	return false
}

// repeats reports whether control can come back to n in its procedure.
func (c *counter) repeats(n *parser.Node) bool {
	seen := map[int]bool{}
	todo := []int{n.PC}
	for len(todo) > 0 {
		at := c.program.Nodes[todo[len(todo)-1]]
		todo = todo[:len(todo)-1]
		for _, x := range at.Out {
			if x.To == n.PC {
				return true
			}
			if x.To >= 0 && !seen[x.To] {
				seen[x.To] = true
				todo = append(todo, x.To)
			}
		}
	}
	return false
}
