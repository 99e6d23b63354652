// This file defines the ledger of one entry.

package ledger

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/ijit/ijit/internal/show/render"
)

// A Ledger has the claims about the code that one entry reaches.
type Ledger struct {
	Entry  string
	claims map[Key]*claim
	why    []Why
}

// A claim is one about the code that an entry reaches.
type claim struct {
	at       render.GoPlace
	evidence *Evidence // the best there is
	doubted  bool      // there is an execution in which it goes wrong, if it is one of the code
	refuted  bool
	ignored  bool
}

// A Why is a reason for which claims of a kind are open, where they are.
type Why struct {
	Kind   Kind
	Reason string // as in verdicts: timeout, memory, unsupported, bound ..
	Detail string
}

// New returns a ledger without claims.
func New(entry string) *Ledger { return &Ledger{Entry: entry, claims: map[Key]*claim{}} }

// Claim makes a claim, which is open.
func (l *Ledger) Claim(kind Kind, at render.GoPlace) {
	if k := KeyOf(kind, at); l.claims[k] == nil {
		l.claims[k] = &claim{at: at}
	}
}

// Close takes in evidence for a claim; if there is better one that stays. Without the claim it does nothing.
func (l *Ledger) Close(k Key, e Evidence) {
	if c := l.claims[k]; c != nil && (c.evidence == nil || c.evidence.Bounds != nil && e.Bounds == nil) {
		c.evidence = &e
	}
}

// CloseAll takes in evidence for all claims of some kinds but for those for which not holds.
func (l *Ledger) CloseAll(e Evidence, not func(Key) bool, kinds ...Kind) {
	for k := range l.claims {
		if slices.Contains(kinds, k.Kind) && !not(k) {
			l.Close(k, e)
		}
	}
}

// Doubt takes in an execution in which an operation goes wrong, of which it is not known whether the code has it. The
// claim is open, whatever the evidence.
func (l *Ledger) Doubt(kind Kind, at render.GoPlace) { l.claim(kind, at).doubted = true }

// Refute takes in an execution of the code in which an operation goes wrong.
func (l *Ledger) Refute(kind Kind, at render.GoPlace) { l.claim(kind, at).refuted = true }

// Ignore takes in that a comment in the code says that it is known that an operation goes wrong.
func (l *Ledger) Ignore(kind Kind, at render.GoPlace) { l.claim(kind, at).ignored = true }

func (l *Ledger) claim(kind Kind, at render.GoPlace) *claim {
	l.Claim(kind, at)
	return l.claims[KeyOf(kind, at)]
}

// Explain says why claims of some kinds are open if they are.
func (l *Ledger) Explain(reason, detail string, kinds ...Kind) {
	for _, k := range kinds {
		if w := (Why{k, reason, detail}); !slices.Contains(l.why, w) {
			l.why = append(l.why, w)
		}
	}
}

// Fail says that claims of some kinds could not be made or closed at all: the entry itself, which is at that place, is
// a claim of each, and they are open.
func (l *Ledger) Fail(at render.GoPlace, reason, detail string, kinds ...Kind) {
	for _, k := range kinds {
		l.Doubt(k, at)
	}
	l.Explain(reason, detail, kinds...)
}

// Near returns the claim of a kind in a line that is nearest to a column, 0 for any, and what is known of it; nil if
// there is none.
func (l *Ledger) Near(kind Kind, file string, line, col int) (at *render.GoPlace, state State) {
	for _, k := range slices.SortedFunc(maps.Keys(l.claims), compare) {
		distance := func(c int) int { return max(c-col, col-c) }
		if k.Kind == kind && k.File == file && k.Line == line && (at == nil || distance(k.Col) < distance(at.Col)) {
			at, state = &l.claims[k].at, l.claims[k].state()
		}
	}
	return at, state
}

// state returns what is known of a claim.
func (c *claim) state() State {
	switch {
	case c.ignored:
		return Ignored
	case c.refuted:
		return Refuted
	case c.doubted, c.evidence == nil:
		return Open
	case c.evidence.Bounds != nil:
		return Bounded
	}
	return Proved
}

// Unproved reports whether a proof can still close a claim of one of some kinds.
func (l *Ledger) Unproved(kinds ...Kind) bool {
	for k, c := range l.claims {
		if s := c.state(); slices.Contains(kinds, k.Kind) && (s == Open && !c.doubted || s == Bounded) {
			return true
		}
	}
	return false
}

// AllProved reports whether all claims are proved without bounds.
func (l *Ledger) AllProved() bool {
	for _, c := range l.claims {
		if c.state() != Proved {
			return false
		}
	}
	return true
}

// open returns why claims of each kind are open, where there are such: what was explained, or that nothing is about one
// of them. Of what is doubted the finding says why.
func (l *Ledger) open() (list []Why) {
	opened := map[Kind]bool{}
	for _, k := range slices.SortedFunc(maps.Keys(l.claims), compare) {
		c := l.claims[k]
		if c.state() != Open || opened[k.Kind] {
			continue
		}
		n := len(list)
		for _, w := range l.why {
			if w.Kind == k.Kind {
				list = append(list, w)
			}
		}
		if len(list) == n && !c.doubted {
			list = append(list, Why{k.Kind, "bound", "no execution that was explored comes to " + c.at.String() + ", and no proof is about it"})
		}
		opened[k.Kind] = len(list) > n
	}
	return list
}

// compare orders keys by place, and then by kind.
func compare(x, y Key) int {
	return cmp.Or(strings.Compare(x.File, y.File), cmp.Compare(x.Line, y.Line), cmp.Compare(x.Col, y.Col), strings.Compare(string(x.Kind), string(y.Kind)))
}
