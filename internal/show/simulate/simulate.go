// This file defines simulations: walks through a Boolean program.

package simulate

import (
	"context"
	"errors"
	"slices"

	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/parser"
)

// Options says how a simulation begins.
type Options struct {
	Copies  int    // of main, at least 1
	Threads int    // bound on the threads that are alive at once; 0 for none
	Seed    uint64 // of random walks
}

// A Simulation is a walk through a program.
type Simulation struct {
	*Walk[*Config]
	program *parser.Program
	judge   *judge.Judge
	options Options
}

// A Config is a configuration whose threads have identities.
type Config struct {
	judge.Config
	IDs     []int // of Config.Threads, ascending, from 1 on
	created int   // threads so far
}

// ErrNoBeginning says that what main enforces holds in no initial configuration.
var ErrNoBeginning = errors.New("the program has no initial configuration: what main enforces never holds")

// New begins a simulation in the initial configuration in which all variables that can
// have either value are 0.
func New(p *parser.Program, o Options) (*Simulation, error) {
	j, err := judge.New(p.File, judge.Small)
	if err != nil {
		return nil, err
	}
	s := &Simulation{program: p, judge: j, options: o}
	for c := range j.Initial(o.Copies) {
		first := &Config{Config: c, created: len(c.Threads)}
		for i := range c.Threads {
			first.IDs = append(first.IDs, i+1)
		}
		s.Walk = NewWalk(system{s}, first, o.Seed)
		return s, nil
	}
	return nil, ErrNoBeginning
}

// A system is a program as one that is walked through.
type system struct{ *Simulation }

func (s system) Threads(c *Config) []int { return c.IDs }

func (s system) At(c *Config, thread int) int {
	if i := slices.Index(c.IDs, thread); i >= 0 {
		return c.Threads[i].PC
	}
	return -1
}

func (s system) Key(c *Config) string { return c.Key() }

func (s system) Moves(ctx context.Context, c *Config, thread int, yield func(Move[*Config]) bool) error {
	i := slices.Index(c.IDs, thread)
	return s.judge.Moves(ctx, c.Config, i, s.options.Threads, func(o judge.Outcome) bool {
		m := Move[*Config]{Thread: thread, PC: c.Threads[i].PC, Fails: o.Error != nil, Next: c}
		if !m.Fails {
			next := &Config{Config: o.Next, IDs: c.IDs, created: c.created}
			switch {
			case o.Gone:
				next.IDs = slices.Delete(slices.Clone(c.IDs), i, i+1)
			case len(o.Next.Threads) > len(c.Threads):
				next.created++
				next.IDs = append(slices.Clip(c.IDs), next.created)
			}
			m.Next = next
		}
		return yield(m)
	})
}
