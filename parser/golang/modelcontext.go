// This file defines the models of package context.

package golang

import (
	"github.com/ijit/ijit/parser/golang/graph"
	"github.com/ijit/ijit/parser/golang/skeleton"
)

// A contextModel is what is known of a context.
type contextModel struct {
	done     *graph.Object // nil if it is never done
	parent   *graph.Object
	children []*graph.Object
}

func contextModels() map[string]model {
	const m = "(context.Context)."
	cancel := func(external bool, result int) model {
		return func(c *Call) { c.withCancel(c.arg(0, ""), external, result) }
	}
	return map[string]model{
		"context.Background":        background,
		"context.TO" + "DO":         background, // in two parts for whoever looks for open ends
		"context.WithoutCancel":     background,
		"context.WithValue":         func(c *Call) { c.returns(c.arg(0, "")) },
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
		"cancel":                    func(c *Call) { c.x.cancels(graph.Constant(c.x.Ptr(c.native.Obj, "")), c) },
		"stop":                      func(c *Call) { c.maybe(0) },
	}
}

// background returns the context that is never done.
func background(c *Call) {
	x := c.x
	o := x.unique("background")
	o.Name, o.Model = "context.Background()", &contextModel{}
	c.returns(graph.Constant(x.Ptr(o, "")))
}

// newContext makes an object a context.
func (x *extractor) newContext(o, parent *graph.Object, external bool) *graph.Object {
	m, ok := o.Model.(*contextModel)
	if !ok {
		m = &contextModel{}
		o.Model = m
	}
	m.done = x.companion(o, "done")
	m.done.What = "chan"
	m.done.Name, m.done.Site = o.Name+".Done()", o.Site
	m.done.Body, m.done.Loop = o.Body, o.Loop
	m.done.Cap = graph.Constant(x.Int(0))
	m.done.External = external || m.done.External
	m.done.Closed = true
	if o.RestOf != nil {
		m.done.RestOf = o.RestOf
	} else if o.Rest != nil {
		m.done.Rest = o.Rest // this one is told apart
	}
	if parent != nil && m.parent == nil {
		m.parent = parent
		if p, ok := parent.Model.(*contextModel); ok {
			p.children = append(p.children, o)
		}
	}
	return o
}

// withCancel makes a context and the function that cancels it.
func (c *Call) withCancel(parent graph.Val, external bool, result int) {
	x := c.x
	if c.result == nil {
		return
	}
	o := x.object(c.instr, "context", nil)
	o.Name, o.Site = x.nameAt(c.pos, "ctx"), x.site(c.pos)
	if o.Model == nil {
		o.Model = &contextModel{}
	}
	p := x.made(o, c.result)
	for _, a := range p.Set {
		a.Obj.Name, a.Obj.Site = o.Name, o.Site
		if a.Obj != o && a.Obj.Model == o.Model {
			a.Obj.Model = nil
		}
		x.newContext(a.Obj, nil, external)
		for _, q := range parent.Set {
			if q.Kind != graph.Ptr { // of a parent that is not known
				x.newContext(a.Obj, nil, true)
				continue
			}
			m, ok := q.Obj.Model.(*contextModel)
			if ok && m.done != nil {
				x.newContext(a.Obj, q.Obj, m.done.External)
			}
		}
	}
	c.returnsAt(0, p)
	c.returnsAt(result, p.Mapped(func(a *graph.Atom) *graph.Atom {
		return x.Atom(graph.AtomKey{Kind: graph.Native, S: "cancel", Obj: a.Obj})
	}))
	// A parent that is done already is noticed at once.
	x.split(parent, func(q *graph.Atom) {
		if q.Kind != graph.Ptr {
			return
		}
		m, ok := q.Obj.Model.(*contextModel)
		if !ok || m.done == nil || q.Obj.Many() {
			return
		}
		x.ifDone(m.done, c, func() { x.cancels(p, c) }, func() {})
	})
}

// ifDone executes one of two functions, by whether a channel is closed.
func (x *extractor) ifDone(done *graph.Object, c *Call, then, otherwise func()) {
	n := x.operation(skeleton.Select, nil, c.pos, nil)
	if n != nil {
		n.Cases = []graph.SelectCase{{Site: n.Site, Object: &graph.SyncKey{Kind: skeleton.Chan, Obj: done, Path: ""}}}
		n.Default, n.Asks = true, true
		x.add(n)
	}
	x.alternatives(n, then, otherwise)
}

// cancels closes the channels of a context and of all that are made from it.
func (x *extractor) cancels(on graph.Val, c *Call) {
	x.split(on, func(a *graph.Atom) {
		if a.Kind != graph.Ptr {
			return
		}
		seen := map[*graph.Object]bool{}
		var cancel func(o *graph.Object)
		cancel = func(o *graph.Object) {
			m, ok := o.Model.(*contextModel)
			if !ok || m.done == nil || seen[o] {
				return
			}
			seen[o] = true
			if !m.done.Many() {
				x.add(x.operation(skeleton.Cancel, &graph.SyncKey{Kind: skeleton.Chan, Obj: m.done, Path: ""}, c.pos, nil))
			}
			for _, child := range m.children {
				cancel(child)
			}
		}
		cancel(a.Obj)
	})
}

func contextDone(c *Call) {
	x := c.x
	c.returns(c.arg(0, "").Mapped(func(a *graph.Atom) *graph.Atom {
		if a.Kind != graph.Ptr {
			return x.Some()
		}
		m, ok := a.Obj.Model.(*contextModel)
		if !ok {
			return x.Some()
		}
		if m.done == nil {
			return x.Nil()
		}
		return x.Ptr(m.done, "")
	}))
}

func contextErr(c *Call) {
	x := c.x
	if c.result == nil {
		return
	}
	to := x.register(c.result, "")
	x.set(c.result, "", graph.At(to))
	canceled := x.namedError("context.Canceled")
	give := func(s graph.Set) func() {
		return func() {
			x.grow(to, s)
			x.assign(graph.Assign{To: to, V: graph.Val{Set: s}})
		}
	}
	x.split(c.arg(0, ""), func(a *graph.Atom) {
		var m *contextModel
		if a.Kind == graph.Ptr {
			m, _ = a.Obj.Model.(*contextModel)
		}
		switch {
		case m == nil || m.done != nil && m.done.Many():
			give(graph.Single(x.Nil()).With(x.Some()))()
		case m.done == nil:
			give(graph.Single(x.Nil()))()
		default:
			errs := graph.Single(canceled)
			if m.done.External {
				errs = errs.With(x.namedError("context.DeadlineExceeded"))
			}
			x.ifDone(m.done, c, give(errs), give(graph.Single(x.Nil())))
		}
	})
}

func contextAfterFunc(c *Call) {
	x := c.x
	x.split(c.arg(0, ""), func(a *graph.Atom) {
		var m *contextModel
		if a.Kind == graph.Ptr {
			m, _ = a.Obj.Model.(*contextModel)
		}
		if m == nil || m.done == nil {
			return
		}
		f := c.arg(1, "")
		c.goroutine(a, "context.AfterFunc", func(in *Call) {
			x.operateOn(skeleton.Recv, skeleton.Chan, x.Ptr(m.done, ""), c.pos, nil)
			if !x.dead {
				in.callback(f, "f", nil, nil)
			}
		})
	})
	c.returns(graph.Constant(x.Atom(graph.AtomKey{Kind: graph.Native, S: "stop"})))
}
