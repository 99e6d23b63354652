// This file defines runs of finite state machines, executions of C programs and of Go programs as pages for a browser.

package render

import (
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"
)

// WavesHTML writes a page with a row for each position of the run.
func WavesHTML(w io.Writer, t *Waves, o Options) error {
	p := &page{Title: t.File, Asked: asked(t.Property), Ends: "the run ends", Step: "position", Lanes: []pageLane{{ID: 1, Title: "state"}}}
	switch text := t.ends(); {
	case t.Loop >= 0:
		p.Ends = text
	case text != "":
		p.Ends = text + " is violated"
	}
	if slices.ContainsFunc(t.Signals, isInput) {
		p.Shared = "inputs"
	}
	files := newPageFiles(t.File, t.Text, nil)
	source := ""
	if t.Property != nil && t.Property.Pos.Line > 0 && len(t.Text) > 0 {
		source = files.mark("", t.Property.Pos.Line)
	}
	for i := range t.Positions {
		x := &pageRow{Thread: 1, Number: strconv.Itoa(i), Cells: make([]pageCell, 1), Mentions: " "}
		var change pageChanges
		for k := range t.Signals {
			s := &t.Signals[k]
			if s.Values[i] == "" || !o.Full && !s.Changed(i) {
				continue
			}
			x.Mentions += s.Name + " "
			change.Set = append(change.Set, pageValue{Name: s.Name, Text: s.Values[i]})
			if text := s.Name + " = " + s.Values[i]; s.Input {
				x.Shared = append(x.Shared, text)
			} else {
				x.Cells[0].Changes = append(x.Cells[0].Changes, text)
			}
		}
		if i == t.Loop {
			x.Cells[0].Notes = append(x.Cells[0].Notes, "the loop begins here")
		}
		if i == t.Positions-1 {
			x.Ends, x.Source = p.Ends, source
		}
		p.add(x, change)
	}
	for i := range t.Signals {
		p.Vars = append(p.Vars, t.Signals[i].Name)
	}
	slices.Sort(p.Vars)
	p.Files = files.list()
	return p.write(w)
}

// TurnsHTML writes a page with a row for each turn of the loop.
func TurnsHTML(w io.Writer, t *Turns, o Options) error {
	p := &page{Title: t.File, Asked: asked(t.Property), Ends: t.Property.Text + " is reached", Step: "turn", Lined: true,
		Shared: "variables", Lanes: []pageLane{{ID: 1, Title: "input and output"}}}
	files := newPageFiles(t.File, t.Text, nil)
	for _, v := range t.Initial {
		p.Data.First = append(p.Data.First, pageValue{Name: v.Name, Text: strconv.Itoa(int(v.Value))})
		p.Vars = append(p.Vars, v.Name)
	}
	slices.Sort(p.Vars)
	mark := func(x *pageRow, line int) {
		if x.Line = line; len(t.Text) > 0 {
			x.Source = files.mark("", line)
		}
	}
	for _, r := range t.rows(o.Full) {
		x := &pageRow{Thread: 1, Number: strconv.Itoa(r.number), Cells: make([]pageCell, 1), Mentions: " "}
		var words []string
		if len(r.Inputs) > 0 {
			words = append(words, "reads "+numbers(r.Inputs))
		}
		if len(r.Outputs) > 0 {
			words = append(words, "writes "+numbers(r.Outputs))
		}
		x.Cells[0].Statement = strings.Join(words, ", ")
		for _, at := range r.Rules {
			mark(x, at.Line)
		}
		if len(r.Overflows) > 0 {
			x.Cells[0].Notes = append(x.Cells[0].Notes, "arithmetic overflows in line "+lines(r.Overflows))
		}
		var change pageChanges
		for _, v := range r.values {
			x.Mentions += v.Name + " "
			x.Shared = append(x.Shared, fmt.Sprintf("%s = %d", v.Name, v.Value))
		}
		for _, v := range r.Changes {
			change.Set = append(change.Set, pageValue{Name: v.Name, Text: strconv.Itoa(int(v.Value))})
		}
		if r.Turn == &t.Turns.Turns[len(t.Turns.Turns)-1] {
			mark(x, t.Property.Pos.Line)
			x.Ends = t.Property.Text + " is reached"
		}
		p.add(x, change)
	}
	p.Files = files.list()
	return p.write(w)
}

// GoHTML writes a page with the execution of a finding, one lane for each goroutine.
func GoHTML(w io.Writer, f *Finding, o Options) error {
	wrong, who, _ := strings.Cut(f.Message, ": ")
	p := &page{Title: f.GoPlace.String(), Asked: strings.TrimSuffix(f.Kind+": "+who, ": "), Ends: wrong, Step: "step", Lined: true}
	lane := map[int]int{}
	meet := func(id int, name string) {
		if _, met := lane[id]; !met {
			lane[id] = len(p.Lanes)
			p.Lanes = append(p.Lanes, pageLane{id, "g" + strconv.Itoa(id), strings.TrimSpace(fmt.Sprintf("%d %s", id, name)), len(lane) % 6})
		}
	}
	for _, s := range f.Trace {
		if meet(s.Goroutine, s.Name); s.Starts > 0 {
			meet(s.Starts, s.Runs)
		}
	}
	p.Compact = p.Many()
	files := newPageFiles("", nil, o.Lines)
	several := slices.ContainsFunc(f.Trace, func(s GoStep) bool { return s.File != "" && s.File != f.File })
	for i, s := range f.Trace {
		x := &pageRow{Thread: s.Goroutine, Number: strconv.Itoa(i + 1), Line: s.Line, Cells: make([]pageCell, len(p.Lanes)), Mentions: " "}
		cell := &x.Cells[lane[s.Goroutine]]
		cell.Statement = strings.Join(strings.Fields(s.Operation), " ")
		if s.Line > 0 {
			if o.Lines != nil {
				x.Source = files.mark(s.File, s.Line)
			}
			if several {
				cell.Notes = append(cell.Notes, path.Base(s.File))
			}
		}
		if s.Starts > 0 {
			started := &x.Cells[lane[s.Starts]]
			started.Notes = append(started.Notes, "starts")
		}
		if s.Last {
			x.Ends = s.Event
		} else if s.Event != "" {
			cell.Notes = append(cell.Notes, s.Event)
		}
		p.add(x, pageChanges{})
	}
	p.Files = files.list()
	return p.write(w)
}
