// This file defines with which globals rounds end, as later searches use that.

package copies

import (
	"slices"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/systems/recursion/contextbound/internal/configuration"
	"github.com/ijit/ijit/systems/recursion/contextbound/internal/summary"
	"github.com/ijit/ijit/systems/recursion/internal/supergraph"
)

// Ends has the globals with which the last of some rounds may end, by their number from 1
// on, in a manager of their own, which never collects.
type Ends struct {
	m    *bdd.Manager
	vars []bdd.Var // by global
	sets []bdd.Node
}

// NewEnds returns what is known of no rounds.
func NewEnds(g *supergraph.Graph, limits bdd.Options) *Ends {
	m := bdd.New(limits)
	return &Ends{m: m, vars: m.NewVars(g.Program.Layout.Shared)}
}

// add takes over what a set says of a row.
func (e *Ends) add(s *configuration.Search, set bdd.Node, row []bdd.Var) {
	set = s.M.Exists(set, s.M.Minus(s.M.Support(set), s.M.NewVarSet(summary.Pick(row, s.Shared)...)))
	e.sets = append(e.sets, e.m.Transfer(s.M, set, func(v bdd.Var) bdd.Var { return e.vars[slices.Index(row, v)] }))
}

// in returns the set of a number of rounds over a row.
func (e *Ends) in(s *configuration.Search, rounds int, row []bdd.Var) bdd.Node {
	return s.M.Transfer(e.m, e.sets[rounds-1], func(v bdd.Var) bdd.Var { return row[slices.Index(e.vars, v)] })
}
