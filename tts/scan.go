// This file defines how a file is cut into lines and a line into words.

package tts

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"unicode/utf8"

	"github.com/ijit/ijit/parser/diagnostic"
)

// A lineReader cuts a stream into lines and holds no more of it than a buffer
// and the line at hand.
type lineReader struct {
	r        io.Reader
	buf      []byte
	pos, end int // buf[pos:end] is read and not yet returned
	scanned  int // there is no line break in buf[pos:scanned]
	room     func(bytes uint64) error
	err      error
}

const (
	errLongLine = readError("line is too long")
	errBinary   = readError("not a text file")
)

// A readError is an error of the lineReader's own.
type readError string

func (e readError) Error() string { return string(e) }

func newLineReader(r io.Reader, room func(bytes uint64) error) *lineReader {
	return &lineReader{r: r, room: room, buf: make([]byte, 1<<18)}
}

// next returns the next line, which always ends in a line break, until the
// stream ends or fails; then err says which.
func (r *lineReader) next() ([]byte, bool) {
	for {
		if i := bytes.IndexByte(r.buf[r.scanned:r.end], '\n'); i >= 0 {
			line := r.buf[r.pos : r.scanned+i+1]
			r.pos = r.scanned + i + 1
			r.scanned = r.pos
			return line, true
		}
		r.scanned = r.end
		if r.err == nil {
			r.fill()
			continue
		}
		if r.pos == r.end || r.err != io.EOF {
			return nil, false
		}
		// fill always leaves room for one more byte.
		line := append(r.buf[r.pos:r.end:len(r.buf)], '\n')
		r.pos = r.end
		return line, true
	}
}

// fill reads on behind buf[pos:end].
func (r *lineReader) fill() {
	if r.pos > 0 {
		r.end = copy(r.buf, r.buf[r.pos:r.end])
		r.pos = 0
		r.scanned = r.end
	}
	if r.end > len(r.buf)/2 {
		// Half a buffer of one line: what is no text file shows it by now.
		if bytes.IndexByte(r.buf[:r.end], 0) >= 0 {
			r.err = errBinary
			return
		}
		if r.end >= maxLine {
			r.err = errLongLine
			return
		}
		if r.err = r.room(uint64(2 * len(r.buf))); r.err != nil {
			return
		}
		buf := make([]byte, 2*len(r.buf))
		copy(buf, r.buf[:r.end])
		r.buf = buf
	}
	for range 100 {
		n, err := r.r.Read(r.buf[r.end : len(r.buf)-1])
		r.end += n
		if err != nil {
			r.err = err
			return
		}
		if n > 0 {
			return
		}
	}
	r.err = io.ErrNoProgress
}

// A scanner cuts a line into words. The line ends in a line break, which no
// function passes.
type scanner struct {
	file string
	line int
	b    []byte
	i    int // the next byte
	at   int // where the last number began
	errs diagnostic.List
	full bool // diagnostic.MaxDiagnostics was reached
	// binary is set if the file turned out not to be text.
	binary bool
}

// peek skips blanks and returns the byte behind them, a line break for the end
// of the line and for a comment.
func (s *scanner) peek() byte {
	for {
		c := s.b[s.i]
		switch c {
		case ' ', '\t', '\r', '\v', '\f':
			s.i++
			continue
		case '#':
			return '\n'
		}
		return c
	}
}

// number reads a number that is less than limit. What says what it counts or
// names, for the message, "a shared state".
func (s *scanner) number(what string, limit uint32) (uint32, bool) {
	c := s.peek()
	if c-'0' > 9 {
		s.unexpected(what)
		return 0, false
	}
	b, i := s.b, s.i
	s.at = i
	n := uint64(c - '0')
	for i++; ; i++ {
		d := b[i] - '0'
		if d > 9 {
			break
		}
		n = n*10 + uint64(d)
		if n > math.MaxUint32 {
			n = math.MaxUint32 + 1
		}
	}
	s.i = i
	if n >= uint64(limit) {
		s.outOfRange(n, what, limit)
		return 0, false
	}
	return uint32(n), true
}

func (s *scanner) outOfRange(n uint64, what string, limit uint32) {
	text := digits(s.b[s.at:s.i])
	switch {
	case s.isHeader():
		s.errorf(s.at, secondHeaderHint, secondHeader)
	case n > math.MaxUint32:
		s.errorf(s.at, "", "number %s is larger than %d", text, uint32(math.MaxUint32))
	case limit == math.MaxUint32:
		s.errorf(s.at, "", "number %s is too large for a state", text)
	default:
		s.errorf(s.at, fmt.Sprintf("the header declares %d %ss, 0 to %d", limit, what[2:], limit-1),
			"%s %s is out of range", what[2:], text)
	}
}

// isHeader reports whether the line is two numbers.
func (s *scanner) isHeader() bool {
	line, _, _ := bytes.Cut(s.b, []byte("#"))
	words := bytes.Fields(line)
	digits := func(w []byte) bool { return len(bytes.Trim(w, "0123456789")) == 0 }
	return len(words) == 2 && digits(words[0]) && digits(words[1])
}

// arrow reads an arrow and returns its first byte, 0 if there is none.
func (s *scanner) arrow() byte {
	switch c := s.peek(); c {
	case '-', '+', '~', '?':
		if s.b[s.i+1] == '>' {
			s.i += 2
			return c
		}
	}
	return 0
}

// dash reads the dash that stands for no thread and reports whether it was there.
func (s *scanner) dash() bool {
	if s.peek() != '-' {
		return false
	}
	if c := s.b[s.i+1]; c == '>' || c-'0' <= 9 {
		return false
	}
	s.i++
	return true
}

// atEnd reports whether the line ends here, and that it does not as an error.
func (s *scanner) atEnd(hint string) bool {
	if s.peek() == '\n' {
		return true
	}
	s.errorf(s.i, hint, "unexpected %s behind the end of the line's edge", diagnostic.Quote(string(s.word())))
	return false
}

// word returns what stands at the next byte, up to the next blank.
func (s *scanner) word() []byte {
	j := s.i
	for s.b[j] > ' ' && s.b[j] != '#' {
		j++
	}
	return s.b[s.i:max(j, min(s.i+1, len(s.b)-1))]
}

// behindWords returns where the blanks in front of the next byte begin.
func (s *scanner) behindWords() int { return len(bytes.TrimRight(s.b[:s.i], " \t\r\v\f")) }

// unexpected reports that there is something else than what should be here.
func (s *scanner) unexpected(what string) {
	c := s.peek()
	switch {
	case c == '\n':
		s.errorf(s.behindWords(), "", "the line ends where %s should be", what)
	case c == '-' && s.b[s.i+1]-'0' <= 9:
		s.errorf(s.i, "", "a negative number where %s should be", what)
	default:
		s.errorf(s.i, "", "%s where %s should be", diagnostic.Quote(string(s.word())), what)
	}
}

// errorf reports an error at byte i of the line.
func (s *scanner) errorf(i int, hint, format string, args ...any) {
	if isBinary(s.b[i:]) {
		s.binary = true
		hint = ""
		if s.line == 1 && bytes.HasPrefix(s.b, []byte("\x1f\x8b")) {
			hint = "it is compressed with gzip"
		}
		s.errs = append(s.errs, &diagnostic.Diagnostic{File: s.file, Pos: diagnostic.Pos{Line: s.line, Col: i + 1}, Message: string(errBinary), Hint: hint})
		return
	}
	e := &diagnostic.Diagnostic{File: s.file, Pos: diagnostic.Pos{Line: s.line, Col: i + 1}, Message: fmt.Sprintf(format, args...), Hint: hint}
	if len(s.errs) == diagnostic.MaxDiagnostics {
		s.full = true
		e.Message, e.Hint = "too many errors", ""
	} else {
		e.Show(bytes.TrimRight(s.b, "\r\n"))
	}
	s.errs = append(s.errs, e)
}

// isBinary reports whether the first word of b has, or ends at, what no text has.
func isBinary(b []byte) bool {
	for i := 0; i < len(b); {
		switch c := b[i]; {
		case c == ' ' || c >= '\t' && c <= '\r':
			return false
		case c < ' ' || c == 0x7f:
			return true
		}
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n == 1 {
			return true
		}
		i += n
	}
	return false
}

// digits returns a number for a message, the beginning of a long one.
func digits(b []byte) string {
	const most = 60
	if len(b) > most {
		return string(b[:most]) + "..."
	}
	return string(b)
}
