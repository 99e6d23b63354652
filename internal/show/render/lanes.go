// This file defines lanes: one column for each thread, so that an interleaving is
// seen as one.

package render

import (
	"io"
	"strings"

	"github.com/ijit/ijit/internal/show/trace"
)

// mostLines is how many lines of text a statement, or the variables that it
// changes, may take in a lane.
const mostLines = 3

// Lanes writes one column for each thread and one for the shared variables, a step
// a line: each statement stands in the lane of its thread, with the local
// variables that it changes below it. Long texts are shortened unless o.Full.
func Lanes(w io.Writer, t *Trace, o Options) error {
	origin := t.origins(false)
	notes, source := t.newNotes(), o.reader()
	withC := t.hasOrigins()
	g := &grid{
		columns: []column{
			{title: "step", right: true, fixed: true},
			{title: "line", right: true, fixed: true},
		},
		sep:  " | ",
		most: mostLines,
	}
	if o.Full {
		g.most = 0
	}
	head := len(g.columns)
	if withC {
		g.columns = append(g.columns, column{title: t.language()})
		head++
	}
	lane := map[int]int{} // column of a thread
	for _, x := range t.threads() {
		lane[x.id] = len(g.columns)
		g.columns = append(g.columns, column{title: x.title()})
	}
	shared := len(g.columns)
	withShared := len(t.SharedNames) > 0
	if withShared {
		g.columns = append(g.columns, column{title: "shared"})
	}
	put := func(cells []string, at int, text string) {
		if text == "" {
			return
		}
		if cells[at] != "" {
			cells[at] += "\n"
		}
		cells[at] += text
	}

	cells := make([]string, len(g.columns))
	cells[0] = "0"
	vars, locals := t.start()
	for _, x := range t.Initial.Threads {
		text := join(locals[x.ID], change.short)
		if text == "" {
			text = "(start)"
		}
		put(cells, lane[x.ID], text)
	}
	if withShared {
		put(cells, shared, join(vars, change.short))
	}
	g.lines = append(g.lines, line{cells, plain})

	for r := range t.rows(o.Full) {
		if text := source.next(r); text != "" && r.Thread != 0 {
			cells := make([]string, len(g.columns))
			cells[2], cells[lane[r.Thread]] = origin(r.Origin), r.indented(text)
			g.lines = append(g.lines, line{cells, dim})
		}
		if notes.read(r); r.hidden && !o.Full {
			continue
		}
		cells := make([]string, len(g.columns))
		cells[0], cells[1] = r.number, r.line()
		if withC {
			cells[2] = origin(r.Origin)
		}
		st := plain
		if r.inner {
			st = dim
		}
		if text := r.begins(); text != "" {
			put(cells, lane[r.Thread], "("+text+")")
		}
		if r.Thread != 0 {
			put(cells, lane[r.Thread], r.indented(r.statement()))
		} else if withShared {
			put(cells, shared, "(environment)")
		}
		if r.inside != nil {
			put(cells, lane[r.Thread], "("+r.calls()+")")
		}
		if r.ends != "" {
			st = alarm
			put(cells, max(lane[r.Thread], head), "*** "+r.ends+" ***")
		}
		if r.Created != 0 {
			put(cells, lane[r.Created], "(created by "+threadName(r.Thread)+")")
		}
		for _, id := range r.Woken {
			put(cells, lane[id], "("+r.affected(id)+" by "+threadName(r.Thread)+")")
		}
		vars, locals := r.split(t, o.Full)
		for id, cs := range locals {
			put(cells, lane[id], join(cs, change.short))
		}
		if r.Ended {
			put(cells, lane[r.Thread], "(ends)")
		}
		if withShared {
			put(cells, shared, join(vars, change.short))
		}
		g.lines = append(g.lines, line{cells, st})
	}
	var b strings.Builder
	if err := g.write(&b, o.width(), o.Color); err != nil {
		return err
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return err
	}
	return t.footer(w, notes, o)
}

// split returns the changes of r, or the whole state behind it, shared variables
// and those of each thread apart.
func (r *row) split(t *Trace, full bool) (shared []change, threads map[int][]change) {
	cs := r.changes
	if full {
		cs = t.changes(&trace.State{}, &r.State)
	}
	threads = map[int][]change{}
	for _, c := range cs {
		if c.thread == 0 {
			shared = append(shared, c)
		} else {
			threads[c.thread] = append(threads[c.thread], c)
		}
	}
	return shared, threads
}
