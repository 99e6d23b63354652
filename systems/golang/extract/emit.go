// This file defines the graph of operations that the last pass writes.

package extract

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/graph"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// node returns a new node; nil but in the last pass.
func (x *Extractor) node(op skeleton.Op) *graph.Node {
	x.nodes++
	if !x.emitting {
		if x.nodes > mostNodes {
			x.coarser()
		}
		return nil
	}
	return &graph.Node{Op: op, Region: x.region()}
}

// link makes a node follow the current one, if that is reached.
func (x *Extractor) link(n *graph.Node) {
	if x.emitting && !x.Dead {
		x.cur.Next = append(x.cur.Next, n)
	}
}

// Add makes a node the current one.
func (x *Extractor) Add(n *graph.Node) {
	if x.emitting && !x.Dead {
		x.link(n)
		x.cur = n
	}
}

// happens notes what happens to objects.
func (x *Extractor) happens(e graph.Event) {
	if x.emitting && x.options.Races && !x.Dead && x.cur != nil {
		x.cur.Behind = append(x.cur.Behind, e)
	}
}

// end ends the goroutine.
func (x *Extractor) end(op skeleton.Op) {
	x.Add(x.node(op))
	x.Dead = true
}

// Assign is a step that assigns.
func (x *Extractor) Assign(do ...graph.Assign) { x.AssignAll(do) }

// AssignAll is a step with all assignments of a list.
func (x *Extractor) AssignAll(do []graph.Assign) {
	if !x.emitting || len(do) == 0 {
		return
	}
	n := x.node(skeleton.Step)
	n.Do = do
	x.Add(n)
}

// Atomically lets the step that f makes be an atomic operation at a place, if it makes one.
func (x *Extractor) Atomically(pos token.Pos, f func()) {
	before := x.cur
	f()
	if n := x.cur; x.emitting && !x.options.Races && n != before && n.Op == skeleton.Step { // an access tells of it otherwise
		n.Atomic, n.Site = true, x.Site(pos)
	}
}

// Branch executes one or the other.
func (x *Extractor) Branch(c graph.Cond, then, otherwise func()) { x.branch(c, nil, then, otherwise) }

// branch is a branch that may be the test of a loop that ends by itself.
func (x *Extractor) branch(c graph.Cond, ends *graph.Region, then, otherwise func()) {
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
		n.Cond, n.Ends = c, ends
	}
	x.Add(n)
	x.Alternatives(n, then, otherwise)
}

// Split executes f for the atom that a value is.
func (x *Extractor) Split(v graph.Val, f func(*graph.Atom)) {
	switch len(v.Set) {
	case 0:
		x.Dead = true
	case 1:
		f(v.Set[0])
	default:
		x.splitRest(v, v.Set, f)
	}
}

// splitOrPanic executes f for the atom that a register is in a frame, and panics if it is nil. A value of which not all
// is known is taken not to be nil: most such values never are. One that is never anything else is set where nobody sees
// it, as by package json, unless it is plain that nobody does.
func (x *Extractor) splitOrPanic(fr *frame, it *iter, r ssa.Value, pos token.Pos, message string, f func(*graph.Atom)) {
	v := x.valueAt(fr, it, r, "")
	unknown := func(a *graph.Atom) bool { return a.Kind == graph.Other || a.Kind == graph.Some }
	switch {
	case v.One() == x.Nil() && x.isNil(fr, r):
	case len(v.Set) == 1 || v.Expr == nil && v.From == nil || slices.ContainsFunc(v.Set, unknown):
		v = x.NonNil(v)
	}
	x.Split(v, func(a *graph.Atom) {
		if a.Kind == graph.Nil {
			x.Panics(pos, message)
			return
		}
		f(a)
	})
}

// isNil reports whether a register is plainly nil: a constant, a variable or field to which nothing is stored, an
// element of a nil map.
func (x *Extractor) isNil(fr *frame, r ssa.Value) bool {
	switch r := r.(type) {
	case *ssa.Const:
		return r.Value == nil
	case *ssa.UnOp:
		return r.Op == token.MUL && (x.Unset(r.X) || x.code.NeverSet(r.X))
	case *ssa.Field:
		return x.code.NeverSet(r)
	case *ssa.Lookup:
		return x.isNil(fr, r.X)
	case *ssa.Extract:
		l, ok := r.Tuple.(*ssa.Lookup)
		return ok && r.Index == 0 && x.isNil(fr, l.X)
	case *ssa.ChangeType:
		return x.isNil(fr, r.X)
	case *ssa.Parameter:
		arg := fr.argument(r)
		return arg != nil && x.isNil(fr.parent, arg)
	}
	return false
}

func (x *Extractor) splitRest(v graph.Val, rest graph.Set, f func(*graph.Atom)) {
	if len(rest) == 1 {
		f(rest[0])
		return
	}
	c := v.Among(graph.Single(rest[0]))
	if v.Expr == nil && v.From == nil {
		c = graph.Either{}
	}
	x.Branch(c, func() { f(rest[0]) }, func() { x.splitRest(v, rest[1:], f) })
}

// Operate is an operation on what a pointer leads to. fill completes the node.
func (x *Extractor) Operate(op skeleton.Op, kind skeleton.Kind, on graph.Val, pos token.Pos, fill func(*graph.Node)) {
	if kind == skeleton.Chan {
		on = x.channels(on)
	} else {
		on = x.Dereferenced(on, pos)
	}
	x.Split(on, func(a *graph.Atom) {
		x.OperateOn(op, kind, a, pos, fill)
	})
}

// OperateOn is an operation on what one atom leads to.
func (x *Extractor) OperateOn(op skeleton.Op, kind skeleton.Kind, a *graph.Atom, pos token.Pos, fill func(*graph.Node)) {
	if a.Kind == graph.Box {
		a = a.Elem
	}
	x.Uses(kind, a)
	if a.Kind != graph.Nil && !Followed(a) {
		x.Loosely(op, a, pos)
		return
	}
	switch {
	case a.Kind == graph.Nil && (op == skeleton.Send || op == skeleton.Recv):
		x.Add(x.Operation(op, x.nilChan(), pos, fill))
		x.Hang(pos)
		return
	}
	key := x.nilChan()
	if a.Kind == graph.Ptr {
		key = &graph.SyncKey{Kind: kind, Obj: a.Obj, Path: a.Path}
	}
	if a.Kind == graph.Ptr && slices.Contains(a.Obj.Copies, *key) {
		x.notFollowed(op, nil, "operation on a copy of a WaitGroup: ", pos, skeleton.OpensBlocked)
		return
	}
	failure, recovering := x.failure(op, a), x.recovering(x.fr)
	if a.Kind == graph.Nil && recovering {
		x.Panics(pos, failure)
		return
	}
	n := x.Operation(op, key, pos, fill)
	x.Add(n)
	switch {
	case a.Kind == graph.Nil:
		x.crash(pos, outOfRange) // closing it has failed
	case failure != "" && recovering && (n == nil || op != skeleton.Add || n.Delta < 0):
		x.Alternatives(n, func() {}, func() { x.Panics(pos, failure) })
	}
}

// failure returns the panic of an operation that fails; empty if it has none that a deferred call can recover from, or
// cannot fail.
func (x *Extractor) failure(op skeleton.Op, on *graph.Atom) string {
	switch {
	case op == skeleton.Close && on.Kind == graph.Nil:
		return "close of nil channel"
	case op == skeleton.Close:
		return "close of closed channel"
	case op == skeleton.Send && on.Kind == graph.Ptr && x.closable(on.Obj):
		return "send on closed channel"
	case op == skeleton.Add:
		return "negative WaitGroup counter"
	}
	return ""
}

// Loosely is an operation on what an atom leads to that is not one object of which the skeleton knows.
func (x *Extractor) Loosely(op skeleton.Op, a *graph.Atom, pos token.Pos) {
	switch {
	case a.Kind != graph.Ptr:
		x.notKnown(op, pos)
	case code.Weak(a.Path) || a.Obj.RestOf == nil:
		x.notFollowed(op, nil, "operation on one of many objects: ", pos, skeleton.OpensBlocked)
	default:
		x.notFollowed(op, a.Obj.RestOf, "", pos, skeleton.OpensNothing)
	}
}

// Operation returns a node that is an operation on a part of an object; nil but in the last pass.
func (x *Extractor) Operation(op skeleton.Op, key *graph.SyncKey, pos token.Pos, fill func(*graph.Node)) *graph.Node {
	n := x.node(op)
	if n == nil {
		return nil
	}
	n.Object, n.Site = key, x.Site(pos)
	if key != nil && !x.early {
		key.Obj.Used = true
	}
	if fill != nil {
		fill(n)
	}
	return n
}

// notKnown is an operation on an object of which nothing is known. What can end the wait of others may do
// so for any object: nothing is said of what is behind, and executions are missing. Of another operation it is missing
// that it fails or blocks, which only a receive from a channel of others, as of a library, may leave out.
func (x *Extractor) notKnown(op skeleton.Op, pos token.Pos) {
	what := "operation on an object that is not known: "
	switch op {
	case skeleton.Send, skeleton.Close, skeleton.Cancel, skeleton.Add, skeleton.Signal, skeleton.Broadcast:
		x.Note(pos, what+x.Site(pos).Text, "nothing is said of executions behind it", skeleton.OpensAll)
		x.leave(pos)
	default:
		opens := skeleton.OpensAll
		if op == skeleton.Recv { // it may leave out that it blocks
			opens = skeleton.OpensBlocked
		}
		x.notFollowed(op, nil, what, pos, opens)
	}
}

// channels returns the channels on which an operation is. One of which nothing is known is not taken to be nil.
func (x *Extractor) channels(v graph.Val) graph.Val {
	if v.Set.Has(x.Some()) || v.Set.Has(x.Other()) {
		return x.NonNil(v)
	}
	return v
}

// notFollowed is an operation on something that is not followed; what notes that. Of many objects of which another one
// is told apart there is no note: package reduce finds out whether who waits for one of them matters.
func (x *Extractor) notFollowed(op skeleton.Op, others *graph.Object, what string, pos token.Pos, opens skeleton.Opens) {
	effect := "taken to do nothing"
	if op.Blocks() {
		effect = "taken to do nothing or to block"
		x.Branch(graph.Either{}, func() {}, func() {
			x.leave(pos)
			if x.emitting {
				x.cur.Others = others
			}
		})
	}
	if what != "" {
		x.Note(pos, what+x.Site(pos).Text, effect, opens)
	}
	var loose graph.Looseness
	switch op {
	case skeleton.Lock, skeleton.RLock:
		loose = graph.OfSeveral
		if others != nil {
			loose = graph.OfOthers
		}
	case skeleton.Unlock, skeleton.RUnlock:
		loose = graph.GivenBack
	}
	if n := x.node(skeleton.Step); n != nil && loose != 0 {
		n.Loose = loose
		x.Add(n)
	}
}

// leave ends what is known of the goroutine.
func (x *Extractor) leave(pos token.Pos) {
	n := x.node(skeleton.Hang)
	if n != nil {
		n.Site, n.Open = x.Site(pos), true
	}
	x.Add(n)
	x.Dead = true
}

// Hang blocks for ever.
func (x *Extractor) Hang(pos token.Pos) {
	n := x.node(skeleton.Hang)
	if n != nil {
		n.Site = x.Site(pos)
	}
	x.Add(n)
	x.Dead = true
}

// nilChan returns the nil channel.
func (x *Extractor) nilChan() *graph.SyncKey {
	o := x.Unique("nil chan")
	o.Name, o.NilChan = "nil", true
	return &graph.SyncKey{Kind: skeleton.Chan, Obj: o}
}
