// This file defines which variables procedures may modify and read: MOD and REF.

package dataflow

// findModRef computes MOD and REF (Cooper and Kennedy, PLDI 1988): what a procedure does
// itself, and to globals also what those do that it calls. The procedures of a component
// do the same to globals, and all others that they call come before, so one pass over the
// components is enough.
func (g *Graph) findModRef() {
	own, touched := g.Sets(2*len(g.Procs)), g.Sets(len(g.Components))
	mod, ref := g.Set(), g.Set() // globals, by the procedures of a component
	for i, component := range g.Components {
		mod.ClearAll()
		ref.ClearAll()
		for _, p := range component {
			p.Mod, p.Ref, p.Touch = &own[2*p.Index], &own[2*p.Index+1], &touched[i]
			for _, n := range p.Nodes {
				p.Mod.InPlaceUnion(g.Writes(n.PC))
				p.Ref.InPlaceUnion(g.Reads(n.PC))
			}
			mod.InPlaceUnion(p.Mod)
			ref.InPlaceUnion(p.Ref)
			for _, c := range p.Sites {
				if c.Callee.Component != p.Component {
					mod.InPlaceUnion(c.Callee.Mod)
					ref.InPlaceUnion(c.Callee.Ref)
				}
			}
		}
		mod.InPlaceIntersection(g.Globals)
		ref.InPlaceIntersection(g.Globals)
		touched[i].InPlaceUnion(mod)
		touched[i].InPlaceUnion(ref)
		for _, p := range component {
			p.Mod.InPlaceUnion(mod)
			p.Ref.InPlaceUnion(ref)
		}
	}
}
