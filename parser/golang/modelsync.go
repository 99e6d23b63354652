// This file defines the models of package sync.

package golang

import (
	"fmt"
	"go/types"

	"github.com/ijit/ijit/parser/golang/code"
	"github.com/ijit/ijit/parser/golang/graph"
	"github.com/ijit/ijit/parser/golang/skeleton"
)

func syncModels() map[string]model {
	t := map[string]model{
		"(*sync.RWMutex).RLock":     operation(skeleton.RLock, skeleton.RWMutex),
		"(*sync.RWMutex).RUnlock":   operation(skeleton.RUnlock, skeleton.RWMutex),
		"(*sync.RWMutex).TryRLock":  try(skeleton.TryRLock, skeleton.RWMutex),
		"(*sync.RWMutex).RLocker":   rlocker,
		"(sync.Locker).Lock":        func(c *Call) { c.lockerOp(c.arg(0, ""), true) },
		"(sync.Locker).Unlock":      func(c *Call) { c.lockerOp(c.arg(0, ""), false) },
		"(*sync.WaitGroup).Add":     waitGroupAdd,
		"(*sync.WaitGroup).Done":    func(c *Call) { c.add(c.arg(0, ""), -1) },
		"(*sync.WaitGroup).Wait":    operation(skeleton.Wait, skeleton.WaitGroup),
		"(*sync.WaitGroup).Go":      waitGroupGo,
		"(*sync.Once).Do":           func(c *Call) { c.once(c.arg(0, ""), c.arg(1, ""), nil) },
		"sync.OnceFunc":             onceValue,
		"sync.OnceValue":            onceValue,
		"sync.OnceValues":           onceValue,
		"once":                      onceValueCall,
		"sync.NewCond":              newCond,
		"(*sync.Cond).Wait":         condWait,
		"(*sync.Cond).Signal":       operation(skeleton.Signal, skeleton.Cond),
		"(*sync.Cond).Broadcast":    operation(skeleton.Broadcast, skeleton.Cond),
		"(*sync.Pool).Get":          poolGet,
		"(*sync.Pool).Put":          func(c *Call) { c.keep(1) },
		"(*sync.Map).Store":         func(c *Call) { c.keep(2) },
		"(*sync.Map).Load":          func(c *Call) { c.kept(0); c.maybe(1) },
		"(*sync.Map).LoadOrStore":   func(c *Call) { c.keep(2); c.kept(0); c.maybe(1) },
		"(*sync.Map).LoadAndDelete": func(c *Call) { c.kept(0); c.maybe(1) },
		"(*sync.Map).Swap":          func(c *Call) { c.keep(2); c.kept(0); c.maybe(1) },
		"(*sync.Map).Delete":        nothing,
		"(*sync.Map).Clear":         nothing,
		"(*sync.Map).Range":         mapRange,
	}
	for name, kind := range map[string]skeleton.Kind{"Mutex": skeleton.Mutex, "RWMutex": skeleton.RWMutex} {
		t["(*sync."+name+").Lock"] = operation(skeleton.Lock, kind)
		t["(*sync."+name+").Unlock"] = operation(skeleton.Unlock, kind)
		t["(*sync."+name+").TryLock"] = try(skeleton.TryLock, kind)
	}
	return t
}

func try(op skeleton.Op, kind skeleton.Kind) model {
	return func(c *Call) {
		x := c.x
		got := x.local(c.result, fmt.Sprintf("got %p", c.instr))
		got.Name = "got"
		x.grow(got, graph.Single(x.Bool(false)).With(x.Bool(true)))
		x.operate(op, kind, c.arg(0, ""), c.pos, func(n *graph.Node) { n.Result = got })
		c.returns(graph.At(got))
	}
}

// rlocker returns an interface by which Lock is RLock.
func rlocker(c *Call) {
	x := c.x
	c.returns(c.arg(0, "").Mapped(func(a *graph.Atom) *graph.Atom {
		if a.Kind != graph.Ptr {
			return a
		}
		return x.Atom(graph.AtomKey{Kind: graph.Native, S: "rlocker", Obj: a.Obj, Path: a.Path})
	}))
}

// lockerOp locks or unlocks what an interface holds.
func (c *Call) lockerOp(v graph.Val, lock bool) {
	x := c.x
	x.split(x.nonNil(v), func(a *graph.Atom) {
		switch {
		case a.Kind == graph.Native && a.S == "rlocker":
			op := skeleton.RUnlock
			if lock {
				op = skeleton.RLock
			}
			x.operateOn(op, skeleton.RWMutex, x.Ptr(a.Obj, a.Path), c.pos, nil)
		case a.Kind == graph.Box:
			name := "Unlock"
			if lock {
				name = "Lock"
			}
			if fn := x.Prog().LookupMethod(a.Type, nil, name); fn != nil {
				x.perform(&Call{x: x, instr: c.instr, what: callKey{c.what, name}, pos: c.pos, Func: fn,
					args: []func(string) graph.Val{x.receiver(a, a.Elem)}, types: []types.Type{a.Type}})
			}
		default:
			x.operateOn(skeleton.Lock, skeleton.Mutex, a, c.pos, nil)
		}
	})
}

func waitGroupAdd(c *Call) {
	x := c.x
	x.split(c.arg(1, ""), func(a *graph.Atom) {
		c.add(c.arg(0, ""), x.number(a))
	})
}

func (c *Call) add(on graph.Val, delta int) {
	c.x.operate(skeleton.Add, skeleton.WaitGroup, on, c.pos, func(n *graph.Node) { n.Delta = delta })
}

func waitGroupGo(c *Call) {
	x := c.x
	c.add(c.arg(0, ""), 1)
	x.split(c.arg(0, ""), func(g *graph.Atom) {
		x.split(c.arg(1, ""), func(f *graph.Atom) {
			c.goroutine(callKey{g, f}, f.String(), func(in *Call) {
				in.callback(graph.Constant(f), "f", nil, nil)
				if !x.dead {
					in.add(graph.Constant(g), -1)
				}
			})
		})
	})
}

// once executes f if nobody has, or waits until that is done.
func (c *Call) once(on, f graph.Val, got func(func(string) graph.Val)) {
	x := c.x
	x.split(on, func(a *graph.Atom) {
		if a.Kind != graph.Ptr || a.Obj.Many() || code.Weak(a.Path) {
			x.branch(graph.Either{}, func() { c.callback(f, "f", nil, got) }, func() {})
			return
		}
		key := &graph.SyncKey{Kind: skeleton.Once, Obj: a.Obj, Path: a.Path}
		begin := x.operation(skeleton.OnceBegin, key, c.pos, nil)
		x.add(begin)
		if x.inside(a) { // in its own first call: nobody comes here
			hang := func() { x.hang(c.pos) }
			x.alternatives(begin, hang, hang)
			return
		}
		x.alternatives(begin, func() {
			x.during(a, func() { c.callback(f, callKey{"once", a}, nil, got) })
			if !x.dead {
				x.add(x.operation(skeleton.OnceEnd, key, c.pos, nil))
			}
		}, func() {})
	})
}

func onceValue(c *Call) {
	x := c.x
	o := x.object(c.instr, "once", nil)
	o.Name, o.Site = x.nameAt(c.pos, "once"), x.site(c.pos)
	o.Model = c.arg(0, "")
	p := x.made(o, c.result)
	c.returns(p.Mapped(func(a *graph.Atom) *graph.Atom {
		return x.Atom(graph.AtomKey{Kind: graph.Native, S: "once", Obj: a.Obj})
	}))
}

func onceValueCall(c *Call) {
	x := c.x
	o := c.native.Obj
	f, _ := o.Model.(graph.Val)
	results := func(do func(path string, l code.Leaf)) {
		for _, a := range f.Set {
			if a.Kind == graph.Func {
				for i := range a.Func.Signature.Results().Len() {
					for _, l := range x.Leaves(a.Func.Signature.Results().At(i).Type()) {
						do(code.Field(i)+l.Path, l)
					}
				}
			}
		}
	}
	c.once(graph.Constant(x.Ptr(o, "")), f, func(get func(string) graph.Val) {
		results(func(path string, l code.Leaf) {
			cell := x.cell(o, ".result"+path, l.Type)
			v := get(path)
			x.grow(cell, v.Set)
			x.use(cell, true)
			if !cell.Weak {
				x.assign(graph.Assign{To: cell, V: v})
			}
		})
	})
	results(func(path string, l code.Leaf) {
		cell := x.cell(o, ".result"+path, l.Type)
		x.use(cell, false)
		if c.result == nil {
			return
		}
		if _, tuple := c.result.Type().(*types.Tuple); !tuple {
			path = l.Path
		}
		x.define(c.result, path, graph.At(cell))
	})
}

// fieldOf returns the path of a field of a struct by its name.
func fieldOf(t types.Type, name string) string {
	if s, ok := t.Underlying().(*types.Struct); ok {
		for i := range s.NumFields() {
			if s.Field(i).Name() == name {
				return code.Field(i)
			}
		}
	}
	return "." + name
}

func newCond(c *Call) {
	x := c.x
	if c.result == nil {
		return
	}
	t := code.Deref(c.result.Type())
	o := x.object(c.instr, "cond", t)
	o.Name, o.Site = x.nameAt(c.pos, "cond"), x.site(c.pos)
	o.Begun = func(string) bool { return true }
	c.returns(x.made(o, c.result))
	cell := x.cell(o, fieldOf(t, "L"), c.types[0])
	x.use(cell, true)
	x.grow(cell, c.arg(0, "").Set)
	if !cell.Weak {
		x.assign(graph.Assign{To: cell, V: c.arg(0, "")})
	}
}

func condWait(c *Call) {
	x := c.x
	x.split(c.arg(0, ""), func(a *graph.Atom) {
		if a.Kind != graph.Ptr {
			x.operateOn(skeleton.CondWait, skeleton.Cond, a, c.pos, nil)
			return
		}
		t := code.Deref(c.types[0])
		x.operateOn(skeleton.CondEnter, skeleton.Cond, a, c.pos, nil)
		l := x.cell(a.Obj, a.Path+fieldOf(t, "L"), x.lockerType(t))
		x.use(l, false)
		lock := graph.At(l)
		unlock := *c
		unlock.what = callKey{c.what, "unlock"}
		(&unlock).lockerOp(lock, false)
		x.operateOn(skeleton.CondWait, skeleton.Cond, a, c.pos, nil)
		c.lockerOp(lock, true)
	})
}

func (x *extractor) lockerType(cond types.Type) types.Type {
	if s, ok := cond.Underlying().(*types.Struct); ok {
		for i := range s.NumFields() {
			if s.Field(i).Name() == "L" {
				return s.Field(i).Type()
			}
		}
	}
	return types.Typ[types.UnsafePointer]
}

// keep adds an argument to what the receiver holds.
func (c *Call) keep(arg int) {
	x := c.x
	for _, a := range c.arg(0, "").Set {
		if a.Kind == graph.Ptr {
			cell := x.cell(a.Obj, a.Path+code.AnyElement+"kept", types.Typ[types.UnsafePointer])
			x.use(cell, true)
			x.grow(cell, c.arg(arg, "").Set)
		}
	}
}

// kept gives the call what the receiver may hold.
func (c *Call) kept(result int) {
	x := c.x
	s := graph.Single(x.Nil())
	for _, a := range c.arg(0, "").Set {
		if a.Kind == graph.Ptr {
			cell := x.cell(a.Obj, a.Path+code.AnyElement+"kept", types.Typ[types.UnsafePointer])
			x.use(cell, false)
			s = x.Union(s, cell.Set)
		} else {
			s = s.With(x.Some())
		}
	}
	c.returnsAt(result, graph.Val{Set: s})
}

// maybe gives the call a Boolean result that is not known.
func (c *Call) maybe(result int) {
	c.returnsAt(result, graph.Val{Set: graph.Single(c.x.Bool(false)).With(c.x.Bool(true))})
}

func poolGet(c *Call) {
	x := c.x
	c.kept(0)
	if len(c.types) == 0 || c.result == nil {
		return
	}
	t := code.Deref(c.types[0])
	for _, a := range c.arg(0, "").Set {
		if a.Kind != graph.Ptr {
			continue
		}
		f := x.cell(a.Obj, a.Path+fieldOf(t, "New"), types.NewSignatureType(nil, nil, nil, nil, nil, false))
		x.use(f, false)
		for _, fn := range f.Set {
			if fn.Kind == graph.Func {
				to := x.register(c.result, "")
				x.branch(graph.Either{}, func() {
					c.callback(graph.Constant(fn), fn, nil, func(get func(string) graph.Val) {
						v := get(code.Field(0))
						x.grow(to, v.Set)
						x.assign(graph.Assign{To: to, V: v})
					})
				}, func() {})
				x.set(c.result, "", graph.At(to))
			}
		}
	}
}

func mapRange(c *Call) {
	x := c.x
	x.again(func() {
		s := graph.Single(x.Some())
		for _, a := range c.arg(0, "").Set {
			if a.Kind == graph.Ptr {
				cell := x.cell(a.Obj, a.Path+code.AnyElement+"kept", types.Typ[types.UnsafePointer])
				s = x.Union(s, cell.Set)
			}
		}
		any := func(string) graph.Val { return graph.Val{Set: s} }
		c.callback(c.arg(1, ""), "range", []func(string) graph.Val{any, any}, nil)
	})
}
