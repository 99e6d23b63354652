// This file defines the graph of a program: its modules, and the calls between them.

package supergraph

import (
	"fmt"
	"slices"

	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/dataflow"
)

// A Graph is the supergraph of what a program does from some procedures on.
type Graph struct {
	Program *parser.Program
	Flow    *dataflow.Graph
	Modules []Module // those in which execution begins first
	Entries []int    // the modules in which threads begin; nil of a sequential program
	Calls   []Call   // by module, then by program counter
	Targets []int    // the program counters with the label; nil if an assertion is to fail

	number map[key]int
	live   *dataflow.Liveness // nil of a sequential program
	unroll recursion          // nil if recursion is not unrolled
}

// A Module is a procedure, as it is when it is called inside of an atomic section, or as
// it is otherwise. If recursion is unrolled, each level of it is a module of its own.
type Module struct {
	*parser.Proc
	Atomic bool // it is called inside of an atomic section
	Level  int  // of recursion
	// Residual says that it stands for all levels of recursion that are not unrolled.
	Residual bool
}

// A key tells modules apart.
type key struct {
	proc   *parser.Proc
	atomic bool
	level  int
}

// A Call is an edge of control flow at which a module calls another one.
type Call struct {
	Module int
	Edge   *parser.Edge
	Callee int
}

// Sequential returns the graph of what a program does from a procedure on. The target is
// the label if that is not "", else that an assertion fails. Sections do not matter to a
// sequential program.
func Sequential(p *parser.Program, label string, main *parser.Proc) (*Graph, error) {
	g, err := newGraph(p, label)
	if err != nil {
		return nil, err
	}
	return g, g.build(main)
}

// Threads returns the graph of the threads of a program that is concurrent by convention
// (see [parser.File]).
func Threads(p *parser.Program, label string) (*Graph, error) {
	if len(p.File.Threads) == 0 {
		return nil, ErrNoThreads
	}
	g, err := newGraph(p, label)
	if err != nil {
		return nil, err
	}
	g.Entries = []int{}
	return g, g.build(p.File.Threads...)
}

// ThreadsAndInit is Threads with the initial procedure, if there is one, which runs before the
// threads: as a module that is called inside of an atomic section.
func ThreadsAndInit(p *parser.Program, label string) (*Graph, error) {
	g, err := Threads(p, label)
	init := p.File.Init
	if err != nil || init == nil {
		return g, err
	}
	g.Flow = dataflow.New(p, append(slices.Clone(p.File.Threads), init)...)
	g.add(key{proc: init, atomic: true})
	return g, g.complete(len(g.Modules) - 1)
}

// newGraph returns a graph without modules.
func newGraph(p *parser.Program, label string) (*Graph, error) {
	g := &Graph{Program: p, number: map[key]int{}}
	if label == "" {
		return g, nil
	}
	g.Targets = []int{}
	for _, n := range p.Nodes {
		if n.Stmt == nil || n.Stmt.PC != n.PC {
			continue
		}
		for _, l := range n.Stmt.Labels {
			if l.Name == label {
				g.Targets = append(g.Targets, n.PC)
			}
		}
	}
	if len(g.Targets) == 0 {
		return nil, fmt.Errorf("%w: %s", ErrLabel, label)
	}
	return g, nil
}

// build finds the modules and what is said of them.
func (g *Graph) build(mains ...*parser.Proc) error {
	g.Flow = dataflow.New(g.Program, mains...)
	for _, p := range mains {
		g.add(key{proc: p})
		if g.Entries != nil {
			g.Entries = append(g.Entries, g.number[key{proc: p}])
		}
	}
	return g.complete(0)
}

// complete adds what is called by the modules from one on, and by what they call.
func (g *Graph) complete(first int) error {
	for i := first; i < len(g.Modules); i++ { // there are more and more
		for _, n := range g.Nodes(i) {
			if n.Wait {
				return g.unsupported(n)
			}
			for _, x := range n.Out {
				switch x.Kind {
				case parser.CallEdge:
					g.add(g.callee(i, x))
					g.Calls = append(g.Calls, Call{i, x, g.Callee(i, x)})
				case parser.SpawnEdge, parser.PassiveEdge, parser.SignalEdge, parser.BroadcastEdge:
					return g.unsupported(n)
				}
			}
		}
	}
	if g.Entries != nil {
		g.live = g.Flow.Live()
	}
	return nil
}

func (g *Graph) unsupported(n *parser.Node) error {
	return &UnsupportedError{g.Program, n, g.Entries != nil}
}

func (g *Graph) add(k key) {
	if _, ok := g.number[k]; !ok {
		g.number[k] = len(g.Modules)
		g.Modules = append(g.Modules, Module{k.proc, k.atomic, k.level, g.unroll.last(k)})
	}
}

// Nodes returns the places of a module to which control flow leads.
func (g *Graph) Nodes(module int) []*parser.Node { return g.Flow.Proc(g.Modules[module].Proc).Nodes }

// Own returns the globals that a module or what it calls reads or writes.
func (g *Graph) Own(module int) *bitset.BitSet { return g.Flow.Proc(g.Modules[module].Proc).Touch }

// Shared returns the globals that some module uses, and the one that forbids context
// switches: what all threads have to know.
func (g *Graph) Shared() *bitset.BitSet {
	all := g.Flow.Set()
	for i := range g.Modules {
		all.InPlaceUnion(g.Own(i))
	}
	if a := g.Program.File.Atomic; a != nil {
		all.Set(g.Flow.Bit(a))
	}
	return all
}

// Live returns which slots of locals are live in front of a program counter; none are
// behind a failed assertion, -1. In sequential programs all are.
func (g *Graph) Live(pc int) func(slot int) bool {
	if g.live == nil {
		return func(int) bool { return true }
	}
	live, shared := g.live.Before(pc), g.Program.Layout.Shared
	return func(slot int) bool { return live.Test(uint(shared + slot)) }
}

// Callee returns the module that a call in a module calls.
func (g *Graph) Callee(module int, x *parser.Edge) int { return g.number[g.callee(module, x)] }

func (g *Graph) callee(module int, x *parser.Edge) key {
	m := g.Modules[module]
	k := key{proc: Called(x), atomic: g.Entries != nil && (m.Atomic || x.Node.Section != nil)}
	k.level = g.unroll.level(m, k)
	return k
}

// Called returns the procedure that a call calls.
func Called(x *parser.Edge) *parser.Proc { return x.Node.Stmt.Op.(*parser.Call).Proc.Proc }

// Module returns the number of the module of a procedure that is not called inside of an
// atomic section.
func (g *Graph) Module(p *parser.Proc) int { return g.number[key{proc: p}] }

// InitModule returns the number of the module of the initial procedure, of [ThreadsAndInit].
func (g *Graph) InitModule() int { return g.number[key{proc: g.Program.File.Init, atomic: true}] }

// Places returns the number of places of a module, the one behind a failed assertion
// included. They are numbered from 0 on.
func (m Module) Places() int { return m.Exit - m.Entry + 2 }

// Place returns the number of a program counter among the places of its module. A
// negative one is that of a failed assertion, which comes last.
func (m Module) Place(pc int) int {
	if pc < 0 {
		return m.Exit - m.Entry + 1
	}
	return pc - m.Entry
}

// Size returns the number of places of all modules to which control flow leads.
func (g *Graph) Size() int {
	n := 0
	for _, m := range g.Modules {
		n += len(g.Flow.Proc(m.Proc).Nodes)
	}
	return n
}

// A recursion says how recursion is unrolled: for each module that is part of one, in
// which component of the call graph it is, and which level is the last one of that.
type recursion map[key]component

type component struct{ number, last int }

// level returns the level of a module that another one calls.
func (r recursion) level(caller Module, callee key) int {
	from, recursive := r[key{proc: caller.Proc, atomic: caller.Atomic}]
	if to := r[callee]; recursive && from == to {
		return min(caller.Level+1, to.last)
	}
	return 0
}

// last reports whether a module has the last level of its recursion.
func (r recursion) last(k key) bool {
	c, recursive := r[key{proc: k.proc, atomic: k.atomic}]
	return recursive && k.level == c.last
}
