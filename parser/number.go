// This file defines the program counters.

package parser

// number numbers the statements of a file, in the order of the text over all
// procedures, with one more counter behind each procedure: its Exit.
func number(f *File) {
	n := numbering{}
	for _, proc := range f.Procs {
		proc.Entry = n.next
		n.list(proc.Body)
		proc.Exit = n.take()
	}
	f.NumPCs = n.next
}

type numbering struct{ next int }

func (n *numbering) take() int {
	n.next++
	return n.next - 1
}

func (n *numbering) list(list []*Stmt) {
	for _, s := range list {
		n.stmt(s)
	}
}

func (n *numbering) stmt(s *Stmt) {
	s.PC = n.take()
	switch op := s.Op.(type) {
	case *If:
		for i, arm := range op.Arms {
			arm.PC = s.PC
			if i > 0 {
				arm.PC = n.take()
			}
			n.arm(arm.Body)
		}
		n.arm(op.Else)
	case *While:
		n.list(op.Body)
	case *Atomic:
		op.Section.BeginPC = s.PC
		n.list(op.Body)
		op.EndPC = n.take()
		op.Section.EndPC = op.EndPC
	case *AtomicBegin:
		op.Section.BeginPC = s.PC
	case *AtomicEnd:
		op.Section.EndPC = s.PC
	}
}

// arm numbers the body of an arm. A goto on its own is part of the branch.
func (n *numbering) arm(body []*Stmt) {
	if isBranchGoto(body) {
		body[0].PC = -1
		return
	}
	n.list(body)
}

// isBranchGoto tells whether the body of an arm is a single goto without a
// label, as in "if E then goto l; fi": the branch then jumps by itself.
func isBranchGoto(body []*Stmt) bool {
	if len(body) != 1 || len(body[0].Labels) > 0 {
		return false
	}
	_, ok := body[0].Op.(*Goto)
	return ok
}
