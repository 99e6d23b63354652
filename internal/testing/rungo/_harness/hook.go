// Package hook has what is called before each statement of a program.
package hook

import (
	"math/rand/v2"
	"runtime"
	"time"
)

// Disturb is how often a goroutine is held up: one in so many statements; 0 for never.
var Disturb int

// Counts has how often each statement was begun, about: goroutines do not wait for each other to count, so that
// the race detector sees nothing of it.
var Counts [1 << 12]uint32

// Begin is called before a statement.
//
//go:norace
func Begin(k int) {
	Counts[k&(len(Counts)-1)]++
	if Disturb == 0 || rand.IntN(Disturb) > 0 {
		return
	}
	if rand.IntN(3) == 0 {
		time.Sleep(time.Duration(rand.IntN(300)) * time.Microsecond)
	} else {
		runtime.Gosched()
	}
}
