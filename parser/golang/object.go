// This file defines abstract objects.

package golang

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/parser/golang/skeleton"
)

// An object is what one allocation makes in one calling context and iteration. Objects are the
// same in all passes.
type object struct {
	objKey
	typ  types.Type // of what is in it
	name string
	site skeleton.Site
	body *body // that makes it; nil for globals

	// loop says that one goroutine makes many of them. rest is then the object that stands for all
	// but one of them, an arbitrary one, which this object is; restOf goes back.
	loop         bool
	rest, restOf *object
	kept         bool      // a pointer to it was stored somewhere
	bound        []*object // closures with a pointer to it

	blurred  bool              // an element was stored at an index that is not known
	local    bool              // one variable of a function, which begins again each time
	symbolic bool              // given to the entry: what is in it is not known
	begun    func(string) bool // parts that are stored to before anybody can read them

	keys                       []*atom // of a map
	limit                      *object // of a group: the channel of tokens
	chanCap                    val     // of a channel
	external, ticking, nilChan bool
	closed                     bool          // somebody closes it
	fn                         *ssa.Function // of a closure
	model                      any           // what models.go keeps in it
}

type objKey struct {
	frame *frame
	iter  *iter
	instr any
	what  string
}

// many reports whether the object stands for several.
func (o *object) many() bool {
	return o.restOf != nil || o.rest == nil && (o.loop || o.body != nil && o.body.many)
}

// outlives reports whether an object that a loop makes may be used when the loop has made the next one.
func (o *object) outlives() bool {
	return o.loop && (o.kept || slices.ContainsFunc(o.bound, (*object).outlives))
}

// at returns the name of a part.
func (o *object) at(path string) string {
	name := o.name + pathName(o.typ, path)
	for _, k := range o.keys {
		name = strings.ReplaceAll(name, keyPath(k), "["+k.String()+"]")
	}
	if o.restOf != nil {
		return "another " + name
	}
	return name
}

// object returns the object of the current point that an instruction makes.
func (x *extractor) object(instr any, what string, t types.Type) *object {
	return x.objectOf(objKey{x.fr, x.it, instr, what}, t)
}

func (x *extractor) objectOf(k objKey, t types.Type) *object {
	o := x.objects[k]
	if o == nil {
		o = &object{objKey: k, typ: t}
		x.objects[k] = o
	}
	if x.fr != nil {
		o.body, o.loop = x.fr.body, x.looping()
	}
	return o
}

// made returns the pointer to a new object. If the instruction makes many objects and goroutines may
// synchronise by them, then one, at a time that is chosen freely, is told apart from the others.
func (x *extractor) made(o *object, r ssa.Value) val {
	if !o.loop && (o.body == nil || !o.body.many) || !x.synchronises(o) {
		return constantVal(x.ptr(o, ""))
	}
	if o.rest == nil {
		k := o.objKey
		k.what += " others"
		o.rest = x.objectOf(k, o.typ)
		o.rest.restOf = o
	}
	o.rest.name, o.rest.site, o.rest.begun = o.name, o.site, o.begun
	o.rest.chanCap, o.rest.external, o.rest.ticking, o.rest.fn, o.rest.model = o.chanCap, o.external, o.ticking, o.fn, o.model
	flag := x.loc(locKey{obj: o, path: "#tracked"})
	x.grow(flag, single(x.bool(false)).with(x.bool(true)))
	flag.zero, flag.name = x.bool(false), o.name+" tracked"
	flag.use(x.fr.body, true)
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

// hasSync reports whether a type contains locks and the like.
func (x *extractor) hasSync(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		if n, ok := types.Unalias(t).(*types.Named); ok && syncType(n) {
			return true
		}
		if x.opaque(t) {
			return false
		}
		for i := range u.NumFields() {
			if x.hasSync(u.Field(i).Type()) {
				return true
			}
		}
	case *types.Array:
		return x.hasSync(u.Elem())
	}
	return false
}

func syncType(n *types.Named) bool {
	pkg := n.Obj().Pkg()
	if pkg == nil {
		return false
	}
	switch pkg.Path() {
	case "sync":
		switch n.Obj().Name() {
		case "Mutex", "RWMutex", "WaitGroup", "Once", "Cond":
			return true
		}
	case "golang.org/x/sync/errgroup":
		return n.Obj().Name() == "Group"
	}
	return false
}

// global returns the object of a package variable.
func (x *extractor) global(g *ssa.Global) *object {
	k := objKey{instr: g}
	o := x.objects[k]
	if o == nil {
		o = &object{objKey: k, typ: deref(g.Type()), name: g.Name()}
		o.site = x.text.site(nil, g.Pos())
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
