// This file defines the operations of a program, and which of them a step of a schedule means.

package goreplay

import (
	"go/token"
	"path/filepath"
	"slices"
)

// A Place is where something is in the source.
type Place struct {
	File         string
	Line, Column int // Column 0: anywhere in the line
}

// A site is an operation, or a statement that may read or write memory.
type site struct {
	op         string // lock, send, ..; statement
	text       string
	start, end token.Position
	key        token.Position // where the operation is itself: the opening parenthesis, the arrow
	second     bool           // it comes after another one at the same place
	cases      []int          // the lines of the cases of a select statement
	timers     []bool         // of the cases of a select statement, or of a receive: it may be a timer
}

const statement = "statement"

// at returns the place to name.
func (s *site) at() Place { return Place{s.start.Filename, s.start.Line, s.start.Column} }

// onLine reports whether a person would say that the operation is in that line.
func (s *site) onLine(file string, line int) bool {
	return sameFile(s.start.Filename, file) && (s.start.Line == line || s.key.Line == line || slices.Contains(s.cases, line))
}

func sameFile(a, b string) bool {
	return a == b || !(filepath.IsAbs(a) && filepath.IsAbs(b)) && filepath.Base(a) == filepath.Base(b)
}

// find returns the numbers of the sites that a step may mean: of the operations in its line the
// smallest around its column, first of those of its name (in go close(c) there are two), or else all. An
// access is an atomic operation, or else is done in a statement. The library's functions have none, also where they are started.
func (p *Program) find(step Step) []int {
	var operations, atomics, statements, smallest, named []int
	least := func(list []int, id int) []int {
		if len(list) > 0 && p.sites[id].size() < p.sites[list[0]].size() {
			list = nil
		}
		if len(list) == 0 || p.sites[id].size() == p.sites[list[0]].size() {
			list = append(list, id)
		}
		return list
	}
	for id, s := range p.sites {
		switch {
		case s == nil || !s.onLine(step.File, step.Line):
			continue
		case s.op == "go" && step.Op != "" && step.Op != "go":
			continue // what a function of another package does that is started there
		case s.op == statement:
			statements = append(statements, id)
			continue
		case s.op == "atomic":
			atomics = append(atomics, id)
		}
		operations = append(operations, id)
		if !s.contains(step.Line, step.Column) {
			continue
		}
		smallest = least(smallest, id)
		if s.op == step.Op {
			named = least(named, id)
		}
	}
	switch {
	case step.Access && len(atomics) > 0:
		return atomics
	case step.Access:
		return statements
	case len(named) > 0:
		return named
	case len(smallest) > 0:
		operations = smallest
	}
	return p.choose(operations, step.Op)
}

// choose takes those sites of which a step tells the operation: that of the name, or else those
// that are not the second at their place.
func (p *Program) choose(ids []int, op string) []int {
	if op == "" {
		return ids
	}
	var named, first []int
	for _, id := range ids {
		if p.sites[id].op == op {
			named = append(named, id)
		}
		if !p.sites[id].second {
			first = append(first, id)
		}
	}
	if len(named) > 0 {
		return named
	}
	return first
}

func (s *site) contains(line, column int) bool {
	before := func(l1, c1, l2, c2 int) bool { return l1 < l2 || l1 == l2 && c1 <= c2 }
	return before(s.start.Line, s.start.Column, line, column) && before(line, column, s.end.Line, s.end.Column)
}

func (s *site) size() int { return s.end.Offset - s.start.Offset }
