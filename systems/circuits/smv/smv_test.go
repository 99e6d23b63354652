// This file tests what models mean, by decision diagrams.

package smv_test

import (
	"context"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/parser/ltl"
	"github.com/ijit/ijit/systems/circuits/smv"
	"github.com/ijit/ijit/systems/circuits/symbolic"
)

// compile parses and compiles a text.
func compile(t *testing.T, src string, o smv.Options) *smv.Model {
	t.Helper()
	f, err := smv.Parse("x.smv", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	m, err := smv.Compile(f, o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// decide returns the verdict of a property.
func decide(t *testing.T, m *smv.Model, p smv.Property) verdict.Verdict {
	t.Helper()
	var r *circuit.Result
	switch {
	case p.Unsupported != "":
		return verdict.Unknown
	case p.Kind == smv.KindCompute:
		_, r = circuit.Compute(context.Background(), m.Circuit, p.Start, p.Final, p.Most, circuit.Options{})
	case p.Formula != nil && !ltl.Linear(p.Formula):
		r = circuit.CTL(context.Background(), m.Circuit, p.Formula, circuit.Options{})
	case p.Safety:
		r = circuit.Reach(context.Background(), m.Circuit, p.Bad, circuit.Options{})
	default:
		r = circuit.LTL(context.Background(), m.Circuit, p.Formula, circuit.Options{Infinite: true})
	}
	if r.Verdict == verdict.Unknown {
		t.Fatalf("%s: %v %v", p.Text, r.Reason, r.Err)
	}
	if r.Run != nil {
		if _, err := m.Trace(r.Run, true); err != nil {
			t.Errorf("%s: %v", p.Text, err)
		}
	}
	return r.Verdict
}

const counter = `
MODULE main
VAR
  bit0 : cell(TRUE);
  bit1 : cell(bit0.carry_out);
  n : -3..4;
ASSIGN
  init(n) := -3;
  next(n) := case n < 4 : n + 1; TRUE : -3; esac;
SPEC AG AF bit1.carry_out
LTLSPEC G F bit1.carry_out
INVARSPEC n < 4
MODULE cell(carry_in)
VAR value : boolean;
ASSIGN
  init(value) := FALSE;
  next(value) := value xor carry_in;
DEFINE carry_out := value & carry_in;
`

func TestCounter(t *testing.T) {
	m := compile(t, counter, smv.Options{})
	for i, want := range []verdict.Verdict{verdict.Safe, verdict.Safe, verdict.Unsafe} {
		if got := decide(t, m, m.Properties[i]); got != want {
			t.Errorf("%s: %v, want %v", m.Properties[i].Text, got, want)
		}
	}
}

// TestUndecided checks that a range that cannot be decided is a property, and one that is false
// is an error.
func TestUndecided(t *testing.T) {
	campaign.Turn(t, 0, 2)
	src := "MODULE main VAR x : 0..255; y : 0..255; z : 0..1; ASSIGN next(z) := (x + 1) * (y + 1) - (x * y + x + y + "
	m := compile(t, src+"1); INVARSPEC z = 0", smv.Options{})
	if p := m.Properties[len(m.Properties)-1]; len(m.Properties) != 2 || p.Name != "range(z)" || p.Kind != smv.KindRange || !p.Safety || p.Text != "z in 0..1" {
		t.Errorf("%+v", m.Properties)
	}
	if _, err := check("x.smv", src+"4);", smv.Options{}); err == nil || !strings.Contains(err.Error(), "-3 is assigned to z") {
		t.Errorf("error is %v", err)
	}
}
