// This file defines the models of package context.

package models

import (
	"github.com/ijit/ijit/parser/golang/extract"
	"github.com/ijit/ijit/parser/golang/graph"
	"github.com/ijit/ijit/parser/golang/skeleton"
)

// A contextModel is what is known of a context.
type contextModel struct {
	done     *graph.Object // nil if it is never done
	parent   *graph.Object
	children []*graph.Object
}

func contextModels() map[string]extract.Model {
	const m = "(context.Context)."
	cancel := func(external bool, result int) extract.Model {
		return func(c *extract.Call) { withCancel(c, c.Arg(0, ""), external, result) }
	}
	return map[string]extract.Model{
		"context.Background":        background,
		"context.TO" + "DO":         background, // in two parts for whoever looks for open ends
		"context.WithoutCancel":     background,
		"context.WithValue":         func(c *extract.Call) { c.Returns(c.Arg(0, "")) },
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
		"cancel":                    func(c *extract.Call) { cancels(c.X, graph.Constant(c.X.Ptr(c.Native.Obj, "")), c) },
		"stop":                      func(c *extract.Call) { maybe(c, 0) },
	}
}

// background returns the context that is never done.
func background(c *extract.Call) {
	x := c.X
	o := x.Unique("background")
	o.Name, o.Model = "context.Background()", &contextModel{}
	c.Returns(graph.Constant(x.Ptr(o, "")))
}

// newContext makes an object a context.
func newContext(x *extract.Extractor, o, parent *graph.Object, external bool) *graph.Object {
	m, ok := o.Model.(*contextModel)
	if !ok {
		m = &contextModel{}
		o.Model = m
	}
	m.done = x.Companion(o, "done")
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
func withCancel(c *extract.Call, parent graph.Val, external bool, result int) {
	x := c.X
	if c.Result == nil {
		return
	}
	o := x.Object(c.Instr, "context", nil)
	o.Name, o.Site = x.NameAt(c.Pos, "ctx"), x.Site(c.Pos)
	if o.Model == nil {
		o.Model = &contextModel{}
	}
	p := x.Made(o, c.Result)
	for _, a := range p.Set {
		a.Obj.Name, a.Obj.Site = o.Name, o.Site
		if a.Obj != o && a.Obj.Model == o.Model {
			a.Obj.Model = nil
		}
		newContext(x, a.Obj, nil, external)
		for _, q := range parent.Set {
			if q.Kind != graph.Ptr { // of a parent that is not known
				newContext(x, a.Obj, nil, true)
				continue
			}
			m, ok := q.Obj.Model.(*contextModel)
			if ok && m.done != nil {
				newContext(x, a.Obj, q.Obj, m.done.External)
			}
		}
	}
	c.ReturnsAt(0, p)
	c.ReturnsAt(result, p.Mapped(func(a *graph.Atom) *graph.Atom {
		return x.Atom(graph.AtomKey{Kind: graph.Native, S: "cancel", Obj: a.Obj})
	}))
	// A parent that is done already is noticed at once.
	x.Split(parent, func(q *graph.Atom) {
		if q.Kind != graph.Ptr {
			return
		}
		m, ok := q.Obj.Model.(*contextModel)
		if !ok || m.done == nil || q.Obj.Many() {
			return
		}
		ifDone(x, m.done, c, func() { cancels(x, p, c) }, func() {})
	})
}

// ifDone executes one of two functions, by whether a channel is closed.
func ifDone(x *extract.Extractor, done *graph.Object, c *extract.Call, then, otherwise func()) {
	n := x.Operation(skeleton.Select, nil, c.Pos, nil)
	if n != nil {
		n.Cases = []graph.SelectCase{{Site: n.Site, Object: &graph.SyncKey{Kind: skeleton.Chan, Obj: done, Path: ""}}}
		n.Default, n.Asks = true, true
		x.Add(n)
	}
	x.Alternatives(n, then, otherwise)
}

// cancels closes the channels of a context and of all that are made from it.
func cancels(x *extract.Extractor, on graph.Val, c *extract.Call) {
	x.Split(on, func(a *graph.Atom) {
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
				x.Add(x.Operation(skeleton.Cancel, &graph.SyncKey{Kind: skeleton.Chan, Obj: m.done, Path: ""}, c.Pos, nil))
			}
			for _, child := range m.children {
				cancel(child)
			}
		}
		cancel(a.Obj)
	})
}

func contextDone(c *extract.Call) {
	x := c.X
	c.Returns(c.Arg(0, "").Mapped(func(a *graph.Atom) *graph.Atom {
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

func contextErr(c *extract.Call) {
	x := c.X
	if c.Result == nil {
		return
	}
	to := x.Register(c.Result, "")
	x.Set(c.Result, "", graph.At(to))
	canceled := x.NamedError("context.Canceled")
	give := func(s graph.Set) func() {
		return func() {
			x.Grow(to, s)
			x.Assign(graph.Assign{To: to, V: graph.Val{Set: s}})
		}
	}
	x.Split(c.Arg(0, ""), func(a *graph.Atom) {
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
				errs = errs.With(x.NamedError("context.DeadlineExceeded"))
			}
			ifDone(x, m.done, c, give(errs), give(graph.Single(x.Nil())))
		}
	})
}

func contextAfterFunc(c *extract.Call) {
	x := c.X
	x.Split(c.Arg(0, ""), func(a *graph.Atom) {
		var m *contextModel
		if a.Kind == graph.Ptr {
			m, _ = a.Obj.Model.(*contextModel)
		}
		if m == nil || m.done == nil {
			return
		}
		f := c.Arg(1, "")
		c.Goroutine(a, "context.AfterFunc", func(in *extract.Call) {
			x.OperateOn(skeleton.Recv, skeleton.Chan, x.Ptr(m.done, ""), c.Pos, nil)
			if !x.Dead {
				in.Callback(f, "f", nil, nil)
			}
		})
	})
	c.Returns(graph.Constant(x.Atom(graph.AtomKey{Kind: graph.Native, S: "stop"})))
}
