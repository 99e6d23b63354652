// This file defines the graph of operations that the last pass writes.

package golang

import (
	"go/token"

	"github.com/ijit/ijit/parser/golang/skeleton"
)

// node returns a new node; nil but in the last pass.
func (x *extractor) node(op skeleton.Op) *node {
	if !x.emitting {
		return nil
	}
	x.nodes++
	return &node{op: op}
}

// link makes a node follow the current one, if that is reached.
func (x *extractor) link(n *node) {
	if x.emitting && !x.dead {
		x.cur.next = append(x.cur.next, n)
	}
}

// add makes a node the current one.
func (x *extractor) add(n *node) {
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
func (x *extractor) assign(do ...assign) { x.assignAll(do) }

func (x *extractor) assignAll(do []assign) {
	if !x.emitting || len(do) == 0 {
		return
	}
	n := x.node(skeleton.Step)
	n.do = do
	x.add(n)
}

// branch executes one or the other.
func (x *extractor) branch(c cond, then, otherwise func()) {
	switch known(c) {
	case yes:
		then()
		return
	case no:
		otherwise()
		return
	}
	n := x.node(skeleton.Branch)
	if n != nil {
		n.cond = c
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
func (x *extractor) split(v val, f func(*atom)) {
	switch len(v.set) {
	case 0:
		x.dead = true
	case 1:
		f(v.set[0])
	default:
		x.splitRest(v, v.set, f)
	}
}

func (x *extractor) splitRest(v val, rest set, f func(*atom)) {
	if len(rest) == 1 {
		f(rest[0])
		return
	}
	c := v.among(single(rest[0]))
	if v.expr == nil && v.from == nil {
		c = cEither{}
	}
	x.branch(c, func() { f(rest[0]) }, func() { x.splitRest(v, rest[1:], f) })
}

// operate is an operation on what a pointer leads to. fill completes the node.
func (x *extractor) operate(op skeleton.Op, kind skeleton.Kind, on val, pos token.Pos, fill func(*node)) {
	if kind != skeleton.Chan {
		on = x.nonNil(on)
	}
	x.split(on, func(a *atom) {
		x.operateOn(op, kind, a, pos, fill)
	})
}

func (x *extractor) operateOn(op skeleton.Op, kind skeleton.Kind, a *atom, pos token.Pos, fill func(*node)) {
	if a.kind == aBox {
		a = a.elem
	}
	switch {
	case a.kind != aPtr && a.kind != aNil:
		x.notFollowed(op, "operation on an object that is not known: ", pos)
		return
	case a.kind == aPtr && (a.obj.many() || weak(a.path)):
		if op == skeleton.Go {
			return
		}
		what := "operation on one of many objects: "
		if a.obj.restOf != nil {
			what = ""
		}
		x.notFollowed(op, what, pos)
		return
	case a.kind == aNil && (op == skeleton.Send || op == skeleton.Recv):
		x.add(x.operation(op, x.nilChan(), pos, fill))
		x.hang(pos)
		return
	}
	key := x.nilChan()
	if a.kind == aPtr {
		key = &syncKey{kind, a.obj, a.path}
	}
	x.add(x.operation(op, key, pos, fill))
	if a.kind == aNil {
		x.leave(pos) // closing it has failed
	}
}

func (x *extractor) operation(op skeleton.Op, key *syncKey, pos token.Pos, fill func(*node)) *node {
	n := x.node(op)
	if n == nil {
		return nil
	}
	n.object, n.site = key, x.site(pos)
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
		x.branch(cEither{}, func() {}, func() { x.leave(pos) })
	}
	if what != "" {
		x.note(pos, what+x.site(pos).Text, effect, false)
	}
}

// leave ends what is known of the goroutine.
func (x *extractor) leave(pos token.Pos) {
	n := x.node(skeleton.Hang)
	if n != nil {
		n.site, n.open = x.site(pos), true
	}
	x.add(n)
	x.dead = true
}

// hang blocks for ever.
func (x *extractor) hang(pos token.Pos) {
	n := x.node(skeleton.Hang)
	if n != nil {
		n.site = x.site(pos)
	}
	x.add(n)
	x.dead = true
}

// nilChan returns the nil channel.
func (x *extractor) nilChan() *syncKey {
	o := x.unique("nil chan")
	o.name, o.nilChan = "nil", true
	return &syncKey{kind: skeleton.Chan, obj: o}
}

// alternatives executes what follows each way out of the current node.
func (x *extractor) alternatives(n *node, ways ...func()) {
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
