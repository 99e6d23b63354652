// This file defines traces as sequence diagrams in the language of mermaid.

package render

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// Mermaid writes a sequence diagram. Threads are the participants. A statement is
// a message of a thread to itself, or to those whom it creates or moves; what
// changes is a note; a section that is one step is a box.
//
// Participants are not created and destroyed in the middle of the diagram, though
// mermaid knows that: it draws such threads where the eye does not look for them,
// and older versions refuse them.
func Mermaid(out io.Writer, t *Trace, o Options) error {
	w := bufio.NewWriter(out)
	fmt.Fprintln(w, "sequenceDiagram")
	threads := t.threads()
	environment := len(threads) == 0
	for i := range t.Steps {
		environment = environment || t.Steps[i].Thread == 0
	}
	if environment {
		fmt.Fprintln(w, "  participant E as environment")
	}
	for _, x := range threads {
		fmt.Fprintf(w, "  participant %s as %s\n", participant(x.id), diagramText(x.title()))
	}
	t.mermaidStart(w)
	origin := t.origins(true)
	for r := range t.rows(o.Full) {
		if !r.hidden || o.Full {
			t.mermaidStep(w, r, origin(r.Origin), o)
		}
	}
	if text := t.conclusion(); text != "" {
		at := "E"
		if len(t.Final().Threads) > 0 {
			at = participant(t.Final().Threads[0].ID)
		}
		fmt.Fprintf(w, "  Note over %s: %s\n", at, diagramText(text))
	}
	return w.Flush()
}

func (t *Trace) mermaidStart(w io.Writer) {
	shared, locals := t.start()
	if len(shared) > 0 {
		at := "E"
		if n := len(t.Initial.Threads); n > 0 {
			at = participant(t.Initial.Threads[0].ID)
			if n > 1 {
				at += "," + participant(t.Initial.Threads[n-1].ID)
			}
		}
		fmt.Fprintf(w, "  Note over %s: %s\n", at, diagramText(join(shared, change.short)))
	}
	for _, x := range t.Initial.Threads {
		if cs := locals[x.ID]; len(cs) > 0 {
			fmt.Fprintf(w, "  Note over %s: %s\n", participant(x.ID), diagramText(join(cs, change.short)))
		}
	}
}

func (t *Trace) mermaidStep(w io.Writer, r *row, origin string, o Options) {
	if r.first {
		fmt.Fprintln(w, "  rect rgb(238, 238, 238)")
	}
	from := participant(r.Thread)
	if text := r.begins(); text != "" {
		fmt.Fprintf(w, "  Note over %s: %s\n", from, text)
	}
	text := r.number + ". " + r.statement()
	switch {
	case origin != "":
		text += " (" + origin + ")"
	case r.Pos.Line > 0:
		text += fmt.Sprintf(" (line %d)", r.Pos.Line)
	}
	to, arrow := from, "->>"
	switch {
	case r.Created != 0:
		to = participant(r.Created)
	case r.ends != "":
		arrow = "-x"
	}
	fmt.Fprintf(w, "  %s%s%s: %s\n", from, arrow, to, diagramText(text))
	for _, id := range r.Woken {
		fmt.Fprintf(w, "  %s-->>%s: %s\n", from, participant(id), r.affected(id))
	}
	vars, locals := r.split(t, o.Full)
	if len(vars) > 0 {
		fmt.Fprintf(w, "  Note over %s: %s\n", from, diagramText(join(vars, change.short)))
	}
	for _, x := range r.State.Threads {
		if cs := locals[x.ID]; len(cs) > 0 {
			fmt.Fprintf(w, "  Note over %s: %s\n", participant(x.ID), diagramText(join(cs, change.short)))
		}
	}
	switch by, _ := r.rise(); { // a bar for each call that has not returned
	case by > 0:
		fmt.Fprintf(w, "  activate %s\n", from)
	case by < 0:
		fmt.Fprintf(w, "  deactivate %s\n", from)
	}
	if r.Ended {
		fmt.Fprintf(w, "  Note over %s: ends\n", from)
	}
	if r.ends != "" {
		fmt.Fprintf(w, "  Note over %s: %s\n", from, r.ends)
	}
	if r.last {
		fmt.Fprintln(w, "  end")
	}
}

// participant returns the name of a thread in a diagram.
func participant(id int) string {
	if id == 0 {
		return "E"
	}
	return fmt.Sprintf("T%d", id)
}

// diagramText writes text so that mermaid shows it: what ends a message there, or
// is a mark-up, is written as an entity, which begins with # and has no &.
func diagramText(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch r {
		case '\n', '\r':
			b.WriteString("<br/>")
		case '#', ';', '<', '>', '%', '&', '"', '\\', '{', '}', '@':
			fmt.Fprintf(&b, "#%d;", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
