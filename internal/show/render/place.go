// This file defines how places in the C program are written.

package render

import (
	"fmt"
	"iter"
	"path"
	"strconv"

	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/parser"
)

// origins returns how to write the C place behind a step: by the base name of the
// file where that tells the files apart.
func (t *Trace) origins(withFunc bool) func(o *parser.Origin) string {
	base := map[string]string{} // by base name, the file
	ambiguous := map[string]bool{}
	for s := range t.kept() {
		if s.Origin == nil {
			continue
		}
		b := path.Base(s.Origin.File)
		if f, met := base[b]; met && f != s.Origin.File {
			ambiguous[b] = true
		}
		base[b] = s.Origin.File
	}
	return func(o *parser.Origin) string {
		if o == nil {
			return ""
		}
		file := path.Base(o.File)
		if ambiguous[file] {
			file = o.File
		}
		text := file + ":" + strconv.Itoa(o.Line)
		if withFunc && o.Func != "" {
			text += " " + o.Func
		}
		return text
	}
}

// language names what the program was made of, by the files of its origins.
func (t *Trace) language() string {
	for s := range t.kept() {
		if s.Origin != nil && path.Ext(s.Origin.File) != ".go" {
			return "C"
		}
	}
	return "Go"
}

// hasOrigins reports whether some step carries a C place.
func (t *Trace) hasOrigins() bool {
	for s := range t.kept() {
		if s.Origin != nil {
			return true
		}
	}
	return false
}

// kept yields each step that the trace keeps, those inside of calls once.
func (t *Trace) kept() iter.Seq[*trace.Step] {
	return func(yield func(*trace.Step) bool) {
		lists := [][]trace.Step{t.Steps}
		for _, c := range t.Calls() {
			lists = append(lists, c.Steps)
		}
		for _, steps := range lists {
			for i := range steps {
				if !yield(&steps[i]) {
					return
				}
			}
		}
	}
}

// A lane is a thread with what it is called by: the procedure, and where it was started.
type lane struct {
	id   int
	name string // of the procedure or, in C, of the function; "" in a transition system
	line int    // of the statement that started it; 0 for none
}

// title names a thread in full.
func (l lane) title() string {
	text := threadName(l.id)
	if l.name != "" {
		text += " " + l.name
	}
	if l.line > 0 {
		text += fmt.Sprintf(" (line %d)", l.line)
	}
	return text
}

// threads returns all threads that ever live in t, as they first appear.
func (t *Trace) threads() []lane {
	var list []lane
	at := map[int]int{} // in list, by thread
	meet := func(s *trace.State, line int) {
		for i := range s.Threads {
			x := &s.Threads[i]
			if _, met := at[x.ID]; !met {
				name := x.Proc
				for _, f := range x.Callers() {
					name = f.Proc
					break
				}
				at[x.ID] = len(list)
				list = append(list, lane{x.ID, name, line})
			}
		}
	}
	meet(&t.Initial, 0)
	named := map[int]bool{} // by a function
	for i := range t.Steps {
		s := &t.Steps[i]
		meet(&s.State, s.Pos.Line)
		if k, met := at[s.Thread]; met && list[k].line > 0 && !named[s.Thread] && s.Origin != nil && s.Origin.Func != "" {
			named[s.Thread] = true
			list[k].name = s.Origin.Func
		}
	}
	return list
}
