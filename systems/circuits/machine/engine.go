// This file defines the algorithms for finite state machines as one.

package machine

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/parser/ltl"
	"github.com/ijit/ijit/systems/circuits/bmc"
	proof "github.com/ijit/ijit/systems/circuits/invariant"
	"github.com/ijit/ijit/systems/circuits/pdr"
	"github.com/ijit/ijit/systems/circuits/symbolic"
)

// Options are limits and choices. The zero value is good.
type Options struct {
	Bound      int   // the last number of steps for counterexamples and inductions; 0 for no limit
	Memory     int64 // bytes for clauses or diagrams; 0 for no limit
	Recursive  bool  // the encoding of formulas by bmc
	SATCommand string
	SelfCheck  bool                  // proofs are checked by what shares nothing with who found them
	Watch      func(depth, size int) // is told of progress

	infinite bool // finite runs are no counterexamples to formulas
}

// An Answer is what an algorithm says of a property.
type Answer struct {
	Verdict verdict.Verdict
	Reason  verdict.Reason // if the verdict is Unknown
	Detail  string
	Bound   int      // steps up to which there is no counterexample, or that the proof took; -1 if not known
	Run     *aig.Run // the counterexample
	// Invariant is clauses of literals of latches that hold in all frames but the first and
	// exclude Bad, if that is what the property is about; nil if there is no such proof.
	Invariant [][]aig.Lit
	Validated bool // the proof was checked
	Stats     Stats
	Warning   string // what may make the answer mean something else than it seems to

	wrong error // with the proof
}

// Stats measure a search. What does not apply is 0.
type Stats struct {
	Latches, Inputs, Ands int // that the property rests on
	Variables, Clauses    int // of a SAT solver
	Conflicts             int64
	Nodes                 int // of decision diagrams
	Obligations, Images   int
	Bytes                 int64
}

// An Engine is an algorithm for finite state machines.
type Engine func(context.Context, *aig.Circuit, Property, Options) Answer

// Check asks an engine about a property: of the part of the circuit that the property rests
// on. The counterexample is one of the whole circuit, and has been replayed by a simulator;
// an error says that it is none, which is an error of this program.
func Check(ctx context.Context, c *aig.Circuit, p Property, engine Engine, o Options) (Answer, error) {
	if p.Compute != nil {
		return engine(ctx, c, p, o), nil
	}
	cone, part := reduce(c, p)
	a := answer(ctx, cone.Circuit, part, engine, o)
	a.Stats.Latches, a.Stats.Inputs, a.Stats.Ands = len(cone.Latches), len(cone.Inputs), cone.Ands()
	for i, clause := range a.Invariant {
		for j, l := range clause {
			a.Invariant[i][j] = cone.Whole(l)
		}
	}
	if a.wrong != nil {
		return a, fmt.Errorf("the proof is none: %w", a.wrong)
	}
	if a.Run != nil {
		whole, ok := cone.Run(a.Run, longest)
		if !ok {
			a.Run, a.Detail = nil, "the counterexample is too long to be written down"
			return a, nil
		}
		a.Run = whole
		if err := Judge(c, p, a.Run); err != nil {
			return a, fmt.Errorf("the counterexample is none: %w", err)
		}
	}
	return a, nil
}

// longest is how many frames a counterexample may have when it is made one of the whole
// circuit: latches beside it may come back to their values late.
const longest = 1 << 20

// answer asks an engine. A formula that says that states have a property is asked as such.
//
// A formula is about infinite runs that are fair, but a finite run may refute it already. If
// it is not seen from the circuit that each one goes on, that run has to: a run that ends
// says nothing of others, so then the engine is asked for infinite ones only.
func answer(ctx context.Context, c *aig.Circuit, p Property, engine Engine, o Options) Answer {
	q, _ := invariant(c, p)
	a := engine(ctx, c, q, o)
	if q.Formula == nil {
		a.validate(ctx, c, q.Bad, o)
		if p.Formula != nil {
			a.Invariant = nil // it is about a literal that the whole circuit does not have
		}
	}
	if p.Formula == nil || a.Run == nil || a.Run.Loop >= 0 || total(c) || !ltl.Linear(p.Formula) {
		return a
	}
	tail := bmc.Check(ctx, from(c, a.Run), ltl.False(), bmc.Options{Memory: o.Memory, Bound: tailBound, Infinite: true})
	switch {
	case tail.Run == nil && p.GoesOn:
		return a
	case tail.Run == nil:
		o.infinite = true
		return engine(ctx, c, p, o)
	}
	n := len(a.Run.Inputs) - 1
	a.Run.Inputs = append(a.Run.Inputs[:n:n], tail.Run.Inputs...)
	a.Run.Loop = n + tail.Run.Loop
	return a
}

// validate checks a proof, if that is asked for and time allows it.
func (a *Answer) validate(ctx context.Context, c *aig.Circuit, bad aig.Lit, o Options) {
	if a.Invariant == nil || !o.SelfCheck || a.Validated {
		return
	}
	err := proof.Check(ctx, c, bad, a.Invariant, o.Memory)
	if no := (*proof.Rejected)(nil); errors.As(err, &no) {
		a.wrong = err
	}
	a.Validated = err == nil
}

// tailBound is how many steps are tried to go on from a violation for ever. It is a matter of
// speed only.
const tailBound = 100

// Judge checks that a run violates a property, by a simulation and the definition of the
// logic: no algorithm has a part in it.
func Judge(c *aig.Circuit, p Property, r *aig.Run) error {
	values, err := aig.Replay(c, r)
	if err != nil {
		return err
	}
	if p.Formula == nil {
		if !values.Last(p.Bad) {
			return errors.New("the last frame does not violate the property")
		}
		return nil
	}
	if !ltl.Linear(p.Formula) {
		return nil // a run is only a part of why it is false
	}
	word := ltl.Word{Length: values.Len(), Loop: r.Loop, Value: func(atom, frame int) bool { return values.At(aig.Lit(atom), frame) }}
	if !ltl.Holds(ltl.Not(p.Formula), word) {
		return errors.New("the formula holds on it")
	}
	return nil
}

// BMC is bounded model checking.
func BMC(ctx context.Context, c *aig.Circuit, p Property, o Options) Answer {
	if p.Compute != nil {
		return noNumber(p)
	}
	b := bmc.Options{Memory: o.Memory, Bound: o.Bound, Infinite: o.infinite, Command: strings.Fields(o.SATCommand)}
	if o.Recursive {
		b.Encoding = bmc.Recursive
	}
	b.Event = func(e bmc.Event) { o.watch(e.Bound, e.Variables) }
	if p.Formula == nil {
		b.Weight = p.Weight
		return bounded(bmc.CheckBad(ctx, c, p.Bad, b))
	}
	return bounded(bmc.Check(ctx, c, p.Formula, b))
}

func bounded(r bmc.Result) Answer {
	a := Answer{Verdict: r.Verdict, Reason: r.Reason, Bound: r.Bound, Run: r.Run}
	if r.Err != nil {
		a.Detail = r.Err.Error()
	}
	if r.Longer != verdict.NoReason {
		a.Warning = fmt.Sprintf("there may be a shorter counterexample: a limit (%s) was reached before the answer was known", r.Longer)
	}
	s := r.Stats.Solver
	a.Stats = Stats{Variables: s.Variables, Clauses: int(min(s.Clauses, math.MaxInt)), Conflicts: s.Conflicts, Bytes: s.Bytes}
	return a
}

// Induction is k-induction with simple paths.
func Induction(ctx context.Context, c *aig.Circuit, p Property, o Options) Answer {
	return proving(ctx, c, p, o, func(c *aig.Circuit, bad aig.Lit) Answer {
		b := bmc.Options{Memory: o.Memory, Bound: o.Bound, Event: func(e bmc.Event) { o.watch(e.Bound, e.Variables) }}
		return bounded(bmc.Induction(ctx, c, bad, b))
	})
}

// proving has a formula decided by an algorithm for properties of states.
func proving(ctx context.Context, c *aig.Circuit, p Property, o Options, decide func(*aig.Circuit, aig.Lit) Answer) Answer {
	if p.Compute != nil {
		return noNumber(p)
	}
	if p.Formula == nil {
		return decide(c, p.Bad)
	}
	if !ltl.Linear(p.Formula) {
		return Answer{Reason: verdict.Unsupported, Detail: "the formula has path quantifiers; --algorithm symbolic takes it", Bound: -1}
	}
	safety, bad, back := bmc.LivenessToSafety(c, p.Formula, o.infinite)
	a := decide(safety, bad)
	a.validate(ctx, safety, bad, o)
	if a.Run != nil {
		a.Run = back(a.Run)
	}
	a.Invariant = nil // it is about another circuit
	return a
}

// PDR is property directed reachability.
func PDR(ctx context.Context, c *aig.Circuit, p Property, o Options) Answer {
	return proving(ctx, c, p, o, func(c *aig.Circuit, bad aig.Lit) Answer {
		r := pdr.Check(ctx, c, bad, pdr.Options{Memory: o.Memory, Bound: o.Bound, Event: func(s pdr.Stats) { o.watch(s.Bound, s.Clauses) }})
		return Answer{
			Verdict: r.Verdict, Reason: r.Reason, Bound: r.Bound, Run: r.Run, Invariant: r.Invariant,
			Stats: Stats{Clauses: r.Stats.Clauses, Conflicts: r.Stats.Conflicts, Obligations: r.Stats.Obligations, Bytes: r.Stats.Bytes},
		}
	})
}

// Diagrams is reachability, or a fixed point for a formula, by decision diagrams.
func Diagrams(ctx context.Context, c *aig.Circuit, p Property, o Options) Answer {
	if p.Compute != nil {
		return compute(ctx, c, *p.Compute, o)
	}
	d := circuit.Options{MaxBytes: o.Memory, Infinite: o.infinite, Event: func(e circuit.Event) { o.watch(e.Depth, e.Nodes) }}
	var r *circuit.Result
	switch {
	case p.Formula == nil:
		r = circuit.Reach(ctx, c, p.Bad, d)
	case ltl.Linear(p.Formula):
		r = circuit.LTL(ctx, c, p.Formula, d)
	default:
		r = circuit.CTL(ctx, c, p.Formula, d)
	}
	a := Answer{Verdict: r.Verdict, Reason: r.Reason, Bound: r.Depth, Run: r.Run, Invariant: r.Invariant}
	if r.Err != nil {
		a.Detail = r.Err.Error()
	}
	a.Stats = Stats{Nodes: r.Stats.Nodes, Images: r.Stats.Images, Bytes: r.Stats.Bytes}
	return a
}

// A Computation asks how many steps it takes at least, or with Most at most, from a state in which Start holds to one in which Final
// does.
type Computation struct {
	Start, Final *ltl.Formula
	Most         bool
}

// noNumber is the answer of those who do not find numbers.
func noNumber(p Property) Answer {
	return Answer{Reason: verdict.Unsupported, Detail: p.Unsupported, Bound: -1}
}

// compute finds a number of steps. The verdict of the answer is Safe if it is known; Detail is then the number, or infinite or
// undefined, as [circuit.Compute] has it.
func compute(ctx context.Context, c *aig.Circuit, x Computation, o Options) Answer {
	steps, r := circuit.Compute(ctx, c, x.Start, x.Final, x.Most, circuit.Options{MaxBytes: o.Memory, Event: func(e circuit.Event) { o.watch(e.Depth, e.Nodes) }})
	a := Answer{Verdict: r.Verdict, Reason: r.Reason, Bound: -1, Stats: Stats{Nodes: r.Stats.Nodes, Images: r.Stats.Images, Bytes: r.Stats.Bytes}}
	switch {
	case r.Err != nil:
		a.Detail = r.Err.Error()
	case steps == circuit.Infinite:
		a.Detail = "infinite"
	case steps == circuit.Undefined:
		a.Detail = "undefined"
	default:
		a.Detail = strconv.Itoa(steps)
	}
	return a
}

// Deadlock looks for a state that is reached and has no successor. The counterexample is the
// run to it.
func Deadlock(ctx context.Context, c *aig.Circuit, o Options) (Answer, error) {
	if total(c) {
		return Answer{Verdict: verdict.Safe}, nil
	}
	r := circuit.Deadlock(ctx, c, circuit.Options{MaxBytes: o.Memory})
	a := Answer{Verdict: r.Verdict, Reason: r.Reason, Bound: r.Depth, Run: r.Run}
	if a.Run != nil {
		if _, err := aig.Replay(c, a.Run); err != nil {
			return a, fmt.Errorf("the counterexample is none: %w", err)
		}
	}
	return a, nil
}

func (o *Options) watch(depth, size int) {
	if o.Watch != nil {
		o.Watch(depth, size)
	}
}
