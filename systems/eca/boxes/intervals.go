// This file defines sets of integers of 32 bits, and arithmetic on them as C programs do it on
// machines, where it wraps around.

package boxes

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/ijit/ijit/systems/eca"
)

// An Interval has the integers from lo to hi.
type Interval struct{ lo, hi int64 }

// A Set is a union of intervals in ascending order that do not touch.
type Set []Interval

// integers returns the set of all integers.
func integers() Set { return Set{{math.MinInt32, math.MaxInt32}} }

func one(x int64) Set { return Set{{x, x}} }

// Parse reads a set: numbers and intervals such as -3..5, with blanks between them.
func Parse(text string) (Set, error) {
	var s Set
	for word := range strings.FieldsSeq(text) {
		first, last, isInterval := strings.Cut(word, "..")
		if !isInterval {
			last = first
		}
		lo, err := strconv.ParseInt(first, 10, 32)
		if err != nil {
			return nil, fmt.Errorf("%q is no number of 32 bits", first)
		}
		hi, err := strconv.ParseInt(last, 10, 32)
		if err != nil {
			return nil, fmt.Errorf("%q is no number of 32 bits", last)
		}
		if hi < lo {
			return nil, fmt.Errorf("%s is empty", word)
		}
		s = append(s, Interval{lo, hi})
	}
	if len(s) == 0 {
		return nil, fmt.Errorf("the set is empty")
	}
	return s.normal(), nil
}

// normal puts intervals in order and joins those that touch.
func (s Set) normal() Set {
	slices.SortFunc(s, func(x, y Interval) int { return cmp.Compare(x.lo, y.lo) })
	var out Set
	for _, x := range s {
		if n := len(out); n > 0 && x.lo <= out[n-1].hi+1 {
			out[n-1].hi = max(out[n-1].hi, x.hi)
		} else {
			out = append(out, x)
		}
	}
	return out
}

// size returns how many integers are in the set.
func (s Set) size() (n int64) {
	for _, x := range s {
		n += x.hi - x.lo + 1
	}
	return n
}

func (s Set) single() bool { return len(s) == 1 && s[0].lo == s[0].hi }

func (s Set) least() int64 { return s[0].lo }

func (s Set) most() int64 { return s[len(s)-1].hi }

// and returns the integers that are in both sets.
func (s Set) and(t Set) (out Set) {
	for i, j := 0, 0; i < len(s) && j < len(t); {
		if lo, hi := max(s[i].lo, t[j].lo), min(s[i].hi, t[j].hi); lo <= hi {
			out = append(out, Interval{lo, hi})
		}
		if s[i].hi < t[j].hi {
			i++
		} else {
			j++
		}
	}
	return out
}

// meets reports whether some integer is in both sets.
func (s Set) meets(t Set) bool {
	for i, j := 0, 0; i < len(s) && j < len(t); {
		if max(s[i].lo, t[j].lo) <= min(s[i].hi, t[j].hi) {
			return true
		}
		if s[i].hi < t[j].hi {
			i++
		} else {
			j++
		}
	}
	return false
}

// minus returns the integers that are not in t.
func (s Set) minus(t Set) (out Set) {
	for _, x := range s {
		for _, y := range t {
			if y.hi < x.lo {
				continue
			}
			if y.lo > x.hi {
				break
			}
			if x.lo < y.lo {
				out = append(out, Interval{x.lo, y.lo - 1})
			}
			if x.lo = y.hi + 1; x.lo > x.hi {
				break
			}
		}
		if x.lo <= x.hi {
			out = append(out, x)
		}
	}
	return out
}

// within reports whether all integers are in t.
func (s Set) within(t Set) bool {
	j := 0
	for _, x := range s {
		for j < len(t) && t[j].hi < x.lo {
			j++
		}
		if j == len(t) || x.lo < t[j].lo || x.hi > t[j].hi {
			return false
		}
	}
	return true
}

// halves splits a set of at least two integers.
func (s Set) halves() (Set, Set) {
	if n := len(s); n > 1 {
		return s[: n/2 : n/2], s[n/2:]
	}
	mid := s[0].lo + (s[0].hi-s[0].lo)/2
	return Set{{s[0].lo, mid}}, Set{{mid + 1, s[0].hi}}
}

// String writes a set as certificates do.
func (s Set) String() string {
	var words []string
	for _, x := range s {
		if x.lo == x.hi {
			words = append(words, fmt.Sprint(x.lo))
		} else {
			words = append(words, fmt.Sprintf("%d..%d", x.lo, x.hi))
		}
	}
	return strings.Join(words, " ")
}

// wrap appends what an interval of results is in 32 bits.
func (s Set) wrap(lo, hi int64) Set {
	const span = 1 << 32
	if hi-lo >= span-1 {
		return append(s, integers()...)
	}
	shift := (lo - math.MinInt32) &^ (span - 1) // a multiple of the span, rounded down
	lo, hi = lo-shift, hi-shift
	if hi <= math.MaxInt32 {
		return append(s, Interval{lo, hi})
	}
	return append(s, Interval{lo, math.MaxInt32}, Interval{math.MinInt32, hi - span})
}

// maxPairs is how many pairs of intervals are calculated with one by one.
const maxPairs = 256

// arithmetic returns a set that has the results of an operator, and perhaps others.
func arithmetic(op eca.Op, x, y Set) Set {
	if len(x)*len(y) > maxPairs {
		x, y = Set{{x.least(), x.most()}}, Set{{y.least(), y.most()}}
	}
	var out Set
	for _, a := range x {
		for _, b := range y {
			switch op {
			case eca.Add:
				out = out.wrap(a.lo+b.lo, a.hi+b.hi)
			case eca.Sub:
				out = out.wrap(a.lo-b.hi, a.hi-b.lo)
			case eca.Mul:
				p, q, r, s := a.lo*b.lo, a.lo*b.hi, a.hi*b.lo, a.hi*b.hi
				out = out.wrap(min(p, q, r, s), max(p, q, r, s))
			case eca.Div:
				if b.lo != b.hi || b.lo == 0 {
					return integers()
				}
				out = out.wrap(min(a.lo/b.lo, a.hi/b.lo), max(a.lo/b.lo, a.hi/b.lo))
			case eca.Rem:
				if b.lo != b.hi || b.lo == 0 {
					return integers()
				}
				m := max(b.lo, -b.lo)
				if a.lo < 0 { // remainders have the sign of what is divided
					out = append(out, negated(remainders(max(0, -a.hi), -a.lo, m)))
				}
				if a.hi >= 0 {
					out = append(out, remainders(max(0, a.lo), a.hi, m))
				}
			default:
				return integers()
			}
		}
	}
	return out.normal()
}

// remainders returns an interval that has the remainders of lo to hi, which are not negative.
func remainders(lo, hi, m int64) Interval {
	if lo/m == hi/m {
		return Interval{lo % m, hi % m}
	}
	return Interval{0, m - 1}
}

func negated(x Interval) Interval { return Interval{-x.hi, -x.lo} }

// compare says whether all, none or some pairs of two sets are in a relation.
func compare(op eca.Op, x, y Set) truth {
	switch op {
	case eca.Eq:
		switch {
		case !x.meets(y):
			return no
		case x.single() && y.single():
			return yes
		}
		return maybe
	case eca.Lt:
		switch {
		case x.most() < y.least():
			return yes
		case x.least() >= y.most():
			return no
		}
		return maybe
	case eca.Ne:
		return compare(eca.Eq, x, y).not()
	case eca.Ge:
		return compare(eca.Lt, x, y).not()
	case eca.Gt:
		return compare(eca.Lt, y, x)
	default: // Le
		return compare(eca.Lt, y, x).not()
	}
}

// satisfying returns the integers that are in a relation with c.
func satisfying(op eca.Op, c int64) Set {
	lo, hi := int64(math.MinInt32), int64(math.MaxInt32)
	switch op {
	case eca.Eq:
		return one(c)
	case eca.Ne:
		return integers().minus(one(c))
	case eca.Lt:
		hi = c - 1
	case eca.Le:
		hi = c
	case eca.Gt:
		lo = c + 1
	default: // Ge
		lo = c
	}
	if lo > hi {
		return nil
	}
	return Set{{lo, hi}}
}

// A truth says whether a condition holds for all values, for none, or that this is not known.
type truth uint8

const (
	maybe truth = iota
	no
	yes
)

func (t truth) not() truth {
	switch t {
	case yes:
		return no
	case no:
		return yes
	}
	return maybe
}

// values returns those of a condition.
func (t truth) values() Set {
	switch t {
	case yes:
		return one(1)
	case no:
		return one(0)
	}
	return Set{{0, 1}}
}
