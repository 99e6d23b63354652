// This file defines what becomes of comments. The scanner keeps them aside,
// in order; the parse functions take them from there at the points where the
// tree has room for them. A comment that nothing takes as its own goes to the
// lines above the next thing that has lines, so none is lost.

package parser

import (
	"sort"
	"strings"
	"unicode"
)

// A comment is a comment of the source and its place between the tokens.
type comment struct {
	offset, end int
	pos         Pos
	endLine     int
	behind      int  // offset behind the token before it
	trailing    bool // the token before it ended on the same line
	blank       bool // there is a blank line before it
	taken       bool // it belongs to what stands in front of it
	text        string
}

// commentText returns the text between the marks of a comment, on one line.
func commentText(s string) string {
	s = strings.TrimSpace(s)
	if strings.ContainsAny(s, "\r\n") {
		s = strings.Join(strings.Fields(s), " ")
	}
	return s
}

// lineText returns the text of a comment with its marks.
func lineText(line string) string {
	if text, ok := strings.CutPrefix(line, "/*"); ok {
		return commentText(strings.TrimSuffix(text, "*/"))
	}
	return commentText(strings.TrimPrefix(line, "//"))
}

// asWritten returns a comment with its marks, without blanks at the ends of
// lines. Its lines are indented relative to its first one, so that it can move.
func (s *scanner) asWritten(c *comment) string {
	text := s.src[c.offset:c.end]
	if c.pos.Line == c.endLine {
		return strings.TrimRightFunc(text, unicode.IsSpace)
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		for n := 1; i > 0 && n < c.pos.Col && line != "" && (line[0] == ' ' || line[0] == '\t'); n++ {
			line = line[1:]
		}
		lines[i] = strings.TrimRightFunc(line, unicode.IsSpace)
	}
	return strings.Join(lines, "\n")
}

// takeAbove takes what stands above the current token: the comments that
// nothing in front of it took, and blank lines. If origin is not nil, it takes
// the last comment that names an origin: an origin belongs to one statement.
func (p *fileParser) takeAbove(origin **Origin) []string {
	list := p.scan.comments
	n := commentsBefore(list, p.tok.offset)
	at := -1
	if origin != nil {
		for i := n - 1; i >= 0 && at < 0; i-- {
			if o := parseOrigin(list[i].text); o != nil && !list[i].taken {
				*origin, at = o, i
			}
		}
	}
	var lines []string
	line := p.last.pos.Line
	if p.last.kind == tokBraced {
		line += strings.Count(p.last.text, "\n")
	}
	for i := range list[:n] {
		c := &list[i]
		if c.blank {
			lines = joinLines(lines, "")
		}
		if !c.taken && i != at {
			lines = append(lines, p.scan.asWritten(c))
		}
		line = c.endLine
	}
	if p.tok.pos.Line > line+1 {
		lines = joinLines(lines, "")
	}
	p.scan.comments = append(list[:0], list[n:]...)
	return lines
}

// takeInside takes the comments in front of the last token, which nothing took,
// and adds them to lines.
func (p *fileParser) takeInside(lines []string) []string {
	list := p.scan.comments
	n := commentsBefore(list, p.last.offset)
	for i := range list[:n] {
		if !list[i].taken {
			lines = append(lines, p.scan.asWritten(&list[i]))
		}
	}
	p.scan.comments = append(list[:0], list[n:]...)
	return lines
}

// commentsBefore returns how many comments stand in front of offset.
func commentsBefore(list []comment, offset int) int {
	return sort.Search(len(list), func(i int) bool { return list[i].offset >= offset })
}

// takeComment returns the text of the comment behind the last token, on the
// same line; "" if there is none.
func (p *fileParser) takeComment() string {
	list, end := p.scan.comments, p.last.end()
	i := sort.Search(len(list), func(i int) bool { return list[i].behind >= end })
	if i == len(list) || list[i].behind != end || !list[i].trailing || list[i].taken {
		return ""
	}
	list[i].taken = true
	return list[i].text
}

// takeMeaning returns what the comment behind the i-th variable of a
// declaration says. Behind several variables on a line it says nothing of one
// of them: whose would it be?
func (p *fileParser) takeMeaning(vars []*varNode, i int) string {
	t := vars[i].Name
	if sharesLine(vars, i) {
		return ""
	}
	list := p.scan.comments
	c := sort.Search(len(list), func(i int) bool { return list[i].offset > t.offset })
	if c == len(list) || !list[c].trailing || list[c].pos.Line != t.pos.Line {
		return ""
	}
	list[c].taken = true
	return parseMeaning(list[c].text)
}

// sharesLine tells whether the i-th variable of a declaration stands on one
// line with another one.
func sharesLine(vars []*varNode, i int) bool {
	line := vars[i].Name.pos.Line
	return i > 0 && vars[i-1].Name.pos.Line == line || i+1 < len(vars) && vars[i+1].Name.pos.Line == line
}

// joinLines adds lines to lines. Blank lines that meet become one.
func joinLines(lines []string, more ...string) []string {
	if len(lines) > 0 && lines[len(lines)-1] == "" && len(more) > 0 && more[0] == "" {
		more = more[1:]
	}
	return append(lines, more...)
}

// trimTop returns lines without a blank line in front.
func trimTop(lines []string) []string {
	if len(lines) > 0 && lines[0] == "" {
		lines = lines[1:]
	}
	if len(lines) == 0 {
		return nil
	}
	return lines
}

// trimBottom returns lines without a blank line at the end.
func trimBottom(lines []string) []string {
	if n := len(lines); n > 0 && lines[n-1] == "" {
		lines = lines[:n-1]
	}
	if len(lines) == 0 {
		return nil
	}
	return lines
}

// takeHead separates the head of the file from the lines above its first
// declaration: the one that comes first in the source, and the one that will
// when the file is printed, shared variables first. Comments that name the
// dialect are for the printer to write.
func (f *File) takeHead() {
	take := func(from *[]string) {
		for i := len(*from) - 1; i >= 0; i-- {
			if (*from)[i] == "" {
				f.Head = append(joinLines(f.Head, (*from)[:i]...), "")
				*from = (*from)[i+1:]
				break
			}
		}
		*from = f.takeMarks(*from)
	}
	first := f.Procs[0]
	if len(f.Globals) == 0 || first.Pos.Before(f.Globals[0].Pos) {
		take(&first.Lead)
	}
	if len(f.Globals) > 0 {
		take(&f.Globals[0].Lead)
	}
	f.Head = trimBottom(f.takeMarks(f.Head))
}

// takeMarks takes the comments that name a dialect out of lines that will
// stand in front of everything.
func (f *File) takeMarks(lines []string) []string {
	var kept []string
	for _, line := range lines {
		if _, ok := namedDialect(lineText(line)); ok && line != "" {
			f.Marked = true
			continue
		}
		kept = joinLines(kept, line)
	}
	return trimTop(kept)
}
