// This file defines the models of golang.org/x/sync.

package golang

import (
	"go/types"

	"github.com/ijit/ijit/parser/golang/skeleton"
)

func groupModels() map[string]model {
	const m = "(*golang.org/x/sync/errgroup.Group)."
	return map[string]model{
		"golang.org/x/sync/errgroup.WithContext": groupWithContext,
		m + "Go":                                 groupGo,
		m + "TryGo":                              groupGo,
		m + "Wait":                               groupWait,
		m + "SetLimit": func(c *called) {
			c.x.note(c.pos, "errgroup.SetLimit", "the group is taken to have no limit", true)
		},
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
	o.name, o.site, o.begun = x.nameAt(c.pos, "group"), x.text.site(x.fr.fn, c.pos), func(string) bool { return true }
	p := x.made(o, c.result)
	c.withCancel(c.arg(0, ""), false, 2)
	ctx := x.value(c.result, field(0))
	for _, a := range p.set {
		cell := x.ctxCell(a)
		cell.use(x.fr.body, true)
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
	c.add(c.arg(0, ""), 1)
	x.split(c.arg(0, ""), func(g *atom) {
		x.split(c.arg(1, ""), func(f *atom) {
			c.goroutine(callKey{g, f}, f.String(), func(in *called) {
				err := x.loc(locKey{frame: x.fr, extra: "error of group"})
				err.name = "err"
				in.callback(constantVal(f), "f", nil, func(get func(string) val) {
					v := get(field(0))
					x.grow(err, v.set)
					x.assign(assign{to: err, v: v})
				})
				if x.dead {
					return
				}
				x.branch(x.is(at(err), func(a *atom) truth { return equal(a, x.nil()) }), func() {}, func() {
					if g.kind == aPtr {
						first := x.cell(g.obj, g.path+".err", types.Universe.Lookup("error").Type())
						first.use(x.fr.body, true)
						x.grow(first, single(x.some()))
						if !first.weak {
							x.assign(assign{to: first, v: constantVal(x.some())})
						}
					}
					in.cancelGroup(g)
				})
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
		err.use(x.fr.body, false)
		x.define(c.result, "", at(err))
	})
}
