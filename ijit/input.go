// This file defines what kinds of input there are and how one is distinguished from the
// other.

package ijit

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"strings"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/internal/source"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

// A Kind is a kind of input.
type Kind string

const (
	ByName    Kind = ""    // the name decides, as for Open
	ByContent Kind = "?"   // the content decides: a TTS begins with a number
	ProgramBP Kind = "bp"  // a Boolean program
	SystemTTS Kind = "tts" // a thread-transition system
)

// An Input is where a model comes from, and how it is read.
type Input struct {
	Name   string    // of the file; used in messages
	Reader io.Reader // to read from instead of the file, if not nil
	Kind   Kind
	// Memory is how many bytes the process may use meanwhile, 0 for no limit. Reading fails
	// with ErrMemory where it takes more.
	Memory uint64
}

// ErrMemory says that reading was given up for want of memory.
var ErrMemory = errors.New("the input takes more memory than is allowed")

// Open reads the model. It gives up, with the error of ctx, when ctx is done.
func (x Input) Open(ctx context.Context) (*Model, error) {
	if x.Reader != nil {
		in, _, err := source.Reader(x.Name, x.Reader, source.MaxStream)
		if err != nil {
			return nil, err
		}
		return x.read(ctx, in)
	}
	f, err := source.Open(x.Name, source.MaxStream)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	m, err := x.read(ctx, f.Reader)
	if err != nil || m.TTS == nil {
		return m, err
	}
	if m.Target, err = readProp(source.Prop(x.Name), m.TTS); err != nil {
		return nil, err
	}
	return m, nil
}

// read reads a model from an unpacked text.
func (x Input) read(ctx context.Context, in *bufio.Reader) (m *Model, err error) {
	kind := x.Kind
	switch {
	case kind == ByContent:
		head, _ := in.Peek(source.Head) // what went wrong is met again when reading
		kind = sniff(head)
	case kind == ByName && strings.HasSuffix(strings.TrimSuffix(x.Name, ".gz"), ".tts"):
		kind = SystemTTS
	}
	m = &Model{Name: x.Name}
	r := &meteredReader{in, ctx, algorithms.NewMeter(ctx, x.Memory, nil)}
	sum := sha256.New()
	text := io.TeeReader(r, sum)
	if kind == SystemTTS {
		m.TTS, err = tts.ReadWithin(text, x.Name, r.room)
	} else {
		m.Program, m.Text, err = parse(x.Name, text)
	}
	m.sum = hex.EncodeToString(sum.Sum(nil))
	return m, err
}

// parse reads a program. Where it is no text, the parser says.
func parse(name string, r io.Reader) (p *parser.Program, text []byte, err error) {
	text, err = source.All(name, r)
	if err != nil && !errors.Is(err, source.ErrBinary) {
		return nil, nil, err
	}
	p, wrong := parser.Parse(name, text, parser.Both)
	return p, text, cmp.Or(wrong, err)
}

// Format returns the canonical text of the Boolean program src. The program need
// not have a main procedure.
func Format(name string, src []byte) ([]byte, error) {
	f, err := parser.ParseFile(name, src)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = parser.Fprint(&b, f)
	return b.Bytes(), err
}

// sniff tells a TTS, whose first word is a number or whose first line is a
// comment in its own style, from a program, which begins otherwise.
func sniff(head []byte) Kind {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\uFEFF")), " \t\r\n")
	if len(head) > 0 && (head[0] == '#' || '0' <= head[0] && head[0] <= '9') {
		return SystemTTS
	}
	return ProgramBP
}

// A meteredReader reads until a limit is met.
type meteredReader struct {
	r     io.Reader
	ctx   context.Context
	meter *algorithms.Meter
}

// room reports whether as many bytes more can be taken.
func (m *meteredReader) room(bytes uint64) error {
	if !m.meter.Room(bytes) {
		return cmp.Or(m.ctx.Err(), ErrMemory)
	}
	return nil
}

func (m *meteredReader) Read(p []byte) (int, error) {
	if m.meter.Stop() {
		return 0, cmp.Or(m.ctx.Err(), ErrMemory)
	}
	return m.r.Read(p)
}
