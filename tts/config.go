// This file defines configurations: a shared state and a multiset of local
// states, kept as counters.

package tts

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// Omega is the count of unboundedly many threads.
const Omega uint32 = math.MaxUint32

// A Count says how many threads are in a local state.
type Count[K Key] struct {
	Local K
	N     uint32 // at least 1; Omega for unboundedly many
}

// A Config is a configuration ⟨s | M⟩. Locals is sorted by Local, without
// repetition and without zero counts.
type Config[K Key] struct {
	Shared K
	Locals []Count[K]
}

// NewConfig makes a configuration with one thread in each of locals, which may
// repeat.
func NewConfig[K Key](shared K, locals ...K) Config[K] {
	c := Config[K]{Shared: shared}
	for _, l := range locals {
		c.Locals = AddLocal(c.Locals, l, 1)
	}
	return c
}

// Threads returns the number of threads, Omega if it is not bounded.
func (c Config[K]) Threads() uint32 {
	var n uint64
	for _, x := range c.Locals {
		if x.N == Omega {
			return Omega
		}
		n += uint64(x.N)
	}
	return uint32(min(n, uint64(Omega-1)))
}

// Clone returns a copy that shares nothing with c.
func (c Config[K]) Clone() Config[K] {
	return Config[K]{c.Shared, slices.Clone(c.Locals)}
}

// Compare orders configurations by shared state, then by their counters.
func (c Config[K]) Compare(d Config[K]) int {
	if r := cmp.Compare(c.Shared, d.Shared); r != 0 {
		return r
	}
	return slices.CompareFunc(c.Locals, d.Locals, func(x, y Count[K]) int {
		return cmp.Or(cmp.Compare(x.Local, y.Local), cmp.Compare(x.N, y.N))
	})
}

// Covers reports whether c ⊒ d: the same shared state and at least the threads
// of d.
func (c Config[K]) Covers(d Config[K]) bool {
	return c.Shared == d.Shared && covers(c.Locals, d.Locals)
}

func covers[K Key](big, small []Count[K]) bool {
	i := 0
	for _, x := range small {
		for i < len(big) && big[i].Local < x.Local {
			i++
		}
		if i == len(big) || big[i].Local != x.Local || big[i].N < x.N {
			return false
		}
	}
	return true
}

// Count returns how many threads of c are in l.
func (c Config[K]) Count(l K) uint32 {
	for _, x := range c.Locals {
		if x.Local == l {
			return x.N
		}
	}
	return 0
}

// Check returns an error if c is not canonical.
func (c Config[K]) Check() error {
	for i, x := range c.Locals {
		if x.N == 0 {
			return fmt.Errorf("local state %v has count 0", x.Local)
		}
		if i > 0 && c.Locals[i-1].Local >= x.Local {
			return fmt.Errorf("local states %v and %v are out of order", c.Locals[i-1].Local, x.Local)
		}
	}
	return nil
}

// Key returns a short text that two configurations share if and only if they are equal,
// for maps.
func (c Config[K]) Key() string {
	b := appendKey(nil, c.Shared)
	for _, x := range c.Locals {
		b = appendKey(append(b, ' '), x.Local)
		if x.N != 1 {
			b = strconv.AppendUint(append(b, '*'), uint64(x.N), 10)
		}
	}
	return string(b)
}

// String renders c as s|a,a,b/c: threads one by one, those without bound behind
// the slash. [ParseInitial] reads it.
func (c Config[K]) String() string {
	b := appendKey(nil, c.Shared)
	sep, omegas := byte('|'), 0
	for _, x := range c.Locals {
		if x.N == Omega {
			omegas++
			continue
		}
		for range x.N {
			b = appendKey(append(b, sep), x.Local)
			sep = ','
		}
	}
	if sep == '|' && omegas == 0 {
		b = append(b, '|')
	}
	sep = '/'
	for _, x := range c.Locals {
		if x.N == Omega {
			b = appendKey(append(b, sep), x.Local)
			sep = ','
		}
	}
	return string(b)
}

// AddLocal adds n threads in l to a sorted list of counters, in place where there
// is room.
func AddLocal[K Key](ls []Count[K], l K, n uint32) []Count[K] {
	i := 0
	for i < len(ls) && ls[i].Local < l {
		i++
	}
	if i < len(ls) && ls[i].Local == l {
		if ls[i].N != Omega {
			if n > Omega-1-ls[i].N {
				n = Omega - ls[i].N // saturates at Omega
			}
			ls[i].N += n
		}
		return ls
	}
	return slices.Insert(ls, i, Count[K]{l, n})
}

// RemoveLocal takes one thread out of l, which must be there; out of Omega it
// leaves Omega.
func RemoveLocal[K Key](ls []Count[K], l K) []Count[K] {
	for i := range ls {
		if ls[i].Local != l {
			continue
		}
		switch ls[i].N {
		case Omega:
		case 1:
			ls = append(ls[:i], ls[i+1:]...)
		default:
			ls[i].N--
		}
		return ls
	}
	return ls
}

// MoveLocal appends src with one thread moved from one local state to another,
// which may be the same. There must be a thread in from; out of Omega it leaves
// Omega.
func MoveLocal[K Key](dst, src []Count[K], from, to K) []Count[K] {
	placed := false
	for _, x := range src {
		if !placed && to <= x.Local {
			placed = true
			if to < x.Local {
				dst = append(dst, Count[K]{to, 1})
			} else if x.N != Omega {
				x.N++
			}
		}
		if x.Local == from && x.N != Omega {
			if x.N--; x.N == 0 {
				continue
			}
		}
		dst = append(dst, x)
	}
	if !placed {
		dst = append(dst, Count[K]{to, 1})
	}
	return dst
}
