// This file defines walks through programs, driven by a person.

package c

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ijit/ijit/internal/show/simulate"
	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/systems/c/execution"
	"github.com/ijit/ijit/systems/c/form"
	"github.com/ijit/ijit/systems/c/front"
	"github.com/ijit/ijit/systems/c/word"
)

// A system is a program that is walked through. The By of a move is an [execution.Step].
type system struct{ *execution.System }

func (x system) Moves(ctx context.Context, s *execution.State, thread int, yield func(simulate.Move[*execution.State]) bool) error {
	x.Steps(s, thread, func(step execution.Step, fails bool) bool {
		return yield(move(x, s, step, fails)) && ctx.Err() == nil
	})
	return ctx.Err()
}

// move returns the move that a step is from a configuration.
func move(x system, from *execution.State, step execution.Step, fails bool) simulate.Move[*execution.State] {
	return simulate.Move[*execution.State]{Thread: step.Thread, PC: x.At(from, step.Thread), Fails: fails, Next: step.State, By: step}
}

// A Walk is an execution that grows and shrinks at its end.
type Walk struct {
	*simulate.Walk[*execution.State]
	system  system
	program *form.Program
	name    string
	text    []byte
	options Options
	seed    uint64
	first   map[word.Variable]uint64 // what variables begin with
}

// NewWalk begins a walk through a program; seed is that of random steps. The error is that of [Check].
func NewWalk(name string, text []byte, o Options, seed uint64) (*Walk, error) {
	p, err := front.Read(name, text, front.Options{Wrap: o.Wrap, ILP32: o.ILP32})
	if err != nil {
		return nil, err
	}
	w := &Walk{name: name, text: text, options: o, seed: seed, first: map[word.Variable]uint64{}}
	w.load(p)
	return w, nil
}

// load begins in a program.
func (w *Walk) load(p *form.Program) {
	w.program, w.system = p, system{execution.NewSystem(p, w.options.Threads)}
	w.Walk = simulate.NewWalk(w.system, w.system.Begin(w.first), w.seed)
}

// Trace returns the execution so far.
func (w *Walk) Trace() *trace.Trace {
	var steps []execution.Step
	for _, s := range w.States()[1:] {
		steps = append(steps, s.Move.By.(execution.Step))
	}
	return newTrace(w.program, w.States()[0].Config, steps)
}

// Places returns the locations of a line, or where threads begin that run a function.
func (w *Walk) Places(name string) ([]int, error) {
	line, err := strconv.Atoi(name)
	if list := w.system.Places(line, name); list != nil {
		return list, nil
	} else if err == nil {
		return nil, fmt.Errorf("no step begins in line %d", line)
	}
	return nil, fmt.Errorf("no thread runs %s", name)
}

// Set gives a variable another initial value, if it may begin with any: a global, or a local of main as [Walk.Trace] calls it.
func (w *Walk) Set(_ context.Context, name string, value int) error {
	if len(w.States()) > 1 {
		return errors.New("values can be set only before the first step")
	}
	main := w.program.Automata[0]
	if own, ok := strings.CutPrefix(name, "t1."); ok {
		name = main.Name + "." + own
	}
	v, ok := w.program.Names()[name]
	free := slices.ContainsFunc(w.program.Globals, func(g form.Global) bool { return g.Variable == v && g.Initial == form.None })
	switch {
	case !ok:
		return fmt.Errorf("there is no variable %s", name)
	case !free && !slices.Contains(main.Locals, v):
		return fmt.Errorf("%s begins with a value that the program gives it", name)
	}
	w.first[v] = uint64(value) & (^uint64(0) >> (64 - w.program.Terms.VariableWidth(v)))
	w.Begin(&simulate.State[*execution.State]{Config: w.system.Begin(w.first)})
	return nil
}

// Try has what may be anything be a value, too.
func (w *Walk) Try(value int) error {
	w.system.Try(uint64(value))
	return nil
}

// Fail goes to the end of the execution that [Check] finds.
func (w *Walk) Fail(ctx context.Context) error {
	a, err := Check(ctx, w.name, w.text, w.options)
	switch {
	case err != nil:
		return err
	case a.Steps == nil:
		return fmt.Errorf("no execution was found that ends in an error: %v %s", a.Verdict, cmp.Or(a.Detail, string(a.Reason)))
	}
	clear(w.first) // the variables are others
	w.load(a.Program)
	w.Begin(&simulate.State[*execution.State]{Config: a.begin})
	for _, s := range a.Steps {
		w.Take(move(w.system, w.Now().Config, s, s.Edge.Check != form.None))
	}
	return nil
}

// Where returns where the threads are. The error is that of ctx.
func (w *Walk) Where(ctx context.Context) (list []simulate.Position, err error) {
	can, err := w.Enabled(ctx)
	now := w.Now().Config
	for _, id := range w.Threads() {
		next := w.system.Next(now, id)
		x := simulate.Position{Thread: id, Line: next[0].Origin.Line, Text: next[0].Origin.Text, Enabled: slices.Contains(can, id)}
		x.Bounded = next[0].Start >= 0 && w.system.Bounded(now)
		list = append(list, x)
	}
	return list, err
}
