// This file tests that texts are unpacked, and that endless ones end.

package source

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
)

// An endless reader repeats a byte.
type endless byte

func (e endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(e)
	}
	return len(p), nil
}

func pack(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := io.WriteString(z, text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestRead(t *testing.T) {
	for _, text := range []string{"", "x", "\x1f", "a program", strings.Repeat("x\n", 2*Head)} {
		for _, packed := range []bool{false, true} {
			in := text
			if packed {
				in = pack(t, text)
			}
			got, was, err := Read("name", iotest.OneByteReader(strings.NewReader(in)))
			if string(got) != text || was != packed || err != nil {
				t.Errorf("%.10q, packed %v: %d bytes, %v, %v", text, packed, len(got), was, err)
			}
		}
	}
	if _, _, err := Read("name", strings.NewReader("\x1f\x8bno")); err == nil || !strings.HasPrefix(err.Error(), "name: ") {
		t.Errorf("what only begins like gzip: %v", err)
	}
	if _, _, err := Read("name", io.MultiReader(strings.NewReader("text"), iotest.ErrReader(io.ErrClosedPipe))); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("a read that fails: %v", err)
	}
}

func TestLimit(t *testing.T) {
	const most = 3 << 20
	for _, size := range []int64{0, most - 1, most, most + 1, 1 << 40} {
		in, _, err := Reader("name", io.LimitReader(endless('x'), size), most)
		if err != nil {
			t.Fatal(err)
		}
		n, err := io.Copy(io.Discard, in)
		if size <= most && (n != size || err != nil) || size > most && (n > most || err == nil || !strings.Contains(err.Error(), "more than 3 MiB")) {
			t.Errorf("%d bytes: read %d, %v", size, n, err)
		}
	}
	for _, size := range []int64{0, most, most + 1, 1 << 40} {
		text, err := all("name", io.LimitReader(endless('x'), size), most)
		if size <= most && (int64(len(text)) != size || err != nil) || size > most && (err == nil || !strings.HasPrefix(err.Error(), "name: more than 3 MiB of text")) {
			t.Errorf("%d bytes: all of them are %d, %v", size, len(text), err)
		}
	}
	// What is packed small may be large.
	in, _, err := Reader("name", strings.NewReader(pack(t, strings.Repeat("x", 4<<20))), most)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, in); err == nil {
		t.Error("unpacked, it may be longer than the limit")
	}
}

// TestBinary checks that of an endless file that is no text only the beginning is read.
func TestBinary(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	text, _, err := Read("name", endless(0))
	runtime.ReadMemStats(&after)
	if !errors.Is(err, ErrBinary) || len(text) != Head {
		t.Errorf("%d bytes, %v", len(text), err)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 1<<20 {
		t.Errorf("%d bytes were allocated", used)
	}
	if _, err := os.Stat(os.DevNull); err == nil {
		if text, err := ReadFile(os.DevNull); len(text) > 0 || err != nil {
			t.Errorf("%d bytes, %v", len(text), err)
		}
	}
}

// TestProp looks for the target of a transition system beside it.
func TestProp(t *testing.T) {
	dir := t.TempDir()
	name := func(path string) string { return filepath.Join(dir, path) }
	for _, x := range []string{"a.prop", "b.tts.prop", "c.prop", "c.tts.prop", "d.spec.tts.prop", "e"} {
		if err := os.WriteFile(name(x), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string]string{
		"a.tts": "a.prop", "a.tts.gz": "a.prop", "b.tts": "b.tts.prop", "b.tts.gz": "b.tts.prop",
		"c.tts": "c.prop", "d.spec.tts": "d.spec.tts.prop", "e": "e.prop", "f.tts": "f.prop",
	} {
		if got := Prop(name(path)); got != name(want) {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}
