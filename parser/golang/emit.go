// This file defines the graph of operations that the last pass writes.

package golang

import (
	"go/token"

	"github.com/ijit/ijit/parser/golang/code"
	"github.com/ijit/ijit/parser/golang/graph"
	"github.com/ijit/ijit/parser/golang/skeleton"
)

// node returns a new node; nil but in the last pass.
func (x *extractor) node(op skeleton.Op) *graph.Node {
	if !x.emitting {
		return nil
	}
	x.nodes++
	return &graph.Node{Op: op}
}

// link makes a node follow the current one, if that is reached.
func (x *extractor) link(n *graph.Node) {
	if x.emitting && !x.dead {
		x.cur.Next = append(x.cur.Next, n)
	}
}

// add makes a node the current one.
func (x *extractor) add(n *graph.Node) {
	if x.emitting && !x.dead {
		x.link(n)
		x.cur = n
	}
}

// end ends the goroutine.
func (x *extractor) end(op skeleton.Op) {
	x.add(x.node(op))
	x.dead = true
}

// assign is a step that assigns.
func (x *extractor) assign(do ...graph.Assign) { x.assignAll(do) }

func (x *extractor) assignAll(do []graph.Assign) {
	if !x.emitting || len(do) == 0 {
		return
	}
	n := x.node(skeleton.Step)
	n.Do = do
	x.add(n)
}

// branch executes one or the other.
func (x *extractor) branch(c graph.Cond, then, otherwise func()) {
	switch graph.Known(c) {
	case graph.Yes:
		then()
		return
	case graph.No:
		otherwise()
		return
	}
	n := x.node(skeleton.Branch)
	if n != nil {
		n.Cond = c
	}
	x.add(n)
	join := x.node(skeleton.Step)
	live := false
	for _, f := range []func(){then, otherwise} {
		x.cur, x.dead = n, false
		x.add(x.node(skeleton.Step))
		f()
		if !x.dead {
			live = true
			x.link(join)
		}
	}
	x.cur, x.dead = join, !live
}

// split executes f for the atom that a value is.
func (x *extractor) split(v graph.Val, f func(*graph.Atom)) {
	switch len(v.Set) {
	case 0:
		x.dead = true
	case 1:
		f(v.Set[0])
	default:
		x.splitRest(v, v.Set, f)
	}
}

func (x *extractor) splitRest(v graph.Val, rest graph.Set, f func(*graph.Atom)) {
	if len(rest) == 1 {
		f(rest[0])
		return
	}
	c := v.Among(graph.Single(rest[0]))
	if v.Expr == nil && v.From == nil {
		c = graph.Either{}
	}
	x.branch(c, func() { f(rest[0]) }, func() { x.splitRest(v, rest[1:], f) })
}

// operate is an operation on what a pointer leads to. fill completes the node.
func (x *extractor) operate(op skeleton.Op, kind skeleton.Kind, on graph.Val, pos token.Pos, fill func(*graph.Node)) {
	if kind != skeleton.Chan {
		on = x.nonNil(on)
	}
	x.split(on, func(a *graph.Atom) {
		x.operateOn(op, kind, a, pos, fill)
	})
}

func (x *extractor) operateOn(op skeleton.Op, kind skeleton.Kind, a *graph.Atom, pos token.Pos, fill func(*graph.Node)) {
	if a.Kind == graph.Box {
		a = a.Elem
	}
	switch {
	case a.Kind != graph.Ptr && a.Kind != graph.Nil:
		x.notFollowed(op, "operation on an object that is not known: ", pos)
		return
	case a.Kind == graph.Ptr && (a.Obj.Many() || code.Weak(a.Path)):
		if op == skeleton.Go {
			return
		}
		what := "operation on one of many objects: "
		if a.Obj.RestOf != nil {
			what = ""
		}
		x.notFollowed(op, what, pos)
		return
	case a.Kind == graph.Nil && (op == skeleton.Send || op == skeleton.Recv):
		x.add(x.operation(op, x.nilChan(), pos, fill))
		x.hang(pos)
		return
	}
	key := x.nilChan()
	if a.Kind == graph.Ptr {
		key = &graph.SyncKey{Kind: kind, Obj: a.Obj, Path: a.Path}
	}
	x.add(x.operation(op, key, pos, fill))
	if a.Kind == graph.Nil {
		x.leave(pos) // closing it has failed
	}
}

func (x *extractor) operation(op skeleton.Op, key *graph.SyncKey, pos token.Pos, fill func(*graph.Node)) *graph.Node {
	n := x.node(op)
	if n == nil {
		return nil
	}
	n.Object, n.Site = key, x.site(pos)
	if fill != nil {
		fill(n)
	}
	return n
}

// notFollowed is an operation on something that is not followed; what notes that, if it is not empty.
func (x *extractor) notFollowed(op skeleton.Op, what string, pos token.Pos) {
	effect := "taken to do nothing"
	if op.Blocks() {
		effect = "taken to do nothing or to block"
		x.branch(graph.Either{}, func() {}, func() { x.leave(pos) })
	}
	if what != "" {
		x.note(pos, what+x.site(pos).Text, effect, false)
	}
}

// leave ends what is known of the goroutine.
func (x *extractor) leave(pos token.Pos) {
	n := x.node(skeleton.Hang)
	if n != nil {
		n.Site, n.Open = x.site(pos), true
	}
	x.add(n)
	x.dead = true
}

// hang blocks for ever.
func (x *extractor) hang(pos token.Pos) {
	n := x.node(skeleton.Hang)
	if n != nil {
		n.Site = x.site(pos)
	}
	x.add(n)
	x.dead = true
}

// nilChan returns the nil channel.
func (x *extractor) nilChan() *graph.SyncKey {
	o := x.unique("nil chan")
	o.Name, o.NilChan = "nil", true
	return &graph.SyncKey{Kind: skeleton.Chan, Obj: o}
}

// alternatives executes what follows each way out of the current node.
func (x *extractor) alternatives(n *graph.Node, ways ...func()) {
	join := x.node(skeleton.Step)
	live := false
	for _, f := range ways {
		x.cur, x.dead = n, false
		x.add(x.node(skeleton.Step))
		f()
		if !x.dead {
			live = true
			x.link(join)
		}
	}
	x.cur, x.dead = join, !live
}
