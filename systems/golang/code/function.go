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
	effects   func(*ssa.Function) (some, beyondReading bool)
	leafCache typeutil.Map
	functions map[*ssa.Function]*Function
	mattering property
	locking   map[*ssa.Function]bool
	touching  property
	altering  property
	freshes   map[*ssa.Alloc]*fresh
	once      map[ssa.Value]*ssa.Store
}

// NewFacts returns the facts about a program. Of functions without code, modelled says which may synchronise, and effects
// which do more than to compute results, and which more than to read and to call methods, too.
func NewFacts(prog *ssa.Program, modelled func(*ssa.Function) bool, effects func(*ssa.Function) (some, beyondReading bool)) *Facts {
	k := &Facts{
		Readable: map[*types.Package]bool{}, modelled: modelled, effects: effects, functions: map[*ssa.Function]*Function{},
		locking: map[*ssa.Function]bool{}, freshes: map[*ssa.Alloc]*fresh{}, once: map[ssa.Value]*ssa.Store{},
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
	Tangled bool // a cycle has several entries, as goto makes them
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
				f.Tangled = f.Tangled || f.Order[h] <= f.Order[b]
				continue
			}
			l := heads[h]
			if l == nil {
				l = &Loop{Head: h, Blocks: map[*ssa.BasicBlock]bool{h: true}, endings: map[*ssa.BasicBlock]Ending{}}
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

// A property of functions is one that a function has if an instruction of it has it, or a function that it calls.
type property struct {
	known   map[*ssa.Function]bool
	assumed []*ssa.Function // not to have it, since they call each other and no instruction is found so far
	depth   int
}

// of reports whether a function has the property, by whether an instruction has it.
func (p *property) of(fn *ssa.Function, has func(ssa.Instruction) bool) bool {
	if known, ok := p.known[fn]; ok {
		return known
	}
	if p.depth == 0 {
		if p.known == nil {
			p.known = map[*ssa.Function]bool{}
		}
		p.assumed = p.assumed[:0]
	}
	p.known[fn] = false
	p.assumed = append(p.assumed, fn)
	p.depth++
	found := slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool { return slices.ContainsFunc(b.Instrs, has) })
	p.depth--
	p.known[fn] = found
	if found && p.depth == 0 { // what was found not to have it may call one that has it
		for _, f := range p.assumed {
			if !p.known[f] {
				delete(p.known, f)
			}
		}
	}
	return found
}

// Matters reports whether a function may synchronise.
func (k *Facts) Matters(fn *ssa.Function) bool {
	if known, ok := k.mattering.known[fn]; ok {
		return known
	}
	if len(fn.Blocks) == 0 || k.modelled(fn) {
		return k.modelled(fn)
	}
	return k.mattering.of(fn, k.mattersInstr)
}

// Touches reports whether a function may synchronise, or access what others see, itself or by a library.
func (k *Facts) Touches(fn *ssa.Function) bool {
	return k.Matters(fn) || k.touching.of(fn, func(i ssa.Instruction) bool {
		some, _ := k.calls(i)
		return loads(i) || stores(i) || some || k.calleeHas(i, k.Touches)
	})
}

// Alters reports whether a function may do more than to read what others see, itself or by a library.
func (k *Facts) Alters(fn *ssa.Function) bool {
	return k.Matters(fn) || k.altering.of(fn, func(i ssa.Instruction) bool {
		_, beyond := k.calls(i)
		return stores(i) || beyond || k.calleeHas(i, k.Alters)
	})
}

// calls returns what an instruction does if it is the call of a function without code.
func (k *Facts) calls(i ssa.Instruction) (some, beyondReading bool) {
	if call, ok := i.(*ssa.Call); ok {
		if callee := call.Call.StaticCallee(); callee != nil && len(callee.Blocks) == 0 {
			return k.effects(callee)
		}
	}
	return false, false
}

// calleeHas reports whether an instruction calls a function that has a property.
func (k *Facts) calleeHas(i ssa.Instruction, property func(*ssa.Function) bool) bool {
	call, ok := i.(*ssa.Call)
	return ok && call.Call.StaticCallee() != nil && property(call.Call.StaticCallee())
}

// loads reports whether an instruction loads what others may see.
func loads(i ssa.Instruction) bool {
	switch i := i.(type) {
	case *ssa.UnOp:
		_, own := i.X.(*ssa.Alloc)
		return i.Op == token.MUL && !own
	case *ssa.Lookup, *ssa.Range:
		return true
	}
	return false
}

// stores reports whether an instruction stores to what others may see.
func stores(i ssa.Instruction) bool {
	switch i := i.(type) {
	case *ssa.Store:
		_, own := i.Addr.(*ssa.Alloc)
		return !own
	case *ssa.MapUpdate:
		return true
	case *ssa.Call:
		b, ok := i.Call.Value.(*ssa.Builtin)
		return ok && slices.Contains([]string{"append", "clear", "copy", "delete"}, b.Name())
	}
	return false
}
