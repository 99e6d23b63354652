// This file defines the multiplier.

package family

import "fmt"

// Multiplier returns a sequential multiplier of two numbers of k bits, which takes k steps
// of shift and add, beside a combinational array of carry-save adders for the same numbers.
// For each of the k low bits of the product there is a property: when the first one is
// done, both agree. A flag for overflow depends on all bits and no property on the flag.
//
// The first step takes the numbers themselves instead of the registers. So registers begin
// with any values, and k steps that end when the multiplier is done are a computation wherever
// they begin: k-induction succeeds with k.
//
// In the broken one the sequential adder loses the carry into the bit before the middle one,
// but not into bits 0 and 1, which get none.
func Multiplier(k int, broken bool) string {
	k = max(k, 3)
	stuck := -1
	if broken {
		stuck = max(2, k/2-1)
	}
	p := &program{}
	p.line("MODULE main")
	p.line("FROZENVAR")
	p.line("  x : array 0..%d of boolean;", k-1)
	p.line("  y : array 0..%d of boolean;", k-1)
	p.line("VAR")
	p.line("  steps : 0..%d;", k)
	p.line("  lost : boolean; -- a one was shifted out of a")
	p.line("  overflow : boolean;")
	for i := range k {
		a, b, carry := "FALSE", "FALSE", "FALSE"
		if i > 0 {
			a, carry = fmt.Sprintf("s%d.a_now", i-1), fmt.Sprintf("s%d.carry", i-1)
		}
		if i < k-1 {
			b = fmt.Sprintf("s%d.b_now", i+1)
		}
		end := ""
		if i == stuck {
			carry, end = "FALSE", " -- it should get the carry"
		}
		p.line("  s%d : slice(x[%d], y[%d], steps = 0, steps = %d, s0.b_now, %s, %s, %s);%s", i, i, i, k, a, b, carry, end)
	}
	sum := func(j, i int) string {
		if j == 0 {
			return fmt.Sprintf("x[%d] & y[0]", i)
		}
		return fmt.Sprintf("m%d_%d.sum", j, i)
	}
	for j := 1; j < k; j++ {
		for i := j; i < k; i++ {
			carry := "FALSE"
			if j > 1 {
				carry = fmt.Sprintf("m%d_%d.carry", j-1, i-1)
			}
			p.line("  m%d_%d : adder(%s, x[%d] & y[%d], %s);", j, i, sum(j-1, i), i-j, j, carry)
		}
	}
	p.line("DEFINE")
	p.line("  done := steps = %d;", k)
	p.line("ASSIGN")
	p.line("  init(steps) := 0;")
	p.line("  next(steps) := done ? steps : steps + 1;")
	p.line("  next(lost) := steps != 0 & lost | s%d.a_now;", k-1)
	p.line("  next(overflow) := steps != 0 & (overflow | s0.b_now & lost) | s%d.carry;", k-1)
	p.line("")
	for i := range k {
		length := 0
		if broken && i >= stuck {
			length = k
		}
		p.property("INVARSPEC", fmt.Sprintf("bit_%d", i), length, fmt.Sprintf("done -> s%d.p = (%s)", i, sum(i, i)))
	}
	p.line("")
	p.line("-- A bit of the registers: a is shifted up and b down, and a is added to p if b ends in a one.")
	p.line("MODULE slice(x, y, begins, done, add, a_in, b_in, carry_in)")
	p.line("VAR")
	p.line("  a : boolean;")
	p.line("  b : boolean;")
	p.line("  p : boolean;")
	p.line("DEFINE")
	p.line("  a_now := begins ? x : a;")
	p.line("  b_now := begins ? y : b;")
	p.line("  p_now := !begins & p;")
	p.line("  addend := add & a_now;")
	p.line("  carry := p_now & addend | carry_in & (p_now | addend);")
	p.line("ASSIGN")
	p.line("  next(a) := done ? a : a_in;")
	p.line("  next(b) := done ? b : b_in;")
	p.line("  next(p) := done ? p : p_now xor addend xor carry_in;")
	p.line("")
	p.line("MODULE adder(x, y, z)")
	p.line("DEFINE")
	p.line("  sum := x xor y xor z;")
	p.line("  carry := x & y | z & (x | y);")
	return p.String()
}
