// This file defines live variables: in a program made with the mode [Live] a local is 0 wherever no execution reads
// the value that it had before it is written.

package parser

import (
	"slices"

	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/allsat"
)

// zeroDead finds which locals are dead where (Aho, Lam, Sethi and Ullman, "Compilers", 2007, section 9.2.5; a right side
// is asked for if what it is assigned to is live), and makes the edges set them to 0. So threads that only differ in what
// nobody reads are in one state, forward as backward. A local is live everywhere if another thread assigns to it or
// reads it, if its procedure enforces something about it, or if a statement speaks of its value after the step: these may
// be asked for at any time. In a program with calls nothing is dead, since a caller waits for the locals that it left.
func (b *builder) zeroDead() {
	if len(b.Calls()) > 0 {
		return
	}
	l := &liveness{builder: b}
	l.begin()
	l.spread()
	for _, n := range b.Nodes {
		for _, v := range n.Proc.Locals {
			if !l.live[n.PC].Test(uint(v.Index)) {
				n.Dead = append(n.Dead, v)
			}
		}
	}
	for _, n := range b.Nodes {
		for _, e := range n.Out {
			l.edge(e)
		}
	}
}

// A liveness has the indexes of the live locals of each location.
type liveness struct {
	*builder
	live   []*bitset.BitSet
	reads  [][]read // by location
	writes map[*Edge]*bitset.BitSet
}

// A read is of locals whose values go to one, by its index, or that are asked for.
type read struct {
	to   int // asked if they are asked for
	from *bitset.BitSet
}

const asked = -1

// begin finds what is read, and what is live everywhere.
func (l *liveness) begin() {
	pinned := l.pinned()
	l.writes = map[*Edge]*bitset.BitSet{}
	for _, n := range l.Nodes {
		live := &bitset.BitSet{}
		for _, v := range n.Proc.Locals {
			live.SetTo(uint(v.Index), pinned[v])
		}
		l.live, l.reads = append(l.live, live), append(l.reads, readAt(n))
		for _, e := range n.Out {
			l.writes[e] = &bitset.BitSet{}
			for _, v := range e.Assigned {
				if i := v - 64*l.Layout.LocalAt(); i >= 0 {
					l.writes[e].Set(uint(i))
				}
			}
		}
	}
}

// pinned returns the locals that are live everywhere.
func (l *liveness) pinned() map[*Var]bool {
	pinned := map[*Var]bool{}
	for _, v := range l.File.entangled() {
		pinned[v] = true
	}
	pin := func(s Syntax, such func(*Ref) bool) {
		Inspect(s, func(x Syntax) bool {
			if r, is := x.(*Ref); is && such(r) {
				pinned[r.Var] = true
			}
			return true
		})
	}
	for _, p := range l.File.Procs {
		pin(p.Enforce, func(*Ref) bool { return true })
		pin(p, speaksOfOthers)
	}
	return pinned
}

// readAt returns what the statement at a location reads.
func readAt(n *Node) (list []read) {
	add := func(to int, e Expr) {
		from := &bitset.BitSet{}
		Inspect(e, func(x Syntax) bool {
			if r, is := x.(*Ref); is && r.Var.Proc != nil {
				from.Set(uint(r.Var.Index))
			}
			return true
		})
		list = append(list, read{to, from})
	}
	if n.Stmt == nil {
		return nil
	}
	switch op := n.Stmt.Op.(type) {
	case *Assume:
		add(asked, op.Cond)
	case *Assert:
		add(asked, op.Cond)
	case *If:
		add(asked, n.Arm.Cond)
	case *While:
		add(asked, op.Cond)
	case *Assign:
		for i, lhs := range op.Lhs {
			if lhs.Var == nil || lhs.Var.Proc == nil || lhs.Passive {
				add(asked, op.Rhs[i])
			} else {
				add(lhs.Var.Index, op.Rhs[i])
			}
		}
		add(asked, op.Constrain)
	case *StartThread:
		for _, e := range op.Args {
			add(asked, e)
		}
	case *Call: // a jump
		for i, e := range op.Args {
			add(i, e)
		}
	case *Return:
		for _, e := range op.Values {
			add(asked, e)
		}
	}
	return list
}

// spread makes live what is read, and what is live where an edge leads if it is not written on the way.
func (l *liveness) spread() {
	for changed := true; changed; {
		changed = false
		for _, n := range slices.Backward(l.Nodes) {
			live := l.live[n.PC]
			before := live.Count()
			for _, e := range n.Out {
				for _, r := range l.reads[n.PC] {
					if r.to == asked || l.live[e.To].Test(uint(r.to)) {
						live.InPlaceUnion(r.from)
					}
				}
				if e.To >= 0 {
					live.InPlaceUnion(l.live[e.To].Difference(l.writes[e]))
				}
				if e.Kind == SpawnEdge && e.ChildLocals == nil {
					live.InPlaceUnion(l.live[e.Child])
				}
			}
			if n.Behind != nil { // the frame
				kept := l.live[n.Behind.PC].Clone()
				for _, x := range n.Stmt.Op.(*Call).Lhs {
					if x.Var != nil && x.Var.Proc != nil {
						kept.Clear(uint(x.Var.Index))
					}
				}
				live.InPlaceUnion(kept)
			}
			changed = changed || live.Count() > before
		}
	}
}

// edge makes an edge lead to states in which dead locals are 0, from such states.
func (l *liveness) edge(e *Edge) {
	if e.Kind == SpawnEdge {
		l.child(e)
	}
	if e.To < 0 || e.Relation == nil {
		return
	}
	from, to, writes := l.live[e.From], l.live[e.To], l.writes[e]
	number := func(i uint) int { return 64*l.Layout.LocalAt() + int(i) }
	dies := func(next int) bool {
		i := next - l.Layout.Next(number(0))
		return i >= 0 && writes.Test(uint(i)) && !to.Test(uint(i))
	}
	var zero []*allsat.Formula
	assigned := slices.Clone(e.Assigned)
	for i := range uint(l.Layout.Local) {
		v := number(i)
		if (writes.Test(i) || from.Test(i)) && !to.Test(i) {
			zero = append(zero, allsat.Not(allsat.Var(l.Layout.Next(v))))
			if !writes.Test(i) {
				assigned = append(assigned, v)
			}
		}
		if writes.Test(i) && !from.Test(i) { // a search backward should not look at other states
			zero = append(zero, allsat.Not(allsat.Var(v)))
		}
	}
	if len(zero) == 0 {
		return
	}
	for _, c := range e.Relation.Conjuncts() {
		if _, _, ok := c.Equation(dies); !ok {
			zero = append(zero, c)
		}
	}
	e.Relation, e.Assigned = allsat.And(zero...), assigned
}

// child makes a thread begin in a state in which dead locals are 0.
func (l *liveness) child(e *Edge) {
	n := l.Nodes[e.Child]
	if len(n.Dead) == 0 {
		return
	}
	var parts []*allsat.Formula
	if e.ChildLocals != nil {
		parts = e.ChildLocals.formula.Conjuncts()
	}
	var vars []int
	for _, v := range n.Proc.Locals {
		next := l.Layout.Passive(v, true)
		vars = append(vars, next)
		switch {
		case slices.Contains(n.Dead, v):
			parts = slices.DeleteFunc(parts, func(c *allsat.Formula) bool { return slices.Contains(c.Vars(), next) })
			parts = append(parts, allsat.Not(allsat.Var(next)))
		case e.ChildLocals == nil:
			parts = append(parts, allsat.Eq(allsat.Var(next), allsat.Var(l.Layout.Var(v))))
		}
	}
	e.ChildLocals = newTemplate(allsat.And(parts...), vars)
}
