// This file defines the relations that only a program with threads gives to formulas: where
// threads begin and may be interrupted.

package getafix

import (
	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/calculus"
)

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
		{"Unused", "Module m, Global G, Global H",
			"equal globals that neither m nor what it calls uses", (*Base).unused},
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
		o.uses = nil
		for i := range b.Modules {
			o.uses = append(o.uses, b.Own(i))
		}
		return build(&o, f)
	}
}

func (b *Base) unused(f *calculus.Formals) bdd.Node {
	u := newUnion(f)
	for i := range b.Modules {
		own := b.Own(i)
		u.add(equal(f.Manager(), f.Vars(1), f.Vars(2), func(g int) bool { return !own.Test(uint(g)) }), i)
	}
	return u.node()
}

func (b *Base) threadEntry(f *calculus.Formals) bdd.Node {
	m := f.Manager()
	var all []bdd.Node
	for t, i := range b.Entries {
		all = append(all, m.And(f.Equal(0, t), f.Equal(1, i)))
	}
	return m.Disj(all...)
}

func (b *Base) sharedInit(f *calculus.Formals) bdd.Node {
	s := b.threads.start
	to := map[bdd.Var]bdd.Var{}
	for g, v := range f.Vars(0) {
		to[s.Vars[g]] = v
	}
	return f.Manager().Transfer(s.Manager, s.Globals, func(v bdd.Var) bdd.Var { return to[v] })
}

// localInit says nothing of what the procedure enforces, which may be about globals:
// a thread that does not fulfil it has begun, but cannot move.
func (b *Base) localInit(f *calculus.Formals) bdd.Node {
	m := f.Manager()
	locals := f.Vars(2)
	u := newUnion(f)
	for _, i := range b.Entries {
		p := b.Modules[i].Proc
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
		written, live := assigned(results(x), true), b.Live(x.To)
		keep := func(slot int) bool { return live(slot) && !written(slot) }
		u.add(m.And(equal(m, l, k, keep), zero(m, k, keep)), i, b.Modules[i].Place(x.From))
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
	if a := b.Program.File.Atomic; a != nil {
		free = m.Not(m.Var(f.Vars(2)[a.Index]))
	}
	u := newUnion(f)
	for i, p := range b.Modules {
		for _, n := range b.Nodes(i) {
			if b.Interruptible(i, n) {
				u.add(free, i, p.Place(n.PC))
			}
		}
	}
	return u.node()
}

// visible holds where the next step reads or writes a global or begins an atomic
// section. Other steps, as long as a thread may be interrupted at all, can be taken
// before an interruption as well as after it.
func (b *Base) visible(f *calculus.Formals) bdd.Node {
	u := newUnion(f)
	for i, p := range b.Modules {
		for _, n := range b.Nodes(i) {
			if b.Visible(n) {
				u.add(bdd.True, i, p.Place(n.PC))
			}
		}
	}
	return u.node()
}
