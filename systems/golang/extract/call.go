// This file defines calls and go statements.

package extract

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/graph"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// A Call is a call of one function.
type Call struct {
	X      *Extractor
	Instr  ssa.Instruction // the place of the call
	What   any             // tells calls at one place apart
	Pos    token.Pos
	Func   *ssa.Function
	clo    *graph.Object
	Args   []func(path string) graph.Val         // receiver first
	Types  []types.Type                          // of args
	Result ssa.Value                             // to which results go; nil if nobody reads them
	Got    func(get func(path string) graph.Val) // receives the results
	Native *graph.Atom                           // of a call of a library function that is a value
	Catch  bool                                  // what it calls back may panic: it recovers then
}

// Arg returns a part of an argument.
func (c *Call) Arg(i int, path string) graph.Val {
	if i >= len(c.Args) {
		return graph.Constant(c.X.Other())
	}
	return c.Args[i](path)
}

// Text returns an argument that is written as a string, and whether it is; it may be longer than those that values say.
func (c *Call) Text(i int) (string, bool) {
	call, ok := c.Instr.(ssa.CallInstruction)
	if !ok || call.Common().IsInvoke() || i >= len(call.Common().Args) {
		return "", false
	}
	s, ok := call.Common().Args[i].(*ssa.Const)
	if !ok || !code.IsString(s.Type()) {
		return "", false
	}
	return constant.StringVal(s.Value), true
}

// Returns gives the call its only result.
func (c *Call) Returns(v graph.Val) { c.ReturnsAt(0, v) }

// ReturnsAt gives the call one of its results.
func (c *Call) ReturnsAt(i int, v graph.Val) {
	if c.Result == nil {
		return
	}
	path := ""
	if _, tuple := c.Result.Type().(*types.Tuple); tuple {
		path = code.Field(i)
	}
	switch {
	case v.From == nil && v.Expr == nil && len(v.Set) > 1:
		c.X.Define(c.Result, path, v)
	default:
		c.X.Set(c.Result, path, v)
	}
}

// call executes a call at the current point.
func (x *Extractor) call(i ssa.Instruction, result ssa.Value, c *ssa.CallCommon) {
	if b, ok := c.Value.(*ssa.Builtin); ok {
		call, _ := i.(*ssa.Call)
		x.builtin(b, call, c, i.Pos())
		return
	}
	x.dispatch(c, x.fr, x.it, func(to Call) {
		to.Instr, to.Pos, to.Result = i, i.Pos(), result
		x.Perform(&to)
	})
}

// dispatch calls f for each function that a call may be of, at a branch if there are several.
func (x *Extractor) dispatch(c *ssa.CallCommon, fr *frame, it *iter, f func(Call)) {
	var args []func(string) graph.Val
	var ts []types.Type
	for _, a := range c.Args {
		args = append(args, func(path string) graph.Val { return x.valueAt(fr, it, a, path) })
		ts = append(ts, a.Type())
	}
	if fn := c.StaticCallee(); fn != nil {
		to := Call{X: x, Func: fn, Args: args, Types: ts}
		if _, closure := c.Value.(*ssa.MakeClosure); closure {
			x.Split(x.valueAt(fr, it, c.Value, ""), func(a *graph.Atom) {
				to.clo = a.Obj
				f(to)
			})
			return
		}
		f(to)
		return
	}
	x.splitOrPanic(fr, it, c.Value, c.Pos(), "call of nil", func(a *graph.Atom) {
		to := Call{X: x, Args: args, Types: ts}
		if c.IsInvoke() {
			recv := a
			t := c.Value.Type()
			if a.Kind == graph.Box {
				recv, t = a.Elem, a.Type
				to.Func = x.code.Prog.LookupMethod(a.Type, c.Method.Pkg(), c.Method.Name())
			}
			to.Args = append([]func(string) graph.Val{x.Receiver(a, recv)}, args...)
			to.Types = append([]types.Type{t}, ts...)
			if a.Kind == graph.Some || a.Kind == graph.Other {
				x.mayCall(c.Pos(), t, c.Method.Name())
			}
			if to.Func == nil {
				to.Native = x.Atom(graph.AtomKey{Kind: graph.Native, S: "(" + typePath(c.Value.Type()) + ")." + c.Method.Name(), Obj: a.Obj})
			}
			f(to)
			return
		}
		switch a.Kind {
		case graph.Func:
			to.Func, to.clo = a.Func, a.Obj
		default:
			if a.Kind != graph.Native {
				x.mayCall(c.Pos(), c.Value.Type())
			}
			to.Native = a
		}
		f(to)
	})
}

// Receiver returns the receiver of a method call by an interface: for a struct in a box its parts.
func (x *Extractor) Receiver(a, elem *graph.Atom) func(string) graph.Val {
	return func(path string) graph.Val {
		if a.Kind == graph.Box && elem.Kind == graph.Ptr {
			if _, ok := a.Type.Underlying().(*types.Struct); ok || isArray(a.Type) {
				for _, l := range x.Leaves(a.Type) {
					if l.Path == path {
						return graph.At(x.Cell(elem.Obj, path, l.Type))
					}
				}
				return graph.Constant(x.Other())
			}
		}
		return graph.Constant(elem)
	}
}

// typePath returns the name of a type with the path of its package.
func typePath(t types.Type) string {
	if n, ok := types.Unalias(t).(*types.Named); ok && n.TypeArgs().Len() > 0 {
		t = n.Origin()
	}
	return types.TypeString(t, nil)
}

// Perform executes one call: by the table of models, by its body, or not at all.
func (x *Extractor) Perform(c *Call) {
	if c.Func == nil {
		name := ""
		if c.Native != nil {
			name = c.Native.S
		}
		x.libraryMayPanic(c, name)
		if m := x.library.Models[name]; m != nil {
			m(c)
			return
		}
		x.unknownCall(c, name)
		return
	}
	if c.Func.Name() == "init" && len(c.Func.Blocks) == 0 {
		return // of a package of which there is no code
	}
	if len(c.Func.Blocks) == 0 || x.code.Library(c.Func) {
		x.libraryMayPanic(c, x.modelName(c.Func))
	}
	if m := x.model(c.Func); m != nil {
		m(c)
		return
	}
	if len(c.Func.Blocks) == 0 {
		x.unknownCall(c, x.modelName(c.Func))
		return
	}
	if c.Func.Name() == "init" && c.Func.Synthetic != "" && c.Func.Pkg != nil {
		if x.inits[c.Func.Pkg] {
			return
		}
		x.inits[c.Func.Pkg] = true
	}
	x.inline(c)
}

// Executes reports whether a call of a function is being executed.
func (x *Extractor) Executes(fn *ssa.Function) bool { return len(x.calls(fn)) > 0 }

// calls returns the calls of a function that are being executed, first the innermost one.
func (x *Extractor) calls(fn *ssa.Function) []*frame {
	var list []*frame
	for fr := x.fr; fr != nil; fr = fr.parent {
		if fr.fn == fn {
			list = append(list, fr)
		}
	}
	return list
}

// inline executes the body of a function, and reports whether it returns.
func (x *Extractor) inline(c *Call) {
	outer := x.calls(c.Func)
	recursion := len(outer) >= maxRecursion && !(len(outer) < maxDescent && x.descends(c, outer))
	if recursion || x.fr.depth > maxDepth || x.count > maxInstances {
		why := "too many calls; not followed: "
		if recursion {
			why = "recursion of "
		}
		// It does nothing, so that others can be seen to go wrong; and executions come to a place where some are
		// missing.
		x.Branch(graph.Either{}, func() { x.ResultsUnknown(c) }, func() {
			x.leave(c.Pos)
			if x.emitting {
				x.cur.Message = why + code.FunctionName(c.Func)
			}
		})
		return
	}
	fr := x.frame(frameKey{parent: x.fr, iter: x.it, instr: c.Instr, what: c.What, fn: c.Func, clo: c.clo})
	fr.body, fr.loop, fr.atBlock, fr.args, fr.catches = x.fr.body, x.looping(), x.blk, c.Args, c.Catch
	if !x.execute(fr) {
		return
	}
	if c.Got != nil {
		c.Got(func(path string) graph.Val { return x.vals[regKey{fr, nil, nil, path}] })
	}
	if c.Result == nil {
		return
	}
	results := c.Func.Signature.Results()
	for n := range results.Len() {
		for _, l := range x.Leaves(results.At(n).Type()) {
			from := code.Field(n) + l.Path
			to := from
			if results.Len() == 1 {
				to = l.Path
			}
			x.Set(c.Result, to, x.vals[regKey{fr, nil, nil, from}])
		}
	}
}

// descends reports whether a recursive call is of another closure than the outer calls, or has a known argument that
// none of them has: it may be the data that ends the recursion.
func (x *Extractor) descends(c *Call, outer []*frame) bool {
	if c.clo != nil && !slices.ContainsFunc(outer, func(fr *frame) bool { return fr.clo == c.clo }) {
		return true
	}
	for i, p := range c.Func.Params {
		for _, l := range x.Leaves(p.Type()) {
			a := c.Arg(i, l.Path).One()
			if a != nil && a.Kind != graph.Other && a.Kind != graph.Some &&
				!slices.ContainsFunc(outer, func(fr *frame) bool { return i < len(fr.args) && fr.args[i](l.Path).One() == a }) {
				return true
			}
		}
	}
	return false
}

// unknownCall is a call of which nothing is known but its type.
func (x *Extractor) unknownCall(c *Call, name string) {
	if c.iterates() {
		x.iteratorCall(c)
		return
	}
	e, known := x.library.Effects[name]
	if known {
		x.affect(c, name, e, nil)
	} else {
		c.unlisted(name)
	}
	if c.Result == nil {
		return
	}
	for _, l := range x.Leaves(c.Result.Type()) {
		if t, ok := l.Type.Underlying().(*types.Slice); ok && isBasic(t.Elem()) {
			c.listed(l)
		} else if e.Fresh && x.isObject(l.Type) {
			c.makes(l)
		} else {
			x.anythingAt(c.Result, l.Path, l.Type)
		}
	}
}

// ResultsUnknown gives a call results of which only the types are known.
func (x *Extractor) ResultsUnknown(c *Call) {
	if c.Result != nil {
		x.anything(c.Result)
	}
}

// ResultPositive gives a call a result that may be any positive integer.
func (x *Extractor) ResultPositive(c *Call) {
	if c.Result == nil {
		return
	}
	x.anything(c.Result)
	x.Set(c.Result, "", x.Value(c.Result, "").Mapped(func(a *graph.Atom) *graph.Atom {
		if a.Kind == graph.Other {
			return x.boundedBelow(1, a)
		}
		return a
	}))
}

// goes executes a go statement.
func (x *Extractor) goes(i *ssa.Go) {
	if b, ok := i.Call.Value.(*ssa.Builtin); ok {
		run := func(what any, args []ssa.Value, f func()) {
			fr := x.goroutine(frameKey{parent: x.fr, iter: x.it, instr: i, what: goKey{what}, fn: x.code.Stub})
			fr.stub = f
			body := x.newBody(fr, i.Pos())
			body.Name = b.Name()
			var do []graph.Assign
			for _, v := range args {
				for _, l := range x.Leaves(v.Type()) {
					do = append(do, x.give(fr, v, v.Name(), l, x.Value(v, l.Path)))
				}
			}
			x.Add(x.starts(body, do, i.Pos()))
		}
		switch b.Name() {
		case "close":
			x.Split(x.Value(i.Call.Args[0], ""), func(a *graph.Atom) {
				run(a, nil, func() { x.closes(graph.Constant(a), i.Pos()) })
			})
		default:
			run(b.Name(), i.Call.Args, func() { x.builtin(b, nil, &i.Call, i.Pos()) })
		}
		return
	}
	x.dispatch(&i.Call, x.fr, x.it, func(to Call) {
		to.Instr, to.Pos = i, i.Pos()
		x.start(&to)
	})
}

// MayBeNegative reports whether an integer is negative, or not known not to be.
func MayBeNegative(a *graph.Atom) bool {
	return a.N < 0 || a.N == 0 && a.Kind == graph.Other && (!a.Origin.OfLength() || len(a.Origin.Deps) > 0)
}

// starts makes the node that starts a goroutine.
func (x *Extractor) starts(b *graph.Body, args []graph.Assign, pos token.Pos) *graph.Node {
	n := x.node(skeleton.Go)
	if n != nil {
		n.Body, n.Args, n.Site = b, args, x.Site(pos)
	}
	return n
}

// start starts a goroutine that executes one call.
func (x *Extractor) start(c *Call) {
	key := frameKey{parent: x.fr, iter: x.it, instr: c.Instr, what: goKey{c.What}, fn: c.Func, clo: c.clo}
	if c.Func == nil || len(c.Func.Blocks) == 0 {
		// The goroutine of a library function has a frame around the call.
		key.fn = x.code.Stub
		name := ""
		if c.Native != nil {
			name = c.Native.S
		} else if c.Func != nil {
			name = x.modelName(c.Func)
		}
		key.what = goKey{name}
		if c.Native != nil {
			key.what = goKey{c.Native} // there may be several of that name
		}
	}
	fr := x.goroutine(key)
	b := x.newBody(fr, c.Pos)
	if c.Func != nil {
		b.Name = code.FunctionName(c.Func)
	}
	var args []graph.Assign
	if key.fn == x.code.Stub {
		call := *c
		call.Args, args = x.handOver(c, fr)
		fr.stub = func() { x.Perform(&call) }
	}
	if c.Func != nil {
		fr.args = fr.args[:0]
		for n, p := range c.Func.Params {
			fr.args = append(fr.args, func(path string) graph.Val {
				return x.vals[regKey{fr, nil, p, path}]
			})
			for _, l := range x.Leaves(p.Type()) {
				args = append(args, x.give(fr, p, p.Name(), l, c.Arg(n, l.Path)))
			}
		}
	}
	args = append(args, x.giveFree(c, fr)...)
	x.Add(x.starts(b, args, c.Pos))
}

// give returns the assignment of a part of a register with which a goroutine begins.
func (x *Extractor) give(fr *frame, to ssa.Value, name string, l code.Leaf, v graph.Val) graph.Assign {
	at := x.loc(locKey{frame: fr, value: to, path: l.Path})
	at.Name = name + code.PathName(to.Type(), l.Path)
	x.Grow(at, v.Set)
	x.vals[regKey{fr, nil, to, l.Path}] = graph.At(at)
	return graph.Assign{To: at, V: v}
}

// handOver gives the goroutine of a library function the arguments that registers of its creator say, in registers of
// its own. It returns the arguments there, and the assignments.
func (x *Extractor) handOver(c *Call, fr *frame) (args []func(path string) graph.Val, do []graph.Assign) {
	for n, arg := range c.Args {
		given, name := map[string]*graph.Loc{}, "argument "+strconv.Itoa(n+1)
		for _, l := range x.Leaves(c.Types[n]) {
			v := arg(l.Path)
			if len(v.Set) < 2 {
				continue
			}
			to := x.loc(locKey{frame: fr, path: l.Path, extra: name})
			to.Name = name + code.PathName(c.Types[n], l.Path)
			x.Grow(to, v.Set)
			given[l.Path] = to
			do = append(do, graph.Assign{To: to, V: v})
		}
		args = append(args, func(path string) graph.Val {
			if to := given[path]; to != nil {
				return graph.At(to)
			}
			return arg(path)
		})
	}
	return args, do
}

type goKey struct{ what any }
