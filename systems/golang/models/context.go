// This file defines the models of package context.

package models

import (
	"go/types"
	"slices"

	"github.com/ijit/ijit/systems/golang/extract"
	"github.com/ijit/ijit/systems/golang/graph"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// A contextModel is what is known of a context.
type contextModel struct {
	done     *graph.Object // nil if it is never done
	parent   *graph.Object
	children []*graph.Object
	of       *graph.Object // the context to which this one only adds values: it is done when that is
	values   values
}

// contextOf returns the context that is done when one is, and what is known of it; nil if nothing is.
func contextOf(a *graph.Atom) (*graph.Object, *contextModel) {
	if a.Kind != graph.Ptr {
		return nil, nil
	}
	o := a.Obj
	m, _ := o.Model.(*contextModel)
	for m != nil && m.of != nil {
		o = m.of
		m, _ = o.Model.(*contextModel)
	}
	return o, m
}

func contextModels() map[string]extract.Model {
	const m = "(context.Context)."
	cancel := func(external bool, result int) extract.Model {
		return func(c *extract.Call) { withCancel(c, c.Arg(0, ""), external, result) }
	}
	return map[string]extract.Model{
		"context.Background":        background,
		"context.TO" + "DO":         background, // in two parts for whoever looks for open ends
		"context.WithoutCancel":     withoutCancel,
		"context.WithValue":         withValue,
		"context.WithCancel":        cancel(false, 1),
		"context.WithCancelCause":   cancel(false, 1),
		"context.WithTimeout":       cancel(true, 1),
		"context.WithTimeoutCause":  cancel(true, 1),
		"context.WithDeadline":      cancel(true, 1),
		"context.WithDeadlineCause": cancel(true, 1),
		"os/signal.NotifyContext":   cancel(true, 1),
		"context.AfterFunc":         contextAfterFunc,
		"context.Cause":             contextCause,
		m + "Done":                  contextDone,
		m + "Err":                   contextErr,
		m + "Value":                 contextValue,
		m + "Deadline":              nothing,
		"cancel":                    cancelCall,
		"stop": func(c *extract.Call) {
			was := c.X.Local(nil, "armed before")
			if c.Result != nil {
				was = c.X.Register(c.Result, "")
				c.X.Set(c.Result, "", graph.At(was))
			}
			c.X.Arm(c.Native.Obj, was, false)
		},
	}
}

// background returns the context that is never done.
func background(c *extract.Call) {
	x := c.X
	o := x.Unique("background")
	o.Name, o.Model = "context.Background()", &contextModel{}
	c.Returns(graph.Constant(x.Ptr(o, "")))
}

// withoutCancel returns a context that is never done, and has the values of another one.
func withoutCancel(c *extract.Call) {
	x := c.X
	noteOwnContext(c, c.Arg(0, ""))
	c.Returns(c.Arg(0, "").Mapped(func(a *graph.Atom) *graph.Atom {
		if a.Kind != graph.Ptr {
			return x.Some()
		}
		o := x.Companion(a.Obj, "without cancel")
		o.Name, o.Model = "context.WithoutCancel()", &contextModel{values: values{from: a.Obj}}
		return x.Ptr(o, "")
	}))
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

// noteOwnContext notes that a context is used whose methods are those of the code.
func noteOwnContext(c *extract.Call, parent graph.Val) {
	if slices.ContainsFunc(parent.Set, func(a *graph.Atom) bool { return a.Kind == graph.Box }) {
		c.X.Note(c.Pos, "a context whose methods are those of the code", "when that is done, and what its methods do, is not seen", skeleton.OpensAll)
	}
}

// withCancel makes a context and the function that cancels it.
func withCancel(c *extract.Call, parent graph.Val, external bool, result int) {
	x := c.X
	if c.Result == nil {
		return
	}
	noteOwnContext(c, parent)
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
			if q.Kind == graph.Nil { // it would panic
				continue
			}
			if q.Kind != graph.Ptr { // of a parent that is not known
				newContext(x, a.Obj, nil, true)
				continue
			}
			if of, m := contextOf(q); m != nil && m.done != nil {
				newContext(x, a.Obj, of, m.done.External)
			}
		}
		a.Obj.Model.(*contextModel).values = valuesOf(parent)
	}
	c.ReturnsAt(0, p)
	c.ReturnsAt(result, p.Mapped(func(a *graph.Atom) *graph.Atom {
		return x.Atom(graph.AtomKey{Kind: graph.Native, S: "cancel", Obj: a.Obj})
	}))
	// A parent that is done already is noticed at once.
	x.Split(parent, func(q *graph.Atom) {
		of, m := contextOf(q)
		if m == nil || m.done == nil || of.Many() {
			return
		}
		ifDone(x, m.done, c, func() { cancels(x, p, graph.At(causeOf(x, of)), c) }, func() {})
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

// causeOf returns the cell of a context that says why it is done; nil until it is canceled.
func causeOf(x *extract.Extractor, o *graph.Object) *graph.Loc {
	cell := x.Cell(o, ".cause", types.Universe.Lookup("error").Type())
	x.Use(cell)
	return cell
}

// cancelCall executes a cancel function, which may be given a cause.
func cancelCall(c *extract.Call) {
	x := c.X
	canceled := x.NamedError("context.Canceled")
	cause := graph.Constant(canceled)
	if len(c.Args) > 0 {
		cause = c.Arg(0, "").Mapped(func(a *graph.Atom) *graph.Atom {
			if a.Kind == graph.Nil {
				return canceled
			}
			return a
		})
	}
	cancels(x, graph.Constant(x.Ptr(c.Native.Obj, "")), cause, c)
}

// cancels closes the channels of a context and of all that are made from it. The first cause remains.
func cancels(x *extract.Extractor, on, cause graph.Val, c *extract.Call) {
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
				cell := causeOf(x, o)
				x.Grow(cell, cause.Set)
				none := graph.At(cell).Is(func(a *graph.Atom) graph.Truth { return graph.TruthOf(a.Kind == graph.Nil) })
				x.Add(x.Operation(skeleton.Cancel, &graph.SyncKey{Kind: skeleton.Chan, Obj: m.done, Path: ""}, c.Pos, func(n *graph.Node) {
					if !cell.Weak {
						n.Do = []graph.Assign{{To: cell, V: cause, When: none}}
					}
				}))
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
		switch _, m := contextOf(a); {
		case m == nil:
			return x.Some()
		case m.done == nil:
			return x.Nil()
		default:
			return x.Ptr(m.done, "")
		}
	}))
}

func contextErr(c *extract.Call) {
	x := c.X
	whyDone(c, func(_ *graph.Object, m *contextModel) graph.Val {
		errs := graph.Single(x.NamedError("context.Canceled"))
		if m.done.External {
			errs = errs.With(x.NamedError("context.DeadlineExceeded"))
		}
		return graph.Val{Set: errs}
	})
}

// contextCause executes context.Cause. That of a deadline or signal is not known.
func contextCause(c *extract.Call) {
	x := c.X
	whyDone(c, func(o *graph.Object, m *contextModel) graph.Val {
		cell := causeOf(x, o)
		if m.done.External || cell.Weak {
			return graph.Constant(x.Some())
		}
		return x.NonNil(graph.At(cell))
	})
}

// whyDone gives a call the error of a context that is done, and nil for one that is not.
func whyDone(c *extract.Call, why func(*graph.Object, *contextModel) graph.Val) {
	x := c.X
	if c.Result == nil {
		return
	}
	to := x.Register(c.Result, "")
	x.Set(c.Result, "", graph.At(to))
	give := func(v graph.Val) func() {
		return func() {
			x.Grow(to, v.Set)
			x.Assign(graph.Assign{To: to, V: v})
		}
	}
	none := graph.Constant(x.Nil())
	noteOwnContext(c, c.Arg(0, ""))
	x.Split(c.Arg(0, ""), func(a *graph.Atom) {
		switch of, m := contextOf(a); {
		case m == nil || m.done != nil && m.done.Many():
			give(graph.Val{Set: none.Set.With(x.Some())})()
		case m.done == nil:
			give(none)()
		default:
			ifDone(x, m.done, c, give(why(of, m)), give(none))
		}
	})
}

func contextAfterFunc(c *extract.Call) {
	x := c.X
	noteOwnContext(c, c.Arg(0, ""))
	// Until the function is called, stop keeps it from being called, as Stop does for a timer.
	o := x.Object(c.Instr, "timer", nil)
	o.Name, o.Site, o.Begun = "context.AfterFunc", x.Site(c.Pos), func(string) bool { return true }
	x.Begins(o)
	x.Split(c.Arg(0, ""), func(a *graph.Atom) {
		_, m := contextOf(a)
		if m != nil && m.done == nil {
			return
		}
		f := c.Arg(1, "")
		c.Goroutine(a, "context.AfterFunc", func(in *extract.Call) {
			call := func() {
				fires := x.Local(nil, "fires")
				fires.Name = "fires"
				x.Arm(o, fires, false)
				x.Branch(graph.At(fires).IsTrue(), func() { in.Callback(f, "f", nil, nil) }, func() {})
			}
			if m == nil { // of a context that is not known
				x.Branch(graph.Either{}, call, func() {})
				return
			}
			x.OperateOn(skeleton.Recv, skeleton.Chan, x.Ptr(m.done, ""), c.Pos, nil)
			if !x.Dead {
				call()
			}
		})
	})
	c.Returns(graph.Constant(x.Atom(graph.AtomKey{Kind: graph.Native, S: "stop", Obj: o})))
}
