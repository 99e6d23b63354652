//go:build ignore

// A tree whose nodes share the lock of the root: a node locks its parent while it holds its own,
// which is the same.
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
	n.Lock() // want: deadlock
	defer n.Unlock()
	n.size += by
	if n.parent != nil {
		n.parent.Grow(by)
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
