// This file defines the models of functions that call back: sorting, formatting.

package golang

import (
	"go/types"

	"github.com/ijit/ijit/parser/golang/code"
	"github.com/ijit/ijit/parser/golang/graph"
)

func callbackModels() map[string]model {
	t := map[string]model{}
	for name, arg := range map[string]int{
		"sort.Slice": 1, "sort.SliceStable": 1, "sort.SliceIsSorted": 1, "sort.Search": 1, "sort.Find": 1,
		"slices.SortFunc": 1, "slices.SortStableFunc": 1, "slices.IndexFunc": 1, "slices.ContainsFunc": 1, "slices.DeleteFunc": 1,
		"slices.BinarySearchFunc": 2, "slices.MinFunc": 1, "slices.MaxFunc": 1, "slices.CompactFunc": 1, "maps.DeleteFunc": 1,
		"strings.Map": 0, "strings.FieldsFunc": 1, "strings.IndexFunc": 1, "strings.ContainsFunc": 1, "strings.TrimFunc": 1,
		"path/filepath.Walk": 1, "path/filepath.WalkDir": 1,
	} {
		t[name] = func(c *Call) {
			x := c.x
			x.again(func() { c.callback(c.arg(arg, ""), "f", nil, nil) })
			x.resultsUnknown(c)
		}
	}
	for _, name := range []string{"Print", "Println", "Printf", "Sprint", "Sprintln", "Sprintf", "Fprint", "Fprintln", "Fprintf", "Append", "Appendln", "Appendf"} {
		t["fmt."+name] = format
	}
	for _, name := range []string{"Print", "Println", "Printf"} {
		t["log."+name] = format
		t["(*log.Logger)."+name] = format
	}
	t["fmt.Errorf"] = func(c *Call) {
		c.formatArgs()
		newError(c)
	}
	t["errors.New"] = newError
	t["errors.Is"] = errorsIs
	t["errors.Join"] = func(c *Call) { c.x.resultsUnknown(c) }
	t["(error).Error"] = nothing
	return t
}

func format(c *Call) {
	c.formatArgs()
	c.x.resultsUnknown(c)
}

// formatArgs calls the methods String or Error of what is formatted.
func (c *Call) formatArgs() {
	x := c.x
	for n := range c.args {
		if n >= len(c.types) {
			break
		}
		s, ok := c.types[n].Underlying().(*types.Slice)
		if !ok || !types.IsInterface(s.Elem()) {
			continue
		}
		a := c.arg(n, "").One()
		if a == nil || a.Kind != graph.Slice || a.N < 0 {
			continue
		}
		for k := range a.N {
			for _, cell := range x.cells(a.Obj, a.Path+code.Element(int(k)), s.Elem()) {
				for _, e := range cell.Set {
					if e.Kind != graph.Box {
						continue
					}
					for _, name := range []string{"Error", "String"} {
						if m := x.formats(e.Type, name); m != nil {
							one := m(c, e)
							one.what = callKey{c.what, callKey{n, callKey{k, e}}}
							x.branchIfSeveral(len(cell.Set), func() { x.perform(one) })
							break
						}
					}
				}
			}
		}
	}
}

func (x *extractor) branchIfSeveral(n int, f func()) {
	if n == 1 {
		f()
		return
	}
	x.branch(graph.Either{}, f, func() {})
}

// formats returns the call of a method of the module that formats a value.
func (x *extractor) formats(t types.Type, name string) func(*Call, *graph.Atom) *Call {
	sel := x.Prog().MethodSets.MethodSet(t).Lookup(nil, name)
	if sel == nil {
		return nil
	}
	sig, ok := sel.Type().(*types.Signature)
	if !ok || sig.Params().Len() != 0 || sig.Results().Len() != 1 {
		return nil
	}
	fn := x.Prog().MethodValue(sel)
	if fn == nil || len(fn.Blocks) == 0 || !x.Matters(fn) {
		return nil
	}
	return func(c *Call, a *graph.Atom) *Call {
		return &Call{x: x, instr: c.instr, pos: c.pos, Func: fn, args: []func(string) graph.Val{x.receiver(a, a.Elem)}, types: []types.Type{t}}
	}
}

// newError returns an error that is the same as itself only.
func newError(c *Call) {
	x := c.x
	o := x.object(c.instr, "error", nil)
	o.Name = x.nameAt(c.pos, "error")
	c.returns(graph.Constant(x.Ptr(o, "")))
}

func errorsIs(c *Call) {
	x := c.x
	if c.result == nil {
		return
	}
	cond := x.related(c.arg(0, ""), c.arg(1, ""), func(p, q *graph.Atom) graph.Truth {
		t := graph.Equal(p, q)
		if t == graph.No && p.Kind != graph.Nil && (p.Kind != graph.Ptr || q.Kind != graph.Ptr) {
			return graph.Maybe // one may wrap the other
		}
		return t
	})
	x.set(c.result, "", x.chosen(c.result, "", cond))
}
