// This file defines which pointers lead to the object that was made last by an instruction.

package extract

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/graph"
)

// newest reports whether a value leads to parts of objects only of which each is the latest that the current goroutine
// has made at its place.
//
// That is so of a register that gets its value from an allocation by way of registers: where it is used, the
// instructions that define it have been executed since the allocation, since each of them dominates the next. A phi
// at the head of a loop is an exception, and so is all that was stored in memory. It is the recency of objects
// (Balakrishnan and Reps, "Recency-abstraction for heap-allocated storage", SAS 2006), found without a second object
// for each place.
func (x *Extractor) newest(v ssa.Value) bool { return x.newestIn(x.fr, x.it, v) }

// whose notes whether an instruction is an access to what the goroutine has made last.
func (x *Extractor) whose(i ssa.Instruction) {
	var at ssa.Value
	switch i := i.(type) {
	case *ssa.Store:
		at = i.Addr
	case *ssa.UnOp:
		if i.Op != token.MUL {
			return
		}
		at = i.X
	case *ssa.MapUpdate:
		at = i.Map
	case *ssa.Lookup:
		at = i.X
	default:
		return
	}
	x.recent = x.newest(at)
}

func (x *Extractor) newestIn(fr *frame, it *iter, v ssa.Value) bool {
	from := recent{Facts: x.Facts, result: func(c *ssa.Call, n int) bool {
		return x.called(fr, it, c, func(fn *ssa.Function) bool { return makes(x.Facts, fn, n, 0) })
	}}
	from.parameter = func(p *ssa.Parameter) bool {
		arg := fr.argument(p)
		return arg != nil && x.newestIn(fr.parent, fr.iter, arg)
	}
	return from.registers(v)
}

// argument returns what the caller of a frame gives for a parameter; nil if that is not a call in the code.
func (fr *frame) argument(p *ssa.Parameter) ssa.Value {
	c, ok := fr.instr.(*ssa.Call)
	if !ok || fr.parent == nil || fr.what != nil {
		return nil
	}
	if fn := c.Call.StaticCallee(); fn != nil && fn != fr.fn {
		return nil
	}
	args := c.Call.Args
	if c.Call.IsInvoke() {
		args = append([]ssa.Value{c.Call.Value}, args...)
	}
	if n := slices.Index(fr.fn.Params, p); n >= 0 && len(args) == len(fr.fn.Params) {
		return args[n]
	}
	return nil
}

// called reports whether something holds for all functions that a call may be of.
func (x *Extractor) called(fr *frame, it *iter, c *ssa.Call, holds func(*ssa.Function) bool) bool {
	if fn := c.Call.StaticCallee(); fn != nil {
		return holds(fn)
	}
	for _, a := range x.NonNil(x.valueAt(fr, it, c.Call.Value, "")).Set {
		fn := a.Func
		if c.Call.IsInvoke() && a.Kind == graph.Box {
			fn = x.code.Prog.LookupMethod(a.Type, c.Call.Method.Pkg(), c.Call.Method.Name())
		}
		if fn == nil || !holds(fn) {
			return false
		}
	}
	return true
}

// makes reports whether a result of a function leads to what this call of it has made, or is nil.
func makes(facts *code.Facts, fn *ssa.Function, n, depth int) bool {
	const deep = 5
	if depth > deep || len(fn.Blocks) == 0 {
		return false
	}
	from := recent{
		Facts:     facts,
		parameter: func(*ssa.Parameter) bool { return false },
		result: func(c *ssa.Call, n int) bool {
			callee := c.Call.StaticCallee()
			return callee != nil && makes(facts, callee, n, depth+1)
		},
	}
	for _, b := range fn.Blocks {
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && (n >= len(r.Results) || !from.registers(r.Results[n])) {
			return false
		}
	}
	return true
}

// A recent looks at registers; the fields are asked about values from outside of their function.
type recent struct {
	*code.Facts
	variables []*ssa.Alloc // of which it is asked
	parameter func(*ssa.Parameter) bool
	result    func(*ssa.Call, int) bool
}

func (r recent) registers(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Alloc, *ssa.MakeMap, *ssa.MakeSlice:
		return true
	case *ssa.Const:
		return v.Value == nil
	case *ssa.FieldAddr:
		return r.registers(v.X)
	case *ssa.IndexAddr:
		return r.registers(v.X)
	case *ssa.Slice:
		return r.registers(v.X)
	case *ssa.ChangeType:
		return r.registers(v.X)
	case *ssa.ChangeInterface:
		return r.registers(v.X)
	case *ssa.MakeInterface:
		return isPointer(v.X.Type()) && r.registers(v.X)
	case *ssa.TypeAssert:
		return isPointer(v.AssertedType) && !v.CommaOk && r.registers(v.X)
	case *ssa.Parameter:
		return r.parameter(v)
	case *ssa.Call:
		return r.result(v, 0)
	case *ssa.Extract:
		c, ok := v.Tuple.(*ssa.Call)
		return ok && r.result(c, v.Index)
	case *ssa.Phi:
		for i, p := range v.Block().Preds {
			if v.Block().Dominates(p) || !r.registers(v.Edges[i]) {
				return false
			}
		}
		return true
	case *ssa.UnOp:
		root := code.Root(v.X)
		if root == nil {
			return false
		}
		if s := r.Freshness(root).Forward[v]; s != nil {
			return r.registers(s.Val)
		}
		a, ok := v.X.(*ssa.Alloc)
		if !ok || slices.Contains(r.variables, a) {
			return ok // what a variable gets from itself is one of its other values
		}
		r.variables = append(r.variables, a)
		if s := r.Once(root); s != nil {
			return r.registers(s.Val)
		}
		return !a.Heap && r.returned(a)
	}
	return false
}

// returned reports whether a variable is for a result only: all that happens with it is that a value is stored just
// before the function returns, which is behind the calls that are deferred.
func (r recent) returned(a *ssa.Alloc) bool {
	for _, i := range *a.Referrers() {
		if _, debug := i.(*ssa.DebugRef); debug {
			continue
		}
		instrs := i.Block().Instrs
		if _, ends := instrs[len(instrs)-1].(*ssa.Return); !ends {
			return false
		}
		switch i := i.(type) {
		case *ssa.Store:
			if i.Addr != a || !r.registers(i.Val) {
				return false
			}
		case *ssa.UnOp:
		default:
			return false
		}
	}
	return true
}

func isBasic(t types.Type) bool {
	_, ok := t.Underlying().(*types.Basic)
	return ok
}

func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}
