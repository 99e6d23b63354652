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
	taken    bool // it belongs to what stands in front of it
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

// takeOrigin returns the origin in the last comment in front of offset that
// names one, and forgets these comments: an origin belongs to one statement.
func (p *fileParser) takeOrigin(offset int) *Origin {
	var origin *Origin
	for i := range p.scan.comments {
		c := &p.scan.comments[i]
		if c.offset >= offset {
			break
		}
		if !c.taken {
			if o := parseOrigin(c.text); o != nil {
				origin = o
			}
		}
	}
	p.dropComments(offset)
	return origin
}

// dropComments forgets the comments in front of offset.
func (p *fileParser) dropComments(offset int) {
	list := p.scan.comments
	n := sort.Search(len(list), func(i int) bool { return list[i].offset >= offset })
	p.scan.comments = append(list[:0], list[n:]...)
}

// takeComment returns the text of the comment behind the last token, on the
// same line; "" if there is none.
func (p *fileParser) takeComment() string {
	list, end := p.scan.comments, p.last.end()
	i := sort.Search(len(list), func(i int) bool { return list[i].behind >= end })
	if i == len(list) || list[i].behind != end || !list[i].trailing {
		return ""
	}
	list[i].taken = true
	return list[i].text
}

// takeMeaning returns what the comment behind the i-th variable of a
// declaration says. Behind several variables on a line it says nothing: whose
// would it be?
func (p *fileParser) takeMeaning(vars []*varNode, i int) string {
	t := vars[i].Name
	list := p.scan.comments
	c := sort.Search(len(list), func(i int) bool { return list[i].offset > t.offset })
	if c == len(list) || !list[c].trailing || list[c].line != t.pos.Line {
		return ""
	}
	list[c].taken = true
	if i > 0 && vars[i-1].Name.pos.Line == t.pos.Line || i+1 < len(vars) && vars[i+1].Name.pos.Line == t.pos.Line {
		return ""
	}
	return parseMeaning(list[c].text)
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
