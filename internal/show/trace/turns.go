// This file defines executions of event-condition-action programs: what they do turn by turn of
// their loop.

package trace

import "github.com/ijit/ijit/parser"

// Turns are an execution of a C program that reads inputs in an endless loop.
type Turns struct {
	Initial []Value // of the variables that turns may change, at the start
	Turns   []Turn  // the first one is what is in front of the loop, if that does anything
	First   int     // the number of the first turn: 0 for what is in front of the loop, else 1
}

// A Value is that of a variable.
type Value struct {
	Name  string
	Value int32
}

// A Turn is what one turn of the loop does.
type Turn struct {
	Inputs    []int32
	Outputs   []int32      // that were printed, or returned to main
	Rules     []parser.Pos // the conditions of the branches that did something
	Changes   []Value      // variables with their new values
	Overflows []parser.Pos // of arithmetic operators whose result is no int
}

// Overflow returns where arithmetic overflows first, and whether it does.
func (t *Turns) Overflow() (at parser.Pos, found bool) {
	for i := range t.Turns {
		if len(t.Turns[i].Overflows) > 0 {
			return t.Turns[i].Overflows[0], true
		}
	}
	return at, false
}
