// This file defines deferred calls, and what executes them: returns, panics, runtime.Goexit.

package extract

import (
	"fmt"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/parser/golang/code"
	"github.com/ijit/ijit/parser/golang/graph"
	"github.com/ijit/ijit/parser/golang/skeleton"
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
	for n := len(pending) - 1; n >= 0 && !x.Dead; n-- {
		d := pending[n]
		fr.left = n
		run := func() { x.runDeferred(fr, d, at, cause) }
		if x.executed(fr, d) {
			run()
			x.recovered(fr, d, true)
			continue
		}
		x.Branch(graph.Is{Loc: d.flag, Set: graph.Single(x.Bool(true))}, func() {
			run()
			if d.loop && !x.Dead {
				x.Branch(graph.Either{}, run, func() {})
			}
		}, func() {})
		if d.loop {
			x.Note(d.instr.Pos(), "defer in a loop", "one or two of the deferred calls are executed", true)
		}
		x.recovered(fr, d, false)
	}
	// Whoever calls the function again begins with none.
	if fr.loop {
		var do []graph.Assign
		for _, d := range fr.deferred {
			do = append(do, graph.Assign{To: d.flag, V: graph.Constant(x.Bool(false))})
		}
		x.AssignAll(do)
	}
	fr.left = 0
	return done
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
	for fr := x.fr; fr != nil && !x.Dead; fr = fr.parent {
		defer x.runDefers(fr, c.Instr, exitKey{fr, c.What})()
		if k, ok := fr.what.(CallKey); ok && k.What == Subtest && !x.Dead {
			fr.returns++ // a goroutine of its own, but its creator waits for it
			x.link(fr.exit)
			x.Dead = true
			return
		}
	}
	if !x.Dead {
		if x.fr.body.Index == 0 {
			x.endTest(nil, x.roots[0].fn.Pos())
		}
		x.end(skeleton.End)
	}
	x.Dead = true
}

type exitKey struct {
	fr   *frame
	what any
}

// recovering returns the innermost frame, from one of the stack on, that may recover from panics, and the deferred
// calls that do; nil if none does.
func (x *Extractor) recovering(fr *frame) (*frame, []*deferred) {
	for ; fr != nil; fr = fr.parent {
		var by []*deferred
		for _, d := range fr.pending() {
			if may, _ := x.recoversBy(fr, d); d.seen && may {
				by = append(by, d)
			}
		}
		if len(by) > 0 {
			return fr, by
		}
	}
	return nil, nil
}

// recoversBy reports whether a deferred call may recover from panics, and whether it always does.
func (x *Extractor) recoversBy(fr *frame, d *deferred) (may, always bool) {
	c, list := &d.instr.Call, []*ssa.Function(nil)
	switch fn := c.StaticCallee(); {
	case fn != nil:
		list = append(list, fn)
	case c.IsInvoke():
		for _, a := range x.valueAt(fr, d.iter, c.Value, "").Set {
			if a.Kind == graph.Box {
				list = append(list, x.Prog().LookupMethod(a.Type, c.Method.Pkg(), c.Method.Name()))
			}
		}
	default:
		for _, a := range x.valueAt(fr, d.iter, c.Value, "").Set {
			if a.Kind == graph.Func {
				list = append(list, a.Func)
			}
		}
	}
	always = true
	for _, fn := range list {
		b := callsRecover(fn)
		may, always = may || b != nil, always && b != nil && b.Index == 0
	}
	return may, may && always
}

// callsRecover returns the first block of a function that calls recover.
func callsRecover(fn *ssa.Function) *ssa.BasicBlock {
	if fn == nil {
		return nil
	}
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			if c, ok := i.(*ssa.Call); ok {
				if callee, ok := c.Call.Value.(*ssa.Builtin); ok && callee.Name() == "recover" {
					return b
				}
			}
		}
	}
	return nil
}

// panics executes what happens behind a panic, from a frame of the stack on: deferred calls up to a frame that
// recovers, or the end of the program.
func (x *Extractor) panics(fr *frame, pos token.Pos, message string) {
	to, by := x.recovering(fr)
	if to == nil {
		n := x.node(skeleton.Panic)
		if n != nil {
			n.Site, n.Message = x.Site(pos), message
		}
		x.Add(n)
		x.Dead = true
		return
	}
	var try func(k int)
	try = func(k int) {
		if k < 0 {
			x.panics(to.parent, pos, message)
			return
		}
		recovers := func() { x.unwind(pos, to) }
		if _, always := x.recoversBy(to, by[k]); !always {
			recovers = func() { x.Branch(graph.Either{}, func() { x.unwind(pos, to) }, func() { try(k - 1) }) }
		}
		if x.executed(to, by[k]) {
			recovers()
			return
		}
		x.Branch(graph.Is{Loc: by[k].flag, Set: graph.Single(x.Bool(true))}, recovers, func() { try(k - 1) })
	}
	try(len(by) - 1)
	x.Dead = true
}

// executed reports whether each execution up to the current point has executed a defer statement, once.
func (x *Extractor) executed(fr *frame, d *deferred) bool {
	return d.iter == nil && !d.loop && fr.atOrBehind(d.instr.Block(), x.deferPoint(fr))
}

// unwind executes the deferred calls up to the frame that recovers, which then returns.
func (x *Extractor) unwind(pos token.Pos, to *frame) {
	at := x.blk.Instrs[len(x.blk.Instrs)-1]
	value, from := x.panicValue, x.panicFrame
	defer func() { x.panicValue, x.panicFrame = value, from }()
	x.panicFrame = x.fr
	for fr := x.fr; !x.Dead; fr = fr.parent {
		x.panicValue = nil
		if fr == to {
			x.panicValue = graph.Single(x.Some())
		}
		defer x.runDefers(fr, at, exitKey{fr, pos})()
		if fr == to {
			break
		}
	}
	if !x.Dead {
		to.returns++
		x.recoveredResults(to)
		x.link(to.exit)
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

// recovers returns the result of recover(): nil but in functions that a panic calls, until one of them has recovered.
func (x *Extractor) recovers() graph.Val {
	outer := x.fr.parent
	for outer != nil && outer != x.panicFrame && outer.fn.Synthetic != "" {
		outer = outer.parent
	}
	if len(x.panicValue) == 0 || outer != x.panicFrame {
		return graph.Constant(x.Nil())
	}
	v := x.panicValue
	x.panicValue = v.With(x.Nil())
	return graph.Val{Set: v}
}

// recovered notes that a deferred call was executed, after which a panic may be recovered.
func (x *Extractor) recovered(fr *frame, d *deferred, executed bool) {
	if len(x.panicValue) == 0 {
		return
	}
	switch may, always := x.recoversBy(fr, d); {
	case may && always && executed:
		x.panicValue = nil
	case may:
		x.panicValue = x.panicValue.With(x.Nil())
	}
}
