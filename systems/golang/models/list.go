// This file defines the models of lists whose elements lead to nothing by which goroutines synchronise.

package models

import (
	"go/types"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/extract"
	"github.com/ijit/ijit/systems/golang/graph"
)

// listModels are of the methods of package container/list that have no model if the order of elements matters. A list
// keeps all elements that were ever in it, and any of them, or none, is at a place.
func listModels() map[string]extract.Model {
	const on, of = "(*container/list.List).", "(*container/list.Element)."
	m := map[string]extract.Model{
		on + "Init": func(c *extract.Call) { accessList(c, true); c.Returns(c.Arg(0, "")) },
		on + "Len":  func(c *extract.Call) { accessList(c, false); c.X.ResultsUnknown(c) },
		on + "Remove": func(c *extract.Call) {
			accessList(c, true)
			var s graph.Set
			for _, e := range c.Arg(1, "").Set {
				if e.Kind == graph.Ptr {
					s = c.X.Union(s, listValue(c.X, e).Set)
				}
			}
			c.Returns(graph.Val{Set: s})
		},
	}
	for _, name := range []string{"PushFront", "PushBack", "InsertBefore", "InsertAfter"} {
		m[on+name] = push
	}
	for _, name := range []string{"MoveToFront", "MoveToBack", "MoveBefore", "MoveAfter"} {
		m[on+name] = func(c *extract.Call) { accessList(c, true) }
	}
	for _, name := range []string{"Front", "Back"} {
		m[on+name] = func(c *extract.Call) { accessList(c, false); c.Returns(held(c)) }
	}
	for _, name := range []string{"Next", "Prev"} {
		m[of+name] = nextElement
	}
	return m
}

// accessList is an access to a list: all of it is one place.
func accessList(c *extract.Call, write bool) {
	c.X.Split(c.X.Dereferenced(c.Arg(0, ""), c.Pos), func(a *graph.Atom) {
		if a.Kind == graph.Ptr {
			c.X.Access(c.X.Cell(a.Obj, a.Path, types.Typ[types.UnsafePointer]), write, false, c.Pos)
		}
	})
}

// listValue returns the field of an element that holds what was given to the list.
func listValue(x *extract.Extractor, e *graph.Atom) *graph.Loc {
	const field = 3
	l := x.Cell(e.Obj, e.Path+code.Field(field), types.NewInterfaceType(nil, nil))
	x.Use(l)
	return l
}

func push(c *extract.Call) {
	x := c.X
	accessList(c, true)
	o := x.Object(c.Instr, "list element", nil)
	o.Name = x.NameAt(c.Pos, "element")
	e := x.Ptr(o, "")
	value, v := listValue(x, e), c.Arg(1, "")
	x.Grow(value, v.Set)
	if !value.Weak {
		x.Assign(graph.Assign{To: value, V: v})
	}
	keepIn(c, graph.Single(e))
	in := x.Cell(o, code.AnyElement+"kept", types.Typ[types.UnsafePointer])
	x.Use(in)
	x.Grow(in, c.Arg(0, "").Set)
	c.Returns(graph.Constant(e))
}

// nextElement returns any element of the lists that an element is in, or nil.
func nextElement(c *extract.Call) {
	x := c.X
	s := graph.Single(x.Nil())
	for _, list := range held(c).Set {
		if list.Kind == graph.Ptr {
			cell := x.Cell(list.Obj, list.Path+code.AnyElement+"kept", types.Typ[types.UnsafePointer])
			x.Use(cell)
			s = x.Union(s, cell.Set)
			x.Access(x.Cell(list.Obj, list.Path, types.Typ[types.UnsafePointer]), false, false, c.Pos)
		}
	}
	c.Returns(graph.Val{Set: s})
}
