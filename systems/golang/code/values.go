// This file defines what values of function types and of interfaces may be, wherever they come from.

package code

import (
	"cmp"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// Values returns the functions of the code, but for those of libraries, that are used as values, by their places.
func (c *Code) Values() []*ssa.Function {
	if c.values == nil {
		found := map[*ssa.Function]bool{}
		for fn := range ssautil.AllFunctions(c.Prog) {
			for _, b := range fn.Blocks {
				for _, i := range b.Instrs {
					c.valuesIn(i, found)
				}
			}
		}
		c.values = slices.SortedFunc(maps.Keys(found), func(a, b *ssa.Function) int {
			return cmp.Or(cmp.Compare(a.Pos(), b.Pos()), strings.Compare(a.String(), b.String()))
		})
	}
	return c.values
}

// valuesIn adds the functions that an instruction uses but does not call.
func (c *Code) valuesIn(i ssa.Instruction, found map[*ssa.Function]bool) {
	operands := i.Operands(nil)
	if call, ok := i.(ssa.CallInstruction); ok && !call.Common().IsInvoke() {
		operands = operands[1:] // the first is what is called
	}
	for _, v := range operands {
		if fn, ok := (*v).(*ssa.Function); ok && !c.Library(fn) {
			found[fn] = true
		}
	}
}

// Held returns the types of the interfaces and functions that a value of a type may lead to, by any fields of structs; for
// pointers of package unsafe that of any value.
func (c *Code) Held(t types.Type) []types.Type {
	list, known := c.held[t]
	if !known {
		list = appendHeld(nil, t, map[types.Type]bool{})
		c.held[t] = list
	}
	return list
}

func appendHeld(list []types.Type, t types.Type, seen map[types.Type]bool) []types.Type {
	if seen[t] {
		return list
	}
	seen[t] = true
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "testing" {
		return list // what a test has is its own
	}
	if of := Content(t); of != nil {
		return appendHeld(list, of, seen)
	}
	switch u := t.Underlying().(type) {
	case *types.Interface, *types.Signature:
		return append(list, t)
	case *types.Basic:
		if u.Kind() == types.UnsafePointer {
			return append(list, types.NewInterfaceType(nil, nil))
		}
	case *types.Map:
		return appendHeld(appendHeld(list, u.Key(), seen), u.Elem(), seen)
	case interface{ Elem() types.Type }: // pointers, slices, arrays, channels
		return appendHeld(list, u.Elem(), seen)
	case *types.Struct:
		for f := range u.Fields() {
			list = appendHeld(list, f.Type(), seen)
		}
	}
	return list
}

// Dynamic returns the types that values in interfaces may have, but for interfaces, by their names.
func (c *Code) Dynamic() []types.Type {
	if c.dynamic == nil {
		c.dynamic = slices.DeleteFunc(c.Prog.RuntimeTypes(), types.IsInterface)
		slices.SortFunc(c.dynamic, func(a, b types.Type) int { return strings.Compare(a.String(), b.String()) })
	}
	return c.dynamic
}
