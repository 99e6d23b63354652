// This file defines what goroutines hold at each node: locks, and the first call of a Once.

package lower

import "github.com/ijit/ijit/systems/golang/skeleton"

// A resource is what goroutines hold: an object for writing or as a whole, or an RWMutex for reading.
type resource struct {
	*skeleton.Object
	reading bool
}

type resources map[resource]bool

// A holding says for each node of a body what its goroutines hold there on some way, and on all ways.
type holding struct{ may, must []resources }

// holds returns what goroutines of a body hold, computed once.
func (t *translator) holds(b *skeleton.Body) *holding {
	if t.held[b] == nil {
		t.held[b] = hold(b, t.odd)
	}
	return t.held[b]
}

// oddly reports whether somebody may give something back who does not have it, or has it twice. Then it is not enough
// that each goroutine knows whether it has it, unless that is asserted where it gives it back.
func (t *translator) oddly(r resource) bool {
	for _, b := range t.Bodies {
		t.holds(b)
	}
	return t.odd[r]
}

// hold finds what goroutines of a body hold. Odd are resources that somebody gives back who may not have them, or takes
// by TryLock: of these must says nothing.
func hold(b *skeleton.Body, odd resources) *holding {
	h := &holding{make([]resources, len(b.Nodes)), make([]resources, len(b.Nodes))}
	h.may[0], h.must[0] = resources{}, resources{}
	for changed := true; changed; {
		changed = false
		for i, n := range b.Nodes {
			if h.may[i] == nil {
				continue
			}
			for k, next := range n.Next {
				taken, given, _ := transfer(n, k)
				if h.may[next] == nil {
					h.may[next], h.must[next] = resources{}, resources{}
					for r := range h.must[i] {
						h.must[next][r] = h.must[i][r] && r != given
					}
					h.must[next][taken] = taken.Object != nil
					changed = true
				}
				for r, holds := range h.may[i] {
					if holds && r != given && !h.may[next][r] {
						h.may[next][r], changed = true, true
					}
				}
				if taken.Object != nil && !h.may[next][taken] {
					h.may[next][taken], changed = true, true
				}
				for r, holds := range h.must[next] {
					if holds && (r == given || !h.must[i][r] && r != taken) {
						h.must[next][r], changed = false, true
					}
				}
			}
		}
	}
	for i, n := range b.Nodes {
		if h.may[i] == nil {
			h.may[i], h.must[i] = resources{}, resources{}
			continue
		}
		taken, given, sure := transfer(n, 0)
		if given.Object != nil && !h.must[i][given] {
			odd[given] = true
		}
		if taken.Object != nil && (!sure || taken.reading && h.may[i][taken]) {
			odd[taken] = true // TryLock, and read locks one inside of the other
		}
	}
	return h
}

// transfer returns what is taken and given back by leaving a node that way, and whether it is surely taken.
func transfer(n *skeleton.Node, way int) (taken, given resource, sure bool) {
	sure = true
	switch n.Op {
	case skeleton.TryLock, skeleton.TryRLock:
		sure = false
		taken = resource{n.Object, n.Op == skeleton.TryRLock}
	case skeleton.Lock, skeleton.RLock:
		taken = resource{n.Object, n.Op == skeleton.RLock}
	case skeleton.Unlock, skeleton.RUnlock:
		given = resource{n.Object, n.Op == skeleton.RUnlock}
	case skeleton.OnceBegin:
		if way == 0 {
			taken = resource{n.Object, false}
		}
	case skeleton.OnceEnd:
		given = resource{n.Object, false}
	}
	return taken, given, sure
}
