// This file defines what a run with unboundedly many threads stands for: an execution.

package ijit

import (
	"context"
	"errors"
	"slices"

	"github.com/ijit/ijit/tts"
)

// unbounded reports whether c has unboundedly many threads.
func unbounded(c Config) bool { return c.Threads() == tts.Omega }

// finite returns an execution that the run stands for, with finitely many threads where the
// run begins with unboundedly many. No step needs more than two threads, one that moves and one
// that is woken, so a multiple of the length of the run is enough. Few are easier to read:
// their number grows from one, and then falls for each local state by itself.
func (s *Space) finite(ctx context.Context, run []Config) ([]Config, error) {
	most := uint32(2 * len(run))
	for _, c := range s.instance.Problem.Target.Cover {
		most += c.Threads()
	}
	if !unbounded(run[0]) {
		most = 1
	}
	for n := uint32(1); n <= most; n++ {
		first := run[0].Clone()
		for i := range first.Locals {
			if x := &first.Locals[i]; x.N == tts.Omega {
				x.N = n
			}
		}
		found := s.follow(ctx, first, run)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if found == nil {
			continue
		}
		for _, x := range run[0].Locals {
			for x.N == tts.Omega && first.Count(x.Local) > 0 {
				first = tts.Config[uint32]{Shared: first.Shared, Locals: tts.RemoveLocal(slices.Clone(first.Locals), x.Local)}
				fewer := s.follow(ctx, first, run)
				if fewer == nil {
					first = found[0]
					break
				}
				found = fewer
			}
		}
		return found, nil
	}
	return nil, errors.New("the run has unboundedly many threads and is no execution, however many there are: each configuration must be a successor of the one before, without accelerations")
}

// follow returns an execution from first to an error whose configurations the run stands for,
// nil if there is none.
func (s *Space) follow(ctx context.Context, first Config, run []Config) []Config {
	type node struct {
		Config
		before *node
	}
	layer := []*node{{Config: first}}
	for _, c := range run[1:] {
		known := map[string]bool{}
		var next []*node
		for _, n := range layer {
			for d := range s.Post(n.Config) {
				if key := d.Key(); standsFor(c, d) && !known[key] {
					known[key] = true
					next = append(next, &node{d, n})
				}
			}
			if ctx.Err() != nil {
				return nil
			}
		}
		layer = next
	}
	for _, n := range layer {
		if s.Final(n.Config) {
			var found []Config
			for ; n != nil; n = n.before {
				found = append(found, n.Config)
			}
			slices.Reverse(found)
			return found
		}
	}
	return nil
}

// standsFor reports whether d is c with numbers in the place of omegas.
func standsFor(c, d Config) bool {
	same := func(x tts.Count[uint32]) bool {
		n := c.Count(x.Local)
		return n == tts.Omega || n == d.Count(x.Local)
	}
	return c.Shared == d.Shared && !slices.ContainsFunc(slices.Concat(c.Locals, d.Locals), func(x tts.Count[uint32]) bool { return !same(x) })
}
