// This file defines the table that interns rows of words: the bitsets of states by
// dense identifiers.

package intern

import "slices"

// A Table gives equal rows of words the same dense identifier, from 0 on in the
// order in which they come. Rows have a fixed width; there is no limit on it.
type Table struct {
	width int
	n     int
	rows  []uint64
	slots []uint32 // open addressing; identifier plus one, 0 for empty
}

// New makes an empty table for rows of width words.
func New(width int) *Table { return &Table{width: width, slots: make([]uint32, 16)} }

// Len returns the number of rows.
func (t *Table) Len() int { return t.n }

// Row returns row id. Rows never change until Reset.
func (t *Table) Row(id uint32) []uint64 {
	at := int(id) * t.width
	return t.rows[at : at+t.width : at+t.width]
}

// Reset empties the table and keeps its memory.
func (t *Table) Reset() {
	if t.n > 0 {
		clear(t.slots)
	}
	t.n = 0
	t.rows = t.rows[:0]
}

// Intern returns the identifier of row and whether it is new.
func (t *Table) Intern(row []uint64) (id uint32, fresh bool) {
	i := t.find(row)
	if s := t.slots[i]; s != 0 {
		return s - 1, false
	}
	t.rows = append(t.rows, row...)
	t.n++
	t.slots[i] = uint32(t.n)
	if 4*t.n >= 3*len(t.slots) {
		t.grow()
	}
	return uint32(t.n - 1), true
}

// find returns the slot that holds row or, if none does, where it belongs.
func (t *Table) find(row []uint64) uint64 {
	mask := uint64(len(t.slots) - 1)
	i := hashRow(row) & mask
	for {
		s := t.slots[i]
		if s == 0 || slices.Equal(t.Row(s-1), row) {
			return i
		}
		i = (i + 1) & mask
	}
}

func (t *Table) grow() {
	t.slots = make([]uint32, 2*len(t.slots))
	for id := range uint32(t.n) {
		t.slots[t.find(t.Row(id))] = id + 1
	}
}

// hashRow mixes the words of a row (the finaliser of SplitMix64 over each).
func hashRow(row []uint64) uint64 {
	var h uint64
	for _, w := range row {
		h = (h ^ w) * 0xbf58476d1ce4e5b9
		h ^= h >> 29
		h *= 0x94d049bb133111eb
		h ^= h >> 32
	}
	return h
}
