// This file defines the models of sync.Map.

package models

import (
	"go/types"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/extract"
	"github.com/ijit/ijit/systems/golang/graph"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

func syncMapModels() map[string]extract.Model {
	type do = mapStep
	return map[string]extract.Model{
		"(*sync.Map).Store":            mapOperation(do{stores: 2, element: -1, there: -1}),
		"(*sync.Map).Load":             mapOperation(do{element: 0, there: 1}),
		"(*sync.Map).LoadOrStore":      mapOperation(do{stores: 2, keeps: true, element: 0, there: 1}),
		"(*sync.Map).LoadAndDelete":    mapOperation(do{deletes: true, element: 0, there: 1}),
		"(*sync.Map).Swap":             mapOperation(do{stores: 2, element: 0, there: 1}),
		"(*sync.Map).Delete":           mapOperation(do{deletes: true, element: -1, there: -1}),
		"(*sync.Map).CompareAndSwap":   mapUnknown,
		"(*sync.Map).CompareAndDelete": mapUnknown,
		"(*sync.Map).Clear":            mapUnknown,
		"(*sync.Map).Range":            mapRange,
	}
}

// A mapStep is what a method does with the element at a key, in one step.
type mapStep struct {
	stores  int  // which argument; 0 if it stores nothing
	keeps   bool // an element that is there stays
	deletes bool
	element int // which result is the element that was there, or stays; -1 if none is
	there   int // which result says whether there was one
}

// elements returns the map with the elements whose keys are known. Elements of all keys are collected, too.
func elements(x *extract.Extractor, a *graph.Atom) *graph.Object {
	x.Uses(skeleton.Once, a) // it must not be copied, too
	m := x.Companion(a.Obj, "map "+a.Path)
	m.Name, m.Site = a.Obj.At(a.Path), a.Obj.Site
	m.Body, m.Loop, m.Rest, m.RestOf = a.Obj.Body, a.Obj.Loop, a.Obj.Rest, a.Obj.RestOf
	return m
}

// mapOperation returns the model of a method that has a key.
func mapOperation(do mapStep) extract.Model {
	return func(c *extract.Call) {
		x := c.X
		if do.stores > 0 {
			keep(c, do.stores)
		}
		give := func(result int, v graph.Val) {
			if result < 0 || c.Result == nil {
				return
			}
			to := x.Register(c.Result, code.Field(result))
			x.Grow(to, v.Set)
			x.Assign(graph.Assign{To: to, V: v})
		}
		if c.Result != nil {
			for _, result := range []int{do.element, do.there} {
				if result >= 0 {
					x.Set(c.Result, code.Field(result), graph.At(x.Register(c.Result, code.Field(result))))
				}
			}
		}
		any := func() {
			give(do.there, graph.Val{Set: graph.Single(x.Bool(false)).With(x.Bool(true))})
			give(do.element, held(c))
		}
		x.Split(x.Dereferenced(c.Arg(0, ""), c.Pos), func(a *graph.Atom) {
			if a.Kind != graph.Ptr || a.Obj.Symbolic || code.Weak(a.Path) {
				any()
				return
			}
			m, key := elements(x, a), c.Arg(1, "")
			if !x.MapKeys(m, key) {
				any()
				return
			}
			x.MapAt(m, key, func(there, element *graph.Loc) {
				was, old := x.Local(c.Result, "there before"), x.Local(c.Result, "element before")
				was.Name, old.Name = "loaded", m.Name+" element"
				step := []graph.Assign{{To: was, V: graph.At(there)}, {To: old, V: graph.At(element)}}
				var absent graph.Cond
				if do.keeps {
					absent = graph.Not(graph.At(there).IsTrue())
				}
				switch {
				case do.stores > 0:
					step = append(step, graph.Assign{To: element, V: c.Arg(do.stores, ""), When: absent}, graph.Assign{To: there, V: graph.Constant(x.Bool(true))})
				case do.deletes:
					step = append(step, graph.Assign{To: element, V: graph.Constant(x.Nil())}, graph.Assign{To: there, V: graph.Constant(x.Bool(false))})
				}
				for _, s := range step {
					x.Grow(s.To, s.V.Set)
				}
				x.Assign(step...)
				give(do.there, graph.At(was))
				if do.keeps {
					x.Branch(graph.At(was).IsTrue(), func() { give(do.element, graph.At(old)) }, func() { give(do.element, c.Arg(do.stores, "")) })
				} else {
					give(do.element, graph.At(old))
				}
			})
		})
	}
}

// mapUnknown is the model of methods after which it is not known what is in a map.
func mapUnknown(c *extract.Call) {
	x := c.X
	for _, a := range c.Arg(0, "").Set {
		if a.Kind == graph.Ptr {
			x.MapKeys(elements(x, a), graph.Constant(x.Other()))
		}
	}
	if len(c.Args) == 4 {
		keep(c, 3)
	}
	x.ResultsUnknown(c)
}

func mapRange(c *extract.Call) {
	x := c.X
	x.Again(func() {
		s := graph.Single(x.Some())
		for _, a := range c.Arg(0, "").Set {
			if a.Kind == graph.Ptr {
				cell := x.Cell(a.Obj, a.Path+code.AnyElement+"kept", types.Typ[types.UnsafePointer])
				s = x.Union(s, cell.Set)
			}
		}
		any := func(string) graph.Val { return graph.Val{Set: s} }
		c.Callback(c.Arg(1, ""), "range", []func(string) graph.Val{any, any}, nil)
	})
}
