// This file defines loops that start as many goroutines as a call of Add before them has added to a WaitGroup.

package code

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A WaitGroup is often raised at once, by the number of goroutines that the loop behind it starts:
//
//	wg.Add(len(jobs))
//	for _, j := range jobs {
//		go work(j)
//	}
//
// It is as good to add one whenever a goroutine is started, if nothing can stop the goroutine that does it before it has started
// all: of the executions with one Add, those are enough in which it runs from there to the end of the loop without others in
// between, and there both counters are the same.

// A StartLoop is a loop in each of whose iterations one goroutine is started, behind a call of Add for all of them.
type StartLoop struct {
	Add *ssa.Call
	Go  *ssa.Go
}

// StartLoops returns the loops of a function that start as many goroutines as a call of Add before them says.
func (k *Facts) StartLoops(fn *ssa.Function) []StartLoop {
	f := k.Function(fn)
	if f.starts == nil {
		f.starts = []StartLoop{}
		for _, l := range f.loops {
			if s, ok := k.startLoop(f, l); ok {
				f.starts = append(f.starts, s)
			}
		}
	}
	return f.starts
}

func (k *Facts) startLoop(f *Function, l *Loop) (s StartLoop, ok bool) {
	var before, exit *ssa.BasicBlock
	for _, p := range l.Head.Preds {
		if !l.Blocks[p] {
			if before != nil {
				return s, false
			}
			before = p
		}
	}
	for b := range l.Blocks {
		if around := f.Around[b]; around[len(around)-1] != l {
			return s, false
		}
		for _, next := range b.Succs {
			if !l.Blocks[next] {
				if exit != nil {
					return s, false
				}
				exit = b
			}
		}
		for _, i := range b.Instrs {
			if g, isGo := i.(*ssa.Go); isGo && s.Go == nil && l.Always(b) {
				s.Go = g
			} else if !harmless(i) {
				return s, false
			}
		}
	}
	if before == nil || exit == nil || s.Go == nil {
		return s, false
	}
	for _, i := range slices.Backward(before.Instrs) {
		if c, isCall := i.(*ssa.Call); isCall {
			if callee := c.Call.StaticCallee(); callee != nil && callee.String() == "(*sync.WaitGroup).Add" {
				s.Add = c
				return s, k.iterates(l, before, exit, s)
			}
		}
		if !harmless(i) {
			break
		}
	}
	return s, false
}

// harmless reports whether an instruction ends, does nothing that others could wait for, and stores to no field but of new objects.
func harmless(i ssa.Instruction) bool {
	switch i := i.(type) {
	case *ssa.Store:
		switch to := i.Addr.(type) {
		case *ssa.Alloc, *ssa.IndexAddr:
			return true
		case *ssa.FieldAddr:
			made, ok := to.X.(*ssa.Alloc)
			return ok && made.Block() == i.Block()
		}
		return false
	case *ssa.UnOp:
		return i.Op != token.ARROW
	case *ssa.Call:
		b, ok := i.Call.Value.(*ssa.Builtin)
		return ok && slices.Contains([]string{"len", "cap", "append", "min", "max"}, b.Name())
	case *ssa.Go, *ssa.Send, *ssa.Select, *ssa.Defer, *ssa.RunDefers, *ssa.Return, *ssa.Panic:
		return false
	}
	return true
}

// iterates reports whether a loop starts as many goroutines as were added. A counter is increased by one in each iteration. It is
// tested at the head, where it is zero first, or at the end, where it is one first, and before the loop.
func (k *Facts) iterates(l *Loop, before, exit *ssa.BasicBlock, s StartLoop) bool {
	less := func(test *ssa.BinOp) bool { return test.Op == token.LSS && k.same(test.Y, s.Add.Call.Args[1]) }
	test := l.Counter(exit)
	if test == nil || !less(test) || !l.Blocks[exit.Succs[0]] {
		return false
	}
	first := int64(0)
	if end, isIf := last(before).(*ssa.If); isIf {
		guard, isTest := end.Cond.(*ssa.BinOp)
		if !isTest || !less(guard) || !isInt(guard.X, 0) || before.Succs[0] != l.Head {
			return false
		}
		first = 1
	} else if exit != l.Head || s.Go.Block() == l.Head {
		return false
	}
	counter, tested, ok := l.offset(test.X, nil)
	if !ok || altered(counter) {
		return false
	}
	for i, e := range counter.Edges {
		if p := l.Head.Preds[i]; p == before {
			if a, isVariable := e.(*ssa.Alloc); isVariable {
				if e = stored(a, nil); e == nil {
					return false
				}
			}
			if !isInt(e, first-tested) {
				return false
			}
		} else if c, by, ok := l.offset(e, nil); !ok || c != counter || by != 1 || first == 1 && p != exit {
			return false
		}
	}
	return true
}

// offset returns the phi of the head to which a value adds a constant, and that. The variable that each iteration has for itself,
// since a closure refers to it, stands for what it holds: behind all stores to it, or before an instruction.
func (l *Loop) offset(v ssa.Value, before ssa.Instruction) (counter *ssa.Phi, by int64, ok bool) {
	switch v := v.(type) {
	case *ssa.Phi:
		return v, 0, v.Block() == l.Head
	case *ssa.BinOp:
		c, isConst := v.Y.(*ssa.Const)
		if v.Op != token.ADD || !isConst {
			return nil, 0, false
		}
		counter, by, ok = l.offset(v.X, before)
		return counter, by + c.Int64(), ok
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return l.offset(v.X, v)
		}
	case *ssa.Alloc:
		if value := stored(v, before); value != nil && l.Blocks[v.Block()] {
			return l.offset(value, nil)
		}
	}
	return nil, 0, false
}

// stored returns what is stored last to a variable in the block that makes it, before an instruction; nil if nothing is, or if
// something is elsewhere.
func stored(a *ssa.Alloc, before ssa.Instruction) (v ssa.Value) {
	for _, i := range *a.Referrers() {
		switch i := i.(type) {
		case *ssa.UnOp, *ssa.Phi, *ssa.DebugRef:
		case *ssa.Store:
			if i.Val == ssa.Value(a) || i.Block() != a.Block() {
				return nil
			}
		default:
			return nil
		}
	}
	for _, i := range a.Block().Instrs {
		if i == before {
			break
		}
		if s, ok := i.(*ssa.Store); ok && s.Addr == ssa.Value(a) {
			v = s.Val
		}
	}
	return v
}

// altered reports whether something may be stored to the variable that a phi is the address of, other than before the iteration.
func altered(v ssa.Value) bool {
	for _, i := range *v.Referrers() {
		switch i := i.(type) {
		case *ssa.UnOp, *ssa.BinOp, *ssa.DebugRef:
		case *ssa.MakeClosure:
			for n, b := range i.Bindings {
				if b == v && altered(i.Fn.(*ssa.Function).FreeVars[n]) {
					return true
				}
			}
		default:
			if _, ok := v.Type().Underlying().(*types.Pointer); ok {
				return true
			}
		}
	}
	return false
}

func isInt(v ssa.Value, n int64) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && IsInt(c.Type()) && c.Int64() == n
}

// same reports whether two registers are the same number or slice: equal constants, lengths of one slice, or loads of one variable
// that keeps its value, or of one field, to which nothing harmless stores.
func (k *Facts) same(a, b ssa.Value) bool {
	switch a := a.(type) {
	case *ssa.Const:
		return a.Value != nil && isInt(b, a.Int64())
	case *ssa.Call:
		if b, ok := b.(*ssa.Call); ok && isLen(a) && isLen(b) {
			return k.same(a.Call.Args[0], b.Call.Args[0])
		}
	case *ssa.UnOp:
		b, ok := b.(*ssa.UnOp)
		if !ok || a.Op != token.MUL || b.Op != token.MUL {
			return false
		}
		f, isField := a.X.(*ssa.FieldAddr)
		g, ok := b.X.(*ssa.FieldAddr)
		return a == b || isField && ok && f.X == g.X && f.Field == g.Field || a.X == b.X && k.Once(a.X) != nil
	}
	return a == b
}

// isLen reports whether a call returns the length of a slice.
func isLen(c *ssa.Call) bool {
	f, ok := c.Call.Value.(*ssa.Builtin)
	if !ok || f.Name() != "len" {
		return false
	}
	_, ok = c.Call.Args[0].Type().Underlying().(*types.Slice)
	return ok
}
