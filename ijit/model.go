// This file defines models: what Open reads.

package ijit

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"

	"github.com/ijit/ijit/internal/source"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

// A Config is a configuration of a transition system: a shared state and how
// many threads are in which local state. Its Key makes it the key of a map.
type Config = tts.Config[uint32]

// A Model is what is explored: a Boolean program or a thread-transition system. One of Program and
// TTS is not nil, unless a reader of another package has made it.
type Model struct {
	Name    string // of the file; used in messages
	Program *parser.Program
	Text    []byte // of the program
	TTS     *tts.TTS
	Target  *Config // what the .prop file beside a .tts file names, if there is one
	Sum     string  // SHA-256 of what was read, in hexadecimal: certificates say by it what they are about
}

// A Reader makes a model of a text in another format: the program or the system that stands for it. Package systems
// takes readers of the user's own besides all formats of this module.
type Reader struct {
	Name      string // of the format
	Doc       string // one sentence
	Extension string // of the names of files, such as ".rules"
	// Read reads a text that is unpacked; name is used in messages. Errors are best diagnostics with line and column,
	// see package parser/diagnostic. What it leaves empty of the model's Name and Sum is filled in.
	Read func(name string, text io.Reader) (*Model, error)
}

// Open reads a model from a file, which may be compressed by gzip. A name that ends in .tts is
// a thread-transition system, anything else a Boolean program. The target of x.tts is in x.prop or
// x.tts.prop beside it. Errors of the text are diagnostics with file, line and column ([parser.ErrorList]).
func Open(path string) (*Model, error) {
	f, err := source.Open(path, source.MaxStream)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	m, err := read(path, f.Reader)
	if err != nil || m.TTS == nil {
		return m, err
	}
	return m, m.ReadTarget(source.Prop(path))
}

// Read reads a model from r; name says what it is, as for [Open], and is used in messages.
func Read(name string, r io.Reader) (*Model, error) {
	in, _, err := source.Reader(name, r, source.MaxStream)
	if err != nil {
		return nil, err
	}
	return read(name, in)
}

func read(name string, r io.Reader) (*Model, error) {
	if IsTTS(name) {
		return ReadTTS(name, r, func(uint64) error { return nil })
	}
	return ReadProgram(name, r)
}

// IsTTS reports whether a name is that of a transition system.
func IsTTS(name string) bool { return path.Ext(strings.TrimSuffix(name, ".gz")) == ".tts" }

// ReadProgram reads a Boolean program.
func ReadProgram(name string, r io.Reader, options ...parser.Option) (*Model, error) {
	text, err := source.All(name, r)
	if err != nil && !errors.Is(err, source.ErrBinary) {
		return nil, err
	}
	p, wrong := parser.Parse(name, text, parser.Both, options...) // of what is no text the parser says more
	if err := cmp.Or(wrong, err); err != nil {
		return nil, err
	}
	sum := sha256.Sum256(text)
	return &Model{Name: name, Program: p, Text: text, Sum: hex.EncodeToString(sum[:])}, nil
}

// ReadTTS reads a thread-transition system. Before it takes as many bytes it asks whether there is room,
// and ends with the error that says that there is none.
func ReadTTS(name string, r io.Reader, room func(bytes uint64) error) (*Model, error) {
	sum := sha256.New()
	t, err := tts.ReadWithin(io.TeeReader(r, sum), name, room)
	if err != nil {
		return nil, err
	}
	return &Model{Name: name, TTS: t, Sum: hex.EncodeToString(sum.Sum(nil))}, nil
}

// ReadTarget reads the target of a transition system from a file, if it is there.
func (m *Model) ReadTarget(path string) error {
	const most = 1 << 20 // bytes
	f, err := source.Open(path, most)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	c, err := tts.ReadProp(f, path)
	if err != nil {
		return err
	}
	if err := m.TTS.CheckConfig(c); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	m.Target = &c
	return nil
}
