// This file defines how a program gets a fixed number of threads.

package slots

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/ijit/ijit/parser"
)

// A LabelError says that a thread begins in the middle of a procedure, at a label.
type LabelError struct {
	File string
	Node *parser.Node // that starts it
}

func (e *LabelError) Error() string {
	return fmt.Sprintf("%s:%s: start_thread goto: threads begin with a procedure here: start_thread f()", e.File, e.Node.Pos)
}

// Slots is a program that starts threads, and one that has them from the beginning.
type Slots struct {
	// Program has as many threads as it is meant to, all from the beginning, and those
	// of its locations that are of the source are the same in both.
	Program *parser.Program

	source  *parser.Program
	started []*parser.Proc // the procedures in which threads begin; the first one has number 1
	slots   []*slot
	idle    bool
}

// A slot is a thread that waits for a start_thread.
type slot struct {
	proc *parser.Proc
	code []*parser.Var // globals: the number of the procedure that it runs, the lowest bit first
	args []*parser.Var // globals: the arguments of that
}

// New returns a program with n threads, the first one included, for one that starts
// threads by start_thread f(). With idle, all others may be started as well, but never
// move.
func New(p *parser.Program, n int, idle bool) (*Slots, error) {
	s := &Slots{source: p, idle: idle}
	for _, node := range p.Nodes {
		op := starts(node)
		switch {
		case op == nil:
		case op.Proc == nil:
			return nil, &LabelError{p.File.Name, node}
		case !slices.Contains(s.started, op.Proc.Proc):
			s.started = append(s.started, op.Proc.Proc)
		}
	}
	if len(s.started) == 0 {
		n = 1
	}
	b := &builder{Slots: s, file: *p.File}
	b.file.Globals = slices.Clone(b.file.Globals)
	b.file.Procs = slices.Clone(b.file.Procs)
	b.file.Threads = []*parser.Proc{p.File.Main}
	for i := 1; i < n; i++ {
		b.slot(i)
		b.file.Threads = append(b.file.Threads, s.slots[i-1].proc)
	}
	b.starter()
	var err error
	if s.Program, err = parser.NewProgram(&b.file, 0); err != nil {
		return nil, err
	}
	for _, node := range p.Nodes {
		if starts(node) != nil {
			s.fill(s.Program.Nodes[node.PC])
		}
	}
	return s, nil
}

// starts returns the statement at n if it starts a thread.
func starts(n *parser.Node) *parser.StartThread {
	if n.Stmt == nil {
		return nil
	}
	op, _ := n.Stmt.Op.(*parser.StartThread)
	return op
}

// number returns the number of a procedure in which threads begin.
func (s *Slots) number(p *parser.Proc) int { return slices.Index(s.started, p) + 1 }

// fill makes an assignment of a node that starts a thread.
func (s *Slots) fill(n *parser.Node) {
	stmt := *n.Stmt
	stmt.Op = s.assignment(stmt.Op.(*parser.StartThread))
	n.Stmt = &stmt
	for _, x := range n.Out {
		x.Kind, x.Child, x.ChildLocals = parser.StepEdge, 0, nil
	}
}

// assignment puts a thread into the first slot that is free. Slots are taken in their
// order, so that is the one whose predecessor is not.
func (s *Slots) assignment(op *parser.StartThread) parser.Op {
	if len(s.slots) == 0 {
		return &parser.Assume{Cond: &parser.Lit{Value: s.idle}}
	}
	a := &parser.Assign{}
	number := s.number(op.Proc.Proc)
	var filled, left []parser.Expr
	for i, t := range s.slots {
		first := not(taken(t))
		if i > 0 {
			first = and(first, taken(s.slots[i-1]))
		}
		for bit, v := range t.code {
			value := choice(first, &parser.Lit{Value: number>>bit&1 == 1}, read(v))
			if s.idle {
				filled = append(filled, equal(next(v), value))
				left = append(left, equal(next(v), read(v)))
				value = &parser.Star{}
			}
			a.Lhs, a.Rhs = append(a.Lhs, read(v)), append(a.Rhs, value)
		}
		for k, v := range t.args[:len(op.Args)] {
			a.Lhs, a.Rhs = append(a.Lhs, read(v)), append(a.Rhs, choice(first, op.Args[k], read(v)))
		}
	}
	if s.idle {
		a.Constrain = &parser.Binary{Op: parser.OpOr, X: and(filled...), Y: and(left...)}
	} else {
		a.Constrain = not(taken(s.slots[len(s.slots)-1]))
	}
	return a
}

// A builder adds what is not in the source.
type builder struct {
	*Slots
	file parser.File
}

func (b *builder) global(name string) *parser.Var {
	v := &parser.Var{Name: name, Init: parser.InitZero, Index: len(b.file.Globals)}
	b.file.Globals = append(b.file.Globals, v)
	return v
}

// slot adds a slot. It keeps what it is to run in locals: nobody else needs to know when
// it looks.
func (b *builder) slot(i int) {
	t := &slot{proc: &parser.Proc{Name: fmt.Sprintf("(thread %d)", i)}}
	keep := &parser.Assign{}
	local := func(global *parser.Var) *parser.Var {
		v := &parser.Var{Name: global.Name, Proc: t.proc, Index: len(t.proc.Locals)}
		t.proc.Locals = append(t.proc.Locals, v)
		keep.Lhs, keep.Rhs = append(keep.Lhs, read(v)), append(keep.Rhs, read(global))
		return v
	}
	var code, args []*parser.Var
	for bit := range bits.Len(uint(len(b.started))) {
		t.code = append(t.code, b.global(fmt.Sprintf("(start %d.%d)", i, bit)))
		code = append(code, local(t.code[bit]))
	}
	most := 0
	for _, p := range b.started {
		most = max(most, p.Params)
	}
	for k := range most {
		v := b.global(fmt.Sprintf("(argument %d.%d)", i, k))
		t.args = append(t.args, v)
		args = append(args, local(v))
		keep.Lhs, keep.Rhs = append(keep.Lhs, read(v)), append(keep.Rhs, &parser.Lit{})
	}
	keep.Constrain = taken(t)
	b.slots = append(b.slots, t)
	w := b.procedure(t.proc)
	w.add(keep)
	run := func(p *parser.Proc) *parser.Stmt {
		call := &parser.Call{Proc: &parser.ProcRef{Name: p.Name, Proc: p}}
		for _, v := range args[:p.Params] {
			call.Args = append(call.Args, read(v))
		}
		for range p.Returns {
			call.Lhs = append(call.Lhs, &parser.Ref{Name: "_"})
		}
		s := w.stmt(call)
		if p.Enforce != nil {
			// The thread has begun, but the call waits for what p enforces.
			s.Labels = labelsAt(p.Entry, b.source)
		}
		return s
	}
	if len(b.started) == 1 {
		t.proc.Body = append(t.proc.Body, run(b.started[0]))
	} else {
		w.choose(len(b.started), func(k int) (parser.Expr, *parser.Stmt) {
			var is []parser.Expr
			for bit, v := range code {
				is = append(is, equal(read(v), &parser.Lit{Value: (k+1)>>bit&1 == 1}))
			}
			return and(is...), run(b.started[k])
		})
	}
	w.end()
}

// labelsAt returns the labels of the statement at a location.
func labelsAt(pc int, p *parser.Program) []*parser.Label {
	if s := p.Nodes[pc].Stmt; s != nil && s.PC == pc {
		return s.Labels
	}
	return nil
}

// starter adds the procedure that starts all threads, which ends then. The program begins
// only where what main enforces can hold.
func (b *builder) starter() {
	main := b.file.Main
	p := &parser.Proc{Name: "(start)"}
	if main.Enforce != nil {
		p.Locals, p.Enforce = main.Locals, main.Enforce
	}
	w := b.procedure(p)
	for _, t := range b.file.Threads {
		op := &parser.StartThread{Proc: &parser.ProcRef{Name: t.Name, Proc: t}}
		for range t.Params {
			op.Args = append(op.Args, &parser.Star{})
		}
		w.add(op)
	}
	w.add(&parser.EndThread{})
	w.end()
	b.file.Main = p
}

// A writer writes a procedure.
type writer struct {
	b *builder
	p *parser.Proc
}

func (b *builder) procedure(p *parser.Proc) *writer {
	p.Entry = b.file.NumPCs
	b.file.Procs = append(b.file.Procs, p)
	return &writer{b, p}
}

func (w *writer) pc() int {
	w.b.file.NumPCs++
	return w.b.file.NumPCs - 1
}

func (w *writer) stmt(op parser.Op) *parser.Stmt {
	return &parser.Stmt{Proc: w.p, Op: op, PC: w.pc()}
}

func (w *writer) add(op parser.Op) { w.p.Body = append(w.p.Body, w.stmt(op)) }

// choose adds a statement that tries n arms in order.
func (w *writer) choose(n int, arm func(k int) (parser.Expr, *parser.Stmt)) {
	op := &parser.If{}
	s := w.stmt(op)
	for k := range n {
		a := &parser.Arm{PC: s.PC}
		if k > 0 {
			a.PC = w.pc()
		}
		cond, then := arm(k)
		a.Cond, a.Body = cond, []*parser.Stmt{then}
		op.Arms = append(op.Arms, a)
	}
	w.p.Body = append(w.p.Body, s)
}

func (w *writer) end() { w.p.Exit = w.pc() }
