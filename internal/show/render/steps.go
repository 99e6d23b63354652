// This file defines steps as lines, for a trace that grows while it is shown.

package render

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// Steps writes the steps of t from the i-th on, each in a line as [Table] has it; below 0
// it begins with the state in which t begins.
func Steps(w io.Writer, t *Trace, i int) error {
	var b strings.Builder
	write := func(cells ...string) {
		b.WriteString(strings.TrimRight(fmt.Sprintf("%4s  %-3s  %4s  %-24s  %s", cells[0], cells[1], cells[2], cells[3], cells[4]), " ") + "\n")
	}
	if i < 0 {
		indent := "\n" + strings.Repeat(" ", 43)
		write("0", "", "", "(start)", strings.ReplaceAll(t.describe(&t.Initial, false), "\n", indent))
	}
	for _, r := range slices.Collect(t.rows(true))[max(i, 0):] {
		write(r.number, threadName(r.Thread), r.line(), r.indented(r.Statement), r.what())
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Effect says what the i-th step of t does.
func Effect(t *Trace, i int) string {
	what := slices.Collect(t.rows(true))[i].what()
	if what == "" {
		what = "nothing changes"
	}
	return what
}

// State describes the state of t behind its first n steps.
func State(t *Trace, n int) string {
	at := &t.Initial
	if n > 0 {
		at = &t.Steps[n-1].State
	}
	return t.describe(at, true)
}
