// This file tests which comments are predicates.

package render

import "testing"

// TestPredicate takes comments that SATABS writes for predicates, and others for what they are.
func TestPredicate(t *testing.T) {
	for text, is := range map[string]bool{
		"1 == m":                            true,
		"value < 1 + value":                 true,
		"1 == ((signed int)(MTX == FALSE))": true,
		"(unsigned long int)p->next != q":   true,
		"a[i]>=b":                           true,
		"pending & 1":                       false,
		"alloced[malloc_obj]":               false,
		"p->next":                           false,
		"x << 2":                            false,
		"the lock":                          false,
		"somebody works, x == 1 then":       false,
		"low bit; high bit == other":        false,
		"the number of readers is > 0":      false,
		"ghost: x == y":                     false,
		"...":                               false,
		"":                                  false,
	} {
		tr := &Trace{Meaning: func(string, string) string { return text }}
		got := tr.predicate("", "v")
		if (got != "") != is || is && got != text {
			t.Errorf("%q: %q", text, got)
		}
	}
}
