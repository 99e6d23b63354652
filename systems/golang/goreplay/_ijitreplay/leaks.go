// This file defines the profile of leaked goroutines.

package ijitreplay

import (
	"io"
	"runtime/pprof"
)

// profile is set when the program is linked, in the binary that takes the profile of leaked goroutines.
var profile string

// blocked stays open. Goroutines that the hooks stop wait for it, and not in select {}: who is blocked for ever is
// leaked, with all that only its stack leads to, and the test that is done is not.
var blocked = make(chan struct{})

// leaks looks which goroutines are leaked, and returns how many: a garbage collection finds that what they wait for
// cannot be reached from any goroutine that may still run. A dump shows them as "(leaked)" from then on.
func leaks() int {
	p := pprof.Lookup("goroutineleak")
	if err := p.WriteTo(io.Discard, 1); err != nil { // which collects garbage
		panic(err)
	}
	return p.Count()
}
