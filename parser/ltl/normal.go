// This file defines the parts of a formula, its negation normal form and what its syntax tells.

package ltl

// Subformulas returns the different parts of a formula, f last and each behind its own
// parts. Equal parts are one, so the parts of a formula of the list are in the list, and
// its last one may be another copy of f.
func Subformulas(f *Formula) []*Formula {
	type shape struct {
		op          Op
		atom        int
		left, right *Formula
	}
	var list []*Formula
	known := map[shape]*Formula{}
	walk(f, func(f, left, right *Formula) *Formula {
		s := shape{f.Op, f.Atom, left, right}
		if g := known[s]; g != nil {
			return g
		}
		if left != f.Left || right != f.Right {
			f = &Formula{f.Op, f.Atom, left, right}
		}
		known[s] = f
		list = append(list, f)
		return f
	})
	return list
}

// walk calls visit for each part of a formula, after its own parts, with what visit
// returned for those, and returns what it returned for f. Each part in memory is visited
// once. The stack is explicit, since formulas of files can be deep.
func walk[T any](f *Formula, visit func(f *Formula, left, right T) T) T {
	results := map[*Formula]T{}
	stack := []*Formula{f}
	for len(stack) > 0 {
		g := stack[len(stack)-1]
		n := len(stack)
		if _, done := results[g]; !done {
			for _, part := range []*Formula{g.Right, g.Left} {
				if part == nil {
					continue
				}
				if _, done := results[part]; !done {
					stack = append(stack, part)
				}
			}
			if len(stack) > n {
				continue
			}
			results[g] = visit(g, results[g.Left], results[g.Right])
		}
		stack = stack[:n-1]
	}
	return results[f]
}

// Positive returns the negation normal form of a formula: negations are in front of atoms
// and of True only. It is at most twice as large.
func Positive(f *Formula) *Formula {
	type pair struct{ yes, no *Formula }
	// Both forms are made of each part, since another part may need either.
	p := walk(f, func(f *Formula, left, right pair) pair {
		switch {
		case f.Op <= OpAtom:
			return pair{f, Not(f)}
		case f.Op == OpNot:
			return pair{left.no, left.yes}
		case f.Op == OpAnd:
			return pair{And(left.yes, right.yes), Or(left.no, right.no)}
		case f.Op == OpOr:
			return pair{Or(left.yes, right.yes), And(left.no, right.no)}
		}
		return pair{
			&Formula{f.Op, 0, left.yes, right.yes},
			&Formula{f.Op.dual(), 0, left.no, right.no},
		}
	})
	return p.yes
}

// Propositional reports whether a formula is about one position only: it has no temporal
// operator and no path quantifier.
func Propositional(f *Formula) bool {
	return walk(f, func(f *Formula, left, right bool) bool {
		return !f.Op.Temporal() && (left || f.Left == nil) && (right || f.Right == nil)
	})
}

// Linear reports whether a formula has no path quantifier.
func Linear(f *Formula) bool {
	return walk(f, func(f *Formula, left, right bool) bool {
		return f.Op < OpForAll && (left || f.Left == nil) && (right || f.Right == nil)
	})
}

// PastDepth returns how deep operators of the past are nested in a formula, those of the
// future between them not counted.
func PastDepth(f *Formula) int {
	return walk(f, func(f *Formula, left, right int) int {
		d := max(left, right)
		if f.Op.Past() {
			d++
		}
		return d
	})
}

// Safe reports whether a formula without path quantifiers says by its syntax that nothing
// bad ever happens, so that a finite prefix shows each run on which it does not hold: its
// negation normal form has no F and no U (Sistla, "Safety, Liveness and Fairness in
// Temporal Logic", 1994). Operators of the past may be anywhere, since they look at finitely
// many positions.
func Safe(f *Formula) bool {
	return walk(Positive(f), func(f *Formula, left, right bool) bool {
		return f.Op != OpFinally && f.Op != OpUntil && f.Op < OpForAll && (left || f.Left == nil) && (right || f.Right == nil)
	})
}

// Invariant returns p if a formula is G p, or says as much, and p is propositional: a
// property of states. Of CTL, AG p is one, too.
func Invariant(f *Formula) (p *Formula, ok bool) {
	f = Positive(f)
	if f.Op == OpForAll {
		f = f.Left
	}
	for f.Op == OpGlobally && f.Left.Op == OpGlobally {
		f = f.Left
	}
	if f.Op == OpGlobally && Propositional(f.Left) {
		return f.Left, true
	}
	return nil, false
}

// Map returns a formula with each atom replaced by what atom returns for its number.
func Map(f *Formula, atom func(int) *Formula) *Formula {
	return walk(f, func(f *Formula, left, right *Formula) *Formula {
		switch {
		case f.Op == OpAtom:
			return atom(f.Atom)
		case f.Op == OpNot:
			return Not(left)
		}
		return &Formula{Op: f.Op, Left: left, Right: right}
	})
}
