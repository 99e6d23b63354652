// This file defines what one instruction does.

package extract

import (
	"go/constant"
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/graph"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

func (x *Extractor) instruction(i ssa.Instruction) {
	x.recent, x.at = false, i
	if x.emitting && x.options.Races {
		x.whose(i)
	}
	x.risk(i)
	switch i := i.(type) {
	case *ssa.Alloc:
		x.alloc(i)
	case *ssa.MakeChan:
		x.makeChan(i)
	case *ssa.MakeMap:
		o := x.Object(i, "map", i.Type())
		o.Name, o.Site = x.NameAt(i.Pos(), "map"), x.Site(i.Pos())
		x.Set(i, "", x.Made(o, i))
	case *ssa.MakeSlice:
		x.makeSlice(i)
	case *ssa.MakeClosure:
		x.makeClosure(i)
	case *ssa.MakeInterface:
		x.makeInterface(i)
	case *ssa.FieldAddr:
		x.dereference(i.X, i.Pos())
		x.Set(i, "", x.Value(i.X, "").Mapped(func(a *graph.Atom) *graph.Atom { return x.part(a, code.Field(i.Field)) }))
	case *ssa.IndexAddr:
		x.indexAddr(i)
	case *ssa.Field:
		x.copyParts(i, i.X, code.Field(i.Field))
	case *ssa.Extract:
		x.copyParts(i, i.Tuple, code.Field(i.Index))
	case *ssa.ChangeType:
		x.copyParts(i, i.X, "")
	case *ssa.ChangeInterface:
		x.copyParts(i, i.X, "")
	case *ssa.Convert:
		x.convert(i, i.X)
	case *ssa.MultiConvert:
		x.convert(i, i.X)
	case *ssa.SliceToArrayPointer:
		x.arrayOfSlice(i)
	case *ssa.TypeAssert:
		x.typeAssert(i)
	case *ssa.UnOp:
		x.unary(i)
	case *ssa.BinOp:
		x.binary(i)
	case *ssa.Store:
		x.dereference(i.Addr, i.Pos())
		x.copied(i)
		if a := code.Root(i.Addr); a != nil && x.Freshness(a).Dead[i] {
			return
		}
		if x.Once(i.Addr) == nil {
			x.strayAccess(i.Addr, true, i.Pos())
			x.beginning = x.early || x.Initial(i)
			x.store(x.Value(i.Addr, ""), i.Val, i.Pos())
			x.beginning = false
		}
	case *ssa.MapUpdate:
		x.strayAccess(i.Map, true, i.Pos())
		x.mapUpdate(i)
	case *ssa.Lookup:
		x.strayAccess(i.X, false, i.Pos())
		x.lookup(i)
	case *ssa.Index:
		x.indexValue(i)
	case *ssa.Slice:
		x.slice(i)
	case *ssa.Range:
		x.strayAccess(i.X, false, i.Pos())
		x.rangeOver(i)
	case *ssa.Next:
		x.next(i)
	case *ssa.Send:
		x.send(i)
	case *ssa.Select:
		x.selects(i)
	case *ssa.Call:
		done := x.unsequencedBefore(i)
		x.call(i, i, &i.Call)
		done()
	case *ssa.Go:
		x.goes(i)
	case *ssa.Defer:
		x.deferral(i)
	case *ssa.RunDefers:
		x.runDefers(x.fr, i, nil)()
	case *ssa.Panic:
		if x.code.Standard(x.fr.fn) {
			x.crash(i.Pos(), outOfRange) // an index out of range
			return
		}
		x.Grow(x.thrown(), x.Value(i.X, "").Set)
		x.Panics(i.Pos(), x.Site(i.Pos()).Text)
	case *ssa.Return:
		x.returns(i)
	case *ssa.If:
		x.branchIf(i)
	case *ssa.Jump:
		x.follow(0)
		x.Dead = true
	case *ssa.Phi, *ssa.DebugRef:
	default:
		if v, ok := i.(ssa.Value); ok {
			x.anything(v)
		}
	}
}

// literal returns a part of a constant.
func (x *Extractor) literal(c *ssa.Const, path string) graph.Val {
	switch {
	case c.Value == nil:
		for _, l := range x.Leaves(c.Type()) {
			if l.Path == path {
				return graph.Constant(x.zero(l.Type))
			}
		}
	case c.Value.Kind() == constant.Bool:
		return graph.Constant(x.Bool(constant.BoolVal(c.Value)))
	case code.IsInt(c.Type()):
		if n, exact := constant.Int64Val(constant.ToInt(c.Value)); exact {
			if small, ok := x.scale.as[n]; ok {
				n = small
			}
			return graph.Constant(x.Int(n))
		}
	case c.Value.Kind() == constant.String:
		return graph.Constant(x.Str(constant.StringVal(c.Value)))
	}
	return graph.Constant(x.Other())
}

// part returns the pointer to a part.
func (x *Extractor) part(a *graph.Atom, step string) *graph.Atom {
	switch a.Kind {
	case graph.Ptr:
		return x.Ptr(a.Obj, a.Path+step)
	case graph.Nil:
		return nil // a nil dereference is not our subject
	}
	return x.Some()
}

// dereference panics if a pointer is nil, where that is asked about.
func (x *Extractor) dereference(r ssa.Value, pos token.Pos) { x.Dereferenced(x.Value(r, ""), pos) }

// Dereferenced returns the value of a pointer behind a place that needs one that is not nil, and panics there
// otherwise, where that is asked about.
func (x *Extractor) Dereferenced(v graph.Val, pos token.Pos) graph.Val {
	x.faults(v.Where(func(a *graph.Atom) bool { return a.Kind == graph.Nil }), pos, skeleton.NilDereference)
	return x.NonNil(v)
}

// NonNil returns the value without nil: where it was dereferenced.
func (x *Extractor) NonNil(v graph.Val) graph.Val {
	if !v.Set.Has(x.Nil()) {
		return v
	}
	return v.Mapped(func(a *graph.Atom) *graph.Atom {
		if a.Kind == graph.Nil {
			return nil
		}
		return a
	})
}

// copyParts gives a register the parts of another value.
func (x *Extractor) copyParts(v, from ssa.Value, prefix string) {
	for _, l := range x.Leaves(v.Type()) {
		x.Set(v, l.Path, x.Value(from, prefix+l.Path))
	}
}

// anything gives a register a value of which only the type is known.
func (x *Extractor) anything(v ssa.Value) {
	for _, l := range x.Leaves(v.Type()) {
		x.anythingAt(v, l.Path, l.Type)
	}
}

func (x *Extractor) anythingAt(v ssa.Value, path string, t types.Type) {
	src := x.origin(locKey{frame: x.fr, iter: x.it, value: v, path: path}, x.Site(v.Pos()).Text, v.Pos())
	s := x.unknown(t, src)
	if len(s) == 1 {
		x.Set(v, path, graph.Val{Set: s})
		return
	}
	x.Define(v, path, graph.Val{Set: s})
}

func (x *Extractor) alloc(i *ssa.Alloc) {
	t := code.Deref(i.Type())
	o := x.Object(i, "alloc", t)
	o.Local = !i.Heap
	if o.Name == "" {
		o.Site = x.Site(i.Pos())
		o.Name = i.Comment
		switch i.Comment {
		case "complit", "new", "slicelit", "makeslice", "varargs":
			o.Name = x.NameAt(i.Pos(), typeName(t))
		}
		o.Begun = x.Freshness(i).Begun
	}
	x.Set(i, "", x.Made(o, i))
}

// NameAt returns the name of the variable that an object made at a place is assigned to.
func (x *Extractor) NameAt(pos token.Pos, otherwise string) string {
	if n := x.code.Name(pos); n != "" && n != "_" {
		return n
	}
	return otherwise
}

// registerName returns a name for a register.
func (x *Extractor) registerName(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.Phi:
		if v.Comment != "" && v.Comment != "&&" && v.Comment != "||" {
			return v.Comment
		}
	case *ssa.Parameter:
		return v.Name()
	case *ssa.FreeVar:
		return v.Name()
	case *ssa.UnOp:
		if v.Op == token.MUL {
			switch a := v.X.(type) {
			case *ssa.FieldAddr:
				if s, ok := code.Deref(a.X.Type()).Underlying().(*types.Struct); ok {
					return s.Field(a.Field).Name()
				}
			case *ssa.Global:
				return a.Name()
			case *ssa.FreeVar:
				return a.Name()
			case *ssa.Alloc:
				return a.Comment
			}
		}
	}
	if n := x.code.Name(v.Pos()); n != "" {
		return n
	}
	return v.Name()
}

func (x *Extractor) makeClosure(i *ssa.MakeClosure) {
	fn := i.Fn.(*ssa.Function)
	o := x.methodValue(i, fn)
	if o == nil {
		o = x.Object(i, "closure", nil)
	}
	o.Func, o.Name = fn, code.FunctionName(fn)
	for n, b := range i.Bindings {
		for _, l := range x.captured(b) {
			v := x.binding(b, l)
			c := x.Cell(o, code.Field(n)+l.Path, l.Type)
			c.Name = fn.FreeVars[n].Name()
			x.Use(c)
			x.Grow(c, v.Set)
			if !c.Weak {
				x.Assign(graph.Assign{To: c, V: v})
			}
		}
	}
	x.Set(i, "", graph.Constant(x.Atom(graph.AtomKey{Kind: graph.Func, Func: fn, Obj: o})))
}

// methodValue returns the object of a method value of one receiver, which is the same wherever it is made, so that a
// function that gives one to a timer again and again is followed. It returns nil for other closures.
func (x *Extractor) methodValue(i *ssa.MakeClosure, fn *ssa.Function) *graph.Object {
	if len(i.Bindings) != 1 || len(fn.Blocks) > 0 && fn.Synthetic == "" {
		return nil
	}
	k := objKey{x.fr, x.it, i, "method value"}
	a := x.Value(i.Bindings[0], "").One()
	if a == nil || a.Kind != graph.Ptr || a.Obj.Many() || x.coarse[k] {
		if x.objects[k] != nil && !x.coarse[k] {
			x.coarse[k] = true
			panic(restart{})
		}
		return nil
	}
	type bound struct {
		fn *ssa.Function
		to *graph.Atom
	}
	fr := x.fr
	x.fr = nil
	o := x.objectOf(objKey{instr: bound{fn, a}, what: "closure"}, nil)
	x.fr = fr
	x.objects[k] = o
	return o
}

// Chosen returns the Boolean value of a condition. If it may hold or not in one state it is
// evaluated once, here.
func (x *Extractor) Chosen(v ssa.Value, path string, c graph.Cond) graph.Val {
	b := x.Boolean(c)
	if !graph.Chooses(c) || b.One() != nil {
		return b
	}
	l := x.Register(v, path)
	x.Grow(l, b.Set)
	x.Assign(graph.Assign{To: l, V: b})
	return graph.At(l)
}

func (x *Extractor) convert(i ssa.Value, from ssa.Value) {
	v := x.Value(from, "")
	switch {
	case isUnsafe(i.Type()) != isUnsafe(from.Type()):
		x.Note(i.Pos(), "unsafe.Pointer: "+x.Site(i.Pos()).Text, "what is accessed by it is not seen", skeleton.OpensAll)
		x.anything(i)
	case code.IsInt(i.Type()) && code.IsInt(from.Type()):
		x.Set(i, "", v.Mapped(func(a *graph.Atom) *graph.Atom {
			switch {
			case a.Kind == graph.Int:
				return x.Integer(i.Type(), a.N)
			case a.Kind == graph.Other && !types.Identical(i.Type().Underlying(), from.Type().Underlying()): // it may be another number
				return x.derived(i, a)
			}
			return a
		}))
	case code.Nillable(i.Type()) && code.Nillable(from.Type()):
		x.Set(i, "", v)
	case code.IsString(from.Type()) && isBytes(i.Type()):
		o := x.Object(i, "array", i.Type())
		o.Name, o.Blurred = x.NameAt(i.Pos(), "slice"), true
		o.Begun = func(string) bool { return true }
		x.Grow(x.Cell(o, code.AnyElement, types.Typ[types.Byte]), graph.Single(x.Other()))
		x.Set(i, "", v.Mapped(func(a *graph.Atom) *graph.Atom {
			return x.Atom(graph.AtomKey{Kind: graph.Slice, Obj: o, N: lengthOf(a), Room: graph.Behind})
		}))
	default:
		if s, ok := from.Type().Underlying().(*types.Slice); ok { // to a string
			for _, a := range v.Set {
				for _, l := range x.Leaves(s.Elem()) {
					if a.Kind == graph.Slice {
						x.readElement(a, -1, l, i.Pos())
					}
				}
			}
		}
		x.anything(i)
	}
}

func isBytes(t types.Type) bool {
	s, ok := t.Underlying().(*types.Slice)
	if !ok {
		return false
	}
	b, ok := s.Elem().Underlying().(*types.Basic)
	return ok && b.Kind() == types.Byte
}

func isUnsafe(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.UnsafePointer
}

// returns ends a call.
func (x *Extractor) returns(i *ssa.Return) {
	fr := x.fr
	var do []graph.Assign
	results := fr.fn.Signature.Results()
	for n, r := range i.Results {
		for _, l := range x.Leaves(r.Type()) {
			path := code.Field(n) + l.Path
			v := x.Value(r, l.Path)
			if fr.info.Returns == 1 && x.it == nil && fr.fn.Recover == nil {
				x.vals[regKey{fr, nil, nil, path}] = v
				continue
			}
			to := x.loc(locKey{frame: fr, path: path, extra: "result"})
			to.Name = results.At(n).Name()
			if to.Name == "" {
				to.Name = "result" + strconv.Itoa(n) + " of " + fr.fn.Name()
			}
			x.Grow(to, v.Set)
			x.vals[regKey{fr, nil, nil, path}] = graph.At(to)
			do = append(do, graph.Assign{To: to, V: v})
		}
	}
	x.AssignAll(do)
	x.returned(fr)
	x.Dead = true
}

// Panics ends the program, unless a deferred call recovers.
func (x *Extractor) Panics(pos token.Pos, message string) {
	x.panics(pos, message)
}
