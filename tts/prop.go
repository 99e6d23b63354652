// This file defines how targets and initial configurations are read.

package tts

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/ijit/ijit/parser/diagnostic"
)

// ParseTarget parses a target: s|l1,l2,... asks for a configuration with shared
// state s and at least these threads, s| for one with shared state s. Errors are
// of type [*diagnostic.Diagnostic].
func ParseTarget(text string) (Config[uint32], error) {
	return parseConfig("target", text, false, nil)
}

// ParseTarget is like the function, and checks that t has these states.
func (t *TTS) ParseTarget(text string) (Config[uint32], error) {
	return parseConfig("target", text, false, t)
}

// ParseInitial parses an initial configuration: s|a,b is exactly these threads,
// s/a unboundedly many threads in a, s|a,b/c both. Errors are of type
// [*diagnostic.Diagnostic].
func ParseInitial(text string) (Config[uint32], error) {
	return parseConfig("initial configuration", text, true, nil)
}

// ParseInitial is like the function, and checks that t has these states.
func (t *TTS) ParseInitial(text string) (Config[uint32], error) {
	return parseConfig("initial configuration", text, true, t)
}

// ReadProp reads the target of a .prop file, its first word; name stands for the
// file in errors.
func ReadProp(r io.Reader, name string) (Config[uint32], error) {
	return readProp(r, name, nil)
}

// ReadProp is like the function, and checks that t has these states.
func (t *TTS) ReadProp(r io.Reader, name string) (Config[uint32], error) {
	return readProp(r, name, t)
}

// CheckConfig reports whether the states of c are states of t.
func (t *TTS) CheckConfig(c Config[uint32]) error {
	if c.Shared >= t.numShared {
		return fmt.Errorf("shared state %d of %v is out of range: there are %d", c.Shared, c, t.numShared)
	}
	for _, x := range c.Locals {
		if x.Local >= t.numLocal {
			return fmt.Errorf("local state %d of %v is out of range: there are %d", x.Local, c, t.numLocal)
		}
	}
	return nil
}

func readProp(r io.Reader, name string, t *TTS) (Config[uint32], error) {
	// What follows the first word is not read, whatever it is.
	in := bufio.NewReader(io.LimitReader(r, maxLine))
	for line := 1; ; line++ {
		text, err := in.ReadBytes('\n')
		if line == 1 {
			text = bytes.TrimPrefix(text, []byte("\uFEFF"))
		}
		if words := bytes.Fields(text); len(words) > 0 && words[0][0] != '#' {
			c, perr := parseConfig("target", string(words[0]), false, t)
			if perr != nil {
				e := perr.(*diagnostic.Diagnostic)
				e.File, e.Pos.Line = name, line
				e.Pos.Col += bytes.Index(text, words[0])
				e.Show(bytes.TrimRight(text, "\r\n"))
				return Config[uint32]{}, e
			}
			return c, nil
		}
		if err == io.EOF {
			return Config[uint32]{}, &diagnostic.Diagnostic{File: name, Pos: diagnostic.Pos{Line: line, Col: 1}, Message: "the file holds no target", Hint: targetHint}
		}
		if err != nil {
			return Config[uint32]{}, fmt.Errorf("%s: %w", name, err)
		}
	}
}

const (
	targetHint  = "a target is written s|l1,l2,... or s| for a shared state alone"
	initialHint = "an initial configuration is written s|a,b for exactly these threads, s/a for any number of threads in a, or s|a,b/c"
)

// A configParser reads s|a,b/c from left to right.
type configParser struct {
	text string
	i    int
	hint string
	t    *TTS // nil for any states
}

// parseConfig parses text; initial allows for unboundedly many threads. What says
// what it is, for errors.
func parseConfig(what, text string, initial bool, t *TTS) (Config[uint32], error) {
	p := &configParser{text: text, hint: targetHint, t: t}
	if initial {
		p.hint = initialHint
	}
	c, err := p.parse(initial)
	if err != nil {
		err.File = what
		err.Show([]byte(text))
		return Config[uint32]{}, err
	}
	return c, nil
}

func (p *configParser) parse(initial bool) (c Config[uint32], err *diagnostic.Diagnostic) {
	numShared, numLocal := uint32(math.MaxUint32), uint32(math.MaxUint32)
	if p.t != nil {
		numShared, numLocal = p.t.numShared, p.t.numLocal
	}
	if c.Shared, err = p.state("shared state", numShared); err != nil {
		return c, err
	}
	if p.i == len(p.text) {
		if initial {
			return c, p.errorf(p.i, "no threads are given")
		}
		p.hint = fmt.Sprintf("write %s| for shared state %s with any threads", p.text, p.text)
		return c, p.errorf(p.i, "no | behind the shared state")
	}
	sep := byte('|')
	if p.text[p.i] != '|' && (!initial || p.text[p.i] != '/') {
		if p.text[p.i] == '/' {
			p.hint = "unboundedly many threads are for initial configurations; " + targetHint
		}
		return c, p.errorf(p.i, "%q where | should be", p.text[p.i:p.i+1])
	}
	// s| and s|/c have no threads one by one.
	if p.text[p.i] == '|' && (p.i+1 == len(p.text) || initial && p.text[p.i+1] == '/') {
		p.i++
	}
	n := uint32(1)
	for p.i < len(p.text) {
		switch {
		case p.text[p.i] == sep:
			sep = ','
		case initial && n == 1 && p.text[p.i] == '/':
			sep, n = ',', Omega
		default:
			return c, p.errorf(p.i, "unexpected %s", diagnostic.Quote(p.text[p.i:]))
		}
		p.i++
		l, err := p.state("local state", numLocal)
		if err != nil {
			return c, err
		}
		c.Locals = AddLocal(c.Locals, l, n)
	}
	return c, nil
}

// state reads a number less than limit.
func (p *configParser) state(what string, limit uint32) (uint32, *diagnostic.Diagnostic) {
	start := p.i
	for p.i < len(p.text) && p.text[p.i]-'0' <= 9 {
		p.i++
	}
	if p.i == start {
		if p.i == len(p.text) {
			return 0, p.errorf(start, "a %s is missing at the end", what)
		}
		return 0, p.errorf(start, "%s where a %s should be", diagnostic.Quote(p.text[start:]), what)
	}
	digits := p.text[start:p.i]
	n, err := strconv.ParseUint(digits, 10, 32)
	if err != nil || n == math.MaxUint32 {
		p.hint = ""
		return 0, p.errorf(start, "number %s is too large for a state", digits)
	}
	if uint32(n) >= limit {
		p.hint = fmt.Sprintf("there are %d %ss, 0 to %d", limit, what, limit-1)
		return 0, p.errorf(start, "%s %d is out of range", what, n)
	}
	return uint32(n), nil
}

func (p *configParser) errorf(i int, format string, args ...any) *diagnostic.Diagnostic {
	return &diagnostic.Diagnostic{Pos: diagnostic.Pos{Col: i + 1}, Message: fmt.Sprintf(format, args...), Hint: p.hint}
}
