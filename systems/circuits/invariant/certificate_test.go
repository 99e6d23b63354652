// This file tests certificates about circuits.

package invariant_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/systems/circuits/invariant"
	"github.com/ijit/ijit/systems/circuits/pdr"
)

// ring is a token that goes round, and the property that two cells never have it.
func ring(n int) *invariant.Circuit {
	c := aig.New()
	var cells []aig.Lit
	for i := range n {
		first := aig.Zero
		if i == 0 {
			first = aig.One
		}
		cells = append(cells, c.Latch("", first))
	}
	move := c.Input("move")
	for i := range n {
		c.SetNext(i, c.Mux(move, cells[(i+n-1)%n], cells[i]))
	}
	two := aig.False
	for i := range n {
		for j := range i {
			two = c.Or(two, c.And(cells[i], cells[j]))
		}
	}
	return &invariant.Circuit{Circuit: c, Property: "exclusion", Bad: two}
}

func TestCircuit(t *testing.T) {
	c := ring(4)
	r := pdr.Check(t.Context(), c.Circuit, c.Bad, pdr.Options{})
	doc := &proof.Document{
		Schema: proof.Schema, Model: proof.Model{Kind: proof.Machine}, Verdict: proof.Safe,
		Question: proof.Question{Asks: proof.Property, Property: "exclusion"},
		Evidence: proof.Evidence{Clauses: invariant.Clauses(c.Circuit, r.Invariant)},
	}
	var text bytes.Buffer
	if err := doc.Write(&text); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct{ old, new, want string }{
		{"", "", ""},
		{`"kind": "circuit"`, `"kind": "tts"`, `is about a "tts"`},
		{`"exclusion"`, `"another"`, `"another", wanted is property "exclusion"`},
		{`"asks": "property",
  "property": "exclusion"`, `"asks": "assertions"`, `about assertions`},
		{`"threads": 0`, `"threads": 2`, "no threads"},
		{`"verdict": "SAFE"`, `"verdict": "UNSAFE"`, "a trace is evidence"},
		{`"clauses": [
   [
`, `"clauses": [
   [
    5,
`, "clause 1: there is no latch 5"},
		{`"clauses": [
   [
`, `"clauses": [
   [],
   [
`, "clause 1 is false after a step"},
		{`-`, ``, "is false after a step"},
		{`"clauses": [`, `"flow": [1], "clauses": [`, "2 kinds of evidence"},
		{`"evidence": {`, `"evidence": {"irrelevant": ["x"],`, "what is relevant"},
	} {
		changed := strings.Replace(text.String(), x.old, x.new, 1)
		if changed == text.String() && x.old != "" {
			t.Fatalf("%q is not in %s", x.old, changed)
		}
		d, err := proof.Read(strings.NewReader(changed))
		if err == nil {
			err = proof.Subject{Name: "ring", Form: c}.Check(t.Context(), d)
		}
		var rejected *proof.Rejected
		switch {
		case x.want == "" && err != nil:
			t.Errorf("%v\n%s", err, changed)
		case x.want != "" && (!errors.As(err, &rejected) || !strings.Contains(err.Error(), x.want)):
			t.Errorf("%q for %q: %v, want %q", x.new, x.old, err, x.want)
		}
	}
	// A machine without the property that is asked about proves nothing, whatever the document calls it.
	doc.Question.Property = ""
	none := &invariant.Circuit{Circuit: c.Circuit}
	if err := (proof.Subject{Name: "ring", Form: none}).Check(t.Context(), doc); err == nil {
		t.Error("a property that there is not is proved")
	}
}
