// This file tests excerpts and suggestions.

package diagnostic

import (
	"fmt"
	"strings"
	"testing"
)

// TestExcerpt tests that the caret stands below its column whatever the line.
func TestExcerpt(t *testing.T) {
	long := strings.Repeat("abcdefghi ", 1000)
	for _, test := range []struct {
		line string
		at   int
		want string // shown line, caret line
	}{
		{"goto l7;", 5, "goto l7;|     ^"},
		{"", 0, "|^"},
		{"ab", 7, "ab|  ^"},
		{"\ta\tb", 3, "\ta\tb|\t \t^"},
		{"{größer} := x;", 13, "{größer} := x;|           ^"},
		{"a\x1b[31mb", 6, "a\uFFFD[31mb|      ^"},
		{long, 5000, "..." + long[4940:5040] + "...|   " + strings.Repeat(" ", 60) + "^"},
		{long, 10, long[:50] + "...|          ^"},
		{long, 9999, "..." + long[9939:] + "|   " + strings.Repeat(" ", 60) + "^"},
	} {
		shown, caret := excerpt(test.line, test.at, false)
		if got := shown + "|" + caret; got != test.want {
			t.Errorf("excerpt(%.20q, %d) =\n%q, want\n%q", test.line, test.at, got, test.want)
		}
		// A part of the line shows the same.
		part := Diagnostic{File: "x", Pos: Pos{1, test.at + 1}}
		whole := part
		part.Show([]byte(test.line))
		if whole.Source = test.line; part.String() != whole.String() || len(part.Source) > 2*Around {
			t.Errorf("a part of %.20q shows\n%s\nnot\n%s", test.line, &part, &whole)
		}
	}
}

func TestDidYouMean(t *testing.T) {
	for _, test := range []struct{ name, candidates, want string }{
		{"l7", "l1 l2", "l1"},
		{"x", "y z", ""},
		{"atomic_begn", "atomic_end atomic_begin", "atomic_begin"},
		{"b0_1_eq_n", "b0_1_eq_m b1_1_eq_m", "b0_1_eq_m"},
		{"sikp", "skip", "skip"},
		{"completely", "different words", ""},
		{strings.Repeat("a", 1000), strings.Repeat("a", 999), ""},
	} {
		got := DidYouMean(test.name, strings.Fields(test.candidates))
		if want := strings.TrimSuffix("did you mean "+test.want+"?", "did you mean ?"); got != want {
			t.Errorf("DidYouMean(%.20s, %.40s) = %q, want %q", test.name, test.candidates, got, want)
		}
	}
}

// TestEditDistance compares with the definition, on all short words.
func TestEditDistance(t *testing.T) {
	var words []string
	for n := range 4 {
		for code := range 1 << n {
			w := fmt.Sprintf("%0*b", n, code)
			words = append(words, strings.NewReplacer("0", "a", "1", "b").Replace(w[len(w)-n:]))
		}
	}
	for _, a := range words {
		for _, b := range words {
			want := distance(a, b)
			for limit := 1; limit < 5; limit++ {
				if got := editDistance(a, b, limit); got != want && (want < limit || got < limit) {
					t.Errorf("editDistance(%q, %q, %d) = %d, want %d", a, b, limit, got, want)
				}
			}
		}
	}
}

// distance is the definition of the restricted Damerau-Levenshtein distance.
func distance(a, b string) int {
	if a == "" || b == "" {
		return len(a) + len(b)
	}
	m, n := len(a)-1, len(b)-1
	d := min(distance(a[:m], b)+1, distance(a, b[:n])+1, distance(a[:m], b[:n]))
	if a[m] != b[n] {
		d = min(distance(a[:m], b)+1, distance(a, b[:n])+1, distance(a[:m], b[:n])+1)
	}
	if m > 0 && n > 0 && a[m] == b[n-1] && a[m-1] == b[n] {
		d = min(d, distance(a[:m-1], b[:n-1])+1)
	}
	return d
}
