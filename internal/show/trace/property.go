// This file defines what is asked of a model, and what was found out.

package trace

import (
	"fmt"
	"strings"

	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/parser"
)

// A Property is something that can go wrong.
type Property struct {
	File   string
	Pos    parser.Pos
	Kind   string // "assert", "label", "target", "deadlock", "leak", "ltl"; of other models also "invar", "ctl", "bad", "justice"; "call" for what is not supported
	Name   string // if it has one
	Text   string // the condition, the label, the target, or the formula
	Origin *parser.Origin
	PC     int // of the statement, -1 for a target or a formula

	Verdict verdict.Verdict
	Depth   int    // if Unsafe
	Found   *Found // of a finite state machine, a formula of temporal logic or a label of a C program; nil for others
}

// PropertyAt returns what can go wrong at a location of a program.
func PropertyAt(p *parser.Program, file string, pc int, kind, text string) *Property {
	n := p.Nodes[pc]
	x := &Property{File: file, Pos: n.Pos, Kind: kind, Text: text, PC: pc}
	if n.Stmt != nil { // a thread can be blocked for ever at the end of a procedure
		x.Origin = n.Stmt.Origin
	}
	return x
}

// Blocked says which threads have not come to their end in a program, and where they are; "" if the program is nil.
func (s *State) Blocked(p *parser.Program) string {
	if p == nil {
		return ""
	}
	var at []string
	for _, t := range s.Threads {
		if n := p.Nodes[t.PC]; len(n.Out) > 0 {
			at = append(at, fmt.Sprintf("t%d at %s", t.ID, n.Pos))
		}
	}
	return strings.Join(at, ", ")
}

// Found says how a property of a finite state machine, a formula of temporal logic, or whether a
// label of a C program is reached, was decided.
type Found struct {
	Reason verdict.Reason // why it was not
	Detail string         // in words
	// Vacuous says why there is no run of a finite state machine that the property is about, "" if
	// there is one or that is not known.
	Vacuous string
	Method  string // the algorithm that answered, "" for none
	// Bound is the number of steps up to which it is known that there is no counterexample
	// or, behind a proof, that the proof took; -1 if no such number is known.
	Bound int
	// Length is the number of steps of the counterexample: those to the error, or those once
	// through the lasso, the last one leading back to position Loop. Loop is -1 for none.
	Length, Loop int
	Waves        *Waves  // the counterexample of a finite state machine
	Inputs       []int32 // those of a C program that lead to the label; the last one reaches it
	Turns        *Turns  // what the C program does on them
	Shortest     bool    // no fewer inputs lead to the label
	Seconds      float64
}
