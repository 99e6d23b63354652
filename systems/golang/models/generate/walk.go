// This file defines what single instructions add to the summary of a function.

package main

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/systems/golang/effect"
)

// A walk goes through one function.
type walk struct {
	*analysis
	f       *ssa.Function
	summary *summary
	origins map[ssa.Value]origin
	changed bool
}

// of returns the origin of a value. Numbers and strings lead nowhere.
func (w *walk) of(v ssa.Value) origin {
	if !leads(v.Type()) {
		return 0
	}
	switch v := v.(type) {
	case *ssa.Parameter:
		if i := slices.Index(w.f.Params, v); i < 16 {
			return origin(effect.Arg(i))
		}
		return other
	case *ssa.FreeVar:
		if i := len(w.f.Params) + slices.Index(w.f.FreeVars, v); i < 16 {
			return origin(effect.Arg(i))
		}
		return other
	case *ssa.Global:
		return other
	case *ssa.Const, *ssa.Function, *ssa.Builtin:
		return 0
	}
	return w.origins[v]
}

func (w *walk) flow(to ssa.Value, o origin) {
	if old := w.origins[to]; old|o != old {
		w.origins[to], w.changed = old|o, true
	}
}

// leads reports whether values of a type may lead to memory.
func leads(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Kind() == types.UnsafePointer
	case *types.Array:
		return leads(t.Elem())
	case *types.Struct:
		for i := range t.NumFields() {
			if leads(t.Field(i).Type()) {
				return true
			}
		}
		return false
	}
	return true
}

// elementsLead reports whether elements of a slice lead to memory.
func elementsLead(t types.Type) bool {
	s, ok := t.Underlying().(*types.Slice)
	return !ok || leads(s.Elem())
}

// root returns the object that an address is in.
func root(v ssa.Value) ssa.Value {
	if _, load := v.(*ssa.UnOp); load || base(v) == nil {
		return v
	}
	return root(base(v))
}

func (w *walk) instr(i ssa.Instruction) {
	switch i := i.(type) {
	case *ssa.Alloc, *ssa.MakeChan, *ssa.MakeMap, *ssa.MakeSlice:
		w.flow(i.(ssa.Value), made)
	case *ssa.MakeClosure:
		w.flow(i, made)
		var args []ssa.Value
		fn := i.Fn.(*ssa.Function)
		for range fn.Params {
			args = append(args, nil)
		}
		args = append(args, i.Bindings...)
		w.apply(w.analysis.summary(fn), args, nil)
		for _, b := range i.Bindings {
			w.flow(i, w.of(b))
		}
	case *ssa.Store:
		w.store(i.Addr, i.Val)
	case *ssa.MapUpdate:
		w.store(i.Map, i.Value)
		w.store(i.Map, i.Key)
	case *ssa.UnOp:
		switch i.Op {
		case token.MUL:
			w.summary.reads |= w.of(i.X).args()
		case token.ARROW:
			w.meet(i.X)
		}
		w.flow(i, w.of(i.X))
	case *ssa.Lookup:
		w.summary.reads |= w.of(i.X).args()
		w.flow(i, w.of(i.X))
	case *ssa.Range:
		w.summary.reads |= w.of(i.X).args()
		w.flow(i, w.of(i.X))
	case *ssa.Send:
		w.meet(i.Chan)
		w.store(i.Chan, i.X)
	case *ssa.Select:
		for _, s := range i.States {
			if i.Blocking {
				w.meet(s.Chan)
			} else {
				w.summary.meets |= w.of(s.Chan).args()
			}
			if s.Send != nil {
				w.store(s.Chan, s.Send)
			}
			w.flow(i, w.of(s.Chan))
		}
	case *ssa.Panic:
		w.summary.panics = true
	case *ssa.Return:
		for _, v := range i.Results {
			if holdsCode(v.Type(), nil) || types.IsInterface(v.Type()) || isPointer(v.Type()) {
				w.summary.results |= w.of(v)
				if !types.Identical(v.Type(), types.Universe.Lookup("error").Type()) {
					w.summary.handed |= w.of(v)
				}
			}
		}
	case *ssa.Call:
		w.call(i, i.Common())
	case *ssa.Defer:
		w.call(nil, i.Common())
	case *ssa.Go: // it goes on behind the end of the function
		inner := &summary{calls: map[method]origin{}}
		outer := w.summary
		w.summary = inner
		w.call(nil, i.Common())
		w.summary = outer
		outer.meets |= inner.meets
		o := inner.funcs
		for m, of := range inner.calls {
			o |= of
			outer.call(m, of&other)
		}
		outer.keeps |= o.args() | inner.keeps
		outer.lends |= o.args() | inner.lends | inner.reads | inner.writes
	case *ssa.Convert:
		if _, ok := i.X.Type().Underlying().(*types.Slice); ok { // to a string
			w.summary.reads |= w.of(i.X).args()
		}
		w.flow(i, w.of(i.X))
	default: // a value is computed of its operands
		v, ok := i.(ssa.Value)
		for _, op := range i.Operands(nil) {
			if ok && *op != nil {
				w.flow(v, w.of(*op))
			}
		}
	}
}

// isLock reports whether a function locks a mutex.
func isLock(f *ssa.Function) bool {
	return slices.Contains([]string{"(*sync.Mutex).Lock", "(*sync.RWMutex).Lock", "(*sync.RWMutex).RLock"}, f.String())
}

func isPointer(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Slice:
		return true
	}
	return false
}

// meet is a channel operation that waits.
func (w *walk) meet(c ssa.Value) {
	w.summary.blocks = true
	w.summary.meets |= w.of(c).args()
}

// store is *addr = v: v is kept if the address is not in an object that was made here.
func (w *walk) store(addr, v ssa.Value) {
	to, o := w.of(addr), w.of(v)
	_, own := root(addr).(*ssa.Alloc)
	if !own {
		w.summary.writes |= to.args()
	}
	if to&(arguments|other) != 0 && holdsCode(v.Type(), nil) {
		w.summary.keeps |= o.args() &^ to.args()
	}
	if to&other != 0 {
		w.summary.lends |= o.args() &^ to.args()
	} else if to&arguments != 0 {
		w.summary.gives |= o.args() &^ to.args()
	}
	for at := addr; at != nil && to&made != 0; at = base(at) { // what was made holds it
		switch at.(type) {
		case *ssa.Parameter, *ssa.FreeVar, *ssa.Global:
		default:
			w.flow(at, o)
		}
	}
}

// base returns from what an address is computed, or loaded; nil if it is from nothing.
func base(v ssa.Value) ssa.Value {
	switch v := v.(type) {
	case *ssa.FieldAddr:
		return v.X
	case *ssa.IndexAddr:
		return v.X
	case *ssa.Slice:
		return v.X
	case *ssa.UnOp:
		return v.X
	}
	return nil
}

func (w *walk) call(result *ssa.Call, c *ssa.CallCommon) {
	var to ssa.Value
	if result != nil {
		to = result
	}
	switch {
	case c.IsInvoke():
		w.invoke(to, c)
	case c.StaticCallee() != nil:
		fn := c.StaticCallee()
		w.summary.locks = w.summary.locks || isLock(fn)
		args := slices.Clone(c.Args)
		if m, ok := c.Value.(*ssa.MakeClosure); ok {
			args = append(args, m.Bindings...)
		}
		w.apply(w.analysis.summary(fn), args, to)
	default:
		if b, ok := c.Value.(*ssa.Builtin); ok {
			w.builtin(b.Name(), to, c.Args)
			return
		}
		w.dynamic(to, c)
	}
}

func (w *walk) builtin(name string, to ssa.Value, args []ssa.Value) {
	switch name {
	case "append":
		w.flow(to, made)
	case "copy", "clear", "delete":
		w.summary.writes |= w.of(args[0]).args()
		if name == "copy" && elementsLead(args[0].Type()) {
			w.store(args[0], args[1])
		}
	}
	for n, v := range args {
		if to != nil && (n == 0 || elementsLead(v.Type())) {
			w.flow(to, w.of(v))
		}
		if name == "append" || name == "copy" {
			w.summary.reads |= w.of(v).args()
		}
	}
}

// apply adds what a callee does with the arguments of this call; nil stands for one of which nothing is known.
func (w *walk) apply(s *summary, args []ssa.Value, to ssa.Value) {
	at := func(set effect.Args) (o origin) {
		for i, v := range args {
			if v != nil && set.Has(i) {
				o |= w.of(v)
			}
		}
		return o
	}
	w.summary.blocks = w.summary.blocks || s.blocks
	w.summary.locks = w.summary.locks || s.locks
	w.summary.panics = w.summary.panics || s.panics
	w.summary.meets |= at(s.meets).args()
	w.summary.reads |= at(s.reads).args()
	w.summary.writes |= at(s.writes).args()
	w.summary.keeps |= at(s.keeps).args()
	w.summary.lends |= at(s.lends).args()
	if given := at(s.gives).args(); at(^s.gives)&other != 0 {
		w.summary.lends |= given
	} else {
		w.summary.gives |= given
	}
	for m, o := range s.calls {
		w.calls(m, o, args)
	}
	if s.funcs&other != 0 {
		w.summary.funcs |= other
	}
	for i, v := range args {
		switch v.(type) {
		case nil, *ssa.MakeClosure, *ssa.Function: // what it does is added where it is made, or below
			if fn, ok := v.(*ssa.Function); ok && s.funcs.args().Has(i) {
				w.unknown(w.analysis.summary(fn))
			}
		default:
			if s.funcs.args().Has(i) {
				w.summary.funcs |= w.of(v) & arguments
			}
		}
	}
	if to == nil {
		return
	}
	w.flow(to, at(s.results.args())|s.results&(made|other))
}

// calls adds that a callee calls a method of what some arguments lead to.
func (w *walk) calls(m method, o origin, args []ssa.Value) {
	if o&other != 0 {
		w.summary.call(m, other)
	}
	for i, v := range args {
		if !o.args().Has(i) {
			continue
		}
		if v == nil {
			w.summary.call(m, other)
			continue
		}
		from := w.of(v)
		w.summary.call(m, from&(arguments|other))
		if box, ok := v.(*ssa.MakeInterface); ok && !types.IsInterface(box.X.Type()) {
			if sel := w.prog.MethodSets.MethodSet(box.X.Type()).Lookup(w.scope(), m.name); sel != nil {
				if fn := w.prog.MethodValue(sel); fn != nil {
					w.unknown(w.analysis.summary(fn))
					if w.analysis.summary(fn).funcs.args().Has(0) { // as of a function that was given the method
						w.summary.funcs |= w.of(box.X) & arguments
					}
				}
			}
			continue
		}
		if from&other != 0 || from == made {
			w.unknown(w.any(m))
		}
	}
}

// scope returns the package by which names that are not exported are found.
func (w *walk) scope() *types.Package {
	if w.f.Pkg == nil {
		return nil
	}
	return w.f.Pkg.Pkg
}

// unknown adds what a callee does of whose arguments nothing is said: it may wait.
func (w *walk) unknown(s *summary) { w.summary.blocks = w.summary.blocks || s.blocks }

// invoke is the call of a method of an interface.
func (w *walk) invoke(to ssa.Value, c *ssa.CallCommon) {
	m, from := methodOf(c.Method), w.of(c.Value)
	s := w.invoked(c.Method)
	if box, ok := c.Value.(*ssa.MakeInterface); ok {
		if fn := w.prog.LookupMethod(box.X.Type(), c.Method.Pkg(), c.Method.Name()); fn != nil {
			w.apply(w.analysis.summary(fn), append([]ssa.Value{box.X}, c.Args...), to)
			return
		}
	}
	if open(c.Value.Type()) {
		w.summary.call(m, from&(arguments|other))
	}
	args := append([]ssa.Value{nil}, c.Args...)
	rest := *s
	rest.locks, rest.panics = false, false // each object has locks of its own
	rest.reads, rest.writes, rest.keeps, rest.meets, rest.calls = s.reads&^1, s.writes&^1, s.keeps&^1, s.meets&^1, nil
	rest.gives, rest.lends = s.gives&^1, s.lends&^1
	if from&other == 0 && from&arguments != 0 {
		rest.blocks = false
	}
	w.apply(&rest, args, to)
	if to != nil {
		w.flow(to, from|other)
	}
}

// open reports whether people can write types for an interface: all its methods are exported.
func open(t types.Type) bool {
	i, ok := t.Underlying().(*types.Interface)
	for k := range i.NumMethods() {
		ok = ok && i.Method(k).Exported()
	}
	return ok
}

// dynamic is the call of a function value.
func (w *walk) dynamic(to ssa.Value, c *ssa.CallCommon) {
	from := w.of(c.Value)
	w.summary.funcs |= from & arguments
	if from&other != 0 {
		for _, fn := range w.signature[valueKey(w.f.Pkg, c.Signature())] {
			w.apply(w.analysis.summary(fn), c.Args, to)
		}
	}
	if to != nil {
		w.flow(to, from|other)
	}
}
