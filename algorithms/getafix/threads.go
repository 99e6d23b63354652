// This file defines what a program of recursive threads looks like to a formula: the
// base of a sequential program, and where threads begin and may be interrupted.

package getafix

import (
	"errors"
	"fmt"
	"slices"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/bdd/calculus"
	"github.com/ijit/ijit/internal/encode"
	"github.com/ijit/ijit/parser"
)

// ErrNoThreads says that a program does not name its threads.
var ErrNoThreads = errors.New("getafix: the program is not concurrent by convention: no procedure thread..., or a start_thread")

// threads is what the base of a program with threads has more.
type threads struct {
	entries []int          // the module in which each thread begins
	own     []map[int]bool // by module: the globals that it or what it calls uses
	atomic  *parser.Var
	// shared has the globals with which the threads begin, over the variables vars of
	// a manager of its own.
	manager *bdd.Manager
	shared  bdd.Node
	vars    []bdd.Var
	early   bool // the target is reached before they begin
}

// NewThreads returns the base of a program that is concurrent by convention (see
// [parser.File]): what its threads do, after the initial procedure has done its part.
// That is found out here, within the limits of the options, by the formula for
// sequential programs. The target is the label if that is not "", else that an
// assertion fails.
func NewThreads(p *parser.Program, label string, options calculus.Options) (*Base, error) {
	if len(p.File.Threads) == 0 {
		return nil, ErrNoThreads
	}
	b := &Base{program: p, number: map[module]int{}, reached: make([]bool, len(p.Nodes))}
	b.threads = &threads{atomic: p.File.Atomic}
	if err := b.find(label); err != nil {
		return nil, err
	}
	if err := b.reach(p.File.Threads...); err != nil {
		return nil, err
	}
	for _, t := range p.File.Threads {
		b.threads.entries = append(b.threads.entries, b.number[module{t, false}])
	}
	if err := b.findUses(); err != nil {
		return nil, err
	}
	b.threads.own = slices.Clone(b.uses)
	b.shareUses()
	if err := b.findLive(); err != nil {
		return nil, err
	}
	return b, b.begin(label, options)
}

// Early reports whether the target is reached before the threads begin.
func (b *Base) Early() bool { return b.threads != nil && b.threads.early }

// Threads returns the procedures in which the threads begin.
func (b *Base) Threads() []*parser.Proc {
	if b.threads == nil {
		return nil
	}
	return b.program.File.Threads
}

// shareUses makes all modules carry the same globals, because others may change what
// a module does not look at: those that any of them uses.
func (b *Base) shareUses() {
	all := map[int]bool{}
	for i, uses := range b.uses {
		for g := range uses {
			all[g] = true
		}
		b.uses[i] = all
	}
	if b.threads.atomic != nil {
		all[b.threads.atomic.Index] = true
	}
}

// after is what to ask about the initial procedure, which is module 0.
const after = `
bool Over(Global G)
  exists PrCount p, Local L, Local EL, Global EG. Exit(0, p) & Reachable(0, p, L, G, EL, EG);
`

// begin finds out what holds when the threads begin.
func (b *Base) begin(label string, options calculus.Options) error {
	t := b.threads
	n := b.program.Layout.Shared
	if b.program.File.Init == nil {
		t.manager = bdd.New(options.Limits)
		t.vars = t.manager.NewVars(n)
		e := encode.New(t.manager, b.program, encode.Places{Now: encode.Frame{Globals: t.vars}})
		t.shared = e.Globals()
	} else {
		init, err := newBase(b.program, label, b.program.File.Init)
		if err != nil {
			return fmt.Errorf("before the threads begin: %w", err)
		}
		init.shareAll()
		forward, err := Find("ef")
		if err != nil {
			return err
		}
		f, err := calculus.Parse(forward.Name+".mu", []byte(forward.Text+after))
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
		t.manager, t.shared, t.vars = e.Manager(), over.Node(), over.Formals().Vars(0)
	}
	var unused []bdd.Var
	for g, v := range t.vars {
		if !b.uses[0][g] {
			unused = append(unused, v)
		}
	}
	t.shared = t.manager.And(t.manager.Exists(t.shared, t.manager.NewVarSet(unused...)),
		zero(t.manager, t.vars, b.used(0)))
	t.manager.RegisterVars(&t.shared)
	return t.manager.Err()
}

// shareAll makes all modules carry all globals.
func (b *Base) shareAll() {
	all := map[int]bool{}
	for g := range b.program.Layout.Shared {
		all[g] = true
	}
	for i := range b.uses {
		b.uses[i] = all
	}
}

// threadRelations returns the relations that only programs with threads have.
func threadRelations() []relation {
	return []relation{
		{"ThreadEntry", "Thread t, Module m",
			"t begins in m", (*Base).threadEntry},
		{"SharedInit", "Global G",
			"the threads may begin", (*Base).sharedInit},
		{"LocalInit", "Module m, PrCount p, Local L",
			"a thread may begin there", (*Base).localInit},
		{"Free", "Module m, PrCount p, Global G",
			"a thread that is there may be interrupted", (*Base).free},
		{"Zero", "Local L", "all slots are 0", func(_ *Base, f *calculus.Formals) bdd.Node {
			return zero(f.Manager(), f.Vars(0), func(int) bool { return false })
		}},
		{"Waits", "Module m, PrCount p, Local L, Local M",
			"m calls at p, and of its locals L it needs M afterwards", (*Base).waits},
		{"Visible", "Module m, PrCount p",
			"what a thread does next at p has to do with other threads", (*Base).visible},
		{"Own", "Module m, Global G, Global H",
			"equal globals that m or what it calls uses; others of H are 0", owning((*Base).copyGlobals)},
		{"Aside", "Module m, Global G, Global H",
			"equal globals that neither m nor what it calls uses", (*Base).aside},
		{"OwnReturnTS", "Module m, Module n, PrCount p, PrCount q, Local L, Local M, Global G, Global H",
			"as SetReturnTS, where each module has only its own globals", owning((*Base).setReturnTS)},
		{"OwnReturnUS", "Module m, Module n, PrCount p, PrCount q, Local L, Local M, Global G, Global H",
			"as SetReturnUS, where each module has only its own globals", owning((*Base).setReturnUS)},
	}
}

// owning builds a relation between states in which each module has only the globals that
// it or what it calls uses, as in a sequential program. That is for what happens while
// all other threads stand still.
func owning(build func(*Base, *calculus.Formals) bdd.Node) func(*Base, *calculus.Formals) bdd.Node {
	return func(b *Base, f *calculus.Formals) bdd.Node {
		o := *b
		o.uses = b.threads.own
		return build(&o, f)
	}
}

func (b *Base) aside(f *calculus.Formals) bdd.Node {
	u := newUnion(f)
	for i, own := range b.threads.own {
		u.add(equal(f.Manager(), f.Vars(1), f.Vars(2), func(g int) bool { return !own[g] }), i)
	}
	return u.node()
}

func (b *Base) threadEntry(f *calculus.Formals) bdd.Node {
	m := f.Manager()
	var all []bdd.Node
	for t, i := range b.threads.entries {
		all = append(all, m.And(f.Equal(0, t), f.Equal(1, i)))
	}
	return m.Disj(all...)
}

func (b *Base) sharedInit(f *calculus.Formals) bdd.Node {
	t := b.threads
	to := map[bdd.Var]bdd.Var{}
	for g, v := range f.Vars(0) {
		to[t.vars[g]] = v
	}
	return f.Manager().Transfer(t.manager, t.shared, func(v bdd.Var) bdd.Var { return to[v] })
}

// localInit says nothing of what the procedure enforces, which may be about globals:
// a thread that does not fulfil it has begun, but cannot move.
func (b *Base) localInit(f *calculus.Formals) bdd.Node {
	m := f.Manager()
	locals := f.Vars(2)
	u := newUnion(f)
	for _, i := range b.threads.entries {
		p := b.modules[i]
		var c bdd.Cube
		for _, v := range p.Locals {
			if v.Init != parser.InitAny {
				c = append(c, bdd.Literal{Var: locals[v.Index], Value: v.Init == parser.InitOne})
			}
		}
		u.add(without(m, m.Cube(c), locals, b.begins(p)), i, 0)
	}
	return u.node()
}

// waits keeps what is live behind a call and does not come from it.
func (b *Base) waits(f *calculus.Formals) bdd.Node {
	m := f.Manager()
	l, k := f.Vars(2), f.Vars(3)
	u := newUnion(f)
	b.calls(func(i int, x *parser.Edge, _ int) {
		written, live := assigned(results(x), true), b.live.at(x.To)
		keep := func(slot int) bool { return live(slot) && !written(slot) }
		u.add(m.And(equal(m, l, k, keep), zero(m, k, keep)), i, place(b.modules[i], x.From))
	})
	return u.node()
}

// results returns the variables that get what a call returns.
func results(x *parser.Edge) []*parser.Var {
	var vs []*parser.Var
	for _, r := range x.Node.Stmt.Op.(*parser.Call).Lhs {
		if r.Var != nil {
			vs = append(vs, r.Var)
		}
	}
	return vs
}

func (b *Base) free(f *calculus.Formals) bdd.Node {
	m := f.Manager()
	free := bdd.True
	if a := b.threads.atomic; a != nil {
		free = m.Not(m.Var(f.Vars(2)[a.Index]))
	}
	u := newUnion(f)
	for i, p := range b.modules {
		for n := range b.nodes(p) {
			if b.interruptible(i, n) {
				u.add(free, i, place(p, n.PC))
			}
		}
	}
	return u.node()
}

// interruptible reports whether a thread may be interrupted at a place of a module, but
// for what the globals say.
func (b *Base) interruptible(i int, n *parser.Node) bool {
	return !b.inside[i] && n.Section == nil || ends(n)
}

// ends reports whether a thread at n disappears. It leaves all atomic sections then.
func ends(n *parser.Node) bool {
	if n.Stmt == nil {
		return false
	}
	_, ok := n.Stmt.Op.(*parser.EndThread)
	return ok
}

// visible holds where the next step reads or writes a global or begins an atomic
// section. Other steps, as long as a thread may be interrupted at all, can be taken
// before an interruption as well as after it.
func (b *Base) visible(f *calculus.Formals) bdd.Node {
	u := newUnion(f)
	for i, p := range b.modules {
		for n := range b.nodes(p) {
			if b.looks[n.PC] {
				u.add(bdd.True, i, place(p, n.PC))
			}
		}
	}
	return u.node()
}
