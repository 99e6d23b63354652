// This file defines locations: registers and the cells of objects.

package golang

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A locKey tells locations apart.
type locKey struct {
	frame *frame // of a register
	iter  *iter
	value ssa.Value
	extra string  // of registers that no instruction makes
	obj   *object // of a cell
	path  string
}

// loc returns the location of a key.
func (x *extractor) loc(k locKey) *loc {
	l := x.locs[k]
	if l == nil {
		l = &loc{value: k.value, obj: k.obj, path: k.path}
		x.locs[k] = l
		if k.obj != nil {
			x.ordered[k.obj] = append(x.ordered[k.obj], l)
		}
		x.changed = true
	}
	return l
}

// keepers notes who may keep a pointer to an object beyond the iteration that makes it.
func (x *extractor) keepers(l *loc, s set) {
	_, phi := l.value.(*ssa.Phi)
	for _, a := range s {
		for a.elem != nil {
			a = a.elem
		}
		switch {
		case a.obj == nil || !a.obj.loop || a.obj == l.obj:
		case l.obj != nil && l.obj.fn != nil:
			if !slices.Contains(a.obj.bound, l.obj) {
				a.obj.bound = append(a.obj.bound, l.obj)
			}
		case l.obj != nil && !l.obj.local || phi && x.blk != nil && l.value.(*ssa.Phi).Block().Dominates(x.blk):
			if !a.obj.kept {
				a.obj.kept, x.changed = true, true
			}
		}
	}
}

// grow adds atoms to a location.
func (x *extractor) grow(l *loc, s set) {
	x.keepers(l, s)
	if joined := x.union(l.set, s); !slices.Equal(joined, l.set) {
		l.set = joined
		x.changed = true
	}
}

// cell returns a part of an object.
func (x *extractor) cell(o *object, path string, t types.Type) *loc {
	if o.blurred {
		path = blurred(path)
	}
	k := locKey{obj: o, path: path}
	l, known := x.locs[k]
	if !known {
		l = x.loc(k)
		l.name = o.at(path)
		switch {
		case o.symbolic:
			l.set, l.any = x.symbolic(o, path, t), true
		case o.begun == nil || !o.begun(path):
			l.zero = x.zero(t)
			l.set = single(l.zero)
		}
		if o.fn != nil { // the free variables of a closure are stored once
			l.zero, l.set = nil, nil
		}
	}
	// One variable cannot say what is in many places, unless each goroutine has one for itself.
	single := !o.many() || o.restOf == nil && !o.outlives() && len(l.bodies) == 1 && l.bodies[0] == o.body
	if w := weak(path) || !single || l.spread; w != l.weak {
		l.weak = w
		x.changed = true
	}
	return l
}

// elements returns the cells of an object at a path: several if an index is not known.
func (x *extractor) cells(o *object, path string, t types.Type) []*loc {
	l := x.cell(o, path, t)
	out := []*loc{l}
	prefix, rest, found := strings.Cut(path, "[")
	if !found || o.blurred {
		return out
	}
	_, rest, _ = strings.Cut(rest, "]")
	if weak(path) {
		for _, other := range x.byObject(o) {
			index, isElement := strings.CutPrefix(other.path, prefix+"[")
			if _, part, ok := strings.Cut(index, "]"); isElement && ok && other != l && part == rest {
				out = append(out, other)
			}
		}
	} else if other := x.locs[locKey{obj: o, path: prefix + anyElement + rest}]; other != nil {
		out = append(out, other)
	}
	return out
}

// byObject returns the cells of an object in the order in which they were made.
func (x *extractor) byObject(o *object) []*loc {
	return x.ordered[o]
}

// zero returns the zero value of a type.
func (x *extractor) zero(t types.Type) *atom {
	if t == nil {
		return x.other()
	}
	if c := content(t); c != nil {
		t = c
	}
	switch {
	case isBool(t):
		return x.bool(false)
	case isInt(t):
		return x.int(0)
	case isString(t):
		return x.atom(atomKey{kind: aStr})
	case nillable(t):
		return x.nil()
	}
	return x.other()
}

// unknown returns the atoms of a value of which only the type is known.
func (x *extractor) unknown(t types.Type, src *origin) set {
	switch {
	case t == nil:
	case isBool(t):
		return single(x.bool(false)).with(x.bool(true))
	case isInt(t):
		if src != nil {
			if n, ok := x.sized[src.key]; ok {
				return single(x.int(int64(n)))
			}
		}
		return single(x.atom(atomKey{kind: aOther, src: src}))
	case nillable(t):
		return single(x.nil()).with(x.some())
	}
	return single(x.other())
}

// symbolic returns the atoms of a part of an object that the entry was given: pointers lead to objects of
// their own.
func (x *extractor) symbolic(o *object, path string, t types.Type) set {
	name := o.at(path)
	return x.given(objKey{instr: o, what: "in " + path}, name, t)
}

func (x *extractor) given(k objKey, name string, t types.Type) set {
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		p := x.objectOf(k, u.Elem())
		p.symbolic, p.name, p.body, p.loop = !x.opaque(u.Elem()), name, nil, false
		return single(x.ptr(p, ""))
	case *types.Chan:
		k.what += " chan"
		p := x.objectOf(k, t)
		p.name, p.body, p.loop = name, nil, false
		p.what = "chan"
		p.chanCap = constantVal(x.other())
		return single(x.ptr(p, ""))
	case *types.Interface:
		if complete := x.library.given[t.String()]; complete != nil {
			p := x.objectOf(k, t)
			p.name, p.body, p.loop = name, nil, false
			complete(x, p)
			return single(x.ptr(p, ""))
		}
		if t.String() == "error" {
			break
		}
		return single(x.some())
	case *types.Signature:
		return single(x.some())
	}
	src := x.origin(k, name, 0, nil)
	return x.unknown(t, src)
}
