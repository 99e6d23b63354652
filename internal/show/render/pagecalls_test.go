// This file tests how calls are folded on a page.

package render_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestFoldedCalls checks which rows of a page can be folded, and into which: those of calls that have returned, if nothing but
// their thread moved meanwhile.
func TestFoldedCalls(t *testing.T) {
	row := regexp.MustCompile(`(?m)^<tr(?: data-in="(\d+)")?.*?<td class="n">(.*?)</td>`)
	for _, test := range []struct{ name, format, want string }{
		{"calls", "html", "0 1–3[1 2 3] 4 5"},
		{"calls", "html full", "0 1–3[1 2 3] 4 5"},
		{"folding", "html", "0 1–6[1 2 3–5[3 5] 6] 7 8 9 10 11 12 13 14 15 16.1 16.2–16.7[16.2 16.3 16.4–16.6[16.4 16.5 16.6] 16.7] 16.8 17"},
		{"folding", "html full", "0 1–6[1 2 3–5[3 4 5] 6] 7 8 9 10 11 12 13 14 15 16.1 16.2–16.7[16.2 16.3 16.4–16.6[16.4 16.5 16.6] 16.7] 16.8 17"},
		{"lock", "html full", "0 1 2 3.1 3.2 3.3 3.4 4 5 6"},
	} {
		page := readGolden(t, "testdata/"+test.name+".txtar").show(t, test.format)
		var got strings.Builder
		var open []int // how many rows are left in each call
		for _, m := range row.FindAllStringSubmatch(page, -1) {
			if got.Len() > 0 && !strings.HasSuffix(got.String(), "[") {
				got.WriteString(" ")
			}
			got.WriteString(m[2])
			for i := range open {
				open[i]--
			}
			if m[1] != "" {
				n, _ := strconv.Atoi(m[1])
				open = append(open, n)
				got.WriteString("[")
			}
			for len(open) > 0 && open[len(open)-1] == 0 {
				open = open[:len(open)-1]
				got.WriteString("]")
			}
		}
		if got.String() != test.want {
			t.Errorf("%s: %s: the rows are\n%s, want\n%s", test.name, test.format, &got, test.want)
		}
		expanded := strconv.FormatBool(test.format == "html full")
		if n, calls := strings.Count(page, `aria-expanded="`+expanded+`"`), strings.Count(test.want, "["); n != calls {
			t.Errorf("%s: %s: %d calls are expanded: %s, want %d", test.name, test.format, n, expanded, calls)
		}
	}
}
