// This file defines the difference between two texts, as diff -u shows it.

package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// A hunkLine is a line of a difference.
type hunkLine struct {
	mark byte // ' ', '-' or '+'
	text string
}

// around is how many common lines are shown around a change.
const around = 3

// unifiedDiff compares two texts line by line.
func unifiedDiff(oldName, newName, oldText, newText string) []byte {
	lines := compare(splitLines(oldText), splitLines(newText))
	var b bytes.Buffer
	fmt.Fprintf(&b, "--- %s\n+++ %s\n", oldName, newName)
	oldLine, newLine := 1, 1
	for i := 0; i < len(lines); {
		if lines[i].mark == ' ' {
			next := slices.IndexFunc(lines[i:], func(l hunkLine) bool { return l.mark != ' ' })
			if next < 0 {
				break
			}
			skip := max(0, next-around)
			i, oldLine, newLine = i+skip, oldLine+skip, newLine+skip
		}
		end := hunkEnd(lines, i)
		olds, news := 0, 0
		for _, l := range lines[i:end] {
			if l.mark != '+' {
				olds++
			}
			if l.mark != '-' {
				news++
			}
		}
		fmt.Fprintf(&b, "@@ -%s +%s @@\n", span(oldLine, olds), span(newLine, news))
		for _, l := range lines[i:end] {
			b.WriteByte(l.mark)
			b.WriteString(l.text)
			if !strings.HasSuffix(l.text, "\n") {
				b.WriteString("\n\\ No newline at end of file\n")
			}
		}
		i, oldLine, newLine = end, oldLine+olds, newLine+news
	}
	return b.Bytes()
}

// hunkEnd returns where the hunk that begins at i ends: behind the context of a
// change after which there is none for twice as many lines.
func hunkEnd(lines []hunkLine, i int) int {
	end := i
	for k := i; k < len(lines) && k <= end+2*around; k++ {
		if lines[k].mark != ' ' {
			end = k
		}
	}
	return min(len(lines), end+1+around)
}

// span writes a range of lines; an empty one is named by the line before it.
func span(first, n int) string {
	if n == 0 {
		first--
	}
	return fmt.Sprintf("%d,%d", first, n)
}

func splitLines(s string) []string {
	return slices.Collect(strings.Lines(s))
}

// compare aligns a and b at their common beginning and end and, between them, at
// lines that occur once in each (a patience diff without its recursion): linear
// but for sorting, and as good to read as a shortest difference.
func compare(a, b []string) []hunkLine {
	var out []hunkLine
	put := func(mark byte, lines []string) {
		for _, l := range lines {
			out = append(out, hunkLine{mark, l})
		}
	}
	i, j := 0, 0
	for _, p := range append(anchors(a, b), [2]int{len(a), len(b)}) {
		if p[0] < i || p[1] < j {
			continue // reached already, on from another anchor
		}
		// Grow the anchor backwards over equal lines.
		x, y := p[0], p[1]
		for x > i && y > j && a[x-1] == b[y-1] {
			x, y = x-1, y-1
		}
		// And the common beginning of what lies before it.
		k := 0
		for i+k < x && j+k < y && a[i+k] == b[j+k] {
			k++
		}
		put(' ', a[i:i+k])
		put('-', a[i+k:x])
		put('+', b[j+k:y])
		i, j = x, y
		for i < len(a) && j < len(b) && a[i] == b[j] {
			put(' ', a[i:i+1])
			i, j = i+1, j+1
		}
	}
	return out
}

// anchors returns pairs of equal lines that occur once in a and once in b, the
// longest increasing sequence of them.
func anchors(a, b []string) [][2]int {
	count := map[string]int{} // occurrences in a, and in b times a large number
	const inB = 1 << 32
	for _, l := range a {
		count[l]++
	}
	at := map[string]int{}
	for j, l := range b {
		count[l] += inB
		at[l] = j
	}
	var pairs [][2]int
	for i, l := range a {
		if count[l] == inB+1 {
			pairs = append(pairs, [2]int{i, at[l]})
		}
	}
	return longestIncreasing(pairs)
}

// longestIncreasing returns a longest subsequence whose second components
// increase, by patience sorting.
func longestIncreasing(pairs [][2]int) [][2]int {
	var piles []int // index of the pair on top of each pile
	before := make([]int, len(pairs))
	for i, p := range pairs {
		k, _ := slices.BinarySearchFunc(piles, p[1], func(top, j int) int { return pairs[top][1] - j })
		before[i] = -1
		if k > 0 {
			before[i] = piles[k-1]
		}
		if k == len(piles) {
			piles = append(piles, i)
		} else {
			piles[k] = i
		}
	}
	if len(piles) == 0 {
		return nil
	}
	var out [][2]int
	for i := piles[len(piles)-1]; i >= 0; i = before[i] {
		out = append(out, pairs[i])
	}
	slices.Reverse(out)
	return out
}
