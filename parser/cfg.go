// This file defines how the control-flow graph is built from the syntax tree.

package parser

import "github.com/ijit/ijit/allsat"

// NewProgram builds the control-flow graph of f, with templates for mode.
func NewProgram(f *File, mode Mode) (*Program, error) { return newProgram(f, mode, nil) }

func newProgram(f *File, mode Mode, kept Frames) (*Program, error) {
	if f.Main == nil {
		return nil, noMain(f)
	}
	b := newBuilder(&Program{
		File:   f,
		Mode:   mode,
		Layout: newLayout(f),
		Nodes:  make([]*Node, f.NumPCs),
		Start:  f.Main.Entry,
	})
	b.kept = kept
	for _, p := range f.Procs {
		b.in(p)
		b.nodes(p.Body)
		b.Nodes[p.Exit] = &Node{PC: p.Exit, Proc: p, Pos: p.End}
	}
	for _, p := range f.Procs {
		b.in(p)
		b.list(p.Body, p.Exit)
		if p != f.Main {
			b.edge(p.Exit, -1, EndEdge, b.yes, nil)
		}
	}
	b.resume()
	b.reach()
	if mode&Live != 0 {
		b.zeroDead()
	}
	b.templates()
	return b.Program, nil
}

func noMain(f *File) error {
	return ErrorList{{
		File:    f.Name,
		Pos:     Pos{Line: 1, Col: 1},
		Message: "there is no procedure main",
		Hint:    "a program begins with one thread in main, or without start_thread with a thread in each of thread1, thread2, ... that no other procedure calls",
	}}
}

// A builder makes the locations and edges of one procedure after the other.
type builder struct {
	*Program
	proc      *Proc
	yes       *allsat.Formula               // the relation of a step that is always possible
	invariant *allsat.Formula               // what proc enforces, before a step; yes if nothing
	guards    map[*allsat.Formula]*Template // of edges that assign nothing
	calls
}

func newBuilder(p *Program) *builder {
	return &builder{Program: p, yes: allsat.Const(true), guards: map[*allsat.Formula]*Template{}}
}

// in goes on with a procedure.
func (b *builder) in(p *Proc) {
	b.proc, b.invariant = p, b.yes
	if p.Enforce != nil {
		b.invariant = b.formula(p.Enforce, false)
	}
}

// nodes makes the locations of a statement list.
func (b *builder) nodes(list []*Stmt) {
	for _, s := range list {
		if s.PC < 0 {
			continue
		}
		n := &Node{PC: s.PC, Proc: b.proc, Stmt: s, Pos: s.Pos, Section: s.Section}
		b.Nodes[s.PC] = n
		switch op := s.Op.(type) {
		case *Wait:
			n.Wait = true
		case *If:
			n.Arm = op.Arms[0]
			for i, a := range op.Arms {
				if i > 0 {
					b.Nodes[a.PC] = &Node{PC: a.PC, Proc: b.proc, Stmt: s, Arm: a, Pos: a.Pos, Section: s.Section}
				}
				b.nodes(a.Body)
			}
			b.nodes(op.Else)
		case *While:
			b.nodes(op.Body)
		case *Atomic:
			b.nodes(op.Body)
			b.Nodes[op.EndPC] = &Node{PC: op.EndPC, Proc: b.proc, Stmt: s, Pos: s.Pos, Section: op.Section}
		}
	}
}

// A way is where control goes, and the label that says so, if one does.
type way struct {
	to     int
	target *Target
}

// entries returns where control goes to enter list: usually its first statement,
// the targets of a goto that has no location of its own, or next if it is empty.
func entries(list []*Stmt, next int) []way {
	if len(list) == 0 {
		return []way{{to: next}}
	}
	if list[0].PC < 0 {
		return targets(list[0].Op.(*Goto))
	}
	return []way{{to: list[0].PC}}
}

// targets returns where a goto leads, each place once.
func targets(g *Goto) []way {
	ways := make([]way, 0, len(g.Targets))
	seen := map[int]bool{}
	for _, t := range g.Targets {
		if !seen[t.Stmt.PC] {
			seen[t.Stmt.PC] = true
			ways = append(ways, way{t.Stmt.PC, t})
		}
	}
	return ways
}

// branch makes the edges of a condition that is tested at from: one for each way
// on either side.
func (b *builder) branch(from int, cond Expr, yes, no []way) {
	holds := b.formula(cond, false)
	for _, w := range yes {
		b.edge(from, w.to, StepEdge, holds, nil).Branch = Branch{cond, true, w.target}
	}
	for _, w := range no {
		b.edge(from, w.to, StepEdge, allsat.Not(holds), nil).Branch = Branch{cond, false, w.target}
	}
}

// list makes the edges of a statement list that is left to next.
func (b *builder) list(list []*Stmt, next int) {
	for i, s := range list {
		if s.PC < 0 {
			continue
		}
		after := next
		if i+1 < len(list) {
			after = list[i+1].PC
		}
		b.stmt(s, after)
	}
}

func (b *builder) stmt(s *Stmt, next int) {
	yes := b.yes
	switch op := s.Op.(type) {
	case *Skip:
		b.edge(s.PC, next, StepEdge, yes, nil)
	case *Goto:
		for _, w := range targets(op) {
			b.edge(s.PC, w.to, StepEdge, yes, nil).Branch.Target = w.target
		}
	case *Assume:
		b.edge(s.PC, next, StepEdge, b.formula(op.Cond, false), nil)
	case *Assert:
		cond := b.formula(op.Cond, false)
		b.edge(s.PC, next, StepEdge, cond, nil).Branch = Branch{Cond: op.Cond, Value: true}
		b.edge(s.PC, -1, FailEdge, allsat.Not(cond), nil).Branch = Branch{Cond: op.Cond}
	case *Assign:
		b.assign(s, op, next)
	case *If:
		for i, a := range op.Arms {
			no := entries(op.Else, next)
			if i+1 < len(op.Arms) {
				no = []way{{to: op.Arms[i+1].PC}}
			}
			b.branch(a.PC, a.Cond, entries(a.Body, next), no)
			b.list(a.Body, next)
		}
		b.list(op.Else, next)
	case *While:
		b.branch(s.PC, op.Cond, entries(op.Body, s.PC), []way{{to: next}})
		b.list(op.Body, s.PC)
	case *StartThread:
		b.spawn(s, op, next)
	case *EndThread:
		b.edge(s.PC, -1, EndEdge, yes, nil)
	case *AtomicBegin:
		b.edge(s.PC, next, outermost(op.Section, EnterEdge), yes, nil)
	case *AtomicEnd:
		b.edge(s.PC, next, outermost(op.Section, LeaveEdge), yes, nil)
	case *Atomic:
		for _, w := range entries(op.Body, op.EndPC) {
			b.edge(s.PC, w.to, outermost(op.Section, EnterEdge), yes, nil)
		}
		b.list(op.Body, op.EndPC)
		b.edge(op.EndPC, next, outermost(op.Section, LeaveEdge), yes, nil)
	case *Wait:
		// Its successor is where a signal or broadcast takes it.
		b.edge(s.PC, next, StepEdge, allsat.Const(false), nil)
	case *Signal:
		b.edge(s.PC, next, SignalEdge, yes, nil)
	case *Broadcast:
		b.edge(s.PC, next, BroadcastEdge, yes, nil)
	case *Call:
		b.call(s, op, next)
	case *Return:
		if b.proc == b.File.Main {
			b.edge(s.PC, b.proc.Exit, StepEdge, yes, nil)
		} else {
			b.edge(s.PC, -1, EndEdge, yes, nil)
		}
	case *Dead:
		var vars []int
		seen := map[*Var]bool{}
		for _, r := range op.Vars {
			if !seen[r.Var] {
				seen[r.Var] = true
				vars = append(vars, b.Layout.Var(r.Var))
			}
		}
		b.edge(s.PC, next, StepEdge, yes, vars)
	}
}

// outermost gives kind to a section's begin or end unless the section lies in
// another, whose atomicity already covers it.
func outermost(s *Section, kind EdgeKind) EdgeKind {
	if s.Outer != nil {
		return StepEdge
	}
	return kind
}

func (b *builder) assign(s *Stmt, op *Assign, next int) {
	l := b.Layout
	var own, other []*allsat.Formula // conjuncts for the active and for a passive thread
	var vars, before, after []int
	for i, r := range op.Lhs {
		switch {
		case r.Var == nil: // _ discards
		case r.Passive:
			other = append(other, allsat.Eq(allsat.Var(l.Passive(r.Var, true)), b.formula(op.Rhs[i], false)))
			before = append(before, l.Passive(r.Var, false))
			after = append(after, l.Passive(r.Var, true))
		default:
			v := l.Var(r.Var)
			own = append(own, allsat.Eq(allsat.Var(l.Next(v)), b.formula(op.Rhs[i], false)))
			vars = append(vars, v)
		}
	}
	if op.Constrain != nil {
		c := b.formula(op.Constrain, false)
		if MentionsPassive(op.Constrain) {
			other = append(other, c)
		} else {
			own = append(own, c)
		}
	}
	if len(after) == 0 {
		b.edge(s.PC, next, StepEdge, allsat.And(own...), vars)
		return
	}
	e := b.edge(s.PC, next, PassiveEdge, allsat.And(own...), vars)
	e.PassiveProc = b.proc
	rel := allsat.And(other...)
	if b.Mode&Post != 0 {
		e.Passive = newTemplate(rel, after)
	}
	if b.Mode&Pre != 0 {
		e.PassiveBack = newTemplate(rel, before)
	}
}

func (b *builder) spawn(s *Stmt, op *StartThread, next int) {
	e := b.edge(s.PC, next, SpawnEdge, b.yes, nil)
	if op.Target != nil {
		e.Child = op.Target.Stmt.PC
		return
	}
	p := op.Proc.Proc
	e.Child = p.Entry
	var rel []*allsat.Formula
	var vars []int
	for i, v := range p.Locals {
		child := b.Layout.Passive(v, true)
		vars = append(vars, child)
		switch {
		case i < p.Params:
			rel = append(rel, allsat.Eq(allsat.Var(child), b.formula(op.Args[i], false)))
		case v.Init != InitAny:
			rel = append(rel, allsat.Eq(allsat.Var(child), allsat.Const(v.Init == InitOne)))
		}
	}
	e.ChildLocals = newTemplate(allsat.And(rel...), vars)
}

// edge adds an edge. The procedure's invariant holds before it and, if the
// thread is still in the procedure, after it. Where nothing is assigned, it then
// holds because it did before.
func (b *builder) edge(from, to int, kind EdgeKind, rel *allsat.Formula, assigned []int) *Edge {
	if b.invariant != b.yes && rel != nil {
		switch {
		case to >= 0 && len(assigned) > 0:
			rel = allsat.And(b.invariant, rel, b.formula(b.proc.Enforce, true))
		case rel == b.yes:
			rel = b.invariant
		default:
			rel = allsat.And(b.invariant, rel)
		}
	}
	e := &Edge{Kind: kind, From: from, To: to, Node: b.Nodes[from], Relation: rel, Assigned: assigned}
	b.Nodes[from].Out = append(b.Nodes[from].Out, e)
	if to >= 0 {
		b.Nodes[to].In = append(b.Nodes[to].In, e)
	}
	return e
}

// reach marks the locations that paths from the beginning of main lead to. A
// thread that waits can go on only if it is woken, which any thread may do.
func (b *builder) reach() {
	work := []int{b.Start}
	b.Nodes[b.Start].Reachable = true
	visit := func(pc int) {
		if pc >= 0 && !b.Nodes[pc].Reachable {
			b.Nodes[pc].Reachable = true
			work = append(work, pc)
		}
	}
	for len(work) > 0 {
		n := b.Nodes[work[len(work)-1]]
		work = work[:len(work)-1]
		for _, e := range n.Out {
			visit(e.To)
			if e.Kind == SpawnEdge {
				visit(e.Child)
			}
		}
	}
}
