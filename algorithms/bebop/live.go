// This file defines what statements read and write, and which variables are live.

package bebop

import (
	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/bdd/encode"
	"github.com/ijit/ijit/parser"
)

// A step is an edge of the control-flow graph that stays in its procedure, a return,
// or the call of a site without what the callee does.
type step struct {
	encode.Step // of a return: over Now and Returns; of a call: see site
	reads       row
	writes      row
}

// buildSteps makes the relations of all edges. steps[pc][i] belongs to edge i out of
// pc; the return at pc, if it is one, is the only step there.
func (s *search) buildSteps() {
	s.steps = make([][]step, len(s.program.Nodes))
	for _, p := range s.procs {
		for _, n := range s.nodesOf[p.Proc] {
			if rel, ok := s.enc.Return(n); ok {
				s.steps[n.PC] = []step{{Step: encode.Step{Relation: rel}, reads: s.reads(rel), writes: s.none}}
				continue
			}
			steps := make([]step, len(n.Out))
			for i, x := range n.Out {
				if x.Kind == parser.CallEdge {
					c := s.sites[n.PC]
					c.call = s.enc.Call(x)
					steps[i] = step{
						Step:   encode.Step{Relation: c.call.Args, Assignment: c.call.Assignment},
						reads:  s.reads(c.call.Args),
						writes: s.rowOf(c.call.Now),
					}
					continue
				}
				e := s.enc.Edge(x)
				steps[i] = step{Step: e, reads: s.reads(e.Relation), writes: s.rowOf(e.Now)}
			}
			s.steps[n.PC] = steps
		}
	}
}

// reads returns the variables, now, that a relation depends on.
func (s *search) reads(rel bdd.Node) row { return s.rowOf(s.m.Support(rel)) }

// rowOf returns the program variables whose places in the frame Now are in a set.
func (s *search) rowOf(set bdd.VarSet) row {
	if r, ok := s.rows[set]; ok {
		return r
	}
	r := s.newRow()
	for _, v := range s.m.Vars(set) {
		if i, ok := s.indexOf[v]; ok {
			r.add(i)
		}
	}
	s.rows[set] = r
	return r
}

// liveAt returns the variables that are live at a vertex.
func (s *search) liveAt(v int) row { return s.live[v*s.words : (v+1)*s.words] }

// liveness computes which variables may be read after a vertex before they are
// written: a data-flow analysis backwards over all procedures together. What a
// procedure enforces is read at each of its points. A global that a callee may
// modify is live before the call only if the callee needs it at its entry: if there
// is a way through the callee on which the global keeps its value and that is read
// later, then it does.
func (s *search) liveness() {
	s.live = make([]uint64, s.vertices()*s.words)
	if s.opts.NoLiveRanges {
		for _, p := range s.procs {
			for _, n := range s.nodesOf[p.Proc] {
				s.liveAt(n.PC).union(p.touch)
			}
			s.liveAt(p.ret).unionBelow(p.touch, s.globals)
		}
		return
	}
	work := make([]int, 0, s.vertices()) // a stack: callees first, and in a procedure the last vertex
	waiting := make([]bool, s.vertices())
	push := func(v int) {
		if !waiting[v] {
			waiting[v] = true
			work = append(work, v)
		}
	}
	for _, p := range s.procs {
		for _, n := range s.nodesOf[p.Proc] {
			push(n.PC)
		}
		push(p.ret)
	}
	live := s.newRow()
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		waiting[v] = false
		s.liveBefore(v, live)
		if s.liveAt(v).union(live) {
			s.predecessors(v, push)
		}
	}
}

// liveBefore sets live to what is live at v, given what is live behind it.
func (s *search) liveBefore(v int, live row) {
	clear(live)
	p := s.procOf[v]
	after := s.spare
	if v == p.ret {
		for _, c := range p.callers {
			after.set(s.liveAt(c.behind), s.steps[c.pc][0].writes)
			live.unionBelow(after, s.globals)
		}
		live.intersect(p.touch)
		return
	}
	live.union(p.enforced)
	for i, x := range s.steps[v] {
		live.union(x.reads)
		to := s.target(v, i)
		if to < 0 {
			continue
		}
		after.set(s.liveAt(to), x.writes)
		if c := s.sites[v]; c != nil {
			after.set(after, c.callee.modGlobals)
			live.unionBelow(s.liveAt(c.callee.Entry), s.globals)
		}
		live.union(after)
	}
}

// target returns where step i from v goes, -1 if nowhere.
func (s *search) target(v, i int) int {
	p, n := s.procOf[v], s.program.Nodes[v]
	if p.returns(n) {
		return p.ret
	}
	return n.Out[i].To
}

// predecessors pushes the vertices whose live variables depend on those of v.
func (s *search) predecessors(v int, push func(int)) {
	p := s.procOf[v]
	if v == p.ret {
		for _, n := range s.nodesOf[p.Proc] {
			if p.returns(n) {
				push(n.PC)
			}
		}
		return
	}
	for _, x := range s.program.Nodes[v].In {
		push(x.From)
		if x.Kind == parser.CallEdge {
			push(s.sites[x.From].callee.ret)
		}
	}
	if v == p.Entry {
		for _, c := range p.callers {
			push(c.pc)
		}
	}
}
