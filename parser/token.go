// This file defines the tokens and the scanner, a participle lexer written by
// hand: participle's own tries regular expressions one by one at every token,
// and cannot tell the brace of a name from the brace of an atomic block.

package parser

import (
	"io"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"
	"github.com/ijit/ijit/parser/diagnostic"
)

// The kinds of tokens. Keywords are words: which of them are names is the
// grammar's business (see isReserved).
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

// A token is a token and where it stands.
type token struct {
	kind   lexer.TokenType
	offset int
	pos    Pos
	text   string
}

func (t *token) end() int { return t.offset + len(t.text) }

func (t *token) isWord(word string) bool { return t.kind == tokWord && t.text == word }

// isName tells whether t can name a variable or a procedure.
func (t *token) isName() bool {
	return t.kind == tokBraced || t.kind == tokWord && !isReserved(t.text)
}

// isLabel tells whether t can name a label.
func (t *token) isLabel() bool { return t.kind == tokNumber || t.isName() }

// name returns the name that a token spells.
func (t *token) name() string {
	if t.kind == tokBraced {
		return bracedName(t.text)
	}
	return t.text
}

// forParticiple returns the token as participle wants to see it.
func (t *token) forParticiple() lexer.Token {
	return lexer.Token{Type: t.kind, Value: t.text, Pos: lexer.Position{Offset: t.offset, Line: t.pos.Line, Column: t.pos.Col}}
}

func fromParticiple(t *lexer.Token) token {
	return token{kind: t.Type, offset: t.Pos.Offset, pos: Pos{Line: t.Pos.Line, Col: t.Pos.Column}, text: t.Value}
}

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

func (definition) LexString(_, src string) (lexer.Lexer, error) {
	return newScanner(src), nil
}

// A scanner turns source text into tokens. It takes comments out of the stream
// and keeps them aside, each with its place between the tokens.
type scanner struct {
	src       string
	off       int
	line      int
	lineStart int // offset of the first byte of the line

	started  bool // there was a token
	isAtomic bool // the last token was the word atomic
	lastEnd  int  // offset behind the last token
	lastLine int  // line on which it ended
	seenLine int  // line on which the last token or comment ended

	comments []comment
	failed   func(pos Pos, hint, message string) // reports a lexical error; may be nil
}

func newScanner(src string) *scanner {
	s := &scanner{src: src, line: 1}
	if strings.HasPrefix(src, "\uFEFF") {
		s.off = len("\uFEFF")
	}
	return s
}

// Next implements lexer.Lexer.
func (s *scanner) Next() (lexer.Token, error) {
	t := s.next()
	return t.forParticiple(), nil
}

// next returns the next token. What cannot be read is reported and comes back
// as tokInvalid.
func (s *scanner) next() token {
	s.skipBlank()
	t := token{kind: lexer.EOF, offset: s.off, pos: s.pos()}
	if s.off < len(s.src) {
		t.kind = s.scan()
	}
	t.text = s.src[t.offset:s.off]
	s.started, s.lastEnd, s.lastLine, s.seenLine = true, s.off, s.line, s.line
	s.isAtomic = t.kind == tokWord && t.text == "atomic"
	return t
}

// seek goes back to a token.
func (s *scanner) seek(t *token) {
	s.off, s.line, s.lineStart = t.offset, t.pos.Line, t.offset-t.pos.Col+1
	s.isAtomic = false
	n := len(s.comments)
	for n > 0 && s.comments[n-1].offset > t.offset {
		n--
	}
	s.comments = s.comments[:n]
}

// pos returns the position of the next byte.
func (s *scanner) pos() Pos { return Pos{Line: s.line, Col: s.off - s.lineStart + 1} }

func (s *scanner) report(message, hint string) {
	if s.failed != nil {
		s.failed(s.pos(), hint, message)
	}
}

// skipBlank skips white space and comments.
func (s *scanner) skipBlank() {
	for s.off < len(s.src) {
		switch s.src[s.off] {
		case ' ', '\t', '\r', '\v', '\f':
			s.off++
		case '\n':
			s.off++
			s.line++
			s.lineStart = s.off
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
	c := comment{
		offset: s.off, pos: s.pos(), behind: s.lastEnd,
		trailing: s.started && s.lastLine == s.line, blank: s.line > s.seenLine+1,
	}
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
			s.report("comment is not closed", "it ends with */")
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
	c.end, c.endLine, s.seenLine = s.off, s.line, s.line
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
				s.report("empty name", "")
			}
			s.countLines(text)
			s.off = i + 1
			if empty {
				return tokInvalid
			}
			return tokBraced
		}
	}
	s.report("name in braces is not closed", "it ends with }")
	s.off = len(s.src)
	return tokInvalid
}

// scanInvalid reports what is no token, a run of it at once.
func (s *scanner) scanInvalid() {
	r, n := utf8.DecodeRuneInString(s.src[s.off:])
	hint := ""
	switch {
	case r >= utf8.RuneSelf:
		hint = "names outside braces are made of ASCII letters, digits, _, $, # and -"
	case r == '+' || r == '%':
		hint = "a variable is 0 or 1; of a number, each bit is a variable"
	case r == '/':
		hint = "comments are written // and /* */"
	}
	s.report("unexpected character "+diagnostic.QuoteRune(r), hint)
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
