// This file defines races: sides run beside each other, and the first answer wins.

package systems

import (
	"cmp"
	"context"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/ijit/ijit/internal/verdict"
)

const (
	// When a side without short executions is first to find an error, one that has them gets
	// as long again, between these bounds, to come up with one. No verdict depends on it.
	leastPatience = 5 * time.Millisecond
	mostPatience  = 50 * time.Millisecond
	// Behind the answer, the others have so long to end and to say how far they came; behind
	// a limit, all have. Who takes longer is left behind.
	answerGrace = 40 * time.Millisecond
	limitGrace  = 250 * time.Millisecond
)

// A side is what races: algorithms that take turns.
type side struct {
	part
	turns []turn
	end   *ending // nil if it has not ended, as far as the race knows
}

// A turn is that of an algorithm on its side.
type turn struct {
	*Algorithm
	states int // it may store; 0 for no limit
}

// An ending is what a side leaves.
type ending struct {
	*side
	Side
	result Result
	peak   uint64
	err    error
	faults []*Fault // of its algorithms
}

// run gives each algorithm its turn, until one decides or meets a limit that is not its own.
// An algorithm that met its own goes on without one when the others could not decide. One for
// circuits that has used up its part of the memory begins again with more, if others leave that.
// One that panics is left out.
func (s *side) run(c *check) *ending {
	end := &ending{side: s}
	turns := slices.Clone(s.turns)
	for i := 0; i < len(turns); i++ {
		t, begin := turns[i], time.Now()
		c.reset()
		room := c.room()
		c.most, c.result.By = t.states, t.Name
		if fault := verdict.Guard(t.Name, func() { end.err = t.run(c) }); fault != nil {
			end.faults = append(end.faults, fault)
			c.crashed()
		}
		c.because()
		r := &c.result
		end.result, end.peak = *r, max(c.peak, c.meter.Peak())
		end.Side = Side{
			Direction: s.name, Algorithm: t.Name, Verdict: r.Verdict, Reason: r.Reason, Detail: r.Detail, States: r.States,
			Fired: end.Fired + r.Stats.Fired, Seconds: end.Seconds + time.Since(begin).Seconds(),
		}
		switch {
		case end.err != nil || r.Verdict != Unknown:
			return end
		case r.Reason == Memory && c.parts > 1 && c.circuits() && t.takes&machines != 0:
			debug.FreeOSMemory() // what others have left, too
			if c.parts--; c.room() < room+room/4 {
				return end
			}
			turns = slices.Insert(turns, i+1, t)
		case r.Reason == Bound && t.states > 0:
			turns = append(turns, turn{t.Algorithm, 0})
		case isLimit(r.Reason) && r.Reason != Crashed:
			return end
		}
	}
	return end
}

// crashed makes the result that of an algorithm that panicked, whatever it has said by then.
func (c *check) crashed() {
	by := c.result.By
	c.reset()
	c.result.By, c.result.Reason = by, Crashed
}

// faulty takes up panics. Where there is no answer, they are the reason: nobody knows what the
// algorithm would have said.
func (c *check) faulty(faults []*Fault) {
	r := &c.result
	r.Faults = append(r.Faults, faults...)
	if len(r.Faults) == 0 || r.Verdict != Unknown {
		return
	}
	texts := []string{r.Detail}
	for _, f := range faults {
		texts = append(texts, f.String())
	}
	r.Reason, r.Detail = Crashed, strings.TrimPrefix(strings.Join(texts, "; "), "; ")
}

// alone runs the only side.
func (s *side) alone(c *check) error {
	end := s.run(c)
	c.peak = max(c.peak, end.peak)
	c.faulty(end.faults)
	return end.err
}

// A race runs sides beside each other.
type race struct {
	check   *check
	ctx     context.Context
	group   *errgroup.Group // an error ends all sides. Nobody waits for all of them
	sides   []*side
	waiting []*side // that have not begun, the next one first
	running int
	ended   chan *ending
	best    *ending // that has an answer
	last    *ending
	stopped bool // sides were asked to end: what sides do then is not whole

	mu     sync.Mutex // for what running sides report
	over   bool
	states map[*side]int
}

// race runs sides beside each other. The first answer is taken, and the other sides are asked
// to end; the answer does not wait for those that do not.
func (c *check) race(sides []*side) error {
	ctx, cancel := context.WithCancel(c.ctx)
	defer cancel()
	group, ctx := errgroup.WithContext(ctx)
	r := &race{check: c, ctx: ctx, group: group, sides: sides, ended: make(chan *ending, len(sides)), states: map[*side]int{}}
	r.waiting = slices.SortedStableFunc(slices.Values(sides), func(x, y *side) int { return cmp.Compare(x.wait, y.wait) })
	r.run()
	cancel()
	r.stopped = true
	r.drain(answerGrace)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.over = true
	winner := r.best
	if winner == nil {
		winner = r.undecided()
	}
	c.result = winner.result
	c.faulty(r.faults())
	for _, s := range sides {
		if slices.Contains(r.waiting, s) {
			continue // it never began
		}
		x := Side{Direction: s.name, Algorithm: s.turns[0].Name, Reason: Interrupted, States: r.states[s]}
		if s.end != nil {
			x, c.peak = s.end.Side, max(c.peak, s.end.peak)
		}
		c.result.Stats.Sides = append(c.result.Stats.Sides, x)
	}
	return winner.err
}

// run runs the sides until an answer need not wait for others, or there will be none.
func (r *race) run() {
	begin := time.Now()
	limit := r.ctx.Done()
	var patience, late <-chan time.Time
	for {
		var next <-chan time.Time
		if len(r.waiting) > 0 && late == nil {
			wait := r.waiting[0].wait
			if end, ok := r.ctx.Deadline(); ok {
				wait = min(wait, end.Sub(begin)/10)
			}
			if r.running == 0 || r.check.All || time.Since(begin) >= wait { // all errors take several
				r.start()
				continue
			}
			next = time.After(wait - time.Since(begin))
		}
		if r.running == 0 {
			return
		}
		select {
		case <-next:
		case end := <-r.ended:
			r.take(end)
			if r.best == nil || !r.final() {
				continue
			}
			if patience != nil || !r.shorten() {
				return
			}
			patience = time.After(min(max(time.Since(begin), leastPatience), mostPatience))
		case <-patience:
			return
		case <-limit:
			limit, late = nil, time.After(limitGrace)
		case <-late:
			return
		}
	}
}

// start begins the next side.
func (r *race) start() {
	s := r.waiting[0]
	r.waiting = r.waiting[1:]
	r.running++
	c := r.check.fork(r.ctx, func(p Progress) { r.tell(s, p) })
	c.parts = uint64(len(r.sides))
	r.group.Go(func() error {
		end := s.run(c)
		r.ended <- end
		return end.err
	})
}

// take takes what a side leaves.
func (r *race) take(e *ending) {
	r.running--
	r.last, e.side.end = e, e
	switch {
	case e.err == nil && e.Verdict == Unknown:
	case r.best == nil, !r.final(), !r.stopped && e.err == nil && e.Verdict == Unsafe && e.short && !r.best.short:
		r.best = e
	}
}

// drain waits for sides that have been asked to end.
func (r *race) drain(most time.Duration) {
	for late := time.After(most); r.running > 0; {
		select {
		case e := <-r.ended:
			r.take(e)
		case <-late:
			return
		}
	}
}

// final reports whether no other answer is to be waited for than a shorter execution.
func (r *race) final() bool {
	b := r.best
	return b.err != nil || b.Verdict == Unsafe || b.Verdict == Safe && !(b.unproved && r.check.SelfCheck)
}

// shorten reports whether a shorter execution than that of the answer may be found soon, by
// a side that runs now.
func (r *race) shorten() bool {
	if r.best.err != nil || r.best.Verdict != Unsafe || r.best.short {
		return false
	}
	if len(r.waiting) > 0 && r.waiting[0].short {
		r.start()
	}
	return slices.ContainsFunc(r.sides, func(s *side) bool { return s.short && s.end == nil })
}

// faults returns those of all sides that have ended.
func (r *race) faults() (list []*Fault) {
	for _, s := range r.sides {
		if s.end != nil {
			list = append(list, s.end.faults...)
		}
	}
	return list
}

// undecided returns how the race ended if nobody has an answer: with the reason of who
// was last, or of one whom a limit kept from going on.
func (r *race) undecided() *ending {
	if r.last == nil {
		c := r.check
		c.reset()
		c.result.Reason = verdict.ReasonOf(c.ctx.Err())
		return &ending{result: c.result}
	}
	end := *r.last
	for _, s := range r.sides {
		if e := s.end; e != nil && (e.Reason == end.Reason && s.short || isLimit(e.Reason) && !isLimit(end.Reason)) {
			end = *e
		}
	}
	end.result.By = ""
	for _, s := range r.sides {
		if s.end == nil || s.end.side == end.side {
			continue
		}
		if e := s.end.result.Extent; e.Unit != "" && e.N >= 0 {
			d := &end.result.Detail
			*d = strings.TrimPrefix(*d+"; no error within "+e.String(), "; ")
		}
	}
	return &end
}

// isLimit reports whether more of something might help.
func isLimit(r Reason) bool { return r != Unsupported && r != Incomplete }

// tell passes on what a side reports.
func (r *race) tell(s *side, p Progress) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.states[s] = p.States
	if r.over || r.check.Progress == nil {
		return
	}
	p.Depth, p.States = 0, 0
	for _, n := range r.states {
		p.States += n
	}
	r.check.Progress(p)
}
