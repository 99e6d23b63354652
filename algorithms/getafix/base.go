// This file defines what a program looks like to a formula: its modules, places and
// variables as types.

package getafix

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/bdd/calculus"
	"github.com/ijit/ijit/parser"
)

// ErrThreads says that a program is not sequential.
var ErrThreads = errors.New("getafix: the formulas are about programs with one thread")

// ErrLabel says that a program has no label of the name that is asked for.
var ErrLabel = errors.New("getafix: no such label")

// A Base is what a program gives to formulas: types, and relations between their
// values.
type Base struct {
	program  *parser.Program
	main     *parser.Proc   // where a sequential program begins
	modules  []*parser.Proc // by number; twice if it is also called inside of atomic sections
	inside   []bool         // by module: it is called inside of an atomic section
	number   map[module]int
	places   int // the largest number of places of a module, the failure included
	uses     []map[int]bool
	reached  []bool                          // the program counters to which control flow leads
	sites    []callSite                      // all calls, by module and program counter
	placed   map[*parser.Proc][]*parser.Node // those of a procedure
	targets  []int                           // program counters with the label; nil if the target is a failure
	looks    map[int]bool                    // the program counters at which the next step is visible to other threads
	flows    *dataflow
	live     liveness // nil if all locals are kept everywhere
	needed   []row    // by program counter, counted from -1; nil if nothing is forgotten
	kinds    []int    // of what is needed, by program counter as above
	uncalled bool     // what main began with is forgotten
	threads  *threads // nil of a sequential program
}

// A module is a procedure, as it is when it is called inside of an atomic section or
// as it is otherwise. Sections do not matter to a sequential program.
type module struct {
	proc   *parser.Proc
	inside bool
}

// NewBase returns the base of a sequential program. The target is the label if that is
// not "", else that an assertion fails.
func NewBase(p *parser.Program, label string) (*Base, error) {
	return newBase(p, label, p.File.Main)
}

// newBase returns the base of what a program does from a procedure on.
func newBase(p *parser.Program, label string, main *parser.Proc) (*Base, error) {
	b := &Base{program: p, main: main, number: map[module]int{}, reached: make([]bool, len(p.Nodes))}
	if err := b.find(label); err != nil {
		return nil, err
	}
	if err := b.reach(main); err != nil {
		return nil, err
	}
	return b, b.findUses()
}

// find finds the places with a label, if there is one.
func (b *Base) find(label string) error {
	if label == "" {
		return nil
	}
	b.targets = []int{}
	for _, n := range b.program.Nodes {
		if n.Stmt == nil || n.Stmt.PC != n.PC {
			continue
		}
		for _, l := range n.Stmt.Labels {
			if l.Name == label {
				b.targets = append(b.targets, n.PC)
			}
		}
	}
	if len(b.targets) == 0 {
		return fmt.Errorf("%w: %s", ErrLabel, label)
	}
	return nil
}

// reach follows control flow from some procedures on, into those that are called too,
// and makes modules of them.
func (b *Base) reach(mains ...*parser.Proc) error {
	for _, p := range mains {
		b.add(module{p, false})
	}
	seen := make([]int, len(b.program.Nodes)) // the last module in which it was met, counted from 1
	for i := 0; i < len(b.modules); i++ {     // there are more and more
		todo := []int{b.modules[i].Entry}
		for len(todo) > 0 {
			pc := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if pc < 0 || seen[pc] == i+1 {
				continue
			}
			seen[pc], b.reached[pc] = i+1, true
			n := b.program.Nodes[pc]
			if n.Wait {
				return b.unsupported(n)
			}
			for _, x := range n.Out {
				todo = append(todo, x.To)
				switch x.Kind {
				case parser.CallEdge:
					b.add(b.callee(i, x))
				case parser.SpawnEdge, parser.PassiveEdge, parser.SignalEdge, parser.BroadcastEdge:
					return b.unsupported(n)
				}
			}
		}
	}
	b.placed = map[*parser.Proc][]*parser.Node{}
	for _, m := range b.modules {
		b.places = max(b.places, m.Exit-m.Entry+2)
		if b.placed[m] != nil {
			continue
		}
		for pc := m.Entry; pc <= m.Exit; pc++ {
			if b.reached[pc] {
				b.placed[m] = append(b.placed[m], b.program.Nodes[pc])
			}
		}
	}
	b.findCalls()
	return nil
}

// A callSite is a call in a module.
type callSite struct {
	module int
	edge   *parser.Edge
	callee int
}

// findCalls finds the calls of all modules.
func (b *Base) findCalls() {
	b.sites = nil
	for i, p := range b.modules {
		for n := range b.nodes(p) {
			for _, x := range n.Out {
				if x.Kind == parser.CallEdge {
					b.sites = append(b.sites, callSite{i, x, b.number[b.callee(i, x)]})
				}
			}
		}
	}
}

// calls calls f for all calls: the module, its edge, and the module that is called.
func (b *Base) calls(f func(i int, x *parser.Edge, callee int)) {
	for _, c := range b.sites {
		f(c.module, c.edge, c.callee)
	}
}

// callee returns what a call in module i calls.
func (b *Base) callee(i int, x *parser.Edge) module {
	return module{called(x), b.threads != nil && (b.inside[i] || x.Node.Section != nil)}
}

// called returns the procedure that a call calls.
func called(x *parser.Edge) *parser.Proc { return x.Node.Stmt.Op.(*parser.Call).Proc.Proc }

func (b *Base) unsupported(n *parser.Node) error {
	return &UnsupportedError{b.program, n, b.threads != nil}
}

func (b *Base) add(m module) {
	if _, ok := b.number[m]; !ok {
		b.number[m] = len(b.modules)
		b.modules = append(b.modules, m.proc)
		b.inside = append(b.inside, m.inside)
	}
}

// findUses finds the globals that each module and those that it calls read or write.
// A state of a module has 0 for all others: what a module does not look at cannot
// make its summary larger.
func (b *Base) findUses() error {
	var err error
	if b.flows, err = b.findFlows(); err != nil {
		return err
	}
	b.uses = make([]map[int]bool, len(b.modules))
	b.looks = map[int]bool{}
	results := map[*parser.Proc]bool{} // what they return is assigned to globals
	for i := range b.modules {
		b.uses[i] = map[int]bool{}
		use := func(r row) (some bool) {
			for g := range b.program.Layout.Shared {
				if r.has(g) {
					b.uses[i][g], some = true, true
				}
			}
			return some
		}
		use(b.flows.always[i])
		for _, x := range b.flows.modules[i] {
			reads, writes := use(x.reads), use(x.writes)
			switch {
			case x.callee < 0:
				reads = reads || writes
			case writes:
				results[b.modules[x.callee]] = true
			}
			if reads || x.enters {
				b.looks[x.node] = true
			}
		}
	}
	for _, proc := range b.modules {
		for n := range b.nodes(proc) {
			if returns(n) && results[proc] {
				b.looks[n.PC] = true
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for i := len(b.modules) - 1; i >= 0; i-- {
			for _, x := range b.flows.modules[i] {
				if x.callee < 0 {
					continue
				}
				for g := range b.uses[x.callee] {
					if !b.uses[i][g] {
						b.uses[i][g], changed = true, true
					}
				}
			}
		}
	}
	return nil
}

// nodes returns the reachable places of a module.
func (b *Base) nodes(p *parser.Proc) func(yield func(*parser.Node) bool) {
	return slices.Values(b.placed[p])
}

// Declarations returns the types and the relations as a formula file, for people and
// for [calculus.Compile].
func (b *Base) Declarations() (*calculus.File, error) {
	return calculus.Parse(b.program.File.Name, []byte(b.Text()))
}

// Text returns the declarations as they are written.
func (b *Base) Text() string {
	var w strings.Builder
	fmt.Fprintf(&w, "// What %s is to a formula.\n\n", b.program.File.Name)
	for i, m := range b.modules {
		where := ""
		if b.inside[i] {
			where = ", called in an atomic section"
		}
		fmt.Fprintf(&w, "// module %d is %s%s\n", i, oneLine(m.Name), where)
	}
	fmt.Fprintf(&w, "enum Module { 0..%d };\n", len(b.modules)-1)
	w.WriteString("// places count from 0 in each module; one more than its end is a failed assertion\n")
	fmt.Fprintf(&w, "enum PrCount { 0..%d };\n", b.places-1)
	w.WriteString("// the locals of all modules share slots\nclass Local {\n")
	for i := range b.program.Layout.Local {
		fmt.Fprintf(&w, "  bool l%d;\n", i)
	}
	w.WriteString("};\nclass Global {\n")
	for i, g := range b.program.File.Globals {
		fmt.Fprintf(&w, "  bool %s; // %s\n", fieldName(g.Name, i), oneLine(g.Name))
	}
	w.WriteString("};\n\n")
	if b.threads != nil {
		fmt.Fprintf(&w, "enum Thread { 0..%d };\n\n", len(b.threads.entries)-1)
	}
	for _, r := range b.relations() {
		fmt.Fprintf(&w, "// %s\nbool %s(%s);\n", r.doc, r.name, r.params)
	}
	return w.String()
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// fieldName returns the name of a global as a field: its own if that is a word.
func fieldName(name string, i int) string {
	for _, r := range name {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' {
			return fmt.Sprintf("g%d", i)
		}
	}
	return fmt.Sprintf("g%d_%s", i, name)
}

// Define gives an evaluator the relations, those that its system has declared.
func (b *Base) Define(e *calculus.Evaluator) error {
	for _, r := range b.relations() {
		if !e.Declared(r.name) {
			continue
		}
		err := e.Define(r.name, func(f *calculus.Formals) bdd.Node {
			return r.build(b, f)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
