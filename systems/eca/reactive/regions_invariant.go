// This file defines the invariant that regions are: boxes, as few as joining gives.

package reactive

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// invariant returns the boxes that are reached. Boxes that differ in one variable only are
// joined. It returns nil if nobody asks.
func (r *regions) invariant() *Invariant {
	if !r.options.Invariant {
		return nil
	}
	inv := &Invariant{}
	for _, d := range r.control {
		inv.Vars = append(inv.Vars, r.file.Vars[d.slot])
	}
	for _, slot := range r.data {
		inv.Vars = append(inv.Vars, r.file.Vars[slot])
	}
	for i := range r.list {
		var box []Set
		for _, c := range r.controls(r.list[i].part) {
			box = append(box, Set{{Lo: c, Hi: c}})
		}
		for _, f := range r.list[i].box {
			box = append(box, Set{{Lo: f.lo, Hi: f.hi}})
		}
		inv.Boxes = append(inv.Boxes, box)
	}
	for v := len(inv.Vars) - 1; v >= 0; v-- {
		inv.Boxes = joined(inv.Boxes, v)
	}
	return inv
}

// joined returns boxes in which those that differ in variable v only are one.
func joined(boxes [][]Set, v int) [][]Set {
	var list [][]Set
	index := map[string]int{}
	var key []byte
	for _, box := range boxes {
		key = key[:0]
		for i, set := range box {
			if i == v {
				continue
			}
			key = binary.AppendUvarint(key, uint64(len(set)))
			for _, in := range set {
				key = binary.LittleEndian.AppendUint64(key, uint64(uint32(in.Lo))<<32|uint64(uint32(in.Hi)))
			}
		}
		at, known := index[string(key)]
		if !known {
			index[string(key)] = len(list)
			list = append(list, box)
			continue
		}
		list[at][v] = append(list[at][v], box[v]...)
	}
	for _, box := range list {
		box[v] = union(box[v])
	}
	return list
}

// union returns intervals in order, those that touch as one.
func union(set Set) Set {
	slices.SortFunc(set, func(x, y Interval) int { return cmp.Compare(x.Lo, y.Lo) })
	list := set[:1]
	for _, in := range set[1:] {
		if last := &list[len(list)-1]; int64(in.Lo) <= int64(last.Hi)+1 {
			last.Hi = max(last.Hi, in.Hi)
		} else {
			list = append(list, in)
		}
	}
	return list
}
