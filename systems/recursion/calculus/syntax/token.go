// This file defines the scanner: source text to tokens.

package syntax

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ijit/ijit/parser/diagnostic"
)

// A kind says what a token is. Words and punctuation are their own text.
type kind string

const (
	tokenEOF       kind = "end of file"
	tokenName      kind = "name"
	tokenNumber    kind = "number"
	tokenString    kind = "string"
	tokenDirective kind = "directive" // #name
	tokenBad       kind = "unknown character"
)

// A token is a piece of the source.
type token struct {
	kind kind
	text string // a string's without quotes, a directive's with #
	pos  diagnostic.Pos
}

// describe names a token in a message.
func (t token) describe() string {
	switch t.kind {
	case tokenEOF:
		return string(tokenEOF)
	case tokenString:
		return "string"
	}
	if len(t.text) > 40 {
		return fmt.Sprintf("%q...", t.text[:40])
	}
	return fmt.Sprintf("%q", t.text)
}

// keyword reports whether a word has a meaning of its own.
func keyword(word string) bool {
	switch word {
	case "class", "enum", "mu", "nu", "if", "else", "exists", "forall",
		"case", "esac", "assume", "cofactor", "true", "false":
		return true
	}
	return false
}

// punctuation lists what is not a word, longer before shorter where one begins
// another.
var punctuation = [...]string{
	"<->", "<+>", "...", "->", "<-", "!=", "..", "~+", "~-",
	"&", "|", "!", "=", "<", ">", "(", ")", "{", "}", "[", "]", ",", ";", ":", ".",
}

// alone are those of one byte with which no other begins.
const alone = "&|(){}[],;:=>"

// A scanner cuts a source into tokens.
type scanner struct {
	src    string
	at     int
	pos    diagnostic.Pos
	report *Reporter
}

func newScanner(src string, r *Reporter) *scanner {
	return &scanner{src: src, pos: diagnostic.Pos{Line: 1, Col: 1}, report: r}
}

// advance moves behind n bytes.
func (s *scanner) advance(n int) {
	text := s.src[s.at : s.at+n]
	s.at += n
	if lines := strings.Count(text, "\n"); lines > 0 {
		s.pos.Line += lines
		s.pos.Col = n - strings.LastIndexByte(text, '\n')
	} else {
		s.pos.Col += n
	}
}

// blank skips white space and comments. Comments between /* and */ nest.
func (s *scanner) blank() {
	for s.at < len(s.src) {
		rest := s.src[s.at:]
		switch c := rest[0]; {
		case c == '\n':
			s.at++
			s.pos.Line++
			s.pos.Col = 1
		case c == ' ' || c == '\t' || c == '\r' || c == '\f':
			s.at++
			s.pos.Col++
		case c != '/':
			return
		case strings.HasPrefix(rest, "//"):
			end := strings.IndexByte(rest, '\n')
			if end < 0 {
				end = len(rest)
			}
			s.advance(end)
		case strings.HasPrefix(rest, "/*"):
			n := comment(rest)
			if n < 0 {
				s.report.Errorf(s.pos, "comments nest: each /* needs a */ of its own", "comment does not end")
				n = len(rest)
			}
			s.advance(n)
		default:
			return
		}
	}
}

// comment returns the length of the comment that text begins with, -1 if it does
// not end.
func comment(text string) int {
	depth := 0
	for i := 0; i+1 < len(text); i++ {
		switch text[i : i+2] {
		case "/*":
			depth++
			i++
		case "*/":
			depth--
			i++
			if depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}

// next returns the next token.
func (s *scanner) next() token {
	s.blank()
	t := token{kind: tokenEOF, pos: s.pos}
	if s.at == len(s.src) {
		return t
	}
	rest := s.src[s.at:]
	if rest[0] == '"' {
		return s.text(rest)
	}
	n := word(rest)
	switch {
	case strings.IndexByte(alone, rest[0]) >= 0:
		t.kind, n = kind(rest[:1]), 1
	case rest[0] >= '0' && rest[0] <= '9':
		t.kind = tokenNumber
	case n > 0:
		t.kind = tokenName
		if keyword(rest[:n]) {
			t.kind = kind(rest[:n])
		}
	case rest[0] == '#':
		t.kind, n = tokenDirective, 1+word(rest[1:])
	default:
		t.kind = tokenBad
		_, n = utf8.DecodeRuneInString(rest)
		for _, p := range punctuation {
			if strings.HasPrefix(rest, p) {
				t.kind, n = kind(p), len(p)
				break
			}
		}
	}
	t.text = rest[:n]
	s.advance(n)
	return t
}

// text scans a string, which ends on the line on which it begins.
func (s *scanner) text(rest string) token {
	t := token{kind: tokenString, pos: s.pos}
	n := strings.IndexAny(rest[1:], "\"\n")
	if n < 0 || rest[1+n] == '\n' {
		s.report.Errorf(s.pos, "", "string does not end on its line")
		if n < 0 {
			n = len(rest) - 1
		}
		t.text = rest[1 : 1+n]
		s.advance(1 + n)
		return t
	}
	t.text = rest[1 : 1+n]
	s.advance(n + 2)
	return t
}

// word returns the length of the word that text begins with: letters, digits,
// underscores and ticks.
func word(text string) int {
	for i := 0; ; i++ {
		if i == len(text) {
			return i
		}
		c := text[i]
		if c >= utf8.RuneSelf {
			break
		}
		if c != '_' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && !(i > 0 && c == '\'') && (c < '0' || c > '9') {
			return i
		}
	}
	for i, r := range text { // letters of other alphabets
		if r != '_' && !unicode.IsLetter(r) && !(i > 0 && r == '\'') && (r < '0' || r > '9') {
			return i
		}
	}
	return len(text)
}
