// This file defines schedules, and how the execution that one stands for is asked for.

package schedule

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/parser"
)

// A Schedule says who runs when, and with which globals.
type Schedule struct {
	// Threads are the procedures that begin as threads when the initial procedure is
	// over, in this order. There may be several threads of one procedure, and none of
	// others. If there are none, they are those of the file.
	Threads []*parser.Proc
	// Contexts are in the order of time. If there is none, the target is reached
	// before the threads begin.
	Contexts []Context
	// Known says of which globals, by index, the contexts give the values. All others keep
	// those with which the threads begin. If it is nil, it is all that some thread
	// mentions.
	Known []bool
}

// A Context is what one thread does without another one in between. It may be nothing.
type Context struct {
	Thread int // index into Schedule.Threads
	// Before and After have the globals, by index, where the context begins and where it
	// is left. The last one ends at the target: its After is nil.
	Before, After []bool
}

// A Target is what the last context leads to, or, if there is none, what happens
// before the threads begin.
type Target struct {
	PCs   []int // any of these locations
	Fails bool  // at which an assertion fails
}

// Label returns the target that a location with a label of that name is reached.
func Label(p *parser.Program, name string) Target {
	return Target{PCs: find(p, func(s *parser.Stmt) bool {
		return slices.ContainsFunc(s.Labels, func(l *parser.Label) bool { return l.Name == name })
	})}
}

// Assertions returns the target that some assertion fails.
func Assertions(p *parser.Program) Target {
	return Target{Fails: true, PCs: find(p, func(s *parser.Stmt) bool {
		_, ok := s.Op.(*parser.Assert)
		return ok
	})}
}

// find returns the locations of the statements of some kind.
func find(p *parser.Program, is func(*parser.Stmt) bool) []int {
	var pcs []int
	for _, n := range p.Nodes {
		if n.Stmt != nil && n.Stmt.PC == n.PC && is(n.Stmt) {
			pcs = append(pcs, n.PC)
		}
	}
	return pcs
}

// Options are limits. Those that are not positive are none.
type Options struct {
	MaxSteps int   // of the execution
	MaxNodes int   // of decision diagrams
	MaxBytes int64 // of decision diagrams
}

// ErrNoExecution says that no execution has the schedule.
var ErrNoExecution = errors.New("no execution has this schedule")

// A LimitError says that a limit, the end of the context included, was met.
type LimitError struct {
	Reason algorithms.Reason
	Detail string
}

func (e *LimitError) Error() string { return e.Detail }

// Run finds an execution that has a schedule and leads to a target, of a program that
// is concurrent by convention (see [parser.File]). The program may have been parsed
// without templates. The error is a [LimitError] if a limit was met, and wraps
// [ErrNoExecution] if there is none; any other one says that the question is wrong.
func Run(ctx context.Context, p *parser.Program, s Schedule, t Target, o Options) (*Execution, error) {
	r := &run{ctx: ctx, options: o, targets: map[int]bool{}, fails: t.Fails}
	if len(s.Threads) == 0 {
		s.Threads = p.File.Threads
	}
	if err := valid(p, s, t); err != nil {
		return nil, err
	}
	for _, pc := range t.PCs {
		r.targets[pc] = true
	}
	var err error
	if r.program, err = WithThreads(p, s.Threads); err != nil {
		return nil, err
	}
	r.procs = byProcedure(r.program)
	r.schedule = Schedule{s.Threads, slices.Clone(s.Contexts), s.Known}
	r.execution = &Execution{Program: r.program}
	if err := r.begin(); err != nil {
		return nil, err
	}
	if len(s.Contexts) > 0 {
		if err := r.threads(); err != nil {
			return nil, err
		}
	}
	if o.MaxSteps > 0 && len(r.execution.Steps) > o.MaxSteps {
		return nil, r.tooLong()
	}
	return r.execution, nil
}

// valid says what is wrong with a question.
func valid(p *parser.Program, s Schedule, t Target) error {
	f := p.File
	if len(f.Threads) == 0 {
		return fmt.Errorf("%s: the program is not concurrent by convention", f.Name)
	}
	if n := len(s.Known); n != 0 && n != len(f.Globals) {
		return fmt.Errorf("there are %d globals", len(f.Globals))
	}
	for _, proc := range s.Threads {
		if !slices.Contains(f.Threads, proc) {
			return fmt.Errorf("%s: procedure %s is no thread", f.Name, proc.Name)
		}
	}
	for _, pc := range t.PCs {
		if pc < 0 || pc >= len(p.Nodes) {
			return fmt.Errorf("%s: there is no program counter %d", f.Name, pc)
		}
		if n := p.Nodes[pc]; t.Fails && assertion(n) == nil {
			return fmt.Errorf("%s:%s: no assertion can fail at program counter %d", f.Name, n.Pos, pc)
		}
	}
	for i, c := range s.Contexts {
		last := i == len(s.Contexts)-1
		switch {
		case c.Thread < 0 || c.Thread >= len(s.Threads):
			return fmt.Errorf("context %d: there is no thread %d", i, c.Thread)
		case len(c.Before) != len(f.Globals), !last && len(c.After) != len(f.Globals):
			return fmt.Errorf("context %d: there are %d globals", i, len(f.Globals))
		case last && c.After != nil:
			return fmt.Errorf("context %d: the last one is never left", i)
		case !last && !slices.Equal(c.After, s.Contexts[i+1].Before):
			return fmt.Errorf("context %d: the next one begins with other globals", i)
		case !last && f.Atomic != nil && c.After[f.Atomic.Index]:
			return fmt.Errorf("context %d: it is left while %s is true", i, f.Atomic.Name)
		}
	}
	return nil
}
