// This file defines how the diagnostics of one source are collected.

package diagnostic

import (
	"bytes"
	"fmt"
	"sort"
	"strings"
	"unicode/utf8"
)

// MaxDiagnostics is how many errors, and how many warnings, one run reports.
const MaxDiagnostics = 20

// A Reporter collects the diagnostics of one file.
type Reporter struct {
	Name     string
	Src      string
	Errors   List
	Warnings []*Diagnostic
	Full     bool            // there are more errors than MaxDiagnostics
	seen     map[string]bool // errors reported, by place and text
}

// Errorf adds an error, with a hint or "". What is reported twice at one place counts once.
func (r *Reporter) Errorf(pos Pos, hint, format string, args ...any) {
	if r.Full {
		return
	}
	d := &Diagnostic{File: r.Name, Pos: pos, Message: short(fmt.Sprintf(format, args...)), Hint: short(hint)}
	key := pos.String() + d.Message
	if r.seen[key] {
		return
	}
	if len(r.Errors) == MaxDiagnostics {
		r.Full = true
		return
	}
	if r.seen == nil {
		r.seen = map[string]bool{}
	}
	r.seen[key] = true
	r.Errors = append(r.Errors, d)
}

// Warnf adds a warning.
func (r *Reporter) Warnf(pos Pos, hint, format string, args ...any) {
	if len(r.Warnings) < MaxDiagnostics {
		r.Warnings = append(r.Warnings, &Diagnostic{File: r.Name, Pos: pos, Message: short(fmt.Sprintf(format, args...)), Hint: short(hint)})
	}
}

// The longest message and, in it, the longest word, in bytes.
const (
	maxMessage = 500
	maxWord    = 60
)

// short cuts the long words of a message, and the message: names can be megabytes long.
func short(message string) string {
	if len(message) <= maxWord {
		return message
	}
	var b strings.Builder
	for rest := message; rest != ""; {
		if b.Len() > maxMessage {
			b.WriteString("...")
			break
		}
		n := strings.IndexByte(rest, ' ') + 1
		if n == 0 {
			n = len(rest)
		}
		word := rest[:n]
		rest = rest[n:]
		if len(word) <= maxWord+1 {
			b.WriteString(word)
			continue
		}
		b.WriteString(strings.ToValidUTF8(word[:maxWord-3], "") + "...")
		if word[n-1] == ' ' {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// Finish sorts the diagnostics and gives each its source line.
func (r *Reporter) Finish() {
	for _, list := range [][]*Diagnostic{r.Errors, r.Warnings} {
		sort.SliceStable(list, func(i, j int) bool { return list[i].Pos.Before(list[j].Pos) })
		r.addSource(list)
	}
	if r.Full {
		last := r.Errors[len(r.Errors)-1]
		r.Errors = append(r.Errors, &Diagnostic{File: r.Name, Pos: last.Pos, Message: "too many errors"})
	}
}

// addSource fills in the source lines of diagnostics sorted by position, in
// one pass over the source.
func (r *Reporter) addSource(list []*Diagnostic) {
	line, rest := 1, r.Src
	for _, d := range list {
		for ; line < d.Pos.Line; line++ {
			_, rest, _ = strings.Cut(rest, "\n")
		}
		text, _, _ := strings.Cut(rest, "\n")
		d.Source = strings.TrimSuffix(text, "\r")
	}
}

// CheckText reports a source that is no text. The hint says where the language allows what
// is not ASCII; without one, the source may be in any encoding that contains ASCII.
func (r *Reporter) CheckText(src []byte, hintUTF8 string) bool {
	at, message, hint := 0, "", ""
	switch {
	case bytes.HasPrefix(src, []byte{0xFF, 0xFE}), bytes.HasPrefix(src, []byte{0xFE, 0xFF}):
		message, hint = "this is not UTF-8 text", "it starts like UTF-16"
	case bytes.HasPrefix(src, []byte{0x1F, 0x8B}):
		message, hint = "this is not text", "it starts like a gzip file"
	case bytes.IndexByte(src, 0) >= 0:
		at, message = bytes.IndexByte(src, 0), "NUL byte: this is not text"
	case hintUTF8 != "" && !utf8.Valid(src):
		at, message = invalidUTF8(src), "invalid UTF-8"
		hint = hintUTF8
	default:
		return true
	}
	before := src[:at]
	r.Errorf(Pos{
		Line: bytes.Count(before, []byte{'\n'}) + 1,
		Col:  at - bytes.LastIndexByte(before, '\n'),
	}, hint, "%s", message)
	r.Src = "" // nothing of it can be shown
	return false
}

// invalidUTF8 returns where the first invalid byte lies.
func invalidUTF8(src []byte) int {
	at := 0
	for at < len(src) {
		r, n := utf8.DecodeRune(src[at:])
		if r == utf8.RuneError && n <= 1 {
			break
		}
		at += n
	}
	return at
}

// Reset forgets the errors.
func (r *Reporter) Reset() { r.Errors, r.Full, r.seen = nil, false, nil }
