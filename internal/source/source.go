// This file defines how texts are read: unpacked, and up to a limit.

package source

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

// The longest texts that are read, in bytes when they are unpacked.
const (
	MaxText   = 256 << 20 // of those that are held in memory
	MaxStream = 8 << 30   // of those that are read line by line
)

// Head is how much of a text can be looked at by Peek before it is read.
const Head = 1 << 16

// ErrBinary says that there is a zero byte in the head of what should be a text.
var ErrBinary = errors.New("this is not text")

// Reader returns what r holds, and whether that is compressed by gzip. To read more than
// most bytes of it is an error. The name is for messages.
func Reader(name string, r io.Reader, most int64) (text *bufio.Reader, packed bool, err error) {
	in := bufio.NewReader(r)
	magic, _ := in.Peek(2) // what went wrong is met again when reading
	if packed = bytes.Equal(magic, []byte{0x1f, 0x8b}); !packed {
		return bufio.NewReaderSize(&limited{in, most, most}, Head), false, nil
	}
	z, err := gzip.NewReader(in)
	if err != nil {
		return nil, true, fmt.Errorf("%s: %w", name, err)
	}
	return bufio.NewReaderSize(&limited{z, most, most}, Head), true, nil
}

// Binary returns the head of what is to be read, and whether it has a zero byte.
func Binary(in *bufio.Reader) (head []byte, binary bool) {
	head, _ = in.Peek(Head)
	return head, bytes.IndexByte(head, 0) >= 0
}

// All returns a text of up to MaxText bytes. Of what is no text it returns the head, with
// [ErrBinary].
func All(name string, r io.Reader) ([]byte, error) { return all(name, r, MaxText) }

// all is All of a text of up to so many bytes.
func all(name string, r io.Reader, most int64) ([]byte, error) {
	in := bufio.NewReaderSize(r, Head)
	if head, binary := Binary(in); binary {
		return bytes.Clone(head), fmt.Errorf("%s: %w", name, ErrBinary)
	}
	text, err := io.ReadAll(&limited{in, most, most})
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return text, err
}

// Read returns what r holds, as [All] does, and whether that is compressed by gzip.
func Read(name string, r io.Reader) (text []byte, packed bool, err error) {
	in, packed, err := Reader(name, r, MaxStream)
	if err == nil {
		text, err = All(name, in)
	}
	return text, packed, err
}

// A File is what an opened file holds, unpacked and up to a limit.
type File struct {
	*bufio.Reader
	f *os.File
}

// Open opens a file of at most so many bytes, see [Reader].
func Open(path string, most int64) (*File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, errors.Join(fmt.Errorf("%s is a directory; name a file", path), f.Close())
	}
	in, _, err := Reader(path, f, most)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &File{in, f}, nil
}

// Close closes the file.
func (f *File) Close() error { return f.f.Close() }

// ReadFile returns what a file holds, as [All] does.
func ReadFile(path string) ([]byte, error) {
	f, err := Open(path, MaxStream)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return All(path, f)
}

// Prop returns the name of the file beside a transition system that holds its target:
// x.prop for x.tts and, where there is none, x.tts.prop.
func Prop(path string) string {
	path = strings.TrimSuffix(path, ".gz")
	prop := strings.TrimSuffix(path, ".tts") + ".prop"
	if _, err := os.Stat(prop); errors.Is(err, fs.ErrNotExist) {
		if longer := path + ".prop"; longer != prop {
			if _, err := os.Stat(longer); err == nil {
				return longer
			}
		}
	}
	return prop
}

// A limited reader fails when there is more than most to be read.
type limited struct {
	r    io.Reader
	left int64
	most int64
}

func (l *limited) Read(p []byte) (int, error) {
	n, err := l.r.Read(p[:min(int64(len(p)), l.left+1)])
	if l.left -= int64(n); l.left < 0 {
		return 0, fmt.Errorf("more than %d MiB of text, which is more than is read", l.most>>20)
	}
	return n, err
}
