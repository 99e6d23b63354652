// This file defines how the bounded question is asked again with smaller bounds, where there was no
// time or memory for all executions within the first ones.

package gocheck

import (
	"context"
	"runtime/debug"
	"time"

	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/systems/golang"
	"github.com/ijit/ijit/systems/golang/gocheck/ledger"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// bounds are what the bounded question fixes.
type bounds struct {
	threads int  // goroutines of each go statement in a loop
	size    int  // the value of numbers that the code leaves open
	few     bool // the same holds of loops of a fixed length
	short   bool // loops of which the first iterations only are executed have few of them
}

// size is the value with which the bounded question begins.
const size = 2

// fewIterations are enough for one that prepares something, one that uses it, and one behind that.
const fewIterations = 3

// smaller returns the bounds to try next, and whether there are any: of iterations if some are left out already, of goroutines if there is a go statement in a
// loop, of numbers if there are some. Two goroutines of a kind are kept as long as possible, since most of what
// goes wrong takes two.
func (b bounds) smaller(looped, more, long, sized bool) (bounds, bool) {
	switch {
	case long && !b.short:
		b.short = true
	case more:
		b.few = true
	case looped && b.threads > 2:
		b.threads = (b.threads + 1) / 2
	case sized && b.size > 1:
		b.size--
	case looped && b.threads > 1:
		b.threads--
	default:
		return b, false
	}
	return b, true
}

// descend asks a question with the bounds that the options say, and with smaller ones until one exploration sees all
// executions. What a larger one has found stays found, and what a smaller one has seen holds for its bounds.
func (q *question) descend(ctx context.Context, kinds []ledger.Kind, o golang.Options, ask func(o golang.Options, p *skeleton.Program, limit time.Duration) (*survey, error)) {
	q.within = bounds{threads: q.Threads, size: size}
	part := 0.4 // of the time that is left: a smaller question should need less
	for {
		if o.Size = q.within.size; q.within.short {
			o.Iterations = fewIterations
		}
		p, err := q.skeleton, error(nil)
		if o.Races || o.Size != size || q.within.short {
			p, err = q.make(ctx, o)
		}
		var s *survey
		looped, more := false, false
		if err == nil {
			q.bound, looped, more = goroutines(p, q.within.threads, q.within.few)
			s, err = ask(o, p, q.left(part))
		}
		switch {
		case err != nil:
			reason, detail := q.reason(ctx, err)
			q.ledger.Explain(reason, detail, kinds...)
			return
		case s.complete:
			return
		}
		q.limited = true
		long, sized := false, false
		for _, s := range p.Sizes {
			long, sized = long || s.Iterations, sized || !s.Iterations
		}
		next, ok := q.within.smaller(looped, more, long, sized)
		if !ok || ctx.Err() != nil || time.Now().After(q.deadline) {
			return
		}
		if s.reason == string(systems.Memory) {
			debug.FreeOSMemory() // for the next one
		}
		q.within, part = next, 0.25
	}
}
