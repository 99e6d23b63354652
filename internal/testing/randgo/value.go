// This file defines conditions and assignments.

package randgo

import (
	"slices"

	"github.com/ijit/ijit/systems/golang/skeleton"
)

// get returns the value of a variable as goroutine i sees it.
func (c *configuration) get(i int, v *skeleton.Var) int {
	if v.Shared {
		return c.shared[v.ID]
	}
	return c.goroutines[i].locals[v.ID]
}

func (c *configuration) set(i int, v *skeleton.Var, value int) {
	if v.Shared {
		c.shared[v.ID] = value
	} else {
		c.goroutines[i].locals[v.ID] = value
	}
}

// holds returns the truth values that a condition may have.
func (c *configuration) holds(i int, e skeleton.Expr) []bool {
	may := func(truths ...bool) (list []bool) {
		for _, b := range []bool{true, false} {
			if slices.Contains(truths, b) {
				list = append(list, b)
			}
		}
		return list
	}
	switch e := e.(type) {
	case skeleton.Is:
		return may(c.get(i, e.Var) == e.Value)
	case skeleton.Not:
		var truths []bool
		for _, b := range c.holds(i, e.X) {
			truths = append(truths, !b)
		}
		return may(truths...)
	case skeleton.And:
		truths := []bool{true}
		for _, x := range e {
			var both []bool
			for _, a := range truths {
				for _, b := range c.holds(i, x) {
					both = append(both, a && b)
				}
			}
			truths = may(both...)
		}
		return truths
	case skeleton.Or:
		var not skeleton.And
		for _, x := range e {
			not = append(not, skeleton.Not{X: x})
		}
		return c.holds(i, skeleton.Not{X: not})
	}
	return may(true, false) // Either
}

// values returns the values that an assignment may give to v.
func (c *configuration) values(i int, v *skeleton.Var, x skeleton.Value) []int {
	switch x := x.(type) {
	case skeleton.Const:
		return []int{int(x)}
	case skeleton.Copy:
		value := c.get(i, x.Var)
		if x.Map != nil {
			value = x.Map[value]
		}
		return []int{value}
	case skeleton.If:
		var list []int
		for _, b := range c.holds(i, x.Cond) {
			if b {
				list = append(list, c.values(i, v, x.Then)...)
			} else {
				list = append(list, c.values(i, v, x.Else)...)
			}
		}
		return list
	}
	return all(v)
}

// all returns all values of a variable.
func all(v *skeleton.Var) []int {
	var list []int
	for value := range v.Values {
		list = append(list, value)
	}
	return list
}

// A choice is one value for each left side of assignments.
type choice []int

// choices returns all ways to evaluate right sides, for goroutine i.
func (c *configuration) choices(i int, list []skeleton.Assign) []choice {
	all := []choice{nil}
	for _, a := range list {
		var longer []choice
		for _, ch := range all {
			for _, value := range c.values(i, a.Var, a.Value) {
				longer = append(longer, append(slices.Clone(ch), value))
			}
		}
		all = longer
	}
	return all
}

// leave returns the configurations in which goroutine i is at its next node, the operation had
// the given result, and the assignments are made.
func (c *configuration) leave(i, next int, result *skeleton.Var, got bool, list []skeleton.Assign) []*configuration {
	var all []*configuration
	for _, ch := range c.choices(i, list) {
		d := c.clone()
		d.goroutines[i].node = next
		if result != nil {
			d.set(i, result, 0)
			if got {
				d.set(i, result, 1)
			}
		}
		for k, a := range list {
			d.set(i, a.Var, ch[k])
		}
		all = append(all, d)
	}
	return all
}
