// This file defines the procedure of Karp and Miller, which stops when the target
// is covered.

package km

import (
	"reflect"
	"slices"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/internal/ascent"
	"github.com/ijit/ijit/tts"
)

// KM decides whether the target can be covered, for any number of threads. It is
// sound and complete, and terminates, for systems whose edges at most create
// threads; it refuses others with [algorithms.Unsupported], because a loop that grows
// need not grow again where threads move each other.
//
// The tree of Karp and Miller ("Parallel program schemata", J. Comput. Syst. Sci. 3,
// 1969) has configurations with omegas at its nodes. A node that covers one of its
// ancestors with the same shared state can repeat the steps in between, so the
// counts that grew become [tts.Omega]. The way from the tree to its finite paths is in
// package ascent.
//
// A node that another one covers, wherever that is in the tree, is not expanded, and
// one that is still to be expanded is dropped when a new one covers it. No node with
// children is ever taken away. That makes the difference to the algorithms with
// more pruning, such as [AKM]: here it is plain that nothing is lost. For a node
// dropped is covered by one in the tree at that time; that one may be dropped later
// for another, but there are finitely many, and the last is expanded. So all that is
// covered by the expanded nodes is an inductive set. And the tree is finite: on an
// infinite path, some node would cover an ancestor; it has an omega more, or it is
// equal and not expanded (Valmari and Hansen, "Old and new algorithms for minimal
// coverability sets", Fund. Inform. 131, 2014, show that this little pruning is about as
// good as more).
//
// The cover in a Safe answer is the set of maximal nodes.
func KM[K tts.Key](p tts.Problem[K], order Order, m *algorithms.Meter, watch func(algorithms.Stats)) algorithms.Result[K] {
	k := &karpMiller[K]{
		Ascent: ascent.New(p, m, watch),
		order:  order,
		top:    newMaximal[K](),
		loops:  map[uint32][]uint32{},
	}
	k.run()
	k.measure()
	r := k.Result()
	if r.Verdict == algorithms.Safe {
		r.Invariant = func() *tts.Invariant[K] { return &tts.Invariant[K]{Cover: k.top.configs()} }
	}
	return r
}

// An Order is the order in which a search visits what it has found.
type Order uint8

const (
	DepthFirst Order = iota
	BreadthFirst
)

func (o Order) String() string { return [...]string{"depth-first", "breadth-first"}[o] }

type karpMiller[K tts.Key] struct {
	ascent.Ascent[K]
	order Order
	tree  []treeNode[K]
	queue []uint32 // nodes to expand
	first int      // where the queue begins, breadth-first
	top   *maximal[K]
	loops map[uint32][]uint32 // by node: the ancestors from which it was accelerated
	kept  int                 // counters kept in the tree
}

// A treeNode is a node of the tree.
type treeNode[K tts.Key] struct {
	config tts.Config[K]
	parent uint32 // noNode for a root
	edge   uint32 // from the parent: its position among those that leave it
	same   uint32 // the nearest ancestor with the same shared state, or noNode
	depth  uint32
	state  nodeState
}

// A nodeState says how far a node is.
type nodeState uint8

const (
	waiting nodeState = iota
	expanded
	covered // by another node, or gone
)

const noNode = ^uint32(0)

// maxCompared is how often configurations may be compared before the limits are looked at,
// some milliseconds.
const maxCompared = 1 << 17

func (k *karpMiller[K]) run() {
	for c := range k.Initial {
		if k.Stopped() {
			return
		}
		k.arrive(c, noNode, 0)
	}
	for !k.Stopped() {
		id, ok := k.pop()
		if !ok {
			k.Done = k.Meter.Stop()
			return
		}
		if k.tree[id].state == waiting {
			k.tree[id].state = expanded
			k.expand(id)
		}
	}
}

func (k *karpMiller[K]) pop() (uint32, bool) {
	if k.first == len(k.queue) {
		return 0, false
	}
	if k.order == BreadthFirst {
		id := k.queue[k.first]
		if k.first++; k.first > len(k.queue)/2 && k.first > 1024 {
			k.queue = append(k.queue[:0], k.queue[k.first:]...)
			k.first = 0
		}
		return id, true
	}
	last := len(k.queue) - 1
	id := k.queue[last]
	k.queue = k.queue[:last]
	return id, true
}

func (k *karpMiller[K]) measure() {
	k.Stats.States = len(k.tree)
	k.Stats.StoreBytes = k.kept*sizeOf[tts.Count[K]]() + len(k.tree)*sizeOf[treeNode[K]]() + k.top.n*sizeOf[peak[K]]()
}

// expand adds the children of a node.
func (k *karpMiller[K]) expand(id uint32) {
	c := k.tree[id].config
	k.Stats.Depth = max(k.Stats.Depth, int(k.tree[id].depth))
	k.Stats.States = len(k.tree)
	edges := k.Leaving(c)
	for i := range edges {
		e := &edges[i]
		if e.Kind == tts.Fail {
			k.Fail(e, func() ascent.Line[K] { return k.line(id) })
			k.Done = k.Done || k.Found() && !k.All
		} else {
			k.arrive(k.Fire(c, e), id, uint32(i))
		}
		if k.Done {
			return
		}
	}
}

// arrive adds c as a node, accelerated, unless it is covered.
func (k *karpMiller[K]) arrive(c tts.Config[K], parent, edge uint32) {
	if k.top.compared > maxCompared {
		k.top.compared = 0
		if k.Meter.Stop() {
			k.Done = true
			return
		}
	}
	if k.top.covers(c) {
		return
	}
	n := treeNode[K]{config: c.Clone(), parent: parent, edge: edge, same: parent}
	id := uint32(len(k.tree))
	if id == noNode {
		k.Meter.Fail(algorithms.Memory)
		k.Done = true
		return
	}
	for n.same != noNode && k.tree[n.same].config.Shared != c.Shared {
		n.same = k.tree[n.same].parent
	}
	if parent != noNode {
		n.depth = k.tree[parent].depth + 1
	}
	if k.accelerate(&n, id) && k.top.covers(n.config) {
		delete(k.loops, id)
		return
	}
	k.tree = append(k.tree, n)
	k.kept += len(n.config.Locals)
	k.top.add(n.config, id, func(id uint32) {
		if k.tree[id].state == waiting {
			k.tree[id].state = covered
		}
	})
	k.queue = append(k.queue, id)
	k.Examine(n.config, func() ascent.Line[K] { return k.line(id) })
	k.Done = k.Done || k.Found() && !k.All
}

// accelerate makes counts of n omega that grew since an ancestor, until there is
// none more to compare with, and reports whether it did.
func (k *karpMiller[K]) accelerate(n *treeNode[K], id uint32) bool {
	any := false
	for again := true; again; {
		again = false
		for a := n.same; a != noNode; a = k.tree[a].same {
			k.top.compared++
			if grown := growth(k.tree[a].config, n.config); len(grown) > 0 {
				n.config.Locals = ascent.Raise(n.config.Locals, grown)
				k.loops[id] = append(k.loops[id], a)
				any, again = true, true
			}
		}
	}
	return any
}

// growth returns the local states with more threads in c than in old, if c covers
// old and has not omega there already; else nil.
func growth[K tts.Key](old, c tts.Config[K]) []K {
	if !c.Covers(old) {
		return nil
	}
	var grown []K
	i := 0
	for _, x := range c.Locals {
		for i < len(old.Locals) && old.Locals[i].Local < x.Local {
			i++
		}
		if x.N == tts.Omega || i < len(old.Locals) && old.Locals[i] == x {
			continue
		}
		grown = append(grown, x.Local)
	}
	return grown
}

// line returns the way to a node: the edges from the root, and behind those that led
// to an accelerated node the loops.
func (k *karpMiller[K]) line(id uint32) ascent.Line[K] {
	var nodes []uint32
	for i := id; i != noNode; i = k.tree[i].parent {
		nodes = append(nodes, i)
	}
	slices.Reverse(nodes)
	root := &k.tree[nodes[0]]
	l := ascent.Line[K]{Initial: root.config}
	ends := map[uint32]int{nodes[0]: 0} // where the way to a node ends
	for i, n := range nodes[1:] {
		parent := k.tree[nodes[i]].config
		e := k.Enabled(nil, parent)[k.tree[n].edge]
		l.Path = append(l.Path, ascent.Leap[K]{Edge: e})
		c := tts.Config[K]{Shared: e.To.Shared, Locals: ascent.Take(slices.Clone(parent.Locals), &e)}
		for _, a := range k.loops[n] {
			loop := &ascent.Acceleration[K]{Body: l.Path[ends[a]:len(l.Path):len(l.Path)], Gain: growth(k.tree[a].config, c)}
			l.Path = append(l.Path, ascent.Leap[K]{Loop: loop})
			c.Locals = ascent.Raise(c.Locals, loop.Gain)
		}
		ends[n] = len(l.Path)
	}
	return l
}

// sizeOf returns the bytes that a value of type T takes.
func sizeOf[T any]() int { return int(reflect.TypeFor[T]().Size()) }
