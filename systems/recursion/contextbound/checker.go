// This file defines what questions about context switches and about rounds share.

package contextbound

import (
	"context"
	"errors"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems/recursion/contextbound/internal/threadmodular"
	"github.com/ijit/ijit/systems/recursion/getafix"
	"github.com/ijit/ijit/systems/recursion/internal/supergraph"
)

// A checker checks one program.
type checker struct {
	graph  *supergraph.Graph
	start  getafix.Start
	limits bdd.Options
}

// atMost returns the limits with so many nodes at most.
func (c *checker) atMost(nodes int) bdd.Options {
	limits := c.limits
	if limits.MaxNodes <= 0 || limits.MaxNodes > nodes {
		limits.MaxNodes = nodes
	}
	return limits
}

// mayReach asks for a thread-modular proof: whether it fails.
func (c *checker) mayReach(limits bdd.Options) (bool, error) {
	return threadmodular.MayReach(c.graph, c.start, limits)
}

// limit returns the limit that an error is about, NoReason for none.
func limit(ctx context.Context, err error) algorithms.Reason {
	return verdict.ReasonOf(errors.Join(err, ctx.Err()), bdd.ErrMemory, bdd.ErrNodes)
}

// known says which globals schedules give the values of.
func known(g *supergraph.Graph) []bool {
	all := make([]bool, g.Program.Layout.Shared)
	for _, i := range supergraph.Globals(g.Shared()) {
		all[i] = true
	}
	return all
}
