// This file defines the watch over a run: limits hold even for a phase that does
// not ask about them.
//
// Whatever reads, translates or explores asks now and then whether it must stop,
// and ends with all it knows. But a parser in the middle of a file of many
// megabytes does not ask, nor does whatever is still to be written. The answer is
// due all the same, and the process ends behind it.

package command

import (
	"context"
	"errors"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"github.com/ijit/ijit/systems"
)

// How long a run may go on after the limit of time, and how much more memory than
// its limit it may take, a part of it and some bytes, before it is given up.
const (
	graceTime   = 900 * time.Millisecond
	graceBytes  = 16 << 20
	graceFactor = 1.1
)

// An end is how a run ended.
type end struct {
	err error
	// gaveUp is why it was given up, and peak the most memory that was seen in use.
	gaveUp systems.Reason
	peak   uint64
	// panicked is the value of a panic, with its stack.
	panicked any
	stack    []byte
}

// watch runs work in the background until it ends or has to be given up. In the
// latter case it goes on, and what it writes must not be read.
func watch(ctx context.Context, memory uint64, work func() error) end {
	done := make(chan end, 1)
	go func() {
		var e end
		defer func() {
			if r := recover(); r != nil {
				e.panicked, e.stack = r, debug.Stack()
			}
			done <- e
		}()
		e.err = work()
	}()
	ticks := time.NewTicker(20 * time.Millisecond)
	defer ticks.Stop()
	most := uint64(float64(memory)*graceFactor) + graceBytes
	var late <-chan time.Time
	cancelled := ctx.Done()
	var peak uint64
	for {
		select {
		case e := <-done:
			e.peak = peak
			return e
		case <-cancelled:
			late, cancelled = time.After(graceTime), nil
		case <-late:
			return end{gaveUp: stopReason(ctx), peak: peak}
		case <-ticks.C:
			used := memoryInUse()
			peak = max(peak, used)
			if memory > 0 && used > most {
				return end{gaveUp: systems.Memory, peak: peak}
			}
		}
	}
}

// stopReason says why ctx is done.
func stopReason(ctx context.Context) systems.Reason {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return systems.Timeout
	}
	return systems.Interrupted
}

// memoryInUse returns the bytes that the process holds.
func memoryInUse() uint64 {
	s := []metrics.Sample{
		{Name: "/memory/classes/total:bytes"},
		{Name: "/memory/classes/heap/released:bytes"},
	}
	metrics.Read(s)
	return s[0].Value.Uint64() - s[1].Value.Uint64()
}
