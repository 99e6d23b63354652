// This file defines the relations that a sequential program gives to formulas.

package getafix

import (
	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/internal/encode"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/calculus"
	"github.com/ijit/ijit/systems/recursion/dataflow"
)

// A relation is declared as a predicate and built when a formula needs it.
type relation struct {
	name, params, doc string
	build             func(*Base, *calculus.Formals) bdd.Node
}

// programRelations returns those of all programs.
func programRelations() []relation {
	return []relation{
		{"initPC", "PrCount p",
			"a module begins at p", (*Base).initPC},
		{"target", "Module m, PrCount p",
			"what is asked for is at p", (*Base).target},
		{"Exit", "Module m, PrCount p",
			"a thread leaves m from p", (*Base).exit},
		{"enforce", "Module m, Local L, Global G",
			"m may begin with these values, and those that it does not use are 0", (*Base).enforce},
		{"programInt", "Module m, PrCount p, PrCount q, Local L, Local M, Global G, Global H",
			"a step in m from p to q", (*Base).programInt},
		{"programMove", "Module m, PrCount p, PrCount q, Local L, Global G",
			"those steps that change no variable", (*Base).programMove},
		{"programSet", "Module m, PrCount p, PrCount q, Local L, Local M, Global G, Global H",
			"those steps that may change one", (*Base).programSet},
		{"programCall", "Module m, Module n, PrCount p, Local L, Local M, Global G",
			"m calls n at p, and n begins with the locals M", (*Base).programCall},
		{"SkipCall", "Module m, PrCount p, PrCount q",
			"m calls at p and goes on at q", (*Base).skipCall},
		{"SetReturnTS", "Module m, Module n, PrCount p, PrCount q, Local L, Local M, Global G, Global H",
			"when n returns to the call at p of m, from (L, G) there to (M, H): what the call leaves alone, whatever q is", (*Base).setReturnTS},
		{"SetReturnUS", "Module m, Module n, PrCount p, PrCount q, Local L, Local M, Global G, Global H",
			"when n returns from its place q and (L, G) to the call at p of m, (M, H) there: what comes from n", (*Base).setReturnUS},
		{"CopyLocals", "Module m, Local L, Local M",
			"equal locals of m; other slots of M are 0", (*Base).copyLocals},
		{"CopyGlobals", "Module m, Global G, Global H",
			"equal globals that m begins with; others of H are 0", (*Base).copyGlobals},
		{"Remember", "Module m, Local L, Global G, Local M, Global H",
			"when m begins with (L, G), (M, H) is what its states remember of that: the same, or of main nothing", (*Base).remember},
	}
}

func (b *Base) used(module int) func(int) bool {
	return func(g int) bool { return b.uses[module].Test(uint(g)) }
}

func (b *Base) init(f *calculus.Formals) bdd.Node {
	m := f.Manager()
	s := frame(f, 2, 3)
	e := encode.New(m, b.Program, encode.Places{Now: s})
	u := newUnion(f)
	local, global := b.start(0)
	u.add(restrict(m, m.And(e.Globals(), e.Entry(b.Modules[0].Proc)), s, local, global), 0, 0)
	return u.node()
}

func (b *Base) remember(f *calculus.Formals) bdd.Node {
	m := f.Manager()
	now, entry := frame(f, 1, 2), frame(f, 3, 4)
	all := func(int) bool { return true }
	same := m.And(equal(m, now.Locals, entry.Locals, all), equal(m, now.Globals, entry.Globals, all))
	if !b.uncalled {
		return same
	}
	none := func(int) bool { return false }
	return m.Ite(f.Equal(0, 0), m.And(zero(m, entry.Locals, none), zero(m, entry.Globals, none)), same)
}

func (b *Base) initPC(f *calculus.Formals) bdd.Node { return f.Equal(0, 0) }

func (b *Base) target(f *calculus.Formals) bdd.Node {
	u := newUnion(f)
	if b.Targets == nil {
		for i, m := range b.Modules {
			u.add(bdd.True, i, m.Place(-1))
		}
	}
	for _, pc := range b.Targets {
		for i, m := range b.Modules {
			if m.Proc == b.Program.Nodes[pc].Proc {
				u.add(bdd.True, i, m.Place(pc))
			}
		}
	}
	return u.node()
}

func (b *Base) exit(f *calculus.Formals) bdd.Node {
	u := newUnion(f)
	for i, m := range b.Modules {
		for _, n := range b.Nodes(i) {
			if dataflow.Returns(n) {
				u.add(bdd.True, i, m.Place(n.PC))
			}
		}
	}
	return u.node()
}

func (b *Base) enforce(f *calculus.Formals) bdd.Node {
	m := f.Manager()
	s := frame(f, 1, 2)
	e := encode.New(m, b.Program, encode.Places{Now: s})
	u := newUnion(f)
	for i, p := range b.Modules {
		local, global := b.start(i)
		u.add(restrict(m, e.Enforce(p.Proc), s, local, global), i)
	}
	return u.node()
}

func (b *Base) programInt(f *calculus.Formals) bdd.Node {
	return b.steps(f, frame(f, 3, 5), frame(f, 4, 6), func([]*parser.Var) bool { return true })
}

func (b *Base) programMove(f *calculus.Formals) bdd.Node {
	return b.steps(f, frame(f, 3, 4), encode.Frame{}, func(writes []*parser.Var) bool { return len(writes) == 0 })
}

func (b *Base) programSet(f *calculus.Formals) bdd.Node {
	return b.steps(f, frame(f, 3, 5), frame(f, 4, 6), func(writes []*parser.Var) bool { return len(writes) > 0 })
}

func (b *Base) programCall(f *calculus.Formals) bdd.Node {
	m := f.Manager()
	now, locals := frame(f, 3, 5), f.Vars(4)
	e := encode.New(m, b.Program, encode.Places{Now: now, Next: now, Actuals: locals, Returns: b.spare(m)})
	begin := encode.New(m, b.Program, encode.Places{Now: encode.Frame{Locals: locals, Globals: now.Globals}})
	u := newUnion(f)
	b.calls(func(i int, x *parser.Edge, callee int) {
		p := b.Modules[callee].Proc
		rel := without(m, m.And(e.Call(x).Args, begin.Entry(p)), locals, b.begins(p))
		u.add(rel, i, callee, b.Modules[i].Place(x.From))
	})
	return u.node()
}

// spare returns variables for the values that a procedure returns.
func (b *Base) spare(m *bdd.Manager) []bdd.Var { return m.NewVars(encode.ReturnSlots(b.Program)) }

func (b *Base) skipCall(f *calculus.Formals) bdd.Node {
	u := newUnion(f)
	b.calls(func(i int, x *parser.Edge, _ int) {
		u.add(bdd.True, i, b.Modules[i].Place(x.From), b.Modules[i].Place(x.To))
	})
	return u.node()
}

func (b *Base) setReturnTS(f *calculus.Formals) bdd.Node {
	m := f.Manager()
	now, next := frame(f, 4, 6), frame(f, 5, 7)
	e := encode.New(m, b.Program, encode.Places{Now: now, Next: next, Actuals: now.Locals, Returns: b.spare(m)})
	u := newUnion(f)
	b.calls(func(i int, x *parser.Edge, callee int) {
		c := e.Call(x)
		writesLocal, writesGlobal := assigned(c.Writes, true), assigned(c.Writes, false)
		local, global := b.needs(x.To)
		rel := m.Conj(
			equal(m, now.Locals, next.Locals, func(l int) bool { return local(l) && !writesLocal(l) }),
			zero(m, next.Locals, local),
			equal(m, now.Globals, next.Globals, func(g int) bool { return global(g) && !writesGlobal(g) && !b.uses[callee].Test(uint(g)) }),
			zero(m, next.Globals, global))
		u.add(rel, i, callee, b.Modules[i].Place(x.From))
	})
	return u.node()
}

func (b *Base) setReturnUS(f *calculus.Formals) bdd.Node {
	m := f.Manager()
	now, next := frame(f, 4, 6), frame(f, 5, 7)
	returned := b.spare(m)
	set := m.NewVarSet(returned...)
	from := encode.New(m, b.Program, encode.Places{Now: now, Returns: returned})
	to := encode.New(m, b.Program, encode.Places{Now: next, Next: next, Actuals: now.Locals, Returns: returned})
	u := newUnion(f)
	b.calls(func(i int, x *parser.Edge, callee int) {
		c := to.Call(x)
		writesGlobal := assigned(c.Writes, false)
		local, global := b.needs(x.To)
		enforce := to.Enforce(b.Modules[i].Proc)
		rest := equal(m, now.Globals, next.Globals, func(g int) bool { return global(g) && !writesGlobal(g) && b.uses[callee].Test(uint(g)) })
		for _, n := range b.Nodes(callee) {
			if values, ok := from.Return(n); ok {
				results := m.And(m.AndExists(values, c.Results, set), enforce)
				rel := m.And(restrict(m, results, next, local, global), rest)
				u.add(rel, i, callee, b.Modules[i].Place(x.From), b.Modules[callee].Place(n.PC))
			}
		}
	})
	return u.node()
}

func (b *Base) copyLocals(f *calculus.Formals) bdd.Node {
	m := f.Manager()
	l, k := f.Vars(1), f.Vars(2)
	u := newUnion(f)
	for i, p := range b.Modules {
		u.add(m.And(equal(m, l, k, inside(p.Proc)), zero(m, k, inside(p.Proc))), i)
	}
	return u.node()
}

func (b *Base) copyGlobals(f *calculus.Formals) bdd.Node {
	m := f.Manager()
	g, h := f.Vars(1), f.Vars(2)
	u := newUnion(f)
	for i := range b.Modules {
		_, global := b.start(i)
		u.add(m.And(equal(m, g, h, global), zero(m, h, global)), i)
	}
	return u.node()
}
