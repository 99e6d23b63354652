// This file defines executions of event-condition-action programs, by inputs.

package executions

import (
	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/systems/eca"
)

// React executes a C program on inputs up to where a label is reached first. It reports how many
// inputs were read by then; reached is false if these inputs do not lead to the label.
func React(f *eca.File, label *eca.Label, inputs []int32) (t *trace.Turns, n int, reached bool) {
	t = &trace.Turns{First: 1}
	for _, v := range f.Vars {
		if v.Func == nil && v.Assigned {
			t.Initial = append(t.Initial, trace.Value{Name: v.Name, Value: v.Init})
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
		turn := trace.Turn{Inputs: s.Inputs, Outputs: append(s.Outputs, s.Results...), Rules: s.Rules, Overflows: s.Overflows}
		for _, c := range s.Changes {
			if c.Var.Func == nil {
				turn.Changes = append(turn.Changes, trace.Value{Name: c.Var.Name, Value: c.New})
			}
		}
		t.Turns = append(t.Turns, turn)
		if found {
			return t, at, true
		}
	}
	return nil, 0, false
}
