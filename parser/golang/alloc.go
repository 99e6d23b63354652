// This file defines which objects are made, and which of many is told apart.

package golang

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

type objKey struct {
	frame *frame
	iter  *iter
	instr any
	what  string
}

// object returns the object of the current point that an instruction makes.
func (x *extractor) object(instr any, what string, t types.Type) *object {
	return x.objectOf(objKey{x.fr, x.it, instr, what}, t)
}

func (x *extractor) objectOf(k objKey, t types.Type) *object {
	o := x.objects[k]
	if o == nil {
		o = &object{key: k, what: k.what, typ: t}
		x.objects[k] = o
	}
	if x.fr != nil {
		o.body, o.loop = x.fr.body, x.looping()
	}
	return o
}

// unique returns the only object of a name.
func (x *extractor) unique(what string) *object {
	fr := x.fr
	x.fr = nil
	o := x.objectOf(objKey{what: what}, nil)
	x.fr = fr
	return o
}

// companion returns the object that belongs to another one, as its channel to a context.
func (x *extractor) companion(o *object, what string) *object {
	k := o.key.(objKey)
	return x.objectOf(objKey{frame: k.frame, iter: k.iter, instr: o, what: what}, nil)
}

// made returns the pointer to a new object. If the instruction makes many objects and goroutines may
// synchronise by them, then one, at a time that is chosen freely, is told apart from the others.
func (x *extractor) made(o *object, r ssa.Value) val {
	if !o.loop && (o.body == nil || !o.body.many) || !x.synchronises(o) {
		return constantVal(x.ptr(o, ""))
	}
	if o.rest == nil {
		k := o.key.(objKey)
		k.what = o.what + " others"
		o.rest = x.objectOf(k, o.typ)
		o.rest.restOf = o
	}
	o.rest.name, o.rest.site, o.rest.begun = o.name, o.site, o.begun
	o.rest.chanCap, o.rest.external, o.rest.ticking, o.rest.fn, o.rest.model = o.chanCap, o.external, o.ticking, o.fn, o.model
	flag := x.loc(locKey{obj: o, path: "#tracked"})
	x.grow(flag, single(x.bool(false)).with(x.bool(true)))
	flag.zero, flag.name = x.bool(false), o.name+" tracked"
	x.use(flag, true)
	l := x.loc(locKey{frame: x.fr, iter: x.it, value: r, extra: "made " + o.what})
	l.name = o.name
	x.grow(l, single(x.ptr(o, "")).with(x.ptr(o.rest, "")))
	choose := and(cIs{flag, single(x.bool(false))}, cEither{})
	x.branch(choose, func() {
		x.assign(assign{to: flag, v: constantVal(x.bool(true))}, assign{to: l, v: constantVal(x.ptr(o, ""))})
	}, func() {
		x.assign(assign{to: l, v: constantVal(x.ptr(o.rest, ""))})
	})
	return at(l)
}

// synchronises reports whether goroutines synchronise by an object or its parts.
func (x *extractor) synchronises(o *object) bool {
	return o.what == "chan" || o.model != nil || o.typ != nil && x.hasSync(o.typ)
}

// global returns the object of a package variable.
func (x *extractor) global(g *ssa.Global) *object {
	k := objKey{instr: g}
	o := x.objects[k]
	if o == nil {
		o = &object{key: k, typ: deref(g.Type()), name: g.Name()}
		o.site = x.code.siteOf(nil, g.Pos())
		o.begun = x.begunGlobal(g)
		x.objects[k] = o
	}
	return o
}

// begunGlobal returns which parts of a package variable its initialisation stores to.
func (x *extractor) begunGlobal(g *ssa.Global) func(string) bool {
	init := g.Pkg.Func("init")
	if init == nil {
		return nil
	}
	var stored []string
	for _, b := range init.Blocks {
		for _, i := range b.Instrs {
			if s, ok := i.(*ssa.Store); ok {
				if s.Addr == g {
					return func(string) bool { return true }
				}
				if f, ok := s.Addr.(*ssa.FieldAddr); ok && f.X == g {
					stored = append(stored, field(f.Field))
				}
			}
		}
	}
	return func(path string) bool {
		for _, p := range stored {
			if path == p {
				return true
			}
		}
		return false
	}
}
