// This file defines the check of witnesses.

package witness

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/internal/proof/clausal"
)

// A Rejected says why a circuit is no witness.
type Rejected struct{ Reason string }

func (r *Rejected) Error() string { return r.Reason }

// Check checks that a circuit is a witness that no run of the model has a frame in which bad is true. Its property is its first bad literal or, if it has
// none, its first output. Inputs and latches of the witness whose name is = and a literal of an input or a latch of
// the model, in AIGER's numbers, are these; if there are none such, the first inputs and latches are those of the model, in order. The
// error is a [*Rejected] if it is none, [clausal.ErrMemory], or that of the context. About so many bytes are used at most, 0 is for no limit.
func Check(ctx context.Context, model *aig.Circuit, bad aig.Lit, witness *aig.Circuit, memory int64) error {
	model = model.Constrained()
	var property aig.Lit
	switch {
	case len(witness.Bads) > 0:
		property = witness.Bads[0].Lit
	case len(witness.Outputs) > 0:
		property = witness.Outputs[0].Lit
	default:
		return &Rejected{"the witness has neither a bad literal nor an output"}
	}
	shared, err := common(model, witness)
	if err != nil {
		return err
	}
	g := aig.NewGraph()
	m := side{Circuit: model, bad: bad}
	w := side{Circuit: witness, bad: property}
	for t := range 2 {
		m.unroll(g, t, func(node int) (aig.Lit, bool) { return aig.False, node == aig.False.Node() })
		w.unroll(g, t, func(node int) (aig.Lit, bool) {
			l, is := shared[node]
			return m.at(t, l), is || node == aig.False.Node()
		})
	}
	both := func(l aig.Latch) bool { // it is of the witness, and of the model
		_, is := shared[l.Lit.Node()]
		return is
	}
	its := func(l aig.Latch) bool { // likewise, of the model
		return slices.ContainsFunc(witness.Latches, func(x aig.Latch) bool { return both(x) && shared[x.Lit.Node()].Node() == l.Lit.Node() })
	}
	any := func(aig.Latch) bool { return true }
	mC0, mC1, wC0, wC1 := m.constraints(g, 0), m.constraints(g, 1), w.constraints(g, 0), w.constraints(g, 1)
	wP0, wP1 := w.at(0, w.bad).Not(), w.at(1, w.bad).Not()
	formulas := []struct {
		name                string
		premise, conclusion aig.Lit
	}{
		{"reset", g.And(m.resets(g, its), mC0), g.And(w.resets(g, both), wC0)},
		{"transition", g.All(m.next(g, its), mC0, mC1, wC0), g.And(w.next(g, both), wC1)},
		{"property", g.All(mC0, wC0, wP0), m.at(0, m.bad).Not()},
		{"base", g.And(w.resets(g, any), wC0), wP0},
		{"step", g.All(wP0, w.next(g, any), wC0, wC1), wP1},
	}
	var broken []aig.Lit
	for _, x := range formulas {
		broken = append(broken, g.And(x.premise, x.conclusion.Not()))
	}
	f := clausal.New(g)
	var cases []int32
	for _, l := range broken {
		cases = append(cases, f.Lit(l))
	}
	i, err := f.Refute(ctx, cases, memory)
	if err == nil && i >= 0 {
		return &Rejected{fmt.Sprintf("it is no witness: the check %q fails", formulas[i].name)}
	}
	return err
}

// common returns which literals of the model the inputs and latches of a witness are, by their nodes.
func common(model, witness *aig.Circuit) (map[int]aig.Lit, error) {
	shared := map[int]aig.Lit{}
	note := func(l aig.Lit, name string) error {
		text, named := strings.CutPrefix(name, "=")
		if !named {
			return nil
		}
		n, err := strconv.ParseUint(strings.TrimSpace(text), 10, 32)
		v := int(n/2) - 1 // AIGER numbers inputs and then latches, from 1 on
		switch {
		case err != nil || n < 2:
			return &Rejected{fmt.Sprintf("%q is no literal", name)}
		case v < len(model.Inputs):
			shared[l.Node()] = model.Inputs[v].Lit.NotIf(n%2 == 1)
		case v < len(model.Inputs)+len(model.Latches):
			shared[l.Node()] = model.Latches[v-len(model.Inputs)].Lit.NotIf(n%2 == 1)
		default:
			return &Rejected{fmt.Sprintf("%q is no input and no latch of the model: only these can be those of a witness here", name)}
		}
		return nil
	}
	for _, x := range witness.Inputs {
		if err := note(x.Lit, x.Name); err != nil {
			return nil, err
		}
	}
	for _, x := range witness.Latches {
		if err := note(x.Lit, x.Name); err != nil {
			return nil, err
		}
	}
	if len(shared) > 0 {
		return shared, nil
	}
	if len(witness.Inputs) < len(model.Inputs) || len(witness.Latches) < len(model.Latches) {
		return nil, &Rejected{"the witness has fewer inputs or latches than the model, and does not say which ones they are"}
	}
	for i, x := range model.Inputs {
		shared[witness.Inputs[i].Lit.Node()] = x.Lit
	}
	for i, x := range model.Latches {
		shared[witness.Latches[i].Lit.Node()] = x.Lit
	}
	return shared, nil
}

// A side is a circuit in two frames.
type side struct {
	*aig.Circuit
	bad    aig.Lit
	frames [2][]aig.Lit // what its nodes are in the common graph
}

// unroll adds a frame. What inputs and latches are is said by leaf, or they are new.
func (s *side) unroll(g *aig.Graph, t int, leaf func(node int) (aig.Lit, bool)) {
	s.frames[t] = make([]aig.Lit, s.Len())
	for n := range s.Len() {
		left, right, and := s.Fanins(n)
		switch l, known := leaf(n); {
		case and:
			s.frames[t][n] = g.And(s.at(t, left), s.at(t, right))
		case known:
			s.frames[t][n] = l
		default:
			s.frames[t][n] = g.NewInput()
		}
	}
}

// at returns what a literal is in a frame.
func (s *side) at(t int, l aig.Lit) aig.Lit { return s.frames[t][l.Node()].NotIf(l.Negated()) }

// constraints says that the constraints hold in a frame.
func (s *side) constraints(g *aig.Graph, t int) aig.Lit {
	all := aig.True
	for _, l := range s.Constraints {
		all = g.And(all, s.at(t, l))
	}
	return all
}

// resets says that some latches have their first values in frame 0.
func (s *side) resets(g *aig.Graph, which func(aig.Latch) bool) aig.Lit {
	all := aig.True
	for _, l := range s.Latches {
		if l.Reset != l.Lit && which(l) {
			all = g.And(all, g.Equal(s.at(0, l.Lit), s.at(0, l.Reset)))
		}
	}
	for _, r := range s.Resets {
		if which(s.Latches[r.Latch]) {
			all = g.And(all, s.at(0, r.Condition))
		}
	}
	return all
}

// next says that some latches have in frame 1 what frame 0 makes them.
func (s *side) next(g *aig.Graph, which func(aig.Latch) bool) aig.Lit {
	all := aig.True
	for _, l := range s.Latches {
		if which(l) {
			all = g.And(all, g.Equal(s.at(1, l.Lit), s.at(0, l.Next)))
		}
	}
	return all
}
