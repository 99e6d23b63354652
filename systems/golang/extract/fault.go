// This file defines faults, at which the runtime panics: nil that is dereferenced, indices out of range and the like.

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

// What the runtime says of faults.
const (
	outOfRange = "an index is out of range"
	wrongType  = "a value in an interface has another type"
	divided    = "an integer is divided by zero"
)

var faults = []string{skeleton.NilDereference, outOfRange, wrongType, divided}

// largest is the number of elements from which on it may be that no object can have so many.
const largest = 1 << 31

// A fault ends the program, and then nobody asks what goroutines do: whether it can happen is a question of its own.
// But where a deferred call may recover from it, or wait before the program has ended, what comes between the fault and
// the deferred calls is left out of an execution that goes on: a lock may stay locked. So there each operation that may
// be a fault is a branch to the deferred calls, whether or not the data are known that decide it.

// faults panics as the runtime does if a condition holds, where that is asked about. One of which nobody remembers
// whether it holds may always do so, which says nothing.
func (x *Extractor) faults(c graph.Cond, pos token.Pos, message string) {
	if graph.Known(c) == graph.No || x.code.Standard(x.fr.fn) {
		return
	}
	if x.unwinds() {
		x.faultsBeside()
		x.Branch(c, x.unwind, func() {})
		return
	}
	if graph.Chooses(c) {
		return
	}
	x.mayFault = x.mayFault || x.emitting
	if x.options.Faults {
		x.Branch(c, func() { x.Panics(pos, message) }, func() {})
	}
}

// crashes panics as the runtime does if a condition holds, where that is known, asked about or would be stopped.
func (x *Extractor) crashes(c graph.Cond, pos token.Pos, message string) {
	if graph.Known(c) == graph.Yes {
		x.crash(pos, message)
	} else {
		x.faults(c, pos, message)
	}
}

// overlooks reports whether an index that is out of range may be in it: where numbers count as smaller ones, unless
// faults themselves are asked about.
func (x *Extractor) overlooks() bool {
	if !x.scale.cuts() || x.options.Faults {
		return false
	}
	x.mayFault = x.mayFault || x.emitting
	return true
}

// crash panics by an index out of range or the like. Where numbers count as smaller ones, it may be in range.
func (x *Extractor) crash(pos token.Pos, message string) {
	switch {
	case x.overlooks():
		x.Note(pos, "an operation that fails where numbers count as smaller ones: "+x.Site(pos).Text, "nothing is said of executions behind it", skeleton.OpensAll)
		x.leave(pos)
		return
	case x.recovering(x.fr), x.options.Faults:
		x.faultsBeside()
		x.Panics(pos, message)
		return
	case x.heldUp(x.fr):
		x.unwind()
		return
	}
	x.mayFault = x.mayFault || x.emitting
	x.abandon(pos)
}

// abandon ends the program by an error that nobody asks about.
func (x *Extractor) abandon(pos token.Pos) {
	n := x.node(skeleton.Exit)
	if n != nil {
		n.Site, n.Open = x.Site(pos), true
	}
	x.Add(n)
	x.Dead = true
}

// unwind goes on where the deferred calls of the current frame are executed because of a fault, which is one place for
// all faults in it: which calls were deferred by then, variables say.
func (x *Extractor) unwind() {
	fr := x.fr
	if !fr.unwinds {
		fr.unwinds, fr.unwound = true, x.node(skeleton.Step)
		saved := struct {
			cur      *graph.Node
			blk      *ssa.BasicBlock
			it       *iter
			bindings *[]binding
			started  bool
		}{x.cur, x.blk, x.it, x.bindings, x.started}
		x.cur, x.blk, x.it, x.bindings, x.Dead = fr.unwound, nil, nil, nil, false
		x.started = true // before a later fault
		x.propagate(fr.fn.Blocks[0].Instrs[0], byFault, func() { x.abandon(token.NoPos) })
		x.cur, x.blk, x.it, x.bindings, x.started = saved.cur, saved.blk, saved.it, saved.bindings, saved.started
		x.Dead = false
	}
	x.link(fr.unwound)
	x.Dead = true
}

// unwinds reports whether a fault that may be one has to be followed to the deferred calls: one of them may recover, or
// wait for ever. Who asks about faults themselves wants to see them where they are.
func (x *Extractor) unwinds() bool {
	return x.recovering(x.fr) || !x.options.Faults && x.heldUp(x.fr)
}

// risk is a branch to the deferred calls in front of an instruction that may be a fault, where that matters.
func (x *Extractor) risk(i ssa.Instruction) {
	if (!x.code.Standard(x.fr.fn) || isComparison(i)) && x.risky(i) {
		x.MayPanic()
	}
}

func isComparison(i ssa.Instruction) bool {
	b, ok := i.(*ssa.BinOp)
	return ok && (b.Op == token.EQL || b.Op == token.NEQ)
}

// MayPanic is a branch to the deferred calls, where that matters.
func (x *Extractor) MayPanic() {
	if x.unwinds() {
		x.faultsBeside()
		x.Branch(graph.Either{}, x.unwind, func() {})
	}
}

// libraryMayPanic is a branch to the deferred calls, where that matters, in front of a call of a function of a library
// that may panic because of what it is given: by its line in the table, of one that has none, of a nil receiver, of a
// key that cannot be compared.
func (x *Extractor) libraryMayPanic(c *Call, name string) {
	if !x.unwinds() || x.code.Standard(x.fr.fn) {
		return
	}
	e, listed := x.library.Effects[name]
	if e.Panics || !listed && x.library.Models[name] == nil && (c.Func == nil || len(c.Func.Blocks) == 0) {
		x.MayPanic()
		return
	}
	is := func(i int, p func(*graph.Atom) bool) bool {
		return i < len(c.Args) && slices.ContainsFunc(c.Arg(i, "").Set, p)
	}
	isNil := func(a *graph.Atom) bool { return a.Kind == graph.Nil }
	switch {
	case strings.HasPrefix(name, "(*sync.Map).") && (is(1, incomparable) || strings.Contains(name, ").CompareAnd") && is(2, incomparable)),
		name == "(*sync/atomic.Value).CompareAndSwap" && is(1, incomparable),
		name == "errors.Is" && is(1, incomparable),
		name == "context.WithValue" && (is(1, incomparable) || is(1, isNil)),
		name == "errors.As" && is(1, func(a *graph.Atom) bool { return a.Kind != graph.Box || !isPointer(a.Type) || a.Elem.Kind == graph.Nil }):
		x.MayPanic()
		return
	}
	for k, t := range c.Types { // who takes nil for a slice, a map, an error or a value of any type, says so
		u := t.Underlying()
		switch u := u.(type) {
		case *types.Pointer, *types.Signature:
		case *types.Interface:
			if u.NumMethods() == 0 || t.String() == "error" {
				continue
			}
		default:
			continue
		}
		x.Branch(c.Arg(k, "").Where(isNil), x.unwind, func() {})
	}
}

// risky reports whether an instruction may be a fault because of data of which nothing is known, or of numbers that
// count as smaller ones. Where more is known the instruction itself looks whether it is one.
func (x *Extractor) risky(i ssa.Instruction) bool {
	cut := x.scale.cuts()
	noSize := func(a *graph.Atom) bool { return MayBeNegative(a) || a.N > largest }
	unknown := func(a *graph.Atom) bool { return a.Kind == graph.Other || a.Kind == graph.Some }
	some := func(v ssa.Value, is func(*graph.Atom) bool) bool { return slices.ContainsFunc(x.Value(v, "").Set, is) }
	switch i := i.(type) {
	case *ssa.IndexAddr:
		return x.beyond(i, i.X, i.Index)
	case *ssa.Index:
		return x.beyond(i, i.X, i.Index)
	case *ssa.Slice:
		for _, bound := range []ssa.Value{i.Low, i.High, i.Max} {
			if bound != nil && (cut || some(bound, unknown) || some(i.X, func(a *graph.Atom) bool { return unknown(a) || a.Kind == graph.Slice && a.N < 0 })) {
				return true
			}
			if bound != nil && bound != i.Low && some(bound, func(end *graph.Atom) bool {
				return some(i.X, func(a *graph.Atom) bool {
					return a.Kind == graph.Slice && end.N > a.N+max(a.Room, 0) && (a.Room < 0 || bound == i.Max)
				}) || bound == i.Max && i.Max != i.High && some(i.High, func(a *graph.Atom) bool { return a.N > end.N })
			}) {
				return true
			}
		}
	case *ssa.SliceToArrayPointer:
		n := code.Deref(i.Type()).Underlying().(*types.Array).Len()
		return some(i.X, func(a *graph.Atom) bool { return unknown(a) || a.Kind == graph.Slice && a.N < 0 && least(a.N) < n })
	case *ssa.BinOp:
		switch i.Op {
		case token.QUO, token.REM:
			return code.IsInt(i.Type()) && some(i.Y, func(a *graph.Atom) bool { return a.Kind == graph.Other && a.N == 0 || cut })
		case token.SHL, token.SHR:
			return !code.IsUnsigned(i.Y.Type()) && some(i.Y, MayBeNegative)
		case token.EQL, token.NEQ:
			return x.incomparable(i.X) && x.incomparable(i.Y)
		}
	case *ssa.MakeSlice:
		return some(i.Len, noSize) || i.Cap != i.Len && (some(i.Cap, noSize) ||
			graph.Known(x.Related(x.Value(i.Len, ""), x.Value(i.Cap, ""), func(n, room *graph.Atom) graph.Truth { return Relation(token.GTR, n, room) })) != graph.No)
	case *ssa.Lookup:
		return x.incomparable(i.Index)
	case *ssa.Call:
		b, ok := i.Call.Value.(*ssa.Builtin)
		return ok && b.Name() == "delete" && x.incomparable(i.Call.Args[1])
	case *ssa.MakeChan:
		return some(i.Size, noSize)
	case *ssa.TypeAssert:
		return !i.CommaOk && some(i.X, unknown)
	case *ssa.MapUpdate:
		return x.incomparable(i.Key) || some(i.Map, func(a *graph.Atom) bool { return a.Kind == graph.Nil || a.Kind == graph.Other })
	}
	return false
}

// incomparable reports whether the runtime may panic when a value is compared with another one, or is a key of a map:
// if there is an interface in it that may hold a slice, map or function.
func (x *Extractor) incomparable(v ssa.Value) bool {
	return slices.ContainsFunc(x.Leaves(v.Type()), func(l code.Leaf) bool {
		return types.IsInterface(l.Type) && slices.ContainsFunc(x.Value(v, l.Path).Set, incomparable)
	})
}

// incomparable reports whether what an interface has may be a slice, map or function.
func incomparable(a *graph.Atom) bool {
	return a.Kind == graph.Other || a.Kind == graph.Some || a.Kind == graph.Box && !strictlyComparable(a.Type)
}

// strictlyComparable reports whether any two values of a type can be compared.
func strictlyComparable(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Interface:
		return false
	case *types.Struct:
		for f := range t.Fields() {
			if !strictlyComparable(f.Type()) {
				return false
			}
		}
	case *types.Array:
		return strictlyComparable(t.Elem())
	}
	return types.Comparable(t)
}

// beyond reports whether an index may be out of range, of which that is not known.
func (x *Extractor) beyond(i ssa.Instruction, of, index ssa.Value) bool {
	if belowLength(i.Block(), of, index) {
		return false
	}
	if x.scale.cuts() {
		return true
	}
	length := int64(-1)
	if t, ok := code.Deref(of.Type()).Underlying().(*types.Array); ok {
		length = t.Len()
	} else if !slices.ContainsFunc(x.Value(of, "").Set, func(a *graph.Atom) bool { return a.Kind != graph.Nil && lengthOf(a) < 0 }) {
		length = 0 // it is looked at for each of them
	}
	for _, k := range x.Value(index, "").Set {
		if k.Kind != graph.Int || length < 0 {
			return true
		}
	}
	return false
}

// notNegative reports whether an integer is a constant, a counter that grows, or of a type such that it is at least 0.
func notNegative(v ssa.Value) bool {
	c, constant := v.(*ssa.Const)
	return constant && c.Int64() >= 0 || code.IsUnsigned(v.Type()) || code.Grows(v)
}

// belowLength reports whether a block is only reached where an index is in range for what it is an index of, as in a
// loop over that.
func belowLength(b *ssa.BasicBlock, of, index ssa.Value) bool {
	if !notNegative(index) {
		return false
	}
	for to := b; to.Idom() != nil; to = to.Idom() {
		from := to.Idom()
		branch, ok := from.Instrs[len(from.Instrs)-1].(*ssa.If)
		if !ok || len(to.Preds) != 1 || from.Succs[0] != to {
			continue
		}
		test, ok := branch.Cond.(*ssa.BinOp)
		if !ok || test.Op != token.LSS || test.X != index {
			continue
		}
		switch end := test.Y.(type) {
		case *ssa.Call:
			if f, ok := end.Call.Value.(*ssa.Builtin); ok && f.Name() == "len" && (end.Call.Args[0] == of || samePlace(end.Call.Args[0], of) && !storesTo(of, from)) {
				return true
			}
		case *ssa.Const:
			if t, ok := code.Deref(of.Type()).Underlying().(*types.Array); ok && code.IsInt(end.Type()) && end.Int64() <= t.Len() {
				return true
			}
		}
	}
	return false
}

// storesTo reports whether a function stores to the variable that a register is loaded from, but before it comes to a
// block.
func storesTo(v ssa.Value, before *ssa.BasicBlock) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	for _, b := range load.Parent().Blocks {
		for _, i := range b.Instrs {
			if s, ok := i.(*ssa.Store); ok && samePlace(s.Addr, load.X) && (b == before || !b.Dominates(before)) {
				return true
			}
		}
	}
	return false
}

// samePlace reports whether two registers are the same, or loaded from the same variable.
func samePlace(v, w ssa.Value) bool {
	if v == w {
		return true
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		w, ok := w.(*ssa.UnOp)
		return ok && v.Op == token.MUL && w.Op == token.MUL && samePlace(v.X, w.X)
	case *ssa.FieldAddr:
		w, ok := w.(*ssa.FieldAddr)
		return ok && v.Field == w.Field && samePlace(v.X, w.X)
	}
	return false
}
