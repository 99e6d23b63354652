// This file defines rows and columns: configurations and what steps do, as sparse vectors.

package stateequation

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// Rows number the rows by shared and by local state; NoRow is for those that have none. Row
// 0 is the start.
type Rows struct {
	Shared, Local []int32
	N             int // of rows
}

const (
	NoRow = -1
	// Start is the row of the start.
	Start int32 = 0
)

// A Column is a sparse column of a matrix of small integers, by ascending rows.
type Column []Coefficient

// A Coefficient is an entry of a column.
type Coefficient struct {
	Row uint32
	N   int32
}

// Compare orders columns.
func (c Column) Compare(d Column) int {
	return slices.CompareFunc(c, d, func(x, y Coefficient) int { return cmp.Or(cmp.Compare(x.Row, y.Row), cmp.Compare(x.N, y.N)) })
}

// Text returns a column as bytes, others for another column.
func (c Column) Text() []byte {
	b := make([]byte, 0, 8*len(c))
	for _, x := range c {
		b = binary.LittleEndian.AppendUint32(b, x.Row)
		b = binary.LittleEndian.AppendUint32(b, uint32(x.N))
	}
	return b
}

// A Sum is a column that is being made. Its memory is used again.
type Sum struct{ Column }

// Add adds n to a row, or nothing to NoRow.
func (s *Sum) Add(row, n int32) {
	if row != NoRow {
		s.Column = append(s.Column, Coefficient{uint32(row), n})
	}
}

// Reset makes it empty.
func (s *Sum) Reset() { s.Column = s.Column[:0] }

// Merge returns it with one entry for each row. It is valid until the next Add.
func (s *Sum) Merge() Column {
	slices.SortFunc(s.Column, func(x, y Coefficient) int { return cmp.Compare(x.Row, y.Row) })
	c := s.Column[:0]
	for i := 0; i < len(s.Column); {
		x := s.Column[i]
		for i++; i < len(s.Column) && s.Column[i].Row == x.Row; i++ {
			x.N += s.Column[i].N
		}
		if x.N != 0 {
			c = append(c, x)
		}
	}
	return c
}

// weigh returns the weight of a configuration.
func (r *Rows) weigh(w []int32, shared uint32, threads []uint32) int64 {
	n := int64(w[r.Shared[shared]])
	for _, l := range threads {
		if row := r.Local[l]; row != NoRow {
			n += int64(w[row])
		}
	}
	return n
}
