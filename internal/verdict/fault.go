// This file defines faults: panics of engines, which cost these their own answers only.

package verdict

import (
	"fmt"
	"runtime/debug"
)

// A Fault is a panic of an engine, which is a mistake in this program.
type Fault struct {
	Engine string
	Value  any
	Stack  []byte
}

func (f *Fault) String() string { return fmt.Sprintf("internal error in %s: %v", f.Engine, f.Value) }

// Guard runs an engine and returns its panic, nil if there was none. What the engine has built is
// not to be used after a panic. Panics of goroutines that it starts are not seen here.
func Guard(engine string, run func()) (fault *Fault) {
	defer func() {
		if v := recover(); v != nil {
			fault = &Fault{engine, v, debug.Stack()}
		}
	}()
	run()
	return nil
}
