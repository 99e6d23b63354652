// This file defines the table: one row a step.

package render

import (
	"fmt"
	"io"
	"strings"

	"github.com/ijit/ijit/internal/show/trace"
)

// Table writes one row a step: its number, the thread, the line of the input and
// of the C program, the statement, and what changed.
func Table(w io.Writer, t *Trace, o Options) error {
	origin := t.origins(true)
	notes, source := t.newNotes(), o.reader()
	withC := t.hasOrigins()
	g := &grid{
		columns: []column{
			{title: "step", right: true, fixed: true},
			{title: "thread", fixed: true},
			{title: "line", right: true, fixed: true},
			{title: t.language()},
			{title: "statement"},
			{title: "what changed"},
		},
		sep: "  ",
	}
	add := func(st style, cells ...string) {
		if !withC {
			cells = append(cells[:3:3], cells[4:]...)
		}
		g.lines = append(g.lines, line{cells, st})
	}
	if !withC {
		g.columns = append(g.columns[:3:3], g.columns[4:]...)
	}
	add(plain, "0", "", "", "", "(start)", t.describe(&t.Initial, o.Full))
	for r := range t.rows(o.Full) {
		text := source.next(r)
		if text != "" {
			add(dim, "", threadName(r.Thread), "", origin(r.Origin), r.indented(text), "")
		}
		if notes.read(r); r.hidden && !o.Full {
			continue
		}
		what := r.what()
		st := plain
		switch {
		case r.ends != "":
			st = alarm
		case r.inner:
			st = dim
		}
		if o.Full {
			what = strings.TrimPrefix(what+"\n"+t.describe(&r.State, true), "\n")
		}
		add(st, r.number, threadName(r.Thread), r.line(), origin(r.Origin), r.indented(r.Statement), what)
	}
	if err := g.write(w, o.width(), o.Color); err != nil {
		return err
	}
	return t.footer(w, notes, o)
}

// what says what the step did.
func (r *row) what() string {
	if r.ends != "" {
		return "*** " + r.ends + " ***"
	}
	what := strings.Join(r.events(), "; ")
	if text := join(r.changes, change.String); text != "" {
		if what != "" {
			what += ": "
		}
		what += text
	}
	return what
}

func (o Options) width() int {
	if o.Width == 0 {
		return DefaultWidth
	}
	return o.Width
}

// describe describes a state: the shared variables and then each thread on a line
// of its own, with its program counter if withPC.
func (t *Trace) describe(s *trace.State, withPC bool) string {
	var lines []string
	cs := t.changes(&trace.State{}, s)
	own := func(id int) string {
		var mine []change
		for _, c := range cs {
			if c.thread == id {
				mine = append(mine, c)
			}
		}
		return join(mine, change.short)
	}
	if text := own(0); text != "" {
		lines = append(lines, text)
	}
	for i := range s.Threads {
		x := &s.Threads[i]
		text := threadName(x.ID)
		if x.Proc != "" {
			text += " in " + x.Proc
		}
		if withPC && x.PC >= 0 {
			text += fmt.Sprintf(" at pc %d", x.PC)
		}
		if vars := own(x.ID); vars != "" {
			text += ": " + vars
		}
		lines = append(lines, text)
	}
	if len(s.Threads) == 0 {
		lines = append(lines, "no threads")
	}
	return strings.Join(lines, "\n")
}

// notes are what is to be said below a table.
type notes struct {
	*legend
	section string // number of the first step that is a section
	hidden  int
	folded  bool
}

func (t *Trace) newNotes() *notes { return &notes{legend: t.newLegend()} }

// read notes what is to be said of a row.
func (n *notes) read(r *row) {
	if r.inner && n.section == "" {
		n.section, _, _ = strings.Cut(r.number, ".")
	}
	if r.hidden {
		n.hidden++
	}
	n.folded = n.folded || r.inside != nil
	n.legend.read(r)
}

// footer writes what stands below a table: what is reached, what the marks mean, what is
// not shown, and the C meaning of variables.
func (t *Trace) footer(w io.Writer, n *notes, o Options) error {
	var b strings.Builder
	if text := t.conclusion(); text != "" {
		text = "*** " + text + " ***"
		if o.Color {
			text = string(alarm) + text + normal
		}
		b.WriteString(text + "\n")
	}
	if n.section != "" {
		fmt.Fprintf(&b, "\n%s.1, %s.2, ... are the statements of an atomic section, which is one step\n", n.section, n.section)
	}
	switch {
	case n.folded && !o.Full:
		b.WriteString("\nA call that returns is one row; --full shows what happens inside.\n")
	case n.folded:
		b.WriteString("\nWhat happens inside of a call is shown once if it happens again.\n")
	}
	if n.hidden > 0 && !o.Full {
		fmt.Fprintf(&b, "\nSteps that only go on (%d) are not shown; --full shows them.\n", n.hidden)
	}
	if len(n.entries) > 0 {
		g := &grid{columns: []column{{title: "variable"}, {title: "meaning"}}, sep: "  "}
		for _, entry := range n.entries {
			g.lines = append(g.lines, line{cells: entry[:]})
		}
		b.WriteString("\n")
		if err := g.write(&b, o.width(), o.Color); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
