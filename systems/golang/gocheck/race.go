// This file defines the bounded question about races.

package gocheck

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/systems/golang"
	"github.com/ijit/ijit/systems/golang/gocheck/ledger"
	"github.com/ijit/ijit/systems/golang/lower"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// guarded takes the accesses out of a skeleton that others cannot race with: those to variables that are protected by
// locks, and those of which that is known ahead. An access is several nodes if its function is called from several
// places.
func (q *question) guarded(p *skeleton.Program) {
	guarded := lower.Guarded(p)
	held, others := map[ledger.Key]bool{}, map[ledger.Key]bool{}
	for n := range accesses(p) {
		k := q.key(ledger.Race, n.Site)
		if guarded[n.Cell] {
			held[k] = true
		} else {
			others[k] = true
		}
		if guarded[n.Cell] || q.apart[k] {
			n.Op, n.Cell = skeleton.Step, nil
		}
	}
	q.ledger.CloseAll(q.evidence(ledger.LocksHeld, "", q.bounds(p, false)), func(k ledger.Key) bool { return !held[k] || others[k] }, q.modelled(p, ledger.Race)...)
}

// races asks whether two goroutines can be about to access one variable, one of them to write; first without variables,
// since there are more executions then, but many fewer states. If what races is one of many objects, it is asked again
// with one of them told apart: the goroutines may access different ones.
func (q *question) races(ctx context.Context) {
	q.racesAhead(ctx)
	q.bounded(ctx, []ledger.Kind{ledger.Race}, golang.Options{Races: true, Apart: q.many}, func(o golang.Options, p *skeleton.Program, limit time.Duration) (*survey, error) {
		end := time.Now().Add(limit)
		x, err := q.racesIn(ctx, p, limit)
		for err == nil && q.tellApart(x.raced()...) {
			q.racesAhead(ctx)
			if p, err = q.make(ctx, o); err == nil {
				x, err = q.racesIn(ctx, p, time.Until(end))
			}
		}
		if err != nil {
			return nil, err
		}
		q.judgeRaces(p, x)
		return x.survey, nil
	})
}

// An exploration for races is what was explored, and what was found.
type exploration struct {
	*survey
	program *lower.Program
	model   *systems.Model
}

// racesIn explores a program. What races without variables may be no race: that is looked at if it can be told apart.
func (q *question) racesIn(ctx context.Context, p *skeleton.Program, limit time.Duration) (*exploration, error) {
	q.guarded(p)
	x, err := q.racesOf(ctx, p, &lower.Part{Keep: p.Objects, Free: true}, limit/4)
	if err != nil || x.complete && len(x.races) == 0 || slices.ContainsFunc(x.raced(), q.blurred) {
		return x, err
	}
	return q.racesOf(ctx, p, nil, limit)
}

// racesOf explores a program, or a part of it, of which a race says nothing.
func (q *question) racesOf(ctx context.Context, p *skeleton.Program, part *lower.Part, limit time.Duration) (*exploration, error) {
	l, m, err := q.lower(ctx, p, lower.Options{Races: true, Part: part})
	if err != nil {
		return nil, err
	}
	x := &exploration{&survey{complete: true}, l, m} // where no two accesses are in conflict
	if len(l.Pairs) > 0 {
		x.survey, err = q.survey(ctx, l, m, limit, false)
	}
	return x, err
}

// raced returns the variables over which there are races.
func (s *survey) raced() (cells []*skeleton.Cell) {
	for _, r := range s.races {
		cells = append(cells, r.First.Cell)
	}
	return cells
}

// tellApart takes in of which many objects one should be told apart, and reports whether there are more of them than
// before.
func (q *question) tellApart(cells ...*skeleton.Cell) (more bool) {
	for _, c := range cells {
		if q.blurred(c) {
			q.many[c.Site.Pos], more = true, true
		}
	}
	return more
}

// blurred reports whether a variable is that of many objects, none of which is told apart yet.
func (q *question) blurred(c *skeleton.Cell) bool {
	return c.Many && c.Site.Pos.IsValid() && !q.many[c.Site.Pos]
}

// judgeRaces takes in what an exploration has found of races.
func (q *question) judgeRaces(p *skeleton.Program, x *exploration) {
	l, m := x.program, x.model
	for i := range x.races {
		r := &x.races[i]
		f, run := q.race(l, m, r)
		for _, n := range []*skeleton.Node{r.First, r.Other} {
			q.racing[q.key(ledger.Race, n.Site)] = true
		}
		if a, b := r.First, r.Other; a.Covered && b.Covered {
			q.doubt(f)
			q.ledger.Explain("unsupported", fmt.Sprintf("%s and %s may race over one of many variables; each goroutine holds one of many locks there, and they are not told apart", where(a.Site), where(b.Site)), ledger.Race)
		} else {
			q.add(f, run, !r.First.Cell.Any && certain(p, l, r.First))
		}
	}
	q.explored(p, l, m, x.survey, ledger.Race)
}
