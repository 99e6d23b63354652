// This file defines calls and go statements.

package golang

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/parser/golang/skeleton"
)

// A called is a call of one function.
type called struct {
	x      *extractor
	instr  ssa.Instruction // the place of the call
	what   any             // tells calls at one place apart
	pos    token.Pos
	fn     *ssa.Function
	clo    *object
	args   []func(path string) val         // receiver first
	types  []types.Type                    // of args
	result ssa.Value                       // to which results go; nil if nobody reads them
	got    func(get func(path string) val) // receives the results
	native *atom                           // of a call of a library function that is a value
}

// arg returns a part of an argument.
func (c *called) arg(i int, path string) val {
	if i >= len(c.args) {
		return constantVal(c.x.other())
	}
	return c.args[i](path)
}

// single gives the call its only result.
func (c *called) returns(v val) { c.returnsAt(0, v) }

// returnsAt gives the call one of its results.
func (c *called) returnsAt(i int, v val) {
	if c.result == nil {
		return
	}
	path := ""
	if _, tuple := c.result.Type().(*types.Tuple); tuple {
		path = field(i)
	}
	switch {
	case v.from == nil && v.expr == nil && len(v.set) > 1:
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
	x.dispatch(c, x.fr, x.it, func(to called) {
		to.instr, to.pos, to.result = i, i.Pos(), result
		x.perform(&to)
	})
}

// dispatch calls f for each function that a call may be of, at a branch if there are several.
func (x *extractor) dispatch(c *ssa.CallCommon, fr *frame, it *iter, f func(called)) {
	var args []func(string) val
	var ts []types.Type
	for _, a := range c.Args {
		args = append(args, func(path string) val { return x.valueAt(fr, it, a, path) })
		ts = append(ts, a.Type())
	}
	if fn := c.StaticCallee(); fn != nil {
		to := called{x: x, fn: fn, args: args, types: ts}
		if _, closure := c.Value.(*ssa.MakeClosure); closure {
			x.split(x.valueAt(fr, it, c.Value, ""), func(a *atom) {
				to.clo = a.obj
				f(to)
			})
			return
		}
		f(to)
		return
	}
	x.split(x.nonNil(x.valueAt(fr, it, c.Value, "")), func(a *atom) {
		to := called{x: x, args: args, types: ts}
		if c.IsInvoke() {
			recv := a
			t := c.Value.Type()
			if a.kind == aBox {
				recv, t = a.elem, a.typ
				to.fn = x.code.prog.LookupMethod(a.typ, c.Method.Pkg(), c.Method.Name())
			}
			to.args = append([]func(string) val{x.receiver(a, recv)}, args...)
			to.types = append([]types.Type{t}, ts...)
			if to.fn == nil {
				to.native = x.atom(atomKey{kind: aNative, s: "(" + typePath(c.Value.Type()) + ")." + c.Method.Name(), obj: a.obj})
			}
			f(to)
			return
		}
		switch a.kind {
		case aFunc:
			to.fn, to.clo = a.fn, a.obj
		default:
			to.native = a
		}
		f(to)
	})
}

// receiver returns the receiver of a method call by an interface: for a struct in a box its parts.
func (x *extractor) receiver(a, elem *atom) func(string) val {
	return func(path string) val {
		if a.kind == aBox && elem.kind == aPtr {
			if _, ok := a.typ.Underlying().(*types.Struct); ok || isArray(a.typ) {
				for _, l := range x.leaves(a.typ) {
					if l.path == path {
						return at(x.cell(elem.obj, path, l.typ))
					}
				}
				return constantVal(x.other())
			}
		}
		return constantVal(elem)
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
func (x *extractor) perform(c *called) {
	if c.fn == nil {
		name := ""
		if c.native != nil {
			name = c.native.s
		}
		if m := x.library.models[name]; m != nil {
			m(c)
			return
		}
		x.unknownCall(c, name)
		return
	}
	if m := x.model(c.fn); m != nil {
		m(c)
		return
	}
	if len(c.fn.Blocks) == 0 {
		if c.fn.Name() == "init" && c.fn.Synthetic != "" {
			return // of a package of which there is no code
		}
		x.unknownCall(c, x.modelName(c.fn))
		return
	}
	if c.fn.Name() == "init" && c.fn.Synthetic != "" && c.fn.Pkg != nil {
		if x.inits[c.fn.Pkg] {
			return
		}
		x.inits[c.fn.Pkg] = true
	}
	x.inline(c)
}

// inline executes the body of a function, and reports whether it returns.
func (x *extractor) inline(c *called) {
	depth := 0
	for fr := x.fr; fr != nil; fr = fr.parent {
		if fr.fn == c.fn {
			depth++
		}
	}
	if depth >= maxRecursion || x.fr.depth > maxDepth || x.count > maxInstances {
		why := "recursion of "
		if depth < maxRecursion {
			why = "too many calls; not followed: "
		}
		x.note(c.pos, why+functionName(c.fn), "the inner call is taken to do nothing", true)
		x.resultsUnknown(c)
		return
	}
	fr := x.frame(frameKey{parent: x.fr, iter: x.it, instr: c.instr, what: c.what, fn: c.fn, clo: c.clo})
	fr.body, fr.loop, fr.atBlock, fr.args = x.fr.body, x.looping(), x.blk, c.args
	if !x.execute(fr) {
		return
	}
	if c.got != nil {
		c.got(func(path string) val { return x.vals[regKey{fr, nil, nil, path}] })
	}
	if c.result == nil {
		return
	}
	results := c.fn.Signature.Results()
	for n := range results.Len() {
		for _, l := range x.leaves(results.At(n).Type()) {
			from := field(n) + l.path
			to := from
			if results.Len() == 1 {
				to = l.path
			}
			x.set(c.result, to, x.vals[regKey{fr, nil, nil, from}])
		}
	}
}

// unknownCall is a call of which nothing is known but its type.
func (x *extractor) unknownCall(c *called, name string) {
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
func (x *extractor) escape(c *called, i int) {
	if i >= len(c.types) {
		return
	}
	if _, ok := c.types[i].Underlying().(*types.Signature); !ok {
		return
	}
	for _, a := range c.arg(i, "").set {
		if a.kind == aFunc && x.mattersCall(a.fn) {
			x.note(c.pos, "function given to a call that is not known: "+functionName(a.fn),
				"taken to be called any number of times by a goroutine of its own", false)
			c.goroutine(a, functionName(a.fn), func(in *called) {
				x.again(func() { in.callback(constantVal(a), "f", nil, nil) })
			})
		}
	}
}

func (x *extractor) resultsUnknown(c *called) {
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
	x.dispatch(&i.Call, x.fr, x.it, func(to called) {
		to.instr, to.pos = i, i.Pos()
		x.start(&to)
	})
}

// start starts a goroutine that executes one call.
func (x *extractor) start(c *called) {
	key := frameKey{parent: x.fr, iter: x.it, instr: c.instr, what: goKey{c.what}, fn: c.fn, clo: c.clo}
	if c.fn == nil || len(c.fn.Blocks) == 0 {
		// The goroutine of a library function has a frame around the call.
		key.fn = x.code.stub
		name := ""
		if c.native != nil {
			name = c.native.s
		} else if c.fn != nil {
			name = x.modelName(c.fn)
		}
		if (c.fn == nil || x.model(c.fn) == nil) && x.library.models[name] == nil {
			x.note(c.pos, "goroutine of "+name, "taken to do nothing", false)
			return
		}
		key.what = goKey{name}
	}
	fr := x.frame(key)
	fr.parent = nil
	b := x.newBody(fr, c.pos)
	if c.fn != nil {
		b.name = functionName(c.fn)
	}
	var args []assign
	if key.fn == x.code.stub {
		call := *c
		fr.stub = func() { x.perform(&call) }
	}
	if c.fn != nil {
		fr.args = fr.args[:0]
		for n, p := range c.fn.Params {
			fr.args = append(fr.args, func(path string) val {
				return x.vals[regKey{fr, nil, p, path}]
			})
			for _, l := range x.leaves(p.Type()) {
				v := c.arg(n, l.path)
				to := x.loc(locKey{frame: fr, value: p, path: l.path})
				to.name = p.Name() + pathName(p.Type(), l.path)
				x.grow(to, v.set)
				x.vals[regKey{fr, nil, p, l.path}] = at(to)
				args = append(args, assign{to: to, v: v})
			}
		}
	}
	n := x.node(skeleton.Go)
	if n != nil {
		n.body, n.args, n.site = b, args, x.site(c.pos)
	}
	x.add(n)
}

type goKey struct{ what any }
