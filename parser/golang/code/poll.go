// This file defines loops that do nothing but ask for data.

package code

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Polls reports whether a loop only reads, and each of its iterations does the same while nobody else changes what is read: it ends
// when the answer is another one. What others than the program say, as whether a file has another line, is not read.
func (l *Loop) Polls() bool {
	for b := range l.Blocks {
		for _, i := range b.Instrs {
			if !reads(i, maxReaders) {
				return false
			}
			if branch, ok := i.(*ssa.If); ok && !l.repeats(branch.Cond, nil) {
				return false
			}
		}
	}
	return true
}

// maxReaders is how deep calls of functions are looked into.
const maxReaders = 4

// repeats reports whether a value of an iteration depends on nothing but what is read in it or known before the loop.
func (l *Loop) repeats(v ssa.Value, on []ssa.Value) bool {
	i, ok := v.(ssa.Instruction)
	switch {
	case !ok || !l.Blocks[i.Block()]:
		return true
	case slices.Contains(on, v): // on the iteration before
		return false
	}
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.ARROW {
		return false
	}
	on = append(slices.Clip(on), v)
	for _, operand := range i.Operands(nil) {
		if *operand != nil && *operand != v && !l.repeats(*operand, on) {
			return false
		}
	}
	return true
}

// reads reports whether an instruction changes nothing that anybody sees, but locks, and waits for nothing else.
func reads(i ssa.Instruction, depth int) bool {
	switch i := i.(type) {
	case *ssa.Store:
		_, own := i.Addr.(*ssa.Alloc)
		return own && depth < maxReaders
	case *ssa.UnOp:
		return i.Op != token.ARROW
	case *ssa.Next:
		return depth < maxReaders
	case ssa.CallInstruction:
		if _, ok := i.(*ssa.Go); ok {
			return false
		}
		if b, ok := i.Common().Value.(*ssa.Builtin); ok {
			return b.Name() == "len" || b.Name() == "cap" || b.Name() == "min" || b.Name() == "max"
		}
		fn := i.Common().StaticCallee()
		return fn != nil && reader(fn, depth)
	case *ssa.MapUpdate, *ssa.Send, *ssa.Select:
		return false
	}
	return true
}

// reader reports whether a function only reads.
func reader(fn *ssa.Function, depth int) bool {
	if o := fn.Object(); o != nil && o.Pkg() != nil {
		switch name := o.Name(); o.Pkg().Path() {
		case "sync/atomic":
			return strings.HasPrefix(name, "Load")
		case "sync":
			return slices.Contains([]string{"Lock", "Unlock", "RLock", "RUnlock", "Load"}, name)
		case "runtime", "time":
			return name == "Gosched" || name == "Sleep"
		}
	}
	if depth == 0 || len(fn.Blocks) == 0 {
		return false
	}
	for _, b := range fn.Blocks {
		if slices.ContainsFunc(b.Instrs, func(i ssa.Instruction) bool { return !reads(i, depth-1) }) {
			return false
		}
	}
	return true
}
