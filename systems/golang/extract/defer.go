// This file defines deferred calls, and what executes them: returns, panics, runtime.Goexit.

package extract

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/graph"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// A deferred is a defer statement in one iteration.
type deferred struct {
	instr *ssa.Defer
	iter  *iter
	flag  *graph.Loc // says that it was executed
	loop  bool       // it may have been executed several times
	seen  bool       // in the current pass
}

// deferral executes a defer statement. A return may have been executed before, since the order of blocks is not
// that of executions: then the next pass knows of the statement there.
func (x *Extractor) deferral(i *ssa.Defer) {
	if i.DeferStack != nil && x.fr.fn.Parent() != nil {
		x.Note(i.Pos(), "defer in the body of a loop over a function", "the deferred call is not executed", skeleton.OpensAll)
		return
	}
	k := slices.IndexFunc(x.fr.deferred, func(d *deferred) bool { return d.instr == i && d.iter == x.it })
	if k < 0 {
		k = len(x.fr.deferred)
		for k > 0 && i.Block() != x.fr.deferred[k-1].instr.Block() && code.Reaches(i.Block(), x.fr.deferred[k-1].instr.Block()) &&
			!code.Reaches(x.fr.deferred[k-1].instr.Block(), i.Block()) {
			k-- // the other one is executed later, and its call before
		}
		x.fr.deferred = slices.Insert(x.fr.deferred, k, &deferred{instr: i, iter: x.it})
		x.changed = true
	}
	d := x.fr.deferred[k]
	d.loop, d.seen = x.inLoop(x.fr, x.blk, x.it), true
	d.flag = x.loc(locKey{frame: x.fr, iter: x.it, extra: fmt.Sprintf("deferred %p", i)})
	d.flag.Name, d.flag.Zero = "deferred", x.Bool(false)
	x.Grow(d.flag, graph.Single(x.Bool(false)).With(x.Bool(true)))
	if i.Call.IsInvoke() { // a function that is nil panics when it is called, an interface now
		x.dereference(i.Call.Value, i.Pos())
	}
	x.Assign(graph.Assign{To: d.flag, V: graph.Constant(x.Bool(true))})
}

// runDefers executes the deferred calls of a frame, the last one first, at the current point. cause tells
// points apart that are not in the frame itself. If one of them panics or exits, it and those before it are not
// executed again: those that are left are known until the caller ends the run by done.
func (x *Extractor) runDefers(fr *frame, at ssa.Instruction, cause any) (done func()) {
	begun, left := fr.begun, fr.left
	done = func() { fr.begun, fr.left = begun, left }
	pending := fr.pending()
	fr.begun = true
	x.runFrom(fr, pending, at, cause)
	fr.left = 0
	return done
}

// runFrom executes some deferred calls of a frame, the last one first. If one of them may have recovered from a panic,
// the frame returns where it has.
func (x *Extractor) runFrom(fr *frame, pending []*deferred, at ssa.Instruction, cause any) {
	for n := len(pending) - 1; n >= 0 && !x.Dead; n-- {
		d := pending[n]
		fr.left = n
		run := func() { x.runDeferred(fr, d, at, cause) }
		executed := x.executed(fr, d)
		if executed {
			run()
		} else {
			x.Branch(graph.Is{Loc: d.flag, Set: graph.Single(x.Bool(true))}, func() {
				run()
				if d.loop && !x.Dead {
					x.Branch(graph.Either{}, run, func() {})
				}
			}, func() {})
		}
		if d.loop {
			x.Note(d.instr.Pos(), "defer in a loop", "one or two of the deferred calls are executed", skeleton.OpensAll)
		}
		p := x.panicking
		if p == nil || p.at != fr || x.Dead {
			continue
		}
		switch may, always := x.recoversBy(fr, d); {
		case may && always && executed:
			x.panicking = nil
		case may:
			x.Branch(graph.At(p.recovered).IsTrue(), func() {
				x.panicking = nil
				x.runFrom(fr, pending[:n], at, exitKey{fr, CallKey{cause, "recovered"}})
				x.returnRecovered(fr)
				x.panicking = p
			}, func() {})
		}
	}
	// Whoever calls the function again begins with none.
	if fr.loop {
		var do []graph.Assign
		for _, d := range fr.deferred {
			do = append(do, graph.Assign{To: d.flag, V: graph.Constant(x.Bool(false))})
		}
		x.AssignAll(do)
	}
}

// pending returns the deferred calls of a frame that were not begun.
func (fr *frame) pending() []*deferred {
	if fr.begun {
		return fr.deferred[:fr.left]
	}
	return fr.deferred
}

// deferPoint returns the block of a frame in which the current point lies.
func (x *Extractor) deferPoint(fr *frame) *ssa.BasicBlock {
	if x.fr == fr {
		return x.blk
	}
	for f := x.fr; f != nil; f = f.parent {
		if f.parent == fr {
			return f.atBlock
		}
	}
	return nil
}

func (fr *frame) atOrBehind(d, b *ssa.BasicBlock) bool { return b != nil && d.Dominates(b) }

func (x *Extractor) runDeferred(fr *frame, d *deferred, at ssa.Instruction, cause any) {
	c := &d.instr.Call
	if b, ok := c.Value.(*ssa.Builtin); ok {
		saved, it := x.fr, x.it
		x.fr, x.it = fr, d.iter
		x.builtin(b, nil, c, d.instr.Pos())
		x.fr, x.it = saved, it
		return
	}
	x.dispatch(c, fr, d.iter, func(to Call) {
		to.Instr, to.Pos = at, d.instr.Pos()
		to.What = deferKey{d.instr, d.iter, cause}
		x.Perform(&to)
	})
}

type deferKey struct {
	instr *ssa.Defer
	iter  *iter
	cause any
}

// Goexit executes the deferred calls of the whole stack and ends the goroutine.
func (x *Extractor) Goexit(c *Call) {
	defer func(p *panicking) { x.panicking = p }(x.panicking)
	x.panicking = nil
	for fr := x.fr; fr != nil && !x.Dead; fr = fr.parent {
		defer x.runDefers(fr, c.Instr, exitKey{fr, c.What})()
		if k, ok := fr.what.(CallKey); ok && k.What == Subtest && !x.Dead {
			x.returned(fr) // a goroutine of its own, but its creator waits for it
			x.Dead = true
			return
		}
	}
	if !x.Dead {
		entry := x.fr.body.Index == 0
		if entry {
			x.endTest(nil, x.roots[0].fn.Pos())
		}
		n := x.node(skeleton.End)
		if n != nil {
			n.Failed, n.Site = entry, x.Site(c.Pos)
		}
		x.Add(n)
	}
	x.Dead = true
}

type exitKey struct {
	fr   *frame
	what any
}

// recovering reports whether a deferred call of a frame, or of those around it, may recover from panics, or a caller
// does.
func (x *Extractor) recovering(fr *frame) bool {
	for ; fr != nil; fr = fr.parent {
		if fr.catches {
			return true
		}
		for _, d := range fr.pending() {
			if may, _ := x.recoversBy(fr, d); d.seen && may {
				return true
			}
		}
	}
	return false
}

// recoversBy reports whether a deferred call may recover from panics, and whether it always does.
func (x *Extractor) recoversBy(fr *frame, d *deferred) (may, always bool) {
	always = true
	for _, fn := range x.callees(fr, d) {
		b, _ := callsRecover(wrapped(fn))
		may, always = may || b != nil, always && b != nil && b.Index == 0
	}
	return may, may && always
}

// isWrapper reports whether a function has no source: it calls the method that it stands for.
func isWrapper(fn *ssa.Function) bool { return fn.Synthetic != "" && fn.Syntax() == nil }

// wrapped returns the method that a wrapper stands for, as far as that is plain; any other function is itself.
func wrapped(fn *ssa.Function) *ssa.Function {
	for fn != nil && isWrapper(fn) {
		var method *ssa.Function
		for _, b := range fn.Blocks {
			for _, i := range b.Instrs {
				if c, ok := i.(*ssa.Call); ok && c.Call.StaticCallee() != nil {
					method = c.Call.StaticCallee()
				}
			}
		}
		if method == nil {
			break
		}
		fn = method
	}
	return fn
}

// callees returns the functions that a deferred call may call.
func (x *Extractor) callees(fr *frame, d *deferred) (list []*ssa.Function) {
	c := &d.instr.Call
	if fn := c.StaticCallee(); fn != nil {
		return []*ssa.Function{fn}
	}
	for _, a := range x.valueAt(fr, d.iter, c.Value, "").Set {
		switch {
		case a.Kind == graph.Func:
			list = append(list, a.Func)
		case a.Kind == graph.Box && c.IsInvoke():
			list = append(list, x.Prog().LookupMethod(a.Type, c.Method.Pkg(), c.Method.Name()))
		}
	}
	return list
}

// heldUp reports whether a panic comes to a deferred call that may wait before it ends the program, which then may
// never end.
func (x *Extractor) heldUp(fr *frame) bool {
	for ; fr != nil; fr = fr.parent {
		for _, d := range fr.pending() {
			if d.seen && slices.ContainsFunc(x.callees(fr, d), x.mayWait) {
				return true
			}
		}
	}
	return false
}

// mayWait reports whether a function may wait for other goroutines.
func (x *Extractor) mayWait(fn *ssa.Function) bool {
	may, known := x.waiting[fn]
	if !known {
		may = x.comesToWait(fn, map[*ssa.Function]bool{})
		x.waiting[fn] = may
	}
	return may
}

func (x *Extractor) comesToWait(fn *ssa.Function, seen map[*ssa.Function]bool) bool {
	if fn == nil || seen[fn] {
		return false
	}
	seen[fn] = true
	if x.model(fn) != nil {
		return slices.Contains([]string{"Acquire", "Do", "Go", "Lock", "RLock", "Run", "Wait"}, fn.Name())
	}
	if e, ok := x.library.Effects[x.modelName(fn)]; ok {
		return e.Blocks
	}
	return slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, func(i ssa.Instruction) bool {
			switch i := i.(type) {
			case *ssa.Send:
				return true
			case *ssa.Select:
				return i.Blocking
			case *ssa.UnOp:
				return i.Op == token.ARROW
			case ssa.CallInstruction:
				if _, starts := i.(*ssa.Go); starts {
					return false
				}
				_, builtin := i.Common().Value.(*ssa.Builtin)
				fn := i.Common().StaticCallee()
				return fn == nil && !builtin || x.comesToWait(fn, seen)
			}
			return false
		})
	})
}

// callsRecover returns the first block of a function that calls recover, and how many such calls there are.
func callsRecover(fn *ssa.Function) (first *ssa.BasicBlock, calls int) {
	if fn == nil {
		return nil, 0
	}
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			if c, ok := i.(*ssa.Call); ok {
				if callee, ok := c.Call.Value.(*ssa.Builtin); ok && callee.Name() == "recover" {
					if calls++; first == nil {
						first = b
					}
				}
			}
		}
	}
	return first, calls
}

// A panicking is a panic that is followed to the deferred call that recovers.
type panicking struct {
	from      *frame     // where the panic is
	at        *frame     // whose deferred calls are executed
	recovered *graph.Loc // says whether recover was called
}

// panics executes what happens behind a panic.
func (x *Extractor) panics(pos token.Pos, message string) {
	var at ssa.Instruction
	if x.blk != nil {
		at = x.blk.Instrs[len(x.blk.Instrs)-1]
	}
	x.propagate(at, fmt.Sprintf("%p %v", x.blk, pos), func() {
		n := x.node(skeleton.Panic)
		if n != nil {
			n.Site, n.Message, n.Fault = x.Site(pos), message, slices.Contains(faults, message)
		}
		x.Add(n)
	})
}

// byFault is the cause of a panic that the runtime makes.
const byFault = "fault"

// propagate executes the deferred calls of each frame of the stack, until one has recovered from a panic and its frame
// returns. Where no frame is left that may recover, or hold up the panic, end ends the program. A text tells panics in
// one iteration apart.
func (x *Extractor) propagate(at ssa.Instruction, cause string, end func()) {
	defer func(p *panicking) { x.panicking = p }(x.panicking)
	p := &panicking{from: x.fr, recovered: x.loc(locKey{frame: x.fr, iter: x.it, extra: "recovered " + cause})}
	p.recovered.Name, p.recovered.Zero = "recovered", x.Bool(false)
	x.Grow(p.recovered, graph.Single(x.Bool(false)).With(x.Bool(true)))
	x.panicking = p
	if cause != byFault && !x.recovering(x.fr) && x.heldUp(x.fr) { // which may be what ends the program
		x.Branch(graph.Either{}, func() { end(); x.Dead = true }, func() {})
	}
	for fr := x.fr; !x.Dead; fr = fr.parent {
		if !x.recovering(fr) && !x.heldUp(fr) {
			end()
			break
		}
		if fr == p.from {
			x.Assign(graph.Assign{To: p.recovered, V: graph.Constant(x.Bool(false))})
		}
		p.at = fr
		defer x.runDefers(fr, at, exitKey{fr, cause})()
		if x.panicking == nil || fr.catches {
			x.returnRecovered(fr)
		}
	}
	x.Dead = true
}

// executed reports whether each execution up to the current point has executed a defer statement, once.
func (x *Extractor) executed(fr *frame, d *deferred) bool {
	at := x.deferPoint(fr)
	return d.iter == nil && !d.loop && fr.atOrBehind(d.instr.Block(), at) && (d.seen || d.instr.Block() != at)
}

// returnRecovered returns from a frame that has recovered.
func (x *Extractor) returnRecovered(fr *frame) {
	if !x.Dead {
		x.recoveredResults(fr)
		x.returned(fr)
	}
	x.Dead = true
}

// recoveredResults gives a function that recovered any results.
func (x *Extractor) recoveredResults(fr *frame) {
	results := fr.fn.Signature.Results()
	var do []graph.Assign
	for n := range results.Len() {
		for _, l := range x.Leaves(results.At(n).Type()) {
			path := code.Field(n) + l.Path
			to := x.loc(locKey{frame: fr, path: path, extra: "result"})
			v := graph.Val{Set: x.unknown(l.Type, nil)}
			x.Grow(to, v.Set)
			x.vals[regKey{fr, nil, nil, path}] = graph.At(to)
			do = append(do, graph.Assign{To: to, V: v})
		}
	}
	x.AssignAll(do)
}

// thrown returns the register of all values of panics.
func (x *Extractor) thrown() *graph.Loc { return x.loc(locKey{extra: "thrown"}) }

// recovers executes recover(): its result is nil but in functions that a panic calls, until one of them has recovered.
func (x *Extractor) recovers(i *ssa.Call) {
	outer, p := x.fr.parent, x.panicking
	for outer != nil && p != nil && outer != p.from && isWrapper(outer.fn) {
		outer = outer.parent
	}
	if p == nil || outer != p.from {
		x.Set(i, "", graph.Constant(x.Nil()))
		return
	}
	first := func() {
		for _, a := range x.thrown().Set {
			if a.Kind == graph.Box && x.does(a.Type, nil) {
				x.Note(i.Pos(), "recover of "+types.TypeString(a.Type, nil), "methods of what it returns may be called, which is not seen", skeleton.OpensAll)
			}
		}
		x.Set(i, "", graph.Constant(x.Some()))
		x.Assign(graph.Assign{To: p.recovered, V: graph.Constant(x.Bool(true))})
	}
	if _, calls := callsRecover(x.fr.fn); calls == 1 && !x.fr.info.Cyclic[x.blk] {
		first()
		return
	}
	x.Branch(graph.At(p.recovered).IsTrue(), func() { x.Set(i, "", graph.Constant(x.Nil())) }, first)
}
