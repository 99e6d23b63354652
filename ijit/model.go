// This file defines models: what Open reads.

package ijit

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

// A Model is what is checked: a Boolean program or a thread-transition system.
type Model struct {
	Name    string
	Program *parser.Program // nil for a TTS
	TTS     *tts.TTS        // nil for a program
	// Target is what the .prop file beside a .tts file names, if there is one.
	Target *tts.Config[uint32]
}

// Open reads a model from a file, which may be compressed by gzip. A name that
// ends in .tts or .tts.gz is a thread-transition system, with its target in the
// .prop file beside it, anything else a Boolean program.
func Open(path string) (*Model, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s is a directory; name a .bp or .tts file", path)
	}
	m, err := Read(path, f)
	if err != nil || m.TTS == nil {
		return m, err
	}
	base := strings.TrimSuffix(strings.TrimSuffix(path, ".gz"), filepath.Ext(strings.TrimSuffix(path, ".gz")))
	if m.Target, err = readProp(base+".prop", m.TTS); err != nil {
		return nil, err
	}
	return m, nil
}

// Read reads a model from r; name says what it is, as for [Open], and is used in
// messages.
func Read(name string, r io.Reader) (*Model, error) {
	in := bufio.NewReaderSize(r, 1<<16)
	if magic, err := in.Peek(2); err == nil && bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(in)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		in = bufio.NewReaderSize(z, 1<<16)
	}
	m := &Model{Name: name}
	var err error
	if strings.HasSuffix(strings.TrimSuffix(name, ".gz"), ".tts") {
		m.TTS, err = tts.Read(in, name)
		return m, err
	}
	src, err := io.ReadAll(in)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	m.Program, err = parser.Parse(name, src, parser.Both)
	return m, err
}

func readProp(path string, t *tts.TTS) (*tts.Config[uint32], error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	c, err := tts.ReadProp(f, path)
	if err != nil {
		return nil, err
	}
	if err := t.CheckConfig(c); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &c, nil
}
