// This file defines traces as a page for a browser.

package render

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/ijit/ijit/internal/show/trace"
)

// HTML writes one page that needs nothing else: no network, no other file.
func HTML(w io.Writer, t *Trace, o Options) error { return t.page(o).write(w) }

// page makes the page.
func (t *Trace) page(o Options) *page {
	p := &page{Title: t.File, Asked: asked(t.Property), Ends: "the execution ends", Step: "step", Lined: true}
	if len(t.SharedNames) > 0 {
		p.Shared = "shared"
	}
	lane := map[int]int{}
	for i, x := range t.threads() {
		lane[x.id] = i
		p.Lanes = append(p.Lanes, pageLane{x.id, threadName(x.id), x.title(), i % 6})
	}
	p.Compact = p.Many()
	files := newPageFiles(t.File, t.Text, o.Source.file)
	notes, source, origin := t.newNotes(), o.reader(), t.origins(false)
	vars := map[string]bool{}
	p.Data.First = t.values(t.changes(&trace.State{}, &t.Initial))
	p.add(t.pageStart(lane), pageChanges{})
	rows, calls := t.pageRows(p, o.Full)
	for r := range rows {
		calls.next(t, r, lane, o.Full)
		c := source.next(r)
		hidden := r.hidden && !o.Full
		if notes.read(r); hidden && c == "" {
			continue
		}
		x := &pageRow{Number: r.number, Line: r.Pos.Line, Inner: r.inner, Ends: r.ends, C: c, Mentions: " "}
		if c != "" {
			x.CPlace = origin(r.Origin)
		}
		x.Cells = make([]pageCell, len(p.Lanes))
		change := pageChanges{}
		if hidden {
			x.Number, x.Line = "", 0
		} else {
			t.pageStep(x, r, lane)
			change = t.pageChange(r)
		}
		for _, word := range mentioned().FindAllString(r.Statement, -1) {
			x.Mentions += word + " "
		}
		for _, c := range r.changes {
			vars[variable(c.name)] = true
			x.Mentions += variable(c.name) + " "
		}
		x.Thread = r.Thread
		if r.Pos.Line > 0 && len(t.Text) > 0 {
			x.Source = files.mark("", r.Pos.Line)
		}
		if r.Origin != nil && o.Source.Line(r.Origin) != "" {
			x.CSource = files.mark(r.Origin.File, r.Origin.Line)
		}
		p.add(x, change)
		if r.ends != "" {
			p.Ends = r.Statement + " " + r.ends
		}
	}
	calls.close(t, lane)
	if text := t.conclusion(); text != "" {
		p.Ends = text
	}
	p.Files, p.Legend, p.Vars = files.list(), notes.entries, slices.Sorted(maps.Keys(vars))
	if notes.section != "" {
		p.Notes = append(p.Notes, fmt.Sprintf("%s.1, %s.2, ... are the statements of an atomic section, which is one step.", notes.section, notes.section))
	}
	if p.Folds {
		p.Notes = append(p.Notes, "A call that has returned is one row, which can be unfolded.")
	}
	if notes.folded {
		p.Notes = append(p.Notes, "What happens inside of a call that returns is not shown, or once.")
	}
	if notes.hidden > 0 && !o.Full {
		p.Notes = append(p.Notes, fmt.Sprintf("Steps that only go on (%d) are not shown.", notes.hidden))
	}
	if p.left > 0 {
		p.Notes = append(p.Notes, fmt.Sprintf("The first %d rows are not shown.", p.left))
	}
	return p
}

// pageStart returns the row of the beginning.
func (t *Trace) pageStart(lane map[int]int) *pageRow {
	x := &pageRow{Number: "0", Cells: make([]pageCell, len(lane)), Mentions: " "}
	for i := range t.Initial.Threads {
		begins := &t.Initial.Threads[i]
		x.Cells[lane[begins.ID]].Notes = []string{"begins in " + begins.Proc}
	}
	for _, c := range t.changes(&trace.State{}, &t.Initial) {
		x.Mentions += variable(c.name) + " "
		if c.thread == 0 {
			x.Shared = append(x.Shared, c.short())
		} else {
			cell := &x.Cells[lane[c.thread]]
			cell.Changes = append(cell.Changes, c.short())
		}
	}
	return x
}

// asked says what was asked, "" if it is whether an assertion can fail.
func asked(p *trace.Property) string {
	if p == nil || p.Kind == "assert" {
		return ""
	}
	return strings.Join(strings.Fields(p.Kind+" "+p.Name+" "+p.Text), " ")
}

// pageStep fills in what stands in the lanes.
func (t *Trace) pageStep(x *pageRow, r *row, lane map[int]int) {
	cell := func(id int) *pageCell { return &x.Cells[lane[id]] }
	note := func(id int, text string) {
		if id != 0 && text != "" {
			cell(id).Notes = append(cell(id).Notes, text)
		}
	}
	note(r.Thread, r.begins())
	if r.Thread != 0 {
		text := r.Statement
		if to := r.goes(); to != "" {
			text += " \u2192\u00a0" + strings.ReplaceAll(strings.TrimPrefix(to, "to "), " ", "\u00a0")
		}
		cell(r.Thread).Statement, cell(r.Thread).Depth = text, min(r.depth(), 12)
	} else {
		x.Shared = append(x.Shared, r.Statement)
	}
	note(r.Thread, r.calls())
	if r.Created != 0 {
		note(r.Created, "created by "+threadName(r.Thread))
	}
	for _, id := range r.Woken {
		note(id, r.affected(id)+" by "+threadName(r.Thread))
	}
	if r.Ended {
		note(r.Thread, "ends")
	}
	for _, c := range r.changes {
		if _, shown := lane[c.thread]; c.thread == 0 || !shown {
			x.Shared = append(x.Shared, c.short())
		} else {
			cell(c.thread).Changes = append(cell(c.thread).Changes, c.short())
		}
	}
}

// pageChange says what a row does to the values of variables.
func (t *Trace) pageChange(r *row) pageChanges {
	change := pageChanges{Set: t.values(r.changes)}
	if r.Ended {
		change.Forget = []string{threadName(r.Thread)}
	}
	if by, _ := r.rise(); by != 0 {
		is := *r.State.Thread(r.Thread)
		change.Forget = []string{threadName(r.Thread)}
		change.Set = append(change.Set, t.values(t.changes(&trace.State{Shared: r.State.Shared}, &trace.State{Shared: r.State.Shared, Threads: []trace.Thread{is}}))...)
	}
	return change
}

func (t *Trace) values(changes []change) []pageValue {
	list := make([]pageValue, len(changes))
	for i, c := range changes {
		owner := ""
		if c.thread != 0 {
			owner = threadName(c.thread)
		}
		text := strconv.Itoa(c.value)
		if c.predicate != "" {
			text += ": " + c.short()
		}
		list[i] = pageValue{owner, variable(c.name), text}
	}
	return list
}
