package code

import (
	"go/token"
	"go/types"
	"math/big"
	"testing"
)

// TestEnding compares what is said of counters of 8 bits with loops that are executed, for all numbers that are not known.
func TestEnding(t *testing.T) {
	ops := []token.Token{token.LSS, token.LEQ, token.GTR, token.GEQ, token.NEQ}
	seen := map[Ending]int{}
	for _, kind := range []types.BasicKind{types.Int8, types.Uint8} {
		least, most := -128, 127
		if kind == types.Uint8 {
			least, most = 0, 255
		}
		for _, op := range ops {
			for _, step := range []int{-5, -2, -1, 1, 2, 3} {
				for start := least; start <= most+31; start += 31 {
					for bound := least; bound <= most+17; bound += 17 {
						c := &count{op: op, step: big.NewInt(int64(step))}
						c.limits(kind)
						if start <= most {
							c.start = big.NewInt(int64(start))
						}
						if bound <= most {
							c.bound = big.NewInt(int64(bound))
						}
						ends, goesOn := follow(c, step, least, most)
						got := c.ending()
						seen[got]++
						if got == CountsToEnd && goesOn || got == CountsForEver && ends || c.start != nil && c.bound != nil && got == ComesRound {
							t.Errorf("from %v by %d while %s %v in %d..%d: %d, ends %t, goes on %t", c.start, step, op, c.bound, least, most, got, ends, goesOn)
						}
						if c.bits = 64; c.start != nil && c.bound != nil { // as for numbers that cannot be followed
							if got := c.ending(); got == CountsToEnd && goesOn || got == CountsForEver && ends {
								t.Errorf("not followed, from %v by %d while %s %v: %d, ends %t, goes on %t", c.start, step, op, c.bound, got, ends, goesOn)
							}
						}
					}
				}
			}
		}
	}
	for _, e := range []Ending{CountsToEnd, CountsForEver, ComesRound} {
		if seen[e] == 0 {
			t.Errorf("no counter with %d", e)
		}
	}
}

// follow executes a loop with all starts and bounds that are not known, and reports whether some execution ends, and
// whether some goes on for ever.
func follow(c *count, step, least, most int) (ends, goesOn bool) {
	numbers := func(n *big.Int) (list []int) {
		if n != nil {
			return []int{int(n.Int64())}
		}
		for k := least; k <= most; k++ {
			list = append(list, k)
		}
		return list
	}
	for _, n := range numbers(c.start) {
		for _, bound := range numbers(c.bound) {
			if ends && goesOn {
				return ends, goesOn
			}
			left := 300
			for i := n; left > 0 && holds(c.op, i, bound); left-- {
				i += step
				switch {
				case i > most:
					i -= most - least + 1
				case i < least:
					i += most - least + 1
				}
			}
			ends, goesOn = ends || left > 0, goesOn || left == 0
		}
	}
	return ends, goesOn
}

func holds(op token.Token, p, q int) bool {
	switch op {
	case token.LSS:
		return p < q
	case token.LEQ:
		return p <= q
	case token.GTR:
		return p > q
	case token.GEQ:
		return p >= q
	}
	return p != q
}
