// This file defines how variables with several values become bits.

package lower

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/ijit/ijit/systems/golang/skeleton"
)

// A coded variable is a number in binary.
type coded struct {
	*skeleton.Var
	bits []string // the highest first
}

func (t *translator) code(name string, v *skeleton.Var) *coded {
	c := &coded{Var: v}
	name = t.names.unique(name)
	width := bits.Len(uint(len(v.Values) - 1))
	if width == 1 {
		c.bits = []string{name}
		return c
	}
	for i := width - 1; i >= 0; i-- {
		c.bits = append(c.bits, t.names.unique(fmt.Sprintf("%s_%d", name, i)))
	}
	return c
}

// is returns the condition that the variable has a value.
func (c *coded) is(value int) string {
	var list []string
	for i, b := range c.bits {
		if value>>(len(c.bits)-1-i)&1 == 0 {
			b = not(b)
		}
		list = append(list, b)
	}
	return and(list...)
}

// valid returns the condition on the bits, each with a mark in front, that they are a value.
func (c *coded) valid(mark string) string {
	var list []string
	for value := len(c.Values); value < 1<<len(c.bits); value++ {
		marked := &coded{}
		for _, b := range c.bits {
			marked.bits = append(marked.bits, mark+b)
		}
		list = append(list, not(marked.is(value)))
	}
	return and(list...)
}

// digits returns the bits of a constant.
func (c *coded) digits(value int) []string {
	var list []string
	for i := range c.bits {
		list = append(list, fmt.Sprint(value>>(len(c.bits)-1-i)&1))
	}
	return list
}

// condition returns a condition as text.
func (s state) condition(e skeleton.Expr) string {
	var list []string
	switch e := e.(type) {
	case skeleton.Is:
		if value, ok := s.known[e.Var]; ok {
			if value == e.Value {
				return "1"
			}
			return "0"
		}
		return s.bits(e.Var).is(e.Value)
	case skeleton.Not:
		return not(s.condition(e.X))
	case skeleton.And:
		for _, x := range e {
			list = append(list, s.condition(x))
		}
		return and(list...)
	case skeleton.Or:
		for _, x := range e {
			list = append(list, s.condition(x))
		}
		return or(list...)
	}
	return "*"
}

// value returns the bits of a right side, and the condition on the variable's bits behind the
// assignment. Right sides with a choice that is for all bits are not for this function.
func (s state) value(to *coded, x skeleton.Value) ([]string, string) {
	var list []string
	switch x := x.(type) {
	case skeleton.Const:
		return to.digits(int(x)), "1"
	case skeleton.Copy:
		if c, ok := s.constant(x); ok {
			return to.digits(c), "1"
		}
		from := s.bits(x.Var)
		if x.Map == nil {
			return from.bits, "1"
		}
		for i := range to.bits {
			var cases []string
			for k, v := range x.Map {
				if v>>(len(to.bits)-1-i)&1 == 1 {
					cases = append(cases, from.is(k))
				}
			}
			list = append(list, or(cases...))
		}
		return list, "1"
	case skeleton.If:
		cond := s.condition(x.Cond)
		then, _ := s.value(to, x.Then)
		els, _ := s.value(to, x.Else)
		for i := range then {
			list = append(list, choose(cond, then[i], els[i]))
		}
		return list, "1"
	}
	for range to.bits {
		list = append(list, "*")
	}
	return list, to.valid("'")
}

// constant returns the value of a right side if it is known.
func (s state) constant(x skeleton.Value) (int, bool) {
	switch x := x.(type) {
	case skeleton.Const:
		return int(x), true
	case skeleton.Copy:
		value, ok := s.known[x.Var]
		if ok && x.Map != nil {
			value = x.Map[value]
		}
		return value, ok
	case skeleton.If:
		switch s.condition(x.Cond) {
		case "1":
			return s.constant(x.Then)
		case "0":
			return s.constant(x.Else)
		}
	}
	return 0, false
}

// An assignment gives one bit a value. All of a list happen at once.
type assignment struct{ bit, value string }

// assign makes the code of assignments to variables, which may be of another body, with right
// sides of the state, and of assignments to bits, all at once.
func (s state) assign(left func(*skeleton.Var) *coded, list []skeleton.Assign, more []assignment) code {
	for i, a := range list {
		x, ok := a.Value.(skeleton.If)
		if !ok || !chooses(x) {
			continue
		}
		with := func(v skeleton.Value) code {
			other := append([]skeleton.Assign(nil), list...)
			other[i].Value = v
			return s.assign(left, other, more)
		}
		return test(s.condition(x.Cond), with(x.Then), with(x.Else))
	}
	var all []assignment
	constraint := []string{}
	for _, a := range list {
		to := left(a.Var)
		values, valid := s.value(to, a.Value)
		for i, bit := range to.bits {
			all = append(all, assignment{bit, values[i]})
		}
		constraint = append(constraint, valid)
	}
	return set(append(all, more...), and(constraint...))
}

// chooses reports whether a right side is not determined.
func chooses(x skeleton.Value) bool {
	switch x := x.(type) {
	case skeleton.Any:
		return true
	case skeleton.If:
		return guesses(x.Cond) || chooses(x.Then) || chooses(x.Else)
	}
	return false
}

func guesses(e skeleton.Expr) bool {
	switch e := e.(type) {
	case skeleton.Either:
		return true
	case skeleton.Not:
		return guesses(e.X)
	case skeleton.And:
		for _, x := range e {
			if guesses(x) {
				return true
			}
		}
	case skeleton.Or:
		return guesses(skeleton.And(e))
	}
	return false
}

// set makes the statement that assigns bits at once, or none.
func set(list []assignment, constraint string) code {
	var left, right []string
	for _, a := range list {
		if a.bit != a.value {
			left, right = append(left, a.bit), append(right, bare(a.value))
		}
	}
	if left == nil {
		return nil
	}
	text := strings.Join(left, ", ") + " := " + strings.Join(right, ", ")
	if constraint != "1" {
		text += " constrain " + bare(constraint)
	}
	return code{{text: text}}
}
