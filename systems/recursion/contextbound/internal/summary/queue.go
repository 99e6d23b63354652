// This file defines the queue of places that are to be worked on.

package summary

// A Queue is a heap of numbers, the least first.
type Queue []int

func (q Queue) Len() int { return len(q) }

func (q Queue) Less(i, j int) bool { return q[i] < q[j] }

func (q Queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }

// Push adds a number at the end, for container/heap.
func (q *Queue) Push(x any) { *q = append(*q, x.(int)) }

// Pop removes the number at the end, for container/heap.
func (q *Queue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}
