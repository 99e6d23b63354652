// This file defines what a program looks like to a formula: its modules, places and
// variables as types.

package getafix

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/algorithms/internal/supergraph"
	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/bdd/calculus"
	"github.com/ijit/ijit/internal/dataflow"
	"github.com/ijit/ijit/parser"
)

// What is wrong with a program or a question.
const (
	ErrThreads   = supergraph.ErrThreads
	ErrLabel     = supergraph.ErrLabel
	ErrNoThreads = supergraph.ErrNoThreads
)

// An UnsupportedError says that a thread does something about others that the formulas
// do not take.
type UnsupportedError = supergraph.UnsupportedError

// A Base is what a program gives to formulas: types, and relations between their
// values.
type Base struct {
	*supergraph.Graph
	places   int                // the largest number of places of a module, the failure included
	uses     []*bitset.BitSet   // by module: the globals that its states have
	live     *dataflow.Liveness // what is needed; nil if nothing is forgotten
	kinds    []int              // of what is needed, by program counter, counted from -1
	uncalled bool               // what the program began with is forgotten
	threads  *threads           // nil of a sequential program
}

// NewBase returns the base of a sequential program. The target is the label if that is
// not "", else that an assertion fails.
func NewBase(p *parser.Program, label string) (*Base, error) {
	g, err := supergraph.Sequential(p, label, p.File.Main)
	if err != nil {
		return nil, err
	}
	return newBase(g), nil
}

// newBase returns a base in which a state of a module has 0 for all globals that neither
// the module nor what it calls uses: what it does not look at cannot make its summary
// larger.
func newBase(g *supergraph.Graph) *Base {
	b := &Base{Graph: g}
	for i, m := range g.Modules {
		b.uses = append(b.uses, g.Own(i))
		b.places = max(b.places, m.Places())
	}
	return b
}

// forget makes states have 0 for what is not read any more before it is written. So
// formulas can tell which places are reached, but not with which values. Nor with which
// values the program began, unless it calls the procedure that it begins in.
func (b *Base) forget() {
	b.live = b.Flow.Live()
	b.uncalled = !slices.ContainsFunc(b.Calls, func(c supergraph.Call) bool { return c.Callee == 0 })
	b.kinds = make([]int, 1+len(b.Program.Nodes))
	numbers := map[string]int{}
	var text []byte
	for i := range b.kinds {
		text = text[:0]
		for _, w := range b.live.Before(i - 1).Words() {
			text = binary.NativeEndian.AppendUint64(text, w)
		}
		n, ok := numbers[string(text)]
		if !ok {
			n = len(numbers)
			numbers[string(text)] = n
		}
		b.kinds[i] = n
	}
}

// needs returns which slots of locals, and which globals, states have at a program
// counter; at -1, behind a failed assertion, none. Others are 0.
func (b *Base) needs(pc int) (local, global func(int) bool) {
	if b.live == nil {
		return b.Live(pc), func(int) bool { return true }
	}
	live, shared := b.live.Before(pc), b.Program.Layout.Shared
	return func(i int) bool { return live.Test(uint(shared + i)) }, func(g int) bool { return live.Test(uint(g)) }
}

// kind returns a number that is the same for program counters at which the same is needed.
func (b *Base) kind(pc int) int {
	if b.live == nil {
		return pc
	}
	return b.kinds[1+pc]
}

// start returns which slots and which globals a module begins with.
func (b *Base) start(module int) (local, global func(int) bool) {
	m := b.Modules[module]
	_, needed := b.needs(m.Entry)
	return b.begins(m.Proc), func(g int) bool { return b.uses[module].Test(uint(g)) && needed(g) }
}

// calls calls f for all calls: the module, its edge, and the module that is called.
func (b *Base) calls(f func(i int, x *parser.Edge, callee int)) {
	for _, c := range b.Calls {
		f(c.Module, c.Edge, c.Callee)
	}
}

// Declarations returns the types and the relations as a formula file, for people and
// for [calculus.Compile].
func (b *Base) Declarations() (*calculus.File, error) {
	return calculus.Parse(b.Program.File.Name, []byte(b.Text()))
}

// Text returns the declarations as they are written.
func (b *Base) Text() string {
	var w strings.Builder
	fmt.Fprintf(&w, "// What %s is to a formula.\n\n", b.Program.File.Name)
	for i, m := range b.Modules {
		where := ""
		if m.Atomic {
			where = ", called in an atomic section"
		}
		fmt.Fprintf(&w, "// module %d is %s%s\n", i, oneLine(m.Name), where)
	}
	fmt.Fprintf(&w, "enum Module { 0..%d };\n", len(b.Modules)-1)
	w.WriteString("// places count from 0 in each module; one more than its end is a failed assertion\n")
	fmt.Fprintf(&w, "enum PrCount { 0..%d };\n", b.places-1)
	w.WriteString("// the locals of all modules share slots\nclass Local {\n")
	for i := range b.Program.Layout.Local {
		fmt.Fprintf(&w, "  bool l%d;\n", i)
	}
	w.WriteString("};\nclass Global {\n")
	for i, g := range b.Program.File.Globals {
		fmt.Fprintf(&w, "  bool %s; // %s\n", fieldName(g.Name, i), oneLine(g.Name))
	}
	w.WriteString("};\n\n")
	if b.threads != nil {
		fmt.Fprintf(&w, "enum Thread { 0..%d };\n\n", len(b.Entries)-1)
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
