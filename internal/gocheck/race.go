// This file defines the bounded question about races.

package gocheck

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/ijit/ijit/ijit"
	"github.com/ijit/ijit/parser/golang"
	"github.com/ijit/ijit/parser/golang/lower"
	"github.com/ijit/ijit/parser/golang/skeleton"
)

// guarded takes in which accesses others cannot race with: those that the skeleton has found to be alone, and those to
// variables that are protected by locks, which it takes out of the skeleton, and what is known ahead.
func (q *question) guarded(p *skeleton.Program) {
	for _, site := range p.Alone {
		p := q.proof("race", site, nil)
		q.alone[p.key()] = true
	}
	guarded := lower.Guarded(p)
	for n := range accesses(p) {
		p := q.proof("race", n.Site, nil)
		if guarded[n.Cell] {
			q.proofs[p.key()] = operationState{p, q.unsound}
		}
		if guarded[n.Cell] || q.apart[p.key()] {
			n.Op, n.Cell = skeleton.Step, nil
		}
	}
}

// races asks whether two goroutines can be about to access one variable, one of them to write; first without variables,
// since there are more executions then, but many fewer states. If what races is one of many objects, it is asked again with
// one of them told apart: the goroutines may access different ones.
func (q *question) races(ctx context.Context) {
	q.racesAhead(ctx)
	q.descend(ctx, []string{"race"}, golang.Options{Races: true, Apart: q.many}, func(o golang.Options, p *skeleton.Program, limit time.Duration) (*survey, error) {
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
		q.judgeRaces(x)
		return x.survey, nil
	})
}

// An exploration for races is what was explored, and what was found.
type exploration struct {
	*survey
	program *lower.Program
	model   *ijit.Model
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
	x := &exploration{&survey{complete: true}, l, m}
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

// tellApart takes in of which many objects one should be told apart, and reports whether there are more of them than before.
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
func (q *question) judgeRaces(x *exploration) {
	l, m, s := x.program, x.model, x.survey
	racing := map[*skeleton.Node]bool{}
	for i := range s.races {
		x := &s.races[i]
		racing[x.First], racing[x.Other] = true, true
		if a, b := x.First, x.Other; a.Covered && b.Covered {
			q.leave("unsupported", fmt.Sprintf("%s and %s may race over one of many variables; each goroutine holds one of many locks there, and they are not told apart", where(a.Site), where(b.Site)), "race")
		} else {
			q.add(q.race(l, m, x))
		}
	}
	for _, x := range l.Pairs {
		for _, n := range []*skeleton.Node{x.First, x.Other} {
			if racing[n] {
				p := q.proof("race", n.Site, nil)
				q.racing[p.key()] = true
				q.settle(p, true) // an access is several nodes if its function is called from several places
			} else {
				q.judge("race", n.Site, s)
			}
		}
	}
}
