// This file defines a queue by small priorities.

package queue

// A Levels is a queue of elements by small priorities; of equal ones the oldest comes
// first.
type Levels[E any] struct {
	lists [][]E
	taken []int // by priority: how many of the list are gone
	least int   // no list before this has elements
}

// Push adds x.
func (q *Levels[E]) Push(priority int, x E) {
	for priority >= len(q.lists) {
		q.lists, q.taken = append(q.lists, nil), append(q.taken, 0)
	}
	q.lists[priority] = append(q.lists[priority], x)
	q.least = min(q.least, priority)
}

// Pop takes what comes first out of the queue, if there is anything.
func (q *Levels[E]) Pop() (x E, ok bool) {
	for ; q.least < len(q.lists); q.least++ {
		if i := q.taken[q.least]; i < len(q.lists[q.least]) {
			q.taken[q.least]++
			return q.lists[q.least][i], true
		}
		q.lists[q.least], q.taken[q.least] = q.lists[q.least][:0], 0
	}
	return x, false
}
