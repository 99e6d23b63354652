// This file defines programs that forget who called: a return leads behind any call of the procedure.

package parser

import (
	"slices"

	"github.com/ijit/ijit/allsat"
)

// insensitive is the mode of programs whose calls are jumps. It implies [Live].
const insensitive Mode = Live << 1

// Frames has, by location of a call, which values the locals of the caller have that it keeps ([Node.Kept]): a word of a 0
// or 1 for each local. A location without an entry keeps nothing: locals have any values behind it.
type Frames map[int][]string

// Insensitive returns p as a program without calls: a procedure returns behind any call of it, to any of the frames that
// the call may have kept, and with any results (Sharir and Pnueli, "Two approaches to interprocedural data flow
// analysis", 1981, with call strings of length 0). A thread may also end where it returns, as it does where it began. If
// frames has what each call that is executed keeps, the program has all executions of p, and more. Statements and locations
// are those of p; locals are 0 where they are dead. So what cannot be reached in it cannot be reached in p, however deep
// its threads call. The error says why there is no such program.
func (p *Program) Insensitive(frames Frames) (*Program, error) {
	f := p.File
	if f.Atomic != nil {
		return nil, &InsensitiveError{f.Atomic.Pos, "the global atomic keeps threads from moving"}
	}
	for _, proc := range f.Procs {
		var err *InsensitiveError
		Inspect(proc, func(x Syntax) bool {
			switch x := x.(type) {
			case *Ref:
				if x.Passive {
					err = &InsensitiveError{x.Pos, "an assignment to other threads does not reach those that wait for a call to return"}
				}
			case *Stmt:
				if _, calls := x.Op.(*Call); calls && x.Section != nil {
					err = &InsensitiveError{x.Pos, "the atomic section around a call goes on in the procedure"}
				}
			}
			return err == nil
		})
		if err != nil {
			return nil, err
		}
	}
	return newProgram(f, p.Mode|Live|insensitive, frames)
}

// Kept returns what a call that is a jump keeps of the locals of its caller: not what is assigned behind it, and not
// what is dead there.
func (n *Node) Kept(value func(i int) bool) string {
	lhs := n.Stmt.Op.(*Call).Lhs
	word := make([]byte, len(n.Proc.Locals))
	for i, v := range n.Proc.Locals {
		word[i] = '0'
		assigned := slices.ContainsFunc(lhs, func(x *Ref) bool { return x.Var == v })
		if value(i) && !assigned && !slices.Contains(n.Behind.Dead, v) {
			word[i] = '1'
		}
	}
	return string(word)
}

// An InsensitiveError says why a program cannot forget who called.
type InsensitiveError struct {
	Pos Pos
	Why string
}

func (e *InsensitiveError) Error() string { return e.Pos.String() + ": " + e.Why }

// calls are those that are jumps, with what they keep.
type calls struct {
	jumps []*Node
	kept  Frames
}

// call makes the edge of a call; as a jump one to the beginning of the procedure, whose locals begin.
func (b *builder) call(s *Stmt, op *Call, behind int) {
	if b.Mode&insensitive == 0 {
		b.edge(s.PC, behind, CallEdge, nil, nil)
		return
	}
	b.Nodes[s.PC].Behind = b.Nodes[behind]
	b.jumps = append(b.jumps, b.Nodes[s.PC])
	callee := op.Proc.Proc
	rel := []*allsat.Formula{b.invariant}
	if callee.Enforce != nil {
		rel = append(rel, b.formula(callee.Enforce, true))
	}
	var assigned []int
	for i, v := range callee.Locals {
		assigned = append(assigned, b.Layout.Var(v))
		next := allsat.Var(b.Layout.Next(assigned[i]))
		switch {
		case i < len(op.Args):
			rel = append(rel, allsat.Eq(next, b.formula(op.Args[i], false)))
		case v.Init != InitAny:
			rel = append(rel, allsat.Eq(next, allsat.Const(v.Init == InitOne)))
		}
	}
	join(b, s.PC, callee.Entry, allsat.And(rel...), assigned)
}

// resume makes procedures return from where they end to behind each call.
func (b *builder) resume() {
	for pc, n := range b.Nodes {
		returns := pc == n.Proc.Exit
		if n.Stmt != nil {
			_, returns = n.Stmt.Op.(*Return)
		}
		for _, c := range b.jumps {
			op := c.Stmt.Op.(*Call)
			if !returns || op.Proc.Proc != n.Proc {
				continue
			}
			var assigned []int
			for _, v := range c.Proc.Locals {
				assigned = append(assigned, b.Layout.Var(v))
			}
			for _, x := range op.Lhs {
				if x.Var != nil && x.Var.Proc == nil && !slices.Contains(assigned, b.Layout.Var(x.Var)) {
					assigned = append(assigned, b.Layout.Var(x.Var))
				}
			}
			join(b, pc, c.Behind.PC, b.frames(c), assigned)
		}
	}
}

// frames returns the relation that gives the locals of a caller the values of one of its frames.
func (b *builder) frames(c *Node) *allsat.Formula {
	words, known := b.kept[c.PC]
	if !known {
		return b.yes
	}
	lhs := c.Stmt.Op.(*Call).Lhs
	var any []*allsat.Formula
	for _, word := range words {
		var all []*allsat.Formula
		for i, v := range c.Proc.Locals {
			if !slices.ContainsFunc(lhs, func(x *Ref) bool { return x.Var == v }) {
				all = append(all, allsat.Eq(allsat.Var(b.Layout.Next(b.Layout.Var(v))), allsat.Const(word[i] == '1')))
			}
		}
		any = append(any, allsat.And(all...))
	}
	return allsat.Or(any...)
}
