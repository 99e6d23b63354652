// This file defines what algorithms of the user's own are given and answer.

package systems

import (
	"errors"
	"fmt"
	"io"

	"github.com/ijit/ijit/ijit"
	"github.com/ijit/ijit/internal/show/render"
)

// Space returns the transition system of the model with the question that o asks: its
// Label or Target or Deadlock; Initial; Threads, at most so many of which live at once; Atomicity;
// and Via, which is JIT, or TTS to translate a program first. Nothing else of o matters.
func (m *Model) Space(o Options) (*ijit.Space, error) {
	if err := m.Lower(); err != nil {
		return nil, err
	}
	switch {
	case o.Via == BP:
		return nil, usage("--via bp: a space has states with numbers; there is jit and tts")
	case m.is(machines):
		return nil, fmt.Errorf("%s is a finite state machine, and no transition system of threads", m.Name)
	}
	return m.Model.Space(o.inCard())
}

// inCard returns what is asked, as far as package ijit has words for it.
func (o *Options) inCard() ijit.Question {
	return ijit.Question{
		Label: o.Label, Target: o.Target, Deadlock: o.Deadlock, Initial: o.Initial, Threads: o.Threads,
		Atomicity: o.Atomicity, UpFront: o.Via == TTS,
	}
}

// Render writes the trace of an answer about the model: as a table, in lanes, or in
// another format that ijit trace --help lists.
func (m *Model) Render(w io.Writer, a *ijit.Answer, format string) error {
	f, found := render.FormatNamed(format)
	switch {
	case !found:
		return usage("there is no format %q; there is %s", format, render.FormatNames())
	case a.Trace == nil:
		return errors.New("the answer has no trace")
	}
	return f.Write(w, &render.Trace{Trace: a.Trace, File: m.Name, Property: a.Property, Meaning: m.Meaning}, render.Options{})
}
