// This file defines the models of package context.

package golang

import "github.com/ijit/ijit/parser/golang/skeleton"

// A contextModel is what is known of a context.
type contextModel struct {
	done     *object // nil if it is never done
	parent   *object
	children []*object
}

func contextModels() map[string]model {
	const m = "(context.Context)."
	cancel := func(external bool, result int) model {
		return func(c *called) { c.withCancel(c.arg(0, ""), external, result) }
	}
	return map[string]model{
		"context.Background":        background,
		"context.TO" + "DO":         background, // in two parts for whoever looks for open ends
		"context.WithoutCancel":     background,
		"context.WithValue":         func(c *called) { c.returns(c.arg(0, "")) },
		"context.WithCancel":        cancel(false, 1),
		"context.WithCancelCause":   cancel(false, 1),
		"context.WithTimeout":       cancel(true, 1),
		"context.WithTimeoutCause":  cancel(true, 1),
		"context.WithDeadline":      cancel(true, 1),
		"context.WithDeadlineCause": cancel(true, 1),
		"os/signal.NotifyContext":   cancel(true, 1),
		"context.AfterFunc":         contextAfterFunc,
		"context.Cause":             contextErr,
		m + "Done":                  contextDone,
		m + "Err":                   contextErr,
		m + "Value":                 nothing,
		m + "Deadline":              nothing,
		"cancel":                    func(c *called) { c.x.cancels(constantVal(c.x.ptr(c.native.obj, "")), c) },
		"stop":                      func(c *called) { c.maybe(0) },
	}
}

// background returns the context that is never done.
func background(c *called) {
	x := c.x
	o := x.unique("background")
	o.name, o.model = "context.Background()", &contextModel{}
	c.returns(constantVal(x.ptr(o, "")))
}

// newContext makes an object a context.
func (x *extractor) newContext(o, parent *object, external bool) *object {
	m, ok := o.model.(*contextModel)
	if !ok {
		m = &contextModel{}
		o.model = m
	}
	m.done = x.companion(o, "done")
	m.done.what = "chan"
	m.done.name, m.done.site = o.name+".Done()", o.site
	m.done.body, m.done.loop = o.body, o.loop
	m.done.chanCap = constantVal(x.int(0))
	m.done.external = external || m.done.external
	m.done.closed = true
	if o.restOf != nil {
		m.done.restOf = o.restOf
	} else if o.rest != nil {
		m.done.rest = o.rest // this one is told apart
	}
	if parent != nil && m.parent == nil {
		m.parent = parent
		if p, ok := parent.model.(*contextModel); ok {
			p.children = append(p.children, o)
		}
	}
	return o
}

// withCancel makes a context and the function that cancels it.
func (c *called) withCancel(parent val, external bool, result int) {
	x := c.x
	if c.result == nil {
		return
	}
	o := x.object(c.instr, "context", nil)
	o.name, o.site = x.nameAt(c.pos, "ctx"), x.site(c.pos)
	if o.model == nil {
		o.model = &contextModel{}
	}
	p := x.made(o, c.result)
	for _, a := range p.set {
		a.obj.name, a.obj.site = o.name, o.site
		if a.obj != o && a.obj.model == o.model {
			a.obj.model = nil
		}
		x.newContext(a.obj, nil, external)
		for _, q := range parent.set {
			if q.kind != aPtr { // of a parent that is not known
				x.newContext(a.obj, nil, true)
				continue
			}
			m, ok := q.obj.model.(*contextModel)
			if ok && m.done != nil {
				x.newContext(a.obj, q.obj, m.done.external)
			}
		}
	}
	c.returnsAt(0, p)
	c.returnsAt(result, p.mapped(func(a *atom) *atom { return x.atom(atomKey{kind: aNative, s: "cancel", obj: a.obj}) }))
	// A parent that is done already is noticed at once.
	x.split(parent, func(q *atom) {
		if q.kind != aPtr {
			return
		}
		m, ok := q.obj.model.(*contextModel)
		if !ok || m.done == nil || q.obj.many() {
			return
		}
		x.ifDone(m.done, c, func() { x.cancels(p, c) }, func() {})
	})
}

// ifDone executes one of two functions, by whether a channel is closed.
func (x *extractor) ifDone(done *object, c *called, then, otherwise func()) {
	n := x.operation(skeleton.Select, nil, c.pos, nil)
	if n != nil {
		n.cases = []selectCase{{site: n.site, object: &syncKey{skeleton.Chan, done, ""}}}
		n.dflt, n.asks = true, true
		x.add(n)
	}
	x.alternatives(n, then, otherwise)
}

// cancels closes the channels of a context and of all that are made from it.
func (x *extractor) cancels(on val, c *called) {
	x.split(on, func(a *atom) {
		if a.kind != aPtr {
			return
		}
		seen := map[*object]bool{}
		var cancel func(o *object)
		cancel = func(o *object) {
			m, ok := o.model.(*contextModel)
			if !ok || m.done == nil || seen[o] {
				return
			}
			seen[o] = true
			if !m.done.many() {
				x.add(x.operation(skeleton.Cancel, &syncKey{skeleton.Chan, m.done, ""}, c.pos, nil))
			}
			for _, child := range m.children {
				cancel(child)
			}
		}
		cancel(a.obj)
	})
}

func contextDone(c *called) {
	x := c.x
	c.returns(c.arg(0, "").mapped(func(a *atom) *atom {
		if a.kind != aPtr {
			return x.some()
		}
		m, ok := a.obj.model.(*contextModel)
		if !ok {
			return x.some()
		}
		if m.done == nil {
			return x.nil()
		}
		return x.ptr(m.done, "")
	}))
}

func contextErr(c *called) {
	x := c.x
	if c.result == nil {
		return
	}
	to := x.register(c.result, "")
	x.set(c.result, "", at(to))
	canceled := x.namedError("context.Canceled")
	give := func(s set) func() {
		return func() {
			x.grow(to, s)
			x.assign(assign{to: to, v: val{set: s}})
		}
	}
	x.split(c.arg(0, ""), func(a *atom) {
		var m *contextModel
		if a.kind == aPtr {
			m, _ = a.obj.model.(*contextModel)
		}
		switch {
		case m == nil || m.done != nil && m.done.many():
			give(single(x.nil()).with(x.some()))()
		case m.done == nil:
			give(single(x.nil()))()
		default:
			errs := single(canceled)
			if m.done.external {
				errs = errs.with(x.namedError("context.DeadlineExceeded"))
			}
			x.ifDone(m.done, c, give(errs), give(single(x.nil())))
		}
	})
}

func contextAfterFunc(c *called) {
	x := c.x
	x.split(c.arg(0, ""), func(a *atom) {
		var m *contextModel
		if a.kind == aPtr {
			m, _ = a.obj.model.(*contextModel)
		}
		if m == nil || m.done == nil {
			return
		}
		f := c.arg(1, "")
		c.goroutine(a, "context.AfterFunc", func(in *called) {
			x.operateOn(skeleton.Recv, skeleton.Chan, x.ptr(m.done, ""), c.pos, nil)
			if !x.dead {
				in.callback(f, "f", nil, nil)
			}
		})
	})
	c.returns(constantVal(x.atom(atomKey{kind: aNative, s: "stop"})))
}
