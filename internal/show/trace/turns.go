// This file defines executions of event-condition-action programs: what they do turn by turn of
// their loop.

package trace

import (
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/eca"
)

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

// React executes a C program on inputs up to where a label is reached first. It reports how many
// inputs were read by then; reached is false if these inputs do not lead to the label.
func React(f *eca.File, label *eca.Label, inputs []int32) (t *Turns, n int, reached bool) {
	t = &Turns{First: 1}
	for _, v := range f.Vars {
		if v.Func == nil && v.Assigned {
			t.Initial = append(t.Initial, Value{v.Name, v.Init})
		}
	}
	for i, s := range eca.Run(f, inputs) {
		at, found := 0, false
		for _, r := range s.Reached {
			if r.Label == label {
				at, found = r.Inputs, true
				break
			}
		}
		if i == 0 && !found && len(s.Rules)+len(s.Inputs)+len(s.Outputs)+len(s.Changes) == 0 {
			continue
		}
		if i == 0 {
			t.First = 0
		}
		turn := Turn{Inputs: s.Inputs, Outputs: append(s.Outputs, s.Results...), Rules: s.Rules, Overflows: s.Overflows}
		for _, c := range s.Changes {
			if c.Var.Func == nil {
				turn.Changes = append(turn.Changes, Value{c.Var.Name, c.New})
			}
		}
		t.Turns = append(t.Turns, turn)
		if found {
			return t, at, true
		}
	}
	return nil, 0, false
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
