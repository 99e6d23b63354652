// This file defines how code uses slices in variables as queues.

package code

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// QueueLoads returns the loads of the variable in the value of a store to a queue; the first is what the value begins with.
func QueueLoads(v ssa.Value) []*ssa.UnOp {
	switch v := v.(type) {
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return []*ssa.UnOp{v}
		}
	case *ssa.Slice:
		if _, ok := v.X.Type().Underlying().(*types.Slice); ok {
			return QueueLoads(v.X)
		}
	case *ssa.Call:
		if isAppend(v) {
			return append(QueueLoads(v.Call.Args[0]), QueueLoads(v.Call.Args[1])...)
		}
	}
	return nil
}

// isAppend reports whether a call appends elements.
func isAppend(i *ssa.Call) bool {
	f, ok := i.Call.Value.(*ssa.Builtin)
	return ok && f.Name() == "append" && len(i.Call.Args) == 2 && !IsString(i.Call.Args[1].Type())
}

// onlyUse returns the only instruction that uses a value; nil if there are several.
func onlyUse(v ssa.Value) (use ssa.Instruction) {
	for _, r := range *v.Referrers() {
		if _, debug := r.(*ssa.DebugRef); debug {
			continue
		}
		if use != nil {
			return nil
		}
		use = r
	}
	return use
}

// QueueStore returns the store to a queue of which an append or a slice makes the value, or a part of it; nil if there is none.
func QueueStore(v ssa.Value) *ssa.Store {
	if len(QueueLoads(v)) == 0 {
		return nil
	}
	switch use := onlyUse(v).(type) {
	case *ssa.Store:
		if use.Val == v && IsQueueStore(use) {
			return use
		}
	case *ssa.Slice:
		return QueueStore(use)
	case *ssa.Call:
		if isAppend(use) {
			return QueueStore(use)
		}
	}
	return nil
}

// IsQueueStore reports whether a queue may be stored to so: its slice is changed, and nothing happens between the load and the store.
func IsQueueStore(s *ssa.Store) bool {
	if !isQueueValue(s.Val) {
		return false
	}
	for _, load := range QueueLoads(s.Val) {
		if load == s.Val || !Unchanged(load, s) {
			return false
		}
	}
	return true
}

// isQueueValue reports whether a value is made of loads by instructions of which nothing else uses the results, or new.
func isQueueValue(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Const:
		return true
	case *ssa.UnOp:
		return v.Op == token.MUL
	case *ssa.MakeSlice:
		return onlyUse(v) != nil
	case *ssa.Slice:
		if made, ok := v.X.(*ssa.Alloc); ok {
			return onlyUse(v) != nil && (made.Comment == "slicelit" || made.Comment == "makeslice")
		}
		return onlyUse(v) != nil && len(QueueLoads(v)) > 0 && isQueueValue(v.X)
	case *ssa.Call:
		if !isAppend(v) || onlyUse(v) == nil || len(QueueLoads(v.Call.Args[0])) == 0 {
			return false
		}
		more := v.Call.Args[1]
		return isQueueValue(v.Call.Args[0]) && (len(QueueLoads(more)) == 0 || isQueueValue(more))
	}
	return false
}

// UsedAtOnce reports whether the elements of what is loaded are used only as long as the variable cannot change.
func UsedAtOnce(load *ssa.UnOp) bool {
	var elements func(v ssa.Value) bool
	elements = func(v ssa.Value) bool {
		for _, r := range *v.Referrers() {
			switch r := r.(type) {
			case *ssa.DebugRef:
			case *ssa.FieldAddr:
				if !elements(r) {
					return false
				}
			case *ssa.UnOp:
				if !Unchanged(load, r) {
					return false
				}
			case *ssa.Store:
				if r.Addr != v || !Unchanged(load, r) {
					return false
				}
			default:
				return false
			}
		}
		return true
	}
	for _, r := range *load.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef, *ssa.BinOp:
		case *ssa.IndexAddr:
			if !elements(r) {
				return false
			}
		case *ssa.Slice:
			if QueueStore(r) == nil {
				return false
			}
		case *ssa.Call:
			f, ok := r.Call.Value.(*ssa.Builtin)
			if !ok || f.Name() != "len" && f.Name() != "cap" && QueueStore(r) == nil {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// Unchanged reports whether each way from a load to an instruction is without one at which the goroutine may wait, or by which
// the variable may change.
func Unchanged(load *ssa.UnOp, to ssa.Instruction) bool {
	type point struct {
		block *ssa.BasicBlock
		later bool // such an instruction was executed
	}
	seen := map[point]bool{}
	var walk func(p point, from int) bool
	walk = func(p point, from int) bool {
		for _, i := range p.block.Instrs[from:] {
			switch {
			case i == ssa.Instruction(load):
				return true
			case i == to && p.later:
				return false
			case Changes(i):
				p.later = true
			}
		}
		for _, next := range p.block.Succs {
			if q := (point{next, p.later}); !seen[q] {
				seen[q] = true
				if !walk(q, 0) {
					return false
				}
			}
		}
		return true
	}
	return walk(point{block: load.Block()}, slices.Index(load.Block().Instrs, ssa.Instruction(load))+1)
}

// Changes reports whether a slice in memory may be another one behind an instruction.
func Changes(i ssa.Instruction) bool {
	switch i := i.(type) {
	case *ssa.Call:
		_, builtin := i.Call.Value.(*ssa.Builtin)
		return !builtin
	case *ssa.Store:
		switch i.Val.Type().Underlying().(type) {
		case *types.Slice, *types.Struct, *types.Array:
			return true
		}
	case *ssa.UnOp:
		return i.Op == token.ARROW
	case *ssa.Send, *ssa.Select, *ssa.RunDefers:
		return true
	}
	return false
}
