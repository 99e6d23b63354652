// This file defines how models of library functions are called, and what they call.

package golang

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/parser/golang/graph"
	"github.com/ijit/ijit/parser/golang/skeleton"
)

// A model executes a call of a library function at the current point of the extractor, c.x. It
// reads arguments by c.arg (the receiver is the first), calls function values by c.callback, writes
// operations by x.operate, and gives results by c.returns and c.returnsAt. Models are executed in each
// pass; only in the last one operations are written, so a model must do the same in all passes.
type model func(c *Call)

// A library is what is known of functions and types of which there is no code.
type library struct {
	models map[string]model                           // by the name of the function as package ssa prints it
	pure   func(name string) bool                     // neither synchronises nor calls back
	given  map[string]func(*extractor, *graph.Object) // completes an object that the entry is given, by the name of its type
}

// modelName returns the name of a function in the table.
func (x *extractor) modelName(fn *ssa.Function) string {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	name := fn.String()
	if i := strings.IndexByte(name, '['); i >= 0 { // methods of generic types
		if j := strings.LastIndexByte(name, ']'); j > i {
			name = name[:i] + name[j+1:]
		}
	}
	return name
}

// model returns the model of a function; nil if there is none, or if its code is known.
func (x *extractor) model(fn *ssa.Function) model {
	if len(fn.Blocks) > 0 {
		return nil
	}
	return x.library.models[x.modelName(fn)]
}

// callback calls a function value with some arguments. got, if not nil, receives the results by path.
func (c *Call) callback(f graph.Val, what any, args []func(string) graph.Val, got func(get func(path string) graph.Val)) {
	x := c.x
	x.split(f, func(a *graph.Atom) {
		switch a.Kind {
		case graph.Func:
			x.perform(&Call{x: x, instr: c.instr, what: callKey{c.what, what}, pos: c.pos, Func: a.Func, clo: a.Obj, args: args, got: got})
		case graph.Native:
			x.perform(&Call{x: x, instr: c.instr, what: callKey{c.what, what}, pos: c.pos, native: a, args: args})
		case graph.Nil:
		default:
			x.note(c.pos, "call of a function that is not known: "+x.site(c.pos).Text, "taken not to synchronise", false)
		}
	})
}

// limit notes the channel of tokens of a group.
func (x *extractor) limit(o, tokens *graph.Object) {
	if o.Limit == nil {
		x.changed = true
	}
	o.Limit = tokens
}

// during executes f while calls of a synchronisation object are noted to go on; inside asks for that.
func (x *extractor) during(a *graph.Atom, f func()) {
	x.onces = append(x.onces, a)
	f()
	x.onces = x.onces[:len(x.onces)-1]
}

func (x *extractor) inside(a *graph.Atom) bool { return slices.Contains(x.onces, a) }

type callKey struct{ outer, what any }

// goroutine starts a goroutine that executes run, which calls models and function values.
func (c *Call) goroutine(what any, name string, run func(inner *Call)) {
	x := c.x
	fr := x.frame(frameKey{parent: x.fr, iter: x.it, instr: c.instr, what: goKey{callKey{c.what, what}}, fn: x.code.Stub})
	fr.parent = nil
	b := x.newBody(fr, c.pos)
	b.Name = name
	inner := &Call{x: x, instr: c.instr, what: "goroutine", pos: c.pos}
	fr.stub = func() { run(inner) }
	if n := x.node(skeleton.Go); n != nil {
		n.Body, n.Site = b, x.site(c.pos)
		x.add(n)
	}
}

// again executes f any number of times, at least as often as the least number.
func (x *extractor) again(f func()) {
	head := x.node(skeleton.Step)
	x.add(head)
	loop := x.fr.loop
	x.fr.loop = true
	x.branch(graph.Either{}, func() {
		f()
		if !x.dead {
			x.link(head)
		}
		x.dead = true
	}, func() {})
	x.fr.loop = loop
}
