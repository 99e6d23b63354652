// This file defines calls in their context, and goroutine bodies.

package extract

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/graph"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// A frame is a function called from one place in one context.
type frame struct {
	frameKey
	id      int
	info    *code.Function
	depth   int
	creator *frame // of a goroutine: where it is started
	again   bool   // such goroutines start such goroutines

	// In the current pass:
	body     *graph.Body
	region   *graph.Region
	loops    map[loopKey]*graph.Region
	loop     bool            // called again and again by one goroutine
	atBlock  *ssa.BasicBlock // where in parent
	catches  bool            // the caller recovers from panics
	args     []func(path string) graph.Val
	given    map[regKey]bool // free variables that have their values when the frame begins
	deferred []*deferred     // in the order in which they are executed; of earlier passes, too
	begun    bool            // deferred calls are executed
	left     int             // how many of them were not begun, then
	returns  bool            // a return was reached
	entry    map[instance]*graph.Node
	exit     *graph.Node
	queue    []waiting
	stub     func()      // what is executed instead of blocks
	unwinds  bool        // some fault may lead to the deferred calls
	unwound  *graph.Node // .. from here on
}

type frameKey struct {
	parent *frame
	iter   *iter // in parent
	instr  ssa.Instruction
	what   any // what tells calls of one instruction apart
	fn     *ssa.Function
	clo    *graph.Object // the closure
}

// An instance is a block in one iteration of the loops around it that are unrolled.
type instance struct {
	block *ssa.BasicBlock
	iter  *iter
}

// An iter is an iteration of an unrolled loop.
type iter struct{ iterKey }

type iterKey struct {
	outer *iter
	loop  *code.Loop
	n     int
}

func (x *Extractor) iteration(outer *iter, l *code.Loop, n int) *iter {
	k := iterKey{outer, l, n}
	it := x.iters[k]
	if it == nil {
		it = &iter{k}
		x.iters[k] = it
	}
	return it
}

// within returns the iterations of those loops only that contain a block.
func (x *Extractor) within(it *iter, b *ssa.BasicBlock) *iter {
	if it == nil {
		return nil
	}
	outer := x.within(it.outer, b)
	if !it.loop.Blocks[b] {
		return outer
	}
	if outer == it.outer {
		return it
	}
	return x.iteration(outer, it.loop, it.n)
}

func (x *Extractor) frame(k frameKey) *frame {
	fr := x.frames[k]
	if fr == nil {
		fr = &frame{frameKey: k, id: len(x.frames), info: x.Function(k.fn)}
		if k.parent != nil {
			fr.depth = k.parent.depth + 1
		}
		x.frames[k] = fr
	}
	return fr
}

// goroutine returns the frame of a goroutine that is started at the current point. If the current goroutine, or one of
// those that led to it, was started by the same instruction for the same call, then it is one of those.
func (x *Extractor) goroutine(k frameKey) *frame {
	for fr := x.fr; fr != nil; fr = fr.creator {
		for fr.parent != nil {
			fr = fr.parent
		}
		if fr.creator != nil && fr.instr == k.instr && fr.what == k.what && fr.fn == k.fn && fr.clo == k.clo {
			if !fr.again {
				fr.again, x.changed = true, true
			}
			return fr
		}
	}
	fr := x.frame(k)
	fr.parent, fr.creator = nil, x.fr
	return fr
}

// looping reports whether the current point is reached again and again by one goroutine.
func (x *Extractor) looping() bool {
	if x.fr == nil {
		return false
	}
	return x.fr.loop || x.blk != nil && x.inLoop(x.fr, x.blk, x.it)
}

// inLoop reports whether a block is in a loop that is not unrolled.
func (x *Extractor) inLoop(fr *frame, b *ssa.BasicBlock, it *iter) bool {
	n := 0
	for i := it; i != nil; i = i.outer {
		if x.last(loopKey{fr, i.outer, i.loop}) == i.n && i.n > 0 && i.loop.Blocks[b] {
			return true
		}
		n++
	}
	return fr.info.Cyclic[b] && len(fr.info.Around[b]) > n || fr.info.Cyclic[b] && len(fr.info.Around[b]) == 0
}

// region returns the innermost call or loop at the current point.
func (x *Extractor) region() *graph.Region {
	if x.fr == nil {
		return nil
	}
	return x.regionAt(x.fr, instance{x.blk, x.it}, nil)
}

// regionAt returns the innermost call or loop at a block, or a loop around it.
func (x *Extractor) regionAt(fr *frame, at instance, loop *code.Loop) *graph.Region {
	r := fr.region
	for _, l := range fr.info.Around[at.block] {
		k := loopKey{fr, x.within(at.iter, l.Head), l}
		inner := fr.loops[k]
		if inner == nil {
			inner = &graph.Region{Outer: r}
			fr.loops[k] = inner
		}
		r = inner
		if l == loop {
			break
		}
	}
	return r
}

// exhausting returns the loop at the current point by which an iterator comes to its end; nil if there is none.
func (x *Extractor) exhausting(i *ssa.Next) *graph.Region {
	for _, l := range x.fr.info.Around[x.blk] {
		if l.Exhausts(i) {
			return x.regionAt(x.fr, instance{x.blk, x.it}, l)
		}
	}
	return nil
}

// body returns the goroutine body that is started at the current point.
func (x *Extractor) newBody(fr *frame, pos token.Pos) *graph.Body {
	b := x.bodies[fr]
	if b == nil {
		b = &graph.Body{Index: len(x.bodyList), Name: code.FunctionName(fr.fn)}
		x.bodies[fr] = b
		x.bodyList, x.roots = append(x.bodyList, b), append(x.roots, fr)
		x.changed = true
	}
	if x.fr != nil {
		b.Many = x.fr.body.Many || x.looping() || fr.again
		b.Site, b.Service = x.Site(pos), x.early
	}
	x.started = true
	fr.body = b
	return b
}

// Value returns the value of an operand at the current point.
func (x *Extractor) Value(v ssa.Value, path string) graph.Val { return x.valueAt(x.fr, x.it, v, path) }

func (x *Extractor) valueAt(fr *frame, it *iter, v ssa.Value, path string) graph.Val {
	switch v := v.(type) {
	case *ssa.Const:
		return x.literal(v, path)
	case *ssa.Function:
		return graph.Constant(x.Atom(graph.AtomKey{Kind: graph.Func, Func: v}))
	case *ssa.Global:
		return graph.Constant(x.Ptr(x.global(v), ""))
	case *ssa.Builtin:
		return graph.Constant(x.Some())
	case *ssa.Parameter:
		for i, p := range fr.fn.Params {
			if p == v && i < len(fr.args) {
				return fr.args[i](path)
			}
		}
		if given, ok := x.vals[regKey{fr, nil, v, path}]; ok { // in the goroutine of a predeclared function
			return given
		}
		return graph.Constant(x.Other())
	case *ssa.FreeVar:
		return x.vals[regKey{fr, nil, v, path}]
	}
	return x.vals[regKey{fr, x.within(it, v.(ssa.Instruction).Block()), v, path}]
}

type regKey struct {
	frame *frame
	iter  *iter
	value ssa.Value
	path  string
}

// Set gives a register its value at the current point.
func (x *Extractor) Set(v ssa.Value, path string, to graph.Val) {
	x.bind(regKey{x.fr, x.it, v, path}, to)
}

// Define gives a register a location of its own and assigns to it.
func (x *Extractor) Define(v ssa.Value, path string, to graph.Val) *graph.Loc {
	l := x.Register(v, path)
	x.Grow(l, to.Set)
	x.Assign(graph.Assign{To: l, V: to})
	x.Set(v, path, graph.At(l))
	return l
}

// Register returns the location of a register at the current point.
func (x *Extractor) Register(v ssa.Value, path string) *graph.Loc {
	l := x.loc(locKey{frame: x.fr, iter: x.it, value: v, path: path})
	if l.Name == "" {
		l.Name = x.registerName(v) + path
	}
	return l
}

// Local returns a location of the current frame and iteration: of a register, or of what is told apart by a text.
func (x *Extractor) Local(v ssa.Value, extra string) *graph.Loc {
	return x.loc(locKey{frame: x.fr, iter: x.it, value: v, extra: extra})
}

// Prog returns the program in the form of package ssa.
func (x *Extractor) Prog() *ssa.Program { return x.code.Prog }

// Site returns a place in the current function. What wrappers do, which have no source, and libraries is at
// the place of the call.
func (x *Extractor) Site(pos token.Pos) skeleton.Site {
	fr := x.fr
	for fr.instr != nil && (!pos.IsValid() || x.code.Library(fr.fn) || fr.fn.Syntax() == nil) { // of a wrapper there is no text
		pos = fr.instr.Pos()
		if d, ok := fr.what.(deferKey); ok {
			pos = d.instr.Pos()
		}
		if fr.parent == nil {
			return fr.body.Site
		}
		fr = fr.parent
	}
	return x.code.Site(fr.fn, pos)
}

// Use notes that the current goroutine body uses a cell.
func (x *Extractor) Use(l *graph.Loc) {
	l.Use(x.fr.body)
	if l.Obj != nil {
		l.Obj.Used = l.Obj.Used || !x.early
	}
}
