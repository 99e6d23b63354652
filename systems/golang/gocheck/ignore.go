// This file defines comments that suppress findings.

package gocheck

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/ijit/ijit/internal/show/render"
)

// ignorePattern matches //ijit:ignore KIND reason. KIND may be several, with commas.
var ignorePattern = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`//[ \t]*ijit:ignore(?:[ \t]+(\S+))?(?:[ \t]+(.*\S))?[ \t]*$`)
})

// An ignore is such a comment.
type ignore struct {
	kinds  []string
	reason string
	wrong  string // why it is not obeyed
	used   bool   // it suppresses a finding
}

// ignores reads the comments of files when they are needed.
type ignores struct {
	shown func(file string) string // how a file is called
	files map[string]map[int]*ignore
	wrong []string
}

// suppressed returns the reason by which a comment suppresses a finding: at its place, or at the other access of a
// race; "" for none. paths has the files by what they are called.
func (s *ignores) suppressed(paths map[string]string, f *render.Finding) string {
	reason := s.reason(paths[f.File], f)
	if reason == "" && f.Kind == "race" && len(f.Others) > 0 {
		other := f.Others[0]
		reason = s.reason(paths[other.File], &render.Finding{Kind: f.Kind, GoPlace: other})
	}
	return reason
}

// reason returns the reason in a comment about a finding on its line, or on the line above; "" for none.
func (s *ignores) reason(path string, f *render.Finding) string {
	comments := s.comments(path)
	for _, line := range []int{f.Line, f.Line - 1} {
		c, found := comments[line]
		if !found || c.wrong != "" {
			continue
		}
		if slices.Contains(c.kinds, f.Kind) || f.Kind == "deadlock" && slices.Contains(c.kinds, "leak") {
			c.used = true
			return c.reason
		}
	}
	return ""
}

// unused says of comments in files that they suppress nothing, if all that they name was asked.
func (s *ignores) unused(paths []string, kinds []string) (warnings []string) {
	for _, path := range paths {
		comments := s.comments(path)
		for _, line := range slices.Sorted(maps.Keys(comments)) {
			c := comments[line]
			if c.wrong == "" && !c.used && !slices.ContainsFunc(c.kinds, func(k string) bool { return !slices.Contains(kinds, k) }) {
				warnings = append(warnings, fmt.Sprintf("%s:%d: //ijit:ignore suppresses nothing: no %s was found there", s.shown(path), line, strings.Join(c.kinds, " or ")))
			}
		}
	}
	return warnings
}

// comments returns those of a file, by line.
func (s *ignores) comments(path string) map[int]*ignore {
	comments, read := s.files[path]
	if !read {
		comments = s.read(path)
		s.files[path] = comments
	}
	return comments
}

func (s *ignores) read(path string) map[int]*ignore {
	comments := map[int]*ignore{}
	text, err := os.ReadFile(path)
	if err != nil {
		return comments // then there is no comment, and the finding is reported
	}
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		m := ignorePattern().FindStringSubmatch(strings.TrimRight(line, "\r\n"))
		if m == nil {
			continue
		}
		c := &ignore{kinds: strings.Split(m[1], ","), reason: m[2]}
		unknown := slices.IndexFunc(c.kinds, func(k string) bool { return rank(k) < 0 })
		switch {
		case m[1] == "":
			c.wrong = "it names no kind of finding; write //ijit:ignore KIND reason"
		case unknown >= 0:
			c.wrong = fmt.Sprintf("there is no kind %s; choose from %s", c.kinds[unknown], strings.Join(Kinds(), ", "))
		case c.reason == "":
			c.wrong = "it gives no reason; write //ijit:ignore " + m[1] + " reason"
		}
		comments[n] = c
		if c.wrong != "" {
			s.wrong = append(s.wrong, fmt.Sprintf("%s:%d: //ijit:ignore is not obeyed: %s", s.shown(path), n, c.wrong))
		}
	}
	return comments
}
