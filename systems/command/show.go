// This file defines how the counterexamples of an answer are shown: the trace of a program or a
// system, the runs of a finite state machine, one for each property that is false, or
// the executions of a C program, one for each label that is reached.

package command

import (
	"fmt"
	"io"
	"strings"

	"github.com/ijit/ijit/internal/show/render"
	"github.com/ijit/ijit/systems"
)

// useless reports a flag that would have no effect on a model. What the reader of the input and
// the question refuse is not repeated.
func (c *checkFlags) useless(m *systems.Model, o *systems.Options) (err error) {
	if len(c.show) == 0 {
		err = refuse("about how a trace is shown; --trace asks for one", given{"--full", c.Full}, given{"--source", c.Source != ""})
	}
	if _, program := m.Form.(systems.BooleanProgram); err == nil && !program {
		err = refuse("about Boolean programs, and "+m.Name+" is none", given{"--source", c.Source != ""}, given{"--summaries", c.Summaries}, given{"--exact", c.Exact})
	}
	if _, system := m.Form.(systems.TransitionSystem); err == nil && system {
		err = refuse("about programs and finite state machines, and "+m.Name+" is none", given{"--no-vacuous", c.NoVacuous})
	}
	if err == nil && m.InC() {
		err = refuse("about configurations of threads, and "+m.Name+" is a sequential C program", given{"--print-cover", c.Cover})
	}
	for _, t := range c.show {
		if err == nil {
			err = m.Shows(&t.format, m, o)
		}
	}
	return err
}

// A view is a counterexample that can be shown.
type view struct {
	title string // "" if there is only one
	write func(w io.Writer, f render.Format, o render.Options) error
}

// views returns the counterexamples.
func (a *answer) views() []view {
	r := a.result
	if r.Trace != nil {
		t := a.trace()
		return []view{{"", func(w io.Writer, f render.Format, o render.Options) error { return f.Write(w, t, o) }}}
	}
	var list []view
	for i := range r.Properties {
		p := &r.Properties[i]
		if p.Verdict != systems.Unsafe || p.Found == nil {
			continue
		}
		if p.Found.Turns != nil {
			turns := &render.Turns{Turns: p.Found.Turns, File: p.File, Property: p, Text: a.model.Source()}
			list = append(list, view{place(p), func(w io.Writer, f render.Format, o render.Options) error { return f.Turns(w, turns, o) }})
			continue
		}
		if p.Found.Waves == nil {
			continue
		}
		waves := &render.Waves{Waves: p.Found.Waves, File: p.File, Property: p, Text: a.model.Source()}
		list = append(list, view{
			strings.Join(strings.Fields(place(p)+" "+p.Name), " ") + ": " + p.Text,
			func(w io.Writer, f render.Format, o render.Options) error { return f.Waves(w, waves, o) },
		})
	}
	if len(list) == 1 {
		list[0].title = ""
	}
	return list
}

// trace returns the trace for rendering.
func (a *answer) trace() *render.Trace {
	if a.threaded != nil {
		return &render.Trace{Trace: a.result.Trace, File: a.file, Property: a.result.Property, Text: a.text}
	}
	return &render.Trace{
		Trace:    a.result.Trace,
		File:     a.model.Name,
		Property: a.result.Property,
		Meaning:  a.model.Meaning,
		Text:     a.model.Text,
	}
}

// printTraces shows the counterexamples in each way that was asked for, and returns where
// the rest of the answer goes: standard output, unless a document is all that is there.
func (a *answer) printTraces(sh *shell) (rest io.Writer, err error) {
	rest = sh.stdout
	if len(a.show) == 0 {
		return rest, nil
	}
	views := a.views()
	switch r := a.result; {
	case len(views) == 0 && r.Verdict == systems.Unsafe && r.Detail != "":
		fmt.Fprintf(sh.stderr, "ijit: there is no trace to show: %s\n", r.Detail)
	case len(views) == 0 && r.Verdict == systems.Unsafe:
		fmt.Fprintln(sh.stderr, "ijit: there is no trace to show: no single run shows that the property is false")
	case len(views) == 0:
		fmt.Fprintf(sh.stderr, "ijit: there is no trace to show: the verdict is %v\n", r.Verdict)
	case r.Detail != "":
		fmt.Fprintf(sh.stderr, "ijit: %s\n", r.Detail)
	}
	for _, t := range a.show {
		if len(views) == 0 || sh.json && t.file == "" {
			continue
		}
		shown := views
		if t.format.Document && len(views) > 1 {
			shown = views[:1]
			what, choose := "properties are false", "--property"
			if a.ofC() {
				what, choose = "labels are reached", "--label"
			}
			fmt.Fprintf(sh.stderr, "ijit: %d %s; --trace %s shows the run of the first one, %s; choose another one with %s\n", len(views), what, t.format.Name, views[0].title, choose)
		}
		if t.file != "" {
			err = replaceFile(t.file, func(w io.Writer) error {
				return write(w, shown, t.format, render.Options{Full: a.Full, Source: a.source})
			})
		} else {
			err = write(sh.stdout, shown, t.format, render.Options{Full: a.Full, Width: sh.width, Color: sh.color, Source: a.source})
		}
		switch {
		case err != nil:
			return rest, err
		case t.file != "":
		case t.format.Document:
			rest = sh.stderr
		default:
			fmt.Fprintln(sh.stdout)
		}
	}
	return rest, nil
}

// write writes counterexamples in one format.
func write(w io.Writer, views []view, f render.Format, o render.Options) error {
	for i, v := range views {
		if v.title != "" && !f.Document {
			gap := ""
			if i > 0 {
				gap = "\n"
			}
			fmt.Fprintf(w, "%s%s\n", gap, v.title)
		}
		if err := v.write(w, f, o); err != nil {
			return err
		}
	}
	return nil
}
