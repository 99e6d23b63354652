// This file defines whether a formula holds on a run that is given: the judge of all answers.

package ltl

// A Word is a run as far as a formula can see it: Length positions, the values of atoms in
// them, and the position that follows the last one. If Loop is negative the word is a
// finite prefix, of which nothing is known behind its end.
type Word struct {
	Length int
	Loop   int
	Value  func(atom, position int) bool
}

// Holds reports whether a formula holds in the first position of a word.
//
// With a loop the answer is exact. A formula whose operators of the past are nested d deep
// repeats its values from the d-th time through the loop on (Laroussinie, Markey and
// Schnoebelen, "Temporal Logic with Forgettable Past", LICS 2002), so it is evaluated on
// the word with the loop unrolled that often.
//
// Without a loop it is the bounded semantics of Biere, Cimatti, Clarke and Zhu, "Symbolic
// Model Checking without BDDs" (TACAS 1999), definition 6: whatever needs a position behind
// the end does not hold. So if a formula holds, it holds on each infinite run that goes on from
// the word; if it does not, nothing is said, and its negation may not hold either.
//
// A word is a single run, so path quantifiers say nothing. On a word without positions nothing holds.
func Holds(f *Formula, w Word) bool {
	if w.Length <= 0 || w.Loop >= w.Length {
		return false
	}
	period := 0
	if w.Loop >= 0 {
		period = w.Length - w.Loop
	}
	length := w.Length + PastDepth(f)*period
	back := length - period // what follows the last position; length for nothing
	values := walk(Positive(f), func(f *Formula, left, right []bool) []bool {
		v := make([]bool, length)
		at := func(list []bool, i int) bool { return i < length && list[i] }
		// A value that rests on the one of the next position is known in the last one when
		// the others have been found from there once, from what is assumed at first.
		later := func(start bool, step func(i int, next bool) bool) {
			next := start && period > 0
			for range 2 {
				for i := length - 1; i >= 0; i-- {
					next = step(i, next)
					v[i] = next
				}
				if period == 0 {
					break
				}
				next = v[back]
			}
		}
		earlier := func(start bool, step func(i int, before bool) bool) {
			for i := range v {
				start = step(i, start)
				v[i] = start
			}
		}
		switch f.Op {
		case OpTrue:
			earlier(true, func(int, bool) bool { return true })
		case OpAtom:
			for i := range v {
				j := i
				if i >= w.Length {
					j = w.Loop + (i-w.Loop)%period
				}
				v[i] = w.Value(f.Atom, j)
			}
		case OpNot:
			earlier(true, func(i int, _ bool) bool { return !left[i] })
		case OpAnd:
			earlier(true, func(i int, _ bool) bool { return left[i] && right[i] })
		case OpOr:
			earlier(true, func(i int, _ bool) bool { return left[i] || right[i] })
		case OpNext:
			for i := range v {
				if i+1 < length {
					v[i] = left[i+1]
				} else {
					v[i] = at(left, back)
				}
			}
		case OpFinally:
			later(false, func(i int, next bool) bool { return left[i] || next })
		case OpGlobally:
			later(true, func(i int, next bool) bool { return left[i] && next })
		case OpUntil:
			later(false, func(i int, next bool) bool { return right[i] || left[i] && next })
		case OpRelease:
			later(true, func(i int, next bool) bool { return right[i] && (left[i] || next) })
		case OpYesterday, OpWeakYesterday:
			v[0] = f.Op == OpWeakYesterday
			copy(v[1:], left)
		case OpOnce:
			earlier(false, func(i int, before bool) bool { return left[i] || before })
		case OpHistorically:
			earlier(true, func(i int, before bool) bool { return left[i] && before })
		case OpSince:
			earlier(false, func(i int, before bool) bool { return right[i] || left[i] && before })
		case OpTriggered:
			earlier(true, func(i int, before bool) bool { return right[i] && (left[i] || before) })
		case OpForAll, OpExists:
			copy(v, left)
		}
		return v
	})
	return values[0]
}
