// This file tests where the translation of SATABS answers otherwise than the
// program: both differences come from how it begins and how it creates threads.

package systems_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/ijit/ijit/systems"
)

// ask checks a model and demands that the answer survives its own check.
func ask(t *testing.T, m *systems.Model, o systems.Options) systems.Verdict {
	t.Helper()
	o.SelfCheck = true
	r, err := m.Check(context.Background(), o)
	if err != nil {
		t.Fatalf("%s, %+v: %v", m.Name, o, err)
	}
	return r.Verdict
}

// translated returns the transition system of m, with its target.
func translated(t *testing.T, m *systems.Model, o systems.TranslateOptions) *systems.Model {
	t.Helper()
	tr, err := m.Translate(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := tr.WriteTTS(&text, ""); err != nil {
		t.Fatal(err)
	}
	out, err := systems.Read(m.Name+".tts", &text)
	if err != nil {
		t.Fatal(err)
	}
	out.Target = &tr.Target
	return out
}

func program(t *testing.T, src string) *systems.Model {
	t.Helper()
	m, err := systems.Read("test.bp", strings.NewReader(src))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// In the translation of SATABS every thread begins by choosing the globals, so among
// unboundedly many a late one changes them under the others. Nobody does that in the
// program or in our own translation.
func TestSATABSChoosesGlobalsAgain(t *testing.T) {
	m := program(t, `decl g;
void main() begin
  decl a;
  PC0: a := g;
  PC1: assert(a = g);
end
`)
	ours, satabs := translated(t, m, systems.TranslateOptions{}), translated(t, m, systems.TranslateOptions{SATABS: true})
	for _, algorithm := range []string{"auto", "bws", "km", "ecut"} {
		for _, initial := range []string{"one", "many"} {
			o := systems.Options{Algorithm: algorithm, Initial: initial}
			want := systems.Safe
			if initial == "many" {
				want = systems.Unsafe
			}
			if p, q, s := ask(t, m, o), ask(t, ours, o), ask(t, satabs, o); p != systems.Safe || q != systems.Safe || s != want {
				t.Errorf("%s, %s: program %v, our translation %v, SATABS %v; want SAFE, SAFE, %v", algorithm, initial, p, q, s, want)
			}
		}
	}
}

// SATABS creates a thread in two steps: one makes the continuation of the creator,
// one sends the creator where the new thread begins. Another thread at the same
// place, with other local variables, can take the second step; then the creator is
// there twice.
func TestSATABSCreatesInTwoSteps(t *testing.T) {
	m := program(t, `decl met;
void main() begin
  decl a;
  met := 0;
  a := 0;
  PC0: start_thread goto L;
  PC1: a := 1;
  PC2: goto L;
  L: PC3: start_thread goto E;
  PC4: assume(!a);
  PC5: assert(!met);
  PC6: met := 1;
  E: PC7: skip;
end
`)
	ours, satabs := translated(t, m, systems.TranslateOptions{}), translated(t, m, systems.TranslateOptions{SATABS: true})
	for _, algorithm := range []string{"auto", "bws", "km"} {
		o := systems.Options{Algorithm: algorithm}
		if p, q, s := ask(t, m, o), ask(t, ours, o), ask(t, satabs, o); p != systems.Safe || q != systems.Safe || s != systems.Unsafe {
			t.Errorf("%s: program %v, our translation %v, SATABS %v; want SAFE, SAFE, UNSAFE", algorithm, p, q, s)
		}
	}
}
