// This file defines how witnesses are made of clauses.

package witness

import (
	"slices"
	"strings"

	"github.com/ijit/ijit/allsat/aig"
)

// Make returns a witness that no frame of a circuit is bad, given clauses of literals of latches that hold in all frames but the first.
// What it is a witness of is [aig.Circuit.Constrained], which is what is written of the circuit in AIGER: inputs and
// latches are the same, in the same order, and one latch comes behind them.
func Make(c *aig.Circuit, bad aig.Lit, clauses [][]aig.Lit) *aig.Circuit {
	k := c.Constrained()
	d := &aig.Circuit{
		Graph:  k.Clone(),
		Inputs: slices.Clone(k.Inputs), Latches: slices.Clone(k.Latches),
		Resets: slices.Clone(k.Resets), Initial: slices.Clone(k.Initial), Constraints: slices.Clone(k.Constraints),
	}
	for i := range d.Inputs { // names that say which ones they are would be those of another model
		d.Inputs[i].Name = plain(d.Inputs[i].Name)
	}
	for i := range d.Latches {
		d.Latches[i].Name = plain(d.Latches[i].Name)
	}
	resets := slices.Clone(d.Initial) // of which some are functions
	for _, l := range d.Latches {
		if l.Reset != l.Lit {
			resets = append(resets, l.Lit.NotIf(l.Reset == aig.False))
		}
	}
	var holds []aig.Lit
	for _, clause := range clauses {
		holds = append(holds, d.Any(clause...))
	}
	first := d.Latch("", aig.One)
	d.SetNext(len(d.Latches)-1, aig.False)
	good := d.And(bad.Not(), d.Mux(first, d.All(resets...), d.All(holds...)))
	d.Bads = []aig.Named{{Lit: good.Not()}}
	return d
}

// plain returns a name, "" for one that has a meaning in witnesses.
func plain(name string) string {
	if strings.HasPrefix(name, "=") {
		return ""
	}
	return name
}
