// This file defines what a sequential program looks like to a formula: its modules,
// places and variables as types.

package getafix

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/bdd/calculus"
	"github.com/ijit/ijit/bdd/encode"
	"github.com/ijit/ijit/parser"
)

// ErrThreads says that a program is not sequential.
var ErrThreads = errors.New("getafix: the formulas are about programs with one thread")

// ErrLabel says that a program has no label of the name that is asked for.
var ErrLabel = errors.New("getafix: no such label")

// A Base is what a program gives to formulas: types, and relations between their
// values.
type Base struct {
	program *parser.Program
	modules []*parser.Proc
	number  map[*parser.Proc]int
	places  int // the largest number of places of a module, the failure included
	uses    []map[int]bool
	reached map[int]bool // the program counters to which control flow leads
	targets []int        // program counters with the label; nil if the target is a failure
}

// NewBase returns the base of a program. The target is the label if that is not "",
// else that an assertion fails.
func NewBase(p *parser.Program, label string) (*Base, error) {
	b := &Base{program: p, number: map[*parser.Proc]int{}, reached: map[int]bool{}}
	if label != "" && !b.find(label) {
		return nil, fmt.Errorf("%w: %s", ErrLabel, label)
	}
	b.add(p.File.Main)
	b.reach()
	for _, n := range p.Nodes {
		if !b.reached[n.PC] {
			continue
		}
		if n.Wait {
			return nil, b.threads(n)
		}
		for _, x := range n.Out {
			switch x.Kind {
			case parser.SpawnEdge, parser.PassiveEdge, parser.SignalEdge, parser.BroadcastEdge:
				return nil, b.threads(n)
			}
		}
		b.add(n.Proc)
	}
	for _, m := range b.modules {
		b.places = max(b.places, m.Exit-m.Entry+2)
	}
	return b, b.findUses()
}

// find finds the places with a label.
func (b *Base) find(label string) bool {
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
	return len(b.targets) > 0
}

// reach follows control flow, into procedures that are called too.
func (b *Base) reach() {
	todo := []int{b.program.Start}
	for len(todo) > 0 {
		pc := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if pc < 0 || b.reached[pc] {
			continue
		}
		b.reached[pc] = true
		n := b.program.Nodes[pc]
		for _, x := range n.Out {
			todo = append(todo, x.To)
			if x.Kind == parser.CallEdge {
				todo = append(todo, called(x).Entry)
			}
		}
	}
}

// called returns the procedure that a call calls.
func called(x *parser.Edge) *parser.Proc { return x.Node.Stmt.Op.(*parser.Call).Proc.Proc }

func (b *Base) threads(n *parser.Node) error {
	return fmt.Errorf("%w; %s:%s has more: %s", ErrThreads, b.program.File.Name, n.Pos, n.Text(b.program.File.Dialect))
}

func (b *Base) add(p *parser.Proc) {
	if _, ok := b.number[p]; !ok {
		b.number[p] = len(b.modules)
		b.modules = append(b.modules, p)
	}
}

// findUses finds the globals that each module and those that it calls read or write.
// A state of a module has 0 for all others: what a module does not look at cannot
// make its summary larger.
func (b *Base) findUses() error {
	m := bdd.New(bdd.Options{})
	layout := b.program.Layout
	f := encode.NewFrames(m, layout, 3)
	e := encode.New(m, b.program, encode.Places{
		Now: f[0], Next: f[1], Actuals: f[2].Locals, Returns: m.NewVars(encode.ReturnSlots(b.program)),
	})
	b.uses = make([]map[int]bool, len(b.modules))
	calls := make([][]int, len(b.modules))
	for i, proc := range b.modules {
		b.uses[i] = map[int]bool{}
		use := func(rel bdd.Node, writes []*parser.Var) {
			support := m.Support(rel)
			for g := range layout.Shared {
				if m.Contains(support, f[0].Globals[g]) || m.Contains(support, f[1].Globals[g]) {
					b.uses[i][g] = true
				}
			}
			for _, v := range writes {
				if v.Proc == nil {
					b.uses[i][v.Index] = true
				}
			}
		}
		use(e.Enforce(proc), nil)
		for n := range b.nodes(proc) {
			if rel, ok := e.Return(n); ok {
				use(rel, nil)
				continue
			}
			for _, x := range n.Out {
				if x.Kind == parser.CallEdge {
					c := e.Call(x)
					use(c.Args, c.Writes)
					calls[i] = append(calls[i], b.number[called(x)])
					continue
				}
				s := e.Edge(x)
				use(s.Relation, s.Writes)
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for i := len(calls) - 1; i >= 0; i-- {
			for _, j := range calls[i] {
				for g := range b.uses[j] {
					if !b.uses[i][g] {
						b.uses[i][g], changed = true, true
					}
				}
			}
		}
	}
	return m.Err()
}

// nodes returns the reachable places of a module.
func (b *Base) nodes(p *parser.Proc) func(yield func(*parser.Node) bool) {
	return func(yield func(*parser.Node) bool) {
		for pc := p.Entry; pc <= p.Exit; pc++ {
			if b.reached[pc] && !yield(b.program.Nodes[pc]) {
				return
			}
		}
	}
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
		fmt.Fprintf(&w, "// module %d is %s\n", i, oneLine(m.Name))
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
	for _, r := range relations() {
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

// Define gives an evaluator of a system with the declarations the relations.
func (b *Base) Define(e *calculus.Evaluator) error {
	for _, r := range relations() {
		err := e.Define(r.name, func(f *calculus.Formals) bdd.Node {
			return r.build(b, f)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
