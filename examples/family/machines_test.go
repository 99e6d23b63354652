// This file tests the finite state machines: their properties are true, or have counterexamples
// as short as they say.

package family_test

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/ijit/ijit/examples/family"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/systems/circuits/bmc"
	"github.com/ijit/ijit/systems/circuits/smv"
)

// A wanted is what a model says about a property.
type wanted struct {
	verdict string
	length  int // of a shortest counterexample
}

// wants returns what a model says about its properties.
func wants(t testing.TB, text string) (all []wanted) {
	t.Helper()
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) < 3 || words[0] != "--" || words[1] != "want:" {
			continue
		}
		w := wanted{verdict: words[2]}
		if len(words) > 3 {
			n, err := strconv.Atoi(strings.TrimPrefix(words[3], "length="))
			if err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			w.length = n
		}
		all = append(all, w)
	}
	return all
}

// properties checks a model, and returns what is found about its properties.
func properties(t testing.TB, text string, o systems.Options) []systems.Property {
	t.Helper()
	m, err := systems.Read("machine.smv", strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if len(m.Warnings()) > 0 {
		t.Errorf("%v\n%s", m.Warnings(), text)
	}
	r, err := m.Check(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return r.Properties
}

// sizes returns sizes of which members are small.
func sizes(m family.Machine) []int { return []int{m.Least, m.Least + 1} }

// TestMachines looks for counterexamples up to the length of that of the twin, and beyond.
func TestMachines(t *testing.T) {
	for i, m := range family.Machines() {
		for j, k := range sizes(m) {
			if !campaign.Due(t, (i+j)%4, 4) {
				continue // in a sample half of them have one size
			}
			t.Run(fmt.Sprintf("%s/k=%d", m.Name, k), func(t *testing.T) {
				text := m.File(k)
				if out, err := smv.Format("machine.smv", []byte(text)); err != nil || string(out) != text {
					t.Errorf("printed: %v\n%s", err, out)
				}
				want := wants(t, text)
				bound := k + 2
				for _, w := range want {
					bound = max(bound, w.length)
				}
				found := properties(t, text, systems.Options{Algorithm: "bmc", Bound: bound, SelfCheck: true})
				if len(found) != len(want) {
					t.Fatalf("%d properties, %d verdicts wanted", len(found), len(want))
				}
				false := 0
				for i, p := range found {
					if w := want[i]; (p.Verdict == systems.Unsafe) != (w.length > 0) || p.Found.Length != w.length {
						t.Errorf("%s: %v, length %d, want %v", p.Text, p.Verdict, p.Found.Length, w)
					}
					if p.Verdict == systems.Unsafe {
						false++
					}
				}
				if broken := strings.Contains(m.Name, "-"); broken != (false > 0) {
					t.Errorf("%d properties are false", false)
				}
			})
		}
	}
}

// TestMachinesProved proves what is true of the smallest members. What takes long is left
// out of a short test: the liveness of the ring, and the twins.
func TestMachinesProved(t *testing.T) {
	liveness := campaign.Size(t, 0, 1) > 0 // of a ring takes half a minute
	for _, m := range family.Machines() {
		t.Run(m.Name, func(t *testing.T) {
			text := m.File(m.Least)
			for i, w := range wants(t, text) {
				if strings.HasPrefix(m.Name, "dme") && i == 1 && !liveness {
					continue
				}
				found := properties(t, text, systems.Options{Algorithm: "symbolic", Property: strconv.Itoa(i + 1)})
				if len(found) != 1 || found[0].Verdict.String() != w.verdict {
					t.Errorf("property %d: %v, want %v", i+1, found, w)
				}
			}
		})
	}
}

// TestMachineTwins checks that a twin differs from its design.
func TestMachineTwins(t *testing.T) {
	for _, m := range family.Machines() {
		name, _, twin := strings.Cut(m.Name, "-")
		if !twin {
			continue
		}
		design, found := family.MachineNamed(name)
		if !found || design.Least != m.Least {
			t.Errorf("%s: no design %s of the same least size", m.Name, name)
			continue
		}
		a, b := wants(t, design.File(m.Least)), wants(t, m.File(m.Least))
		if len(a) != len(b) {
			t.Errorf("%s: %d properties, want %d", m.Name, len(b), len(a))
		}
	}
}

// TestMachineClauses checks that the clauses for liveness grow linearly with the bound: from
// some bound on each frame adds as many.
func TestMachineClauses(t *testing.T) {
	m, _ := family.MachineNamed("dme")
	f, err := smv.Parse("dme.smv", []byte(m.File(4)))
	if err != nil {
		t.Fatal(err)
	}
	model, err := smv.Compile(f, smv.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const last = 100
	var clauses []int64 // by bound
	bmc.Check(context.Background(), model.Circuit, model.Properties[1].Formula, bmc.Options{
		From: last + 1, Bound: last, // nothing is solved
		Event: func(e bmc.Event) { clauses = append(clauses, e.Clauses) },
	})
	if len(clauses) != last+1 {
		t.Fatalf("%d bounds, want %d", len(clauses), last+1)
	}
	// Nothing can happen in most gates of the first frames, whose values are constants.
	most := clauses[last] - clauses[last-1]
	for k := 1; k <= last; k++ {
		if step := clauses[k] - clauses[k-1]; step > most || k > last/2 && step < most {
			t.Errorf("step %d adds %d clauses, the last one %d", k, step, most)
		}
	}
}
