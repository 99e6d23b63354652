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
func Steps(w io.Writer, t *Trace, i int, o Options) error {
	const statement, before = 24, 43 // columns of a statement, and in front of what it does
	var b strings.Builder
	write := func(number, thread, at, text, what string) {
		texts, whats := wrap(text, statement, 0), wrap(what, max(o.width()-before, minWidth), 0)
		for k := range max(len(texts), len(whats)) {
			cell := func(list []string) string {
				if k < len(list) {
					return list[k]
				}
				return ""
			}
			if k > 0 {
				number, thread, at = "", "", ""
			}
			b.WriteString(strings.TrimRight(fmt.Sprintf("%4s  %-3s  %4s  %-*s  %s", number, thread, at, statement, cell(texts), cell(whats)), " ") + "\n")
		}
	}
	if i < 0 {
		write("0", "", "", "(start)", t.describe(&t.Initial, false))
	}
	for _, r := range slices.Collect(t.rows(true))[max(i, 0):] {
		write(r.number, threadName(r.Thread), r.line(), r.indented(r.Statement), r.what())
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// At says where a thread is: its next statement in a line, and what else there is to say.
func At(thread, at int, text, state string, o Options) string {
	const before = 17 // columns in front of the statement
	lines := wrap(strings.TrimRight(fmt.Sprintf("%-24s  %s", text, state), " "), o.width()-before, 0)
	return fmt.Sprintf("   >  t%-2d  %4d  ", thread, at) + strings.Join(lines, "\n"+strings.Repeat(" ", before))
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
