// This file defines the dialects: how their operators bind, and how a source
// shows which one it is written in.

package parser

import (
	"slices"
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

// DialectNamed returns the dialect with a name, which is "satabs" or "bebop".
func DialectNamed(name string) (d Dialect, found bool) {
	for _, d := range []Dialect{DialectSATABS, DialectBebop} {
		if name == d.String() {
			return d, true
		}
	}
	return 0, false
}

// other returns the other dialect.
func (d Dialect) other() Dialect { return 1 - d }

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

// detectDialect returns the dialect that a source is written in, and whether it says so: by
// a comment "dialect: ..." or the header of SATABS in front of everything. Otherwise the
// signs of a tool decide. Those of SATABS (program counters as labels, comments that name C
// statements, start_thread) outweigh those of SLAM (its labels). Where there are none it is
// SATABS's.
func detectDialect(src string) (dialect Dialect, said bool) {
	s := newScanner(src)
	dialect = DialectSATABS
	var before, prev token // the two tokens in front of t
	for first := true; ; first = false {
		t := s.next()
		for _, c := range s.comments {
			if d, ok := namedDialect(c.text); ok && first {
				return d, true
			}
			if strings.Contains(c.text, "CPROVER/SATABS") && first {
				return DialectSATABS, true
			}
			if parseOrigin(c.text) != nil {
				return DialectSATABS, false
			}
		}
		s.comments = s.comments[:0]
		switch {
		case t.kind == lexer.EOF:
			return dialect, false
		case t.isWord("start_thread"),
			t.kind == tokColon && isPCLabel(prev.text) && startsLabel(before, prev):
			return DialectSATABS, false
		case t.kind == tokColon && isSLICLabel(prev.text) && startsLabel(before, prev):
			dialect = DialectBebop
		}
		before, prev = prev, t
	}
}

// fromTool tells whether a tool wrote a file that does not say its dialect: SATABS, which puts
// the C statement into a comment or a program counter in front of each statement, or SLAM.
func fromTool(f *File) bool {
	if f.Dialect == DialectBebop {
		return true // there is no other sign of it than SLAM's
	}
	numbered, origin, statements := true, false, 0
	for _, proc := range f.Procs {
		if f.IsStarter(proc) {
			continue
		}
		for _, s := range proc.Body {
			statements++
			origin = origin || s.Origin != nil
			numbered = numbered && slices.ContainsFunc(s.Labels, func(l *Label) bool { return isPCLabel(l.Name) })
		}
	}
	return origin || numbered && statements > 0
}

// namedDialect returns the dialect that a comment names, if it does.
func namedDialect(text string) (Dialect, bool) {
	name, marked := strings.CutPrefix(text, dialectMark)
	if !marked {
		return 0, false
	}
	return DialectNamed(name)
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

// isSLICLabel tells whether a label is one of those that SLAM writes into what it checks, such
// as SLIC_ERROR.
func isSLICLabel(name string) bool { return strings.HasPrefix(name, "SLIC_") }

func allDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isDigit(s[i]) {
			return false
		}
	}
	return s != ""
}
