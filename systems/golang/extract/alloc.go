// This file defines which objects are made, and which of many is told apart.

package extract

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/graph"
)

type objKey struct {
	frame *frame
	iter  *iter
	instr any
	what  string
}

// Object returns the object of the current point that an instruction makes.
func (x *Extractor) Object(instr any, what string, t types.Type) *graph.Object {
	o := x.objectOf(objKey{x.fr, x.it, instr, what}, t)
	x.beginAgain(o)
	return o
}

// beginAgain gives the parts of an object that a loop makes anew what they begin with, but for the tracked one of many:
// that is made once.
func (x *Extractor) beginAgain(o *graph.Object) {
	if !x.emitting || x.fr == nil || o.Rest != nil || !x.looping() {
		return
	}
	var do []graph.Assign
	for _, l := range x.ordered[o] {
		if l.Zero != nil && !l.Weak {
			do = append(do, graph.Assign{To: l, V: graph.Constant(l.Zero)})
		}
	}
	x.AssignAll(do)
}

func (x *Extractor) objectOf(k objKey, t types.Type) *graph.Object {
	o := x.objects[k]
	if o == nil {
		o = &graph.Object{Key: k, What: k.what, Type: t, Early: x.early}
		x.objects[k] = o
	}
	if x.fr != nil {
		o.Body, o.Loop, o.Region = x.fr.body, x.looping(), x.region()
		x.happens(graph.Event{Made: o})
	}
	return o
}

// Unique returns the only object of a name.
func (x *Extractor) Unique(what string) *graph.Object {
	fr := x.fr
	x.fr = nil
	o := x.objectOf(objKey{what: what}, nil)
	x.fr = fr
	return o
}

// Companion returns the object that belongs to another one, as its channel to a context.
func (x *Extractor) Companion(o *graph.Object, what string) *graph.Object {
	k := o.Key.(objKey)
	fr := x.fr
	x.fr = nil
	c := x.objectOf(objKey{frame: k.frame, iter: k.iter, instr: o, what: what}, nil)
	x.fr = fr
	c.Body, c.Loop, c.Region = o.Body, o.Loop, o.Region
	return c
}

// Made returns the pointer to a new object. If the instruction makes many objects and goroutines may
// synchronise by them, or the options say so, then one, at a time that is chosen freely, is told apart from the others.
func (x *Extractor) Made(o *graph.Object, r ssa.Value) graph.Val {
	if !o.Loop && (o.Body == nil || !o.Body.Many) || !x.synchronises(o) && !x.options.Apart[o.Site.Pos] {
		return graph.Constant(x.Ptr(o, ""))
	}
	x.others(o)
	flag := x.loc(locKey{obj: o, path: "#tracked"})
	x.Grow(flag, graph.Single(x.Bool(false)).With(x.Bool(true)))
	flag.Zero, flag.Name = x.Bool(false), o.Name+" tracked"
	x.Use(flag)
	l := x.loc(locKey{frame: x.fr, iter: x.it, value: r, extra: "made " + o.What})
	l.Name = o.Name
	x.Grow(l, graph.Single(x.Ptr(o, "")).With(x.Ptr(o.Rest, "")))
	x.choose(flag, l, x.Ptr(o, ""), x.Ptr(o.Rest, ""))
	return graph.At(l)
}

// madeArray returns the slice k of a new array, or of one of many, of which one may be told apart.
func (x *Extractor) madeArray(o *graph.Object, r ssa.Value, k graph.AtomKey) graph.Val {
	return x.Made(o, r).Mapped(func(a *graph.Atom) *graph.Atom {
		k.Kind, k.Obj = graph.Slice, a.Obj
		return x.Atom(k)
	})
}

// others makes the object that stands for all but the tracked one.
func (x *Extractor) others(o *graph.Object) {
	if o.Rest == nil {
		k := o.Key.(objKey)
		k.what = o.What + " others"
		o.Rest = x.objectOf(k, o.Type)
		o.Rest.RestOf = o
	}
	o.Rest.Name, o.Rest.Site, o.Rest.Begun = o.Name, o.Site, o.Begun
	o.Rest.Cap, o.Rest.External, o.Rest.Ticking, o.Rest.Func, o.Rest.Model = o.Cap, o.External, o.Ticking, o.Func, o.Model
}

// choose gives a register the tracked one, at a time that is chosen freely, and the rest otherwise. A flag says whether
// that time is over; it is asked and set in one step, so that no two goroutines get the tracked one.
func (x *Extractor) choose(flag, to *graph.Loc, tracked, rest *graph.Atom) {
	over := x.loc(locKey{frame: x.fr, iter: x.it, value: to.Value, extra: "over"})
	over.Name = flag.Name
	x.Grow(over, flag.Set)
	set := func(a *graph.Atom) func() {
		return func() { x.Assign(graph.Assign{To: to, V: graph.Constant(a)}) }
	}
	x.Branch(graph.Either{}, func() {
		x.Assign(graph.Assign{To: over, V: graph.At(flag)}, graph.Assign{To: flag, V: graph.Constant(x.Bool(true))})
		x.Branch(graph.At(over).IsTrue(), set(rest), set(tracked))
	}, set(rest))
}

// synchronises reports whether goroutines synchronise by an object or its parts.
func (x *Extractor) synchronises(o *graph.Object) bool {
	return o.What == "chan" || o.Model != nil || o.Type != nil && x.HasSync(o.Type)
}

// global returns the object of a package variable.
func (x *Extractor) global(g *ssa.Global) *graph.Object {
	k := objKey{instr: g}
	o := x.objects[k]
	if o == nil {
		o = &graph.Object{Key: k, Type: code.Deref(g.Type()), Name: g.Name(), Early: true}
		o.Site = x.code.Site(nil, g.Pos())
		o.Begun = x.begunGlobal(g)
		switch by := x.code.Elsewhere(g); by {
		case "":
		case "go:embed":
			o.Foreign = true
		default:
			o.Lent = &graph.Lending{By: by, Site: o.Site}
		}
		x.objects[k] = o
	}
	return o
}

// begunGlobal returns which parts of a package variable its initialisation stores to.
func (x *Extractor) begunGlobal(g *ssa.Global) func(string) bool {
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
					stored = append(stored, code.Field(f.Field))
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
