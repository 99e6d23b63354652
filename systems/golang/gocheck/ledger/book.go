// This file defines what the ledgers of all entries say together.

package ledger

import (
	"maps"
	"slices"

	"github.com/ijit/ijit/internal/show/render"
)

// A Book has the ledgers of all entries.
type Book []*Ledger

// A Claim is what is known of one operation in all entries.
type Claim struct {
	Kind Kind `json:"kind"`
	render.GoPlace
	State    State     `json:"state"`
	Evidence *Evidence `json:"evidence,omitempty"` // if it is proved or bounded
}

// closed reports whether evidence closes the claim.
func (c *Claim) closed() bool { return c.State == Proved || c.State == Bounded }

// Claims returns all claims by place. Those about panics in one line are one: a call may panic for several reasons, and
// whoever reads that it does not takes that for all of them.
func (b Book) Claims() []Claim {
	all := map[Key]*Claim{}
	for _, l := range b {
		for _, k := range slices.SortedFunc(maps.Keys(l.claims), compare) {
			c := l.claims[k]
			if k.Kind == Panic {
				k.Col = 0
			}
			x := Claim{k.Kind, c.at, c.state(), c.evidence}
			old := all[k]
			switch {
			case old == nil:
				all[k] = &x
			case x.closed() && old.closed():
				both := old.Evidence.with(*x.Evidence)
				old.State, old.Evidence = worse(old.State, x.State), &both
			case worse(old.State, x.State) != old.State:
				all[k] = &x
			}
		}
	}
	list := []Claim{}
	for _, k := range slices.SortedFunc(maps.Keys(all), compare) {
		c := all[k]
		if e := c.Evidence; c.closed() {
			named := *e
			named.Assumes = e.Assumptions.names()
			c.Evidence = &named
		} else {
			c.Evidence = nil
		}
		list = append(list, *c)
	}
	return list
}

// A Verdict is what all claims come to.
type Verdict string

// The verdicts.
const (
	Safe      Verdict = "SAFE"    // all claims are proved, or ignored
	UpTo      Verdict = "BOUNDED" // the others within bounds
	Unknown   Verdict = "UNKNOWN" // some are open
	Unsafe    Verdict = "UNSAFE"  // some are refuted
	unchecked         = Unknown   // no entry was asked about
)

// Verdict returns what the claims come to, and the bounds within which they hold if that is bounded.
func (b Book) Verdict() (Verdict, *Bounds) {
	if len(b) == 0 {
		return unchecked, nil
	}
	worst, bounds := Proved, (*Bounds)(nil)
	for _, c := range b.Claims() {
		if c.State == Ignored {
			continue
		}
		worst = worse(worst, c.State)
		if c.State == Bounded {
			bounds = c.Evidence.Bounds.weaker(bounds)
		}
	}
	switch worst {
	case Refuted:
		return Unsafe, nil
	case Open:
		return Unknown, nil
	case Bounded:
		return UpTo, bounds
	}
	return Safe, nil
}

// Assumptions returns all that the evidence rests on.
func (b Book) Assumptions() (all Assumptions) {
	for _, c := range b.Claims() {
		if c.Evidence != nil {
			all |= c.Evidence.Assumptions
		}
	}
	return all
}

// An Opening says why claims of a kind are open in an entry.
type Opening struct {
	Entry string
	Why
}

// Openings returns why claims are open, where there are open ones.
func (b Book) Openings() (list []Opening) {
	for _, l := range b {
		for _, w := range l.open() {
			list = append(list, Opening{l.Entry, w})
		}
	}
	return list
}
