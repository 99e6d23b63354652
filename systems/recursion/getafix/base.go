// This file defines what a program looks like to a formula: its modules, places and
// variables as types.

package getafix

import (
	"encoding/binary"
	"slices"

	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/dataflow"
	"github.com/ijit/ijit/systems/recursion/internal/supergraph"
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

// threads is what the base of a program with threads has more.
type threads struct {
	start Start
	early bool // the target is reached before they begin
}

// A Start says with which globals the threads of a program begin: a set over variables of
// a manager of its own, by global.
type Start struct {
	Manager *bdd.Manager
	Globals bdd.Node
	Vars    []bdd.Var
}

// Start returns with which globals the threads begin.
func (b *Base) Start() Start { return b.threads.start }

// begins returns which slots a procedure begins with.
func (b *Base) begins(p *parser.Proc) func(int) bool {
	local, _ := b.needs(p.Entry)
	return func(i int) bool { return i < len(p.Locals) && local(i) }
}
