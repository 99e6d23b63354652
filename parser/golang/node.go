// This file defines the graph of operations.

package golang

import "github.com/ijit/ijit/parser/golang/skeleton"

// A graph has the operations of all goroutine bodies of an entry.
type graph struct {
	*interner
	bodies   []*body // first that of the entry
	accesses bool    // accesses to memory are operations
	notes    []skeleton.Note
	sizes    []skeleton.Size
}

// A node is one operation, as in the skeleton but with locations for variables.
type node struct {
	op      skeleton.Op
	site    skeleton.Site
	next    []*node
	object  *syncKey
	delta   int
	result  *loc
	cond    cond
	cases   []selectCase
	dflt    bool
	asks    bool // a Select that only asks whether a channel is closed
	body    *body
	args    []assign
	cell    *loc
	write   bool
	message string
	open    bool
	do      []assign
}

// A syncKey is a part of an object that goroutines synchronise by.
type syncKey struct {
	kind skeleton.Kind
	obj  *object
	path string
}

type selectCase struct {
	site   skeleton.Site
	send   bool
	object *syncKey
	result *loc
	do     []assign
}

// An assign gives a location a value: one of v.set if nothing more is known.
type assign struct {
	to   *loc
	v    val
	when cond // otherwise it keeps its value; nil is always
}

// A body is the code of a goroutine.
type body struct {
	index int
	many  bool // started again and again, or by goroutines of which there are many
	site  skeleton.Site
	name  string
	start *node
}

// assigns calls f for all assignments of a node.
func (n *node) assigns(f func(assign)) {
	for _, list := range [][]assign{n.do, n.args} {
		for _, a := range list {
			f(a)
		}
	}
	for _, c := range n.cases {
		for _, a := range c.do {
			f(a)
		}
	}
}

// assignments calls f for all locations that a node gives a value.
func (n *node) assignments(f func(*loc, set)) {
	n.assigns(func(a assign) { f(a.to, a.v.set) })
	for _, c := range n.cases {
		if c.result != nil {
			f(c.result, c.result.set)
		}
	}
	if n.result != nil {
		f(n.result, n.result.set)
	}
}
