// This file defines traces as a page for a browser.

package render

import (
	"embed"
	"fmt"
	"html/template"
	"io"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/ijit/ijit/internal/show/trace"
)

//go:embed page.html
var pageText embed.FS

// Limits of a page: rows that are shown, the last ones, and lines of a file that is shown as
// a whole; of a longer one it is those around steps.
const (
	mostPageRows  = 20_000
	mostPageLines = 3_000
	aroundPage    = 8
)

// A page is what the template shows.
type page struct {
	Title   string
	Ends    string
	Compact bool // there are too many threads for a column each
	Shared  bool
	Lanes   []pageLane
	Rows    []*pageRow
	Files   []*pageFile
	Legend  [][2]string
	Notes   []string
	Vars    []string
	Data    pageData
}

type pageLane struct {
	ID    int
	Name  string // t1
	Title string
	Hue   int
}

// A pageRow is a step, or a line of C that is only passed.
type pageRow struct {
	Thread   int
	Number   string
	Line     int
	C        string // line of C
	CPlace   string
	Cells    []pageCell // of each lane
	Shared   []string
	Ends     string
	Inner    bool
	Source   string // id of the line of the program
	CSource  string // and of the C program
	Mentions string // variables, each with a blank in front and behind
}

type pageCell struct {
	Statement string
	Depth     int
	Notes     []string
	Changes   []string
}

type pageFile struct {
	Name  string
	ID    string
	Lines []pageSourceLine
}

type pageSourceLine struct {
	N    int // 0 for a gap
	ID   string
	Text string
}

// pageData is what the script needs to say which values variables have: those at first, and
// what changes.
type pageData struct {
	First   []pageValue   `json:"first"`
	Changes []pageChanges `json:"changes"`
}

type pageValue struct {
	Owner string `json:"o"` // thread, "" for shared variables
	Name  string `json:"n"`
	Text  string `json:"v"`
}

type pageChanges struct {
	Forget []string    `json:"forget,omitempty"` // threads whose variables are others now
	Set    []pageValue `json:"set,omitempty"`
}

// HTML writes one page that needs nothing else: no network, no other file.
func HTML(w io.Writer, t *Trace, o Options) error {
	text, err := template.ParseFS(pageText, "page.html")
	if err != nil {
		return err
	}
	return text.Execute(w, t.page(o))
}

// page makes the page.
func (t *Trace) page(o Options) *page {
	p := &page{Title: t.File, Ends: "the execution ends", Shared: len(t.SharedNames) > 0}
	lane := map[int]int{}
	for i, x := range t.threads() {
		lane[x.id] = i
		p.Lanes = append(p.Lanes, pageLane{x.id, threadName(x.id), x.title(), i % 6})
	}
	p.Compact = len(p.Lanes) > 5
	files := &pageFiles{trace: t, source: o.Source, used: map[string]map[int]bool{}}
	notes, source, origin := t.newNotes(), o.reader(), t.origins(false)
	vars := map[string]bool{}
	left := 0
	add := func(r *row, x *pageRow) {
		x.Thread = r.Thread
		if r.Pos.Line > 0 && len(t.Text) > 0 {
			x.Source = files.mark("", r.Pos.Line)
		}
		if r.Origin != nil && o.Source.Line(r.Origin) != "" {
			x.CSource = files.mark(r.Origin.File, r.Origin.Line)
		}
		if p.Rows = append(p.Rows, x); len(p.Rows) > 2*mostPageRows {
			left += len(p.Rows) - mostPageRows
			p.Rows = slices.Clone(p.Rows[len(p.Rows)-mostPageRows:])
			p.Data.Changes = slices.Clone(p.Data.Changes[len(p.Data.Changes)-mostPageRows:])
		}
	}
	p.Data.First = t.values(t.changes(&trace.State{}, &t.Initial))
	for r := range t.rows(o.Full) {
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
		for _, word := range mentioned.FindAllString(r.Statement, -1) {
			x.Mentions += word + " "
		}
		for _, c := range r.changes {
			vars[variable(c.name)] = true
			x.Mentions += variable(c.name) + " "
		}
		p.Data.Changes = append(p.Data.Changes, change)
		add(r, x)
		if r.ends != "" {
			p.Ends = r.Statement + " " + r.ends
		}
	}
	if text := t.conclusion(); text != "" {
		p.Ends = text
	}
	p.Files, p.Legend, p.Vars = files.list(), notes.entries, slices.Sorted(maps.Keys(vars))
	if notes.section != "" {
		p.Notes = append(p.Notes, fmt.Sprintf("%s.1, %s.2, ... are the statements of an atomic section, which is one step.", notes.section, notes.section))
	}
	if notes.folded {
		p.Notes = append(p.Notes, "A call that returns is one row.")
	}
	if notes.hidden > 0 && !o.Full {
		p.Notes = append(p.Notes, fmt.Sprintf("Steps that only go on (%d) are not shown.", notes.hidden))
	}
	if left > 0 {
		p.Notes = append(p.Notes, fmt.Sprintf("The first %d rows are not shown.", left))
	}
	return p
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

// pageFiles are the files beside a trace: the program, and those in C.
type pageFiles struct {
	trace  *Trace
	source *Source
	names  []string
	used   map[string]map[int]bool // lines, by file; "" is the program
}

// mark returns the id of a line, which is then shown.
func (f *pageFiles) mark(name string, line int) string {
	if f.used[name] == nil {
		f.used[name] = map[int]bool{}
		f.names = append(f.names, name)
	}
	f.used[name][line] = true
	return f.id(name, line)
}

func (f *pageFiles) id(name string, line int) string {
	return fmt.Sprintf("s%d-%d", slices.Index(f.names, name), line)
}

// list returns the files with their lines.
func (f *pageFiles) list() []*pageFile {
	var list []*pageFile
	for i, name := range f.names {
		file := &pageFile{Name: path.Base(name), ID: fmt.Sprintf("s%d", i)}
		var lines []string
		if name == "" {
			file.Name = path.Base(f.trace.File)
			lines = strings.Split(strings.TrimRight(string(f.trace.Text), "\n"), "\n")
		} else {
			lines = f.source.file(name)
		}
		gap := false
		for k, text := range lines {
			if len(lines) > mostPageLines && !f.near(name, k+1) {
				if !gap {
					file.Lines = append(file.Lines, pageSourceLine{Text: "..."})
				}
				gap = true
				continue
			}
			gap = false
			text = strings.ToValidUTF8(strings.TrimRight(text, "\r"), "\ufffd")
			runes := []rune(text)
			file.Lines = append(file.Lines, pageSourceLine{k + 1, f.id(name, k+1), string(runes[:min(len(runes), maxSourceLine)])})
		}
		list = append(list, file)
	}
	return list
}

// near reports whether a step is near a line.
func (f *pageFiles) near(name string, line int) bool {
	for k := line - aroundPage; k <= line+aroundPage; k++ {
		if f.used[name][k] {
			return true
		}
	}
	return false
}
