// This file defines the tokens and the scanner.

package eca

import (
	"strings"
	"unicode/utf8"

	"github.com/ijit/ijit/parser/diagnostic"
)

// A kind is what a token is. Signs of one character are their own kind.
type kind uint8

const (
	tokEOF    kind = 0
	tokName   kind = iota + 127
	tokNumber      // 12, 0x1f
	tokString      // "text"
	tokBad         // reported
	tokEq          // ==
	tokNe          // !=
	tokLe          // <=
	tokGe          // >=
	tokAnd         // &&
	tokOr          // ||
	tokOther       // a sign of C that no program read here has, such as ++
	tokFirstKeyword
)

// keywords are the words of C that mean something here, or get a message of their own. The kind
// of keywords[i] is tokFirstKeyword + i, and the number of its name is i.
var keywords = [...]string{
	"int", "void", "if", "else", "while", "for", "return", "extern", "static", "const", "signed",
	"do", "goto", "switch", "case", "default", "break", "continue", "struct", "union", "enum", "typedef", "sizeof",
	"char", "short", "long", "float", "double", "unsigned", "_Bool", "bool", "volatile", "register", "auto", "inline",
}

const (
	tokInt = tokFirstKeyword + iota
	tokVoid
	tokIf
	tokElse
	tokWhile
	tokFor
	tokReturn
	tokExtern
	tokStatic
	tokConst
	tokSigned
	tokDo
	tokGoto
	tokSwitch
	tokCase
	tokDefault
	tokBreak
	tokContinue
	tokStruct
	tokUnion
	tokEnum
	tokTypedef
	tokSizeof
	tokChar // from here on, types and what goes with types
)

// A token is a token and where it stands.
type token struct {
	kind      kind
	name      int32 // the number of a name
	line, col int32
	off, end  int32 // its text
	value     int64 // of a number; more than maxInt if that is too large
}

func (t *token) pos() Pos { return Pos{Line: int(t.line), Col: int(t.col)} }

// A scanner turns a text into tokens, one at a time. A copy of it remembers a place.
type scanner struct {
	*diagnostic.Reporter
	names     *names
	src       string
	off       int
	line      int
	lineStart int
}

// names gives each name a number.
type names struct {
	number map[string]int32
	text   []string
}

func newNames() *names {
	n := &names{number: make(map[string]int32, 256)}
	for _, word := range keywords {
		n.intern(word)
	}
	return n
}

func (n *names) intern(name string) int32 {
	id, ok := n.number[name]
	if !ok {
		id = int32(len(n.text))
		n.number[name] = id
		n.text = append(n.text, name)
	}
	return id
}

func (s *scanner) pos() Pos { return Pos{Line: s.line, Col: s.off - s.lineStart + 1} }

// next returns the token that comes next.
func (s *scanner) next() token {
	s.skip()
	t := token{line: int32(s.line), col: int32(s.off - s.lineStart + 1), off: int32(s.off), end: int32(s.off)}
	if s.off == len(s.src) {
		return t
	}
	switch c := s.src[s.off]; {
	case isLetter(c):
		n := s.off + 1
		for n < len(s.src) && (isLetter(s.src[n]) || isDigit(s.src[n])) {
			n++
		}
		t.kind, t.name = tokName, s.names.intern(s.src[s.off:n])
		if int(t.name) < len(keywords) {
			t.kind = tokFirstKeyword + kind(t.name)
		}
		s.off = n
	case isDigit(c):
		t.kind, t.value = s.number()
	case c == '"':
		t.kind = s.text()
	default:
		t.kind = s.sign()
	}
	t.end = int32(s.off)
	return t
}

// skip moves behind blanks, comments and lines for the preprocessor.
func (s *scanner) skip() {
	for s.off < len(s.src) {
		switch c := s.src[s.off]; c {
		case ' ', '\t', '\r', '\f', '\v':
			s.off++
		case '\n':
			s.off++
			s.newline()
		case '/':
			switch rest := s.src[s.off:]; {
			case strings.HasPrefix(rest, "//"):
				s.skipLine()
			case strings.HasPrefix(rest, "/*"):
				s.comment()
			default:
				return
			}
		case '#':
			if strings.TrimSpace(s.src[s.lineStart:s.off]) != "" {
				return
			}
			s.directive()
		case '\\':
			if rest := s.src[s.off+1:]; !strings.HasPrefix(rest, "\n") && !strings.HasPrefix(rest, "\r\n") {
				return
			}
			s.off++
		default:
			return
		}
	}
}

// newline counts the line break that ends here.
func (s *scanner) newline() {
	s.line++
	s.lineStart = s.off
}

// skipLine moves to the end of the line. One that ends with a backslash goes on in the next.
func (s *scanner) skipLine() {
	for {
		n := strings.IndexByte(s.src[s.off:], '\n')
		if n < 0 {
			s.off = len(s.src)
			return
		}
		s.off += n
		if !strings.HasSuffix(strings.TrimSuffix(s.src[:s.off], "\r"), "\\") {
			return
		}
		s.off++
		s.newline()
	}
}

func (s *scanner) comment() {
	n := strings.Index(s.src[s.off+2:], "*/")
	if n < 0 {
		s.Errorf(s.pos(), "it ends with */", "this comment has no end")
		s.off = len(s.src)
		return
	}
	for end := s.off + 2 + n + 2; s.off < end; {
		s.off++
		if s.src[s.off-1] == '\n' {
			s.newline()
		}
	}
}

// directive passes over a line for the preprocessor. What would change the program is an error.
func (s *scanner) directive() {
	line, _, _ := strings.Cut(s.src[s.off+1:], "\n")
	line = strings.TrimLeft(line, " \t")
	n := 0
	for n < len(line) && isLetter(line[n]) {
		n++
	}
	switch word := line[:n]; word {
	case "", "include", "line", "pragma", "ident":
	case "define", "undef":
		s.Errorf(s.pos(), "write what it stands for, or a variable that is not assigned", "macros (#%s) are not read", word)
	default:
		s.Errorf(s.pos(), "keep the one version that is meant", "#%s is not read", word)
	}
	s.skipLine()
}

// The largest int, and what numbers beyond twice that are taken for.
const (
	maxInt  = 1<<31 - 1
	tooMuch = 1 << 33
)

// number reads a number: decimal, octal or hexadecimal.
func (s *scanner) number() (kind, int64) {
	pos, start := s.pos(), s.off
	for s.off < len(s.src) && (isLetter(s.src[s.off]) || isDigit(s.src[s.off]) || s.src[s.off] == '.') {
		s.off++
	}
	text := s.src[start:s.off]
	digits, base := text, int64(10)
	switch {
	case strings.HasPrefix(text, "0x"), strings.HasPrefix(text, "0X"):
		digits, base = text[2:], 16
	case len(text) > 1 && text[0] == '0':
		digits, base = text[1:], 8
	}
	value := int64(0)
	for i := range len(digits) {
		d := digit(digits[i])
		if d >= base {
			s.wrongNumber(pos, text, base)
			return tokBad, 0
		}
		value = min(value*base+d, tooMuch)
	}
	if digits == "" {
		s.wrongNumber(pos, text, base)
		return tokBad, 0
	}
	return tokNumber, value
}

func digit(c byte) int64 {
	switch {
	case isDigit(c):
		return int64(c - '0')
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return int64(c|0x20-'a') + 10
	}
	return 16
}

func (s *scanner) wrongNumber(pos Pos, text string, base int64) {
	switch {
	case strings.Contains(text, ".") || base == 10 && strings.ContainsAny(text, "eE"):
		s.Errorf(pos, "", "floating-point numbers are not read: %s", diagnostic.Quote(text))
	case strings.TrimRight(text, "uUlL") != text:
		s.Errorf(pos, "all numbers are of type int", "numbers of another type are not read: %s", diagnostic.Quote(text))
	default:
		s.Errorf(pos, "", "%s is not a number", diagnostic.Quote(text))
	}
}

// text reads a string. What it says is of no interest.
func (s *scanner) text() kind {
	pos := s.pos()
	for s.off++; s.off < len(s.src) && s.src[s.off] != '\n'; s.off++ {
		switch s.src[s.off] {
		case '"':
			s.off++
			return tokString
		case '\\':
			if s.off+1 < len(s.src) && s.src[s.off+1] != '\n' {
				s.off++
			}
		}
	}
	s.Errorf(pos, `it ends with " in the same line`, "this string has no end")
	return tokBad
}

// others are the signs that no program read here has, longer ones first.
const others = "<<= >>= ... ++ -- += -= *= /= %= &= |= ^= -> << >> ##"

func (s *scanner) sign() kind {
	c, d := s.src[s.off], byte(0)
	if s.off+1 < len(s.src) {
		d = s.src[s.off+1]
	}
	two := tokEOF
	switch {
	case c == '=' && d == '=':
		two = tokEq
	case c == '!' && d == '=':
		two = tokNe
	case c == '<' && d == '=':
		two = tokLe
	case c == '>' && d == '=':
		two = tokGe
	case c == '&' && d == '&':
		two = tokAnd
	case c == '|' && d == '|':
		two = tokOr
	}
	if two != tokEOF {
		s.off += 2
		return two
	}
	if strings.IndexByte("(){};,=!", c) >= 0 { // those that are frequent and begin no other sign
		s.off++
		return kind(c)
	}
	for sign := range strings.FieldsSeq(others) {
		if strings.HasPrefix(s.src[s.off:], sign) {
			s.off += len(sign)
			return tokOther
		}
	}
	if strings.IndexByte("+-*/%<>[]:?.&|^~", c) >= 0 {
		s.off++
		return kind(c)
	}
	pos := s.pos()
	if c == '\'' {
		s.Errorf(pos, "write its number", "characters are not read")
		if end := strings.IndexAny(s.src[s.off+1:], "'\n"); end >= 0 && s.src[s.off+1+end] == '\'' {
			s.off += end + 1
		}
		s.off++
		return tokBad
	}
	r, n := utf8.DecodeRuneInString(s.src[s.off:])
	s.Errorf(pos, "", "unexpected character %s", diagnostic.QuoteRune(r))
	s.off += n
	return tokBad
}

func isLetter(c byte) bool { return c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z' || c == '$' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
