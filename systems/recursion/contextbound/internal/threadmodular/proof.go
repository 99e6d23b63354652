// This file defines proofs that threads do not reach the target, as they are written down.

package threadmodular

import (
	"slices"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/systems/recursion/contextbound/internal/summary"
	"github.com/ijit/ijit/systems/recursion/internal/supergraph"
)

// A Proof says with which globals threads are interrupted, and go on, and what holds at each
// place then. Its summaries are about all globals, so that they can be written down; they are
// more exact than those of [MayReach], which are smaller.
type Proof struct {
	*summary.Summaries
	Initial bdd.Node // globals, over now, with which the program begins
}

// Prove returns a proof that any number of copies of the threads do not get to the target, nil
// if there is none. The graph has the initial procedure.
func Prove(g *supergraph.Graph, limits bdd.Options) (*Proof, error) {
	s := summary.New(summary.NewWholeSpace(g, bdd.New(limits)), 0, 1)
	p := &Proof{s, s.InitialGlobals()}
	s.M.RegisterVars(&p.Initial)
	if err := p.before(); err != nil {
		return nil, err
	}
	for s.M.Err() == nil {
		before := p.Reachable
		p.begin()
		if p.interfere(); s.ReachesTarget() || s.Idle() && p.Reachable == before {
			break
		}
		if err := s.Run(); err != nil {
			return nil, err
		}
	}
	if s.ReachesTarget() {
		return nil, s.M.Err()
	}
	return p, s.M.Err()
}

// before finds with which globals the threads begin.
func (p *Proof) before() error {
	p.Reachable = p.Initial
	if p.Graph.Program.File.Init == nil {
		return nil
	}
	m := p.Modules[p.Graph.InitModule()]
	p.Enter(m, p.M.And(p.asEntry(p.Initial), p.Summaries.Initial(m, p.Entry.Locals)))
	err := p.Run()
	p.Reachable = p.M.Exists(p.Leaves(m), p.M.NewVarSet(slices.Concat(p.Entry.Globals, p.Entry.Locals, p.Returned())...))
	return err
}

// asEntry renames globals now to those at the entry of a procedure.
func (p *Proof) asEntry(globals bdd.Node) bdd.Node {
	return p.M.Rename(globals, p.M.NewRenaming(p.Now.Globals, p.Entry.Globals))
}

// begin lets all threads begin with any reachable globals.
func (p *Proof) begin() {
	for _, i := range p.Graph.Entries {
		m := p.Modules[i]
		if len(m.Calls) == 0 { // nothing returns from there
			p.Add(m.Local[0], 0, p.M.And(p.Reachable, p.Summaries.Initial(m, p.Now.Locals)))
			continue
		}
		p.Enter(m, p.M.And(p.asEntry(p.Reachable), p.Summaries.Initial(m, p.Entry.Locals)))
	}
}

// interfere notes the globals with which threads are interrupted now, and lets all go on with
// any that are reachable.
func (p *Proof) interfere() {
	may := bdd.True
	if a := p.Graph.Program.File.Atomic; a != nil {
		may = p.M.Not(p.M.Var(p.Now.Globals[a.Index]))
	}
	globals := p.M.NewVarSet(p.Now.Globals...)
	rest := p.M.NewVarSet(slices.Concat(p.Now.Locals, p.Entry.Globals, p.Entry.Locals)...)
	for _, m := range p.Modules {
		for _, n := range p.Graph.Nodes(m.Index) {
			if set := p.At(m, n.PC).States[0]; p.Graph.Interruptible(m.Index, n) {
				p.Reachable = p.M.Or(p.Reachable, p.M.AndExists(set, may, rest))
			}
		}
		p.M.SafePoint(may)
	}
	for _, m := range p.Modules {
		for _, n := range p.Graph.Nodes(m.Index) {
			if p.Graph.Interruptible(m.Index, n) && n.Section == nil && !p.Graph.Modules[m.Index].Atomic {
				p.Add(p.At(m, n.PC), 0, p.M.And(p.M.AndExists(p.At(m, n.PC).States[0], may, globals), p.Reachable))
			}
		}
		p.M.SafePoint(may)
	}
}

// At returns a place of a module.
func (p *Proof) At(m *summary.Module, pc int) *summary.Place {
	return m.Local[p.Graph.Modules[m.Index].Place(pc)]
}
