// This file tests the arithmetic of intervals against that of int32.

package cpa

import (
	"math"
	"testing"

	"github.com/ijit/ijit/systems/eca"
)

// exact is what an operator does.
func exact(op eca.Op, x, y int32) int32 {
	holds := map[eca.Op]bool{
		eca.Eq: x == y, eca.Ne: x != y, eca.Lt: x < y, eca.Le: x <= y, eca.Gt: x > y, eca.Ge: x >= y,
		eca.And: x != 0 && y != 0, eca.Or: x != 0 || y != 0,
	}
	switch op {
	case eca.Add:
		return x + y
	case eca.Sub:
		return x - y
	case eca.Mul:
		return x * y
	case eca.Div:
		return x / y
	case eca.Rem:
		return x % y
	}
	if holds[op] {
		return 1
	}
	return 0
}

// An interval of results has all results; of single values it is the result.
func TestIntervals(t *testing.T) {
	bounds := []int32{math.MinInt32, math.MinInt32 + 1, -7, -3, -2, -1, 0, 1, 2, 3, 6, math.MaxInt32}
	ends := func(x interval) []int32 {
		out := []int32{int32(x.lo), int32(x.hi)}
		for _, n := range bounds {
			if x.lo <= int64(n) && int64(n) <= x.hi {
				out = append(out, n)
			}
		}
		return out
	}
	var all []interval
	for i, lo := range bounds {
		for _, hi := range bounds[i:] {
			all = append(all, interval{int64(lo), int64(hi)})
		}
	}
	vx, vy := &eca.Var{ID: 0}, &eca.Var{ID: 1}
	for op := eca.Add; op <= eca.Or; op++ {
		e := expr{&eca.Expr{Op: op, X: load(vx), Y: load(vy)}}
		for _, x := range all {
			for _, y := range all {
				if (op == eca.Div || op == eca.Rem) && (!y.single() || y.is(0)) {
					continue
				}
				r := e.over(func(v *eca.Var) interval { return []interval{x, y}[v.ID] })
				for _, m := range ends(x) {
					for _, n := range ends(y) {
						want := int64(exact(op, m, n))
						if want < r.lo || r.hi < want || x.single() && y.single() && !r.single() {
							t.Fatalf("operator %d of %v and %v is %v, which lacks %d of %d and %d", op, x, y, r, want, m, n)
						}
					}
				}
			}
		}
	}
}
