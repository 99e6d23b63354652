// This file defines the models of functions that call back, sorting and formatting, of those that write by pointers, and
// of reflection.

package models

import (
	"go/types"

	"github.com/ijit/ijit/systems/golang/extract"
	"github.com/ijit/ijit/systems/golang/graph"
)

func callbackModels() map[string]extract.Model {
	t := map[string]extract.Model{}
	for name, arg := range map[string]int{
		"sort.SliceIsSorted": 1, "sort.Search": 1, "sort.Find": 1,
		"slices.BinarySearchFunc": 2,
		"strings.Map":             0, "strings.FieldsFunc": 1, "strings.IndexFunc": 1, "strings.ContainsFunc": 1, "strings.TrimFunc": 1,
		"path/filepath.Walk": 1, "path/filepath.WalkDir": 1,
	} {
		t[name] = func(c *extract.Call) {
			x := c.X
			x.Again(func() { c.Callback(c.Arg(arg, ""), "f", nil, nil) })
			x.ResultsUnknown(c)
		}
	}
	t["runtime/trace.WithRegion"] = func(c *extract.Call) { c.Callback(c.Arg(2, ""), "f", nil, nil) }
	t["runtime/pprof.Do"] = func(c *extract.Call) {
		labelled := func(path string) graph.Val { return c.Arg(0, path) } // the context
		c.Callback(c.Arg(2, ""), "f", []func(string) graph.Val{labelled}, nil)
	}
	for name, model := range map[string]extract.Model{
		"sort.Slice": sortSlice, "sort.SliceStable": sortSlice, "slices.SortFunc": sortFunc, "slices.SortStableFunc": sortFunc,
		"slices.Sort": reorder, "sort.Ints": reorder, "sort.Strings": reorder, "slices.Reverse": reorder,
		"slices.overlaps": nothing, "maps.Clone": (*extract.Call).CloneMap,
	} {
		t[name] = model
	}
	for _, name := range []string{"Print", "Println", "Printf", "Sprint", "Sprintln", "Append", "Appendln", "Appendf", "Fprint", "Fprintln", "Fprintf"} {
		t["fmt."+name] = format
	}
	for _, name := range []string{"Print", "Println", "Printf"} {
		t["log."+name] = format
		t["(*log.Logger)."+name] = format
	}
	t["reflect.ValueOf"] = func(c *extract.Call) {
		c.Lend(0, "reflect.ValueOf")
		c.X.ResultsUnknown(c)
	}
	t["errors.As"] = func(c *extract.Call) {
		if len(c.Types) > 1 {
			c.X.Branch(graph.Either{}, func() { c.X.Fill(c.Arg(1, ""), c.Types[1], c.Pos) }, func() {}) // or there is none
		}
		c.Affect(nil)
		c.X.ResultsUnknown(c)
	}
	return t
}

func format(c *extract.Call) {
	formatArgs(c)
	c.X.ResultsUnknown(c)
}

// formatArgs calls the methods String or Error of what is formatted, and may call those of its parts.
func formatArgs(c *extract.Call) {
	x := c.X
	made := map[*graph.Atom]bool{} // receivers
	defer func() { c.Affect(func(a *graph.Atom) bool { return made[a] }) }()
	for n := range c.Args {
		if n >= len(c.Types) {
			break
		}
		s, ok := c.Types[n].Underlying().(*types.Slice)
		if !ok || !types.IsInterface(s.Elem()) {
			continue
		}
		a := c.Arg(n, "").One()
		if a == nil || a.Kind != graph.Slice || a.N < 0 {
			continue
		}
		for k := range a.N {
			for _, cell := range x.Cells(a.Obj, a.ElementPath(k), s.Elem()) {
				for _, e := range cell.Set {
					if e.Kind != graph.Box {
						continue
					}
					for _, name := range []string{"Error", "String"} {
						if m := formats(x, e.Type, name); m != nil {
							one := m(c, e)
							one.What = extract.CallKey{Outer: c.What, What: extract.CallKey{Outer: n, What: extract.CallKey{Outer: k, What: e}}}
							made[e] = true
							branchIfSeveral(x, len(cell.Set), func() { x.Perform(one) })
							break
						}
					}
				}
			}
		}
	}
}

func branchIfSeveral(x *extract.Extractor, n int, f func()) {
	if n == 1 {
		f()
		return
	}
	x.Branch(graph.Either{}, f, func() {})
}

// formats returns the call of a method of the module that formats a value, or says what it wraps.
func formats(x *extract.Extractor, t types.Type, name string) func(*extract.Call, *graph.Atom) *extract.Call {
	sel := x.Prog().MethodSets.MethodSet(t).Lookup(nil, name)
	if sel == nil {
		return nil
	}
	sig, ok := sel.Type().(*types.Signature)
	if !ok || sig.Params().Len() != 0 || sig.Results().Len() != 1 {
		return nil
	}
	fn := x.Prog().MethodValue(sel)
	if fn == nil || len(fn.Blocks) == 0 || x.Executes(fn) {
		return nil // a method that formats its own receiver does so with a verb that does not call it
	}
	return func(c *extract.Call, a *graph.Atom) *extract.Call {
		return &extract.Call{X: x, Instr: c.Instr, Pos: c.Pos, Func: fn, Args: []func(string) graph.Val{x.Receiver(a, a.Elem)}, Types: []types.Type{t}}
	}
}

// sortSlice sorts by a function of two indices, of which nothing is known.
func sortSlice(c *extract.Call) { sortBy(c) }

// sortFunc sorts by a function of two elements, any ones.
func sortFunc(c *extract.Call) {
	e := c.AnyElement(0)
	sortBy(c, e, e)
}

// sortBy sorts by a function, which is called any number of times. One that touches nothing that others see need not
// be.
func sortBy(c *extract.Call, args ...func(string) graph.Val) {
	x := c.X
	if f := c.Arg(1, "").One(); f == nil || f.Kind != graph.Func || len(f.Func.Blocks) == 0 || x.Touches(f.Func) {
		x.Again(func() { c.Callback(c.Arg(1, ""), "f", args, nil) })
	}
	c.Reorder(0)
}

// reorder is the model of functions that sort a slice by the order of its elements, or turn it around.
func reorder(c *extract.Call) { c.Reorder(0) }

// slicesOfData is the model of functions of package slices where elements are no pointers: they are read, or written,
// too, if a slice is changed in place. Which they are is not known then.
func slicesOfData(c *extract.Call) {
	c.X.ResultsUnknown(c)
	for n, t := range c.Types {
		if _, ok := t.Underlying().(*types.Slice); !ok {
			continue
		}
		switch c.Func.Origin().Name() {
		case "Delete", "Insert", "Replace", "Compact":
			if n == 0 {
				c.Rewrite(n)
				continue
			}
		case "Clone", "Repeat":
			c.Copies(n)
		case "Clip":
			c.Returns(c.Arg(n, "").Mapped(func(a *graph.Atom) *graph.Atom {
				if a.Kind != graph.Slice {
					return a
				}
				k := a.AtomKey
				k.Room = 0
				return c.X.Atom(k)
			}))
		case "Grow":
			c.X.Branch(graph.Either{}, func() { c.Returns(c.Arg(n, "")) }, func() { c.Copies(n) })
		}
		c.ReadElements(n)
	}
}
