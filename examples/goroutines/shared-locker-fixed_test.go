//go:build ignore

// A tree whose nodes share the lock of the root: a node uses what its parent offers to those who
// hold the lock.
package goroutines

import (
	"sync"
	"testing"
)

type node struct {
	*sync.Mutex
	parent *node
	size   int
}

func newRoot() *node { return &node{Mutex: new(sync.Mutex)} }

func (n *node) child() *node {
	return &node{Mutex: n.Mutex, parent: n}
}

func (n *node) Grow(by int) {
	n.Lock()
	defer n.Unlock()
	n.growLocked(by)
}

func (n *node) growLocked(by int) {
	for ; n != nil; n = n.parent {
		n.size += by
	}
}

func (n *node) Size() int {
	n.Lock()
	defer n.Unlock()
	return n.size
}

func TestTree(t *testing.T) {
	root := newRoot()
	left := root.child()
	left.Grow(2)
	if root.Size() != left.Size() {
		t.Errorf("%d and %d", root.Size(), left.Size())
	}
}
