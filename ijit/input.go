// This file defines what kinds of input there are and how one is told from the
// other.

package ijit

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

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

// OpenAs is like [Open] for a file of a kind that its name does not tell. It gives
// up, with the error of ctx, when ctx is done.
func OpenAs(ctx context.Context, kind Kind, path string) (*Model, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s is a directory; name a .bp or .tts file", path)
	}
	m, err := ReadAs(ctx, kind, path, f)
	if err != nil || m.TTS == nil {
		return m, err
	}
	if m.Target, err = readProp(propName(path), m.TTS); err != nil {
		return nil, err
	}
	return m, nil
}

// ReadAs is like [Read] for an input of a kind that its name does not tell. It
// gives up, with the error of ctx, when ctx is done.
func ReadAs(ctx context.Context, kind Kind, name string, r io.Reader) (*Model, error) {
	in, _, err := source.Reader(name, contextReader{ctx, r}, source.MaxStream)
	if err != nil {
		return nil, err
	}
	switch {
	case kind == ByContent:
		head, _ := in.Peek(source.Head) // what went wrong is met again when reading
		kind = sniff(head)
	case kind == ByName && strings.HasSuffix(strings.TrimSuffix(name, ".gz"), ".tts"):
		kind = SystemTTS
	}
	m := &Model{Name: name}
	sum := sha256.New()
	if kind == SystemTTS {
		m.TTS, err = tts.Read(io.TeeReader(in, sum), name)
		m.sum = hex.EncodeToString(sum.Sum(nil))
		return m, err
	}
	m.Program, err = parse(name, io.TeeReader(in, sum), parser.Both)
	m.sum = hex.EncodeToString(sum.Sum(nil))
	return m, err
}

// parse reads a program. Where it is no text, the parser says.
func parse(name string, r io.Reader, mode parser.Mode) (*parser.Program, error) {
	src, err := source.All(name, r)
	if err != nil && !errors.Is(err, source.ErrBinary) {
		return nil, err
	}
	p, wrong := parser.Parse(name, src, mode)
	return p, cmp.Or(wrong, err)
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

// propName returns the name of the file beside path that holds its target.
func propName(path string) string {
	path = strings.TrimSuffix(path, ".gz")
	return strings.TrimSuffix(path, ".tts") + ".prop"
}

// A contextReader reads until its context is done.
type contextReader struct {
	ctx context.Context
	r   io.Reader
}

func (c contextReader) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.r.Read(p)
}
