// This file defines the models of golang.org/x/sync.

package golang

import (
	"go/types"

	"github.com/ijit/ijit/parser/golang/code"
	"github.com/ijit/ijit/parser/golang/graph"
	"github.com/ijit/ijit/parser/golang/skeleton"
)

func groupModels() map[string]model {
	const m = "(*golang.org/x/sync/errgroup.Group)."
	const s = "(*golang.org/x/sync/semaphore.Weighted)."
	return map[string]model{
		"golang.org/x/sync/errgroup.WithContext": groupWithContext,
		m + "Go":                                 groupGo,
		m + "TryGo":                              groupGo,
		m + "Wait":                               groupWait,
		m + "SetLimit":                           groupSetLimit,
		"golang.org/x/sync/semaphore.NewWeighted": newWeighted,
		s + "Acquire":    acquire,
		s + "TryAcquire": tryAcquire,
		s + "Release":    release,
	}
}

// ctxCell is where a group keeps its context.
func (x *extractor) ctxCell(a *graph.Atom) *graph.Loc {
	return x.cell(a.Obj, a.Path+".ctx", types.NewInterfaceType(nil, nil))
}

func groupWithContext(c *Call) {
	x := c.x
	if c.result == nil {
		return
	}
	t := code.Deref(c.result.Type().(*types.Tuple).At(0).Type())
	o := x.object(c.instr, "group", t)
	o.Name, o.Site, o.Begun = x.nameAt(c.pos, "group"), x.site(c.pos), func(string) bool { return true }
	p := x.made(o, c.result)
	c.withCancel(c.arg(0, ""), false, 2)
	ctx := x.value(c.result, code.Field(0))
	for _, a := range p.Set {
		cell := x.ctxCell(a)
		x.use(cell, true)
		x.grow(cell, ctx.Set)
		if !cell.Weak {
			x.assign(graph.Assign{To: cell, V: ctx})
		}
	}
	c.returnsAt(0, p)
	c.returnsAt(1, ctx)
}

// cancelGroup cancels the context of a group.
func (c *Call) cancelGroup(g *graph.Atom) {
	if g.Kind == graph.Ptr {
		ctx := graph.At(c.x.ctxCell(g))
		c.x.split(ctx, func(a *graph.Atom) {
			if a.Kind == graph.Ptr {
				c.x.cancels(graph.Constant(a), c)
			}
		})
	}
}

func groupGo(c *Call) {
	x := c.x
	x.split(c.arg(0, ""), func(g *graph.Atom) {
		tokens := g.Kind == graph.Ptr && g.Obj.Limit != nil
		if tokens {
			x.operateOn(skeleton.Send, skeleton.Chan, x.Ptr(g.Obj.Limit, ""), c.pos, nil)
		}
		c.add(graph.Constant(g), 1)
		x.split(c.arg(1, ""), func(f *graph.Atom) {
			c.goroutine(callKey{g, f}, f.String(), func(in *Call) {
				err := x.local(nil, "error of group")
				err.Name = "err"
				in.callback(graph.Constant(f), "f", nil, func(get func(string) graph.Val) {
					v := get(code.Field(0))
					x.grow(err, v.Set)
					x.assign(graph.Assign{To: err, V: v})
				})
				if x.dead {
					return
				}
				x.branch(graph.At(err).Is(func(a *graph.Atom) graph.Truth { return graph.Equal(a, x.Nil()) }), func() {}, func() {
					if g.Kind == graph.Ptr {
						first := x.cell(g.Obj, g.Path+".err", types.Universe.Lookup("error").Type())
						x.use(first, true)
						x.grow(first, graph.Single(x.Some()))
						if !first.Weak {
							x.assign(graph.Assign{To: first, V: graph.Constant(x.Some())})
						}
					}
					in.cancelGroup(g)
				})
				if tokens {
					x.operateOn(skeleton.Recv, skeleton.Chan, x.Ptr(g.Obj.Limit, ""), c.pos, nil)
				}
				in.add(graph.Constant(g), -1)
			})
		})
	})
	c.maybe(0)
}

func groupWait(c *Call) {
	x := c.x
	x.operate(skeleton.Wait, skeleton.WaitGroup, c.arg(0, ""), c.pos, nil)
	if x.dead {
		return
	}
	x.split(c.arg(0, ""), func(g *graph.Atom) {
		c.cancelGroup(g)
		if c.result == nil {
			return
		}
		if g.Kind != graph.Ptr {
			x.resultsUnknown(c)
			return
		}
		err := x.cell(g.Obj, g.Path+".err", c.result.Type())
		x.use(err, false)
		x.define(c.result, "", graph.At(err))
	})
}

// tokens returns the channel that counts what is taken of an object.
func (x *extractor) tokens(o *graph.Object, n graph.Val) *graph.Object {
	t := x.companion(o, "tokens")
	t.What, t.Name, t.Site = "chan", o.Name+".tokens", o.Site
	t.Body, t.Loop, t.RestOf = o.Body, o.Loop, o.RestOf
	if o.Rest != nil {
		t.Rest = o.Rest
	}
	t.Cap = n
	if k := x.sizeOf(n); k >= 0 {
		t.Cap = graph.Constant(x.Int(k))
	}
	return t
}

func groupSetLimit(c *Call) {
	x := c.x
	for _, a := range c.arg(0, "").Set {
		if a.Kind == graph.Ptr {
			x.limit(a.Obj, x.tokens(a.Obj, c.arg(1, "")))
		}
	}
}

func newWeighted(c *Call) {
	x := c.x
	o := x.object(c.instr, "chan", nil) // one that is told apart if there are many
	o.Name, o.Site = x.nameAt(c.pos, "semaphore"), x.site(c.pos)
	o.Cap = c.arg(0, "")
	if k := x.sizeOf(o.Cap); k >= 0 {
		o.Cap = graph.Constant(x.Int(k))
	}
	c.returns(x.made(o, c.result))
}

// weight returns how often a token is taken.
func (c *Call) weight(arg int) int {
	if n := c.x.sizeOf(c.arg(arg, "")); n >= 1 && n <= maxUnrolled {
		return int(n)
	}
	return 1
}

// acquire waits for the semaphore or the context.
func acquire(c *Call) {
	x := c.x
	if c.result == nil {
		return
	}
	to := x.register(c.result, "")
	x.set(c.result, "", graph.At(to))
	give := func(a *graph.Atom) {
		x.grow(to, graph.Single(a))
		x.assign(graph.Assign{To: to, V: graph.Constant(a)})
	}
	x.split(x.nonNil(c.arg(0, "")), func(s *graph.Atom) {
		x.split(x.nonNil(c.arg(1, "")), func(ctx *graph.Atom) {
			var done *graph.Object
			if ctx.Kind == graph.Ptr {
				if m, ok := ctx.Obj.Model.(*contextModel); ok {
					done = m.done
				}
			}
			if !Followed(s) || done == nil || done.Many() {
				for range c.weight(2) {
					x.operateOn(skeleton.Send, skeleton.Chan, s, c.pos, nil)
				}
				give(x.Nil())
				return
			}
			n := x.operation(skeleton.Select, nil, c.pos, nil)
			if n != nil {
				n.Cases = []graph.SelectCase{{Site: n.Site, Send: true, Object: &graph.SyncKey{Kind: skeleton.Chan, Obj: s.Obj, Path: ""}}, {Site: n.Site, Object: &graph.SyncKey{Kind: skeleton.Chan, Obj: done, Path: ""}}}
				x.add(n)
			}
			x.alternatives(n, func() {
				for range c.weight(2) - 1 {
					x.operateOn(skeleton.Send, skeleton.Chan, s, c.pos, nil)
				}
				give(x.Nil())
			}, func() { give(x.namedError("context.Canceled")) })
		})
	})
}

func tryAcquire(c *Call) {
	x := c.x
	if c.result == nil {
		return
	}
	to := x.register(c.result, "")
	x.set(c.result, "", graph.At(to))
	x.split(x.nonNil(c.arg(0, "")), func(s *graph.Atom) {
		give := func(b bool) func() {
			return func() {
				x.grow(to, graph.Single(x.Bool(b)))
				x.assign(graph.Assign{To: to, V: graph.Constant(x.Bool(b))})
			}
		}
		if !Followed(s) {
			x.branch(graph.Either{}, give(true), give(false))
			return
		}
		n := x.operation(skeleton.Select, nil, c.pos, nil)
		if n != nil {
			n.Cases = []graph.SelectCase{{Site: n.Site, Send: true, Object: &graph.SyncKey{Kind: skeleton.Chan, Obj: s.Obj, Path: ""}}}
			n.Default = true
			x.add(n)
		}
		x.alternatives(n, give(true), give(false))
	})
}

// release gives tokens back; more than were taken is a failure.
func release(c *Call) {
	x := c.x
	x.split(x.nonNil(c.arg(0, "")), func(s *graph.Atom) {
		for range c.weight(1) {
			if !Followed(s) {
				return
			}
			n := x.operation(skeleton.Select, nil, c.pos, nil)
			if n != nil {
				n.Cases = []graph.SelectCase{{Site: n.Site, Object: &graph.SyncKey{Kind: skeleton.Chan, Obj: s.Obj, Path: ""}}}
				n.Default = true
				x.add(n)
			}
			x.alternatives(n, func() {}, func() { x.panics(c.pos, "semaphore: released more than held") })
		}
	})
}
