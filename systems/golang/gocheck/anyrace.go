// This file defines the question whether any number of goroutines race.

package gocheck

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/systems/golang"
	"github.com/ijit/ijit/systems/golang/gocheck/ledger"
	"github.com/ijit/ijit/systems/golang/lower"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// aheadShare is how much of the time that is left may go into races before they are explored.
const aheadShare = 0.5

// racesAhead finds accesses that are in no race for any number of goroutines: these need no exploration, which data
// make long. At first it is asked what the flow of control and locks exclude. What is left of one of many objects is
// asked again with one of them told apart: goroutines may hand it on.
func (q *question) racesAhead(ctx context.Context) {
	if q.missing() || q.Certify { // a certificate is made of the whole proof
		return
	}
	ctx, cancel := context.WithTimeout(ctx, q.left(aheadShare))
	defer cancel()
	for again := true; again && ctx.Err() == nil; {
		p, err := q.sizeless(ctx, golang.Options{AnyNumber: true, Races: true, Apart: q.many})
		if err != nil {
			return
		}
		again = q.racesAheadIn(ctx, p)
	}
}

// racesAheadIn asks about a program, and reports whether there are objects to be told apart that were not.
func (q *question) racesAheadIn(ctx context.Context, p *skeleton.Program) (more bool) {
	open, wrong := map[*skeleton.Cell]bool{}, map[ledger.Key]bool{}
	for n := range accesses(p) {
		open[n.Cell] = open[n.Cell] || !q.apart[q.key(ledger.Race, n.Site)]
	}
	guarded := lower.Guarded(p)
	asked := slices.DeleteFunc(slices.Clone(p.Cells), func(c *skeleton.Cell) bool { return guarded[c] || !open[c] })
	for _, cell := range asked {
		parts, share := []*lower.Part{lower.Control(p)}, 0.1
		if q.many[cell.Site.Pos] {
			parts, share = append(parts, lower.Deciding(p, cell)), 0.4
		}
		if open, _, _, err := q.anyRace(ctx, p, cell, share/float64(len(asked)), parts...); err == nil && len(open) == 0 {
			continue
		}
		more = q.tellApart(cell) || more
		for n := range accesses(p) {
			k := q.key(ledger.Race, n.Site)
			wrong[k] = wrong[k] || n.Cell == cell
		}
	}
	for n := range accesses(p) {
		if k := q.key(ledger.Race, n.Site); !wrong[k] {
			q.apart[k] = true
		}
	}
	q.holds(p, ledger.Invariants, partsBy, func(k ledger.Key) bool { return !q.apart[k] }, ledger.Race)
	return more
}

// anyRaces asks, of any number of goroutines, whether two can be about to access one variable.
func (q *question) anyRaces(ctx context.Context) error {
	p, err := q.sizeless(ctx, golang.Options{AnyNumber: true, Races: true, Apart: q.many})
	if err != nil {
		return err
	}
	races, open := map[*skeleton.Cell]bool{}, map[*skeleton.Cell]bool{}
	for n := range accesses(p) {
		k := q.key(ledger.Race, n.Site)
		races[n.Cell] = races[n.Cell] || q.racing[k]
		open[n.Cell] = open[n.Cell] || !q.apart[k]
	}
	wrong := map[ledger.Key]bool{} // an access is several nodes if its function is called from several places
	for n := range accesses(p) {
		k := q.key(ledger.Race, n.Site)
		wrong[k] = wrong[k] || races[n.Cell]
	}
	var cannot error
	var proofs []Certified
	guarded, certified := lower.Guarded(p), true
	for i, cell := range p.Cells {
		if races[cell] || !open[cell] || guarded[cell] && !q.Certify {
			certified = false
			continue
		}
		others, proof, why, err := q.anyRace(ctx, p, cell, 1/float64(len(p.Cells)-i), lower.Control(p), lower.Deciding(p, cell), lower.Before(p, cell), nil)
		switch {
		case guarded[cell] && (err != nil || len(others) > 0): // proved, if not by an exploration
			certified = false
			continue
		case err != nil:
			return err
		case proof != nil:
			proofs = append(proofs, *proof)
		}
		for _, f := range others {
			wrong[q.key(ledger.Race, f.Node.Site)] = true
			cannot = why
		}
	}
	if certified && cannot == nil && len(proofs) > 0 {
		q.certified(proofs, ledger.Race)
	}
	q.holds(p, ledger.Invariants, partsBy, func(k ledger.Key) bool { return wrong[k] }, ledger.Race)
	return cannot
}

// accesses returns the nodes that access variables.
func accesses(p *skeleton.Program) iter.Seq[*skeleton.Node] {
	return func(yield func(*skeleton.Node) bool) {
		for _, b := range p.Bodies {
			for _, n := range b.Nodes {
				if n.Op == skeleton.Access && !yield(n) {
					return
				}
			}
		}
	}
}

// anyRace returns the accesses of one variable that are not proved to be in no race, and why; or the proof, nil if two
// goroutines never use it. It asks of one part of the program after the other: without data, since what is protected by
// locks seldom depends on it, with objects by which data come that decide, without objects that are used behind the
// accesses only, and of all, which is nil. The first ones have many fewer states. The question may take that share of
// the time.
func (q *question) anyRace(ctx context.Context, p *skeleton.Program, cell *skeleton.Cell, share float64, parts ...*lower.Part) (open []*lower.Failure, proof *Certified, why, err error) {
	end := time.Now().Add(q.left(share))
	for i, part := range parts {
		l, m, err := q.lower(ctx, p, lower.Options{AnyNumber: true, Cell: cell, Part: part})
		if err != nil || len(l.Failures) == 0 { // two goroutines never use it
			return nil, nil, nil, err
		}
		limit := max(time.Until(end)/time.Duration(len(parts)-i), time.Millisecond)
		r, err := m.Check(ctx, systems.Options{Algorithm: partsBy, Timeout: limit, Memory: q.Memory, All: part == nil, Certify: q.Certify})
		if err != nil {
			return nil, nil, nil, err
		}
		if open = others(l, m, r); len(open) == 0 {
			return nil, &Certified{"races of " + declared(cell.Name, cell.Site), l.Text, r.Certificate}, nil, nil
		}
		why = fmt.Errorf("in an abstraction of the program with any number of goroutines, two can access %s at a time, one of them at %s", cell.Name, where(open[0].Node.Site))
		if r.Verdict == systems.Unknown {
			why = errors.New(limits(r.Reason))
		}
	}
	return open, nil, why, nil
}
