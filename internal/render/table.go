// This file defines the table: one row a step.

package render

import (
	"fmt"
	"io"
	"strings"

	"github.com/ijit/ijit/ijit/trace"
)

// Table writes one row a step: its number, the thread, the line of the input and
// of the C program, the statement, and what changed.
func Table(w io.Writer, t *Trace, o Options) error {
	rows := t.rows()
	origin := t.origins(true)
	withC := t.hasOrigins()
	g := &grid{
		columns: []column{
			{title: "step", right: true, fixed: true},
			{title: "thread", fixed: true},
			{title: "line", right: true, fixed: true},
			{title: "C"},
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
	add(plain, "0", "", "", "", "(start)", describe(&t.Initial, t.SharedNames, o.Full))
	for i := range rows {
		r := &rows[i]
		what := r.what()
		st := plain
		switch {
		case r.ends != "":
			st = alarm
		case r.inner:
			st = dim
		}
		if o.Full {
			what = strings.TrimPrefix(what+"\n"+describe(&r.State, t.SharedNames, true), "\n")
		}
		add(st, r.number, threadName(r.Thread), r.line(), origin(r.Origin), r.indented(), what)
	}
	if err := g.write(w, o.width(), o.Color); err != nil {
		return err
	}
	return t.footer(w, rows, o)
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
func describe(s *trace.State, shared []string, withPC bool) string {
	var lines []string
	cs := changes(&trace.State{}, s, shared)
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

// footer writes what stands below a table: what is reached, what the marks mean,
// and the C meaning of variables.
func (t *Trace) footer(w io.Writer, rows []row, o Options) error {
	var b strings.Builder
	if text := t.conclusion(); text != "" {
		text = "*** " + text + " ***"
		if o.Color {
			text = string(alarm) + text + normal
		}
		b.WriteString(text + "\n")
	}
	for i := range rows {
		if rows[i].inner {
			number, _, _ := strings.Cut(rows[i].number, ".")
			fmt.Fprintf(&b, "\n%s.1, %s.2, ... are the statements of an atomic section, which is one step\n", number, number)
			break
		}
	}
	if legend := t.legend(rows); len(legend) > 0 {
		g := &grid{columns: []column{{title: "variable"}, {title: "meaning"}}, sep: "  "}
		for _, entry := range legend {
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
