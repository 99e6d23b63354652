// This file defines a limit that does not depend on how fast the machine is.

package campaign

import (
	"context"
	"sync/atomic"
)

// A Countdown is a context whose deadline is exceeded when a run has looked at it so often. A
// case that may be left undecided then is left so on all machines, however busy they are, or
// on none: with a limit of time a test would be another one from run to run. It is for what
// asks a context for its error, as a meter does; on its channel nothing is sent.
type Countdown struct {
	context.Context
	left atomic.Int64
}

// Looks returns a countdown from n.
func Looks(n int64) *Countdown {
	c := &Countdown{Context: context.Background()}
	c.Reset(n)
	return c
}

// Reset begins again, from n.
func (c *Countdown) Reset(n int64) { c.left.Store(n) }

// Err returns nil as often as was asked for, then [context.DeadlineExceeded].
func (c *Countdown) Err() error {
	if c.left.Add(-1) < 0 {
		return context.DeadlineExceeded
	}
	return nil
}
