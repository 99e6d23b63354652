// This file defines the tokens and the scanner, a participle lexer written by
// hand. participle's own stateful lexer tries regular expressions in turn at
// every token; one pass over the bytes is some twenty times faster, and a
// braced name needs to know whether "atomic" stands in front of its brace.

package parser

import (
	"io"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"
)

// The kinds of tokens. Keywords are words: which of them are names is the
// grammar's business (see reserved).
const (
	tokWord    lexer.TokenType = iota + 1 // b0, c$$main, skip
	tokBraced                             // {any text}, the braces included
	tokNumber                             // 8
	tokInvalid                            // something already reported

	tokAssign   // :=
	tokColon    // :
	tokSemi     // ;
	tokComma    // ,
	tokLParen   // (
	tokRParen   // )
	tokLBracket // [
	tokRBracket // ]
	tokLBrace   // { behind atomic
	tokRBrace   // }
	tokLess     // <
	tokGreater  // >
	tokNot      // ! ~
	tokAnd      // & &&
	tokOr       // | ||
	tokXor      // ^
	tokEq       // = ==
	tokNeq      // !=
	tokImplies  // =>
	tokQuestion // ?
	tokStar     // *
	tokTick     // '
	tokDollar   // $ behind a name
)

// A definition is the scanner as participle wants to see it.
type definition struct{}

var _ lexer.StringDefinition = definition{}

func (definition) Symbols() map[string]lexer.TokenType {
	return map[string]lexer.TokenType{
		"EOF": lexer.EOF, "Word": tokWord, "Braced": tokBraced, "Number": tokNumber, "Punct": tokSemi,
	}
}

func (d definition) Lex(filename string, r io.Reader) (lexer.Lexer, error) {
	src, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return d.LexString(filename, string(src))
}

func (definition) LexString(filename, src string) (lexer.Lexer, error) {
	return newScanner(filename, src), nil
}

// A scanner turns source text into tokens. It takes comments out of the stream
// and keeps them aside, each with its place between the tokens.
type scanner struct {
	name      string
	src       string
	off       int
	line      int
	lineStart int // offset of the first byte of the line

	last     lexer.TokenType // kind of the last token; 0 before the first
	lastEnd  int             // offset behind the last token
	lastLine int             // line on which it ended
	isAtomic bool            // the last token was the word atomic

	comments []comment
	failed   func(pos lexer.Position, message, hint string) // reports a lexical error; may be nil
}

func newScanner(name, src string) *scanner {
	s := &scanner{name: name, src: src, line: 1}
	if strings.HasPrefix(src, "\uFEFF") {
		s.off = len("\uFEFF")
	}
	return s
}

// Next returns the next token. It never fails: what cannot be read is reported
// and comes back as tokInvalid.
func (s *scanner) Next() (lexer.Token, error) {
	s.skipBlank()
	start, pos := s.off, s.pos(s.off)
	if start == len(s.src) {
		return lexer.EOFToken(pos), nil
	}
	kind := s.scan()
	t := lexer.Token{Type: kind, Value: s.src[start:s.off], Pos: pos}
	s.last, s.lastEnd, s.lastLine = kind, s.off, s.line
	s.isAtomic = kind == tokWord && t.Value == "atomic"
	return t, nil
}

func (s *scanner) pos(off int) lexer.Position {
	return lexer.Position{Filename: s.name, Offset: off, Line: s.line, Column: off - s.lineStart + 1}
}

func (s *scanner) report(pos lexer.Position, message, hint string) {
	if s.failed != nil {
		s.failed(pos, message, hint)
	}
}

func (s *scanner) newline(off int) {
	s.line++
	s.lineStart = off + 1
}

// skipBlank skips white space and comments.
func (s *scanner) skipBlank() {
	for s.off < len(s.src) {
		switch s.src[s.off] {
		case ' ', '\t', '\r', '\v', '\f':
			s.off++
		case '\n':
			s.newline(s.off)
			s.off++
		case '/':
			if !s.skipComment() {
				return
			}
		default:
			return
		}
	}
}

// skipComment skips the comment that starts here and keeps it.
func (s *scanner) skipComment() bool {
	rest := s.src[s.off:]
	c := comment{offset: s.off, line: s.line, behind: s.lastEnd, trailing: s.last != 0 && s.lastLine == s.line}
	switch {
	case strings.HasPrefix(rest, "//"):
		n := strings.IndexByte(rest, '\n')
		if n < 0 {
			n = len(rest)
		}
		c.text = commentText(rest[2:n])
		s.off += n
	case strings.HasPrefix(rest, "/*"):
		n := strings.Index(rest[2:], "*/")
		if n < 0 {
			s.report(s.pos(s.off), "comment is not closed", "it ends with */")
			n = len(rest) - 2
			s.countLines(rest)
			s.off = len(s.src)
			return true
		}
		c.text = commentText(rest[2 : 2+n])
		s.countLines(rest[:n+4])
		s.off += n + 4
	default:
		return false
	}
	s.comments = append(s.comments, c)
	return true
}

// countLines accounts for the line ends in text, which starts at s.off.
func (s *scanner) countLines(text string) {
	if n := strings.Count(text, "\n"); n > 0 {
		s.line += n
		s.lineStart = s.off + strings.LastIndexByte(text, '\n') + 1
	}
}

// scan moves behind the token that starts at s.off and returns its kind.
func (s *scanner) scan() lexer.TokenType {
	c := s.src[s.off]
	switch {
	case isWordStart(c):
		return s.scanWord()
	case isDigit(c):
		for s.off < len(s.src) && isDigit(s.src[s.off]) {
			s.off++
		}
		return tokNumber
	case c == '{' && !s.isAtomic:
		return s.scanBraced()
	}
	var next byte
	if s.off+1 < len(s.src) {
		next = s.src[s.off+1]
	}
	kind, n := punctuation(c, next)
	if kind == tokInvalid {
		s.scanInvalid()
		return kind
	}
	s.off += n
	return kind
}

// punctuation returns the token that c starts, and its length.
func punctuation(c, next byte) (lexer.TokenType, int) {
	pair := func(second byte, long, short lexer.TokenType) (lexer.TokenType, int) {
		if next == second {
			return long, 2
		}
		return short, 1
	}
	switch c {
	case ':':
		return pair('=', tokAssign, tokColon)
	case '!':
		return pair('=', tokNeq, tokNot)
	case '&':
		return pair('&', tokAnd, tokAnd)
	case '|':
		return pair('|', tokOr, tokOr)
	case '=':
		if next == '>' {
			return tokImplies, 2
		}
		return pair('=', tokEq, tokEq)
	case ';':
		return tokSemi, 1
	case ',':
		return tokComma, 1
	case '(':
		return tokLParen, 1
	case ')':
		return tokRParen, 1
	case '[':
		return tokLBracket, 1
	case ']':
		return tokRBracket, 1
	case '{':
		return tokLBrace, 1
	case '}':
		return tokRBrace, 1
	case '<':
		return tokLess, 1
	case '>':
		return tokGreater, 1
	case '~':
		return tokNot, 1
	case '^':
		return tokXor, 1
	case '?':
		return tokQuestion, 1
	case '*':
		return tokStar, 1
	case '\'':
		return tokTick, 1
	}
	return tokInvalid, 0
}

// scanWord scans an identifier. A $ at its end is a token of its own: it marks
// the variable of a passive thread. Elsewhere $ is a letter (c$$main).
func (s *scanner) scanWord() lexer.TokenType {
	start := s.off
	for s.off < len(s.src) && isWordPart(s.src[s.off]) {
		s.off++
	}
	if s.src[s.off-1] == '$' {
		if s.off-start == 1 {
			return tokDollar
		}
		s.off--
	}
	return tokWord
}

// scanBraced scans a name in braces. Braces inside must match.
func (s *scanner) scanBraced() lexer.TokenType {
	start, depth := s.off, 0
	for i := start; i < len(s.src); i++ {
		switch s.src[i] {
		case '{':
			depth++
		case '}':
			depth--
		}
		if depth == 0 {
			text := s.src[start : i+1]
			empty := bracedName(text) == ""
			if empty {
				s.report(s.pos(start), "empty name", "")
			}
			s.countLines(text)
			s.off = i + 1
			if empty {
				return tokInvalid
			}
			return tokBraced
		}
	}
	s.report(s.pos(start), "name in braces is not closed", "it ends with }")
	s.off = len(s.src)
	return tokInvalid
}

// scanInvalid reports what is no token, a run of it at once.
func (s *scanner) scanInvalid() {
	start := s.off
	r, n := utf8.DecodeRuneInString(s.src[s.off:])
	hint := ""
	switch {
	case r >= utf8.RuneSelf:
		hint = "names outside braces are made of ASCII letters, digits, _, $, # and -"
	case r == '/':
		hint = "comments are written // and /* */"
	}
	s.report(s.pos(start), "unexpected character "+quoteRune(r), hint)
	for s.off += n; s.off < len(s.src); s.off += n {
		if r, n = utf8.DecodeRuneInString(s.src[s.off:]); r < utf8.RuneSelf {
			break
		}
	}
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isWordStart(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' || c == '$'
}

func isWordPart(c byte) bool {
	return isWordStart(c) || isDigit(c) || c == '#' || c == '-'
}

// bracedName returns the name that a token in braces spells: its text without
// the outer braces and blanks, on one line.
func bracedName(text string) string {
	name := strings.TrimSpace(text[1 : len(text)-1])
	if strings.ContainsAny(name, "\r\n") {
		name = strings.Join(strings.Fields(name), " ")
	}
	return name
}
