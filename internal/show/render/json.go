// This file defines traces as JSON.

package render

import (
	"encoding/json"
	"io"
	"slices"
	"strconv"

	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/parser"
)

// A TraceDoc is a trace as a JSON document.
type TraceDoc struct {
	Initial StateDoc  `json:"initial"`
	Steps   []StepDoc `json:"steps"`
	Loop    *int      `json:"loop,omitempty"` // the index of the step from which on all is repeated for ever
}

// A StateDoc is a state: values by the names of variables.
type StateDoc struct {
	Shared  map[string]int `json:"shared"`
	Threads []ThreadDoc    `json:"threads"`
}

// A ThreadDoc is a thread in a state. Procedure is empty and PC absent for a
// transition system.
type ThreadDoc struct {
	ID        int            `json:"id"`
	Procedure string         `json:"procedure,omitempty"`
	PC        *int           `json:"pc,omitempty"`
	Locals    map[string]int `json:"locals"`
	// Callers are the procedures whose calls have not returned, outermost first, but only
	// the innermost hundred.
	Callers []FrameDoc `json:"callers,omitempty"`
}

// A FrameDoc is a procedure that waits for the return of a call at PC.
type FrameDoc struct {
	Procedure string         `json:"procedure"`
	PC        int            `json:"pc"`
	Locals    map[string]int `json:"locals"`
}

// A StepDoc is a step. Depth counts the statements of an atomic section that is
// one step once. Changed holds new values only.
type StepDoc struct {
	Depth     int        `json:"depth"`
	Inner     bool       `json:"inner,omitempty"`   // leads into the middle of an atomic section
	Thread    int        `json:"thread"`            // 0 for the environment
	Context   int        `json:"context,omitempty"` // the number of the context that begins with the step, from 1 on, if contexts are counted
	Calls     int        `json:"calls,omitempty"`   // of the thread, which have not returned
	File      string     `json:"file"`
	Line      int        `json:"line,omitempty"`
	Col       int        `json:"col,omitempty"`
	Statement string     `json:"statement"`
	Inside    string     `json:"inside,omitempty"` // how many steps are left out, in decimal, if the statement is a call that returns and either had steps before or is too long
	Origin    *OriginDoc `json:"origin,omitempty"`
	Changed   ChangeDoc  `json:"changed"`
	GoesTo    int        `json:"goes_to,omitempty"` // the line where the thread goes on, if there is a choice
	Created   int        `json:"created,omitempty"`
	Ended     bool       `json:"ended,omitempty"`
	Moved     []int      `json:"moved,omitempty"` // other threads that the step moved
	Fails     bool       `json:"fails,omitempty"`
	State     *StateDoc  `json:"state,omitempty"` // the whole state, if asked for
}

// A ChangeDoc holds the new values of the variables that changed, those of a
// thread by its number.
type ChangeDoc struct {
	Shared map[string]int            `json:"shared,omitempty"`
	Locals map[string]map[string]int `json:"locals,omitempty"`
}

// An OriginDoc is a place in the C program.
type OriginDoc struct {
	File     string `json:"file"`
	Line     int    `json:"line"`
	Function string `json:"function,omitempty"`
}

// JSON writes the trace as one JSON document, a [TraceDoc].
func JSON(w io.Writer, t *Trace, o Options) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(Doc(t, o))
}

// Doc returns the trace as a document.
func Doc(t *Trace, o Options) *TraceDoc {
	doc := &TraceDoc{Initial: t.stateDoc(&t.Initial), Steps: []StepDoc{}}
	for r := range t.rows(true) {
		s := StepDoc{
			Depth:     int(r.step),
			Inner:     r.Passing,
			Thread:    r.Thread,
			Context:   r.Context,
			Calls:     r.depth(),
			File:      t.File,
			Line:      r.Pos.Line,
			Col:       r.Pos.Col,
			Statement: r.Statement,
			Origin:    NewOriginDoc(r.Origin),
			GoesTo:    r.Goes.Line,
			Created:   r.Created,
			Ended:     r.Ended,
			Moved:     r.Woken,
			Fails:     r.Fails,
		}
		if r.inside != nil {
			s.Inside = r.inside.String()
		}
		for _, c := range r.changes {
			s.Changed.add(c)
		}
		if o.Full {
			state := t.stateDoc(&r.State)
			s.State = &state
		}
		doc.Steps = append(doc.Steps, s)
	}
	if t.Lasso {
		doc.Loop = &t.Loop
	}
	return doc
}

func (d *ChangeDoc) add(c change) {
	values := &d.Shared
	if c.thread != 0 {
		if d.Locals == nil {
			d.Locals = map[string]map[string]int{}
		}
		id := strconv.Itoa(c.thread)
		own := d.Locals[id]
		values = &own
		defer func() { d.Locals[id] = own }()
	}
	if *values == nil {
		*values = map[string]int{}
	}
	(*values)[c.name] = c.value
}

func (t *Trace) stateDoc(s *trace.State) StateDoc {
	doc := StateDoc{Shared: ByName(t.SharedNames, s.Shared), Threads: []ThreadDoc{}}
	for _, x := range s.Threads {
		d := ThreadDoc{ID: x.ID, Procedure: x.Proc, Locals: ByName(x.Names, x.Locals)}
		if x.PC >= 0 {
			d.PC = &x.PC
		}
		for f := x.Caller; f != nil && len(d.Callers) < mostCallers; f = f.Caller {
			d.Callers = append(d.Callers, FrameDoc{f.Proc, f.PC, ByName(f.Names, f.Locals)})
		}
		slices.Reverse(d.Callers)
		doc.Threads = append(doc.Threads, d)
	}
	return doc
}

// ByName returns values by their names.
func ByName(names []string, values []int) map[string]int {
	m := map[string]int{}
	for i, v := range values {
		m[names[i]] = v
	}
	return m
}

// mostCallers is how many callers a state has: one for each call would make documents of
// deep recursion grow with its square.
const mostCallers = 100

// NewOriginDoc returns o as a document, nil for nil.
func NewOriginDoc(o *parser.Origin) *OriginDoc {
	if o == nil {
		return nil
	}
	return &OriginDoc{File: o.File, Line: o.Line, Function: o.Func}
}
