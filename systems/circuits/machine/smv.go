// This file defines machines that are models in the language of NuSMV.

package machine

import (
	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/parser/diagnostic"
	"github.com/ijit/ijit/systems/circuits/smv"
)

// ReadSMV reads a model. oldBool lets 0 and 1 be Booleans, as in old versions of SMV.
func ReadSMV(name string, text []byte, oldBool bool) (*Machine, []*diagnostic.Diagnostic, error) {
	return readSMV(name, text, smv.Options{OldBool: oldBool})
}

func readSMV(name string, text []byte, o smv.Options) (*Machine, []*diagnostic.Diagnostic, error) {
	file, err := smv.Parse(name, text)
	if err != nil {
		return nil, nil, err
	}
	model, err := smv.Compile(file, o)
	if err != nil {
		return nil, nil, err
	}
	m := &Machine{Circuit: model.Circuit, Kinds: []string{"ltl", "ctl", "invar"}, Unfair: model.Unfair, model: model, Waves: func(r *aig.Run) *trace.Waves { return variables(model, r) }}
	for _, p := range model.Properties {
		q := Property{
			Property:    trace.Property{Pos: p.Pos, Kind: string(p.Kind), Name: p.Name, Text: p.Text, PC: verdict.NoPC},
			Unsupported: p.Unsupported,
		}
		switch {
		case p.Kind == smv.KindCompute && p.Unsupported == "":
			q.Compute = &Computation{p.Start, p.Final, p.Most}
			q.Unsupported = "a number of steps is asked for, which --algorithm symbolic finds"
		case p.Safety:
			q.Bad = p.Bad
		default:
			q.Formula = p.Formula
		}
		m.Properties = append(m.Properties, q)
	}
	// A model is compiled anew, since a formula may add to its circuit.
	m.Ask = func(kind, formula string) (*Machine, error) {
		asked, _, err := readSMV(name, text, smv.Options{OldBool: o.OldBool, Kind: smv.Kind(kind), Formula: formula})
		return asked, err
	}
	return m, model.Warnings, nil
}

// variables shows a run of a model by its variables.
func variables(m *smv.Model, r *aig.Run) *trace.Waves {
	t, err := m.Trace(r, false)
	if err != nil {
		return nil // it has been replayed before
	}
	w := &trace.Waves{Positions: len(t.Frames), Loop: t.Loop}
	for i, x := range t.Vars {
		s := trace.Signal{Name: x.Name, Input: x.Class == "IVAR"}
		s.Least, s.Most, s.Numeric = x.Numbers()
		s.Word = x.Bits()
		for _, values := range t.Frames {
			s.Values = append(s.Values, values[i])
		}
		w.Signals = append(w.Signals, s)
	}
	return w
}
