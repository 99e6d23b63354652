// This file defines which variables keep the value that they begin with.

package code

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// Once returns the store that gives a variable the value that it keeps, where others see it: the variable is loaded
// and captured by closures, and nothing else happens to it. It is nil if there is no such store. The variable is an
// allocation or a free variable, which is captured.
func (k *Facts) Once(v ssa.Value) *ssa.Store {
	if s, known := k.once[v]; known {
		return s
	}
	k.once[v] = nil
	var s *ssa.Store
	switch v := v.(type) {
	case *ssa.Alloc:
		if s = k.Freshness(v).last; s != nil && v.Heap && k.keeps(v, v) {
			k.once[v] = s
		}
	case *ssa.FreeVar:
		if made := maker(v.Parent()); made != nil {
			k.once[v] = k.Once(made.Bindings[slices.Index(v.Parent().FreeVars, v)])
		}
	}
	return k.once[v]
}

// keeps reports whether a variable, or one by which a closure knows it, is stored to only before others see it.
func (k *Facts) keeps(a *ssa.Alloc, v ssa.Value) bool {
	stores := 0
	for _, i := range *v.Referrers() {
		if i.Parent() == a.Parent() && len(k.Function(a.Parent()).Around[a.Block()]) > k.common(a.Block(), i.Block()) {
			return false // behind the loop that makes it
		}
		switch i := i.(type) {
		case *ssa.Store:
			if i.Addr != v || i.Val == v || v != a {
				return false
			}
			stores++
		case *ssa.MakeClosure:
			fn := i.Fn.(*ssa.Function)
			if maker(fn) != i {
				return false
			}
			for n, b := range i.Bindings {
				if b == v && !k.keeps(a, fn.FreeVars[n]) {
					return false
				}
			}
		case *ssa.UnOp, *ssa.DebugRef:
		default:
			return false
		}
	}
	return stores == k.Freshness(a).whole || v != a
}

// common returns how many loops are around both blocks.
func (k *Facts) common(b, c *ssa.BasicBlock) int {
	around := k.Function(b.Parent()).Around
	n := 0
	for n < len(around[b]) && n < len(around[c]) && around[b][n] == around[c][n] {
		n++
	}
	return n
}

// maker returns the only instruction that makes closures of a function; nil if there are several.
func maker(fn *ssa.Function) *ssa.MakeClosure {
	var only *ssa.MakeClosure
	if fn.Referrers() == nil {
		return nil
	}
	for _, i := range *fn.Referrers() {
		m, ok := i.(*ssa.MakeClosure)
		if !ok || only != nil {
			return nil
		}
		only = m
	}
	return only
}

// Unset returns whether nothing is ever stored in a variable, an allocation or a free variable, and it is only loaded
// and captured by closures.
func (k *Facts) Unset(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Alloc:
		return onlyLoaded(v)
	case *ssa.FreeVar:
		made := maker(v.Parent())
		return made != nil && k.Unset(made.Bindings[slices.Index(v.Parent().FreeVars, v)])
	}
	return false
}

// NeverSet reports whether an expression is a field, or the address of one, that no other package knows and that is
// never anything but zero: all that happens to it anywhere is that it is loaded.
func (c *Code) NeverSet(v ssa.Value) bool {
	f := field(v)
	if f == nil || f.Exported() {
		return false
	}
	if c.set == nil {
		c.set = map[*types.Var]bool{}
		for fn := range ssautil.AllFunctions(c.Prog) {
			for _, b := range fn.Blocks {
				for _, i := range b.Instrs {
					if a, ok := i.(*ssa.FieldAddr); ok && !onlyLoaded(a) {
						c.set[field(a)] = true
					}
				}
			}
		}
	}
	return !c.set[f]
}

// field returns the field that an expression is, or whose address it is; nil if it is none.
func field(v ssa.Value) *types.Var {
	switch v := v.(type) {
	case *ssa.FieldAddr:
		return Deref(v.X.Type()).Underlying().(*types.Struct).Field(v.Field).Origin()
	case *ssa.Field:
		return v.X.Type().Underlying().(*types.Struct).Field(v.Field).Origin()
	}
	return nil
}

// onlyLoaded reports whether all that happens to a variable, also by closures, is that it is loaded.
func onlyLoaded(v ssa.Value) bool {
	for _, i := range *v.Referrers() {
		switch i := i.(type) {
		case *ssa.MakeClosure:
			fn := i.Fn.(*ssa.Function)
			for n, b := range i.Bindings {
				if b == v && !onlyLoaded(fn.FreeVars[n]) {
					return false
				}
			}
		case *ssa.UnOp, *ssa.DebugRef:
		default:
			return false
		}
	}
	return true
}
