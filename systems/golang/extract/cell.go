// This file defines locations: registers and the cells of objects.

package extract

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/graph"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// A locKey tells locations apart.
type locKey struct {
	frame *frame // of a register
	iter  *iter
	value ssa.Value
	extra string        // of registers that no instruction makes
	obj   *graph.Object // of a cell
	path  string
}

// loc returns the location of a key.
func (x *Extractor) loc(k locKey) *graph.Loc {
	l := x.locs[k]
	if l == nil {
		l = &graph.Loc{Value: k.value, Obj: k.obj, Path: k.path}
		x.locs[k] = l
		if k.obj != nil {
			x.ordered[k.obj] = append(x.ordered[k.obj], l)
		}
		x.changed = true
	}
	return l
}

// keepers notes who may keep a pointer to one of many objects beyond the iteration that makes it, or show it to others.
func (x *Extractor) keepers(l *graph.Loc, s graph.Set) {
	phi, _ := l.Value.(*ssa.Phi)
	for _, a := range s {
		for a.Elem != nil {
			a = a.Elem
		}
		o := a.Obj
		if o != nil && o.Timer != nil { // the channel is for all that are made there
			o = o.Timer
		}
		switch {
		case o == nil || a.Kind == graph.Copy || !o.Loop && (o.Body == nil || !o.Body.Many) || o == l.Obj:
		case l.Obj != nil && (l.Obj.Func != nil || l.Obj.Boxed || l.Obj.Body == o.Body && l.Obj.RestOf == nil && !o.Loop && !l.Obj.Loop):
			if !slices.Contains(o.Bound, l.Obj) {
				o.Bound, x.changed = append(o.Bound, l.Obj), true
			}
		case l.Obj != nil && !(l.Obj.Local && l.Obj.Region.Within(o.Region)) || o.Loop && phi != nil && x.blk != nil && phi.Block().Dominates(x.blk):
			if !o.Kept {
				o.Kept, x.changed = true, true
			}
		}
	}
}

// Grow adds atoms to a location.
func (x *Extractor) Grow(l *graph.Loc, s graph.Set) {
	x.otherwise(l, s)
	x.grow(l, s)
}

func (x *Extractor) grow(l *graph.Loc, s graph.Set) {
	x.keepers(l, s)
	if l.Obj != nil {
		x.changesRead(l)
		if x.fr != nil && !x.beginning && l.Obj.Func == nil && !slices.Contains(l.Writers, x.fr.body) {
			l.Writers = append(l.Writers, x.fr.body)
		}
		x.happens(graph.Event{In: l.Obj, Set: s, Newest: x.recent})
	}
	if joined := x.Union(l.Set, s); !slices.Equal(joined, l.Set) {
		l.Set = joined
		x.changed = true
	}
	if l.Set.IsAll() && slices.ContainsFunc(s, leads) {
		pos := token.NoPos
		if x.fr != nil {
			pos = x.placed(pos)
		}
		x.Note(pos, "too many values: "+l.Name, "what is done with them is not seen", skeleton.OpensAll)
	}
}

// leads reports whether an atom leads to an object or a function.
func leads(a *graph.Atom) bool {
	for a.Kind == graph.Box {
		a = a.Elem
	}
	return a.Kind >= graph.Ptr
}

// Cell returns a part of an object.
func (x *Extractor) Cell(o *graph.Object, path string, t types.Type) *graph.Loc {
	if o.Blurred {
		path = code.Blurred(path)
	}
	k := locKey{obj: o, path: path}
	l, known := x.locs[k]
	if !known {
		l = x.loc(k)
		l.Name = o.At(path)
		switch {
		case o.Symbolic:
			l.Set, l.Any = x.symbolic(o, path, t), true
		case o.Foreign && t != nil && !strings.HasSuffix(path, held):
			l.Set, l.Any = x.unknown(t, x.origin(k, o.At(path), 0)), true
		case o.Begun == nil || !o.Begun(path):
			l.Zero = x.zero(t)
			l.Set = graph.Single(l.Zero)
		}
		if o.Func != nil { // the free variables of a closure are stored once
			l.Zero, l.Set = nil, nil
		}
	}
	// One variable cannot say what is in many places, unless each goroutine has one for itself.
	single := !o.Many() || o.RestOf == nil && len(l.Bodies) == 1 && o.Own(l.Bodies[0])
	if o.Lent != nil && t != nil && written(t) {
		l.Spread = true
		x.grow(l, x.unknown(t, nil))
	}
	if w := code.Weak(path) || !single || l.Spread; w != l.Weak {
		l.Weak = w
		x.changed = true
	}
	return l
}

// Cells returns the cells of an object at a path: several if an index is not known.
func (x *Extractor) Cells(o *graph.Object, path string, t types.Type) []*graph.Loc {
	l := x.Cell(o, path, t)
	out := []*graph.Loc{l}
	prefix, rest, found := strings.Cut(path, "[")
	if !found || o.Blurred {
		return out
	}
	_, rest, _ = strings.Cut(rest, "]")
	if code.Weak(path) {
		for _, other := range x.byObject(o) {
			index, isElement := strings.CutPrefix(other.Path, prefix+"[")
			if _, part, ok := strings.Cut(index, "]"); isElement && ok && other != l && part == rest {
				out = append(out, other)
			}
		}
	} else if other := x.locs[locKey{obj: o, path: prefix + code.AnyElement + rest}]; other != nil && !other.Untouched() {
		out = append(out, other)
	}
	return out
}

// byObject returns the cells of an object in the order in which they were made.
func (x *Extractor) byObject(o *graph.Object) []*graph.Loc {
	return x.ordered[o]
}

// zero returns the zero value of a type.
func (x *Extractor) zero(t types.Type) *graph.Atom {
	if t == nil {
		return x.Other()
	}
	if c := code.Content(t); c != nil {
		t = c
	}
	switch {
	case code.IsBool(t):
		return x.Bool(false)
	case code.IsInt(t):
		return x.Int(0)
	case code.IsString(t):
		return x.Atom(graph.AtomKey{Kind: graph.Str})
	case code.Nillable(t), code.IsSync(t):
		return x.Nil()
	}
	return x.Other()
}

// unknown returns the atoms of a value of which only the type is known.
func (x *Extractor) unknown(t types.Type, src *graph.Origin) graph.Set {
	switch {
	case t == nil:
	case code.IsBool(t):
		return graph.Single(x.Bool(false)).With(x.Bool(true))
	case code.IsInt(t):
		if src != nil {
			if n, ok := x.sizeFixed(src.Key); ok {
				return graph.Single(x.Int(int64(n)))
			}
		}
		return graph.Single(x.Atom(graph.AtomKey{Kind: graph.Other, Origin: src}))
	case code.IsSync(t): // taken to be none that somebody uses
		return graph.Single(x.Nil())
	case code.Nillable(t):
		return graph.Single(x.Nil()).With(x.Some())
	}
	return graph.Single(x.Other())
}

// symbolic returns the atoms of a part of an object that the entry was given: pointers lead to objects of
// their own.
func (x *Extractor) symbolic(o *graph.Object, path string, t types.Type) graph.Set {
	name := o.At(path)
	k := objKey{instr: o, what: "in " + path}
	if o.Many() || code.Weak(path) {
		return x.given(k, name, t)
	}
	return x.given1(k, name, t)
}

// given returns the atoms of something that the entry was given.
func (x *Extractor) given(k objKey, name string, t types.Type) graph.Set {
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		p := x.objectOf(k, u.Elem())
		p.Name, p.Body, p.Loop = name, nil, false
		p.Symbolic, p.Foreign = !x.Opaque(u.Elem()), x.Opaque(u.Elem())
		p.Given = true
		return graph.Single(x.Ptr(p, ""))
	case *types.Chan:
		k.what += " chan"
		p := x.objectOf(k, t)
		p.Name, p.Body, p.Loop = name, nil, false
		p.What, p.Given = "chan", true
		p.Cap = graph.Constant(x.Other())
		return graph.Single(x.Ptr(p, ""))
	case *types.Interface:
		if complete := x.library.Given[t.String()]; complete != nil {
			p := x.objectOf(k, t)
			p.Name, p.Body, p.Loop = name, nil, false
			complete(x, p)
			return graph.Single(x.Ptr(p, ""))
		}
		if t.String() == "error" {
			break
		}
		return graph.Single(x.Some())
	case *types.Signature:
		return graph.Single(x.Some())
	}
	return x.unknown(t, x.origin(k, name, 0))
}

// given1 is given for what is one value in all of an execution. Of numbers and strings the atom says so.
func (x *Extractor) given1(k objKey, name string, t types.Type) graph.Set {
	if !code.IsInt(t) && !code.IsString(t) {
		return x.given(k, name, t)
	}
	return graph.Val{Set: x.given(k, name, t)}.Mapped(func(a *graph.Atom) *graph.Atom {
		if a.Kind != graph.Other {
			return a
		}
		one := a.AtomKey
		one.Origin, one.S = x.origins[k], name
		return x.Atom(one)
	}).Set
}
