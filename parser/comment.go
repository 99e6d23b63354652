// This file defines what comments tell: the C statement behind a Boolean
// statement and the C predicate behind a variable. They are what lets a trace
// speak C, so the parser keeps them where other readers of these files throw
// them away.

package parser

import (
	"regexp"
	"sort"
	"strconv"
	"strings"
)

// A comment is a comment of the source and its place between the tokens.
type comment struct {
	offset   int
	line     int
	behind   int  // offset behind the token before it
	trailing bool // the token before it ended on the same line
	text     string
}

// commentText returns the text between the marks of a comment, on one line.
func commentText(s string) string {
	s = strings.TrimSpace(s)
	if strings.ContainsAny(s, "\r\n") {
		s = strings.Join(strings.Fields(s), " ")
	}
	return s
}

// trailingComment returns the text of the comment that follows, on the same
// line, the token that ends at offset end; "" if there is none.
func trailingComment(comments []comment, end int) string {
	i := sort.Search(len(comments), func(i int) bool { return comments[i].behind >= end })
	if i < len(comments) && comments[i].behind == end && comments[i].trailing {
		return comments[i].text
	}
	return ""
}

// originPattern matches what SATABS writes in front of a statement.
var originPattern = regexp.MustCompile(`^file (.+) line (\d+)(?: column \d+)?(?: function (.+))?$`)

// parseOrigin returns the origin that a comment names, or nil.
func parseOrigin(text string) *Origin {
	if !strings.HasPrefix(text, "file ") {
		return nil
	}
	m := originPattern.FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	line, err := strconv.Atoi(m[2])
	if err != nil {
		return nil
	}
	return &Origin{File: m[1], Line: line, Func: m[3]}
}

// String returns the origin as SATABS writes it, without the comment mark.
func (o *Origin) String() string {
	s := "file " + o.File + " line " + strconv.Itoa(o.Line)
	if o.Func != "" {
		s += " function " + o.Func
	}
	return s
}

// parseMeaning returns the C predicate in the comment behind a declaration.
// SATABS writes "LOCAL -- p" behind a local variable.
func parseMeaning(text string) string {
	for {
		stripped := text
		for _, scope := range []string{"LOCAL", "GLOBAL", "SHARED"} {
			if rest, ok := strings.CutPrefix(text, scope); ok {
				if rest, ok = strings.CutPrefix(strings.TrimLeft(rest, " \t"), "--"); ok {
					stripped = strings.TrimSpace(rest)
				}
			}
		}
		if stripped == text {
			return text
		}
		text = stripped
	}
}
