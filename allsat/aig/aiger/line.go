// This file defines how lines and numbers are read.

package aiger

import (
	"bufio"
	"fmt"
	"io"

	"github.com/ijit/ijit/parser/diagnostic"
)

// A scanner reads lines. It holds no more than a buffer, which is the longest line.
type scanner struct {
	in     *bufio.Reader
	name   string
	line   int    // of text; 0 behind the first conjunction of a binary file
	offset int64  // where the line begins
	width  int    // its length, with its end
	text   []byte // the line, without its end
	at     int    // what is read of it
}

const longestLine = 1 << 16

func newScanner(r io.Reader, name string) scanner {
	return scanner{in: bufio.NewReaderSize(r, longestLine), name: name}
}

// next reads a line. ok is false at the end of the file.
func (s *scanner) next() (ok bool, err error) {
	s.offset += int64(s.width)
	text, err := s.in.ReadSlice('\n')
	if s.text, s.width, s.at = text, len(text), 0; s.line >= 0 {
		s.line++
	}
	switch {
	case err == bufio.ErrBufferFull:
		return false, s.wrong(fmt.Sprintf("the line is longer than %d bytes", longestLine), "")
	case err == io.EOF && len(text) == 0:
		return false, nil
	case err != nil && err != io.EOF:
		return false, fmt.Errorf("%s: %w", s.name, err)
	}
	for n := len(s.text); n > 0 && (s.text[n-1] == '\n' || s.text[n-1] == '\r'); n-- {
		s.text = s.text[:n-1]
	}
	return true, nil
}

// need reads a line that must be there.
func (s *scanner) need(what string) error {
	ok, err := s.next()
	if err == nil && !ok {
		return s.wrong(fmt.Sprintf("the file ends where %s should be", what), "the header says how many there are")
	}
	return err
}

// number reads a number of the line, up to the most.
func (s *scanner) number(what string, most uint64) (uint64, error) {
	if s.at > 0 && s.at < len(s.text) && s.text[s.at] == ' ' {
		s.at++
	}
	begin, n := s.at, uint64(0)
	for s.at < len(s.text) && s.text[s.at]-'0' <= 9 {
		if n <= most { // else it is too large already, and must not overflow
			n = 10*n + uint64(s.text[s.at]-'0')
		}
		s.at++
	}
	end := s.at
	switch s.at = begin; {
	case begin == len(s.text):
		return 0, s.wrong(fmt.Sprintf("the line ends where %s should be", what), "")
	case end == begin || end < len(s.text) && s.text[end] != ' ':
		return 0, s.wrong(fmt.Sprintf("%q where %s should be", s.word(), what), "")
	case n > most:
		return 0, s.wrong(fmt.Sprintf("%s is out of range", what), fmt.Sprintf("it is at most %d here", most))
	}
	s.at = end
	return n, nil
}

// longestWord is how much of a word is looked at for a message.
const longestWord = 40

// word returns what is in the line up to a blank.
func (s *scanner) word() string {
	end := s.at
	for end < len(s.text) && s.text[end] != ' ' && end < s.at+longestWord {
		end++
	}
	return string(s.text[s.at:max(end, min(s.at+1, len(s.text)))])
}

// more reports whether there is another number in the line.
func (s *scanner) more() bool { return s.at < len(s.text) }

// end checks that nothing is left of the line.
func (s *scanner) end() error {
	if !s.more() {
		return nil
	}
	if s.text[s.at] == ' ' && s.at+1 < len(s.text) {
		s.at++
	}
	return s.wrong(fmt.Sprintf("unexpected %q", s.word()), "")
}

// wrong returns an error at the place that is read. Behind the first conjunction of a binary
// file there are no lines, and it says how many bytes are before.
func (s *scanner) wrong(msg, hint string) *diagnostic.Diagnostic {
	d := &diagnostic.Diagnostic{File: s.name, Pos: diagnostic.Pos{Line: s.line, Col: s.at + 1}, Message: msg, Hint: hint}
	if s.line < 0 {
		d.Pos, d.Message = diagnostic.Pos{}, fmt.Sprintf("byte %d: %s", s.offset+int64(s.at), msg)
		return d
	}
	d.Show(s.text)
	return d
}
