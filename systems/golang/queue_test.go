// This file tests which variables are known to hold queues.

package golang_test

import (
	"fmt"
	"strings"
	"testing"
)

// queues are what is done with a queue, and whether its elements are known.
var queues = []struct {
	name, do string
	want     bool
}{
	{"first", "c := q.s[0]; q.s = q.s[1:]; close(c)", true},
	{"last", "n := len(q.s); c := q.s[n-1]; q.s[n-1] = nil; q.s = q.s[:n-1]; close(c)", true},
	{"at once", "var c chan int; c, q.s = q.s[0], q.s[1:]; close(c)", true},
	{"removed", "for i, c := range q.s { q.s = append(q.s[:i], q.s[i+1:]...); close(c); break }", true},
	{"drained", "l := q.s; q.s = nil; q.mu.Unlock(); q.mu.Lock(); for _, c := range l { close(c) }", true},
	{"made again", "c := q.s[0]; q.s = make([]chan int, 0, 4); close(c)", true},
	{"a new one that is used elsewhere", "l := []chan int{q.s[0]}; q.s = l; l[0] = nil; close(q.s[0])", false},
	{"drained and shortened", "l := q.s; q.s = nil; q.mu.Unlock(); for _, c := range l { close(c) }; q.mu.Lock(); q.s = q.s[:len(q.s)-1]", true},
	{"drained and used again", "l := q.s; q.s = q.s[:0]; q.mu.Unlock(); q.mu.Lock(); for _, c := range l { close(c) }", false},
	{"drained and stored to", "l := q.s; q.mu.Unlock(); q.mu.Lock(); l[0] = nil; close(q.s[0])", false},
	{"elsewhere", "q.t = q.s; q.s = q.s[1:]; q.t[0] = nil; close(q.s[0])", false},
	{"from elsewhere", "q.s = q.t; close(q.s[0])", false},
	{"by a pointer", "p := &q.s; *p = q.t; close(q.s[0])", false},
	{"by a pointer to an element", "p := &q.s[0]; q.mu.Unlock(); q.mu.Lock(); *p = nil; close(q.s[0])", false},
	{"with the struct", "u := q.in; u.u[0] = nil; close(q.u[0])", false},
	{"copied over", "q.t = []chan int{q.s[0]}; copy(q.s, q.t); close(q.s[0])", false},
	{"sorted", "sort.Slice(q.s, func(i, j int) bool { return true }); close(q.s[0])", false},
	{"deleted", "q.s = slices.Delete(q.s, 0, 1); close(q.s[0])", false},
	{"stored later", "l := append(q.s, nil); q.mu.Unlock(); q.mu.Lock(); q.s = l; close(q.s[0])", false},
}

// queuesText returns a program with a function for each of them.
func queuesText() string {
	text := "package main\n\nimport (\n\"slices\"\n\"sort\"\n\"sync\"\n)\n\nfunc main() { sort.Ints(nil); slices.Sort([]int(nil)) }\n" +
		"type in struct { u []chan int }\ntype queue struct { mu sync.Mutex; s, t []chan int; in }\n"
	for i, test := range queues {
		text += fmt.Sprintf("\nfunc f%d(n int) {\nq := &queue{}\nfor range n {\ngo func() {\nc := make(chan int)\nq.mu.Lock()\nq.s = append(q.s, c)\nq.u = append(q.u, c)\n"+
			"q.mu.Unlock()\n<-c\n}()\n}\nfor {\nq.mu.Lock()\n%s\nq.mu.Unlock()\n}\n}\n", i, test.do)
	}
	return text
}

// TestQueues checks of which variables the elements are known by their positions: no two slices that are used may have one
// array to which somebody stores.
func TestQueues(t *testing.T) {
	c := load(t, "queues")
	for i, test := range queues {
		p := anyNumber(t, c, fmt.Sprint("f", i))
		known := false
		for _, v := range p.Vars {
			known = known || strings.HasPrefix(v.Name, "q.s[0]") || strings.HasPrefix(v.Name, "q.u[0]")
		}
		if known != test.want {
			t.Errorf("%s: its elements are known: %t", test.name, known)
		}
	}
}
