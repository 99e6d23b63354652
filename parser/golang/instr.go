// This file defines what one instruction does.

package golang

import (
	"go/constant"
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/parser/golang/skeleton"
)

func (x *extractor) instruction(i ssa.Instruction) {
	switch i := i.(type) {
	case *ssa.Alloc:
		x.alloc(i)
	case *ssa.MakeChan:
		x.makeChan(i)
	case *ssa.MakeMap:
		o := x.object(i, "map", i.Type())
		o.name = x.nameAt(i.Pos(), "map")
		x.set(i, "", x.made(o, i))
	case *ssa.MakeSlice:
		x.makeSlice(i)
	case *ssa.MakeClosure:
		x.makeClosure(i)
	case *ssa.MakeInterface:
		x.makeInterface(i)
	case *ssa.FieldAddr:
		x.set(i, "", x.value(i.X, "").mapped(func(a *atom) *atom { return x.part(a, field(i.Field)) }))
	case *ssa.IndexAddr:
		x.indexAddr(i)
	case *ssa.Field:
		x.copyParts(i, i.X, field(i.Field))
	case *ssa.Extract:
		x.copyParts(i, i.Tuple, field(i.Index))
	case *ssa.ChangeType:
		x.copyParts(i, i.X, "")
	case *ssa.ChangeInterface:
		x.copyParts(i, i.X, "")
	case *ssa.Convert:
		x.convert(i, i.X)
	case *ssa.MultiConvert:
		x.convert(i, i.X)
	case *ssa.SliceToArrayPointer:
		x.set(i, "", x.value(i.X, "").mapped(func(a *atom) *atom {
			if a.kind == aSlice {
				return x.ptr(a.obj, a.path)
			}
			return a
		}))
	case *ssa.TypeAssert:
		x.typeAssert(i)
	case *ssa.UnOp:
		x.unary(i)
	case *ssa.BinOp:
		x.binary(i)
	case *ssa.Store:
		if a := root(i.Addr); a != nil && x.freshness(a).dead[i] {
			return
		}
		x.store(x.value(i.Addr, ""), i.Val, i.Pos())
	case *ssa.MapUpdate:
		x.mapUpdate(i)
	case *ssa.Lookup:
		x.lookup(i)
	case *ssa.Index:
		x.indexValue(i)
	case *ssa.Slice:
		x.slice(i)
	case *ssa.Range:
		x.rangeOver(i)
	case *ssa.Next:
		x.next(i)
	case *ssa.Send:
		x.send(i)
	case *ssa.Select:
		x.selects(i)
	case *ssa.Call:
		x.call(i, i, &i.Call)
	case *ssa.Go:
		x.goes(i)
	case *ssa.Defer:
		x.deferral(i)
	case *ssa.RunDefers:
		x.runDefers(x.fr, i, nil)
	case *ssa.Panic:
		x.panics(i.Pos(), x.site(i.Pos()).Text)
	case *ssa.Return:
		x.returns(i)
	case *ssa.If:
		x.branchIf(i)
	case *ssa.Jump:
		x.follow(0)
		x.dead = true
	case *ssa.Phi, *ssa.DebugRef:
	default:
		if v, ok := i.(ssa.Value); ok {
			x.anything(v)
		}
	}
}

// literal returns the value of a constant.
func (x *extractor) literal(c *ssa.Const) val {
	switch {
	case c.Value == nil:
		if nillable(c.Type()) {
			return constantVal(x.nil())
		}
		return constantVal(x.zero(c.Type())) // of a struct; each part has the zero of its own type
	case c.Value.Kind() == constant.Bool:
		return constantVal(x.bool(constant.BoolVal(c.Value)))
	case isInt(c.Type()):
		if n, exact := constant.Int64Val(constant.ToInt(c.Value)); exact {
			return constantVal(x.int(n))
		}
	case c.Value.Kind() == constant.String && len(constant.StringVal(c.Value)) < 40:
		return constantVal(x.atom(atomKey{kind: aStr, s: constant.StringVal(c.Value)}))
	}
	return constantVal(x.other())
}

// part returns the pointer to a part.
func (x *extractor) part(a *atom, step string) *atom {
	switch a.kind {
	case aPtr:
		return x.ptr(a.obj, a.path+step)
	case aNil:
		return nil // a nil dereference is not our subject
	}
	return x.some()
}

// nonNil returns the value without nil: where it is dereferenced.
func (x *extractor) nonNil(v val) val {
	if !v.set.has(x.nil()) {
		return v
	}
	return v.mapped(func(a *atom) *atom {
		if a.kind == aNil {
			return nil
		}
		return a
	})
}

// copyParts gives a register the parts of another value.
func (x *extractor) copyParts(v, from ssa.Value, prefix string) {
	for _, l := range x.leaves(v.Type()) {
		x.set(v, l.path, x.value(from, prefix+l.path))
	}
}

// anything gives a register a value of which only the type is known.
func (x *extractor) anything(v ssa.Value) {
	for _, l := range x.leaves(v.Type()) {
		x.anythingAt(v, l.path, l.typ)
	}
}

func (x *extractor) anythingAt(v ssa.Value, path string, t types.Type) {
	src := x.origin(locKey{frame: x.fr, iter: x.it, value: v, path: path}, x.site(v.Pos()).Text, v.Pos(), x.fr.fn)
	s := x.unknown(t, src)
	if len(s) == 1 {
		x.set(v, path, val{set: s})
		return
	}
	x.define(v, path, val{set: s})
}

func (x *extractor) alloc(i *ssa.Alloc) {
	t := deref(i.Type())
	o := x.object(i, "alloc", t)
	o.local = !i.Heap
	if o.name == "" {
		o.site = x.site(i.Pos())
		o.name = i.Comment
		switch i.Comment {
		case "complit", "new", "slicelit", "makeslice", "varargs":
			o.name = x.nameAt(i.Pos(), typeName(t))
		}
		o.begun = x.freshness(i).begun
	}
	x.set(i, "", x.made(o, i))
	// A variable of a loop begins again.
	if x.emitting && (o.local || o.body != nil) {
		var do []assign
		for _, l := range x.ordered[o] {
			if l.zero != nil && !l.weak && l.path != "#tracked" {
				do = append(do, assign{to: l, v: constantVal(l.zero)})
			}
		}
		if x.looping() {
			x.assignAll(do)
		}
	}
}

// nameAt returns the name of the variable that an object made at a place is assigned to.
func (x *extractor) nameAt(pos token.Pos, otherwise string) string {
	if n := x.code.nameOf(pos); n != "" && n != "_" {
		return n
	}
	return otherwise
}

// registerName returns a name for a register.
func (x *extractor) registerName(v ssa.Value) string {
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
				if s, ok := deref(a.X.Type()).Underlying().(*types.Struct); ok {
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
	if n := x.code.nameOf(v.Pos()); n != "" {
		return n
	}
	return v.Name()
}

func (x *extractor) makeClosure(i *ssa.MakeClosure) {
	fn := i.Fn.(*ssa.Function)
	o := x.object(i, "closure", nil)
	o.fn, o.name = fn, functionName(fn)
	for n, b := range i.Bindings {
		for _, l := range x.leaves(b.Type()) {
			v := x.value(b, l.path)
			c := x.cell(o, field(n)+l.path, l.typ)
			c.name = fn.FreeVars[n].Name()
			x.use(c, true)
			x.grow(c, v.set)
			if !c.weak {
				x.assign(assign{to: c, v: v})
			}
		}
	}
	x.set(i, "", constantVal(x.atom(atomKey{kind: aFunc, fn: fn, obj: o})))
}

// freeVariables gives the free variables of a closure their values.
func (x *extractor) freeVariables(fr *frame) {
	if fr.clo == nil {
		return
	}
	saved, it := x.fr, x.it
	for n, v := range fr.fn.FreeVars {
		for _, l := range x.leaves(v.Type()) {
			c := x.cell(fr.clo, field(n)+l.path, l.typ)
			c.use(fr.body, false)
			x.fr, x.it = fr, nil
			if len(c.set) == 1 {
				x.set(v, l.path, val{set: c.set})
			} else {
				x.define(v, l.path, at(c))
			}
			x.fr, x.it = saved, it
		}
	}
}

// chosen returns the Boolean value of a condition. If it may hold or not in one state it is
// evaluated once, here.
func (x *extractor) chosen(v ssa.Value, path string, c cond) val {
	b := x.boolean(c)
	if !chooses(c) || b.one() != nil {
		return b
	}
	l := x.register(v, path)
	x.grow(l, b.set)
	x.assign(assign{to: l, v: b})
	return at(l)
}

func (x *extractor) convert(i ssa.Value, from ssa.Value) {
	v := x.value(from, "")
	switch {
	case isUnsafe(i.Type()) != isUnsafe(from.Type()):
		x.note(i.Pos(), "unsafe.Pointer: "+x.site(i.Pos()).Text, "what is accessed by it is not seen", true)
		x.anything(i)
	case isInt(i.Type()) && isInt(from.Type()), nillable(i.Type()) && nillable(from.Type()):
		x.set(i, "", v)
	default:
		x.anything(i)
	}
}

func isUnsafe(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.UnsafePointer
}

// returns ends a call.
func (x *extractor) returns(i *ssa.Return) {
	fr := x.fr
	fr.returns++
	var do []assign
	results := fr.fn.Signature.Results()
	for n, r := range i.Results {
		for _, l := range x.leaves(r.Type()) {
			path := field(n) + l.path
			v := x.value(r, l.path)
			if fr.info.returns == 1 && x.it == nil && fr.fn.Recover == nil {
				x.vals[regKey{fr, nil, nil, path}] = v
				continue
			}
			to := x.loc(locKey{frame: fr, path: path, extra: "result"})
			to.name = results.At(n).Name()
			if to.name == "" {
				to.name = "result" + strconv.Itoa(n) + " of " + fr.fn.Name()
			}
			x.grow(to, v.set)
			x.vals[regKey{fr, nil, nil, path}] = at(to)
			do = append(do, assign{to: to, v: v})
		}
	}
	x.assignAll(do)
	x.link(fr.exit)
	x.dead = true
}

// panics ends the program, unless a deferred call recovers.
func (x *extractor) panics(pos token.Pos, message string) {
	if fr := x.recovering(); fr != nil {
		x.unwind(pos, fr)
		return
	}
	n := x.node(skeleton.Panic)
	if n != nil {
		n.site, n.message = x.site(pos), message
	}
	x.add(n)
	x.dead = true
}
