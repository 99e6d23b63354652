// This file tests how text is wrapped.

package render

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// TestWrapKeepsText checks that wrapping loses nothing but blanks, and that no
// line is too long.
func TestWrapKeepsText(t *testing.T) {
	squeeze := func(s string) string { return strings.Join(strings.Fields(s), "") }
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom([]rune("ab  c\nä…"))).Draw(t, "text")
		width := rapid.IntRange(3, 20).Draw(t, "width")
		lines := wrap(text, width, 0)
		for _, l := range lines {
			if utf8.RuneCountInString(l) > width {
				t.Fatalf("line %q is longer than %d", l, width)
			}
		}
		if got := squeeze(strings.Join(lines, "\n")); got != squeeze(text) {
			t.Fatalf("wrapped text is %q, want %q", got, squeeze(text))
		}
	})
}

// TestWrapCutsParagraphs checks that what is cut is a paragraph, not what follows
// it.
func TestWrapCutsParagraphs(t *testing.T) {
	got := wrap("one two three four five\nend", 6, 2)
	if want := "one,  two…,end"; strings.Join(got, ",") != want {
		t.Errorf("wrap gives %q, want %q", got, want)
	}
}
