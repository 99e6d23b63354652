// This file defines the limits of a manager and how an operation that meets one
// ends: it is left by a panic that the exported operation turns into Invalid and a
// sticky error, so that the recursions have no error to hand on.

package bdd

import (
	"context"
	"errors"
	"fmt"
)

// Why an operation returned Invalid; Manager.Err wraps one of these, or the error of the
// context and the cause of its end.
var (
	ErrNodes   = errors.New("bdd: too many nodes")
	ErrMemory  = errors.New("bdd: out of the memory allowed")
	ErrInvalid = errors.New("bdd: operation on an invalid node")
	ErrVar     = errors.New("bdd: no such variable")
	ErrDomain  = errors.New("bdd: the function depends on a variable outside the set")
)

// Err returns what ended the first operation that failed since the manager was
// made or ClearErr was called, nil if none did. While it is not nil, all
// operations return Invalid (or false, or nothing) at once.
func (m *Manager) Err() error { return m.err }

// ClearErr makes the manager work again after an error. All nodes from before the
// failed operation are as they were; what that operation had built is garbage
// until the next collection.
func (m *Manager) ClearErr() { m.err = nil }

// stop is the panic that leaves an operation at a limit.
type stop struct{}

// fail ends the operation under way.
func (m *Manager) fail(err error) {
	m.err = err
	panic(stop{})
}

// guard, deferred by an exported operation, catches fail. The error is set during
// the operation only by fail, since operations do not start with one.
func (m *Manager) guard(result *Node) {
	if m.err == nil {
		return
	}
	switch p := recover(); p.(type) {
	case nil, stop:
		*result = Invalid
	default:
		panic(p)
	}
}

// try does an operation that does not return a node and reports whether it was done.
func (m *Manager) try(operation func()) bool {
	result := True
	func() {
		defer m.guard(&result)
		operation()
	}()
	return result != Invalid
}

// ready reports whether an operation on f may start.
func (m *Manager) ready(f Node) bool {
	if m.err == nil && f != Invalid {
		return true
	}
	m.refuse()
	return false
}

func (m *Manager) ready2(f, g Node) bool {
	if m.err == nil && f != Invalid && g != Invalid {
		return true
	}
	m.refuse()
	return false
}

// refuse sets the error of an operation on Invalid, if there is none to explain it.
func (m *Manager) refuse() {
	if m.err == nil {
		m.err = ErrInvalid
	}
}

// setErr sets the error of a wrong argument, which is found before an operation
// starts.
func (m *Manager) setErr(err error) {
	if m.err == nil {
		m.err = err
	}
}

// checkContext ends the operation if the context has ended.
func (m *Manager) checkContext() {
	m.puts = 0
	if err := m.contextErr(); err != nil {
		m.fail(err)
	}
}

func (m *Manager) contextErr() error {
	ctx := m.options.Context
	if ctx == nil || ctx.Err() == nil {
		return nil
	}
	if cause := context.Cause(ctx); cause != ctx.Err() {
		return fmt.Errorf("bdd: %w: %w", ctx.Err(), cause)
	}
	return fmt.Errorf("bdd: %w", ctx.Err())
}

// expand is called when the table has as many nodes as it has heads, or as many
// as are allowed.
func (m *Manager) expand() {
	if limit := m.maxNodes(); m.used >= limit {
		m.fail(fmt.Errorf("%w: limit %d", ErrNodes, limit))
	}
	// Short of memory the chains grow and results are lost, which is slow but right.
	if m.affordable(4 * 2 * len(m.heads)) {
		m.rehash()
		if m.affordable(entryBytes * 2 * len(m.entries)) {
			m.cache.double()
		}
	}
	m.setGrowAt()
}

// setGrowAt sets the number of nodes at which expand is called, and that at which a safe
// point collects.
func (m *Manager) setGrowAt() {
	full := m.maxNodes()
	// Where more than three quarters are live, a quarter of what is left has to be used first: else each safe point collects.
	m.roots.due = min(m.roots.collectAt, max(full/2+full/4, m.used+(full-m.used)/4))
	m.growAt = len(m.heads)
	for m.growAt <= m.used {
		m.growAt *= 2
	}
	m.growAt = min(m.growAt, full)
}

// expandNodes makes room for more nodes.
func (m *Manager) expandNodes() {
	old := len(m.nodes)
	want := min(2*old, maxIndex+1)
	if limit := m.options.MaxBytes; limit > 0 && !m.affordable(nodeBytes*want) {
		want = int((limit - m.Bytes()) / nodeBytes)
		if want < old+old/8 {
			m.fail(fmt.Errorf("%w: limit %d bytes", ErrMemory, limit))
		}
	}
	nodes := make([]node, old, want)
	copy(nodes, m.nodes)
	m.nodes = nodes
}

// affordable reports whether so many bytes may be added to what there is. When a
// slice grows, the old one counts too until it is copied.
func (m *Manager) affordable(bytes int) bool {
	limit := m.options.MaxBytes
	return limit <= 0 || m.Bytes()+int64(bytes) <= limit
}

// maxNodes returns the limit of nodes in the table.
func (m *Manager) maxNodes() int {
	const all = maxIndex - 1
	if n := m.options.MaxNodes; 0 < n && n < all {
		return n
	}
	return all
}
