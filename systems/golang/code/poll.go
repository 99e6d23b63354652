// This file defines loops that do nothing but ask for data.

package code

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Polls reports whether a loop only reads, receives, lets time pass and writes logs, and each of its iterations does
// the same while nobody else changes what is read: it ends when the answer is another one. What others than the program
// say, as whether a file has another line, is not read. Callees returns the functions that a dynamic call in it may be
// of, none if that is not known.
func (l *Loop) Polls(callees func(*ssa.CallCommon) []*ssa.Function) bool {
	for b := range l.Blocks {
		for _, i := range b.Instrs {
			if next, ranges := i.(*ssa.Next); ranges {
				if l.Exhausts(next) {
					return false
				}
			} else if !reads(i, maxReaders, callees) {
				return false
			}
			if branch, ok := i.(*ssa.If); ok && !l.repeats(branch.Cond, nil) {
				return false
			}
		}
	}
	return true
}

// Receives reports whether a loop receives elements, and whether it would do so of a channel that is closed, again and
// again.
func (l *Loop) Receives() (some, closed bool) {
	for b := range l.Blocks {
		for _, i := range b.Instrs {
			switch i := i.(type) {
			case *ssa.UnOp:
				if i.Op == token.ARROW && !ticks(i.X) {
					some, closed = true, closed || !i.CommaOk
				}
			case *ssa.Select:
				if slices.ContainsFunc(i.States, func(s *ssa.SelectState) bool { return !ticks(s.Chan) }) {
					some, closed = true, true
				}
			}
		}
	}
	return some, closed
}

// maxReaders is how deep calls of functions are looked into.
const maxReaders = 4

// repeats reports whether a value of an iteration depends on nothing but what is read in it or known before the loop.
func (l *Loop) repeats(v ssa.Value, on []ssa.Value) bool {
	i, ok := v.(ssa.Instruction)
	switch {
	case !ok || !l.Blocks[i.Block()]:
		return true
	case slices.Contains(on, v): // on the iteration before, but of a loop within that begins anew each time
		return !slices.ContainsFunc(on[slices.Index(on, v):], func(v ssa.Value) bool {
			phi, ok := v.(*ssa.Phi)
			return ok && phi.Block() == l.Head
		})
	}
	on = append(slices.Clip(on), v)
	for _, operand := range i.Operands(nil) {
		if *operand != nil && *operand != v && !l.repeats(*operand, on) {
			return false
		}
	}
	return true
}

// reads reports whether an instruction changes nothing that anybody sees, but locks, and waits for nothing but time;
// the loop itself may receive.
func reads(i ssa.Instruction, depth int, callees func(*ssa.CallCommon) []*ssa.Function) bool {
	switch i := i.(type) {
	case *ssa.Store:
		a := Root(i.Addr)
		return a != nil && (depth < maxReaders || a.Comment == "varargs")
	case *ssa.UnOp:
		return i.Op != token.ARROW || depth == maxReaders || ticks(i.X)
	case *ssa.Select:
		return !slices.ContainsFunc(i.States, func(s *ssa.SelectState) bool {
			return s.Dir != types.RecvOnly || depth < maxReaders && !ticks(s.Chan)
		})
	case *ssa.Next:
		return depth < maxReaders
	case ssa.CallInstruction:
		c := i.Common()
		if b, ok := c.Value.(*ssa.Builtin); ok {
			return slices.Contains([]string{"len", "cap", "min", "max", "print", "println"}, b.Name())
		}
		if _, starts := i.(*ssa.Go); starts {
			return false
		}
		if fn := c.StaticCallee(); fn != nil {
			return reader(fn, depth) || swaps(fn, c.Args)
		}
		if callees == nil {
			return false
		}
		list := callees(c)
		return len(list) > 0 && !slices.ContainsFunc(list, func(fn *ssa.Function) bool { return !reader(fn, depth) })
	case *ssa.MapUpdate, *ssa.Send:
		return false
	}
	return true
}

// ticks reports whether a channel has times, as those of tickers do.
func ticks(c ssa.Value) bool {
	return types.TypeString(c.Type().Underlying().(*types.Chan).Elem(), nil) == "time.Time"
}

// swaps reports whether a call is of CompareAndSwap with a value that was not read before: it changes something only
// when the answer is another one, and nobody else need have done something where it is not.
func swaps(fn *ssa.Function, args []ssa.Value) bool {
	o := fn.Object()
	if o == nil || o.Pkg() == nil || o.Pkg().Path() != "sync/atomic" || !strings.HasPrefix(o.Name(), "CompareAndSwap") {
		return false
	}
	_, computed := args[1].(ssa.Instruction)
	return !computed
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
			return slices.Contains([]string{"Gosched", "Sleep", "After", "Tick"}, name) && fn.Signature.Recv() == nil
		case "fmt", "log":
			return strings.HasPrefix(name, "Print") && fn.Signature.Recv() == nil
		case "testing":
			return strings.HasPrefix(name, "Log") || name == "Helper"
		}
	}
	if depth == 0 || len(fn.Blocks) == 0 {
		return false
	}
	for _, b := range fn.Blocks {
		if slices.ContainsFunc(b.Instrs, func(i ssa.Instruction) bool { return !reads(i, depth-1, nil) }) {
			return false
		}
	}
	return true
}
