// This file defines which variables are protected by locks.

package lower

import "github.com/ijit/ijit/systems/golang/skeleton"

// An accessing is what accesses of a variable have in common that differ in their places only.
type accessing struct {
	*skeleton.Node
	body  *skeleton.Body
	holds resources
}

// Guarded returns the variables that no two goroutines, of any number, can be about to access at the same time, one of
// them writing, because each holds a lock that excludes the other (Savage et al., Eraser: a dynamic data race detector
// for multithreaded programs, TOCS 1997, section 2; here on all paths). Variables that one goroutine uses alone are not
// among them. Where many goroutines do much between their accesses this is known at once.
func Guarded(p *skeleton.Program) map[*skeleton.Cell]bool {
	odd := resources{}
	held := map[*skeleton.Body]*holding{}
	for _, b := range p.Bodies {
		held[b] = hold(b, odd)
	}
	found, runs := contested(p)
	list := map[*skeleton.Cell][]accessing{}
	for _, b := range p.Bodies {
		for i, n := range b.Nodes {
			switch {
			case n.Op == skeleton.Copied: // whoever holds it may hold it no more
				odd[resource{n.Object, false}], odd[resource{n.Object, true}] = true, true
			case found[n.Cell]: // an access
				list[n.Cell] = addAccessing(list[n.Cell], accessing{n, b, held[b].must[i]})
			}
		}
	}
	apart := func(a, b accessing) bool {
		if !conflict(a.Node, b.Node) || a.body == b.body && runs[a.body.ID] < 2 {
			return true
		}
		for r, holds := range a.holds {
			other := resource{r.Object, !r.reading}
			switch {
			case !holds || odd[r]:
			case !r.reading && b.holds[r], b.holds[other] && !odd[other]:
				return true
			}
		}
		return false
	}
	for cell, uses := range list {
		for i, a := range uses {
			for _, b := range uses[:i+1] {
				found[cell] = found[cell] && apart(a, b)
			}
		}
	}
	return found
}

// addAccessing adds an accessing, if there is no equal one.
func addAccessing(list []accessing, a accessing) []accessing {
	for _, b := range list {
		if a.body == b.body && a.Write == b.Write && a.Atomic == b.Atomic && a.holds.equal(b.holds) {
			return list
		}
	}
	return append(list, a)
}

// equal reports whether two sets are the same.
func (s resources) equal(t resources) bool {
	for r := range s {
		if s[r] != t[r] {
			return false
		}
	}
	for r := range t {
		if s[r] != t[r] {
			return false
		}
	}
	return true
}
