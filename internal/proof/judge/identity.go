// This file defines steps of threads that have identities: by their places in a
// configuration.

package judge

import (
	"context"
	"slices"
)

// Takes reports whether the statement of thread i of c can lead to next, of which the threads
// are in the order that they had before, without thread i if it has ended, a new one last. At most
// bound threads may live then (0: no bound). The configuration that it returns is next, and says
// who holds up the others. It is for small steps: a statement of a section is a step of its own.
func (j *Judge) Takes(ctx context.Context, c Config, i int, next Config, bound int) (Config, bool, error) {
	if k := j.alone(c.Threads); k >= 0 && k != i || j.malformed(next) != "" {
		return Config{}, false, nil
	}
	var taken Config
	found := false
	r := j.run(ctx, bound)
	for _, guess := range j.guesses(next, c.Threads[i]) {
		r.want = &guess
		r.step(c, i, func(o outcome) bool {
			if o.fails != nil {
				return true
			}
			d, ok := j.hold(o, c.Threads[i])
			same := func(t, u Thread) bool {
				u.Holds = t.Holds
				return compareThreads(t, u) == 0
			}
			if ok && slices.Equal(d.Shared, next.Shared) && slices.EqualFunc(d.Threads, next.Threads, same) {
				taken, found = d, true
			}
			return !found
		})
		if found || r.err != nil {
			break
		}
	}
	return taken, found, r.err
}

// Able returns which threads of c can make a step, one that ends in no failing assertion, if
// at most bound threads may live (0: no bound). The error is that of ctx, or [ErrSection].
func (j *Judge) Able(ctx context.Context, c Config, bound int) ([]bool, error) {
	able := make([]bool, len(c.Threads))
	r := j.run(ctx, bound)
	r.maxInner = maxReplayed
	alone := j.alone(c.Threads)
	for i := range able {
		if alone < 0 || alone == i {
			r.moves(c, i, func(o outcome) bool {
				able[i] = o.fails == nil
				return !able[i]
			})
		}
		if r.err != nil {
			return nil, r.err
		}
	}
	return able, nil
}
