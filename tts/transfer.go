// This file defines transfers, what an edge of a table does to other threads.

package tts

import (
	"cmp"
	"slices"
)

// A Transfer takes a thread that is not the active one from one local state to
// another.
type Transfer struct{ From, To uint32 }

// Blocked is the target of a transfer that cannot be: with an effect of kind
// All, a thread in From has nowhere to go and blocks the edge.
const Blocked = none

func (x Transfer) compare(y Transfer) int {
	return cmp.Or(cmp.Compare(x.From, y.From), cmp.Compare(x.To, y.To))
}

// A transfers is what all edges with one effect do to other threads.
type transfers struct {
	effect  Effect[uint32]
	forward []Transfer // sorted, without repetition
	back    []Transfer // the same, without the blocked ones and the other way round
}

// normalise sorts list in place and drops what has no meaning, so that two lists
// do the same exactly if they are equal. Of All these are a transfer from a to a
// alone (a thread that is nowhere listed stays) and a blocked one beside others,
// of One blocked ones.
func normalise(kind EffectKind, list []Transfer) []Transfer {
	if !slices.IsSortedFunc(list, Transfer.compare) {
		slices.SortFunc(list, Transfer.compare)
	}
	list = slices.Compact(list)
	out := list[:0]
	for i := 0; i < len(list); {
		j := i + 1
		for j < len(list) && list[j].From == list[i].From {
			j++
		}
		group := list[i:j]
		i = j
		if group[len(group)-1].To == Blocked && (kind == One || len(group) > 1) {
			group = group[:len(group)-1]
		}
		if kind == All && len(group) == 1 && group[0].From == group[0].To {
			continue
		}
		out = append(out, group...)
	}
	return out
}

// from returns the range of list, sorted by From, that leaves l.
func from(list []Transfer, l uint32) []Transfer {
	i := lowerBound(list, l)
	j := i
	for j < len(list) && list[j].From == l {
		j++
	}
	return list[i:j]
}

func lowerBound(list []Transfer, l uint32) int {
	lo, hi := 0, len(list)
	for lo < hi {
		m := int(uint(lo+hi) >> 1)
		if list[m].From < l {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return lo
}

func (t *transfers) appendMoves(dst []uint32, l uint32) []uint32 {
	group := from(t.forward, l)
	if len(group) == 0 && t.effect.Kind == All {
		return append(dst, l)
	}
	for _, x := range group {
		if x.To != Blocked {
			dst = append(dst, x.To)
		}
	}
	return dst
}

func (t *transfers) appendMovesBack(dst []uint32, l uint32) []uint32 {
	for _, x := range from(t.back, l) {
		dst = append(dst, x.To)
	}
	if t.effect.Kind == All && len(from(t.forward, l)) == 0 {
		dst = append(dst, l)
	}
	return dst
}

func (t *transfers) appendMovable(dst []uint32) []uint32 {
	for i, x := range t.forward {
		if i == 0 || t.forward[i-1].From != x.From {
			dst = append(dst, x.From)
		}
	}
	return dst
}

// reversed returns the transfers that are not blocked the other way round.
func reversed(list []Transfer) []Transfer {
	out := make([]Transfer, 0, len(list))
	for _, x := range list {
		if x.To != Blocked {
			out = append(out, Transfer{x.To, x.From})
		}
	}
	slices.SortFunc(out, Transfer.compare)
	return out
}

// An interner holds each effect once.
type interner struct {
	spawns map[uint32]*Effect[uint32]
	all    []*transfers
	byHash map[uint64][]uint32 // positions in all
}

func newInterner() *interner {
	return &interner{map[uint32]*Effect[uint32]{}, nil, map[uint64][]uint32{}}
}

func (n *interner) spawn(child uint32) *Effect[uint32] {
	e := n.spawns[child]
	if e == nil {
		e = &Effect[uint32]{Kind: Spawn, Child: child}
		n.spawns[child] = e
	}
	return e
}

// transfers returns the effect for a normalised list, nil for none, and keeps
// a copy of the list.
func (n *interner) transfers(kind EffectKind, list []Transfer) *Effect[uint32] {
	if len(list) == 0 {
		return nil
	}
	h := uint64(kind)
	for _, x := range list {
		h = (h ^ (uint64(x.From)<<32 | uint64(x.To))) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	for _, i := range n.byHash[h] {
		if t := n.all[i]; t.effect.Kind == kind && slices.Equal(t.forward, list) {
			return &t.effect
		}
	}
	t := &transfers{effect: Effect[uint32]{Kind: kind}, forward: slices.Clone(list)}
	t.effect.ID = uint32(len(n.all))
	n.byHash[h] = append(n.byHash[h], t.effect.ID)
	n.all = append(n.all, t)
	return &t.effect
}

// rank brings the effects into their canonical order, which does not depend on
// the order in which they came, and numbers them in it.
func (n *interner) rank() []*transfers {
	slices.SortFunc(n.all, func(x, y *transfers) int {
		return cmp.Or(cmp.Compare(x.effect.Kind, y.effect.Kind), slices.CompareFunc(x.forward, y.forward, Transfer.compare))
	})
	for i, t := range n.all {
		t.effect.ID = uint32(i)
	}
	n.byHash = nil
	return n.all
}
