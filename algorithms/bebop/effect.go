// This file defines which procedures can be called, and what each of them reads and
// modifies.

package bebop

import "github.com/ijit/ijit/parser"

// A procedure is a procedure that the call graph reaches.
type procedure struct {
	*parser.Proc
	index   int // in search.procs; main is the first
	done    int // position in the order in which a depth-first search leaves them: callees first
	ret     int // the vertex behind all of its returns
	callers []*site
	callees []*site

	mod   row // variables that it may modify: globals, also in callees, and locals
	touch row // globals that it or its callees read or modify, and all of its locals
	// modGlobals is mod without locals, and enforced is what is read by the condition
	// that holds at each point.
	modGlobals, enforced row
	entering
}

// A site is a call.
type site struct {
	pc, behind int // of the call, and of the vertex it returns to
	caller     *procedure
	callee     *procedure
	op         *parser.Call
	crossing
}

// collect finds the procedures that the call graph reaches, and their calls.
func (s *search) collect() error {
	s.byProc = map[*parser.Proc]*procedure{}
	s.nodesOf = map[*parser.Proc][]*parser.Node{}
	for _, n := range s.program.Nodes {
		s.nodesOf[n.Proc] = append(s.nodesOf[n.Proc], n)
	}
	// The stack is explicit: chains of calls may be long.
	type frame struct {
		p    *procedure
		next int
	}
	var stack []frame
	enter := func(proc *parser.Proc) (*procedure, error) {
		p := &procedure{Proc: proc, index: len(s.procs)}
		s.procs = append(s.procs, p)
		s.byProc[proc] = p
		p.ret = len(s.program.Nodes) + p.index
		for _, n := range s.nodesOf[proc] {
			for _, x := range n.Out {
				switch x.Kind {
				case parser.CallEdge:
					c := &site{pc: n.PC, behind: x.To, caller: p, op: n.Stmt.Op.(*parser.Call)}
					p.callees = append(p.callees, c)
					s.sites[n.PC] = c
				case parser.SpawnEdge:
					return nil, &UnsupportedError{s.program.File.Name, n.Stmt}
				}
			}
		}
		stack = append(stack, frame{p, 0})
		return p, nil
	}
	if _, err := enter(s.program.File.Main); err != nil {
		return err
	}
	left := 0
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.next == len(top.p.callees) {
			top.p.done = left
			left++
			stack = stack[:len(stack)-1]
			continue
		}
		c := top.p.callees[top.next]
		top.next++
		callee := s.byProc[c.op.Proc.Proc]
		if callee == nil {
			var err error
			if callee, err = enter(c.op.Proc.Proc); err != nil {
				return err
			}
		}
		c.callee = callee
		callee.callers = append(callee.callers, c)
	}
	return nil
}

// returns reports whether n, a node of p, is where p is left.
func (p *procedure) returns(n *parser.Node) bool {
	if n.Stmt == nil {
		return true
	}
	_, ok := n.Stmt.Op.(*parser.Return)
	return ok
}

// effects computes the mod and ref sets of all procedures from those of their
// statements.
func (s *search) effects() {
	for _, p := range s.procs {
		p.mod, p.touch, p.modGlobals = s.newRow(), s.newRow(), s.newRow()
		p.enforced = s.reads(s.enc.Enforce(p.Proc))
		for i := range p.Locals {
			p.touch.add(s.globals + i)
		}
		if s.opts.NoModRef {
			for i := range s.globals + p.Params {
				p.mod.add(i)
				p.touch.add(i)
			}
		}
		for _, n := range s.nodesOf[p.Proc] {
			for _, x := range s.steps[n.PC] {
				p.mod.union(x.writes)
				p.touch.union(x.writes)
				p.touch.union(x.reads)
			}
		}
	}
	byDone := make([]*procedure, len(s.procs))
	for _, p := range s.procs {
		byDone[p.done] = p
	}
	for changed := true; changed; {
		changed = false
		for _, p := range byDone {
			for _, c := range p.callees {
				mod := p.mod.unionBelow(c.callee.mod, s.globals)
				touch := p.touch.unionBelow(c.callee.touch, s.globals)
				changed = changed || mod || touch
			}
		}
	}
	for _, p := range s.procs {
		p.modGlobals.unionBelow(p.mod, s.globals)
	}
}
