// This file defines the trace from its end to its beginning, in the style of Bebop.

package render

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// Backward writes the statements from the error back to the beginning, indented by
// how many calls have not returned, each with the values of the variables that
// it can see before it is executed (Ball and Rajamani, "Bebop", SPIN 2000).
func Backward(w io.Writer, t *Trace, o Options) error {
	rows := slices.Collect(t.rows(o.Full))
	notes := t.newNotes()
	g := &grid{
		columns: []column{
			{title: "step", right: true, fixed: true},
			{title: "thread", fixed: true},
			{title: "line", right: true, fixed: true},
			{title: "statement"},
			{title: "with"},
		},
		sep: "  ",
	}
	for i := len(rows) - 1; i >= 0; i-- {
		r := rows[i]
		if notes.read(r); r.hidden && !o.Full {
			continue
		}
		st := plain
		if r.ends != "" {
			st = alarm
		}
		g.lines = append(g.lines, line{[]string{r.number, threadName(r.Thread), r.line(), r.indented(r.Statement), r.visible(t.SharedNames)}, st})
	}
	if err := g.write(w, o.width(), o.Color); err != nil {
		return err
	}
	return t.footer(w, notes, o)
}

// visible writes the variables that the thread that moves can see, before it does.
func (r *row) visible(shared []string) string {
	var words []string
	for i, name := range shared {
		words = append(words, fmt.Sprintf("%s=%d", variable(name), r.before.Shared[i]))
	}
	if mover := r.before.Thread(r.Thread); mover != nil {
		for i, name := range mover.Names {
			words = append(words, fmt.Sprintf("%s=%d", variable(name), mover.Locals[i]))
		}
	}
	return strings.Join(words, " ")
}
