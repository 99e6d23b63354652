// This file defines the models of golang.org/x/sync.

package golang

import (
	"go/types"

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
func (x *extractor) ctxCell(a *atom) *loc {
	return x.cell(a.obj, a.path+".ctx", types.NewInterfaceType(nil, nil))
}

func groupWithContext(c *called) {
	x := c.x
	if c.result == nil {
		return
	}
	t := deref(c.result.Type().(*types.Tuple).At(0).Type())
	o := x.object(c.instr, "group", t)
	o.name, o.site, o.begun = x.nameAt(c.pos, "group"), x.site(c.pos), func(string) bool { return true }
	p := x.made(o, c.result)
	c.withCancel(c.arg(0, ""), false, 2)
	ctx := x.value(c.result, field(0))
	for _, a := range p.set {
		cell := x.ctxCell(a)
		x.use(cell, true)
		x.grow(cell, ctx.set)
		if !cell.weak {
			x.assign(assign{to: cell, v: ctx})
		}
	}
	c.returnsAt(0, p)
	c.returnsAt(1, ctx)
}

// cancelGroup cancels the context of a group.
func (c *called) cancelGroup(g *atom) {
	if g.kind == aPtr {
		ctx := at(c.x.ctxCell(g))
		c.x.split(ctx, func(a *atom) {
			if a.kind == aPtr {
				c.x.cancels(constantVal(a), c)
			}
		})
	}
}

func groupGo(c *called) {
	x := c.x
	x.split(c.arg(0, ""), func(g *atom) {
		tokens := g.kind == aPtr && g.obj.limit != nil
		if tokens {
			x.operateOn(skeleton.Send, skeleton.Chan, x.ptr(g.obj.limit, ""), c.pos, nil)
		}
		c.add(constantVal(g), 1)
		x.split(c.arg(1, ""), func(f *atom) {
			c.goroutine(callKey{g, f}, f.String(), func(in *called) {
				err := x.local(nil, "error of group")
				err.name = "err"
				in.callback(constantVal(f), "f", nil, func(get func(string) val) {
					v := get(field(0))
					x.grow(err, v.set)
					x.assign(assign{to: err, v: v})
				})
				if x.dead {
					return
				}
				x.branch(at(err).is(func(a *atom) truth { return equal(a, x.nil()) }), func() {}, func() {
					if g.kind == aPtr {
						first := x.cell(g.obj, g.path+".err", types.Universe.Lookup("error").Type())
						x.use(first, true)
						x.grow(first, single(x.some()))
						if !first.weak {
							x.assign(assign{to: first, v: constantVal(x.some())})
						}
					}
					in.cancelGroup(g)
				})
				if tokens {
					x.operateOn(skeleton.Recv, skeleton.Chan, x.ptr(g.obj.limit, ""), c.pos, nil)
				}
				in.add(constantVal(g), -1)
			})
		})
	})
	c.maybe(0)
}

func groupWait(c *called) {
	x := c.x
	x.operate(skeleton.Wait, skeleton.WaitGroup, c.arg(0, ""), c.pos, nil)
	if x.dead {
		return
	}
	x.split(c.arg(0, ""), func(g *atom) {
		c.cancelGroup(g)
		if c.result == nil {
			return
		}
		if g.kind != aPtr {
			x.resultsUnknown(c)
			return
		}
		err := x.cell(g.obj, g.path+".err", c.result.Type())
		x.use(err, false)
		x.define(c.result, "", at(err))
	})
}

// tokens returns the channel that counts what is taken of an object.
func (x *extractor) tokens(o *object, n val) *object {
	t := x.companion(o, "tokens")
	t.what, t.name, t.site = "chan", o.name+".tokens", o.site
	t.body, t.loop, t.restOf = o.body, o.loop, o.restOf
	if o.rest != nil {
		t.rest = o.rest
	}
	t.chanCap = n
	if k := x.sizeOf(n); k >= 0 {
		t.chanCap = constantVal(x.int(k))
	}
	return t
}

func groupSetLimit(c *called) {
	x := c.x
	for _, a := range c.arg(0, "").set {
		if a.kind == aPtr {
			x.limit(a.obj, x.tokens(a.obj, c.arg(1, "")))
		}
	}
}

func newWeighted(c *called) {
	x := c.x
	o := x.object(c.instr, "chan", nil) // one that is told apart if there are many
	o.name, o.site = x.nameAt(c.pos, "semaphore"), x.site(c.pos)
	o.chanCap = c.arg(0, "")
	if k := x.sizeOf(o.chanCap); k >= 0 {
		o.chanCap = constantVal(x.int(k))
	}
	c.returns(x.made(o, c.result))
}

// weight returns how often a token is taken.
func (c *called) weight(arg int) int {
	if n := c.x.sizeOf(c.arg(arg, "")); n >= 1 && n <= maxUnrolled {
		return int(n)
	}
	return 1
}

// acquire waits for the semaphore or the context.
func acquire(c *called) {
	x := c.x
	if c.result == nil {
		return
	}
	to := x.register(c.result, "")
	x.set(c.result, "", at(to))
	give := func(a *atom) {
		x.grow(to, single(a))
		x.assign(assign{to: to, v: constantVal(a)})
	}
	x.split(x.nonNil(c.arg(0, "")), func(s *atom) {
		x.split(x.nonNil(c.arg(1, "")), func(ctx *atom) {
			var done *object
			if ctx.kind == aPtr {
				if m, ok := ctx.obj.model.(*contextModel); ok {
					done = m.done
				}
			}
			if !known1(s) || done == nil || done.many() {
				for range c.weight(2) {
					x.operateOn(skeleton.Send, skeleton.Chan, s, c.pos, nil)
				}
				give(x.nil())
				return
			}
			n := x.operation(skeleton.Select, nil, c.pos, nil)
			if n != nil {
				n.cases = []selectCase{{site: n.site, send: true, object: &syncKey{skeleton.Chan, s.obj, ""}}, {site: n.site, object: &syncKey{skeleton.Chan, done, ""}}}
				x.add(n)
			}
			x.alternatives(n, func() {
				for range c.weight(2) - 1 {
					x.operateOn(skeleton.Send, skeleton.Chan, s, c.pos, nil)
				}
				give(x.nil())
			}, func() { give(x.namedError("context.Canceled")) })
		})
	})
}

func tryAcquire(c *called) {
	x := c.x
	if c.result == nil {
		return
	}
	to := x.register(c.result, "")
	x.set(c.result, "", at(to))
	x.split(x.nonNil(c.arg(0, "")), func(s *atom) {
		give := func(b bool) func() {
			return func() {
				x.grow(to, single(x.bool(b)))
				x.assign(assign{to: to, v: constantVal(x.bool(b))})
			}
		}
		if !known1(s) {
			x.branch(cEither{}, give(true), give(false))
			return
		}
		n := x.operation(skeleton.Select, nil, c.pos, nil)
		if n != nil {
			n.cases = []selectCase{{site: n.site, send: true, object: &syncKey{skeleton.Chan, s.obj, ""}}}
			n.dflt = true
			x.add(n)
		}
		x.alternatives(n, give(true), give(false))
	})
}

// release gives tokens back; more than were taken is a failure.
func release(c *called) {
	x := c.x
	x.split(x.nonNil(c.arg(0, "")), func(s *atom) {
		for range c.weight(1) {
			if !known1(s) {
				return
			}
			n := x.operation(skeleton.Select, nil, c.pos, nil)
			if n != nil {
				n.cases = []selectCase{{site: n.site, object: &syncKey{skeleton.Chan, s.obj, ""}}}
				n.dflt = true
				x.add(n)
			}
			x.alternatives(n, func() {}, func() { x.panics(c.pos, "semaphore: released more than held") })
		}
	})
}
