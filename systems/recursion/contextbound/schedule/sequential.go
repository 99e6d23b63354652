// This file defines the sequential programs: what one thread does in its contexts, and
// what happens before the threads begin.

package schedule

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/ijit/ijit/parser"
)

// A sequential is a sequential program, each of whose locations stands for one of the
// program at hand, or for none.
type sequential struct {
	program *parser.Program
	places  []place
	goals   []int
	last    bool          // the goals are behind the target
	turn    []*parser.Var // the globals that count turns, the lowest bit first
}

// A place is what a location of a sequential program stands for.
type place struct {
	pc   int // of the program at hand
	role role
}

// A role is what a thread does at a location.
type role int

const (
	hidden   role = iota // nothing that the program at hand knows of
	stands               // nothing: it is about to execute the statement
	moves                // it executes the statement
	finished             // it has ended
)

// A module is a procedure, once as it is and once as it is called from inside an
// atomic section.
type module struct {
	proc   *parser.Proc
	within bool
}

// A builder builds a sequential program.
type builder struct {
	*sequential
	run     *run
	turns   []Context // of the thread; none before the threads begin
	modules map[module]*parser.Proc
	work    []module

	change *parser.Proc // from turn to turn; nil if there is nothing to change and no other goal
	over   *parser.Proc // where a thread is that has ended; nil if change is
}

func (r *run) newBuilder(globals []*parser.Var) *builder {
	of := r.program
	b := &builder{run: r, modules: map[module]*parser.Proc{}}
	f := &parser.File{Name: of.File.Name, Dialect: of.File.Dialect, Globals: globals}
	b.sequential = &sequential{program: &parser.Program{File: f, Layout: of.Layout}}
	return b
}

// beforeThreads returns the program that gets to where the threads begin.
func (r *run) beforeThreads() (*sequential, error) {
	b := r.newBuilder(r.program.File.Globals)
	contexts, starter := r.schedule.Contexts, r.program.File.Main
	b.last = len(contexts) == 0
	main := b.procedure("main")
	pc := starter.Entry
	begun := b.node(main, &parser.Skip{}, place{pc, stands})
	main.Entry = begun.PC
	next := begun
	if init := r.program.File.Init; init != nil {
		next = b.node(main, &parser.Skip{}, place{pc + 1, stands})
		call := *starter.Body[0].Op.(*parser.Call)
		b.call(b.node(main, &call, place{pc, moves}), module{init, false}, next, begun)
	}
	if !b.last {
		b.goal(main, next, b.equal(contexts[0].Before))
	}
	return b.sequential, b.finish(main)
}

// thread returns the program of thread t.
func (r *run) thread(t int) (*sequential, error) {
	var turns []Context
	last := false
	for i, c := range r.schedule.Contexts {
		if c.Thread == t {
			turns = append(turns, c)
			last = i == len(r.schedule.Contexts)-1
		}
	}
	globals := make([]*parser.Var, 0, len(r.program.File.Globals))
	declare := func(v parser.Var, value bool) {
		v.Index, v.Init = len(globals), parser.InitZero
		if value {
			v.Init = parser.InitOne
		}
		globals = append(globals, &v)
	}
	for i, v := range r.program.File.Globals {
		declare(*v, turns[0].Before[i])
	}
	n := len(globals)
	for i := range bits.Len(uint(len(turns) - 1)) {
		declare(parser.Var{Name: fmt.Sprintf("turn %d", i)}, false)
	}
	b := r.newBuilder(globals)
	b.turns, b.last, b.turn = turns, last, globals[n:]
	b.program.Layout.Shared = len(globals)

	main := b.procedure("main")
	begun := b.node(main, &parser.Goto{}, place{})
	main.Entry = begun.PC
	ended := b.node(main, &parser.Goto{}, place{role: finished})
	if len(turns) > 1 || !last {
		b.changes()
		b.callsOf(begun, b.change, begun, place{})
		b.callsOf(ended, b.over, ended, place{role: finished})
	}
	proc := r.schedule.Threads[t]
	call := &parser.Call{Args: slices.Repeat([]parser.Expr{&parser.Star{}}, proc.Params)}
	b.call(b.node(main, call, place{}), module{proc, false}, ended, begun)
	// What the starter enforces is what the first thread does, and holds.
	if last && !r.fails && r.targets[proc.Entry] && proc.Enforce != nil && r.program.File.Main.Enforce == nil {
		b.waits(proc, begun)
	}
	return b.sequential, b.finish(main)
}

// waits adds that the thread has begun, and is at the target, while what its procedure
// enforces does not hold.
func (b *builder) waits(proc *parser.Proc, begun *parser.Node) {
	p := b.procedure(proc.Name)
	p.Locals = proc.Locals
	at := b.node(p, &parser.Goto{}, place{proc.Entry, stands})
	p.Entry = at.PC
	b.goal(p, at, b.isTurn(len(b.turns)-1, false))
	b.callsOf(begun, p, begun, place{})
}

// finish adds the procedures that are called, now that main is there.
func (b *builder) finish(main *parser.Proc) error {
	for len(b.work) > 0 {
		m := b.work[len(b.work)-1]
		b.work = b.work[:len(b.work)-1]
		if err := b.module(m); err != nil {
			return err
		}
	}
	f := b.program.File
	f.Main, f.NumPCs = main, len(b.program.Nodes)
	b.program.Start = main.Entry
	return nil
}

// changes adds the procedures that are about switches.
func (b *builder) changes() {
	p := b.procedure("switch")
	b.change = p
	loop := b.node(p, &parser.Goto{}, place{})
	p.Entry = loop.PC
	if step := b.step(); step != nil {
		next := b.node(p, step, place{})
		b.edge(loop, next, parser.StepEdge)
		b.edge(next, loop, parser.StepEdge)
		b.edge(loop, b.node(p, &parser.Return{}, place{}), parser.StepEdge)
	}
	if !b.last {
		n := len(b.turns) - 1
		b.goal(p, loop, and(b.isTurn(n, false), b.equal(b.turns[n].After)))
	}
	p = b.procedure("over")
	b.over = p
	over := b.node(p, &parser.Goto{}, place{role: finished})
	p.Entry = over.PC
	b.callsOf(over, b.change, over, place{role: finished})
}

// module adds a procedure of the program at hand.
func (b *builder) module(m module) error {
	p := b.modules[m]
	nodes := b.run.procs[m.proc]
	core := make(map[int]*parser.Node, len(nodes)) // where a statement is executed
	door := make(map[int]*parser.Node, len(nodes)) // where it is arrived at
	for _, n := range nodes {
		switches := b.change != nil && n.Section == nil && !m.within
		target := b.last && b.run.targets[n.PC]
		standing := place{n.PC, stands}
		core[n.PC] = b.copy(p, n)
		door[n.PC] = core[n.PC]
		if !switches && !target {
			continue
		}
		d := b.node(p, &parser.Goto{}, standing)
		door[n.PC] = d
		b.edge(d, core[n.PC], parser.StepEdge)
		if switches {
			b.callsOf(d, b.change, d, standing)
		}
		if target {
			reached := b.isTurn(max(len(b.turns)-1, 0), false)
			if b.run.fails {
				reached = and(reached, &parser.Not{X: assertion(n).Cond})
			}
			b.goal(p, d, reached)
		}
	}
	p.Entry, p.Exit = door[m.proc.Entry].PC, core[m.proc.Exit].PC
	for _, n := range nodes {
		if err := b.edges(m, n, core[n.PC], door); err != nil {
			return err
		}
	}
	return nil
}

// copy adds a location of the program at hand.
func (b *builder) copy(p *parser.Proc, n *parser.Node) *parser.Node {
	c := *n
	c.PC, c.Proc, c.Out, c.In = len(b.program.Nodes), p, nil, nil
	if n.Stmt != nil {
		s := *n.Stmt
		c.Stmt = &s
	}
	return b.add(&c, place{n.PC, moves})
}

// edges adds the edges out of a location of the program at hand.
func (b *builder) edges(m module, n, c *parser.Node, door map[int]*parser.Node) error {
	for _, x := range n.Out {
		switch x.Kind {
		case parser.CallEdge:
			call := *n.Stmt.Op.(*parser.Call)
			c.Stmt.Op = &call
			b.call(c, module{call.Proc.Proc, m.within || n.Section != nil}, door[x.To])
		case parser.EndEdge:
			if _, ends := operation(n).(*parser.EndThread); ends && b.over != nil {
				c.Stmt.Op = &parser.Call{Proc: &parser.ProcRef{Proc: b.over}}
				b.edge(c, c, parser.CallEdge) // it does not return
			}
		case parser.FailEdge:
		case parser.StepEdge, parser.EnterEdge, parser.LeaveEdge:
			b.edge(c, door[x.To], parser.StepEdge).Branch = x.Branch
		default:
			return fmt.Errorf("%s:%s: %s: a schedule tells nothing of what threads do to each other but by globals",
				b.program.File.Name, n.Pos, n.Text())
		}
	}
	return nil
}

// operation returns what is executed at n, nil at the end of a procedure.
func operation(n *parser.Node) parser.Op {
	if n.Stmt == nil {
		return nil
	}
	return n.Stmt.Op
}

// assertion returns the assertion at n, or nil.
func assertion(n *parser.Node) *parser.Assert {
	a, _ := operation(n).(*parser.Assert)
	return a
}

// procedure adds a procedure that the program at hand does not have.
func (b *builder) procedure(name string) *parser.Proc {
	p := &parser.Proc{Name: name}
	b.program.File.Procs = append(b.program.File.Procs, p)
	return p
}

// node adds a location that the program at hand does not have.
func (b *builder) node(p *parser.Proc, op parser.Op, at place) *parser.Node {
	pc := len(b.program.Nodes)
	return b.add(&parser.Node{PC: pc, Proc: p, Stmt: &parser.Stmt{PC: pc, Proc: p, Op: op}}, at)
}

func (b *builder) add(n *parser.Node, at place) *parser.Node {
	b.program.Nodes = append(b.program.Nodes, n)
	b.places = append(b.places, at)
	return n
}

func (b *builder) edge(from, to *parser.Node, kind parser.EdgeKind) *parser.Edge {
	x := &parser.Edge{Kind: kind, From: from.PC, To: to.PC, Node: from}
	from.Out = append(from.Out, x)
	to.In = append(to.In, x)
	return x
}

// call makes n a call of a module that returns to a location, and leads there from
// others.
func (b *builder) call(n *parser.Node, m module, to *parser.Node, from ...*parser.Node) {
	if b.modules[m] == nil {
		p := *m.proc
		b.modules[m] = &p
		b.program.File.Procs = append(b.program.File.Procs, &p)
		b.work = append(b.work, m)
	}
	n.Stmt.Op.(*parser.Call).Proc = &parser.ProcRef{Name: m.proc.Name, Proc: b.modules[m]}
	b.edge(n, to, parser.CallEdge)
	for _, x := range from {
		b.edge(x, n, parser.StepEdge)
	}
}

// callsOf adds a way from a location over a call of p to another one.
func (b *builder) callsOf(from *parser.Node, p *parser.Proc, to *parser.Node, at place) {
	n := b.node(from.Proc, &parser.Call{Proc: &parser.ProcRef{Name: p.Name, Proc: p}}, at)
	b.edge(from, n, parser.StepEdge)
	b.edge(n, to, parser.CallEdge)
}

// goal adds a goal behind a location, if a condition may be true there.
func (b *builder) goal(p *parser.Proc, from *parser.Node, cond parser.Expr) {
	at := b.places[from.PC]
	check, goal := b.node(p, &parser.Assume{Cond: cond}, at), b.node(p, &parser.Skip{}, at)
	b.edge(from, check, parser.StepEdge)
	b.edge(check, goal, parser.StepEdge)
	b.goals = append(b.goals, goal.PC)
}
