// This file defines counters: of elements, of readers, of what a WaitGroup waits for.

package lower

import (
	"fmt"
	"math/bits"
)

// exact is how far counters without a bound of their own count. An execution that comes further is
// not followed: it starts goroutines until their bound cuts it off, and what is cut off is not judged.
const exact = 7

// A counter is a number in binary.
type counter struct {
	coded
	max int
	cut bool // it could be counted further
	top bool // max means that or more
}

// counter makes a counter from 0 to max, or as far as counting goes.
func (t *translator) counter(name, what string, max int) *counter {
	c := &counter{max: max}
	switch {
	case t.AnyNumber && max > exact:
		c.max, c.top = 3, true // 3 means that or more
	case max > 8*exact:
		c.max, c.cut = exact, true
		t.result.Cuts = append(t.result.Cuts, fmt.Sprintf("%s is counted up to %d", what, exact))
	}
	width := bits.Len(uint(c.max))
	for i := width - 1; i >= 0; i-- {
		c.bits = append(c.bits, t.names.unique(fmt.Sprintf("%s_%d", name, i)))
	}
	return c
}

func (c *counter) zero() string { return c.is(0) }

// step makes the statement that adds 1, or subtracts 1.
func (c *counter) step(up bool) code { return set(c.steps(up), "1") }

func (c *counter) steps(up bool) []assignment {
	var list []assignment
	for i, b := range c.bits {
		var carry []string
		for _, lower := range c.bits[i+1:] {
			if !up {
				lower = not(lower)
			}
			carry = append(carry, lower)
		}
		if value := and(carry...); value == "1" {
			list = append(list, assignment{b, not(b)})
		} else {
			list = append(list, assignment{b, b + " ^ " + value})
		}
	}
	return list
}

// up makes the code that adds 1 and goes on.
func (s state) up(c *counter, rest code) code {
	switch {
	case c.top:
		return append(test(c.is(c.max), nil, c.step(true)), rest...)
	case !c.cut:
		return seq(c.step(true), rest)
	}
	return test(c.is(c.max), s.stop(), seq(c.step(true), rest))
}

// down makes the code that subtracts 1.
func (c *counter) down() code {
	if c.top {
		return test(c.is(c.max), test("*", nil, c.step(false)), c.step(false))
	}
	return c.step(false)
}

// stop makes the code that leads to where executions are cut off.
func (s state) stop() code {
	if s.cuts == "" {
		s.translator.cuts = s.names.unique("cut")
	}
	return code{plain("start_thread goto " + s.cuts), plain("end_thread")}
}
