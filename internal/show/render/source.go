// This file defines where the lines of the C program come from.

package render

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/ijit/ijit/parser"
)

// A Source has the files of the C program that a Boolean program was made from.
type Source struct {
	root  *os.Root
	files map[string][]string // lines, by the name that the program has for the file
	// Missing names the files that were asked for and are not there.
	Missing []string
}

// OpenSource opens the folder that has the files.
func OpenSource(dir string) (*Source, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return &Source{root: root, files: map[string][]string{}}, nil
}

// Close closes the folder.
func (s *Source) Close() error { return s.root.Close() }

// maxSource is how many bytes of a file are read, and maxSourceLine how many runes of a line
// are shown.
const (
	maxSource     = 16 << 20
	maxSourceLine = 400
)

// Line returns the text of a line, "" if there is none.
func (s *Source) Line(o *parser.Origin) string {
	if s == nil || o == nil {
		return ""
	}
	lines := s.file(o.File)
	if o.Line < 1 || o.Line > len(lines) {
		return ""
	}
	text := []rune(strings.TrimSpace(strings.ReplaceAll(lines[o.Line-1], "\t", "  ")))
	return string(text[:min(len(text), maxSourceLine)])
}

// file returns the lines of a file. The folder may be any of those in the file's name.
func (s *Source) file(name string) []string {
	lines, known := s.files[name]
	if known {
		return lines
	}
	s.files[name] = nil
	if strings.HasPrefix(name, "<") {
		return nil // <built-in-additions> is no file
	}
	rest := strings.TrimPrefix(path.Clean("/"+strings.ReplaceAll(name, "\\", "/")), "/")
	for {
		text, err := s.read(rest)
		if err == nil {
			s.files[name] = strings.Split(text, "\n")
			return s.files[name]
		}
		var further bool
		if _, rest, further = strings.Cut(rest, "/"); !further || !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	if !slices.Contains(s.Missing, name) {
		s.Missing = append(s.Missing, name)
	}
	return nil
}

func (s *Source) read(name string) (string, error) {
	f, err := s.root.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() {
		return "", fs.ErrNotExist
	}
	text, err := io.ReadAll(io.LimitReader(f, maxSource))
	return strings.ToValidUTF8(string(text), "\ufffd"), err
}

// A reader gives the C line of each step that is at another one than the step of the
// same thread before.
type reader struct {
	source *Source
	at     map[int]parser.Origin // by thread
}

func (o *Options) reader() *reader { return &reader{o.Source, map[int]parser.Origin{}} }

// next returns the line that a row comes to, "" for none.
func (s *reader) next(r *row) string {
	if s.source == nil || r.Origin == nil || s.at[r.Thread] == *r.Origin {
		return ""
	}
	s.at[r.Thread] = *r.Origin
	return s.source.Line(r.Origin)
}
