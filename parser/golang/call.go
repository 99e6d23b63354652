// This file defines calls and go statements.

package golang

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/parser/golang/code"
	"github.com/ijit/ijit/parser/golang/graph"
	"github.com/ijit/ijit/parser/golang/skeleton"
)

// A Call is a call of one function.
type Call struct {
	x      *extractor
	instr  ssa.Instruction // the place of the call
	what   any             // tells calls at one place apart
	pos    token.Pos
	Func   *ssa.Function
	clo    *graph.Object
	args   []func(path string) graph.Val         // receiver first
	types  []types.Type                          // of args
	result ssa.Value                             // to which results go; nil if nobody reads them
	got    func(get func(path string) graph.Val) // receives the results
	native *graph.Atom                           // of a call of a library function that is a value
}

// arg returns a part of an argument.
func (c *Call) arg(i int, path string) graph.Val {
	if i >= len(c.args) {
		return graph.Constant(c.x.Other())
	}
	return c.args[i](path)
}

// single gives the call its only result.
func (c *Call) returns(v graph.Val) { c.returnsAt(0, v) }

// returnsAt gives the call one of its results.
func (c *Call) returnsAt(i int, v graph.Val) {
	if c.result == nil {
		return
	}
	path := ""
	if _, tuple := c.result.Type().(*types.Tuple); tuple {
		path = code.Field(i)
	}
	switch {
	case v.From == nil && v.Expr == nil && len(v.Set) > 1:
		c.x.define(c.result, path, v)
	default:
		c.x.set(c.result, path, v)
	}
}

// call executes a call at the current point.
func (x *extractor) call(i ssa.Instruction, result ssa.Value, c *ssa.CallCommon) {
	if b, ok := c.Value.(*ssa.Builtin); ok {
		call, _ := i.(*ssa.Call)
		x.builtin(b, call, c, i.Pos())
		return
	}
	x.dispatch(c, x.fr, x.it, func(to Call) {
		to.instr, to.pos, to.result = i, i.Pos(), result
		x.perform(&to)
	})
}

// dispatch calls f for each function that a call may be of, at a branch if there are several.
func (x *extractor) dispatch(c *ssa.CallCommon, fr *frame, it *iter, f func(Call)) {
	var args []func(string) graph.Val
	var ts []types.Type
	for _, a := range c.Args {
		args = append(args, func(path string) graph.Val { return x.valueAt(fr, it, a, path) })
		ts = append(ts, a.Type())
	}
	if fn := c.StaticCallee(); fn != nil {
		to := Call{x: x, Func: fn, args: args, types: ts}
		if _, closure := c.Value.(*ssa.MakeClosure); closure {
			x.split(x.valueAt(fr, it, c.Value, ""), func(a *graph.Atom) {
				to.clo = a.Obj
				f(to)
			})
			return
		}
		f(to)
		return
	}
	x.split(x.nonNil(x.valueAt(fr, it, c.Value, "")), func(a *graph.Atom) {
		to := Call{x: x, args: args, types: ts}
		if c.IsInvoke() {
			recv := a
			t := c.Value.Type()
			if a.Kind == graph.Box {
				recv, t = a.Elem, a.Type
				to.Func = x.code.Prog.LookupMethod(a.Type, c.Method.Pkg(), c.Method.Name())
			}
			to.args = append([]func(string) graph.Val{x.receiver(a, recv)}, args...)
			to.types = append([]types.Type{t}, ts...)
			if to.Func == nil {
				to.native = x.Atom(graph.AtomKey{Kind: graph.Native, S: "(" + typePath(c.Value.Type()) + ")." + c.Method.Name(), Obj: a.Obj})
			}
			f(to)
			return
		}
		switch a.Kind {
		case graph.Func:
			to.Func, to.clo = a.Func, a.Obj
		default:
			to.native = a
		}
		f(to)
	})
}

// receiver returns the receiver of a method call by an interface: for a struct in a box its parts.
func (x *extractor) receiver(a, elem *graph.Atom) func(string) graph.Val {
	return func(path string) graph.Val {
		if a.Kind == graph.Box && elem.Kind == graph.Ptr {
			if _, ok := a.Type.Underlying().(*types.Struct); ok || isArray(a.Type) {
				for _, l := range x.Leaves(a.Type) {
					if l.Path == path {
						return graph.At(x.cell(elem.Obj, path, l.Type))
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

// perform executes one call: by the table of models, by its body, or not at all.
func (x *extractor) perform(c *Call) {
	if c.Func == nil {
		name := ""
		if c.native != nil {
			name = c.native.S
		}
		if m := x.library.models[name]; m != nil {
			m(c)
			return
		}
		x.unknownCall(c, name)
		return
	}
	if m := x.model(c.Func); m != nil {
		m(c)
		return
	}
	if len(c.Func.Blocks) == 0 {
		if c.Func.Name() == "init" && c.Func.Synthetic != "" {
			return // of a package of which there is no code
		}
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

// inline executes the body of a function, and reports whether it returns.
func (x *extractor) inline(c *Call) {
	depth := 0
	for fr := x.fr; fr != nil; fr = fr.parent {
		if fr.fn == c.Func {
			depth++
		}
	}
	if depth >= maxRecursion || x.fr.depth > maxDepth || x.count > maxInstances {
		why := "recursion of "
		if depth < maxRecursion {
			why = "too many calls; not followed: "
		}
		x.note(c.pos, why+code.FunctionName(c.Func), "the inner call is taken to do nothing", true)
		x.resultsUnknown(c)
		return
	}
	fr := x.frame(frameKey{parent: x.fr, iter: x.it, instr: c.instr, what: c.what, fn: c.Func, clo: c.clo})
	fr.body, fr.loop, fr.atBlock, fr.args = x.fr.body, x.looping(), x.blk, c.args
	if !x.execute(fr) {
		return
	}
	if c.got != nil {
		c.got(func(path string) graph.Val { return x.vals[regKey{fr, nil, nil, path}] })
	}
	if c.result == nil {
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
			x.set(c.result, to, x.vals[regKey{fr, nil, nil, from}])
		}
	}
}

// unknownCall is a call of which nothing is known but its type.
func (x *extractor) unknownCall(c *Call, name string) {
	if !x.library.pure(name) {
		what := "call of " + name
		if name == "" {
			what = "call of a function that is not known: " + x.site(c.pos).Text
		}
		x.note(c.pos, what, "taken not to synchronise; its results may be anything", false)
		for i := range c.args {
			x.escape(c, i)
		}
	}
	x.resultsUnknown(c)
}

// escape is a function value that an unknown function gets: a goroutine calls it any number of times.
func (x *extractor) escape(c *Call, i int) {
	if i >= len(c.types) {
		return
	}
	if _, ok := c.types[i].Underlying().(*types.Signature); !ok {
		return
	}
	for _, a := range c.arg(i, "").Set {
		if a.Kind == graph.Func && x.Matters(a.Func) {
			x.note(c.pos, "function given to a call that is not known: "+code.FunctionName(a.Func),
				"taken to be called any number of times by a goroutine of its own", false)
			c.goroutine(a, code.FunctionName(a.Func), func(in *Call) {
				x.again(func() { in.callback(graph.Constant(a), "f", nil, nil) })
			})
		}
	}
}

func (x *extractor) resultsUnknown(c *Call) {
	if c.result != nil {
		x.anything(c.result)
	}
}

// goes executes a go statement.
func (x *extractor) goes(i *ssa.Go) {
	if b, ok := i.Call.Value.(*ssa.Builtin); ok {
		x.builtin(b, nil, &i.Call, i.Pos())
		return
	}
	x.dispatch(&i.Call, x.fr, x.it, func(to Call) {
		to.instr, to.pos = i, i.Pos()
		x.start(&to)
	})
}

// start starts a goroutine that executes one call.
func (x *extractor) start(c *Call) {
	key := frameKey{parent: x.fr, iter: x.it, instr: c.instr, what: goKey{c.what}, fn: c.Func, clo: c.clo}
	if c.Func == nil || len(c.Func.Blocks) == 0 {
		// The goroutine of a library function has a frame around the call.
		key.fn = x.code.Stub
		name := ""
		if c.native != nil {
			name = c.native.S
		} else if c.Func != nil {
			name = x.modelName(c.Func)
		}
		if (c.Func == nil || x.model(c.Func) == nil) && x.library.models[name] == nil {
			x.note(c.pos, "goroutine of "+name, "taken to do nothing", false)
			return
		}
		key.what = goKey{name}
	}
	fr := x.frame(key)
	fr.parent = nil
	b := x.newBody(fr, c.pos)
	if c.Func != nil {
		b.Name = code.FunctionName(c.Func)
	}
	var args []graph.Assign
	if key.fn == x.code.Stub {
		call := *c
		fr.stub = func() { x.perform(&call) }
	}
	if c.Func != nil {
		fr.args = fr.args[:0]
		for n, p := range c.Func.Params {
			fr.args = append(fr.args, func(path string) graph.Val {
				return x.vals[regKey{fr, nil, p, path}]
			})
			for _, l := range x.Leaves(p.Type()) {
				v := c.arg(n, l.Path)
				to := x.loc(locKey{frame: fr, value: p, path: l.Path})
				to.Name = p.Name() + code.PathName(p.Type(), l.Path)
				x.grow(to, v.Set)
				x.vals[regKey{fr, nil, p, l.Path}] = graph.At(to)
				args = append(args, graph.Assign{To: to, V: v})
			}
		}
	}
	n := x.node(skeleton.Go)
	if n != nil {
		n.Body, n.Args, n.Site = b, args, x.site(c.pos)
	}
	x.add(n)
}

type goKey struct{ what any }
