// Command engine is ijit with one more engine: a depth-first search of configurations. It is a module of its own, as
// yours would be.
//
//	go run . check --algorithm dfs --threads 2 ../once-broken.bp
//	go run . algorithms
package main

import (
	"context"
	"slices"

	"github.com/ijit/ijit/ijit"
	"github.com/ijit/ijit/systems/command"
)

func main() {
	command.Main(ijit.Engine{
		Name:    "dfs",
		Doc:     "depth-first search over configurations with a bounded number of live threads",
		Bounded: true,
		Run:     search,
	})
}

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
