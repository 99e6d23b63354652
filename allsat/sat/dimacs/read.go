// This file defines how formulas are read.

package dimacs

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/ijit/ijit/allsat/sat"
	"github.com/ijit/ijit/parser/diagnostic"
)

// A Header is what line p says.
type Header struct {
	Variables int
	Clauses   int64
}

// Read reads a formula and calls add for each clause, whose slice is used again. It holds no
// more than a buffer and a clause. What is wrong with the file is a [*diagnostic.Diagnostic], in which name
// stands for the file; an error of add ends the reading and is returned.
func Read(r io.Reader, name string, add func(clause []sat.Lit) error) (Header, error) {
	p := &reader{r: r, name: name, buf: make([]byte, 1<<16), line: 1}
	return p.header, p.read(&p.header, add)
}

// maxClause is the most literals of a clause.
const maxClause = 1 << 26

// A reader holds buf[:end] of the file, of which buf[:at] is read.
type reader struct {
	r       io.Reader
	name    string
	buf     []byte
	at, end int
	err     error // of r
	header  Header

	line  int
	begin int // where the line begins in buf; less than 0 if that is no longer there
}

func (p *reader) read(h *Header, add func([]sat.Lit) error) error {
	if err := p.readHeader(); err != nil {
		return err
	}
	h.Variables, h.Clauses = p.header.Variables, p.header.Clauses
	var clause []sat.Lit
	clauses := int64(0)
	for {
		c, ok := p.skipBlanks()
		switch {
		case !ok && p.err != io.EOF:
			return fmt.Errorf("%s: %w", p.name, p.err)
		case !ok && len(clause) > 0:
			return p.wrong("the file ends within a clause", "a clause ends in 0")
		case (!ok || c == '%') && clauses < h.Clauses:
			return p.wrong(fmt.Sprintf("the file ends after %d clauses", clauses), fmt.Sprintf("line p declares %d clauses", h.Clauses))
		case !ok, c == '%' && len(clause) == 0:
			return nil
		case c == 'c' && p.startOfLine():
			p.skipLine()
			continue
		case clauses == h.Clauses:
			return p.wrong("a clause too many", fmt.Sprintf("line p declares %d clauses", h.Clauses))
		}
		l, err := p.literal()
		switch {
		case err != nil:
			return err
		case l != 0 && len(clause) == maxClause:
			return p.wrong("the clause is too long", "")
		case l != 0:
			clause = append(clause, l)
			continue
		}
		clauses++
		if err := add(clause); err != nil {
			return err
		}
		clause = clause[:0]
	}
}

// readHeader reads comments and line p.
func (p *reader) readHeader() error {
	const hint = "a formula begins with a line p cnf VARIABLES CLAUSES"
	for {
		c, ok := p.skipBlanks()
		switch {
		case !ok && p.err != io.EOF:
			return fmt.Errorf("%s: %w", p.name, p.err)
		case !ok:
			return p.wrong("the file has no line p", hint)
		case c == 'c':
			p.skipLine()
			continue
		case c != 'p':
			return p.wrong("line p is missing", hint)
		}
		break
	}
	for _, word := range []string{"p", "cnf"} {
		p.skipSpaces()
		if got := p.word(); string(got) != word {
			return p.wrong(fmt.Sprintf("%s where %s should be", diagnostic.Quote(string(got)), word), hint)
		}
		p.at += len(word)
	}
	var err error
	variables, err := p.count("variables", int64(sat.MaxVar), hint)
	if err != nil {
		return err
	}
	p.header.Variables = int(variables)
	if p.header.Clauses, err = p.count("clauses", 1<<40, hint); err != nil {
		return err
	}
	p.skipSpaces()
	if c, ok := p.peek(); ok && c != '\n' {
		return p.wrong(fmt.Sprintf("unexpected %s behind line p", diagnostic.Quote(string(p.word()))), hint)
	}
	return nil
}

// count reads a number of line p.
func (p *reader) count(what string, most int64, hint string) (int64, error) {
	p.skipSpaces()
	word := p.word()
	n := int64(0)
	for _, c := range word {
		if c-'0' > 9 {
			return 0, p.wrong(fmt.Sprintf("%s where the number of %s should be", diagnostic.Quote(string(word)), what), hint)
		}
		n = min(n*10+int64(c-'0'), most+1)
	}
	switch {
	case len(word) == 0:
		return 0, p.wrong(fmt.Sprintf("the line ends where the number of %s should be", what), hint)
	case n > most:
		return 0, p.wrong(fmt.Sprintf("too many %s", what), fmt.Sprintf("the most is %d", most))
	}
	p.at += len(word)
	return n, nil
}

// literal reads a literal or 0.
func (p *reader) literal() (sat.Lit, error) {
	const hint = "a clause is a list of variables, negative ones negated, that ends in 0"
	if p.end-p.at < 24 { // so much can be said about it
		p.fill()
	}
	i := p.at
	negative := p.buf[i] == '-'
	if negative {
		i++
	}
	n, digits := int64(0), i
	for ; i < p.end && p.buf[i]-'0' <= 9; i++ {
		n = min(n*10+int64(p.buf[i]-'0'), int64(sat.MaxVar)+1)
	}
	switch {
	case i == digits, i < p.end && p.buf[i] > ' ', i-digits > 20, negative && n == 0:
		return 0, p.wrong(fmt.Sprintf("%s where a literal should be", diagnostic.Quote(string(p.word()))), hint)
	case n > int64(p.header.Variables):
		return 0, p.wrong(fmt.Sprintf("variable %s is out of range", p.buf[digits:i]), fmt.Sprintf("line p declares %d variables", p.header.Variables))
	}
	p.at = i
	if negative {
		n = -n
	}
	return sat.Lit(n), nil
}

// fill reads on, and returns whether there is anything unread.
func (p *reader) fill() bool {
	for tries := 0; p.err == nil && p.end-p.at < len(p.buf)/2; tries++ {
		if p.end == len(p.buf) {
			// What is in front of the place stays as far as it would be shown.
			drop := max(0, p.at-diagnostic.Around-1)
			copy(p.buf, p.buf[drop:p.end])
			p.at, p.end, p.begin = p.at-drop, p.end-drop, p.begin-drop
		}
		n, err := p.r.Read(p.buf[p.end:])
		p.end += n
		p.err = err
		switch {
		case n > 0:
			tries = 0
		case tries == 100 && err == nil:
			p.err = io.ErrNoProgress
		}
	}
	return p.at < p.end
}

// peek returns the next byte, if there is one.
func (p *reader) peek() (byte, bool) {
	if p.at == p.end && !p.fill() {
		return 0, false
	}
	return p.buf[p.at], true
}

// skipBlanks goes to the next byte that is no blank, which it returns.
func (p *reader) skipBlanks() (byte, bool) {
	for {
		c, ok := p.peek()
		switch {
		case !ok || c > ' ' || c != '\n' && c != ' ' && c-'\t' > 4:
			return c, ok
		case c == '\n' && (p.at+1 < p.end || p.fill() && p.at+1 < p.end): // not the last one
			p.line++
			p.begin = p.at + 1
		}
		p.at++
	}
}

// skipSpaces goes to the next byte of the line that is no blank.
func (p *reader) skipSpaces() {
	for c, ok := p.peek(); ok && (c == ' ' || c == '\t' || c == '\r'); c, ok = p.peek() {
		p.at++
	}
}

// skipLine goes to the end of the line.
func (p *reader) skipLine() {
	for p.at < p.end || p.fill() {
		if i := bytes.IndexByte(p.buf[p.at:p.end], '\n'); i >= 0 {
			p.at += i
			return
		}
		p.at = p.end
	}
}

// startOfLine reports whether there are only blanks in front of the place.
func (p *reader) startOfLine() bool {
	return p.begin >= 0 && len(bytes.TrimSpace(p.buf[p.begin:p.at])) == 0
}

// longestWord is how much of a word is looked at for a message.
const longestWord = 50

// word returns what stands at the place up to a blank, at most so much as is shown of it.
func (p *reader) word() []byte {
	p.fill()
	rest := p.buf[p.at:min(p.end, p.at+longestWord)]
	if i := bytes.IndexFunc(rest, func(r rune) bool { return r <= ' ' }); i >= 0 {
		rest = rest[:i]
	}
	return rest
}

// wrong returns an error at the place.
func (p *reader) wrong(msg, hint string) error {
	if !p.fill() && p.at > 0 && p.buf[p.at-1] == '\n' {
		p.at-- // to the end of the last line
	}
	d := &diagnostic.Diagnostic{File: p.name, Pos: diagnostic.Pos{Line: p.line, Col: p.at - p.begin + 1}, Message: msg, Hint: hint}
	rest := p.buf[p.at:min(p.end, p.at+diagnostic.Around)]
	if i := bytes.IndexByte(rest, 0); i >= 0 {
		d.Message, d.Hint = "not a text file", ""
		return d
	}
	rest, _, _ = bytes.Cut(rest, []byte("\n"))
	from := max(0, p.begin, p.at-diagnostic.Around)
	d.Source, d.Cut = strings.TrimRight(string(p.buf[from:p.at+len(rest)]), "\r"), from-p.begin
	return d
}
