// This file defines with which globals the threads of a program begin.

package getafix

import (
	"fmt"
	"slices"

	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/internal/encode"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/calculus"
	"github.com/ijit/ijit/systems/recursion/calculus/syntax"
	"github.com/ijit/ijit/systems/recursion/internal/supergraph"
)

// NewThreads returns the base of a program that is concurrent by convention (see
// [parser.File]): what its threads do, after the initial procedure has done its part.
// That is found out here, within the limits of the options, by the formula for
// sequential programs. The target is the label if that is not "", else that an
// assertion fails.
func NewThreads(p *parser.Program, label string, options calculus.Options) (*Base, error) {
	g, err := supergraph.Threads(p, label)
	if err != nil {
		return nil, err
	}
	b := newBase(g)
	b.threads = &threads{}
	// Others may change what a module does not look at: so all modules have the same globals.
	b.uses = slices.Repeat([]*bitset.BitSet{g.Shared()}, len(g.Modules))
	return b, b.begin(label, options)
}

// Early reports whether the target is reached before the threads begin.
func (b *Base) Early() bool { return b.threads != nil && b.threads.early }

// after is what to ask about the initial procedure, which is module 0.
const after = `
bool Over(Global G)
  exists PrCount p, Local L, Local EL, Global EG. Exit(0, p) & Reachable(0, p, L, G, EL, EG);
`

// begin finds out what holds when the threads begin.
func (b *Base) begin(label string, options calculus.Options) error {
	t, s := b.threads, &b.threads.start
	n := b.Program.Layout.Shared
	if b.Program.File.Init == nil {
		s.Manager = bdd.New(options.Limits)
		s.Vars = s.Manager.NewVars(n)
		locals := s.Manager.NewVars(len(b.Program.File.Main.Locals))
		e := encode.New(s.Manager, b.Program, encode.Places{Now: encode.Frame{Globals: s.Vars, Locals: locals}})
		s.Globals = s.Manager.Exists(e.Initial(), s.Manager.NewVarSet(locals...))
	} else {
		g, err := supergraph.Sequential(b.Program, label, b.Program.File.Init)
		if err != nil {
			return fmt.Errorf("before the threads begin: %w", err)
		}
		init := newBase(g)
		init.uses = slices.Repeat([]*bitset.BitSet{g.Flow.Globals}, len(g.Modules))
		forward, err := Find("ef")
		if err != nil {
			return err
		}
		f, err := syntax.Parse(forward.Name+".mu", []byte(forward.Text+after))
		if err != nil {
			return err
		}
		e, err := Open(init, options, f)
		if err != nil {
			return err
		}
		if t.early, err = ask(e); err != nil {
			return fmt.Errorf("before the threads begin: %w", err)
		}
		over, err := e.Value("Over")
		if err != nil {
			return fmt.Errorf("before the threads begin: %w", err)
		}
		s.Manager, s.Globals, s.Vars = e.Manager(), over.Node(), over.Formals().Vars(0)
	}
	s.Globals = without(s.Manager, s.Globals, s.Vars, b.used(0))
	s.Manager.RegisterVars(&s.Globals)
	return s.Manager.Err()
}
