// This file defines how models of library functions are called, and what they call.

package extract

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/effect"
	"github.com/ijit/ijit/systems/golang/graph"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// A Model executes a call of a library function at the current point of the extractor, c.X. It
// reads arguments by c.Arg (the receiver is the first), calls function values by c.Callback, writes
// operations by c.X.Operate, and gives results by c.Returns and c.ReturnsAt. Models are executed in each
// pass; only in the last one operations are written, so a model must do the same in all passes.
type Model func(c *Call)

// A Library is what is known of functions and types of which there is no code.
type Library struct {
	Models  map[string]Model                           // by the name of the function as package ssa prints it
	Slices  Model                                      // of functions of package slices, where elements are no pointers
	Lists   map[string]Model                           // of methods of package container/list, where the order of elements is of no matter
	Effects effect.Table                               // of functions without a model
	Given   map[string]func(*Extractor, *graph.Object) // completes an object that the entry is given, by the name of its type
}

// modelName returns the name of a function in the table.
func (x *Extractor) modelName(fn *ssa.Function) string {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	name, ok := x.names[fn]
	if ok { // it is asked for at each call
		return name
	}
	name = fn.String()
	if i := strings.IndexByte(name, '['); i >= 0 { // methods of generic types
		if j := strings.LastIndexByte(name, ']'); j > i {
			name = name[:i] + name[j+1:]
		}
	}
	x.names[fn] = name
	return name
}

// model returns the model of a function; nil if there is none. The code of people has none.
func (x *Extractor) model(fn *ssa.Function) Model {
	if len(fn.Blocks) == 0 {
		return x.library.Models[x.modelName(fn)]
	}
	if !x.code.Library(fn) {
		return nil
	}
	name := x.modelName(fn)
	if m := x.library.Lists[name]; m != nil && x.code.PlainLists() {
		return m
	}
	if m := x.library.Models[name]; m != nil || fn.Parent() != nil || !strings.HasPrefix(name, "slices.") || !plain(fn.Signature) {
		return m
	}
	return x.library.Slices
}

// plain reports whether a function is about slices of data that are no pointers, and calls nothing back.
func plain(s *types.Signature) bool {
	for _, list := range []*types.Tuple{s.Params(), s.Results()} {
		for v := range list.Variables() {
			t := v.Type().Underlying()
			if list, ok := t.(*types.Slice); ok {
				t = list.Elem().Underlying()
			}
			if _, basic := t.(*types.Basic); !basic {
				return false
			}
		}
	}
	return true
}

// Callback calls a function value with some arguments. got, if not nil, receives the results by path.
func (c *Call) Callback(f graph.Val, what any, args []func(string) graph.Val, got func(get func(path string) graph.Val)) {
	x := c.X
	x.Split(f, func(a *graph.Atom) {
		switch a.Kind {
		case graph.Func:
			x.Perform(&Call{X: x, Instr: c.Instr, What: CallKey{c.What, what}, Pos: c.Pos, Func: a.Func, clo: a.Obj, Args: args, Got: got, Catch: c.Catch})
		case graph.Native:
			x.Perform(&Call{X: x, Instr: c.Instr, What: CallKey{c.What, what}, Pos: c.Pos, Native: a, Args: args})
		case graph.Nil:
		default:
			x.mayCall(c.Pos, nil)
			x.Note(c.Pos, "call of a function that is not known: "+x.Site(c.Pos).Text, "whether it waits for others, and what it accesses, is not known", skeleton.OpensBlocked|skeleton.OpensRaces)
		}
	})
}

// iterates reports whether a call is of an iterator that is not known, such as strings.SplitSeq returns.
func (c *Call) iterates() bool {
	if c.Func != nil || c.Native != nil && c.Native.S != "" || len(c.Types) != 1 {
		return false
	}
	yield, ok := c.Types[0].Underlying().(*types.Signature)
	return ok && yield.Results().Len() == 1 && code.IsBool(yield.Results().At(0).Type())
}

// iteratorCall calls the argument of an iterator any number of times, until it returns false. Nothing is known of the
// elements.
func (x *Extractor) iteratorCall(c *Call) {
	ended := x.Local(c.Result, "ended")
	ended.Name = "ended"
	x.Grow(ended, graph.Single(x.Bool(false)).With(x.Bool(true)))
	x.Assign(graph.Assign{To: ended, V: graph.Constant(x.Bool(false))})
	x.Again(func() {
		x.Branch(graph.At(ended).IsTrue(), func() {}, func() {
			c.Callback(c.Arg(0, ""), "yield", nil, func(get func(string) graph.Val) {
				again := get("").IsTrue()
				x.Assign(graph.Assign{To: ended, V: x.Boolean(graph.Not(again))})
			})
		})
	})
}

// Limit notes the channel of tokens of a group.
func (x *Extractor) Limit(o, tokens *graph.Object) {
	if o.Limit == nil {
		x.changed = true
	}
	o.Limit = tokens
}

// During executes f inside of a first call that an object stands for.
func (x *Extractor) During(a *graph.Atom, f func()) {
	x.onces = append(x.onces, a)
	f()
	x.onces = x.onces[:len(x.onces)-1]
}

// Inside reports whether the current point is inside of a first call that an object stands for.
func (x *Extractor) Inside(a *graph.Atom) bool { return slices.Contains(x.onces, a) }

// Over reports whether the first call that an object stands for is over at the current point, since the function that
// is executed, or one that has called it or started its goroutine, has called Do before.
func (x *Extractor) Over(a *graph.Atom, at ssa.Instruction) bool {
	it := x.it
	for fr := x.fr; fr != nil && at != nil; fr = fr.parent {
		for _, b := range fr.fn.Blocks {
			if at.Parent() != fr.fn || !b.Dominates(at.Block()) {
				continue
			}
			for _, i := range b.Instrs {
				if i == at {
					break
				}
				c, ok := i.(*ssa.Call)
				if !ok || c.Call.StaticCallee() == nil || c.Call.StaticCallee().String() != "(*sync.Once).Do" {
					continue
				}
				if x.NonNil(x.valueAt(fr, it, c.Call.Args[0], "")).One() == a {
					return true
				}
			}
		}
		at, it = fr.instr, fr.iter
	}
	return false
}

// A CallKey tells calls apart that one model makes: Outer tells apart the calls of the model.
type CallKey struct{ Outer, What any }

// Goroutine starts a goroutine that executes run, which calls models and function values.
func (c *Call) Goroutine(what any, name string, run func(inner *Call)) {
	x := c.X
	fr := x.goroutine(frameKey{parent: x.fr, iter: x.it, instr: c.Instr, what: goKey{CallKey{c.What, what}}, fn: x.code.Stub})
	b := x.newBody(fr, c.Pos)
	b.Name = name
	inner := &Call{X: x, Instr: c.Instr, What: "goroutine", Pos: c.Pos}
	fr.stub = func() { run(inner) }
	if n := x.node(skeleton.Go); n != nil {
		n.Body, n.Site = b, x.Site(c.Pos)
		x.Add(n)
	}
}

// Again executes f any number of times, at least as often as the least number.
func (x *Extractor) Again(f func()) {
	head := x.node(skeleton.Step)
	x.Add(head)
	loop := x.fr.loop
	x.fr.loop = true
	x.Branch(graph.Either{}, func() {
		f()
		if !x.Dead {
			x.link(head)
		}
		x.Dead = true
	}, func() {})
	x.fr.loop = loop
}
