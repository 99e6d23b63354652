// This file defines deferred calls, and what executes them: returns, panics, runtime.Goexit.

package golang

import (
	"fmt"
	"go/token"

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
}

// deferral executes a defer statement.
func (x *extractor) deferral(i *ssa.Defer) {
	d := &deferred{instr: i, iter: x.it, loop: x.inLoop(x.fr, x.blk, x.it)}
	d.flag = x.loc(locKey{frame: x.fr, iter: x.it, extra: fmt.Sprintf("deferred %p", i)})
	d.flag.Name, d.flag.Zero = "deferred", x.Bool(false)
	x.grow(d.flag, graph.Single(x.Bool(false)).With(x.Bool(true)))
	x.assign(graph.Assign{To: d.flag, V: graph.Constant(x.Bool(true))})
	x.fr.deferred = append(x.fr.deferred, d)
}

// runDefers executes the deferred calls of a frame, the last one first, at the current point. cause tells
// points apart that are not in the frame itself.
func (x *extractor) runDefers(fr *frame, at ssa.Instruction, cause any) {
	for n := len(fr.deferred) - 1; n >= 0 && !x.dead; n-- {
		d := fr.deferred[n]
		run := func() { x.runDeferred(fr, d, at, cause) }
		always := d.iter == nil && !d.loop && fr.atOrBehind(d.instr.Block(), x.deferPoint(fr))
		if always {
			run()
			continue
		}
		x.branch(graph.Is{Loc: d.flag, Set: graph.Single(x.Bool(true))}, func() {
			run()
			if d.loop && !x.dead {
				x.branch(graph.Either{}, run, func() {})
			}
		}, func() {})
		if d.loop {
			x.note(d.instr.Pos(), "defer in a loop", "one or two of the deferred calls are executed", true)
		}
	}
	// Whoever calls the function again begins with none.
	if fr.loop {
		var do []graph.Assign
		for _, d := range fr.deferred {
			do = append(do, graph.Assign{To: d.flag, V: graph.Constant(x.Bool(false))})
		}
		x.assignAll(do)
	}
}

// deferPoint returns the block of a frame in which the current point lies.
func (x *extractor) deferPoint(fr *frame) *ssa.BasicBlock {
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

func (x *extractor) runDeferred(fr *frame, d *deferred, at ssa.Instruction, cause any) {
	c := &d.instr.Call
	if b, ok := c.Value.(*ssa.Builtin); ok {
		saved, it := x.fr, x.it
		x.fr, x.it = fr, d.iter
		x.builtin(b, nil, c, d.instr.Pos())
		x.fr, x.it = saved, it
		return
	}
	x.dispatch(c, fr, d.iter, func(to Call) {
		to.instr, to.pos = at, d.instr.Pos()
		to.what = deferKey{d.instr, d.iter, cause}
		x.perform(&to)
	})
}

type deferKey struct {
	instr *ssa.Defer
	iter  *iter
	cause any
}

// goexit executes the deferred calls of the whole stack and ends the goroutine.
func (x *extractor) goexit(c *Call) {
	for fr := x.fr; fr != nil && !x.dead; fr = fr.parent {
		x.runDefers(fr, c.instr, exitKey{fr, c.what})
		if k, ok := fr.what.(callKey); ok && k.what == subtest && !x.dead {
			fr.returns++ // a goroutine of its own, but its creator waits for it
			x.link(fr.exit)
			x.dead = true
			return
		}
	}
	if !x.dead {
		if x.fr.body.Index == 0 {
			x.cleanups()
		}
		x.end(skeleton.End)
	}
	x.dead = true
}

type exitKey struct {
	fr   *frame
	what any
}

// recovering returns the innermost frame of the stack that recovers from panics; nil if none does.
func (x *extractor) recovering() *frame {
	for fr := x.fr; fr != nil; fr = fr.parent {
		for _, d := range fr.deferred {
			if fn := d.instr.Call.StaticCallee(); fn != nil && callsRecover(fn) {
				return fr
			}
		}
	}
	return nil
}

func callsRecover(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			if c, ok := i.(*ssa.Call); ok {
				if b, ok := c.Call.Value.(*ssa.Builtin); ok && b.Name() == "recover" {
					return true
				}
			}
		}
	}
	return false
}

// unwind executes the deferred calls up to the frame that recovers, which then returns.
func (x *extractor) unwind(pos token.Pos, to *frame) {
	at := x.blk.Instrs[len(x.blk.Instrs)-1]
	for fr := x.fr; !x.dead; fr = fr.parent {
		x.panicking = fr == to
		x.runDefers(fr, at, exitKey{fr, pos})
		x.panicking = false
		if fr == to {
			break
		}
	}
	if !x.dead {
		to.returns++
		x.recoveredResults(to)
		x.link(to.exit)
	}
	x.dead = true
}

// recoveredResults gives a function that recovered any results.
func (x *extractor) recoveredResults(fr *frame) {
	results := fr.fn.Signature.Results()
	var do []graph.Assign
	for n := range results.Len() {
		for _, l := range x.Leaves(results.At(n).Type()) {
			path := code.Field(n) + l.Path
			to := x.loc(locKey{frame: fr, path: path, extra: "result"})
			v := graph.Val{Set: x.unknown(l.Type, nil)}
			x.grow(to, v.Set)
			x.vals[regKey{fr, nil, nil, path}] = graph.At(to)
			do = append(do, graph.Assign{To: to, V: v})
		}
	}
	x.assignAll(do)
}

// recovers returns the result of recover().
func (x *extractor) recovers() graph.Val {
	if x.panicking {
		return graph.Constant(x.Some())
	}
	return graph.Constant(x.Nil())
}
