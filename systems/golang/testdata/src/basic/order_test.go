package basic

import (
	"slices"
	"sort"
	"sync"
	"testing"
)

type account struct {
	id int
	mu sync.Mutex
}

// Elements are where the order puts them.
func TestSort(t *testing.T) {
	a, b, c := &account{id: 1}, &account{id: 2}, &account{id: 3}
	s := []*account{c, a, b}
	sort.Slice(s, func(i, j int) bool { return s[i].id < s[j].id })
	s[0].mu.Lock() // want: lock a.mu
	s[2].mu.Lock() // want: lock c.mu
	slices.SortFunc(s, func(p, q *account) int {
		if p.id > q.id {
			return -1
		}
		return 1
	})
	s[1].mu.Lock() // want: lock b.mu
	slices.Reverse(s)
	s[0].mu.Unlock() // want: unlock a.mu
	n := []int{2, 1}
	slices.Sort(n)
	if n[0] != 1 || n[1] != 2 {
		a.mu.Unlock() // want: none
	}
}

// Of long slices, any element may be everywhere.
func TestSortLong(t *testing.T) {
	a, b := &account{id: 2}, &account{id: 1}
	s := []*account{a, b, a, a, a}
	sort.Slice(s, func(i, j int) bool { return s[i].id < s[j].id })
	s[0].mu.Lock() // want: lock a.mu; lock b.mu
}
