// This file defines changes of a text that keep the line of everything that stays.

package goreplay

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// An edit replaces text[lo:hi].
type edit struct {
	lo, hi int
	text   string
	closes bool // it belongs to what is before lo
}

// edits are changes of one text. What opens is added outer first, what closes inner first.
type edits struct {
	text []byte
	list []edit
	line func(offset int) (line, column int)
}

func (e *edits) open(at int, text string)  { e.list = append(e.list, edit{at, at, text, false}) }
func (e *edits) close(at int, text string) { e.list = append(e.list, edit{at, at, text, true}) }

// replace is called after all edits inside.
func (e *edits) replace(lo, hi int, text string) {
	e.list = append(e.list, edit{lo, hi, text + e.here(hi), false})
}

// here is a comment that tells the compiler which place of the original text follows.
func (e *edits) here(offset int) string {
	line, column := e.line(offset)
	return fmt.Sprintf("/*line :%d:%d*/", line, column)
}

// render returns text[lo:hi] with its changes.
func (e *edits) render(lo, hi int) string {
	var inside []edit
	for _, x := range e.list {
		if x.lo >= lo && x.hi <= hi && (x.lo > lo || !x.closes) && (x.lo < hi || x.closes) {
			inside = append(inside, x)
		}
	}
	slices.SortStableFunc(inside, func(a, b edit) int {
		return cmp.Or(cmp.Compare(a.lo, b.lo), order(a)-order(b))
	})
	var b strings.Builder
	at := lo
	for _, x := range inside {
		if x.lo < at { // inside of what was replaced
			continue
		}
		b.Write(e.text[at:x.lo])
		b.WriteString(x.text)
		at = x.hi
	}
	b.Write(e.text[at:hi])
	return b.String()
}

// order is the order of edits at one place: what closes, what opens, what replaces.
func order(x edit) int {
	switch {
	case x.closes:
		return 0
	case x.lo == x.hi:
		return 1
	}
	return 2
}
