// This file defines what lists of package container/list hold.

package code

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// PlainLists reports whether no element of a list of package container/list leads to something by which goroutines
// synchronise, but for what interfaces in it hold. Then the order of elements is of no matter.
func (c *Code) PlainLists() bool {
	if c.lists == nil {
		plain := true
		for fn := range ssautil.AllFunctions(c.Prog) {
			for _, b := range fn.Blocks {
				for _, i := range b.Instrs {
					plain = plain && c.plainPush(i)
				}
			}
		}
		c.lists = &plain
	}
	return *c.lists
}

func (c *Code) plainPush(i ssa.Instruction) bool {
	call, ok := i.(ssa.CallInstruction)
	if !ok || call.Common().StaticCallee() == nil || c.Library(i.Parent()) {
		return true
	}
	name, ok := strings.CutPrefix(call.Common().StaticCallee().String(), "(*container/list.List).")
	if !ok {
		return true
	}
	switch name {
	case "PushBackList", "PushFrontList":
		return false
	case "PushBack", "PushFront", "InsertBefore", "InsertAfter":
		made, ok := call.Common().Args[1].(*ssa.MakeInterface)
		return ok && !c.leadsToSync(made.X.Type(), map[types.Type]bool{})
	}
	return true
}

// leadsToSync reports whether a value of a type leads to a channel, a lock or a function.
func (c *Code) leadsToSync(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch u := t.Underlying().(type) {
	case *types.Chan, *types.Signature:
		return true
	case *types.Pointer:
		return c.leadsToSync(u.Elem(), seen)
	case *types.Slice:
		return c.leadsToSync(u.Elem(), seen)
	case *types.Array:
		return c.leadsToSync(u.Elem(), seen)
	case *types.Map:
		return c.leadsToSync(u.Key(), seen) || c.leadsToSync(u.Elem(), seen)
	case *types.Struct:
		if n, ok := types.Unalias(t).(*types.Named); ok && syncType(n) {
			return true
		}
		for f := range u.Fields() {
			if c.leadsToSync(f.Type(), seen) {
				return true
			}
		}
	}
	return false
}
