// This file defines executions of a system.

package tts

// A Trace is an execution: an initial configuration and the steps from it. If
// the last step's edge is of kind Fail, its To is empty.
type Trace[K Key] struct {
	Initial Config[K]
	Steps   []Step[K]
}

// Last returns the configuration that the trace ends in, the one before the last
// step if that fails.
func (t *Trace[K]) Last() Config[K] {
	for i := len(t.Steps) - 1; i >= 0; i-- {
		if t.Steps[i].Edge.Kind != Fail {
			return t.Steps[i].To
		}
	}
	return t.Initial
}
