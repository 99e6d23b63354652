// This file defines executions of a system.

package tts

// A Trace is an execution: an initial configuration and the steps from it. If
// the last step's edge is of kind Fail, its To is empty.
type Trace[K Key] struct {
	Initial Config[K]
	Steps   []Step[K]
}
