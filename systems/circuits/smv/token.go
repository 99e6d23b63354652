// This file defines the tokens and the scanner.

package smv

import (
	"strings"
	"unicode/utf8"

	"github.com/ijit/ijit/parser/diagnostic"
)

// A kind is what a token is.
type kind uint8

const (
	tokEOF kind = iota
	tokName
	tokWord   // a reserved word
	tokNumber // 12
	tokVector // 0ud8_255
	tokPunct  // := and the like
	tokOther  // a fraction: of NuSMV, but not read here
	tokBad    // reported
)

// A token is a token and where it stands. All of a file are in memory, so they are small.
type token struct {
	text      string
	line, col int32
	kind      kind
	foreign   bool // of a property that is not read, whose signs are not known
	apart     bool // there is something in front of it that is no token
}

func (t *token) pos() Pos { return Pos{Line: int(t.line), Col: int(t.col)} }

// A comment is a comment, or a line for a preprocessor.
type comment struct {
	text  string
	pos   Pos
	lines int // on how many lines it stands
}

// is reports whether the token is a word or a sign.
func (t *token) is(text string) bool {
	return t.text == text && (t.kind == tokWord || t.kind == tokPunct)
}

// A scanner turns a text into tokens.
type scanner struct {
	*diagnostic.Reporter
	src       string
	off       int
	line      int
	lineStart int
	foreign   bool // in a property that is not read, which may have any sign
}

// scan returns the tokens of a text, the end of the file last, and the comments in front of them.
func scan(r *diagnostic.Reporter) (tokens []token, comments map[int][]comment) {
	s := &scanner{Reporter: r, src: r.Src, line: 1, off: len(r.Src) - len(strings.TrimPrefix(r.Src, "\uFEFF"))}
	comments = map[int][]comment{}
	for {
		end := s.off
		for {
			s.take(len(s.src) - s.off - len(strings.TrimLeft(s.src[s.off:], blanks)))
			pos := s.pos()
			n := s.comment()
			if n == 0 {
				break
			}
			text := strings.TrimRight(s.take(n), blanks)
			comments[len(tokens)] = append(comments[len(tokens)], comment{text, pos, s.line - pos.Line + 1})
		}
		pos, start := s.pos(), s.off
		t := s.next()
		t.line, t.col = int32(pos.Line), int32(pos.Col)
		t.foreign, t.apart = s.foreign, start > end
		if t.kind == tokWord && isSection(t.text) {
			s.foreign = t.text == "PSLSPEC"
		}
		if t.kind != tokBad {
			tokens = append(tokens, t)
		}
		if t.kind == tokEOF {
			return tokens, comments
		}
	}
}

func (s *scanner) pos() Pos { return Pos{Line: s.line, Col: s.off - s.lineStart + 1} }

// take moves behind the next n bytes and returns them.
func (s *scanner) take(n int) string {
	text := s.src[s.off : s.off+n]
	s.off += n
	if lines := strings.Count(text, "\n"); lines > 0 {
		s.line += lines
		s.lineStart = s.off - (len(text) - 1 - strings.LastIndexByte(text, '\n'))
	}
	return text
}

// next returns the token that begins here.
func (s *scanner) next() (t token) {
	if s.off == len(s.src) {
		return t
	}
	rest := s.src[s.off:]
	switch c := rest[0]; {
	case isLetter(c):
		t.kind, t.text = tokName, s.take(nameLength(rest))
		if isReserved(t.text) {
			t.kind = tokWord
		}
	case c == '"' && !s.foreign: // it stands for itself, quotes included
		n := strings.IndexAny(rest[1:], "\"\n") + 2
		if n < 2 || rest[n-1] != '"' {
			s.Errorf(s.pos(), `it ends with " on the same line`, "this name has no end")
			s.take(len(rest[:strings.IndexByte(rest+"\n", '\n')]))
			t.kind = tokBad
			break
		}
		t.kind, t.text = tokName, s.take(n)
	case isDigit(c):
		t.kind, t.text = s.number(rest)
	default:
		t.kind, t.text = s.sign(rest)
	}
	return t
}

// blanks are the characters that separate tokens.
const blanks = " \t\r\n\f"

// comment returns the length of the comment that begins here, or 0.
func (s *scanner) comment() int {
	rest := s.src[s.off:]
	switch {
	case strings.HasPrefix(rest, "/--"):
		if end := strings.Index(rest[3:], "--/"); end >= 0 {
			return end + 6
		}
		s.Errorf(s.pos(), "it ends with --/", "this comment has no end")
		return len(rest)
	case strings.HasPrefix(rest, "--"), strings.HasPrefix(rest, "#") && s.isLineMarker(rest):
		if end := strings.IndexByte(rest, '\n'); end >= 0 {
			return end
		}
		return len(rest)
	}
	return 0
}

// isLineMarker reports whether a line is one that a preprocessor leaves: # 1 "file".
func (s *scanner) isLineMarker(line string) bool {
	if strings.Trim(s.src[s.lineStart:s.off], blanks+"\uFEFF") != "" {
		return false
	}
	line, _ = strings.CutPrefix(line[1:], "line")
	line = strings.TrimLeft(line, " \t")
	return line != "" && isDigit(line[0])
}

// nameLength returns the length of the name at the beginning of a text. A name may hold - but
// not -- which begins a comment, and it does not take the - of an arrow.
func nameLength(s string) int {
	n := 0
	for n < len(s) && (isLetter(s[n]) || isDigit(s[n]) || strings.IndexByte("$#-\\", s[n]) >= 0) {
		if s[n] == '-' && n+1 < len(s) && (s[n+1] == '-' || s[n+1] == '>') {
			break
		}
		n++
	}
	return n
}

// number reads a number, or what NuSMV has beside integers.
func (s *scanner) number(rest string) (kind, string) {
	n := 0
	for n < len(rest) && isDigit(rest[n]) {
		n++
	}
	integer := n
	for n < len(rest) && (isLetter(rest[n]) || isDigit(rest[n])) {
		n++
	}
	if n+1 < len(rest) && rest[n] == '.' && isDigit(rest[n+1]) && integer == n {
		for n++; n < len(rest) && (isLetter(rest[n]) || isDigit(rest[n])); n++ {
		}
	}
	if sign := n + 1; integer == 1 && n > 1 && rest[0] == '0' && !strings.Contains(rest[:n], ".") {
		if rest[n-1] == '_' && sign < len(rest) && rest[n] == '-' && isDigit(rest[sign]) { // 0sd8_-3
			for n = sign; n < len(rest) && (isDigit(rest[n]) || rest[n] == '_'); n++ {
			}
		}
		return tokVector, s.take(n)
	}
	if n > integer {
		return tokOther, s.take(n)
	}
	return tokNumber, s.take(n)
}

// signs are those of more than one character, longer ones first.
const signs = "<-> := .. -> <= >= != << >> ::"

func (s *scanner) sign(rest string) (kind, string) {
	for sign := range strings.FieldsSeq(signs) {
		if strings.HasPrefix(rest, sign) {
			return tokPunct, s.take(len(sign))
		}
	}
	if strings.IndexByte("(){}[],;:.=<>+-*/|&!?", rest[0]) >= 0 {
		return tokPunct, s.take(1)
	}
	r, n := utf8.DecodeRuneInString(rest)
	if s.foreign && r != utf8.RuneError {
		return tokPunct, s.take(n)
	}
	hint := ""
	switch r {
	case '#':
		hint = "run the preprocessor first: cpp -P x.smv"
	case '\'', '@', '%', '^', '~':
		hint = "this sign is not of the language that is read here; not is !, exclusive or is xor"
	}
	s.Errorf(s.pos(), hint, "unexpected character %s", diagnostic.QuoteRune(r))
	if r == '#' {
		n = len(rest[:strings.IndexByte(rest+"\n", '\n')])
	}
	s.take(n)
	return tokBad, ""
}

func isLetter(c byte) bool { return c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }

// isReserved reports whether a word is reserved in NuSMV 2.6.
func isReserved(word string) bool {
	switch word {
	case "MODULE", "DEFINE", "MDEFINE", "CONSTANTS", "VAR", "IVAR", "FROZENVAR", "INIT", "TRANS", "INVAR",
		"SPEC", "CTLSPEC", "LTLSPEC", "PSLSPEC", "COMPUTE", "NAME", "INVARSPEC", "FAIRNESS", "JUSTICE",
		"COMPASSION", "ISA", "ASSIGN", "CONSTRAINT", "SIMPWFF", "CTLWFF", "LTLWFF", "PSLWFF", "COMPWFF",
		"IN", "MIN", "MAX", "MIRROR", "PRED", "PREDICATES",
		"process", "array", "of", "boolean", "integer", "real", "word", "word1", "bool", "toint", "count",
		"signed", "unsigned", "extend", "resize", "sizeof", "uwconst", "swconst", "READ", "WRITE",
		"EX", "AX", "EF", "AF", "EG", "AG", "E", "F", "O", "G", "H", "X", "Y", "Z", "A", "U", "S", "V", "T",
		"BU", "EBF", "ABF", "EBG", "ABG", "case", "esac", "mod", "next", "init", "union", "in", "xor", "xnor",
		"self", "TRUE", "FALSE", "abs", "max", "min":
		return true
	}
	return false
}

// isSection reports whether a word begins a section.
func isSection(word string) bool {
	switch word {
	case "MODULE", "DEFINE", "MDEFINE", "CONSTANTS", "VAR", "IVAR", "FROZENVAR", "INIT", "TRANS", "INVAR",
		"SPEC", "CTLSPEC", "LTLSPEC", "PSLSPEC", "COMPUTE", "INVARSPEC", "FAIRNESS", "JUSTICE",
		"COMPASSION", "ISA", "ASSIGN", "MIRROR", "PRED", "CONSTRAINT":
		return true
	}
	return false
}
