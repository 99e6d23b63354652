// This file defines how evidence beyond configurations is written in the words of certificates.

package systems

import (
	"strconv"
	"strings"

	"github.com/ijit/ijit/bdd/reach"
	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/systems/recursion/bebop"
	"github.com/ijit/ijit/systems/recursion/contextbound"
)

// summariesOf writes a proof of a sequential program.
func summariesOf(inv *bebop.Invariant) *proof.Evidence {
	if inv == nil {
		return nil
	}
	e := &proof.Summaries{Nodes: inv.Nodes, At: map[string]string{}, Returns: map[string]string{}}
	for pc, edge := range inv.At {
		e.At[strconv.Itoa(pc)] = edge
	}
	for proc, edge := range inv.Returns {
		e.Returns[proc.Name] = edge
	}
	return &proof.Evidence{Summaries: e}
}

// modularSummaries writes a thread-modular proof.
func modularSummaries(inv *contextbound.Invariant) *proof.Evidence {
	e := &proof.Summaries{Nodes: inv.Nodes, At: map[string]string{}, Returns: map[string]string{}, Others: inv.Others}
	mark := map[bool]string{true: "!"}
	for x, edge := range inv.At {
		e.At[strconv.Itoa(x.PC)+mark[x.Inside]] = edge
	}
	for x, edge := range inv.Returns {
		e.Returns[x.Name+mark[x.Inside]] = edge
	}
	return &proof.Evidence{Summaries: e}
}

// diagram writes a set of configurations.
func (c *check) diagram(inv *reach.Invariant) *proof.Evidence {
	if inv == nil {
		return nil
	}
	d := &proof.Diagram{Slots: inv.Slots, Order: inv.Order, Nodes: inv.Nodes, Root: inv.Root}
	for _, pc := range inv.PCs {
		place := strconv.Itoa(pc)
		if c.inlined != nil {
			var pcs []string
			for _, f := range c.inlined.Stack(pc) {
				pcs = append(pcs, strconv.Itoa(f.PC))
			}
			place = strings.Join(pcs, "/")
		}
		d.Places = append(d.Places, place)
	}
	return &proof.Evidence{Diagram: d}
}

// execution writes the trace of the result.
func (c *check) execution() (*proof.Trace, error) {
	if !c.is(tables) && c.Label == "" && c.Options.Target == "" && !c.Deadlock {
		return c.result.Trace.Evidence(&c.result.Property.PC)
	}
	return c.result.Trace.Evidence(nil)
}
