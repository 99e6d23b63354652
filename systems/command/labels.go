// This file defines the answer about the labels of a C program in words.

package command

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ijit/ijit/systems"
)

// printLabels prints a table of labels: those that are reachable first, by their inputs, then
// those that are open.
func (a *answer) printLabels(w io.Writer) {
	list := slices.Clone(a.result.Properties)
	rank := func(p *systems.Property) int {
		switch p.Verdict {
		case systems.Unsafe:
			return len(p.Found.Inputs)
		case systems.Unknown:
			return 1 << 40
		}
		return 1 << 41
	}
	slices.SortStableFunc(list, func(x, y systems.Property) int { return cmp.Compare(rank(&x), rank(&y)) })
	rows := [][]string{{"verdict", "label", "inputs", "by", "seconds", "place"}}
	reasons := map[string]int{}
	for i := range list {
		p := &list[i]
		f := p.Found
		verdict, inputs := p.Verdict.String(), "-"
		switch {
		case p.Verdict == systems.Unknown:
			verdict += "(" + string(f.Reason) + ")"
			reasons[a.because(f.Reason, f.Detail)]++
		case p.Verdict == systems.Unsafe && f.Shortest:
			inputs = strconv.Itoa(len(f.Inputs))
		case p.Verdict == systems.Unsafe:
			inputs = "<=" + strconv.Itoa(len(f.Inputs))
		}
		rows = append(rows, []string{verdict, p.Text, inputs, cmp.Or(f.Method, "-"), fmt.Sprintf("%.2f", f.Seconds), fmt.Sprintf("%s:%s", p.File, p.Pos)})
	}
	printColumns(w, rows, 2, 4)
	for _, why := range slices.Sorted(maps.Keys(reasons)) {
		fmt.Fprintf(w, "%d open: %s\n", reasons[why], why)
	}
	fmt.Fprintln(w)
}

// printInputs prints the inputs that lead to the label, if one was asked about.
func (a *answer) printInputs(w io.Writer) {
	if list := a.result.Properties; a.ofC() && len(list) == 1 && list[0].Verdict == systems.Unsafe {
		var words []string
		for _, x := range list[0].Found.Inputs {
			words = append(words, strconv.Itoa(int(x)))
		}
		fmt.Fprintf(w, "inputs: %s\n", strings.Join(words, " "))
	}
}

// printColumns prints rows, the first one of titles, in columns as wide as need be. Some are
// aligned to the right.
func printColumns(w io.Writer, rows [][]string, right ...int) {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range rows {
		var b strings.Builder
		for i, cell := range row {
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if slices.Contains(right, i) {
				cell = pad + cell
			} else {
				cell += pad
			}
			b.WriteString(cell + "  ")
		}
		fmt.Fprintln(w, strings.TrimRight(b.String(), " "))
	}
}
