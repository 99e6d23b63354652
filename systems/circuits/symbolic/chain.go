// This file defines conjunctively partitioned relations.

package circuit

import (
	"context"

	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/bdd"
)

// A part is a conjunct of a relation.
type part struct {
	node    bdd.Node
	support []bdd.Var
}

func newPart(m *bdd.Manager, f bdd.Node) part { return part{f, m.Vars(m.Support(f))} }

// A chain is a relation as a conjunction, in an order in which variables can be quantified as
// early as possible: behind the last part that mentions them (Burch, Clarke and Long,
// "Symbolic Model Checking with Partitioned Transition Relations", VLSI 1991).
type chain struct {
	parts []bdd.Node
	early []bdd.VarSet // what is quantified with each part
	first bdd.VarSet   // what no part mentions
}

// arrange orders the parts of a relation for the quantification of a set of variables. The
// next part is the one that lets most of its variables go and brings few new ones
// (Ranjan, Aziz, Brayton, Plessier and Pixley, "Efficient BDD Algorithms for FSM Synthesis
// and Verification", IWLS 1995, with its weights). Others than those to quantify count as new.
func arrange(ctx context.Context, parts []part, quantified *bitset.BitSet) []part {
	mentions := make([]int, quantified.Len()) // by variable: parts left that mention it
	for _, p := range parts {
		for _, v := range p.support {
			mentions[v]++
		}
	}
	met := bitset.New(quantified.Len()) // new variables that are new no more
	ordered := make([]part, 0, len(parts))
	rest := append([]part(nil), parts...)
	for len(rest) > 0 && ctx.Err() == nil {
		lowest, remaining, unmet := 1, 1, 1
		for v, n := range mentions {
			switch {
			case n == 0:
			case quantified.Test(uint(v)):
				lowest, remaining = v+1, remaining+1
			case !met.Test(uint(v)):
				unmet++
			}
		}
		best, most := 0, -1e9
		for i, p := range rest {
			var own, all, fresh, low int
			for _, v := range p.support {
				switch {
				case !quantified.Test(uint(v)):
					if !met.Test(uint(v)) {
						fresh++
					}
				case mentions[v] == 1:
					own, all, low = own+1, all+1, int(v)+1
				default:
					all++
				}
			}
			benefit := float64(all)/float64(remaining) - float64(fresh)/float64(unmet) + 2*float64(low)/float64(lowest)
			if all > 0 {
				benefit += 6 * float64(own) / float64(all)
			}
			if benefit > most {
				best, most = i, benefit
			}
		}
		p := rest[best]
		ordered = append(ordered, p)
		rest = append(rest[:best], rest[best+1:]...)
		for _, v := range p.support {
			mentions[v]--
			met.Set(uint(v))
		}
	}
	return ordered
}

// clusterSize is how many nodes a conjunction of parts may have: fewer parts are fewer passes
// through a set of states, but large ones bring all their variables at once.
const clusterSize = 5000

// cluster joins parts that follow each other. Variables of a set that only one cluster
// mentions are quantified in it. It returns fewer parts after an error.
func cluster(m *bdd.Manager, parts []part, local *bitset.BitSet) []part {
	var clusters []part
	for _, p := range parts {
		if n := len(clusters); n > 0 {
			last := &clusters[n-1]
			if m.Size(last.node)+m.Size(p.node) <= clusterSize {
				if joined := m.And(last.node, p.node); m.Size(joined) <= clusterSize {
					*last = newPart(m, joined)
					continue
				}
			}
		}
		clusters = append(clusters, p)
	}
	mentions := make([]int, local.Len())
	for _, p := range clusters {
		for _, v := range p.support {
			mentions[v]++
		}
	}
	for i, p := range clusters {
		var own []bdd.Var
		for _, v := range p.support {
			if local.Test(uint(v)) && mentions[v] == 1 {
				own = append(own, v)
			}
		}
		if len(own) > 0 {
			clusters[i] = newPart(m, m.Exists(p.node, m.NewVarSet(own...)))
		}
	}
	return clusters
}

// link makes a chain of ordered parts. What is in late is quantified with the last part.
func link(m *bdd.Manager, parts []part, quantified, late *bitset.BitSet) *chain {
	c := &chain{parts: make([]bdd.Node, len(parts)), early: make([]bdd.VarSet, len(parts))}
	left := quantified.Clone()
	for i := len(parts) - 1; i >= 0; i-- {
		var gone []bdd.Var
		if i == len(parts)-1 {
			gone = members(late)
		}
		for _, v := range parts[i].support {
			if left.Test(uint(v)) {
				gone = append(gone, v)
			}
		}
		for _, v := range gone {
			left.Clear(uint(v))
		}
		c.parts[i], c.early[i] = parts[i].node, m.NewVarSet(gone...)
	}
	c.first = m.NewVarSet(members(left)...)
	return c
}

// members returns the variables of a set.
func members(set *bitset.BitSet) (vars []bdd.Var) {
	for v := range set.EachSet() {
		vars = append(vars, bdd.Var(v))
	}
	return vars
}
