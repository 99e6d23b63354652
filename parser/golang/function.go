// This file defines what is known of a function before it is executed.

package golang

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"
)

// facts are what is known of types and functions, for one extraction.
type facts struct {
	readable  map[*types.Package]bool  // of which there is code
	modelled  func(*ssa.Function) bool // of which there is a model, of those without code
	leafCache typeutil.Map
	functions map[*ssa.Function]*function
	mattering map[*ssa.Function]bool
	freshes   map[*ssa.Alloc]*fresh
}

// newFacts returns the facts about a program; modelled says which functions without code may synchronise.
func newFacts(prog *ssa.Program, modelled func(*ssa.Function) bool) *facts {
	k := &facts{
		readable: map[*types.Package]bool{}, modelled: modelled, functions: map[*ssa.Function]*function{},
		mattering: map[*ssa.Function]bool{}, freshes: map[*ssa.Alloc]*fresh{},
	}
	for _, p := range prog.AllPackages() {
		if init := p.Func("init"); init != nil && len(init.Blocks) > 0 {
			k.readable[p.Pkg] = true
		}
	}
	return k
}

// A function is what is known of a function in all contexts.
type function struct {
	fn      *ssa.Function
	loops   []*loop
	around  map[*ssa.BasicBlock][]*loop // the loops that contain a block, outermost first
	cyclic  map[*ssa.BasicBlock]bool
	returns int
}

func (k *facts) function(fn *ssa.Function) *function {
	if f := k.functions[fn]; f != nil {
		return f
	}
	f := &function{fn: fn, around: map[*ssa.BasicBlock][]*loop{}, cyclic: map[*ssa.BasicBlock]bool{}}
	k.functions[fn] = f
	heads := map[*ssa.BasicBlock]*loop{}
	for _, b := range fn.Blocks {
		if _, ok := last(b).(*ssa.Return); ok && b != fn.Recover {
			f.returns++
		}
		for _, h := range b.Succs {
			if !h.Dominates(b) {
				continue
			}
			l := heads[h]
			if l == nil {
				l = &loop{head: h, blocks: map[*ssa.BasicBlock]bool{h: true}}
				heads[h] = l
				f.loops = append(f.loops, l)
			}
			for work := []*ssa.BasicBlock{b}; len(work) > 0; {
				b := work[len(work)-1]
				work = work[:len(work)-1]
				if !l.blocks[b] {
					l.blocks[b] = true
					work = append(work, b.Preds...)
				}
			}
		}
		f.cyclic[b] = reaches(b, b)
	}
	slices.SortStableFunc(f.loops, func(a, b *loop) int { return len(b.blocks) - len(a.blocks) })
	for _, l := range f.loops {
		for _, b := range fn.Blocks {
			if !l.blocks[b] {
				continue
			}
			f.around[b] = append(f.around[b], l)
			for _, i := range b.Instrs {
				if v, ok := i.(ssa.Value); ok && l.usedOutside(v) {
					l.out = append(l.out, v)
				}
			}
		}
		l.counts = k.matters(l) && (rangesMap(l.head) || slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool { return l.counter(b) != nil }))
	}
	return f
}

func last(b *ssa.BasicBlock) ssa.Instruction { return b.Instrs[len(b.Instrs)-1] }

func reaches(from, to *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	for work := slices.Clone(from.Succs); len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == to {
			return true
		}
		if !seen[b] {
			seen[b] = true
			work = append(work, b.Succs...)
		}
	}
	return false
}

// matters reports whether a loop does something for which iterations are told apart.
func (k *facts) matters(l *loop) bool {
	for b := range l.blocks {
		if slices.ContainsFunc(b.Instrs, k.mattersInstr) {
			return true
		}
	}
	return false
}

func (k *facts) mattersInstr(i ssa.Instruction) bool {
	switch i := i.(type) {
	case *ssa.Go, *ssa.Send, *ssa.Select, *ssa.MakeChan, *ssa.Defer, *ssa.MakeClosure, *ssa.Panic:
		return true
	case *ssa.UnOp:
		return i.Op == token.ARROW
	case *ssa.Alloc:
		return k.hasSync(deref(i.Type()))
	case *ssa.MapUpdate:
		return nillable(i.Value.Type())
	case *ssa.Store:
		_, indexed := i.Addr.(*ssa.IndexAddr)
		return indexed && nillable(i.Val.Type())
	case *ssa.Call:
		if b, ok := i.Call.Value.(*ssa.Builtin); ok {
			switch b.Name() {
			case "append":
				s, ok := i.Type().Underlying().(*types.Slice)
				return ok && (nillable(s.Elem()) || k.hasSync(s.Elem()))
			case "close":
				return true
			}
			return false
		}
		callee := i.Call.StaticCallee()
		if callee == nil {
			return true
		}
		return k.mattersCall(callee)
	}
	return false
}

// mattersCall reports whether a function may synchronise.
func (k *facts) mattersCall(fn *ssa.Function) bool {
	if known, ok := k.mattering[fn]; ok {
		return known
	}
	if len(fn.Blocks) == 0 {
		return k.modelled(fn)
	}
	k.mattering[fn] = false // for recursive calls
	for _, b := range fn.Blocks {
		if slices.ContainsFunc(b.Instrs, k.mattersInstr) {
			k.mattering[fn] = true
			return true
		}
	}
	return false
}
