// This file defines the static checks that need reasoning: that cases are exhaustive, that
// indexes are in bounds and that values are of the type of the variable they are assigned to. As
// in NuSMV they are about all states, also those that no run reaches.

package smv

import (
	"context"
	"strings"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/allsat/sat"
)

// A check is a failure that must not happen in any state.
type check struct {
	failure
	variable *variable // to which the value is assigned; nil if it is no assignment
	value    *value
}

// require adds failures to what is checked.
func (c *compiler) require(fails []failure) {
	for _, f := range fails {
		if f.when != litFalse {
			c.checks = append(c.checks, check{failure: f})
		}
	}
}

// Limits of the search for a failure, and of all searches.
const (
	maxConflicts    = 20000
	maxAllConflicts = 10 * maxConflicts
)

// checkFailures reports the failures that happen in some state, or may. What is not decided
// becomes a property, so that it is never overlooked.
func (c *compiler) checkFailures() {
	if len(c.checks) == 0 {
		return
	}
	s := sat.New(sat.Options{Conflicts: maxConflicts})
	clauses := aig.NewClauses(c.Graph, s)
	// The values of variables are valid; constraints of the model do not count.
	for _, v := range c.variables {
		if valid := c.valid(v.domain, v.code); v.latch >= 0 && valid != litTrue {
			s.Add(clauses.Lit(valid))
		}
	}
	type key struct {
		pos     Pos
		message string
	}
	reported := map[key]bool{}
	for i, k := range c.checks {
		if reported[key{k.pos, k.message}] {
			continue
		}
		status := sat.Unknown
		if s.Stats().Conflicts < maxAllConflicts {
			status = s.Solve(context.Background(), clauses.Lit(k.when))
		}
		switch status {
		case sat.Sat:
			reported[key{k.pos, k.message}] = true
			message := k.message
			holds := c.simulated(clauses)
			if k.variable != nil {
				message = shownValue(k.value, holds) + " is assigned to " + k.variable.name + ", which is of type " + k.variable.domain.name
			}
			if where := c.example(k.when, holds); where != "" {
				message += ", for instance where " + where
			}
			c.Errorf(k.pos, k.hint, "%s", message)
		case sat.Unknown:
			if c.query != nil && i < c.query.before {
				continue // it is a property of the file
			}
			name, text := "value", "never: "+k.message
			if v := k.variable; v != nil {
				name, text = "range("+v.name+")", v.name+" in "+v.domain.name
			}
			pos := k.pos
			if c.query != nil && c.query.has(pos) {
				pos = Pos{}
			}
			c.model.Properties = append(c.model.Properties, Property{
				Name: name, Kind: KindRange, Text: text, Pos: pos, Safety: true, Bad: c.monitored(k.when),
			})
		}
	}
}

// simulated returns what holds in the state that a solver found. It need not know all gates.
func (c *compiler) simulated(clauses *aig.Clauses) func(lit) bool {
	sim := aig.NewSimulator(c.Circuit)
	set := func(l lit) {
		if clauses.Value(l) {
			sim.Set(l, 1)
		}
	}
	for _, i := range c.Inputs {
		set(i.Lit)
	}
	for _, l := range c.Latches {
		set(l.Lit)
	}
	sim.Eval()
	return func(l lit) bool { return sim.Value(l)&1 != 0 }
}

// example says in which state a failure happens: the values of the variables that it rests on.
func (c *compiler) example(l lit, holds func(lit) bool) string {
	seen := make([]bool, c.Len())
	stack := []int{l.Node()}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[n] {
			continue
		}
		seen[n] = true
		if left, right, ok := c.Fanins(n); ok {
			stack = append(stack, left.Node(), right.Node())
		}
	}
	const most = 4
	var parts []string
	for _, v := range c.variables {
		for _, b := range v.code {
			if b > litTrue && seen[b.Node()] && v.plain == nil {
				if len(parts) == most {
					return strings.Join(parts, ", ")
				}
				parts = append(parts, v.name+" = "+shownValue(v.values[current], holds))
				break
			}
		}
	}
	return strings.Join(parts, ", ")
}
