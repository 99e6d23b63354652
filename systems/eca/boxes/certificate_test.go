// This file tests certificates about C programs.

package boxes

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/systems/eca"
)

func TestLabels(t *testing.T) {
	f, err := eca.Parse("test.c", []byte(`int n = 0;
int main() {
  while (1) {
    int input = __VERIFIER_nondet_int();
    if (n < 0) low: assert(0);
    if (n == 4) four: assert(0);
    if (n == 5) five: assert(0);
    if (input == 1 && n < 100) n = n + 2;
  }
}
`))
	if err != nil {
		t.Fatal(err)
	}
	doc := &proof.Document{
		Schema: proof.Schema, Model: proof.Model{Kind: proof.C}, Verdict: proof.Unsafe, Question: proof.Question{Asks: proof.Labels},
		Evidence: proof.Evidence{
			Reached:   []proof.Reached{{Label: "four", Inputs: []int32{1, 1, 0}}},
			Unreached: []proof.Unreached{{Labels: []string{"low"}, Variables: []string{"n"}, Boxes: [][]string{{"0..50"}, {"51..101"}}}},
		},
	}
	var text bytes.Buffer
	if err := doc.Write(&text); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct{ old, new, want string }{
		{"", "", ""},
		{`"kind": "c"`, `"kind": "program"`, `is about a "program"`},
		{`"asks": "labels"`, `"asks": "assertions"`, "not about assertions"},
		{`"asks": "labels"`, `"asks": "labels", "label": "low"`, "evidence about four, and the question is about low"},
		{`"threads": 0`, `"threads": 2`, "no threads"},
		{`"verdict": "UNSAFE"`, `"verdict": "SAFE"`, "does not fit 1 labels"},
		{`"evidence": {`, `"evidence": {"flow": [1],`, "no others"},
		{`"four"`, `"three"`, "no label three"},
		{`"four"`, `"low"`, "do not lead to low"},
		{"    1,\n", "", "the inputs [1 0] do not lead to four"},
		{"     0\n", "     0, 0\n", "the inputs [1 1 0 0] do not lead to four"},
		{`"low"`, `"five"`, "five is reached from n = 5"},
		{`"low"`, `"low", "low"`, "twice"},
		{`"51..101"`, `"51..99"`, "leads to n = 100"},
		{`"0..50"`, `"0..49"`, "leads to n = 50"},
		{`"0..50"`, `"zero"`, `box 1: n: "zero" is no number`},
		{`"0..50"`, `"0..50", "1"`, "box 1 has 2 sets for 1 variables"},
		{`"n"`, `"m"`, "m is no variable"},
	} {
		changed := strings.Replace(text.String(), x.old, x.new, 1)
		if x.old != "" && changed == text.String() {
			t.Fatalf("%q is not in the certificate:\n%s", x.old, &text)
		}
		d, err := proof.Read(strings.NewReader(changed))
		if err == nil {
			err = proof.Subject{Name: "test.c", Form: Labels{f}}.Check(t.Context(), d)
		}
		r, rejects := errors.AsType[*proof.Rejected](err)
		if (err == nil) != (x.want == "") || err != nil && (!rejects || !strings.Contains(r.Reason, x.want)) {
			t.Errorf("%s instead of %s: %v, want %q", x.new, x.old, err, x.want)
		}
	}
}
