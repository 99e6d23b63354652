// This file defines the dialects: how their operators bind, and how a source
// shows which one it is written in.

package parser

import (
	"strings"

	"github.com/alecthomas/participle/v2/lexer"
)

// String returns "satabs" or "bebop".
func (d Dialect) String() string {
	if d == DialectBebop {
		return "bebop"
	}
	return "satabs"
}

// The levels at which expressions bind, from loose to tight. The equalities
// sit on levelImplies in SATABS's dialect and on levelEq in Bebop's.
const (
	levelCond    = iota // ?:
	levelImplies        // =>
	levelXor
	levelOr
	levelAnd
	levelEq
	levelNot
	levelPrimary
)

// level returns how tight op binds.
func (d Dialect) level(op BinaryOp) int {
	switch op {
	case OpAnd:
		return levelAnd
	case OpOr:
		return levelOr
	case OpXor:
		return levelXor
	case OpEq, OpNeq:
		if d == DialectBebop {
			return levelEq
		}
	}
	return levelImplies
}

// groupsRight tells whether a chain of operators on a level groups to the
// right. (Of = and != it makes no difference what a chain means.)
func groupsRight(level int) bool { return level == levelImplies || level == levelEq }

// dialectMark starts the comment by which a source names its dialect.
const dialectMark = "dialect: "

// detectDialect returns the dialect that a source is written in. A comment
// "dialect: ..." in front of everything settles it. Otherwise SATABS's signs
// (its header, start_thread, program counters as labels) outweigh Bebop's,
// and where there are none of either it is SATABS's.
func detectDialect(src string) Dialect {
	s := newScanner(src)
	dialect := DialectSATABS
	var before, prev token // the two tokens in front of t
	for first := true; ; first = false {
		t := s.next()
		if first {
			for _, c := range s.comments {
				if d, ok := namedDialect(c.text); ok {
					return d
				}
				if strings.Contains(c.text, "CPROVER/SATABS") {
					return DialectSATABS
				}
			}
		}
		s.comments = s.comments[:0]
		switch {
		case t.kind == lexer.EOF:
			return dialect
		case t.isWord("start_thread"),
			t.kind == tokColon && isPCLabel(prev.text) && startsLabel(before, prev):
			return DialectSATABS
		case isBebopSign(prev, t):
			dialect = DialectBebop
		}
		before, prev = prev, t
	}
}

// namedDialect returns the dialect that a comment names, if it does.
func namedDialect(text string) (Dialect, bool) {
	for _, d := range []Dialect{DialectSATABS, DialectBebop} {
		if text == dialectMark+d.String() {
			return d, true
		}
	}
	return 0, false
}

// isBebopSign tells whether t, behind prev, is something only Bebop and its
// kin write.
func isBebopSign(prev, t token) bool {
	switch t.kind {
	case tokBraced:
		return true
	case tokWord:
		switch t.text {
		case "bool", "schoose", "enforce", "dead", "print", "T", "F":
			return true
		}
	case tokColon:
		return isAsyncLabel(prev.text)
	case tokTick: // x'
		return prev.kind == tokWord && prev.end() == t.offset
	case tokQuestion: // as an operand
		switch prev.kind {
		case tokWord, tokNumber, tokRParen, tokRBracket, tokStar, tokTick, tokDollar:
			return prev.text == "if" || prev.text == "while"
		}
		return true
	}
	return false
}

// startsLabel tells whether name, behind before, stands where a label may. It
// tells the label 8: from the 8 : of a conditional expression.
func startsLabel(before, name token) bool {
	switch before.kind {
	case tokSemi, tokLBrace, tokRBrace:
		return true
	case tokColon:
		return name.kind == tokWord
	case tokWord:
		switch before.text {
		case "begin", "then", "else", "do", "fi", "od":
			return true
		}
	}
	return false
}

// isPCLabel tells whether a label is a program counter: PC8 or 8.
func isPCLabel(name string) bool {
	return allDigits(strings.TrimPrefix(name, "PC"))
}

// isAsyncLabel tells whether a label is ASYNC_k, by which SLAM marks a call
// that starts a thread.
func isAsyncLabel(name string) bool {
	k, ok := strings.CutPrefix(name, "ASYNC_")
	return ok && allDigits(k)
}

func allDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isDigit(s[i]) {
			return false
		}
	}
	return s != ""
}
