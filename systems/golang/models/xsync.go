// This file defines the models of golang.org/x/sync.

package models

import (
	"go/types"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/extract"
	"github.com/ijit/ijit/systems/golang/graph"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

func groupModels() map[string]extract.Model {
	const m = "(*golang.org/x/sync/errgroup.Group)."
	const s = "(*golang.org/x/sync/semaphore.Weighted)."
	return map[string]extract.Model{
		"golang.org/x/sync/errgroup.WithContext": groupWithContext,
		m + "Go":                                 groupGo,
		m + "TryGo":                              groupTryGo,
		m + "Wait":                               groupWait,
		m + "SetLimit":                           groupSetLimit,
		"golang.org/x/sync/semaphore.NewWeighted": newWeighted,
		s + "Acquire":    acquire,
		s + "TryAcquire": tryAcquire,
		s + "Release":    release,
	}
}

// ctxCell is where a group keeps its context.
func ctxCell(x *extract.Extractor, a *graph.Atom) *graph.Loc {
	return x.Cell(a.Obj, a.Path+".ctx", types.NewInterfaceType(nil, nil))
}

func groupWithContext(c *extract.Call) {
	x := c.X
	if c.Result == nil {
		return
	}
	t := code.Deref(c.Result.Type().(*types.Tuple).At(0).Type())
	o := x.Object(c.Instr, "group", t)
	o.Name, o.Site, o.Begun = x.NameAt(c.Pos, "group"), x.Site(c.Pos), func(string) bool { return true }
	p := x.Made(o, c.Result)
	withCancel(c, c.Arg(0, ""), false, 2)
	ctx := x.Value(c.Result, code.Field(0))
	for _, a := range p.Set {
		cell := ctxCell(x, a)
		x.Use(cell)
		x.Grow(cell, ctx.Set)
		if !cell.Weak {
			x.Assign(graph.Assign{To: cell, V: ctx})
		}
	}
	c.ReturnsAt(0, p)
	c.ReturnsAt(1, ctx)
}

// cancelGroup cancels the context of a group.
func cancelGroup(c *extract.Call, g *graph.Atom) {
	if g.Kind == graph.Ptr {
		ctx := graph.At(ctxCell(c.X, g))
		c.X.Split(ctx, func(a *graph.Atom) {
			if a.Kind == graph.Ptr {
				cancels(c.X, graph.Constant(a), graph.Constant(c.X.Some()), c)
			}
		})
	}
}

func groupGo(c *extract.Call) {
	x := c.X
	x.Split(c.Arg(0, ""), func(g *graph.Atom) {
		tokens := limited(g)
		if tokens {
			x.OperateOn(skeleton.Send, skeleton.Chan, x.Ptr(g.Obj.Limit, ""), c.Pos, nil)
		}
		groupStart(c, g, tokens)
	})
}

// limited reports whether the number of goroutines of a group is limited.
func limited(g *graph.Atom) bool { return g.Kind == graph.Ptr && g.Obj.Limit != nil }

// groupTryGo starts a goroutine if there is room for it.
func groupTryGo(c *extract.Call) {
	x := c.X
	started := x.Local(nil, "started")
	if c.Result != nil {
		started = x.Register(c.Result, "")
		x.Set(c.Result, "", graph.At(started))
	}
	give := func(b bool) {
		x.Grow(started, graph.Single(x.Bool(b)))
		x.Assign(graph.Assign{To: started, V: graph.Constant(x.Bool(b))})
	}
	x.Split(c.Arg(0, ""), func(g *graph.Atom) {
		start := func(tokens bool) func() {
			return func() {
				groupStart(c, g, tokens)
				give(true)
			}
		}
		switch {
		case !limited(g):
			start(false)()
		case !extract.Followed(x.Ptr(g.Obj.Limit, "")):
			x.Branch(graph.Either{}, start(true), func() { give(false) })
		default:
			n := x.Operation(skeleton.Select, nil, c.Pos, nil)
			if n != nil {
				n.Cases = []graph.SelectCase{{Site: n.Site, Send: true, Object: &graph.SyncKey{Kind: skeleton.Chan, Obj: g.Obj.Limit, Path: ""}}}
				n.Default = true
				x.Add(n)
			}
			x.Alternatives(n, start(true), func() { give(false) })
		}
	})
}

// groupStart starts a goroutine of a group, which gives its token back if it has one.
func groupStart(c *extract.Call, g *graph.Atom, tokens bool) {
	x := c.X
	add(c, graph.Constant(g), 1)
	x.Split(c.Arg(1, ""), func(f *graph.Atom) {
		c.Goroutine(extract.CallKey{Outer: g, What: f}, f.String(), func(in *extract.Call) {
			err := x.Local(nil, "error of group")
			err.Name = "err"
			in.Callback(graph.Constant(f), "f", nil, func(get func(string) graph.Val) {
				v := get(code.Field(0))
				x.Grow(err, v.Set)
				x.Assign(graph.Assign{To: err, V: v})
			})
			if x.Dead {
				return
			}
			x.Branch(graph.At(err).Is(func(a *graph.Atom) graph.Truth { return graph.Equal(a, x.Nil()) }), func() {}, func() {
				if g.Kind == graph.Ptr {
					first := x.Cell(g.Obj, g.Path+".err", types.Universe.Lookup("error").Type())
					x.Use(first)
					x.Grow(first, graph.Single(x.Some()))
					if !first.Weak {
						x.Assign(graph.Assign{To: first, V: graph.Constant(x.Some())})
					}
				}
				cancelGroup(in, g)
			})
			if tokens {
				x.OperateOn(skeleton.Recv, skeleton.Chan, x.Ptr(g.Obj.Limit, ""), c.Pos, nil)
			}
			add(in, graph.Constant(g), -1)
		})
	})
}

func groupWait(c *extract.Call) {
	x := c.X
	x.Operate(skeleton.Wait, skeleton.WaitGroup, c.Arg(0, ""), c.Pos, nil)
	if x.Dead {
		return
	}
	x.Split(c.Arg(0, ""), func(g *graph.Atom) {
		cancelGroup(c, g)
		if c.Result == nil {
			return
		}
		if g.Kind != graph.Ptr {
			x.ResultsUnknown(c)
			return
		}
		err := x.Cell(g.Obj, g.Path+".err", c.Result.Type())
		x.Use(err)
		x.Define(c.Result, "", graph.At(err))
	})
}

// tokens returns the channel that counts what is taken of an object.
func tokens(x *extract.Extractor, o *graph.Object, n graph.Val) *graph.Object {
	t := x.Companion(o, "tokens")
	t.What, t.Name, t.Site = "chan", o.Name+".tokens", o.Site
	t.Body, t.Loop, t.RestOf = o.Body, o.Loop, o.RestOf
	if o.Rest != nil {
		t.Rest = o.Rest
	}
	t.Cap = x.Capacity(n)
	return t
}

// groupSetLimit panics if goroutines of the group have a limit already.
func groupSetLimit(c *extract.Call) {
	x := c.X
	x.MayPanic()
	for _, a := range c.Arg(0, "").Set {
		if a.Kind == graph.Ptr {
			x.Limit(a.Obj, tokens(x, a.Obj, c.Arg(1, "")))
		}
	}
}

func newWeighted(c *extract.Call) {
	x := c.X
	o := x.Object(c.Instr, "chan", nil) // one that is told apart if there are many
	o.Name, o.Site = x.NameAt(c.Pos, "semaphore"), x.Site(c.Pos)
	o.Cap = x.Capacity(c.Arg(0, ""))
	c.Returns(x.Made(o, c.Result))
}

// weight returns how many tokens are taken or given back: 1, and executions are
// missing, where that is not known or large.
func weight(c *extract.Call, arg int) int {
	if n := c.X.SizeOf(c.Arg(arg, "")); n >= 1 && n <= extract.MaxUnrolled {
		return int(n)
	}
	c.X.Note(c.Pos, "weight of "+c.X.Site(c.Pos).Text, "taken to be 1", skeleton.OpensAll)
	return 1
}

// acquire waits for the semaphore or the context.
func acquire(c *extract.Call) {
	x := c.X
	to := x.Local(nil, "acquired")
	if c.Result != nil {
		to = x.Register(c.Result, "")
		x.Set(c.Result, "", graph.At(to))
	}
	give := func(a *graph.Atom) {
		x.Grow(to, graph.Single(a))
		x.Assign(graph.Assign{To: to, V: graph.Constant(a)})
	}
	x.Split(x.Dereferenced(c.Arg(0, ""), c.Pos), func(s *graph.Atom) {
		x.Split(x.Dereferenced(c.Arg(1, ""), c.Pos), func(ctx *graph.Atom) {
			var done *graph.Object
			if _, m := contextOf(ctx); m != nil {
				done = m.done
			}
			if !extract.Followed(s) || done == nil || done.Many() {
				for range weight(c, 2) {
					x.OperateOn(skeleton.Send, skeleton.Chan, s, c.Pos, nil)
				}
				give(x.Nil())
				return
			}
			n := x.Operation(skeleton.Select, nil, c.Pos, nil)
			if n != nil {
				n.Cases = []graph.SelectCase{{Site: n.Site, Send: true, Object: &graph.SyncKey{Kind: skeleton.Chan, Obj: s.Obj, Path: ""}}, {Site: n.Site, Object: &graph.SyncKey{Kind: skeleton.Chan, Obj: done, Path: ""}}}
				x.Add(n)
			}
			x.Alternatives(n, func() {
				for range weight(c, 2) - 1 {
					x.OperateOn(skeleton.Send, skeleton.Chan, s, c.Pos, nil)
				}
				give(x.Nil())
			}, func() { give(x.NamedError("context.Canceled")) })
		})
	})
}

func tryAcquire(c *extract.Call) {
	x := c.X
	to := x.Local(nil, "acquired")
	if c.Result != nil {
		to = x.Register(c.Result, "")
		x.Set(c.Result, "", graph.At(to))
	}
	x.Split(x.Dereferenced(c.Arg(0, ""), c.Pos), func(s *graph.Atom) {
		give := func(b bool) func() {
			return func() {
				x.Grow(to, graph.Single(x.Bool(b)))
				x.Assign(graph.Assign{To: to, V: graph.Constant(x.Bool(b))})
			}
		}
		if !extract.Followed(s) {
			x.Branch(graph.Either{}, give(true), give(false))
			return
		}
		// It takes all of its tokens or, where one is missing, gives back those before.
		// Others may move in between, which are more executions than those of Go.
		all := weight(c, 1)
		var take func(taken int)
		take = func(taken int) {
			if taken == all {
				give(true)()
				return
			}
			x.Alternatives(tryToken(c, s, true), func() { take(taken + 1) }, func() {
				for range taken {
					x.Alternatives(tryToken(c, s, false), func() {}, func() {})
				}
				give(false)()
			})
		}
		take(0)
	})
}

// tryToken takes a token of a semaphore, or gives one back, or does neither.
func tryToken(c *extract.Call, s *graph.Atom, take bool) *graph.Node {
	n := c.X.Operation(skeleton.Select, nil, c.Pos, nil)
	if n != nil {
		n.Cases = []graph.SelectCase{{Site: n.Site, Send: take, Object: &graph.SyncKey{Kind: skeleton.Chan, Obj: s.Obj, Path: ""}}}
		n.Default = true
		c.X.Add(n)
	}
	return n
}

// release gives tokens back; more than were taken is a failure.
func release(c *extract.Call) {
	x := c.X
	x.Split(x.Dereferenced(c.Arg(0, ""), c.Pos), func(s *graph.Atom) {
		for range weight(c, 1) {
			if !extract.Followed(s) {
				return
			}
			x.Alternatives(tryToken(c, s, false), func() {}, func() { x.Panics(c.Pos, "semaphore: released more than held") })
		}
	})
}
