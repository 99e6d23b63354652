// This file defines the translation of a program for a .tts file.

package systems

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/ijit/ijit/converter"
	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/tts"
)

// TranslateOptions says how to translate. The zero value is the default.
type TranslateOptions struct {
	Atomicity Atomicity
	// SATABS asks for the translation and the numbering of satabs --build-tts,
	// whose meaning differs a little; see [converter.TranslateSATABS]. Atomicity is
	// then of no concern.
	SATABS bool
}

// A Translation is a transition system with its target.
type Translation struct {
	TTS    *tts.TTS
	Target tts.Config[uint32]
}

// Translate translates the program, whole. Its cost is exponential in the number
// of variables. It gives up, with the error of ctx, when ctx is done.
func (m *Model) Translate(ctx context.Context, o TranslateOptions) (*Translation, error) {
	if err := m.Lower(); err != nil {
		return nil, err
	}
	if m.is(tables | machines) {
		return nil, usage("%s is a transition system already", m.Name)
	}
	p, err := m.Program.WithoutCalls()
	if err != nil {
		return nil, err
	}
	stop := func() bool { return ctx.Err() != nil }
	var t Translation
	if o.SATABS {
		t.TTS, t.Target, err = converter.TranslateSATABS(m.Program, stop)
	} else {
		t.TTS, t.Target, err = converter.TranslateFile(image.New(p, o.Atomicity, stop))
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, converter.ErrStopped):
		return nil, context.Canceled
	case err != nil:
		return nil, fmt.Errorf("%s: %w", m.Name, err)
	}
	return &t, nil
}

// WriteTTS writes the system as a .tts file. The lines of comment come first.
func (t *Translation) WriteTTS(w io.Writer, comment string) error {
	return tts.Write(w, t.TTS, tts.WriteOptions{Preamble: comment})
}

// WriteProp writes the target as a .prop file.
func (t *Translation) WriteProp(w io.Writer) error { return tts.WriteProp(w, t.Target) }
