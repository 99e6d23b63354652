// This file tests checks of finite state machines.

package systems_test

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems"
)

// machineAlgorithms are those that take finite state machines.
var machineAlgorithms = [...]string{"auto", "bmc", "kind", "pdr", "symbolic"}

// TestMachinesAgree asks all algorithms about the models among the examples.
func TestMachinesAgree(t *testing.T) {
	campaign.Alone(t)
	files, err := filepath.Glob("../examples/*.smv")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for i, file := range files {
		if !campaign.Due(t, i%4, 4) {
			continue
		}
		m, err := systems.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		answers := map[string]systems.Verdict{}
		for _, a := range machineAlgorithms {
			o := systems.Options{Algorithm: a, SelfCheck: true, Timeout: time.Minute, Bound: 14}
			if a == "symbolic" {
				o.Bound = 0
			}
			if a != "auto" { // which answers everything
				o.Timeout = 2 * time.Second
			}
			r, err := m.Check(context.Background(), o)
			if err != nil {
				t.Fatalf("%s: %s: %v", file, a, err)
			}
			for _, p := range r.Properties {
				switch before, known := answers[p.Text]; {
				case p.Verdict == systems.Unknown && a == "auto":
					t.Errorf("%s: %s is not decided: %+v", file, p.Text, p.Found)
				case p.Verdict == systems.Unknown:
				case !known:
					answers[p.Text] = p.Verdict
				case p.Verdict != before:
					t.Errorf("%s: %s: %s says %v, others %v", file, p.Text, a, p.Verdict, before)
				}
				if p.Verdict == systems.Unsafe && (p.Found.Waves == nil || p.Found.Method == "") {
					t.Errorf("%s: %s: %s: no counterexample to show: %+v", file, a, p.Text, p.Found)
				}
			}
		}
	}
}

const modulo = `MODULE main
VAR x : 0..7;
ASSIGN init(x) := 0; next(x) := x < 5 ? x + 1 : 0;
INVARSPEC NAME most := x < 6
INVARSPEC x < 5
LTLSPEC G F x = 0
`

// TestMachineCertificate checks that a proof is accepted for its property, and refused for
// another one.
func TestMachineCertificate(t *testing.T) {
	m, err := systems.Read("modulo.smv", strings.NewReader(modulo))
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range []string{"pdr", "symbolic"} {
		r, err := m.Check(context.Background(), systems.Options{Algorithm: a, Property: "most", Certify: true, SelfCheck: true})
		if err != nil || r.Verdict != systems.Safe || !r.Stats.Validated {
			t.Fatalf("%s: %+v, %v", a, r, err)
		}
		var b bytes.Buffer
		if err := r.Certificate.Write(&b); err != nil {
			t.Fatal(err)
		}
		validate := func(text string) error {
			c, err := systems.ReadCertificate(strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			_, err = m.Validate(context.Background(), c)
			return err
		}
		if err := validate(b.String()); err != nil {
			t.Errorf("%s: %v", a, err)
		}
		for _, other := range []string{"2", "3", "0", "most"} {
			text := strings.Replace(b.String(), `"property": "1"`, `"property": "`+other+`"`, 1)
			if err := validate(text); !errors.As(err, new(*systems.InvalidError)) {
				t.Errorf("%s: as a proof of property %s: %v", a, other, err)
			}
		}
	}
}

// TestMachineDeadlock checks that a state without a successor is warned of where a formula is
// asked about, and only there.
func TestMachineDeadlock(t *testing.T) {
	for spec, warns := range map[string]bool{"LTLSPEC F x = 3": true, "INVARSPEC x < 3": false} {
		text := "MODULE main\nVAR x : 0..3;\nINIT x = 0\nTRANS next(x) = x + 1\n" + spec + "\n"
		m, err := systems.Read("steps.smv", strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		r, err := m.Check(context.Background(), systems.Options{SelfCheck: true, Timeout: time.Minute})
		if err != nil || strings.Contains(r.Warning, "3 steps lead") != warns || (r.Verdict == systems.Safe) != warns {
			t.Errorf("%s: %+v, %v", spec, r, err)
		}
	}
}

// TestMachineMisuse checks what is said of questions that are not for finite state machines.
func TestMachineMisuse(t *testing.T) {
	m, err := systems.Read("modulo.smv", strings.NewReader(modulo))
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		o    systems.Options
		want string
	}{
		{systems.Options{Property: "4"}, "from 1 to 3"},
		{systems.Options{Property: "least"}, "from 1 to 3"},
		{systems.Options{Threads: 2}, "--threads is about threads"},
		{systems.Options{Algorithm: "bws"}, "finite state machine"},
		{systems.Options{Label: "L"}, "--label is about threads"},
		{systems.Options{LTL: "G x", Property: "1"}, "two questions"},
		{systems.Options{LTL: "G x", Fair: true}, "stands in the file"},
		{systems.Options{CTL: "AG x", Property: "1"}, "--ctl and --property are two questions"},
		{systems.Options{CTL: "AG x", Invar: "x"}, "ask one"},
		{systems.Options{LTL: "G x", Invar: "x"}, "ask one"},
		{systems.Options{Invar: "x", Threads: 2}, "--threads is about threads"},
		{systems.Options{Algorithm: "pdr", Encoding: "recursive"}, "has no choice"},
	} {
		_, err := m.Check(context.Background(), x.o)
		if wrong := (*systems.UsageError)(nil); !errors.As(err, &wrong) || !strings.Contains(wrong.Message, x.want) {
			t.Errorf("%+v: %v, want %q", x.o, err, x.want)
		}
	}
}

// TestMachineLimits checks that what is not decided in time is UNKNOWN, property by property.
func TestMachineLimits(t *testing.T) {
	m, err := systems.Read("modulo.smv", strings.NewReader(modulo))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r, err := m.Check(ctx, systems.Options{})
	if err != nil || r.Verdict != systems.Unknown || len(r.Properties) != 3 || r.Properties[2].Found.Reason != systems.Interrupted {
		t.Errorf("%+v, %v", r, err)
	}
	r, err = m.Check(context.Background(), systems.Options{Algorithm: "bmc", Bound: 3})
	if err != nil || r.Verdict != systems.Unknown || r.Reason != systems.Bound {
		t.Fatalf("%+v, %v", r, err)
	}
	for _, p := range r.Properties {
		if p.Verdict != systems.Unknown || p.Found.Bound != 3 {
			t.Errorf("%s: %v, %+v", p.Text, p.Verdict, p.Found)
		}
	}
}

// TestMachineFormula asks all algorithms about formulas that are not in the file.
func TestMachineFormula(t *testing.T) {
	const circuit = "aag 4 1 2 1 1 1\n2\n4 2\n6 4\n6\n8\n8 6 2\ni0 asked\nl1 late[0]\no0 late[0]\n"
	for _, x := range []struct {
		name, text, formula string
		want                systems.Verdict
	}{
		{"modulo.smv", modulo, "F G x = 2", systems.Unsafe},
		{"modulo.smv", modulo, "G x < 6", systems.Safe},
		{"modulo.smv", modulo, "G (x = 2 -> Y x = 1)", systems.Safe},
		{"modulo.smv", modulo, "NAME least := G x < 5;", systems.Unsafe},
		{"late.aag", circuit, "G (asked -> X X {late[0]})", systems.Safe},
		{"late.aag", circuit, "G (l0 -> X o0)", systems.Safe},
		{"late.aag", circuit, "G (i0 -> !X !l0) & !b0 & G F !asked", systems.Unsafe},
	} {
		m, err := systems.Read(x.name, strings.NewReader(x.text))
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range machineAlgorithms {
			o := systems.Options{Algorithm: a, LTL: x.formula, SelfCheck: true, Certify: true, Timeout: time.Minute}
			if a == "bmc" {
				o.Bound = 10
			}
			r, err := m.Check(context.Background(), o)
			if err != nil {
				t.Fatalf("%s: %s: %v", x.formula, a, err)
			}
			if len(r.Properties) != 1 || r.Property.Kind != "ltl" || r.Verdict != x.want && !(a == "bmc" && x.want == systems.Safe) || r.Verdict == systems.Unsafe && (r.Property.Found.Waves == nil || !r.Stats.Replayed) {
				t.Errorf("%s: %s: %+v", x.formula, a, r)
			}
			if r.Certificate != nil && r.Certificate.Err() == nil {
				t.Errorf("%s: %s: a certificate would be about the property 1 of the file", x.formula, a)
			}
		}
	}
}

// TestMachineQuestions asks about formulas of all kinds that are not in the file.
func TestMachineQuestions(t *testing.T) {
	m, err := systems.Read("modulo.smv", strings.NewReader(modulo))
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		kind string
		o    systems.Options
		want systems.Verdict
	}{
		{"ctl", systems.Options{CTL: "AG EF x = 2"}, systems.Safe},
		{"ctl", systems.Options{CTL: "EF EG x = 2"}, systems.Unsafe},
		{"invar", systems.Options{Invar: "x < 6"}, systems.Safe},
		{"invar", systems.Options{Invar: "x < 5"}, systems.Unsafe},
	} {
		x.o.SelfCheck, x.o.Certify, x.o.Timeout = true, true, time.Minute
		r, err := m.Check(context.Background(), x.o)
		if err != nil || len(r.Properties) != 1 || r.Property.Kind != x.kind || r.Verdict != x.want {
			t.Fatalf("%+v: %+v, %v", x.o, r, err)
		}
		if r.Certificate != nil && r.Certificate.Err() == nil {
			t.Errorf("%+v: a certificate would be about the property 1 of the file", x.o)
		}
	}
	for name, text := range map[string]string{"x.aag": "aag 1 1 0 1 0\n2\n2\n", "x.bp": "void main() begin assert(1); end"} {
		m, err := systems.Read(name, strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		_, err = m.Check(context.Background(), systems.Options{CTL: "AG x"})
		if wrong := (*systems.UsageError)(nil); !errors.As(err, &wrong) || !strings.Contains(wrong.Message, "is none") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestMachineNumbers asks how many steps it takes.
func TestMachineNumbers(t *testing.T) {
	text := modulo + "COMPUTE MIN [x = 1, x = 0]\nCOMPUTE NAME longest := MAX [x < 3, EX x = 0];\nCOMPUTE MAX [x = 6, x = 0]\nCOMPUTE MIN [x = 0, x = 6]\n"
	m, err := systems.Read("numbers.smv", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for property, want := range map[string]string{"4": "5", "longest": "5", "6": "undefined", "7": "infinite"} {
		for _, a := range append([]string{"auto"}, machineAlgorithms[:]...) {
			r, err := m.Check(context.Background(), systems.Options{Algorithm: a, Property: property, SelfCheck: true, Certify: true, Timeout: time.Minute})
			if err != nil || len(r.Properties) != 1 || r.Property.Kind != "compute" {
				t.Fatalf("%s: %s: %+v, %v", property, a, r, err)
			}
			found := a == "auto" || a == "symbolic"
			if found && (r.Verdict != systems.Safe || r.Property.Found.Detail != want) || !found && r.Reason != systems.Unsupported {
				t.Errorf("%s: %s: %v, %s, %+v", property, a, r.Verdict, r.Reason, r.Property.Found)
			}
			if r.Certificate != nil && r.Certificate.Err() == nil {
				t.Errorf("%s: %s: there is a certificate", property, a)
			}
		}
	}
}
