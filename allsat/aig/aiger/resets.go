// This file defines how resets are read that are functions: literals that say what the first value
// of a latch is, in terms of inputs and of the first values of other latches.

package aiger

import (
	"fmt"

	"github.com/ijit/ijit/allsat/aig"
)

// setResets sets the resets that are functions, each behind those that it rests on.
func (p *reader) setResets() error {
	latchOf := map[int]int{} // by node, of those with such a reset
	for i, l := range p.latches {
		if l[2] > 1 && l[2] != l[0] {
			latchOf[p.c.Latches[i].Lit.Node()] = i
		}
	}
	if len(latchOf) == 0 {
		return nil
	}
	value := func(latch int) aig.Lit { return p.lit(p.latches[latch][2]) }
	const fresh, open, done = 0, 1, 2
	state := make([]uint8, p.c.Len())
	for first := range p.latches {
		stack := []int{p.c.Latches[first].Lit.Node()}
		if _, ok := latchOf[stack[0]]; !ok {
			continue
		}
		for len(stack) > 0 {
			n := stack[len(stack)-1]
			latch, function := latchOf[n]
			if state[n] != fresh {
				stack = stack[:len(stack)-1]
				if state[n] == open && function {
					p.c.SetReset(latch, value(latch))
				}
				state[n] = done
				continue
			}
			state[n] = open
			var below []int
			if left, right, ok := p.c.Fanins(n); ok {
				below = []int{left.Node(), right.Node()}
			} else if function {
				below = []int{value(latch).Node()}
			}
			for _, m := range below {
				switch {
				case state[m] == done:
				case state[m] == open:
					return p.circle(first)
				default:
					stack = append(stack, m)
				}
			}
		}
	}
	return nil
}

// circle returns the error that the reset of a latch rests on itself.
func (p *reader) circle(latch int) error {
	l := p.latches[latch]
	line, fields := 2+len(p.inputs)+latch, l[:]
	if p.binary {
		fields = l[1:]
	}
	return p.behind(line, fields, len(fields)-1, fmt.Sprintf("the first value of latch %d rests on itself, by reset %d", l[0], l[2]),
		fmt.Sprintf("a reset is 0, 1, %d for any value, or a literal that does not depend on the latch", l[0]))
}
