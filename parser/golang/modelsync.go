// This file defines the models of package sync.

package golang

import (
	"fmt"
	"go/types"

	"github.com/ijit/ijit/parser/golang/skeleton"
)

func syncModels() map[string]model {
	t := map[string]model{
		"(*sync.RWMutex).RLock":     operation(skeleton.RLock, skeleton.RWMutex),
		"(*sync.RWMutex).RUnlock":   operation(skeleton.RUnlock, skeleton.RWMutex),
		"(*sync.RWMutex).TryRLock":  try(skeleton.TryRLock, skeleton.RWMutex),
		"(*sync.RWMutex).RLocker":   rlocker,
		"(sync.Locker).Lock":        func(c *called) { c.lockerOp(c.arg(0, ""), true) },
		"(sync.Locker).Unlock":      func(c *called) { c.lockerOp(c.arg(0, ""), false) },
		"(*sync.WaitGroup).Add":     waitGroupAdd,
		"(*sync.WaitGroup).Done":    func(c *called) { c.add(c.arg(0, ""), -1) },
		"(*sync.WaitGroup).Wait":    operation(skeleton.Wait, skeleton.WaitGroup),
		"(*sync.WaitGroup).Go":      waitGroupGo,
		"(*sync.Once).Do":           func(c *called) { c.once(c.arg(0, ""), c.arg(1, ""), nil) },
		"sync.OnceFunc":             onceValue,
		"sync.OnceValue":            onceValue,
		"sync.OnceValues":           onceValue,
		"once":                      onceValueCall,
		"sync.NewCond":              newCond,
		"(*sync.Cond).Wait":         condWait,
		"(*sync.Cond).Signal":       operation(skeleton.Signal, skeleton.Cond),
		"(*sync.Cond).Broadcast":    operation(skeleton.Broadcast, skeleton.Cond),
		"(*sync.Pool).Get":          poolGet,
		"(*sync.Pool).Put":          func(c *called) { c.keep(1) },
		"(*sync.Map).Store":         func(c *called) { c.keep(2) },
		"(*sync.Map).Load":          func(c *called) { c.kept(0); c.maybe(1) },
		"(*sync.Map).LoadOrStore":   func(c *called) { c.keep(2); c.kept(0); c.maybe(1) },
		"(*sync.Map).LoadAndDelete": func(c *called) { c.kept(0); c.maybe(1) },
		"(*sync.Map).Swap":          func(c *called) { c.keep(2); c.kept(0); c.maybe(1) },
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
	return func(c *called) {
		x := c.x
		got := x.local(c.result, fmt.Sprintf("got %p", c.instr))
		got.name = "got"
		x.grow(got, single(x.bool(false)).with(x.bool(true)))
		x.operate(op, kind, c.arg(0, ""), c.pos, func(n *node) { n.result = got })
		c.returns(at(got))
	}
}

// rlocker returns an interface by which Lock is RLock.
func rlocker(c *called) {
	x := c.x
	c.returns(c.arg(0, "").mapped(func(a *atom) *atom {
		if a.kind != aPtr {
			return a
		}
		return x.atom(atomKey{kind: aNative, s: "rlocker", obj: a.obj, path: a.path})
	}))
}

// lockerOp locks or unlocks what an interface holds.
func (c *called) lockerOp(v val, lock bool) {
	x := c.x
	x.split(x.nonNil(v), func(a *atom) {
		switch {
		case a.kind == aNative && a.s == "rlocker":
			op := skeleton.RUnlock
			if lock {
				op = skeleton.RLock
			}
			x.operateOn(op, skeleton.RWMutex, x.ptr(a.obj, a.path), c.pos, nil)
		case a.kind == aBox:
			name := "Unlock"
			if lock {
				name = "Lock"
			}
			if fn := x.prog().LookupMethod(a.typ, nil, name); fn != nil {
				x.perform(&called{x: x, instr: c.instr, what: callKey{c.what, name}, pos: c.pos, fn: fn,
					args: []func(string) val{x.receiver(a, a.elem)}, types: []types.Type{a.typ}})
			}
		default:
			x.operateOn(skeleton.Lock, skeleton.Mutex, a, c.pos, nil)
		}
	})
}

func waitGroupAdd(c *called) {
	x := c.x
	x.split(c.arg(1, ""), func(a *atom) {
		c.add(c.arg(0, ""), x.number(a))
	})
}

func (c *called) add(on val, delta int) {
	c.x.operate(skeleton.Add, skeleton.WaitGroup, on, c.pos, func(n *node) { n.delta = delta })
}

func waitGroupGo(c *called) {
	x := c.x
	c.add(c.arg(0, ""), 1)
	x.split(c.arg(0, ""), func(g *atom) {
		x.split(c.arg(1, ""), func(f *atom) {
			c.goroutine(callKey{g, f}, f.String(), func(in *called) {
				in.callback(constantVal(f), "f", nil, nil)
				if !x.dead {
					in.add(constantVal(g), -1)
				}
			})
		})
	})
}

// once executes f if nobody has, or waits until that is done.
func (c *called) once(on, f val, got func(func(string) val)) {
	x := c.x
	x.split(on, func(a *atom) {
		if a.kind != aPtr || a.obj.many() || weak(a.path) {
			x.branch(cEither{}, func() { c.callback(f, "f", nil, got) }, func() {})
			return
		}
		key := &syncKey{skeleton.Once, a.obj, a.path}
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

func onceValue(c *called) {
	x := c.x
	o := x.object(c.instr, "once", nil)
	o.name, o.site = x.nameAt(c.pos, "once"), x.site(c.pos)
	o.model = c.arg(0, "")
	p := x.made(o, c.result)
	c.returns(p.mapped(func(a *atom) *atom {
		return x.atom(atomKey{kind: aNative, s: "once", obj: a.obj})
	}))
}

func onceValueCall(c *called) {
	x := c.x
	o := c.native.obj
	f, _ := o.model.(val)
	results := func(do func(path string, l leaf)) {
		for _, a := range f.set {
			if a.kind == aFunc {
				for i := range a.fn.Signature.Results().Len() {
					for _, l := range x.leaves(a.fn.Signature.Results().At(i).Type()) {
						do(field(i)+l.path, l)
					}
				}
			}
		}
	}
	c.once(constantVal(x.ptr(o, "")), f, func(get func(string) val) {
		results(func(path string, l leaf) {
			cell := x.cell(o, ".result"+path, l.typ)
			v := get(path)
			x.grow(cell, v.set)
			x.use(cell, true)
			if !cell.weak {
				x.assign(assign{to: cell, v: v})
			}
		})
	})
	results(func(path string, l leaf) {
		cell := x.cell(o, ".result"+path, l.typ)
		x.use(cell, false)
		if c.result == nil {
			return
		}
		if _, tuple := c.result.Type().(*types.Tuple); !tuple {
			path = l.path
		}
		x.define(c.result, path, at(cell))
	})
}

// fieldOf returns the path of a field of a struct by its name.
func fieldOf(t types.Type, name string) string {
	if s, ok := t.Underlying().(*types.Struct); ok {
		for i := range s.NumFields() {
			if s.Field(i).Name() == name {
				return field(i)
			}
		}
	}
	return "." + name
}

func newCond(c *called) {
	x := c.x
	if c.result == nil {
		return
	}
	t := deref(c.result.Type())
	o := x.object(c.instr, "cond", t)
	o.name, o.site = x.nameAt(c.pos, "cond"), x.site(c.pos)
	o.begun = func(string) bool { return true }
	c.returns(x.made(o, c.result))
	cell := x.cell(o, fieldOf(t, "L"), c.types[0])
	x.use(cell, true)
	x.grow(cell, c.arg(0, "").set)
	if !cell.weak {
		x.assign(assign{to: cell, v: c.arg(0, "")})
	}
}

func condWait(c *called) {
	x := c.x
	x.split(c.arg(0, ""), func(a *atom) {
		if a.kind != aPtr {
			x.operateOn(skeleton.CondWait, skeleton.Cond, a, c.pos, nil)
			return
		}
		t := deref(c.types[0])
		x.operateOn(skeleton.CondEnter, skeleton.Cond, a, c.pos, nil)
		l := x.cell(a.obj, a.path+fieldOf(t, "L"), x.lockerType(t))
		x.use(l, false)
		lock := at(l)
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
func (c *called) keep(arg int) {
	x := c.x
	for _, a := range c.arg(0, "").set {
		if a.kind == aPtr {
			cell := x.cell(a.obj, a.path+anyElement+"kept", types.Typ[types.UnsafePointer])
			x.use(cell, true)
			x.grow(cell, c.arg(arg, "").set)
		}
	}
}

// kept gives the call what the receiver may hold.
func (c *called) kept(result int) {
	x := c.x
	s := single(x.nil())
	for _, a := range c.arg(0, "").set {
		if a.kind == aPtr {
			cell := x.cell(a.obj, a.path+anyElement+"kept", types.Typ[types.UnsafePointer])
			x.use(cell, false)
			s = x.union(s, cell.set)
		} else {
			s = s.with(x.some())
		}
	}
	c.returnsAt(result, val{set: s})
}

// maybe gives the call a Boolean result that is not known.
func (c *called) maybe(result int) {
	c.returnsAt(result, val{set: single(c.x.bool(false)).with(c.x.bool(true))})
}

func poolGet(c *called) {
	x := c.x
	c.kept(0)
	if len(c.types) == 0 || c.result == nil {
		return
	}
	t := deref(c.types[0])
	for _, a := range c.arg(0, "").set {
		if a.kind != aPtr {
			continue
		}
		f := x.cell(a.obj, a.path+fieldOf(t, "New"), types.NewSignatureType(nil, nil, nil, nil, nil, false))
		x.use(f, false)
		for _, fn := range f.set {
			if fn.kind == aFunc {
				to := x.register(c.result, "")
				x.branch(cEither{}, func() {
					c.callback(constantVal(fn), fn, nil, func(get func(string) val) {
						v := get(field(0))
						x.grow(to, v.set)
						x.assign(assign{to: to, v: v})
					})
				}, func() {})
				x.set(c.result, "", at(to))
			}
		}
	}
}

func mapRange(c *called) {
	x := c.x
	x.again(func() {
		s := single(x.some())
		for _, a := range c.arg(0, "").set {
			if a.kind == aPtr {
				cell := x.cell(a.obj, a.path+anyElement+"kept", types.Typ[types.UnsafePointer])
				s = x.union(s, cell.set)
			}
		}
		any := func(string) val { return val{set: s} }
		c.callback(c.arg(1, ""), "range", []func(string) val{any, any}, nil)
	})
}
