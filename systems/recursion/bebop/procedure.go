// This file defines the procedures that can be called, and their calls.

package bebop

import (
	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/dataflow"
)

// A procedure is a procedure that the call graph reaches.
type procedure struct {
	*dataflow.Proc
	ret              int // the vertex behind all of its returns
	callers, callees []*site
	ready            bool // to be entered and left
	entering
	untracked bdd.VarSet // globals and locals, in now and next
}

// A site is a call.
type site struct {
	*dataflow.Site
	caller, callee *procedure
	crossing
}

// findProcedures makes the procedures and calls of the call graph. The first procedure
// is main.
func (s *search) findProcedures() error {
	s.flow = dataflow.Of(s.program, s.opts.part, s.program.File.Main)
	s.procOf = make([]*procedure, s.vertices())
	for _, p := range s.flow.Procs {
		q := &procedure{Proc: p, ret: len(s.program.Nodes) + p.Index}
		s.procs = append(s.procs, q)
		s.procOf[q.ret] = q
		for _, n := range p.Nodes {
			s.procOf[n.PC] = q
			for _, x := range n.Out {
				if x.Kind == parser.SpawnEdge {
					return &UnsupportedError{s.program.File.Name, n.Stmt}
				}
			}
		}
	}
	for _, caller := range s.procs {
		for _, x := range caller.Sites {
			c := &site{Site: x, caller: caller, callee: s.procs[x.Callee.Index]}
			s.sites[x.PC] = c
			c.caller.callees = append(c.caller.callees, c)
			c.callee.callers = append(c.callee.callers, c)
		}
	}
	if !s.opts.NoLiveRanges {
		s.live = s.flow.Live()
	}
	return nil
}

// liveAt returns the variables that are live at a vertex: if live ranges are not to be
// used, all that the procedure has to do with.
func (s *search) liveAt(v int) *bitset.BitSet {
	p := s.procOf[v]
	switch {
	case s.live == nil && v == p.ret:
		return p.Touch
	case s.live == nil:
		all := p.Touch.Clone()
		for _, l := range p.Locals {
			all.Set(s.flow.Bit(l))
		}
		return all
	case v == p.ret:
		return s.live.Behind(p.Proc)
	}
	return s.live.Before(v)
}

// place returns where a frame has the members of a set that are in none of others. The
// frame may be a part of one that has globals only.
func (s *search) place(frame []bdd.Var, set *bitset.BitSet, others ...*bitset.BitSet) []bdd.Var {
	var vs []bdd.Var
members:
	for i := range set.EachSet() {
		if i >= uint(len(frame)) {
			break
		}
		for _, other := range others {
			if other.Test(i) {
				continue members
			}
		}
		vs = append(vs, frame[i])
	}
	return vs
}
