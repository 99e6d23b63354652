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

// Behind sorting, any element may be everywhere.
func TestSort(t *testing.T) {
	a, b := &account{id: 2}, &account{id: 1}
	s := []*account{a, b}
	sort.Slice(s, func(i, j int) bool { return s[i].id < s[j].id })
	s[0].mu.Lock() // want: lock a.mu; lock b.mu
	slices.SortFunc(s, func(p, q *account) int {
		p.mu.Lock() // want: lock a.mu; lock b.mu
		q.mu.Lock() // want: lock a.mu; lock b.mu
		return q.id - p.id
	})
	slices.Reverse(s)
	s[1].mu.Unlock() // want: unlock a.mu; unlock b.mu
	n := []int{2, 1}
	slices.Sort(n)
	if n[0] != 1 || n[1] != 2 {
		a.mu.Unlock() // want: unlock a.mu
	}
}
