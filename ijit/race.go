// This file defines the algorithm auto: forward and backward search side by side.

package ijit

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/tts"
)

// autoName is the name of the algorithm auto.
const autoName = "auto"

// A Side is one of the searches that auto ran side by side.
type Side struct {
	Direction string // "forward", "backward" or "context switches"
	Algorithm string // the last that it ran
	Verdict   Verdict
	Reason    Reason // why, if Verdict is Unknown; Interrupted if the other was first
	Detail    string
	States    int
	Fired     int64
	Seconds   float64
}

// MarshalText makes a side a line of text in JSON.
func (s Side) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// String says in a line what the side did.
func (s Side) String() string {
	outcome := s.Verdict.String()
	switch {
	case s.Verdict == Unknown && s.Reason == Interrupted:
		outcome = "stopped"
	case s.Verdict == Unknown:
		outcome += "(" + string(s.Reason) + ")"
	}
	return fmt.Sprintf("%s %s, %d states, %d fired, %.3fs", s.Algorithm, outcome, s.States, s.Fired, s.Seconds)
}

// How the sides share the work.
const (
	// An error by few threads is found by a search that counts them one after the
	// other, with the shortest execution. When that has stored so many states,
	// acceleration is the better bet, if the system allows it.
	ecutStates = 1 << 17
	// When the backward side is first to find an error, the forward one has as long
	// again, between these bounds, to come up with an execution of its own, which is
	// shorter. No verdict depends on it.
	leastPatience = 20 * time.Millisecond
	mostPatience  = 100 * time.Millisecond
)

// A racer is one side of a race.
type racer[K tts.Key] struct {
	Side
	check  *check
	ctx    context.Context
	open   opener[K]
	shared *standing
	side   *side[K]
	result algorithms.Result[K]
	crash  *crash
}

// A standing is what the sides report to those who watch.
type standing struct {
	sync.Mutex
	states map[string]int // by direction
	peak   uint64
}

// A crash is a panic of a side, to be raised again where someone waits for it.
type crash struct {
	value any
	stack []byte
}

func (c *crash) String() string { return fmt.Sprintf("%v\n%s", c.value, c.stack) }

// race runs forward and backward search side by side and returns the first
// verdict, with the side that found it. All that both can answer is sound, so the
// verdict does not depend on which is first.
func race[K tts.Key](c *check, open opener[K]) (algorithms.Result[K], *side[K], error) {
	ctx, cancel := context.WithCancel(c.ctx)
	defer cancel()
	shared := &standing{states: map[string]int{}}
	racers := []*racer[K]{
		{Side: Side{Direction: "forward"}, check: c, ctx: ctx, open: open, shared: shared},
		{Side: Side{Direction: "backward"}, check: c, ctx: ctx, open: open, shared: shared},
	}
	finished := make(chan *racer[K], len(racers))
	var g errgroup.Group
	for i, run := range []func() error{racers[0].forward, racers[1].backward} {
		g.Go(func() error {
			r := racers[i]
			defer func() {
				if v := recover(); v != nil {
					r.crash = &crash{v, debug.Stack()}
				}
				finished <- r
			}()
			return run()
		})
	}
	winner := first(finished, c.begin)
	cancel()
	err := g.Wait()
	for _, r := range racers {
		if r.crash != nil {
			panic(r.crash)
		}
	}
	if err != nil {
		return winner.result, nil, err
	}
	c.peak = shared.peak
	if winner.Verdict != Unknown {
		c.result.By = winner.Algorithm
	}
	for _, r := range racers {
		c.result.Stats.Sides = append(c.result.Stats.Sides, r.Side)
	}
	return winner.result, winner.side, nil
}

// first returns who answers first, or if none does the forward side: it says how
// far it came.
func first[K tts.Key](finished <-chan *racer[K], begin time.Time) *racer[K] {
	one := <-finished
	if one.Verdict == Unknown || one.crash != nil {
		other := <-finished
		if other.Verdict == Unknown && one.Direction == "forward" {
			return one
		}
		return other
	}
	if one.Verdict == Unsafe && one.Direction == "backward" {
		patience := min(max(time.Since(begin), leastPatience), mostPatience)
		select {
		case other := <-finished:
			if other.Verdict == Unsafe {
				return other
			}
		case <-time.After(patience):
		}
	}
	return one
}

// backward runs the search that decides most.
func (r *racer[K]) backward() error { return r.run("bws", 0) }

// forward runs searches that find errors early.
func (r *racer[K]) forward() error {
	if err := r.run("ecut", ecutStates); err != nil || r.Reason != Bound {
		return err
	}
	if err := r.run("km", 0); err != nil || r.Reason != Unsupported {
		return err
	}
	return r.run("ecut", 0)
}

// run runs an algorithm on a system of its own, until it has stored more than the
// given number of states, if that is not 0.
func (r *racer[K]) run(algorithm string, most int) error {
	begin := time.Now()
	m := algorithms.NewMeter(r.ctx, r.check.Memory, r.tell)
	var err error
	if r.side, err = r.open(m); err != nil {
		return err
	}
	r.result = apply(algorithm, r.side.problem, m, func(s algorithms.Stats) {
		r.States = s.States
		if most > 0 && s.States > most {
			m.Fail(Bound)
		}
	})
	r.Algorithm = algorithm
	r.Verdict, r.Reason, r.Detail = r.result.Verdict, r.result.Reason, r.result.Detail
	r.States = r.result.Stats.States
	r.Fired += r.result.Stats.Fired
	r.Seconds += time.Since(begin).Seconds()
	r.shared.Lock()
	defer r.shared.Unlock()
	r.shared.peak = max(r.shared.peak, m.Peak())
	return nil
}

// tell passes progress on; the sides take turns.
func (r *racer[K]) tell() {
	r.shared.Lock()
	defer r.shared.Unlock()
	r.shared.states[r.Direction] = r.States
	sum := 0
	for _, n := range r.shared.states {
		sum += n
	}
	r.check.progress.States = sum
	r.check.report()
}
