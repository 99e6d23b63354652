// This file defines the text form of diagrams, as it is read.

package bdd

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Load reads functions that Dump wrote. Their variables keep their numbers and must
// exist in m; the order of m may be another. What is wrong with the text is said
// with the line and column. If the manager meets a limit, the error is that of Err.
func (m *Manager) Load(r io.Reader) ([]Node, error) {
	if m.err != nil {
		return nil, m.err
	}
	l := loader{m: m, lines: bufio.NewScanner(r), edges: []edge{one}}
	l.lines.Buffer(nil, 1<<30)
	var fs []Node
	var err error
	if !m.try(func() { fs, err = l.load() }) {
		return nil, m.err
	}
	return fs, err
}

// A loader reads a text line by line.
type loader struct {
	m     *Manager
	lines *bufio.Scanner
	line  int
	text  string // of the line, from the next word on
	col   int    // of the next word
	edges []edge // by the number of the node
}

func (l *loader) load() ([]Node, error) {
	if n, err := l.header("bdd"); err != nil {
		return nil, err
	} else if n != 1 {
		return nil, l.errorf("version %d is not known", n)
	}
	if _, err := l.header("vars"); err != nil {
		return nil, err
	}
	for l.next() {
		switch key, col := l.word(); key {
		case "node":
			if err := l.node(); err != nil {
				return nil, err
			}
		case "roots":
			fs, err := l.roots()
			if err == nil && l.next() {
				err = l.errorf("text after the roots")
			}
			if err == nil {
				err = l.lines.Err()
			}
			return fs, err
		default:
			l.col = col
			return nil, l.errorf("want node or roots, have %q", key)
		}
	}
	if err := l.lines.Err(); err != nil {
		return nil, err
	}
	return nil, l.errorf("the text ends without roots")
}

// header reads a line of a word and a number.
func (l *loader) header(key string) (int, error) {
	if !l.next() {
		return 0, errors.Join(l.errorf("want %s", key), l.lines.Err())
	}
	if w, col := l.word(); w != key {
		l.col = col
		return 0, l.errorf("want %s, have %q", key, w)
	}
	n, err := l.number(1<<31 - 1)
	if err == nil {
		err = l.end()
	}
	return n, err
}

// node reads what follows the word node.
func (l *loader) node() error {
	v, err := l.number(l.m.NumVars() - 1)
	if err != nil {
		return err
	}
	lo, err := l.edge()
	if err != nil {
		return err
	}
	hi, err := l.edge()
	if err != nil {
		return err
	}
	l.edges = append(l.edges, l.m.mkAnywhere(levelOf(Var(v)), lo, hi))
	return l.end()
}

// roots reads what follows the word roots.
func (l *loader) roots() ([]Node, error) {
	fs := []Node{}
	for l.text != "" {
		e, err := l.edge()
		if err != nil {
			return nil, err
		}
		fs = append(fs, l.m.out(e))
	}
	return fs, nil
}

// next goes to the next line that is not empty.
func (l *loader) next() bool {
	for l.lines.Scan() {
		l.line++
		l.text, l.col = l.lines.Text(), 1
		l.skip()
		if l.text != "" {
			return true
		}
	}
	return false
}

// skip goes to the next word.
func (l *loader) skip() {
	rest := strings.TrimLeft(l.text, " \t\r")
	l.col += len(l.text) - len(rest)
	l.text = rest
}

// word reads a word and returns its column.
func (l *loader) word() (word string, col int) {
	col = l.col
	end := strings.IndexAny(l.text, " \t\r")
	if end < 0 {
		end = len(l.text)
	}
	word, l.text = l.text[:end], l.text[end:]
	l.col += end
	l.skip()
	return word, col
}

// number reads a number from 0 to highest.
func (l *loader) number(highest int) (int, error) {
	word, col := l.word()
	n, err := strconv.ParseUint(word, 10, 31)
	if err != nil || int64(n) > int64(highest) {
		l.col = col
		return 0, l.errorf("want a number up to %d, have %q", highest, word)
	}
	return int(n), nil
}

// edge reads an edge to a node of an earlier line.
func (l *loader) edge() (edge, error) {
	sign := edge(0)
	if rest, minus := strings.CutPrefix(l.text, "-"); minus {
		l.text, sign = rest, 1
		l.col++
	}
	n, err := l.number(len(l.edges) - 1)
	if err != nil {
		return 0, err
	}
	return l.edges[n] ^ sign, nil
}

// end checks that the line has no more words.
func (l *loader) end() error {
	if l.text != "" {
		return l.errorf("want the end of the line, have %q", l.text)
	}
	return nil
}

func (l *loader) errorf(format string, args ...any) error {
	return fmt.Errorf("bdd: line %d:%d: %s", max(l.line, 1), max(l.col, 1), fmt.Sprintf(format, args...))
}
