// This file defines the graph of a program: its modules, and the calls between them.

package supergraph

import (
	"fmt"
	"slices"

	"github.com/ijit/ijit/parser"
)

// A Graph is the supergraph of what a program does from some procedures on.
type Graph struct {
	Program *parser.Program
	Modules []Module // those in which execution begins first
	Entries []int    // the modules in which threads begin; nil of a sequential program
	Calls   []Call   // by module, then by program counter
	Targets []int    // the program counters with the label; nil if an assertion is to fail
	Reached []bool   // by program counter: control flow leads to it
	Own     []Set    // by module: the globals that it or what it calls reads or writes

	number  map[key]int
	nodes   map[*parser.Proc][]*parser.Node // those that are reached
	visible []bool                          // by program counter
	steps   *steps
	live    []Set     // by program counter: locals that are live there; nil if all are kept
	unroll  recursion // nil if recursion is not unrolled
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

// newGraph returns a graph without modules.
func newGraph(p *parser.Program, label string) (*Graph, error) {
	g := &Graph{Program: p, number: map[key]int{}, Reached: make([]bool, len(p.Nodes))}
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
	if err := g.reach(mains); err != nil {
		return err
	}
	if g.Entries != nil {
		for _, m := range mains {
			g.Entries = append(g.Entries, g.number[key{proc: m}])
		}
	}
	var err error
	if g.steps, err = g.findSteps(); err != nil {
		return err
	}
	g.findUses()
	if g.Entries != nil {
		g.findLive()
	}
	return nil
}

// reach follows control flow from some procedures on, into those that are called too,
// and makes modules of them.
func (g *Graph) reach(mains []*parser.Proc) error {
	for _, p := range mains {
		g.add(key{proc: p})
	}
	seen := make([]int, len(g.Program.Nodes)) // the last module in which it was met, counted from 1
	for i := 0; i < len(g.Modules); i++ {     // there are more and more
		todo := []int{g.Modules[i].Entry}
		for len(todo) > 0 {
			pc := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if pc < 0 || seen[pc] == i+1 {
				continue
			}
			seen[pc], g.Reached[pc] = i+1, true
			n := g.Program.Nodes[pc]
			if n.Wait {
				return g.unsupported(n)
			}
			for _, x := range n.Out {
				todo = append(todo, x.To)
				switch x.Kind {
				case parser.CallEdge:
					g.add(g.callee(i, x))
				case parser.SpawnEdge, parser.PassiveEdge, parser.SignalEdge, parser.BroadcastEdge:
					return g.unsupported(n)
				}
			}
		}
	}
	g.nodes = map[*parser.Proc][]*parser.Node{}
	for _, m := range g.Modules {
		if g.nodes[m.Proc] != nil {
			continue
		}
		for pc := m.Entry; pc <= m.Exit; pc++ {
			if g.Reached[pc] {
				g.nodes[m.Proc] = append(g.nodes[m.Proc], g.Program.Nodes[pc])
			}
		}
	}
	for i := range g.Modules {
		for n := range g.Nodes(i) {
			for _, x := range n.Out {
				if x.Kind == parser.CallEdge {
					g.Calls = append(g.Calls, Call{i, x, g.Callee(i, x)})
				}
			}
		}
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
func (g *Graph) Nodes(module int) func(yield func(*parser.Node) bool) {
	return slices.Values(g.nodes[g.Modules[module].Proc])
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
		n += len(g.nodes[m.Proc])
	}
	return n
}
