// This file defines how a table is written to a file.

package tts

import (
	"bufio"
	"io"
	"strconv"
	"strings"
)

// WriteOptions adds comments to what [Write] writes.
type WriteOptions struct {
	// Preamble is the text of comments in front of the header; it may have several
	// lines.
	Preamble string
	// Comment returns the comment behind an edge, "" for none. Line breaks in
	// it become blanks.
	Comment func(e *Edge[uint32]) string
}

// Write writes t in the format of .tts files: the header, the transient states,
// the edges in their order. The same system always gives the same text, and
// [Read] reads the same system from it but for the labels, which become the line
// numbers.
func Write(w io.Writer, t *TTS, opts WriteOptions) error {
	x := &writer{
		w:        bufio.NewWriterSize(w, 1<<16),
		t:        t,
		comment:  opts.Comment,
		oneLiner: strings.NewReplacer("\n", " ", "\r", " "),
	}
	if opts.Preamble != "" {
		for line := range strings.Lines(opts.Preamble) {
			x.buf = append(append(x.buf, "# "...), strings.TrimRight(line, "\r\n")...)
			x.endLine()
		}
	}
	x.buf = appendPair(x.buf, t.numShared, t.numLocal)
	x.endLine()
	x.transient()
	x.edges()
	return x.w.Flush()
}

// WriteProp writes a target as a .prop file.
func WriteProp(w io.Writer, target Config[uint32]) error {
	_, err := io.WriteString(w, target.String()+"\n")
	return err
}

type writer struct {
	w        *bufio.Writer // keeps its first error until it is flushed
	t        *TTS
	comment  func(e *Edge[uint32]) string
	oneLiner *strings.Replacer
	buf      []byte // the line so far
}

func (x *writer) endLine() {
	x.buf = append(x.buf, '\n')
	x.w.Write(x.buf)
	x.buf = x.buf[:0]
}

func (x *writer) endEdge(e *Edge[uint32]) {
	if x.comment != nil {
		if c := x.comment(e); c != "" {
			x.buf = append(append(x.buf, " # "...), x.oneLiner.Replace(c)...)
		}
	}
	x.endLine()
}

func (x *writer) transient() {
	const perLine = 16
	for i, s := range x.t.transient {
		if i%perLine == 0 {
			x.buf = append(x.buf, wordTransient...)
		}
		x.buf = strconv.AppendUint(append(x.buf, ' '), uint64(s), 10)
		if i%perLine == perLine-1 || i == len(x.t.transient)-1 {
			x.endLine()
		}
	}
}

// edges writes the edges of one shared state after the other, those without an
// active thread last.
func (x *writer) edges() {
	env := x.t.env
	for i := range x.t.edges {
		e := &x.t.edges[i]
		for len(env) > 0 && env[0].From.Shared < e.From.Shared {
			env = x.environment(env)
		}
		x.buf = x.t.appendEdge(x.buf, e)
		x.endEdge(e)
	}
	for len(env) > 0 {
		env = x.environment(env)
	}
}

// environment writes the first edges of env, those between the same two shared
// states, and returns the others. Plain files hold one such edge; where there
// are more, each takes a line of its own.
func (x *writer) environment(env []Edge[uint32]) []Edge[uint32] {
	n, plain := 0, 0
	for n < len(env) && env[n].From == env[0].From && env[n].To == env[0].To {
		if x.isPlain(&env[n]) {
			plain++
		}
		n++
	}
	for i := range env[:n] {
		e := &env[i]
		switch {
		case plain != 1 || !x.isPlain(e):
			x.buf = x.t.appendEdge(x.buf, e)
			x.endEdge(e)
		case e.Effect == nil:
			x.lone(e, Transfer{0, 0})
		default:
			for _, m := range x.t.Transfers(e) {
				x.lone(e, m)
			}
		}
	}
	return env[n:]
}

// isPlain reports whether the plain format has words for e, an edge without an
// active thread.
func (x *writer) isPlain(e *Edge[uint32]) bool {
	if e.Effect == nil {
		return true
	}
	if e.Effect.Kind != All {
		return false
	}
	for _, m := range x.t.Transfers(e) {
		if m.To == Blocked {
			return false
		}
	}
	return true
}

func (x *writer) lone(e *Edge[uint32], m Transfer) {
	x.buf = appendPair(x.buf, e.From.Shared, m.From)
	x.buf = append(x.buf, " ~> "...)
	x.buf = appendPair(x.buf, e.To.Shared, m.To)
	x.endEdge(e)
}

func appendPair(b []byte, s, l uint32) []byte {
	b = strconv.AppendUint(b, uint64(s), 10)
	b = append(b, ' ')
	return strconv.AppendUint(b, uint64(l), 10)
}
