// This file defines what variables mean: the C predicates that the program has in comments.

package render

import (
	"regexp"
	"slices"
	"sync"

	"github.com/ijit/ijit/internal/show/trace"
)

// meaning returns what a variable of a procedure means, or a shared one; "" if that is not
// known, or only the name again.
func (t *Trace) meaning(proc, name string) string {
	if t.Meaning == nil {
		return ""
	}
	key := [2]string{proc, name}
	text, known := t.meanings[key]
	if !known {
		if t.meanings == nil {
			t.meanings = map[[2]string]string{}
		}
		if text = t.Meaning(proc, name); text == name {
			text = ""
		}
		t.meanings[key] = text
	}
	return text
}

var (
	casts = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\b(?:signed|unsigned|short|long|int|char|struct|const|volatile|_Bool|float|double)\b`)
	})
	prose = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`[\w\x{80}-\x{10ffff}][ \t]+[\w\x{80}-\x{10ffff}]|[.:;,!?](?:[ \t]|$)`)
	})
	compares  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[^<>=!-](?:==|!=|<=|>=|<|>)[^<>=]`) })
	mentioned = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\{[^}]*\}|[A-Za-z_$\x{80}-\x{10ffff}][\w$#\x{80}-\x{10ffff}-]*`)
	})
)

// predicate returns the C predicate that a variable stands for; "" if there is none: a
// comment may say something else.
func (t *Trace) predicate(proc, name string) string {
	text := t.meaning(proc, name)
	if text == "" || !compares().MatchString(text) || prose().MatchString(casts().ReplaceAllString(text, "()")) {
		return ""
	}
	return text
}

// A legend has the variables that are mentioned and whose meaning is known, each with the
// meaning, in the order of their first mention.
type legend struct {
	trace   *Trace
	entries [][2]string
	seen    map[[2]string]bool
}

func (t *Trace) newLegend() *legend {
	l := &legend{trace: t, seen: map[[2]string]bool{}}
	for _, c := range t.changes(&trace.State{}, &t.Initial) {
		l.mention(procOf(&t.Initial, c), c.name)
	}
	return l
}

// read adds what a row mentions: variables that change, and those in the statement.
func (l *legend) read(r *row) {
	if l.trace.Meaning == nil {
		return
	}
	for _, word := range mentioned().FindAllString(r.Statement, -1) {
		if word[0] == '{' {
			word = word[1 : len(word)-1]
		}
		if mover := r.before.Thread(r.Thread); mover != nil && slices.Contains(mover.Names, word) {
			l.mention(mover.Proc, word)
		} else {
			l.mention("", word)
		}
	}
	for _, c := range r.changes {
		l.mention(procOf(&r.State, c), c.name)
	}
}

func (l *legend) mention(proc, name string) {
	entry := [2]string{variable(name), l.trace.meaning(proc, name)}
	if entry[1] != "" && !l.seen[entry] {
		l.seen[entry] = true
		l.entries = append(l.entries, entry)
	}
}

// procOf returns the procedure of the variable that a change is about, "" for what is shared.
func procOf(s *trace.State, c change) string {
	if x := s.Thread(c.thread); x != nil {
		return x.Proc
	}
	return ""
}
