// This file defines the models of functions that call back: sorting, formatting.

package golang

import "go/types"

func callbackModels() map[string]model {
	t := map[string]model{}
	for name, arg := range map[string]int{
		"sort.Slice": 1, "sort.SliceStable": 1, "sort.SliceIsSorted": 1, "sort.Search": 1, "sort.Find": 1,
		"slices.SortFunc": 1, "slices.SortStableFunc": 1, "slices.IndexFunc": 1, "slices.ContainsFunc": 1, "slices.DeleteFunc": 1,
		"slices.BinarySearchFunc": 2, "slices.MinFunc": 1, "slices.MaxFunc": 1, "slices.CompactFunc": 1, "maps.DeleteFunc": 1,
		"strings.Map": 0, "strings.FieldsFunc": 1, "strings.IndexFunc": 1, "strings.ContainsFunc": 1, "strings.TrimFunc": 1,
		"path/filepath.Walk": 1, "path/filepath.WalkDir": 1,
	} {
		t[name] = func(c *called) {
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
	t["fmt.Errorf"] = func(c *called) {
		c.formatArgs()
		newError(c)
	}
	t["errors.New"] = newError
	t["errors.Is"] = errorsIs
	t["errors.Join"] = func(c *called) { c.x.resultsUnknown(c) }
	t["(error).Error"] = nothing
	return t
}

func format(c *called) {
	c.formatArgs()
	c.x.resultsUnknown(c)
}

// formatArgs calls the methods String or Error of what is formatted.
func (c *called) formatArgs() {
	x := c.x
	for n := range c.args {
		if n >= len(c.types) {
			break
		}
		s, ok := c.types[n].Underlying().(*types.Slice)
		if !ok || !types.IsInterface(s.Elem()) {
			continue
		}
		a := c.arg(n, "").one()
		if a == nil || a.kind != aSlice || a.n < 0 {
			continue
		}
		for k := range a.n {
			for _, cell := range x.cells(a.obj, a.path+element(int(k)), s.Elem()) {
				for _, e := range cell.set {
					if e.kind != aBox {
						continue
					}
					for _, name := range []string{"Error", "String"} {
						if m := x.formats(e.typ, name); m != nil {
							one := m(c, e)
							one.what = callKey{c.what, callKey{n, callKey{k, e}}}
							x.branchIfSeveral(len(cell.set), func() { x.perform(one) })
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
	x.branch(cEither{}, f, func() {})
}

// formats returns the call of a method of the module that formats a value.
func (x *extractor) formats(t types.Type, name string) func(*called, *atom) *called {
	sel := x.prog().MethodSets.MethodSet(t).Lookup(nil, name)
	if sel == nil {
		return nil
	}
	sig, ok := sel.Type().(*types.Signature)
	if !ok || sig.Params().Len() != 0 || sig.Results().Len() != 1 {
		return nil
	}
	fn := x.prog().MethodValue(sel)
	if fn == nil || len(fn.Blocks) == 0 || !x.mattersCall(fn) {
		return nil
	}
	return func(c *called, a *atom) *called {
		return &called{x: x, instr: c.instr, pos: c.pos, fn: fn, args: []func(string) val{x.receiver(a, a.elem)}, types: []types.Type{t}}
	}
}

// newError returns an error that is the same as itself only.
func newError(c *called) {
	x := c.x
	o := x.object(c.instr, "error", nil)
	o.name = x.nameAt(c.pos, "error")
	c.returns(constantVal(x.ptr(o, "")))
}

func errorsIs(c *called) {
	x := c.x
	if c.result == nil {
		return
	}
	cond := x.related(c.arg(0, ""), c.arg(1, ""), func(p, q *atom) truth {
		t := equal(p, q)
		if t == no && p.kind != aNil && (p.kind != aPtr || q.kind != aPtr) {
			return maybe // one may wrap the other
		}
		return t
	})
	x.set(c.result, "", x.chosen(c.result, "", cond))
}
