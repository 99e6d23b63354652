// This file defines queues: variables whose slices are values.

package extract

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/graph"
)

// A variable is a queue if each slice that is stored in it is made from the one that was there before: q = append(q, v),
// q = q[1:], q = append(q[:i], q[i+1:]...), or is nil or new. No two variables have the same array then, so that it does not
// matter where elements lie: they are parts of the variable, by their position. An element that is removed is known, also
// where many goroutines append, for which one array that each append makes would not do. What is loaded to be used when the
// variable may be another one is a copy: a snapshot.
//
// Loads and stores of one statement are taken to see the same elements, as they do unless there is a race.
type queueKey struct {
	obj  *graph.Object
	path string
}

// The elements of a queue with at most so many are known by their positions.
const maxQueue = 6

// What is known of a variable with a slice.
type queueState uint8

const (
	isQueue   queueState = 1 << iota
	notQueue             // found to be stored to otherwise
	copied               // it has snapshots
	rewritten            // its array is stored to below the length that it had
)

// notAQueue notes that a variable is no queue after all.
func (x *Extractor) notAQueue(k queueKey) {
	x.queues[k] = notQueue
	panic(restart{})
}

// marks notes something of a queue. An array that has snapshots and is stored to is not a value.
func (x *Extractor) marks(k queueKey, s queueState) {
	if x.queues[k] |= s; x.queues[k]&copied != 0 && x.queues[k]&rewritten != 0 {
		x.notAQueue(k)
	}
}

// queuesAt reports whether the variables to which a pointer leads are queues. If some are, then all have to be.
func (x *Extractor) queuesAt(p graph.Val) bool {
	n := 0
	for _, a := range p.Set {
		if a.Kind == graph.Ptr && x.queues[queueKey{a.Obj, a.Path}]&isQueue != 0 {
			n++
		}
	}
	if n > 0 && n < len(p.Set) {
		for _, a := range p.Set {
			if k := (queueKey{a.Obj, a.Path}); x.queues[k]&isQueue != 0 {
				x.notAQueue(k)
			}
		}
	}
	return n > 0
}

// ofSeveral reports whether slices are of more than one array, or of one of many.
func (x *Extractor) ofSeveral(s graph.Set) bool {
	var of *graph.Object
	for _, a := range s {
		if a.Kind == graph.Slice && (a.Obj.Many() || of != nil && a.Obj != of) {
			return true
		}
		if a.Kind == graph.Slice {
			of = a.Obj
		}
	}
	return false
}

// beginsQueue makes the variable a queue to which an append or a slice is stored, if the elements lead to objects.
func (x *Extractor) beginsQueue(i ssa.Value, t *types.Slice) {
	s := code.QueueStore(i)
	if s == nil || x.HasSync(t.Elem()) {
		return
	}
	leads := false
	for _, l := range x.Leaves(t.Elem()) {
		leads = leads || code.Nillable(l.Type)
	}
	p := x.NonNil(x.Value(code.QueueLoads(s.Val)[0].X, ""))
	if !leads || len(p.Set) == 0 {
		return
	}
	for _, a := range p.Set {
		if a.Kind != graph.Ptr || a.Obj.Symbolic || a.Obj.Func != nil || strings.Contains(a.Path, "[") || x.queues[queueKey{a.Obj, a.Path}] != 0 {
			return
		}
	}
	for _, a := range p.Set {
		x.queues[queueKey{a.Obj, a.Path}] = isQueue
	}
	panic(restart{})
}

// inQueue reports whether an instruction makes a part of what is stored in a queue: the store does it.
func (x *Extractor) inQueue(i ssa.Value) bool {
	if len(x.queues) == 0 {
		return false
	}
	s := code.QueueStore(i)
	if s == nil {
		return false
	}
	load := code.QueueLoads(s.Val)[0]
	if !x.queuesAt(x.NonNil(x.Value(load.X, ""))) {
		return false
	}
	x.Set(i, "", x.Value(load, ""))
	return true
}

// checkStored notes what is stored in a cell otherwise than by the assignments that are made here: in a queue something
// else than nil, in an element of one, in a snapshot, elsewhere a slice of a queue's array.
func (x *Extractor) checkStored(c *graph.Loc, s graph.Set) {
	if len(x.queues) == 0 || x.queueing {
		return
	}
	if k, ok := x.snapshots[c.Obj]; ok {
		x.notAQueue(k)
	}
	if k, ok := x.queueOf(c.Obj, c.Path); ok {
		x.marks(k, rewritten)
	}
	to := queueKey{c.Obj, c.Path}
	for _, a := range s {
		if a.Kind != graph.Nil && x.queues[to]&isQueue != 0 {
			x.notAQueue(to)
		}
		for a.Elem != nil {
			a = a.Elem
		}
		if k := (queueKey{a.Obj, a.Path}); a.Kind == graph.Slice && x.queues[k]&isQueue != 0 {
			x.notAQueue(k)
		}
	}
}

// queueOf returns the queue of which something is an element.
func (x *Extractor) queueOf(o *graph.Object, path string) (queueKey, bool) {
	variable, _, found := strings.Cut(path, "[")
	k := queueKey{o, variable}
	return k, found && x.queues[k]&isQueue != 0
}

// apart reports whether the elements of a long slice have another place than those of others: in a queue, and its snapshots.
func (x *Extractor) apart(o *graph.Object, path string) bool {
	_, copied := x.snapshots[o]
	_, queued := x.queueOf(o, path)
	return copied || queued
}

// loadQueue loads a slice that is in a queue, and reports whether it is one.
func (x *Extractor) loadQueue(i *ssa.UnOp) bool {
	t, ok := i.Type().Underlying().(*types.Slice)
	if !ok || len(x.queues) == 0 {
		return false
	}
	p := x.NonNil(x.Value(i.X, ""))
	if !x.queuesAt(p) {
		return false
	}
	if code.UsedAtOnce(i) {
		before := x.loadedBefore(i)
		if before == nil {
			x.loadTo(i, "", i.Type(), p, i.Pos())
			return true
		}
		x.Split(p, func(a *graph.Atom) { x.access(x.Cell(a.Obj, a.Path, i.Type()), false, i.Pos()) })
		x.Set(i, "", x.Value(before, ""))
		return true
	}
	o := x.Object(i, "snapshot", i.Type())
	o.Name, o.Begun = x.NameAt(i.Pos(), "slice"), func(string) bool { return true }
	to := x.Register(i, "")
	x.Split(p, func(a *graph.Atom) {
		k := queueKey{a.Obj, a.Path}
		x.snapshots[o] = k
		if !x.taken(i) {
			x.marks(k, copied)
		}
		c := x.Cell(a.Obj, a.Path, i.Type())
		x.access(c, false, i.Pos())
		v := graph.At(c).Mapped(func(s *graph.Atom) *graph.Atom {
			if s.Kind != graph.Slice {
				return s
			}
			k := s.AtomKey
			k.Obj, k.Path = o, ""
			return x.Atom(k)
		})
		x.Grow(to, v.Set)
		do := []graph.Assign{{To: to, V: v}}
		for _, l := range x.Leaves(t.Elem()) {
			x.queueing = true
			if from := x.locs[locKey{obj: a.Obj, path: a.Path + code.AnyElement + l.Path}]; from != nil {
				x.put(o, code.AnyElement+l.Path, l.Type, graph.Val{Set: from.Set})
			}
			for n := 0; n < maxQueue && !c.Weak; n++ {
				from := x.Cell(a.Obj, a.Path+code.Element(n)+l.Path, l.Type)
				x.Use(from)
				do = append(do, x.put(o, code.Element(n)+l.Path, l.Type, graph.At(from))...)
			}
			x.queueing = false
		}
		x.AssignAll(do)
	})
	x.Set(i, "", graph.At(to))
	return true
}

// An element says what the parts of an element are.
type element func(code.Leaf) graph.Val

// A list is what a queue is to hold: more than maxQueue elements, in any order and number, if it is long.
type list struct {
	elements []element
	long     bool
	isNil    bool
}

// listOf returns the elements of a slice.
func (x *Extractor) listOf(s *graph.Atom) (q list) {
	switch {
	case s.Kind == graph.Nil:
		return list{isNil: true}
	case s.Kind != graph.Slice:
		return list{elements: []element{func(l code.Leaf) graph.Val { return graph.Val{Set: x.unknown(l.Type, nil)} }}, long: true}
	case s.N < 0 || s.Low < 0 || s.N > code.MaxArray:
		return list{elements: []element{func(l code.Leaf) graph.Val { return x.elementOf(s, -1, l) }}, long: true}
	}
	for n := range s.N {
		q.elements = append(q.elements, func(l code.Leaf) graph.Val { return x.elementOf(s, n, l) })
	}
	return q
}

// anyElement is any one of a list.
func (x *Extractor) anyElement(q list) element {
	return func(l code.Leaf) graph.Val {
		var s graph.Set
		for _, e := range q.elements {
			s = x.Union(s, e(l).Set)
		}
		return graph.Val{Set: s}
	}
}

// storeQueue stores a slice in a queue, and reports whether it is one.
func (x *Extractor) storeQueue(i *ssa.Store) bool {
	t, ok := i.Val.Type().Underlying().(*types.Slice)
	if !ok || len(x.queues) == 0 {
		return false
	}
	p := x.NonNil(x.Value(i.Addr, ""))
	if !x.queuesAt(p) {
		return false
	}
	x.Split(p, func(a *graph.Atom) {
		k := queueKey{a.Obj, a.Path}
		c := x.Cell(a.Obj, a.Path, t)
		v := graph.Constant(x.Nil())
		loads := code.QueueLoads(i.Val)
		for n, load := range loads {
			if !code.IsQueueStore(i) || x.Value(load.X, "").When(p, a).One() != a {
				x.notAQueue(k)
			}
			if n == 0 {
				v = x.Value(load, "").When(p, a)
			}
		}
		if len(loads) == 0 && !code.IsQueueStore(i) {
			x.notAQueue(k)
		}
		x.access(c, true, i.Pos())
		x.Split(v, func(s *graph.Atom) {
			if s.Kind == graph.Slice && s.Obj != a.Obj { // of another variable to which the pointer may lead
				x.Dead = true
				return
			}
			x.evaluate(i.Val, k, s, func(q list) { x.setQueue(a, c, t, q) })
		})
	})
	return true
}

// evaluate calls f with each list that the value of a store may be where its queue holds s.
func (x *Extractor) evaluate(v ssa.Value, k queueKey, s *graph.Atom, f func(list)) {
	switch v := v.(type) {
	case *ssa.UnOp:
		f(x.listOf(s))
	case *ssa.Call:
		more := func(q, r list) {
			if len(r.elements) == 0 {
				f(q)
				return
			}
			f(list{elements: append(q.elements[:len(q.elements):len(q.elements)], r.elements...), long: q.long || r.long})
		}
		x.evaluate(v.Call.Args[0], k, s, func(q list) {
			if len(code.QueueLoads(v.Call.Args[1])) > 0 {
				x.evaluate(v.Call.Args[1], k, s, func(r list) { more(q, r) })
				return
			}
			x.Split(x.Value(v.Call.Args[1], ""), func(b *graph.Atom) { more(q, x.listOf(b)) })
		})
	case *ssa.Slice:
		if len(code.QueueLoads(v)) == 0 {
			x.Split(x.Value(v, ""), func(b *graph.Atom) { f(x.listOf(b)) })
			return
		}
		low, high := graph.Constant(x.Int(0)), graph.Constant(nil)
		if v.Low != nil {
			low = x.Value(v.Low, "")
		}
		if v.High != nil {
			high = x.Value(v.High, "")
			x.marks(k, rewritten)
		}
		x.evaluate(v.X, k, s, func(q list) {
			x.Split(low, func(l *graph.Atom) {
				x.Split(high, func(h *graph.Atom) { x.cutList(q, l, h, v.Pos(), f) })
			})
		})
	default:
		x.Split(x.Value(v, ""), func(b *graph.Atom) { f(x.listOf(b)) })
	}
}

// cutList calls f with what q[low:high] may be; high is nil if it is not given.
func (x *Extractor) cutList(q list, low, high *graph.Atom, pos token.Pos, f func(list)) {
	n := int64(len(q.elements))
	known := low.Kind == graph.Int && (high == nil || high.Kind == graph.Int)
	switch {
	case known && !q.long:
		to := n
		if high != nil {
			to = high.N
		}
		if low.N < 0 || low.N > to || to > n {
			x.crash(pos, outOfRange)
			return
		}
		f(list{elements: q.elements[low.N:to], isNil: q.isNil})
	case known && (low.N < 0 || high != nil && low.N > high.N):
		x.crash(pos, outOfRange)
	case known && high != nil:
		x.anyOf(q, high.N-low.N, high.N-low.N, false, f)
	case known:
		x.anyOf(q, max(0, maxQueue+1-low.N), maxQueue, true, f)
	default:
		x.anyOf(q, 0, maxQueue, true, f)
	}
}

// anyOf calls f with the lists of some lengths, and a long one, of which nothing is known but where the elements are from.
func (x *Extractor) anyOf(q list, from, to int64, long bool, f func(list)) {
	var lengths graph.Set
	for n := from; n <= to; n++ {
		lengths = lengths.With(x.Int(n))
	}
	if long {
		lengths = lengths.With(x.Other())
	}
	x.Split(graph.Val{Set: lengths}, func(n *graph.Atom) {
		if n.Kind != graph.Int || n.N > maxQueue {
			f(list{elements: q.elements, long: true})
			return
		}
		f(list{elements: slices.Repeat([]element{x.anyElement(q)}, int(n.N))})
	})
}

// setQueue assigns a list to the queue at a pointer, whose cell is c.
func (x *Extractor) setQueue(a *graph.Atom, c *graph.Loc, t *types.Slice, q list) {
	long := q.long || len(q.elements) > maxQueue || c.Weak
	k := graph.AtomKey{Kind: graph.Slice, Obj: a.Obj, Path: a.Path, N: int64(len(q.elements)), Room: graph.Behind}
	if long {
		k.N, k.Low = atLeast(maxQueue+1), -1
		if c.Weak {
			k.N = atLeast(0)
		}
	}
	to := graph.Constant(x.Atom(k))
	if len(q.elements) == 0 && q.isNil {
		to = graph.Constant(x.Nil())
	}
	x.queueing = true
	x.Grow(c, to.Set)
	do := []graph.Assign{{To: c, V: to}}
	for _, l := range x.Leaves(t.Elem()) {
		if long && len(q.elements) > 0 {
			x.put(a.Obj, a.Path+code.AnyElement+l.Path, l.Type, x.anyElement(q)(l))
		}
		for n := 0; n < maxQueue && !c.Weak; n++ {
			path := a.Path + code.Element(n) + l.Path
			if !long && n < len(q.elements) {
				do = append(do, x.put(a.Obj, path, l.Type, q.elements[n](l))...)
			} else if e := x.Cell(a.Obj, path, l.Type); len(e.Set) > 1 { // which one does not matter: there are fewer states
				do = append(do, graph.Assign{To: e, V: graph.Constant(e.Set[0])})
			}
		}
	}
	x.queueing = false
	if !c.Weak {
		x.AssignAll(do)
	}
}

// loadedBefore returns a load of the same variable after which it has not changed; nil if there is none.
func (x *Extractor) loadedBefore(i *ssa.UnOp) *ssa.UnOp {
	for _, b := range i.Parent().Blocks {
		if b != i.Block() && !b.Dominates(i.Block()) {
			continue
		}
		for _, instr := range b.Instrs {
			if instr == ssa.Instruction(i) {
				break
			}
			load, ok := instr.(*ssa.UnOp)
			if !ok || load.Op != token.MUL {
				continue
			}
			if x.sameAddress(load.X, i.X) && code.UsedAtOnce(load) && code.Unchanged(load, i) {
				return load
			}
		}
	}
	return nil
}

// taken reports whether the variable gets nil or a new slice at once behind a load, so that nobody else has the array.
func (x *Extractor) taken(load *ssa.UnOp) bool {
	instrs := load.Block().Instrs
	for _, i := range instrs[slices.Index(instrs, ssa.Instruction(load))+1:] {
		if s, ok := i.(*ssa.Store); ok && x.sameAddress(s.Addr, load.X) {
			return code.IsQueueStore(s) && len(code.QueueLoads(s.Val)) == 0
		}
		if code.Changes(i) {
			return false
		}
	}
	return false
}

// sameAddress reports whether two addresses are plainly of the same variable.
func (x *Extractor) sameAddress(v, w ssa.Value) bool {
	if v == w {
		return true
	}
	switch v := v.(type) {
	case *ssa.FieldAddr:
		w, ok := w.(*ssa.FieldAddr)
		return ok && v.Field == w.Field && x.sameAddress(v.X, w.X)
	case *ssa.UnOp: // of a captured variable that keeps its value
		w, ok := w.(*ssa.UnOp)
		return ok && w.Op == token.MUL && v.X == w.X && x.Once(v.X) != nil
	}
	return false
}

// alters notes that a function of which nothing is known may store to the elements of slices that it gets.
func (x *Extractor) alters(c *Call) {
	for i := range c.Args {
		for _, a := range c.Arg(i, "").Set {
			for a.Kind == graph.Box {
				a = a.Elem
			}
			if k, ok := x.snapshots[a.Obj]; ok {
				x.notAQueue(k)
			}
		}
	}
}
