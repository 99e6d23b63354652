// This file defines how actions are merged into fewer relations.

package reach

import (
	"fmt"
	"slices"

	"github.com/ijit/ijit/bdd"
)

// A merged relation is the union of actions of one thread that write the same
// variables.
type merged struct {
	relation
	actions []action
}

// mergeLimit is how many nodes a relation may have that was merged. Each image
// walks through the states once, so few relations are better than many; but the
// union of statements about different variables may be exponentially larger than
// they are.
const mergeLimit = 2000

// merge merges the actions of one thread, in the order of their locations.
func merge(m *bdd.Manager, actions []action, limit int) []*merged {
	var all []*merged
	open := map[string]*merged{} // by what is written
	for _, a := range actions {
		key := written(a.now)
		if c := open[key]; c != nil {
			union := m.Or(c.node, a.node)
			if m.Size(union) <= limit {
				c.node = union
				c.actions = append(c.actions, a)
				continue
			}
		}
		c := &merged{a.relation, []action{a}}
		open[key] = c
		all = append(all, c)
	}
	return all
}

// written returns the same string for lists of the same variables.
func written(vars []bdd.Var) string {
	sorted := slices.Clone(vars)
	slices.Sort(sorted)
	return fmt.Sprint(sorted)
}
