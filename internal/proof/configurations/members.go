// This file defines what the threads of a set see that is given by what it excludes.

package configurations

import (
	"maps"
	"slices"

	"github.com/ijit/ijit/internal/proof"
)

// Members checks a proof that excludes configurations. Then it tells in which shared and local states some thread may be, and
// in which two local states two threads may be at once. The shared states that the set does not list, since a single step leads there,
// are told as well. Pairs are told, some of them more than once, until pair returns false.
func (p *Program) Members(d *proof.Document, single func(shared, local string), pair func(x, y string) bool) error {
	e, err := newExcluding(p.ctx, p, &d.Evidence)
	if err != nil {
		return err
	}
	if err := e.check(); err != nil {
		return err
	}
	goesOn := true
	tell := func(s int, way passage) error {
		in := func(threads bag) bool { return e.has(way.from, union(way.movers, minus(threads, way.made))) }
		there := slices.DeleteFunc(slices.Compact(union(e.sets[way.from].locals, way.made)), func(l int) bool { return !in(bag{l}) })
		for i, x := range there {
			single(p.sharedText(s), p.localText(x))
			for _, y := range there[i:] {
				if goesOn && in(union(bag{x}, bag{y})) {
					goesOn = pair(p.localText(x), p.localText(y))
				}
			}
			if err := p.ctx.Err(); err != nil {
				return err
			}
		}
		return nil
	}
	for _, s := range e.order {
		if err := tell(s, passage{from: s}); err != nil {
			return err
		}
	}
	for _, s := range slices.Sorted(maps.Keys(e.passed)) {
		if err := tell(s, e.passed[s]); err != nil {
			return err
		}
	}
	return nil
}
