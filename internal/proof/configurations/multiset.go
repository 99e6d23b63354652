// This file defines multisets of threads and the naive arithmetic on them.

package configurations

import (
	"encoding/binary"
	"slices"

	"github.com/ijit/ijit/internal/proof/judge"
)

// many is the count of unboundedly many threads.
const many = judge.Many

// A count says how many threads are in a local state.
type count struct{ local, n int }

// A config is a shared state with a multiset of threads, sorted by local state, in
// which no count is 0. States are numbers that a system gives them.
type config struct {
	shared  int
	threads []count
}

// has returns how many threads are in l.
func has(threads []count, l int) int {
	for _, x := range threads {
		if x.local == l {
			return x.n
		}
	}
	return 0
}

// plus returns threads with n more in l. Unboundedly many stay so.
func plus(threads []count, l, n int) []count {
	out := make([]count, 0, len(threads)+1)
	for _, x := range threads {
		if x.local != l {
			out = append(out, x)
		}
	}
	if old := has(threads, l); old == many || n == many {
		n = many
	} else {
		n += old
	}
	if n == 0 {
		return out
	}
	i, _ := slices.BinarySearchFunc(out, l, func(x count, l int) int { return x.local - l })
	return slices.Insert(out, i, count{l, n})
}

// below reports whether big has at least as many threads of each kind as small.
func below(small, big []count) bool {
	if len(small) > len(big) {
		return false
	}
	i := 0
	for _, x := range small {
		for i < len(big) && big[i].local < x.local {
			i++
		}
		if i == len(big) || big[i].local != x.local || big[i].n < x.n {
			return false
		}
	}
	return true
}

// size returns how many threads there are, many if that is not bounded.
func size(threads []count) int {
	n := 0
	for _, x := range threads {
		if x.n == many {
			return many
		}
		n += x.n
	}
	return n
}

// key returns a string that no other configuration has.
func (c config) key() string {
	b := binary.AppendUvarint(nil, uint64(c.shared))
	for _, x := range c.threads {
		b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(x.local)), uint64(x.n))
	}
	return string(b)
}

// A bag is a small multiset of threads, one by one in ascending order.
type bag []int

// counts returns b with its threads counted.
func (b bag) counts() []count {
	var out []count
	for _, l := range b {
		if n := len(out); n > 0 && out[n-1].local == l {
			out[n-1].n++
		} else {
			out = append(out, count{l, 1})
		}
	}
	return out
}

// bagOfCounts returns threads one by one; they are few.
func bagOfCounts(threads []count) (b bag) {
	for _, x := range threads {
		for range x.n {
			b = append(b, x.local)
		}
	}
	return b
}

// union returns the threads of both.
func union(a, b bag) bag {
	out := append(append(make(bag, 0, len(a)+len(b)), a...), b...)
	slices.Sort(out)
	return out
}

// minus returns the threads of a but for those that b has, too.
func minus(a, b bag) bag {
	out := make(bag, 0, len(a))
	for _, l := range a {
		for len(b) > 0 && b[0] < l {
			b = b[1:]
		}
		if len(b) > 0 && b[0] == l {
			b = b[1:]
			continue
		}
		out = append(out, l)
	}
	return out
}

// A family is a set of bags, of which one asks whether some bag is within a given
// one: a tree in which each bag is a path.
type family struct {
	whole bool // a bag ends here
	next  map[int]*family
}

func (f *family) add(b bag) {
	for _, l := range b {
		if f.next == nil {
			f.next = map[int]*family{}
		}
		if f.next[l] == nil {
			f.next[l] = &family{}
		}
		f = f.next[l]
	}
	f.whole = true
}

// within reports whether b has all threads of some bag.
func (f *family) within(b bag) bool {
	if f.whole {
		return true
	}
	if f.next == nil {
		return false
	}
	for i, l := range b {
		if i > 0 && b[i-1] == l {
			continue
		}
		if g := f.next[l]; g != nil && g.within(b[i+1:]) {
			return true
		}
	}
	return false
}

// below reports whether threads, of the first of which some are used already, have
// all of some bag.
func (f *family) below(threads []count, used int) bool {
	if f.whole {
		return true
	}
	for i, x := range threads {
		if i > 0 {
			used = 0
		}
		if g := f.next[x.local]; g != nil && used < x.n && g.below(threads[i:], used+1) {
			return true
		}
	}
	return false
}
