// This file defines deadlocks.

package judge

import (
	"context"
	"fmt"
)

// Deadlock asks [Judge.Replay] whether an execution ends in one.
const Deadlock = -2

// Deadlocked reports whether no thread of c can move, even if there is no bound on
// threads, although one of them has not come to its end. The error is that of ctx, or
// [ErrSection].
func (j *Judge) Deadlocked(ctx context.Context, c Config) (bool, error) {
	live := false
	for _, t := range c.Threads {
		// At the end of another procedure a thread would have gone, if what that enforces let it.
		p := &j.places[t.PC]
		live = live || p.op != nil || len(t.Callers) > 0 || p.proc != j.file.Main
	}
	r := j.run(ctx, 0)
	r.maxInner = maxReplayed
	stuck := r.successors(c, func(Succ) bool { return false })
	return live && stuck && r.err == nil, r.err
}

// deadlock returns a [ReplayError] unless one of some configurations is a deadlock.
func (j *Judge) deadlock(ctx context.Context, at []Config, last int) error {
	for _, c := range at {
		if yes, err := j.Deadlocked(ctx, c); yes || err != nil {
			return err
		}
	}
	return &ReplayError{last, fmt.Sprintf("%v is no deadlock", at[0])}
}
