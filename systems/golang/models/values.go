// This file defines the values in contexts.

package models

import (
	"go/types"

	"github.com/ijit/ijit/systems/golang/extract"
	"github.com/ijit/ijit/systems/golang/graph"
)

// values are those in a context: one that it adds, and those of another context.
type values struct {
	from    *graph.Object // the other one; nil if there is none
	key     *graph.Atom   // nil if it adds none
	held    *graph.Loc
	unknown bool
}

// valuesOf returns the values of contexts that are made from others: they are known if that is one context.
func valuesOf(parent graph.Val) values {
	a := parent.One()
	if a == nil || a.Kind != graph.Ptr {
		return values{unknown: true}
	}
	return values{from: a.Obj}
}

// withValue makes a context with one more value. Where it is not known which context that is or what the key is, it is
// one of which no values are known; as where many are made of one.
func withValue(c *extract.Call) {
	x := c.X
	if c.Result == nil {
		return
	}
	noteOwnContext(c, c.Arg(0, ""))
	o := x.Object(c.Instr, "context with a value", nil)
	parent, key := c.Arg(0, ""), c.Arg(1, "").One()
	of := parent.One()
	if of == nil || of.Kind != graph.Ptr || key == nil || o.Many() {
		c.Returns(parent.Mapped(func(a *graph.Atom) *graph.Atom {
			if a.Kind != graph.Ptr {
				return x.Some()
			}
			o := x.Companion(a.Obj, "with values")
			o.Name, o.Model = a.Obj.Name, &contextModel{of: a.Obj, values: values{unknown: true}}
			return x.Ptr(o, "")
		}))
		return
	}
	o.Name, o.Site = of.Obj.Name, x.Site(c.Pos)
	held := x.Cell(o, ".value", types.NewInterfaceType(nil, nil))
	x.Use(held)
	v := c.Arg(2, "")
	x.Grow(held, v.Set)
	x.Assign(graph.Assign{To: held, V: v})
	o.Model = &contextModel{of: of.Obj, values: values{from: of.Obj, key: key, held: held}}
	c.Returns(graph.Constant(x.Ptr(o, "")))
}

// contextValue executes the method Value of a context.
func contextValue(c *extract.Call) {
	x := c.X
	if c.Result == nil {
		return
	}
	key := c.Arg(1, "").One()
	to := x.Register(c.Result, "")
	x.Set(c.Result, "", graph.At(to))
	x.Split(c.Arg(0, ""), func(a *graph.Atom) {
		v := graph.Constant(x.Some())
		if a.Kind == graph.Ptr && key != nil {
			v = valueIn(x, a.Obj, key)
		}
		x.Grow(to, v.Set)
		x.Assign(graph.Assign{To: to, V: v})
	})
}

// valueIn returns the value at a key in a context.
func valueIn(x *extract.Extractor, o *graph.Object, key *graph.Atom) graph.Val {
	for o != nil {
		m, ok := o.Model.(*contextModel)
		if !ok || m.values.unknown {
			return graph.Constant(x.Some())
		}
		if m.values.key != nil {
			switch graph.Equal(m.values.key, key) {
			case graph.Yes:
				x.Use(m.values.held)
				return graph.At(m.values.held)
			case graph.Maybe:
				return graph.Constant(x.Some())
			}
		}
		o = m.values.from
	}
	return graph.Constant(x.Nil())
}
