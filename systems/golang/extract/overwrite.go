// This file defines what is taken of memory that a library was given: it may write to it, keep it, and hand it out.

package extract

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/graph"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// Lend is the call of a function by whose result an argument is accessed and called in ways that are not followed.
func (c *Call) Lend(i int, name string) {
	c.hand(i, true, true, "call of "+name)
	c.keeps(i, name)
}

// hand notes that libraries have what is reached from an argument behind the end of a call: other arguments lead to it,
// or if it is lent others, who may write to it at any time. Structs of the program are what reflection reaches only.
func (c *Call) hand(i int, lend, byReflection bool, what string) {
	x := c.X
	r := reach{x: x}
	r.walk(c.Types[i], c.Args[i], route{})
	for _, m := range x.overwritable(r.memory, byReflection, false) {
		if _, isStruct := m.typ.Underlying().(*types.Struct); isStruct && !byReflection { // the library's
			continue
		}
		if !slices.ContainsFunc(x.handed, func(o memory) bool { return o.atom == m.atom && types.Identical(o.typ, m.typ) }) {
			x.handed, x.changed = append(x.handed, m), true
		}
		if o := m.atom.Obj; lend && o.Lent == nil {
			o.Lent, x.changed = &graph.Lending{By: what, Site: x.Site(c.Pos)}, true
		}
	}
	c.giveOthers(i)
}

// listOfArguments reports whether an object is the array of a call with any number of arguments, which nobody else has.
func listOfArguments(o *graph.Object) bool {
	k, _ := o.Key.(objKey)
	a, ok := k.instr.(*ssa.Alloc)
	return ok && a.Comment == "varargs"
}

// handedOut reports whether a pointer of which nothing is known may lead to memory of a type that the program has.
func (x *Extractor) handedOut(t types.Type) bool {
	return slices.ContainsFunc(x.handed, func(m memory) bool { return types.Identical(m.typ.Underlying(), t.Underlying()) })
}

// strayCall is an access of a function of a library to memory to which a value leads of which nothing is known: to what
// libraries have.
func (x *Extractor) strayCall(write bool, name string, pos token.Pos) {
	if len(x.handed) == 0 {
		return
	}
	x.Note(pos, "call of "+name, "it may access what "+x.handed[0].atom.Obj.Name+" leads to", skeleton.OpensRaces)
	if write {
		x.overwrite(x.handed)
	}
}

// overwrite takes it that a call writes anything, or nothing, to memory. Locks, channels and functions stay: a library
// makes none for the program but by reflection, which is noted.
func (x *Extractor) overwrite(list []memory) {
	var do []graph.Assign
	for _, m := range list {
		do = append(do, x.overwritten(m)...)
	}
	if len(do) > 0 {
		x.Branch(graph.Either{}, func() { x.AssignAll(do) }, func() {})
	}
}

// foreign returns the structs of libraries that an argument leads to.
func (x *Extractor) foreign(t types.Type, part func(string) graph.Val) []memory {
	r := reach{x: x}
	r.walk(t, part, route{})
	return slices.DeleteFunc(r.memory, func(m memory) bool { return !x.theirs(m.typ) })
}

// overwritten returns the assignments of something that is not known to memory.
func (x *Extractor) overwritten(m memory) (do []graph.Assign) {
	if t, ok := m.typ.Underlying().(*types.Map); ok {
		return x.mapOverwritten(m.atom.Obj, t)
	}
	for _, l := range m.leaves {
		if x.theirs(l.Type) {
			do = append(do, x.fieldsOverwritten(x.part(m.atom, l.Path), l.Type.Underlying().(*types.Struct))...)
			continue
		}
		if !written(l.Type) {
			continue
		}
		c, s := x.cellToStore(m.atom, l), x.unknown(l.Type, nil)
		x.Use(c)
		x.Grow(c, s)
		if !c.Weak {
			do = append(do, graph.Assign{To: c, V: graph.Val{Set: s}})
		}
	}
	return do
}

// fieldsOverwritten returns the assignments of something that is not known to those fields of a struct of a library that
// the program accesses.
func (x *Extractor) fieldsOverwritten(a *graph.Atom, s *types.Struct) (do []graph.Assign) {
	for i := range s.NumFields() {
		f := x.part(a, code.Field(i))
		for _, l := range x.Leaves(s.Field(i).Type()) {
			if x.locs[locKey{obj: a.Obj, path: f.Path + l.Path}] != nil || x.theirs(l.Type) {
				do = append(do, x.overwritten(memory{atom: f, typ: l.Type, leaves: []code.Leaf{l}})...)
			}
		}
	}
	return do
}

// mapOverwritten returns the assignments by which a map has any elements.
func (x *Extractor) mapOverwritten(o *graph.Object, t *types.Map) (do []graph.Assign) {
	do = x.put(o, code.AnyElement+someKey, t.Key(), graph.Val{Set: x.unknown(t.Key(), nil)})
	paths := []string{code.AnyElement}
	for _, k := range o.Keys {
		paths = append(paths, graph.KeyPath(k))
	}
	for _, path := range paths {
		do = append(do, x.put(o, path+present, types.Typ[types.Bool], graph.Val{Set: x.unknown(types.Typ[types.Bool], nil)})...)
		for _, l := range x.Leaves(t.Elem()) {
			if written(l.Type) {
				do = append(do, x.put(o, path+l.Path, l.Type, graph.Val{Set: x.unknown(l.Type, nil)})...)
			}
		}
	}
	return do
}

// written reports whether libraries write values of a type to memory of the program.
func written(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Chan, *types.Signature:
		return false
	}
	return !code.IsSync(t)
}

// theirs reports whether a type is a struct of a library.
func (x *Extractor) theirs(t types.Type) bool {
	_, is := t.Underlying().(*types.Struct)
	return is && x.Opaque(t)
}

// named reports whether a type is a struct of the program, or has some in it: libraries write to it by reflection only.
func (x *Extractor) named(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		return !x.Opaque(t)
	case *types.Array:
		return x.named(u.Elem())
	}
	return false
}

// overwritable returns what a call may write of what is reached from an argument: of structs of the program only what is
// reached by reflection, and no list of arguments.
func (x *Extractor) overwritable(list []memory, deep, exported bool) []memory {
	list = slices.DeleteFunc(slices.Clone(list), func(m memory) bool {
		return m.hidden && exported || !deep && x.named(m.typ) || listOfArguments(m.atom.Obj)
	})
	if exported {
		for i := range list {
			list[i].leaves = x.exported(list[i].typ)
		}
	}
	return list
}
