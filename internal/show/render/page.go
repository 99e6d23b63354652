// This file defines the page for a browser on which executions of all kinds are shown.

package render

import (
	"embed"
	"fmt"
	"html/template"
	"io"
	"path"
	"slices"
	"strings"
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
	Asked   string // what was asked, if that is more than whether an assertion can fail
	Ends    string
	Step    string // what a row is: a step, a position, a turn
	Compact bool   // there are too many threads for a column each
	Shared  string // the title of the column for what is of no thread; "" for no such column
	Lined   bool   // rows have lines
	Folds   bool   // some rows are calls that can be folded
	Lanes   []pageLane
	Rows    []*pageRow
	Files   []*pageFile
	Legend  [][2]string
	Notes   []string
	Vars    []string
	Data    pageData

	left int // rows that were there before the first one
}

// Many reports whether there are so many lanes that somebody wants to see few of them.
func (p *page) Many() bool { return len(p.Lanes) > 5 }

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
	Inside   int    // how many rows behind this one are what happens in the call that it is; 0 if it is none
	Open     bool   // these are shown at first
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

// write writes the page, which needs nothing else: no network, no other file.
func (p *page) write(w io.Writer) error {
	if p.Data.First == nil {
		p.Data.First = []pageValue{} // null would be none
	}
	text, err := template.ParseFS(pageText, "page.html")
	if err != nil {
		return err
	}
	return text.Execute(w, p)
}

// add adds a row and what it does to the values of variables. Of too many rows the last ones are kept.
func (p *page) add(r *pageRow, change pageChanges) {
	p.Data.Changes = append(p.Data.Changes, change)
	if p.Rows = append(p.Rows, r); len(p.Rows) > 2*mostPageRows {
		p.left += len(p.Rows) - mostPageRows
		p.Rows = slices.Clone(p.Rows[len(p.Rows)-mostPageRows:])
		p.Data.Changes = slices.Clone(p.Data.Changes[len(p.Data.Changes)-mostPageRows:])
	}
}

// pageFiles are the files beside an execution: the input, and those that it comes from.
type pageFiles struct {
	name  string // of the input
	text  []byte
	lines func(name string) []string // of other files
	names []string
	used  map[string]map[int]bool // lines, by file; "" is the input
}

// newPageFiles returns no file beside an input.
func newPageFiles(name string, text []byte, lines func(name string) []string) *pageFiles {
	return &pageFiles{name: name, text: text, lines: lines, used: map[string]map[int]bool{}}
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
			file.Name = path.Base(f.name)
			lines = strings.Split(strings.TrimRight(string(f.text), "\n"), "\n")
		} else {
			lines = f.lines(name)
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
