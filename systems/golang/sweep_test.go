// This file tests which slices are known to have the tracked one of many objects.

package golang_test

import (
	"fmt"
	"strings"
	"testing"
)

// gatherings are programs that append channels to a slice, and whether a loop comes to the tracked one once.
var gatherings = []struct {
	name, appends, more string
	want                bool
}{
	{"all", "s = append(s, c)", "", true},
	{"some", "if n > 3 { continue }; s = append(s, c)", "", true},
	{"some others", "if n > 3 { s = append(s, c) }", "", true},
	{"none left", "s = append(s, c); if n > 3 { s = nil }", "", true},
	{"two at once", "s = append(s, c, c)", "", false},
	{"two", "s = append(s, c); s = append(s, c)", "", false},
	{"dropped", "u := append(s, c); if n > 3 { s = u }", "", false},
	{"dropped before", "_ = append(s, c); if n > 3 { continue }; s = append(s, nil)", "", false},
	{"written over", "u := append(s, c); _ = append(s, nil); s = u", "", false},
	{"written over later", "old = s; s = append(s, c)", "_ = append(old, nil)", false},
	{"again", "s = append(s, c); if n > 3 { s = s[:0] }", "", false},
	{"inner loop", "for range n { s = append(s, c) }", "", false},
	{"stored", "s = append(s, c)", "s[0] = s[n-1]", false},
	{"by a pointer", "s = append(s, c)", "p := &s[0]; *p = nil", false},
	{"elsewhere", "s = append(s, c)", "go func(s []chan int) { s[0] = nil }(s)", false},
	{"copied", "s = append(s, c)", "copy(s, s[1:])", false},
	{"cleared", "s = append(s, c)", "clear(s[1:])", false},
	{"inserted", "s = append(s, c)", "s = slices.Insert(s, 1, s[0])", false},
	{"deleted", "s = append(s, c)", "s = slices.Delete(s, 0, 1)", false},
	{"sorted", "s = append(s, c)", "sort.Slice(s, func(i, j int) bool { return n > i })", false},
	{"part", "s = append(s, c)", "s = s[1:]", false},
	{"filtered", "s = append(s, c)", "u := s[:0]; for _, c := range s { if n > 3 { u = append(u, c) } }", false},
}

// gatheringsText returns a program with a function for each of them.
func gatheringsText() string {
	text := "package main\n\nimport (\n\"slices\"\n\"sort\"\n)\n\nfunc main() {}\n"
	for i, test := range gatherings {
		text += fmt.Sprintf("\nfunc f%d(n int) {\nvar s, old []chan int\n_ = old\nfor range n {\nc := make(chan int)\ngo func() { <-c }()\n%s\n}\n%s\n", i, test.appends, test.more) +
			"for _, c := range s {\nclose(c)\n}\n}\n"
	}
	return text
}

// TestGathered checks in which programs a loop over a slice comes to the tracked one of many channels once: its elements
// are appended one after the other, and never stored otherwise.
func TestGathered(t *testing.T) {
	c := load(t, "gatherings")
	for i, test := range gatherings {
		p := anyNumber(t, c, fmt.Sprint("f", i))
		known := false
		for _, v := range p.Bodies[0].Locals {
			known = known || strings.HasPrefix(v.Name, "been at")
		}
		if known != test.want {
			t.Errorf("%s: it is known: %t", test.name, known)
		}
	}
}
