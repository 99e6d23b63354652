// This file defines what can be reached from a value: functions, values with methods, and memory.

package extract

import (
	"go/types"
	"slices"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/effect"
	"github.com/ijit/ijit/systems/golang/graph"
)

// A reach collects what values lead to.
type reach struct {
	x       *Extractor
	funcs   []*graph.Atom
	values  []dynamic
	memory  []memory
	chans   []*graph.Atom
	unknown []types.Type // of interfaces and functions of which nothing is known
	within  []types.Type // likewise, within something else of which nothing is known
	many    bool         // not all was looked at
	instead []string     // methods that are called of values, if they have one, instead of looking at them
}

// A dynamic is a value whose methods may be called.
type dynamic struct {
	typ  types.Type
	part func(path string) graph.Val
	atom *graph.Atom // of an interface; nil if it is a part of something
	key  any         // tells values apart
	route
	address bool // it is the address of a part of something
}

// A memory is what a pointer, a slice or a map leads to.
type memory struct {
	atom   *graph.Atom
	typ    types.Type
	leaves []code.Leaf
	slice  bool   // it is the elements of one, behind path
	path   string // of the array
	route
}

// A route is how something is reached.
type route struct {
	depth  int         // by how many pointers of the code
	hidden bool        // by a field that is not exported: libraries see it, but call nothing of it
	addr   *graph.Atom // the pointer to it; nil if it has no address
}

func (w route) deeper() route {
	w.depth++
	return w
}

// mostReached is how many objects are looked at from one value.
const mostReached = 500

// walk looks at a value of a type, of which part returns the leaves.
func (r *reach) walk(t types.Type, part func(string) graph.Val, by route) {
	x := r.x
	switch u := t.Underlying().(type) {
	case *types.Struct:
		if x.Opaque(t) {
			r.holds(t, by)
			return
		}
		for i := range u.NumFields() {
			f, in := u.Field(i), by
			in.hidden = in.hidden || !f.Exported()
			if by.addr != nil {
				in.addr = x.part(by.addr, code.Field(i))
			}
			if code.Nillable(f.Type()) || hasParts(f.Type()) || by.addr != nil && hasMethods(f.Type()) {
				r.walk(f.Type(), sub(part, code.Field(i)), in)
			}
		}
	case *types.Array:
		by.addr = nil
		for i := range min(int(u.Len()), code.MaxArray) {
			r.walk(u.Elem(), sub(part, code.Element(i)), by)
		}
		r.walk(u.Elem(), sub(part, code.AnyElement), by)
	case *types.Interface:
		by.addr = nil
		for _, a := range part("").Set {
			switch a.Kind {
			case graph.Box:
				if r.describes(a.Type) {
					continue
				}
				inner := x.Receiver(a, a.Elem)
				r.values = append(r.values, dynamic{typ: a.Type, part: inner, atom: a, key: a, route: by})
				r.walk(a.Type, inner, by)
			case graph.Ptr: // an object of a library
				r.object(a, t, by)
			case graph.Some, graph.Other:
				r.stranger(t, by)
			}
		}
		return
	case *types.Signature:
		for _, a := range part("").Set {
			switch a.Kind {
			case graph.Func, graph.Native:
				if !by.hidden {
					r.funcs = append(r.funcs, a)
				}
			case graph.Some, graph.Other:
				r.stranger(t, by)
			}
		}
		return
	case *types.Pointer:
		for _, a := range part("").Set {
			switch a.Kind {
			case graph.Ptr:
				r.object(a, u.Elem(), by)
			case graph.Some, graph.Other:
				r.holds(t, by)
			}
		}
	case *types.Slice:
		for _, a := range part("").Set {
			switch a.Kind {
			case graph.Slice:
				r.elements(a, a.Path+code.AnyElement, u.Elem(), by)
			case graph.Some, graph.Other:
				r.holds(t, by)
			}
		}
	case *types.Chan:
		for _, a := range part("").Set {
			if a.Kind != graph.Nil {
				r.chans = append(r.chans, a)
			}
		}
		return
	case *types.Map:
		for _, a := range part("").Set {
			switch a.Kind {
			case graph.Ptr:
				r.add(memory{atom: a, typ: t, leaves: []code.Leaf{{Type: types.Typ[types.UnsafePointer]}}, route: by})
				r.keys(a.Obj, u.Key(), by)
				r.elements(a, code.AnyElement, u.Elem(), by)
			case graph.Some, graph.Other:
				r.holds(t, by)
			}
		}
	}
	if x.Opaque(code.Deref(t)) { // whose functions know its methods
		return
	}
	if hasMethods(t) && by.addr != nil {
		r.values = append(r.values, dynamic{typ: types.NewPointer(t), part: func(string) graph.Val { return graph.Constant(by.addr) },
			key: [2]any{"address", len(r.values)}, route: by, address: true})
	}
	if hasMethods(t) || isPointer(t) {
		r.values = append(r.values, dynamic{typ: t, part: part, key: [2]any{"part", len(r.values)}, route: by})
	}
}

// stranger notes that an interface or a function is reached of which nothing is known.
func (r *reach) stranger(t types.Type, by route) {
	if !by.hidden {
		r.unknown = append(r.unknown, t)
	}
}

// holds notes that something is reached of which nothing is known, such as a pointer, or a struct of a library.
func (r *reach) holds(t types.Type, by route) {
	if !by.hidden {
		r.within = append(r.within, r.x.code.Held(t)...)
	}
}

// keys looks at the keys of a map.
func (r *reach) keys(o *graph.Object, t types.Type, by route) {
	known := r.x.known(o)
	by.addr = nil
	r.many = r.many || len(known) == 0 && hasMethods(t) && hasParts(t)
	r.walk(t, func(path string) graph.Val {
		if path == "" && len(known) > 0 {
			var s graph.Set
			for _, k := range known {
				s = s.With(k)
			}
			return graph.Val{Set: s}
		}
		return graph.Constant(r.x.Some())
	}, by)
}

func (r *reach) describes(t types.Type) bool {
	return slices.ContainsFunc(r.instead, func(m string) bool { return r.x.code.Prog.MethodSets.MethodSet(t).Lookup(nil, m) != nil })
}

func hasMethods(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.NumMethods() > 0
}

func hasParts(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Struct, *types.Array:
		return true
	}
	return false
}

func sub(part func(string) graph.Val, prefix string) func(string) graph.Val {
	return func(path string) graph.Val { return part(prefix + path) }
}

// add reports whether memory was not looked at before.
func (r *reach) add(m memory) bool {
	if slices.ContainsFunc(r.memory, func(o memory) bool { return o.atom == m.atom && types.Identical(o.typ, m.typ) }) {
		return false
	}
	if len(r.memory) >= mostReached {
		r.many = true
		return false
	}
	r.memory = append(r.memory, m)
	return true
}

// at returns the parts of an object from a path on.
func (r *reach) at(o *graph.Object, path string, t types.Type) func(string) graph.Val {
	return func(rest string) graph.Val {
		var s graph.Set
		for _, l := range r.x.Leaves(t) {
			if l.Path != rest || code.IsSync(l.Type) {
				continue
			}
			for _, c := range r.x.Cells(o, path+rest, l.Type) {
				s = r.x.Union(s, c.Set)
			}
		}
		return graph.Val{Set: s}
	}
}

// object looks at what a pointer leads to. Of an object of a library, what it was given, and what its fields were set
// to.
func (r *reach) object(a *graph.Atom, t types.Type, by route) {
	x := r.x
	opaque := x.Opaque(t) || types.IsInterface(t)
	leaves := x.Leaves(t)
	if !r.add(memory{atom: a, typ: t, leaves: leaves, route: by}) {
		return
	}
	if !opaque {
		by = by.deeper()
		by.addr = a
		r.walk(t, r.at(a.Obj, a.Path, t), by)
		return
	}
	if a.Obj.Given {
		r.holds(t, by)
	}
	if l := x.locs[locKey{obj: a.Obj, path: a.Path + held}]; l != nil {
		r.walk(anyType(), func(string) graph.Val { return graph.Val{Set: l.Set} }, by)
	}
	if s, ok := t.Underlying().(*types.Struct); ok {
		for i := range s.NumFields() {
			if l := x.locs[locKey{obj: a.Obj, path: a.Path + code.Field(i)}]; l != nil {
				r.walk(s.Field(i).Type(), func(string) graph.Val { return graph.Val{Set: l.Set} }, by)
			}
		}
	}
}

// elements looks at the elements of a slice or a map.
func (r *reach) elements(a *graph.Atom, path string, t types.Type, by route) {
	leaves := r.x.Leaves(t)
	by.addr = nil
	if a.Kind == graph.Slice {
		by.addr = r.x.Ptr(a.Obj, path)
		m := memory{atom: r.x.Ptr(a.Obj, path), typ: t, leaves: leaves, slice: true, path: a.Path, route: by}
		if !r.add(m) {
			return
		}
	}
	r.walk(t, r.at(a.Obj, path, t), by)
}

// leadsToChannels reports whether a value leads to channels.
func (x *Extractor) leadsToChannels(t types.Type, part func(string) graph.Val) bool {
	r := reach{x: x}
	r.walk(t, part, route{})
	return r.many || len(r.chans) > 0
}

// anyType returns the type of values of which nothing is known.
func anyType() types.Type { return types.NewInterfaceType(nil, nil) }

// leadsToCode reports whether a value leads to functions or methods of the code that synchronise or access what others
// see.
func (x *Extractor) leadsToCode(t types.Type, part func(string) graph.Val) bool {
	r := reach{x: x}
	r.walk(t, part, route{})
	return r.many || slices.ContainsFunc(r.funcs, func(a *graph.Atom) bool {
		return a.Kind == graph.Native || len(a.Func.Blocks) > 0 && x.Touches(a.Func)
	}) || slices.ContainsFunc(r.values, func(d dynamic) bool {
		set := x.code.Prog.MethodSets.MethodSet(d.typ)
		for k := range set.Len() {
			if fn := x.code.Prog.MethodValue(set.At(k)); fn != nil && set.At(k).Obj().Exported() && len(fn.Blocks) > 0 && x.Touches(fn) {
				return true
			}
		}
		return false
	}) || slices.ContainsFunc(r.unknown, func(t types.Type) bool { return x.candidate(t, nil) != nil })
}

// does reports whether values of a type have a method of one of some names, of any exported one if there are none, that
// does more than to compute.
func (x *Extractor) does(t types.Type, names []string) bool {
	set := x.code.Prog.MethodSets.MethodSet(t)
	for k := range set.Len() {
		f := set.At(k).Obj()
		if f.Exported() && (len(names) == 0 || slices.Contains(names, f.Name())) {
			if fn := x.code.Prog.MethodValue(set.At(k)); fn != nil && len(fn.Blocks) > 0 && x.Touches(fn) {
				return true
			}
		}
	}
	return false
}

// makesThat reports whether a decoder that fills an argument may make values of which it calls methods that do more than to
// compute.
func (c *Call) makesThat(e effect.Effect) bool {
	x := c.X
	if len(e.Methods) == 0 {
		return false
	}
	var seen []types.Type
	var makes func(t types.Type) bool
	makes = func(t types.Type) bool {
		if slices.ContainsFunc(seen, func(s types.Type) bool { return types.Identical(s, t) }) || x.Opaque(t) {
			return false
		}
		seen = append(seen, t)
		if x.does(types.NewPointer(t), e.Methods) {
			return true
		}
		switch u := t.Underlying().(type) {
		case *types.Pointer:
			return makes(u.Elem())
		case *types.Slice:
			return makes(u.Elem())
		case *types.Array:
			return makes(u.Elem())
		case *types.Map:
			return makes(u.Key()) || makes(u.Elem())
		case *types.Struct:
			for f := range u.Fields() {
				if makes(f.Type()) {
					return true
				}
			}
		}
		return false
	}
	for i := range min(len(c.Args), len(c.Types)) {
		if !e.Deep || !e.Writes.Has(i) {
			continue
		}
		if makes(c.Types[i]) {
			return true
		}
		for _, a := range c.Arg(i, "").Set {
			if a.Kind == graph.Box && makes(a.Type) {
				return true
			}
		}
	}
	return false
}
