// This file defines walks through models, driven by a person.

package machine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/allsat/sat"
	"github.com/ijit/ijit/internal/show/simulate"
	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/internal/verdict"
)

// A Position is a place in a walk. The first one is in front of all states: its moves lead to the first states.
type Position struct {
	state  []bool   // of the latches; nil in front of all states
	inputs []bool   // read in the step that leads here
	after  []string // values of the variables, by number; inputs are those of the step that leads here

	next []simulate.Move[*Position] // its moves
	more bool                       // there are more than are listed
	made bool
}

// key returns the values of all variables.
func (p *Position) key() string { return strings.Join(p.after, "\n") }

// A Walk is a run of a model that grows and shrinks at its end. A move is a state that may come next: in the terms of
// [simulate.Walk], which is about threads, the thread of that number, which has one way to go.
type Walk struct {
	*simulate.Walk[*Position]
	whole   *Machine // with its properties
	machine *Machine // with what a condition adds
	first   aig.Lit  // must hold in the first state
	step    aig.Lit  // must hold in each step
}

// NewWalk begins a walk through a model; seed is that of random steps.
func NewWalk(m *Machine, seed uint64) (*Walk, error) {
	if m.model == nil {
		return nil, errors.New("this is a circuit; ijit step walks through programs and models (.smv)")
	}
	w := &Walk{whole: m}
	if _, err := w.only("TRUE"); err != nil {
		return nil, err
	}
	w.first, w.step = aig.True, aig.True
	w.Walk = simulate.NewWalk(successors{w}, &Position{}, seed)
	return w, nil
}

// successors are the moves of a walk, each of which is that of a thread.
type successors struct{ w *Walk }

func (s successors) Threads(p *Position) (list []int) {
	for i := range p.next {
		list = append(list, i+1)
	}
	return list
}

func (s successors) At(*Position, int) int { return 0 }

func (s successors) Key(p *Position) string { return p.key() }

func (s successors) Moves(_ context.Context, p *Position, thread int, yield func(simulate.Move[*Position]) bool) error {
	yield(p.next[thread-1])
	return nil
}

// Random makes a random step, and reports whether there was one.
func (w *Walk) Random(ctx context.Context) (bool, error) {
	if _, _, err := w.Ways(ctx); err != nil {
		return false, err
	}
	return w.Walk.Random(ctx)
}

// choice tells the inputs by which a model chooses from sets: they are not shown.
var choice = regexp.MustCompile(`\?\d+$`)

// make finds the moves of a position: different states that may come next, or the same one by different inputs.
func (w *Walk) make(ctx context.Context, p *Position) error {
	if p.made {
		return nil
	}
	c := w.at(p)
	u := aig.Unroll(c, false)
	s := sat.New(sat.Options{})
	clauses := aig.NewClauses(u.Graph, s)
	frame := 0 // that is looked for
	demand := func(frame int, lits ...aig.Lit) {
		for _, l := range lits {
			s.Add(clauses.Lit(u.At(l, frame)))
		}
	}
	demand(0, c.Constraints...)
	if p.state == nil {
		demand(0, c.Initial...)
		demand(0, w.first)
	} else {
		frame = 1
		demand(0, c.Steps...)
		demand(0, w.step)
		demand(1, c.Constraints...)
	}
	var tell []aig.Lit // what tells moves apart
	for _, l := range c.Latches[:w.machine.model.StateBits] {
		tell = append(tell, u.At(l.Lit, frame))
	}
	for _, x := range c.Inputs {
		if frame == 1 && !choice.MatchString(x.Name) {
			tell = append(tell, u.At(x.Lit, 0))
		}
	}
	var next []simulate.Move[*Position]
	known := map[string]bool{}
	for len(next) <= simulate.MaxMoves {
		switch s.Solve(ctx) {
		case sat.Unsat:
			p.next, p.made = w.sorted(next), true
			return nil
		case sat.Unknown:
			return cmp.Or(ctx.Err(), errors.New("it was too hard to find what comes next"))
		}
		to := &Position{inputs: make([]bool, len(c.Inputs))}
		for _, l := range c.Latches[:w.machine.model.StateBits] {
			to.state = append(to.state, clauses.Value(u.At(l.Lit, frame)))
		}
		for i, x := range c.Inputs {
			to.inputs[i] = clauses.Value(u.At(x.Lit, 0))
		}
		to.after = w.values(p, to)
		var other []sat.Lit
		for _, l := range tell {
			other = append(other, clauses.Lit(l.NotIf(clauses.Value(l))))
		}
		if key := to.key(); !known[key] {
			known[key] = true
			next = append(next, simulate.Move[*Position]{Next: to})
		}
		s.Add(other...)
	}
	p.next, p.made, p.more = w.sorted(next[:simulate.MaxMoves]), true, true
	return nil
}

// sorted returns moves in the order of their texts, shorter ones first, and numbered.
func (w *Walk) sorted(list []simulate.Move[*Position]) []simulate.Move[*Position] {
	slices.SortFunc(list, func(a, b simulate.Move[*Position]) int {
		x, y := a.Next.key(), b.Next.key()
		return cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(x, y))
	})
	for i := range list {
		list[i].Thread = i + 1
	}
	return list
}

// at returns the circuit that begins in a position, or in its own first states.
func (w *Walk) at(p *Position) *aig.Circuit { return begin(w.machine.Circuit, p.state) }

// begin returns a circuit that begins in a state, of which latches behind those that are given are false; or the circuit itself.
func begin(c *aig.Circuit, state []bool) *aig.Circuit {
	if state == nil {
		return c
	}
	d := *c
	d.Latches = slices.Clone(c.Latches)
	d.Initial, d.Resets = nil, nil
	for i := range d.Latches {
		d.Latches[i].Reset = aig.False.NotIf(i < len(state) && state[i])
	}
	return &d
}

// values returns the values of variables behind a step, inputs being those of the step.
func (w *Walk) values(from, to *Position) []string {
	c := w.machine.Circuit
	frame := func(state, inputs []bool) func(aig.Lit) bool {
		sim := aig.NewSimulator(c)
		sim.Begin(append(slices.Clone(state), make([]bool, len(c.Latches)-len(state))...))
		sim.Frame(inputs)
		return func(l aig.Lit) bool { return sim.Value(l)&1 != 0 }
	}
	now, before := frame(to.state, to.inputs), frame(from.state, to.inputs)
	list := make([]string, len(w.machine.model.Vars))
	for i, v := range w.machine.model.Vars {
		switch {
		case v.Class == "DEFINE":
		case v.Class != "IVAR":
			list[i] = w.machine.model.Value(i, now)
		case from.state != nil:
			list[i] = w.machine.model.Value(i, before)
		}
	}
	return list
}

// Waves returns the states so far. The inputs in a position are those that were read there.
func (w *Walk) Waves() *trace.Waves {
	states := w.States()[1:]
	waves := &trace.Waves{Positions: len(states), Loop: -1}
	for i, v := range w.machine.model.Vars {
		if v.Class == "DEFINE" {
			continue
		}
		s := trace.Signal{Name: v.Name, Input: v.Class == "IVAR", Word: v.Bits()}
		s.Least, s.Most, s.Numeric = v.Numbers()
		for p := range states {
			switch {
			case !s.Input:
				s.Values = append(s.Values, states[p].Config.after[i])
			case p+1 < len(states):
				s.Values = append(s.Values, states[p+1].Config.after[i])
			default:
				s.Values = append(s.Values, "")
			}
		}
		waves.Signals = append(waves.Signals, s)
	}
	return waves
}

// Ways returns how many moves there are, and whether there are more than are listed. The error is that of ctx.
func (w *Walk) Ways(ctx context.Context) (n int, more bool, err error) {
	err = w.make(ctx, w.Now().Config)
	return len(w.Now().Config.next), w.Now().Config.more, err
}

// Effect says what a move does, by its number from 0 on: what changes, and by which inputs.
func (w *Walk) Effect(number int) (changes, inputs string) {
	now := w.Now().Config
	return w.effect(now, now.next[number].Next)
}

// Step says what the step to a state did, by its number from 0 on.
func (w *Walk) Step(number int) (changes, inputs string) {
	states := w.States()
	return w.effect(states[number].Config, states[number+1].Config)
}

func (w *Walk) effect(from, to *Position) (changes, inputs string) {
	var changed, read []string
	for i, v := range w.machine.model.Vars {
		switch text := v.Name + " = " + to.after[i]; {
		case to.after[i] == "":
		case v.Class == "IVAR":
			read = append(read, text)
		case from.state == nil || from.after[i] != to.after[i]:
			changed = append(changed, text)
		}
	}
	if len(changed) == 0 {
		changed = []string{"(nothing changes)"}
	}
	return strings.Join(changed, ", "), strings.Join(read, ", ")
}

// only has a machine with an expression be the one that is walked through, and returns the literal of the expression.
func (w *Walk) only(text string) (holds aig.Lit, err error) {
	m, err := w.whole.Ask("invar", text)
	if err != nil {
		return 0, err
	}
	w.machine = m
	bad := m.Properties[0].Bad
	for _, l := range m.Latches[m.model.StateBits:] {
		if bad == l.Lit { // it is about the step, behind which the latch says so
			bad = l.Next
		}
	}
	return bad.Not(), nil
}

// ofStates reports whether what was asked last is about states, and not about steps.
func (w *Walk) ofStates() bool {
	bad := w.machine.Properties[0].Bad
	return !slices.ContainsFunc(w.machine.Latches[w.machine.model.StateBits:], func(l aig.Latch) bool { return l.Lit.Node() == bad.Node() })
}

// First has only first states count in which an expression holds.
func (w *Walk) First(text string) error {
	if len(w.States()) > 1 {
		return errors.New("the first state can be chosen only before the first step")
	}
	before := w.machine
	holds, err := w.only(text)
	if err == nil && !w.ofStates() {
		w.machine, err = before, errors.New("a first state depends neither on inputs nor on the next state")
	}
	if err == nil {
		w.first, w.step, w.Now().Config.made = holds, aig.True, false
	}
	return err
}

// Steps has only steps count, from now on, in which an expression holds. It may have inputs and next(..).
func (w *Walk) Steps(text string) error {
	holds, err := w.only(text)
	if err == nil {
		w.first, w.step, w.Now().Config.made = aig.True, holds, false
	}
	return err
}

// quick is how long a search by decision diagrams may take, which also sees that there is no way.
const quick = 3 * time.Second

// Reach goes on, on a shortest way, until an expression holds. found says whether there is a way, and complete whether the answer is
// known. Conditions on steps do not count.
func (w *Walk) Reach(ctx context.Context, text string) (found, complete bool, err error) {
	walked, first, step := w.machine, w.first, w.step
	holds, err := w.only(text)
	asked, ofStates := w.machine, w.ofStates()
	w.machine, w.first, w.step = walked, first, step
	switch {
	case err != nil:
		return false, false, err
	case !ofStates:
		return false, false, errors.New("a state depends neither on inputs nor on the next state")
	}
	c := begin(asked.Circuit, w.Now().Config.state)
	a, err := find(ctx, c, Property{Bad: holds})
	if err != nil || a.Run == nil {
		return false, a.Verdict == verdict.Safe, err
	}
	w.follow(c, a.Run, w.Now().Config.state == nil)
	return true, true, nil
}

// find looks for a run that violates a property.
func find(ctx context.Context, c *aig.Circuit, p Property) (Answer, error) {
	short, cancel := context.WithTimeout(ctx, quick)
	defer cancel()
	a, err := Check(short, c, p, Diagrams, Options{})
	if err != nil || a.Verdict != verdict.Unknown {
		return a, err
	}
	return Check(ctx, c, p, BMC, Options{})
}

// Fail goes to the end of a run that violates a property, of a loop to where it closes, and returns that property.
func (w *Walk) Fail(ctx context.Context) (*Property, error) {
	why := "the model has no properties"
	for i := range w.whole.Properties {
		p := &w.whole.Properties[i]
		if p.Unsupported != "" {
			why = p.Unsupported
			continue
		}
		a, err := find(ctx, w.whole.Circuit, *p)
		if err != nil {
			return nil, err
		}
		if a.Run != nil {
			w.Walk.Begin(&simulate.State[*Position]{Config: &Position{}})
			w.follow(w.whole.Circuit, a.Run, true)
			return p, nil
		}
		why = cmp.Or(a.Detail, string(a.Reason), "the properties are true")
	}
	return nil, fmt.Errorf("no run was found that violates a property: %s", why)
}

// follow goes along a run of a circuit; first says that its first state is a step, too.
func (w *Walk) follow(c *aig.Circuit, r *aig.Run, first bool) {
	sim := aig.NewSimulator(c)
	sim.Begin(r.First)
	step := func(inputs []bool) {
		to := &Position{inputs: inputs}
		for _, l := range c.Latches[:w.machine.model.StateBits] {
			to.state = append(to.state, sim.Value(l.Lit)&1 != 0)
		}
		to.after = w.values(w.Now().Config, to)
		w.Take(simulate.Move[*Position]{Next: to})
	}
	if first {
		step(r.Inputs[0])
	}
	steps := r.Inputs
	if r.Loop < 0 {
		steps = steps[:len(steps)-1]
	}
	for _, inputs := range steps {
		sim.Frame(inputs)
		sim.Step()
		step(inputs)
	}
}
