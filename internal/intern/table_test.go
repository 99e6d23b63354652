// This file tests the table against a map.

package intern_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ijit/ijit/internal/intern"
)

func TestTable(t *testing.T) {
	const width = 3
	r := rand.New(rand.NewPCG(1, 2))
	table := intern.New(width)
	for range 2 {
		want := map[[width]uint64]uint32{}
		var rows [][width]uint64
		for range 20000 {
			row := [width]uint64{uint64(r.IntN(20)), uint64(r.IntN(20)) << 60, uint64(r.IntN(20))}
			id, fresh := table.Intern(row[:])
			old, known := want[row]
			switch {
			case known && (fresh || id != old):
				t.Fatalf("%v is number %d (new: %t), was %d", row, id, fresh, old)
			case !known && (!fresh || int(id) != len(rows)):
				t.Fatalf("%v is number %d (new: %t), want the new number %d", row, id, fresh, len(rows))
			case !known:
				want[row] = id
				rows = append(rows, row)
			}
		}
		if table.Len() != len(rows) {
			t.Fatalf("%d rows, want %d", table.Len(), len(rows))
		}
		for id, row := range rows {
			if got := table.Row(uint32(id)); !slices.Equal(got, row[:]) {
				t.Fatalf("row %d is %v, want %v", id, got, row)
			}
		}
		table.Reset()
	}
}
