// This file defines how an execution to a goroutine that is blocked for ever goes on: until
// nobody can move.

package gocheck

import (
	"context"
	"slices"

	"github.com/ijit/ijit/internal/show/simulate"
	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/parser"
)

// mostMoves is how many moves are tried until nobody can move.
const mostMoves = 5000

// A shortest execution ends as soon as nothing can help the goroutine any more; the others are in
// the middle of something then. What a person wants to know is what they came to: they have returned, or are
// blocked, too. settle returns the execution gone on until nobody can move, and whether there is one.
func settle(ctx context.Context, p *parser.Program, t *trace.Trace) (*trace.Trace, bool) {
	sim, err := simulate.New(p, simulate.Options{Copies: 1})
	if err != nil || sim.Load(t) != nil {
		return t, false
	}
	s := &settling{sim, p, ctx, mostMoves, map[string]bool{}}
	if !s.goOn() {
		return t, false
	}
	return sim.Trace(), true
}

// A settling is a search, depth first, for a configuration in which nobody can move.
type settling struct {
	*simulate.Simulation
	program *parser.Program
	ctx     context.Context
	left    int // moves
	known   map[string]bool
}

// goOn reports whether it has come to one.
func (s *settling) goOn() bool {
	now := s.Now().Config
	if key := now.Key(); s.known[key] {
		return false
	} else {
		s.known[key] = true
	}
	moved := false
	for _, id := range now.IDs {
		if s.section(id, &moved) {
			return true
		}
	}
	return !moved && s.left > 0
}

// inside reports whether a thread is in an atomic section.
func (s *settling) inside(thread int) bool {
	now := s.Now().Config
	i := slices.Index(now.IDs, thread)
	return i >= 0 && s.program.Nodes[now.Threads[i].PC].Section != nil
}

// section lets a thread make a step, which may be a whole atomic section, and goes on behind it.
func (s *settling) section(thread int, moved *bool) bool {
	moves, _, err := s.Moves(s.ctx, thread)
	if err != nil {
		s.left = 0
	}
	for _, m := range moves {
		if s.left--; s.left <= 0 {
			return false
		}
		if m.Fails {
			*moved = true // the program ends
			continue
		}
		s.Take(m)
		if s.inside(thread) {
			if s.section(thread, moved) {
				return true
			}
		} else {
			*moved = true
			if s.goOn() {
				return true
			}
		}
		s.Undo(1)
	}
	return false
}
