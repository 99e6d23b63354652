// This file defines the automaton of a formula: valuations of all its parts.

package temporal

import (
	"context"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/parser/ltl"
)

// maxParts is how many parts a formula can have: a valuation is a word.
const maxParts = 64

// A valuation has a bit for each part of a formula, that of the first in the lowest place.
type valuation uint64

func (v valuation) has(part int) bool { return v>>part&1 == 1 }

// A tableau is the automaton of a formula. Its states are valuations that agree with what the operators mean.
type tableau struct {
	ctx         context.Context // there may be exponentially many of them
	parts       []*ltl.Formula  // each behind its own parts
	left, right []int           // by part
}

func newTableau(ctx context.Context, f *ltl.Formula) (*tableau, error) {
	t := &tableau{ctx: ctx, parts: ltl.Subformulas(f)}
	if len(t.parts) > maxParts {
		return nil, proof.Reject("the formula has %d parts, more than the %d that certificates are for", len(t.parts), maxParts)
	}
	at := map[*ltl.Formula]int{}
	for i, p := range t.parts {
		at[p] = i
		t.left, t.right = append(t.left, at[p.Left]), append(t.right, at[p.Right])
	}
	return t, nil
}

// deferrable returns the parts that a run could put off for ever: each has a condition of acceptance.
func (t *tableau) deferrable() (parts []int) {
	for i, p := range t.parts {
		switch p.Op {
		case ltl.OpFinally, ltl.OpUntil, ltl.OpGlobally, ltl.OpRelease:
			parts = append(parts, i)
		}
	}
	return parts
}

// settled reports whether a valuation does not put off a part: the condition of acceptance that the part has.
func (t *tableau) settled(v valuation, part int) bool {
	argument := t.right[part]
	if p := t.parts[part]; p.Op.Unary() {
		argument = t.left[part]
	}
	switch t.parts[part].Op {
	case ltl.OpFinally, ltl.OpUntil:
		return !v.has(part) || v.has(argument)
	default: // G and V, which are false because of something
		return v.has(part) || !v.has(argument)
	}
}

// begin yields the valuations of a first position in which the whole formula holds, until yield returns false. The error is that
// of the context.
func (t *tableau) begin(atom func(int) bool, yield func(valuation) bool) error {
	whole := len(t.parts) - 1
	t.extend(0, 0, nil, atom, func(v valuation) bool { return !v.has(whole) || yield(v) })
	return t.ctx.Err()
}

// follow yields the valuations of a position behind one that has valuation v, as begin does.
func (t *tableau) follow(v valuation, atom func(int) bool, yield func(valuation) bool) error {
	t.extend(0, 0, &v, atom, yield)
	return t.ctx.Err()
}

// extend yields the valuations of a position that have the values of now for the parts in front of part i; before is the
// valuation of the position before, nil for none. Parts of the future whose value depends on what follows have either one.
// It returns false if it was stopped.
func (t *tableau) extend(i int, now valuation, before *valuation, atom func(int) bool, yield func(valuation) bool) bool {
	if i == len(t.parts) {
		return t.ctx.Err() == nil && yield(now)
	}
	p := t.parts[i]
	l, r := now.has(t.left[i]), now.has(t.right[i])
	first := before == nil
	was := func(part int) bool { return !first && before.has(part) }
	value, open := false, false
	switch p.Op {
	case ltl.OpTrue:
		value = true
	case ltl.OpAtom:
		value = atom(p.Atom)
	case ltl.OpNot:
		value = !l
	case ltl.OpAnd:
		value = l && r
	case ltl.OpOr:
		value = l || r
	case ltl.OpNext:
		open = true
	case ltl.OpFinally:
		value, open = l, !l
	case ltl.OpGlobally:
		value, open = false, l
	case ltl.OpUntil:
		value, open = r, l && !r
	case ltl.OpRelease:
		value, open = r, r && !l
	case ltl.OpYesterday:
		value = was(t.left[i])
	case ltl.OpWeakYesterday:
		value = first || was(t.left[i])
	case ltl.OpOnce:
		value = l || was(i)
	case ltl.OpHistorically:
		value = l && (first || was(i))
	case ltl.OpSince:
		value = r || l && was(i)
	case ltl.OpTriggered:
		value = r && (l || first || was(i))
	}
	if open && t.ctx.Err() != nil {
		return false
	}
	for _, x := range []bool{false, true} {
		if x != value && !open || !first && !t.owed(i, x, *before) {
			continue
		}
		next := now
		if x {
			next |= 1 << i
		}
		if !t.extend(i+1, next, before, atom, yield) {
			return false
		}
	}
	return true
}

// owed reports whether value x of part i is what the position before asks for: X f asks for the value of f, and what is put off
// for the same again.
func (t *tableau) owed(i int, x bool, before valuation) bool {
	for k, p := range t.parts {
		if p.Op == ltl.OpNext && t.left[k] == i && before.has(k) != x {
			return false
		}
	}
	l, r := before.has(t.left[i]), before.has(t.right[i])
	switch t.parts[i].Op {
	case ltl.OpFinally:
		return l || before.has(i) == x
	case ltl.OpGlobally:
		return !l || before.has(i) == x
	case ltl.OpUntil:
		return r || !l || before.has(i) == x
	case ltl.OpRelease:
		return !r || l || before.has(i) == x
	}
	return true
}
