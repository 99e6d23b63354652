// This file defines the analyses that store one value of each variable: exactly, or the
// region of integers that it is in.

package cpa

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"sort"

	"github.com/ijit/ijit/systems/eca"
)

// Values returns the analysis by explicit values, which is exact: merge = sep. An element has
// four bytes for each variable.
func Values(a *Automaton) Analysis[string] {
	return newValuations(a, a.occurs(), false).analysis()
}

// Regions returns the analysis by regions: the values of a variable that is calculated with,
// or compared by <, are cut by the constants that it meets, and of a value it is known between
// which of them it lies. Sound, not exact. Other variables have values.
func Regions(a *Automaton) Analysis[string] {
	return newValuations(a, a.occurs(), true).analysis()
}

// valuations are elements that have a number for each variable that is tracked: its value or,
// if it has cuts, the least value of the region that its value is in.
type valuations struct {
	place []int     // by variable: its place in elements; -1 if it is not tracked
	cuts  [][]int32 // by variable: the least values of its regions; nil for exact values
	size  int
	first string
	idle  bool // others do everything
	err   error
}

func newValuations(a *Automaton, tracked func(*eca.Var) bool, regions bool) *valuations {
	s := &valuations{place: make([]int, len(a.Vars)), cuts: make([][]int32, len(a.Vars))}
	for i, v := range a.Vars {
		if s.place[i] = -1; !tracked(v) {
			continue
		}
		if regions && v.Type > eca.EQ {
			s.cuts[i] = []int32{math.MinInt32}
			for _, c := range v.Values {
				s.cuts[i] = append(s.cuts[i], c)
				if c < math.MaxInt32 {
					s.cuts[i] = append(s.cuts[i], c+1)
				}
			}
			slices.Sort(s.cuts[i])
			s.cuts[i] = slices.Compact(s.cuts[i])
		}
		s.place[i] = 4 * s.size
		s.size++
	}
	first := make([]byte, 4*s.size)
	for i, v := range a.Vars {
		if s.place[i] >= 0 {
			s.put(first, v, s.region(v, begins(v)))
		}
	}
	s.first = string(first)
	return s
}

// begins returns the value with which a variable begins.
func begins(v *eca.Var) int32 {
	if v.Func != nil {
		return 0
	}
	return v.Init
}

func (s *valuations) analysis() Analysis[string] {
	return Analysis[string]{
		Initial: s.first,
		Post:    s.post,
		Err:     func() error { return s.err },
		value: func(e string, op *Choose) (int32, bool) {
			for _, n := range op.Values {
				if s.place[op.Var.ID] >= 0 && s.get(e, op.Var) == s.region(op.Var, n) {
					return n, true
				}
			}
			return 0, false
		},
	}
}

// get returns the number of a variable that is tracked.
func (s *valuations) get(e string, v *eca.Var) int32 {
	i := s.place[v.ID]
	return int32(uint32(e[i]) | uint32(e[i+1])<<8 | uint32(e[i+2])<<16 | uint32(e[i+3])<<24)
}

func (s *valuations) put(e []byte, v *eca.Var, n int32) {
	binary.LittleEndian.PutUint32(e[s.place[v.ID]:], uint32(n))
}

// region returns the number of a value.
func (s *valuations) region(v *eca.Var, n int32) int32 {
	cuts := s.cuts[v.ID]
	if cuts == nil {
		return n
	}
	return cuts[sort.Search(len(cuts), func(i int) bool { return cuts[i] > n })-1]
}

// interval returns the values that a variable can have.
func (s *valuations) interval(e string, v *eca.Var) interval {
	if s.place[v.ID] < 0 {
		return everything()
	}
	n := s.get(e, v)
	x := interval{int64(n), int64(n)}
	if cuts := s.cuts[v.ID]; cuts != nil {
		x.hi = math.MaxInt32
		if i, _ := slices.BinarySearch(cuts, n+1); n < math.MaxInt32 && i < len(cuts) {
			x.hi = int64(cuts[i]) - 1
		}
	}
	return x
}

func (s *valuations) post(dst []string, e string, op Op) []string {
	if s.idle {
		return append(dst, e)
	}
	at := func(v *eca.Var) interval { return s.interval(e, v) }
	switch op := op.(type) {
	case *Assume:
		if expr := (expr{op.Cond}); !expr.over(at).is(0) {
			dst = append(dst, e)
		}
	case *Assign:
		first := len(dst)
		dst = append(dst, e)
		for i, v := range op.Vars {
			if s.place[v.ID] >= 0 {
				dst = s.assign(dst, first, v, s.within(v, expr{op.Values[i]}.over(at)))
			}
		}
	case *Choose:
		if s.place[op.Var.ID] < 0 {
			return append(dst, e)
		}
		var regions []int32
		for _, n := range op.Values {
			regions = append(regions, s.region(op.Var, n))
		}
		slices.Sort(regions)
		return s.assign(append(dst, e), len(dst), op.Var, slices.Compact(regions))
	case *Forget:
		var changed []byte
		for _, v := range op.Vars {
			if n := s.region(v, 0); s.place[v.ID] >= 0 && s.get(e, v) != n {
				if changed == nil {
					changed = []byte(e)
				}
				s.put(changed, v, n)
			}
		}
		if changed != nil {
			e = string(changed)
		}
		dst = append(dst, e)
	}
	return dst
}

// assign gives a variable each of some numbers, in the elements from first on.
func (s *valuations) assign(dst []string, first int, v *eca.Var, numbers []int32) []string {
	old := slices.Clone(dst[first:])
	dst = dst[:first]
	for _, e := range old {
		for _, n := range numbers {
			if s.get(e, v) == n {
				dst = append(dst, e)
				continue
			}
			changed := []byte(e)
			s.put(changed, v, n)
			dst = append(dst, string(changed))
		}
	}
	return dst
}

// mostValues is how many values an expression may have that is assigned to a variable of which
// the value is tracked.
const mostValues = 1 << 10

// within returns the numbers that a variable can have if its value is in an interval.
func (s *valuations) within(v *eca.Var, x interval) []int32 {
	var out []int32
	if cuts := s.cuts[v.ID]; cuts != nil {
		for i := sort.Search(len(cuts), func(i int) bool { return int64(cuts[i]) > x.lo }) - 1; i < len(cuts) && int64(cuts[i]) <= x.hi; i++ {
			out = append(out, cuts[i])
		}
		return out
	}
	if x.hi-x.lo >= mostValues {
		s.err = fmt.Errorf("the value of %s depends on variables that are not tracked exactly", v.Name)
		return nil
	}
	for n := x.lo; n <= x.hi; n++ {
		out = append(out, int32(n))
	}
	return out
}

// reduce returns what is left of an operation for others, if one element is known.
func (s *valuations) reduce(e string, op Op) Op {
	if s.idle {
		return op
	}
	at := func(v *eca.Var) interval { return s.interval(e, v) }
	switch op := op.(type) {
	case *Assume:
		if cond := (expr{op.Cond}).given(at); cond != op.Cond {
			return &Assume{cond}
		}
	case *Assign:
		out := &Assign{Vars: op.Vars, fresh: true}
		changed := false
		for _, x := range op.Values {
			y := expr{x}.given(at)
			changed = changed || x != y
			out.Values = append(out.Values, y)
		}
		if changed {
			return out
		}
	}
	return op
}
