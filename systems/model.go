// This file defines models: what Open reads.

package systems

import (
	"context"
	"io"
	"sync"

	"github.com/ijit/ijit/ijit"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/circuits/machine"
	"github.com/ijit/ijit/systems/eca"
)

// A Model is what is checked: a Boolean program, a thread-transition system or a finite
// state machine, or a C program. Of Program, TTS, Machine and C one is not nil. A C program is a
// Boolean program, too, once [Model.Lower] was called.
type Model struct {
	ijit.Model
	C       *eca.File
	Machine *machine.Machine

	lowering sync.Once
	lowered  *eca.Lowered // of which Program was made; nil if it was not written in C
	unfit    error        // why it could not
	written  []byte       // in C
	warnings []*Diagnostic
	reparse  func() (*parser.File, error) // makes another tree of the text of a program; nil if it is made from others
}

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
func (m *Model) Source() []byte {
	if m.C != nil {
		return m.written
	}
	return m.Text
}
