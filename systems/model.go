// This file defines models: what Open reads, and what differs between kinds of them.

package systems

import (
	"context"
	"io"

	"github.com/ijit/ijit/ijit"
	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/show/render"
)

// A Model is what is checked, in the terms of package ijit as far as that knows them, and of which form it is. A C
// program is a Boolean program, too, once [Model.Lower] was called.
type Model struct {
	ijit.Model
	Form

	source   []byte // that was read, if it is for people to read
	warnings []Diagnostic
}

// A Form is a kind of model: a [BooleanProgram], a [TransitionSystem], a [StateMachine] or a [CProgram]. What is asked
// of each is answered in its own file.
type Form interface {
	// Shows returns a [UsageError] if a format shows no counterexamples of the model to what is asked.
	Shows(f *render.Format, m *Model, o *Options) error

	needs() feature                              // what algorithms have to take that take such models
	initial(q *question) error                   // reads what the options say of the configurations at first
	suits(q *question, a *Algorithm) bool        // whether an algorithm that takes the question may be chosen unasked
	bound(q *question) int                       // on live threads where one is needed and none is given; 0 for none
	fit(q *question) error                       // refuses what cannot be asked of the model, and makes the question complete
	decide(c *check) error                       // fills in the result
	unasked(m *Model) error                      // says that the model has nothing to check, and how to ask
	proves(m *Model, property string) proof.Form // the model as the checker of certificates has it
}

// unread is the form of a model of which nothing is known.
type unread struct{ Form }

func (unread) needs() feature                   { return 0 }
func (unread) suits(*question, *Algorithm) bool { return true }

// is reports whether a model is of the kind of those for which algorithms need a feature.
func (m *Model) is(kind feature) bool { return m.needs()&kind != 0 }

// Open reads a model from a file, which may be compressed by gzip. A name that ends in .tts is a thread-transition
// system, one in .smv a model in the language of NuSMV, one in .aig or .aag a circuit, one in .c an
// event-condition-action program in C, anything else a Boolean program. The target of x.tts is in x.prop or x.tts.prop
// beside it.
func Open(path string) (*Model, error) { return Input{Name: path}.Open(context.Background()) }

// Read reads a model from r; name says what it is, as for [Open], and is used in
// messages.
func Read(name string, r io.Reader) (*Model, error) {
	return Input{Name: name, Reader: r}.Open(context.Background())
}

// Source returns the text that was read, nil if it is none for people to read.
func (m *Model) Source() []byte { return m.source }
