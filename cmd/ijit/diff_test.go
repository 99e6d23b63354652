// This file tests differences: against examples, and by applying them.

package main

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestUnifiedDiff(t *testing.T) {
	oldText := "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\n"
	newText := "a\nB\nc\nd\ne\nf\ng\nh\ni\nj\nl\nm"
	const want = `--- x
+++ y
@@ -1,5 +1,5 @@
 a
-b
+B
 c
 d
 e
@@ -8,5 +8,5 @@
 h
 i
 j
-k
 l
+m
\ No newline at end of file
`
	if got := string(unifiedDiff("x", "y", oldText, newText)); got != want {
		t.Errorf("the difference is\n%s\nwant\n%s", got, want)
	}
}

// TestDiffApplies checks that a difference turns the one text into the other.
func TestDiffApplies(t *testing.T) {
	text := rapid.Custom(func(t *rapid.T) string {
		lines := rapid.SliceOfN(rapid.SampledFrom([]string{"a\n", "b\n", "c\n", "d\n", "e\n", "f\n", "g\n", "h\n", "\n"}), 0, 30).Draw(t, "lines")
		return strings.Join(lines, "") + rapid.SampledFrom([]string{"", "x"}).Draw(t, "end")
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := text.Draw(t, "a"), text.Draw(t, "b")
		diff := string(unifiedDiff("a", "b", a, b))
		got, err := patch(a, diff)
		if err != nil || got != b {
			t.Fatalf("patching %q with\n%s\ngives %q (%v), want %q", a, diff, got, err, b)
		}
	})
}

// patch applies a difference, strictly.
func patch(text, diff string) (string, error) {
	src := splitLines(text)
	lines := splitLines(diff)[2:]
	var out []string
	at := 0 // lines of src used
	for i := 0; i < len(lines); {
		var from, olds, to, news int
		if _, err := fmt.Sscanf(lines[i], "@@ -%d,%d +%d,%d @@", &from, &olds, &to, &news); err != nil {
			return "", fmt.Errorf("%q: %w", lines[i], err)
		}
		i++
		if olds > 0 {
			from--
		}
		if from < at {
			return "", fmt.Errorf("hunk at %d behind %d", from, at)
		}
		out, at = append(out, src[at:from]...), from
		start := to
		if news > 0 {
			start--
		}
		if len(out) != start {
			return "", fmt.Errorf("hunk begins at new line %d, not %d", len(out), start)
		}
		for ; i < len(lines) && !strings.HasPrefix(lines[i], "@@"); i++ {
			mark, l := lines[i][0], lines[i][1:]
			if i+1 < len(lines) && strings.HasPrefix(lines[i+1], "\\") {
				l = strings.TrimSuffix(l, "\n")
				i++
			}
			if mark != '+' {
				if at >= len(src) || src[at] != l {
					return "", fmt.Errorf("line %d is not %q", at, l)
				}
				at++
				olds--
			}
			if mark != '-' {
				out = append(out, l)
				news--
			}
		}
		if olds != 0 || news != 0 {
			return "", fmt.Errorf("hunk lengths are off by %d and %d", olds, news)
		}
	}
	return strings.Join(append(out, src[at:]...), ""), nil
}
