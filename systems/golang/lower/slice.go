// This file defines slices: what of a skeleton does not matter to the question is left out.

package lower

import "github.com/ijit/ijit/systems/golang/skeleton"

// slice returns a skeleton with the same bodies and nodes, in which these are steps: branches that are decided, and
// accesses that nobody asks about. Assignments to variables on which no branch depends are left out.
func slice(p *skeleton.Program, o Options) *skeleton.Program {
	q := *p
	q.Bodies = make([]*skeleton.Body, len(p.Bodies))
	for i, b := range p.Bodies {
		copied := *b
		copied.Nodes = make([]*skeleton.Node, len(b.Nodes))
		for k, n := range b.Nodes {
			node := *n
			copied.Nodes[k] = &node
		}
		q.Bodies[i] = &copied
	}
	parameters := map[*skeleton.Var]bool{}
	for _, b := range p.Bodies {
		for _, n := range b.Nodes {
			for _, a := range n.Args {
				parameters[a.Var] = true
			}
		}
	}
	for _, b := range q.Bodies {
		fold(b, parameters)
	}
	filter(&q)
	cells, _ := contested(&q)
	for _, b := range q.Bodies {
		for _, n := range b.Nodes {
			switch n.Op {
			case skeleton.Go:
				n.Body = q.Bodies[n.Body.ID]
			case skeleton.Access:
				if !cells[n.Cell] || !o.Races && o.Cell != p.Cells[n.Cell.ID] {
					n.Op = skeleton.Step
				}
			}
		}
	}
	return &q
}

// filter leaves out assignments to variables on which no branch and no case depends.
func filter(p *skeleton.Program) {
	matters := matters(p)
	those := func(list []skeleton.Assign) []skeleton.Assign {
		var kept []skeleton.Assign
		for _, a := range list {
			if matters[a.Var] {
				kept = append(kept, a)
			}
		}
		return kept
	}
	result := func(v *skeleton.Var) *skeleton.Var {
		if matters[v] {
			return v
		}
		return nil
	}
	for _, b := range p.Bodies {
		for _, n := range b.Nodes {
			n.Do, n.Args, n.Result = those(n.Do), those(n.Args), result(n.Result)
			cases := n.Cases
			n.Cases = nil
			for _, c := range cases {
				c.Do, c.Result = those(c.Do), result(c.Result)
				n.Cases = append(n.Cases, c)
			}
		}
	}
}

// narrow makes steps of branches whose ways lead to the same node, and leaves out what only those depended on.
func narrow(p *skeleton.Program) {
	for changed := true; changed; {
		changed = false
		for _, b := range p.Bodies {
			next := func(i int) int { // what follows
				for range b.Nodes {
					n := b.Nodes[i]
					if n.Op != skeleton.Step || len(n.Do) > 0 {
						break
					}
					i = n.Next[0]
				}
				return i
			}
			for _, n := range b.Nodes {
				if n.Op == skeleton.Branch && len(n.Do) == 0 && next(n.Next[0]) == next(n.Next[1]) {
					n.Op, n.Cond, n.Next = skeleton.Step, nil, []int{next(n.Next[0])}
					changed = true
				}
			}
		}
		filter(p)
	}
}

// matters returns the variables on which a branch or a case depends.
func matters(p *skeleton.Program) map[*skeleton.Var]bool {
	return decisive(p, func(*skeleton.Body) bool { return true })
}

// decisive returns the variables on which a branch or a case in some bodies depends.
func decisive(p *skeleton.Program, in func(*skeleton.Body) bool) map[*skeleton.Var]bool {
	found := map[*skeleton.Var]bool{}
	changed := false
	note := func(v *skeleton.Var) {
		if !found[v] {
			found[v], changed = true, true
		}
	}
	from := func(list []skeleton.Assign) {
		for _, a := range list {
			if found[a.Var] {
				reads(a.Value, note)
			}
		}
	}
	for {
		for _, b := range p.Bodies {
			for _, n := range b.Nodes {
				if in(b) {
					asked(n, note)
				}
				from(n.Do)
				from(n.Args)
				for _, c := range n.Cases {
					from(c.Do)
				}
			}
		}
		if !changed {
			return found
		}
		changed = false
	}
}

// contested returns the cells that two goroutines may access, one of them to write, and how many goroutines of each
// body there may be.
func contested(p *skeleton.Program) (map[*skeleton.Cell]bool, []int) {
	type use struct {
		goroutines int
		by         *skeleton.Body
		write      bool
	}
	var flows []*flow
	for _, b := range p.Bodies {
		flows = append(flows, newFlow(b))
	}
	runs := runs(p, flows)
	uses := map[*skeleton.Cell]use{}
	for _, b := range p.Bodies {
		for _, n := range b.Nodes {
			if n.Op != skeleton.Access {
				continue
			}
			u := uses[n.Cell]
			if u.by != b {
				u.by = b
				u.goroutines += runs[b.ID]
			}
			u.write = u.write || n.Write
			uses[n.Cell] = u
		}
	}
	found := map[*skeleton.Cell]bool{}
	for cell, u := range uses {
		found[cell] = u.write && u.goroutines > 1
	}
	return found, runs
}
