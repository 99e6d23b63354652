// This file defines how races of any number of goroutines become assertions.

package lower

import (
	"fmt"
	"slices"

	"github.com/ijit/ijit/systems/golang/skeleton"
)

// conflict reports whether two accesses are a race if two goroutines are about to do them.
func conflict(a, b *skeleton.Node) bool {
	return a.Cell == b.Cell && (a.Write || b.Write) && !(a.Atomic && b.Atomic)
}

// A monitor finds two goroutines that are about to do accesses in conflict. One that comes to such an access may stop
// there and say so. One that comes to the other access answers. If the first is there then, the assertion fails: it
// may have disappeared for a test for zero, so what it has said is not enough.
type monitor struct {
	said     map[*skeleton.Node]string // shared bits, one for all accesses that are in conflict with the same ones
	answered string                    // a shared bit
	bits     []string
	accesses []*skeleton.Node
}

// newMonitor makes the monitor for the accesses of a cell, nil if nobody asks.
func (t *translator) newMonitor() *monitor {
	if t.Cell == nil {
		return nil
	}
	m := &monitor{said: map[*skeleton.Node]string{}}
	for _, b := range t.Bodies {
		for _, n := range b.Nodes {
			if n.Op == skeleton.Access {
				m.accesses = append(m.accesses, n)
			}
		}
	}
	classes := map[string]string{} // bits, by what the accesses are in conflict with
	for _, n := range m.accesses {
		key := ""
		for i, other := range m.accesses {
			if conflict(n, other) {
				key += fmt.Sprint(i, " ")
			}
		}
		if classes[key] == "" {
			classes[key] = t.names.unique("about_" + t.Cell.Name)
			m.bits = append(m.bits, classes[key])
		}
		m.said[n] = classes[key]
	}
	m.answered = t.names.unique("answered")
	return m
}

// race makes the code of an access that is watched.
func (s state) race(n *skeleton.Node, part string) code {
	m := s.monitor
	if part != "" {
		return append(assume(m.answered), s.fail("race", n, -1, "0", n.Cell.Name)...)
	}
	var others []string
	for _, x := range m.accesses {
		if bit := m.said[x]; conflict(n, x) && !slices.Contains(others, bit) {
			others = append(others, bit)
		}
	}
	if others == nil {
		return s.local(n)
	}
	say := seq(assume(not(or(m.bits...))), set([]assignment{{m.said[n], "1"}}, "1"), s.leave(s.at.step("waits")))
	answer := seq(assume(or(others...)), set([]assignment{{m.answered, "1"}}, "1"), code{plain("end_thread")})
	return pick(s.local(n), say, answer)
}

// declare writes the declarations of the bits.
func (m *monitor) declare(w *writer) {
	if m != nil && m.bits != nil {
		w.declare(m.bits, zeros, "a goroutine has stopped in front of an access", 0)
		w.declare([]string{m.answered}, zeros, "another one has come to an access in conflict with it", 0)
	}
}
