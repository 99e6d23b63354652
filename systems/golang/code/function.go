// This file defines what is known of a function before it is executed.

package code

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"
)

// Facts are what is known of types and functions, for one extraction.
type Facts struct {
	Readable  map[*types.Package]bool  // of which there is code
	modelled  func(*ssa.Function) bool // of which there is a model, of those without code
	affects   func(*ssa.Function) bool // of those without code, that do more than to compute results
	leafCache typeutil.Map
	functions map[*ssa.Function]*Function
	mattering map[*ssa.Function]bool
	locking   map[*ssa.Function]bool
	touching  map[*ssa.Function]bool
	freshes   map[*ssa.Alloc]*fresh
	once      map[ssa.Value]*ssa.Store
}

// NewFacts returns the facts about a program; modelled says which functions without code may synchronise, affects which
// do more than to compute results.
func NewFacts(prog *ssa.Program, modelled, affects func(*ssa.Function) bool) *Facts {
	k := &Facts{
		Readable: map[*types.Package]bool{}, modelled: modelled, affects: affects, functions: map[*ssa.Function]*Function{},
		mattering: map[*ssa.Function]bool{}, locking: map[*ssa.Function]bool{}, touching: map[*ssa.Function]bool{}, freshes: map[*ssa.Alloc]*fresh{}, once: map[ssa.Value]*ssa.Store{},
	}
	for _, p := range prog.AllPackages() {
		if init := p.Func("init"); init != nil && len(init.Blocks) > 0 {
			k.Readable[p.Pkg] = true
		}
	}
	return k
}

// A Function is what is known of a function in all contexts.
type Function struct {
	fn      *ssa.Function
	loops   []*Loop
	Around  map[*ssa.BasicBlock][]*Loop // the loops that contain a block, outermost first
	Cyclic  map[*ssa.BasicBlock]bool
	Order   map[*ssa.BasicBlock]int // places in a reverse postorder: all that leads to a block comes before it, but for the ends of loops
	Returns int
}

// Heads reports whether a block is the head of a loop.
func (f *Function) Heads(b *ssa.BasicBlock) bool {
	around := f.Around[b]
	return len(around) > 0 && around[len(around)-1].Head == b
}

// Function returns what is known of a function.
func (k *Facts) Function(fn *ssa.Function) *Function {
	if f := k.functions[fn]; f != nil {
		return f
	}
	f := &Function{fn: fn, Around: map[*ssa.BasicBlock][]*Loop{}, Cyclic: map[*ssa.BasicBlock]bool{}, Order: map[*ssa.BasicBlock]int{}}
	k.functions[fn] = f
	f.order()
	heads := map[*ssa.BasicBlock]*Loop{}
	for _, b := range fn.Blocks {
		if _, ok := last(b).(*ssa.Return); ok && b != fn.Recover {
			f.Returns++
		}
		for _, h := range b.Succs {
			if !h.Dominates(b) {
				continue
			}
			l := heads[h]
			if l == nil {
				l = &Loop{Head: h, Blocks: map[*ssa.BasicBlock]bool{h: true}}
				heads[h] = l
				f.loops = append(f.loops, l)
			}
			for work := []*ssa.BasicBlock{b}; len(work) > 0; {
				b := work[len(work)-1]
				work = work[:len(work)-1]
				if !l.Blocks[b] {
					l.Blocks[b] = true
					work = append(work, b.Preds...)
				}
			}
		}
		f.Cyclic[b] = Reaches(b, b)
	}
	slices.SortStableFunc(f.loops, func(a, b *Loop) int { return len(b.Blocks) - len(a.Blocks) })
	for _, l := range f.loops {
		for _, b := range fn.Blocks {
			if !l.Blocks[b] {
				continue
			}
			f.Around[b] = append(f.Around[b], l)
			for _, i := range b.Instrs {
				if v, ok := i.(ssa.Value); ok && l.usedOutside(v) {
					l.Out = append(l.Out, v)
				}
			}
		}
		l.Fills = !k.matters(l)
		l.Counts = (!l.Fills || l.fills()) && !k.repeats(l) && (rangesMap(l.Head) || slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool { return l.Counter(b) != nil }))
	}
	return f
}

// order numbers the blocks.
func (f *Function) order() {
	left := len(f.fn.Blocks)
	var visit func(b *ssa.BasicBlock)
	visit = func(b *ssa.BasicBlock) {
		if _, seen := f.Order[b]; seen {
			return
		}
		f.Order[b] = 0
		for _, next := range b.Succs {
			visit(next)
		}
		left--
		f.Order[b] = left
	}
	for _, b := range f.fn.Blocks { // the first one leads to all but the one behind a recovered panic
		visit(b)
	}
}

func last(b *ssa.BasicBlock) ssa.Instruction { return b.Instrs[len(b.Instrs)-1] }

// Reaches reports whether a block can be executed behind another one.
func Reaches(from, to *ssa.BasicBlock) bool {
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
func (k *Facts) matters(l *Loop) bool {
	for b := range l.Blocks {
		if slices.ContainsFunc(b.Instrs, k.mattersInstr) {
			return true
		}
	}
	return false
}

func (k *Facts) mattersInstr(i ssa.Instruction) bool {
	switch i := i.(type) {
	case *ssa.Go, *ssa.Send, *ssa.Select, *ssa.MakeChan, *ssa.Defer, *ssa.MakeClosure, *ssa.Panic:
		return true
	case *ssa.UnOp:
		return i.Op == token.ARROW
	case *ssa.Alloc:
		return k.HasSync(Deref(i.Type()))
	case *ssa.MapUpdate:
		return Nillable(i.Value.Type())
	case *ssa.Store:
		_, indexed := i.Addr.(*ssa.IndexAddr)
		return indexed && Nillable(i.Val.Type())
	case *ssa.Call:
		if b, ok := i.Call.Value.(*ssa.Builtin); ok {
			switch b.Name() {
			case "append":
				s, ok := i.Type().Underlying().(*types.Slice)
				return ok && (Nillable(s.Elem()) || k.HasSync(s.Elem()))
			case "close":
				return true
			}
			return false
		}
		callee := i.Call.StaticCallee()
		if callee == nil {
			return true
		}
		return k.Matters(callee)
	}
	return false
}

// repeats reports whether a loop counts how often it does the same, which is very often, and no more than to lock and
// to unlock: then it does not matter how often that is.
func (k *Facts) repeats(l *Loop) bool {
	often := false
	for b := range l.Blocks {
		if test := l.Counter(b); test != nil {
			for _, v := range []ssa.Value{test.X, test.Y} {
				n, ok := v.(*ssa.Const)
				often = often || ok && n.Int64() > MaxArray
			}
		}
		for _, i := range b.Instrs {
			for _, op := range i.Operands(nil) {
				if *op == nil || !l.Counted(*op) {
					continue
				}
				switch i := i.(type) {
				case *ssa.DebugRef:
				case *ssa.Phi:
					if b != l.Head {
						return false
					}
				case *ssa.BinOp:
					if i != l.Counter(b) && !l.Counted(i) {
						return false
					}
				default:
					return false
				}
			}
			if !k.onlyLocks(i) {
				return false
			}
		}
	}
	return often && !rangesMap(l.Head)
}

// onlyLocks reports whether an instruction does nothing for which iterations are told apart but to lock and unlock.
func (k *Facts) onlyLocks(i ssa.Instruction) bool {
	c, isCall := i.(ssa.CallInstruction)
	if !k.mattersInstr(i) {
		return true
	}
	if !isCall {
		return false
	}
	callee := c.Common().StaticCallee()
	if _, starts := i.(*ssa.Go); starts || callee == nil {
		return false
	}
	switch callee.String() {
	case "(*sync.Mutex).Lock", "(*sync.Mutex).Unlock", "(*sync.RWMutex).Lock", "(*sync.RWMutex).Unlock", "(*sync.RWMutex).RLock", "(*sync.RWMutex).RUnlock":
		return true
	}
	if known, ok := k.locking[callee]; ok {
		return known
	}
	k.locking[callee] = false // for recursive calls
	for _, b := range callee.Blocks {
		if slices.ContainsFunc(b.Instrs, func(i ssa.Instruction) bool { return !k.onlyLocks(i) }) {
			return false
		}
	}
	k.locking[callee] = len(callee.Blocks) > 0 && !k.modelled(callee)
	return k.locking[callee]
}

// Matters reports whether a function may synchronise.
func (k *Facts) Matters(fn *ssa.Function) bool {
	if known, ok := k.mattering[fn]; ok {
		return known
	}
	if len(fn.Blocks) == 0 || k.modelled(fn) {
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

// Touches reports whether a function may synchronise, or access what others see, itself or by a library.
func (k *Facts) Touches(fn *ssa.Function) bool {
	if known, ok := k.touching[fn]; ok {
		return known
	}
	if k.Matters(fn) {
		return true
	}
	k.touching[fn] = false // for recursive calls
	for _, b := range fn.Blocks {
		if slices.ContainsFunc(b.Instrs, k.touchesInstr) {
			k.touching[fn] = true
			return true
		}
	}
	return false
}

func (k *Facts) touchesInstr(i ssa.Instruction) bool {
	switch i := i.(type) {
	case *ssa.Store:
		_, own := i.Addr.(*ssa.Alloc)
		return !own
	case *ssa.UnOp:
		_, own := i.X.(*ssa.Alloc)
		return i.Op == token.MUL && !own
	case *ssa.MapUpdate, *ssa.Lookup, *ssa.Range:
		return true
	case *ssa.Call:
		callee := i.Call.StaticCallee()
		return callee != nil && (len(callee.Blocks) == 0 && k.affects(callee) || k.Touches(callee))
	}
	return false
}
