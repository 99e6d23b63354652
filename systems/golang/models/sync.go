// This file defines the models of package sync.

package models

import (
	"fmt"
	"go/types"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/extract"
	"github.com/ijit/ijit/systems/golang/graph"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

func syncModels() map[string]extract.Model {
	t := map[string]extract.Model{
		"(*sync.RWMutex).RLock":    operation(skeleton.RLock, skeleton.RWMutex),
		"(*sync.RWMutex).RUnlock":  operation(skeleton.RUnlock, skeleton.RWMutex),
		"(*sync.RWMutex).TryRLock": try(skeleton.TryRLock, skeleton.RWMutex),
		"(*sync.RWMutex).RLocker":  rlocker,
		"(sync.Locker).Lock":       func(c *extract.Call) { lockerOp(c, c.Arg(0, ""), true) },
		"(sync.Locker).Unlock":     func(c *extract.Call) { lockerOp(c, c.Arg(0, ""), false) },
		"(*sync.WaitGroup).Add":    waitGroupAdd,
		"(*sync.WaitGroup).Done":   func(c *extract.Call) { add(c, c.Arg(0, ""), -1) },
		"(*sync.WaitGroup).Wait":   operation(skeleton.Wait, skeleton.WaitGroup),
		"(*sync.WaitGroup).Go":     waitGroupGo,
		"(*sync.Once).Do":          func(c *extract.Call) { once(c, c.Arg(0, ""), c.Arg(1, ""), nil) },
		"sync.OnceFunc":            onceValue,
		"sync.OnceValue":           onceValue,
		"sync.OnceValues":          onceValue,
		"once":                     onceValueCall,
		"sync.NewCond":             newCond,
		"(*sync.Cond).Wait":        condWait,
		"(*sync.Cond).Signal":      operation(skeleton.Signal, skeleton.Cond),
		"(*sync.Cond).Broadcast":   operation(skeleton.Broadcast, skeleton.Cond),
		"(*sync.Pool).Get":         poolGet,
		"(*sync.Pool).Put":         func(c *extract.Call) { keep(c, 1) },
	}
	for name, kind := range map[string]skeleton.Kind{"Mutex": skeleton.Mutex, "RWMutex": skeleton.RWMutex} {
		t["(*sync."+name+").Lock"] = operation(skeleton.Lock, kind)
		t["(*sync."+name+").Unlock"] = operation(skeleton.Unlock, kind)
		t["(*sync."+name+").TryLock"] = try(skeleton.TryLock, kind)
	}
	return t
}

func try(op skeleton.Op, kind skeleton.Kind) extract.Model {
	return func(c *extract.Call) {
		x := c.X
		got := x.Local(c.Result, fmt.Sprintf("got %p", c.Instr))
		got.Name = "got"
		x.Grow(got, graph.Single(x.Bool(false)).With(x.Bool(true)))
		x.Split(x.Dereferenced(c.Arg(0, ""), c.Pos), func(a *graph.Atom) {
			x.OperateOn(op, kind, a, c.Pos, func(n *graph.Node) { n.Result = got })
			if !extract.Followed(a) {
				x.Assign(graph.Assign{To: got, V: graph.Val{Set: got.Set}})
			}
		})
		c.Returns(graph.At(got))
	}
}

// rlocker returns an interface by which Lock is RLock.
func rlocker(c *extract.Call) {
	x := c.X
	c.Returns(c.Arg(0, "").Mapped(func(a *graph.Atom) *graph.Atom {
		if a.Kind != graph.Ptr {
			return a
		}
		return x.Atom(graph.AtomKey{Kind: graph.Native, S: "rlocker", Obj: a.Obj, Path: a.Path})
	}))
}

// lockerOp locks or unlocks what an interface holds.
func lockerOp(c *extract.Call, v graph.Val, lock bool) {
	x := c.X
	x.Split(x.Dereferenced(v, c.Pos), func(a *graph.Atom) {
		switch {
		case a.Kind == graph.Native && a.S == "rlocker":
			op := skeleton.RUnlock
			if lock {
				op = skeleton.RLock
			}
			x.OperateOn(op, skeleton.RWMutex, x.Ptr(a.Obj, a.Path), c.Pos, nil)
		case a.Kind == graph.Box:
			name := "Unlock"
			if lock {
				name = "Lock"
			}
			if fn := x.Prog().LookupMethod(a.Type, nil, name); fn != nil {
				x.Perform(&extract.Call{X: x, Instr: c.Instr, What: extract.CallKey{Outer: c.What, What: name}, Pos: c.Pos, Func: fn,
					Args: []func(string) graph.Val{x.Receiver(a, a.Elem)}, Types: []types.Type{a.Type}})
			}
		default:
			x.OperateOn(skeleton.Lock, skeleton.Mutex, a, c.Pos, nil)
		}
	})
}

func waitGroupAdd(c *extract.Call) {
	x := c.X
	x.Split(c.Arg(1, ""), func(a *graph.Atom) {
		if a != x.Int(0) { // beside Wait, too, it is allowed
			delta, lowers := x.Number(a), extract.MayBeNegative(a)
			x.Operate(skeleton.Add, skeleton.WaitGroup, c.Arg(0, ""), c.Pos, func(n *graph.Node) {
				n.Delta, n.Lowers = delta, lowers && delta == skeleton.Unknown
			})
		}
	})
}

func add(c *extract.Call, on graph.Val, delta int) {
	c.X.Operate(skeleton.Add, skeleton.WaitGroup, on, c.Pos, func(n *graph.Node) { n.Delta = delta })
}

func waitGroupGo(c *extract.Call) {
	x := c.X
	add(c, c.Arg(0, ""), 1)
	x.Split(x.NonNil(c.Arg(0, "")), func(g *graph.Atom) {
		x.Split(x.Dereferenced(c.Arg(1, ""), c.Pos), func(f *graph.Atom) {
			c.Goroutine(extract.CallKey{Outer: g, What: f}, f.String(), func(in *extract.Call) {
				in.Callback(graph.Constant(f), "f", nil, nil)
				if !x.Dead {
					add(in, graph.Constant(g), -1)
				}
			})
		})
	})
}

// once executes f if nobody has, or waits until that is done.
func once(c *extract.Call, on, f graph.Val, got func(func(string) graph.Val)) {
	x := c.X
	x.Split(x.Dereferenced(on, c.Pos), func(a *graph.Atom) {
		x.Uses(skeleton.Once, a)
		if !extract.Followed(a) {
			x.Loosely(skeleton.OnceBegin, a, c.Pos)
			x.Branch(graph.Either{}, func() { c.Callback(f, "f", nil, got) }, func() {})
			return
		}
		if x.Over(a, c.Instr) {
			return
		}
		key := &graph.SyncKey{Kind: skeleton.Once, Obj: a.Obj, Path: a.Path}
		begin := x.Operation(skeleton.OnceBegin, key, c.Pos, nil)
		x.Add(begin)
		if x.Inside(a) { // in its own first call: nobody comes here
			hang := func() { x.Hang(c.Pos) }
			x.Alternatives(begin, hang, hang)
			return
		}
		x.Alternatives(begin, func() {
			x.During(a, func() { c.Callback(x.Dereferenced(f, c.Pos), extract.CallKey{Outer: "once", What: a}, nil, got) })
			if !x.Dead {
				x.Add(x.Operation(skeleton.OnceEnd, key, c.Pos, nil))
			}
		}, func() {})
	})
}

func onceValue(c *extract.Call) {
	x := c.X
	o := x.Object(c.Instr, "once", nil)
	o.Name, o.Site = x.NameAt(c.Pos, "once"), x.Site(c.Pos)
	o.Model = c.Arg(0, "")
	p := x.Made(o, c.Result)
	c.Returns(p.Mapped(func(a *graph.Atom) *graph.Atom {
		return x.Atom(graph.AtomKey{Kind: graph.Native, S: "once", Obj: a.Obj})
	}))
}

func onceValueCall(c *extract.Call) {
	x := c.X
	o := c.Native.Obj
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
	once(c, graph.Constant(x.Ptr(o, "")), f, func(get func(string) graph.Val) {
		results(func(path string, l code.Leaf) {
			cell := x.Cell(o, ".result"+path, l.Type)
			v := get(path)
			x.Grow(cell, v.Set)
			x.Use(cell)
			if !cell.Weak {
				x.Assign(graph.Assign{To: cell, V: v})
			}
		})
	})
	results(func(path string, l code.Leaf) {
		cell := x.Cell(o, ".result"+path, l.Type)
		x.Use(cell)
		if c.Result == nil {
			return
		}
		if _, tuple := c.Result.Type().(*types.Tuple); !tuple {
			path = l.Path
		}
		x.Define(c.Result, path, graph.At(cell))
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

func newCond(c *extract.Call) {
	x := c.X
	if c.Result == nil {
		return
	}
	t := code.Deref(c.Result.Type())
	o := x.Object(c.Instr, "cond", t)
	o.Name, o.Site = x.NameAt(c.Pos, "cond"), x.Site(c.Pos)
	o.Begun = func(string) bool { return true }
	c.Returns(x.Made(o, c.Result))
	cell := x.Cell(o, fieldOf(t, "L"), c.Types[0])
	x.Use(cell)
	x.Grow(cell, c.Arg(0, "").Set)
	if !cell.Weak {
		x.Assign(graph.Assign{To: cell, V: c.Arg(0, "")})
	}
}

func condWait(c *extract.Call) {
	x := c.X
	x.Split(x.Dereferenced(c.Arg(0, ""), c.Pos), func(a *graph.Atom) {
		if a.Kind != graph.Ptr {
			x.OperateOn(skeleton.CondWait, skeleton.Cond, a, c.Pos, nil)
			return
		}
		t := code.Deref(c.Types[0])
		x.OperateOn(skeleton.CondEnter, skeleton.Cond, a, c.Pos, nil)
		l := x.Cell(a.Obj, a.Path+fieldOf(t, "L"), lockerType(x, t))
		x.Use(l)
		lock := graph.At(l)
		unlock := *c
		unlock.What = extract.CallKey{Outer: c.What, What: "unlock"}
		lockerOp(&unlock, lock, false)
		x.OperateOn(skeleton.CondWait, skeleton.Cond, a, c.Pos, nil)
		lockerOp(c, lock, true)
	})
}

func lockerType(x *extract.Extractor, cond types.Type) types.Type {
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
func keep(c *extract.Call, arg int) { keepIn(c, c.Arg(arg, "").Set) }

// keepIn makes the receiver hold what it is given.
func keepIn(c *extract.Call, s graph.Set) {
	x := c.X
	for _, a := range c.Arg(0, "").Set {
		if a.Kind == graph.Ptr {
			cell := x.Cell(a.Obj, a.Path+code.AnyElement+"kept", types.Typ[types.UnsafePointer])
			x.Use(cell)
			x.Grow(cell, s)
		}
	}
}

// held returns what the receiver may hold.
func held(c *extract.Call) graph.Val {
	x := c.X
	s := graph.Single(x.Nil())
	for _, a := range c.Arg(0, "").Set {
		if a.Kind == graph.Ptr {
			cell := x.Cell(a.Obj, a.Path+code.AnyElement+"kept", types.Typ[types.UnsafePointer])
			x.Use(cell)
			s = x.Union(s, cell.Set)
		} else {
			s = s.With(x.Some())
		}
	}
	return graph.Val{Set: s}
}

// poolGet gives what was put, or what New makes: nil only where there is no New, since putting nil does nothing.
func poolGet(c *extract.Call) {
	x := c.X
	put := held(c)
	if len(c.Types) == 0 {
		return
	}
	var makes, others graph.Set
	t := code.Deref(c.Types[0])
	for _, a := range c.Arg(0, "").Set {
		if a.Kind != graph.Ptr {
			continue
		}
		f := x.Cell(a.Obj, a.Path+fieldOf(t, "New"), types.NewSignatureType(nil, nil, nil, nil, nil, false))
		x.Use(f)
		for _, fn := range f.Set {
			if fn.Kind == graph.Func {
				makes = makes.With(fn)
			} else {
				others = others.With(fn)
			}
		}
	}
	if c.Result == nil { // go pool.Get()
		for _, fn := range makes {
			x.Branch(graph.Either{}, func() { c.Callback(graph.Constant(fn), fn, nil, nil) }, func() {})
		}
		return
	}
	if len(makes) == 0 {
		c.Returns(put)
		return
	}
	if len(others) == 0 {
		put = x.NonNil(put)
	}
	to := x.Register(c.Result, "")
	var choose func()
	choose = func() {
		if len(makes) == 0 {
			x.Grow(to, put.Set)
			x.Assign(graph.Assign{To: to, V: put})
			return
		}
		fn := makes[0]
		makes = makes[1:]
		made := func() {
			c.Callback(graph.Constant(fn), fn, nil, func(get func(string) graph.Val) {
				v := get(code.Field(0))
				x.Grow(to, v.Set)
				x.Assign(graph.Assign{To: to, V: v})
			})
		}
		if len(makes) == 0 && len(put.Set) == 0 {
			made()
			return
		}
		x.Branch(graph.Either{}, made, choose)
	}
	choose()
	x.Set(c.Result, "", graph.At(to))
}
