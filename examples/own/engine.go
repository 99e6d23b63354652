// This file defines an engine: a depth-first search.

package main

import (
	"context"
	"slices"

	"github.com/ijit/ijit/ijit"
)

// search explores all configurations, or returns the way to the first error.
func search(ctx context.Context, m *ijit.Model, q *ijit.Question, _ ijit.Limits, tell func(ijit.Event)) (*ijit.Answer, error) {
	s, err := m.Space(*q)
	if err != nil {
		return nil, err
	}
	known := map[string]bool{}
	var reached, run []ijit.Config
	var visit func(c ijit.Config) bool
	visit = func(c ijit.Config) (found bool) {
		if known[c.Key()] || ctx.Err() != nil {
			return false
		}
		known[c.Key()] = true
		reached, run = append(reached, c), append(run, c)
		tell(ijit.Event{Depth: len(run), States: len(reached)})
		if s.Final(c) {
			return true
		}
		for d := range s.Post(c) {
			if visit(d) {
				return true
			}
		}
		run = run[:len(run)-1]
		return false
	}
	for c := range s.Init() {
		if visit(c) {
			return s.Unsafe(ctx, run)
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return s.Safe(ctx, slices.Values(reached))
}
