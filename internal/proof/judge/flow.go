// This file defines how statements follow each other, derived from the tree.

package judge

import "github.com/ijit/ijit/parser"

// A place is what there is at a program counter: a statement, an arm of an if,
// the end of an atomic block, or the exit of a procedure.
type place struct {
	proc *parser.Proc
	stmt *parser.Stmt // the statement it belongs to; nil at an exit
	op   parser.Op    // what is executed; nil at an exit

	cond    parser.Expr // of an arm or a loop, with where it leads if
	yes, no []int       // 1 or 0 is among the values of cond
	next    int         // where everything else continues, jumps excepted

	inside bool // in an atomic section: begun before, not ended yet
}

// flatten lists the places of a program by their program counters.
func flatten(f *parser.File) []place {
	fl := &flattening{places: make([]place, f.NumPCs)}
	for _, p := range f.Procs {
		fl.proc, fl.depth = p, 0
		fl.list(p.Body, p.Exit)
		fl.put(p.Exit, place{})
	}
	return fl.places
}

type flattening struct {
	places []place
	proc   *parser.Proc
	depth  int // of atomic sections open here
}

func (fl *flattening) put(pc int, p place) {
	p.proc = fl.proc
	p.inside = fl.depth > 0
	fl.places[pc] = p
}

// list places statements that are followed by the place after.
func (fl *flattening) list(body []*parser.Stmt, after int) {
	for i, s := range body {
		next := after
		if i+1 < len(body) {
			next = body[i+1].PC
		}
		fl.stmt(s, next)
	}
}

func (fl *flattening) stmt(s *parser.Stmt, next int) {
	switch op := s.Op.(type) {
	case *parser.Goto:
		if s.PC >= 0 { // otherwise it belongs to the branch it is the body of
			fl.put(s.PC, place{stmt: s, op: op})
		}
	case *parser.If:
		fl.branches(s, op, next)
	case *parser.While:
		fl.put(s.PC, place{stmt: s, op: op, cond: op.Cond, yes: entries(op.Body, s.PC), no: []int{next}})
		fl.list(op.Body, s.PC)
	case *parser.AtomicBegin:
		fl.put(s.PC, place{stmt: s, op: op, next: next})
		fl.depth++
	case *parser.AtomicEnd:
		fl.put(s.PC, place{stmt: s, op: op, next: next})
		fl.depth--
	case *parser.Atomic:
		// The two program counters of a block do what begin and end do.
		begin, end := &parser.AtomicBegin{Section: op.Section}, &parser.AtomicEnd{Section: op.Section}
		first := op.EndPC
		if len(op.Body) > 0 {
			first = op.Body[0].PC
		}
		fl.put(s.PC, place{stmt: s, op: begin, next: first})
		fl.depth++
		fl.list(op.Body, op.EndPC)
		fl.put(op.EndPC, place{stmt: s, op: end, next: next})
		fl.depth--
	default:
		fl.put(s.PC, place{stmt: s, op: op, next: next})
	}
}

// branches places the arms of an if: the false branch of each leads to the
// next arm, that of the last one to the else part or behind the if.
func (fl *flattening) branches(s *parser.Stmt, op *parser.If, next int) {
	no := entries(op.Else, next)
	for i := len(op.Arms) - 1; i >= 0; i-- {
		arm := op.Arms[i]
		fl.put(arm.PC, place{stmt: s, op: op, cond: arm.Cond, yes: entries(arm.Body, next), no: no})
		no = []int{arm.PC}
	}
	for _, arm := range op.Arms {
		fl.list(arm.Body, next)
	}
	fl.list(op.Else, next)
}

// entries returns where a branch into body leads. It is one place, unless the
// body is a lone goto that is executed with the branch.
func entries(body []*parser.Stmt, after int) []int {
	if len(body) == 0 {
		return []int{after}
	}
	if jump, ok := body[0].Op.(*parser.Goto); ok && body[0].PC < 0 {
		return targets(jump)
	}
	return []int{body[0].PC}
}

func targets(jump *parser.Goto) []int {
	pcs := make([]int, len(jump.Targets))
	for i, t := range jump.Targets {
		pcs[i] = t.Stmt.PC
	}
	return pcs
}

// successors lists the places to which a thread can move on from p.
func (p *place) successors() []int {
	switch op := p.op.(type) {
	case nil, *parser.EndThread, *parser.Return:
		return nil
	case *parser.Goto:
		return targets(op)
	case *parser.If, *parser.While:
		return append(append([]int(nil), p.yes...), p.no...)
	default:
		return []int{p.next}
	}
}
