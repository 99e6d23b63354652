// This file tests the check of documents without the other forms of proof.

package configurations_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/proof/configurations"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

// TestCheck: each kind of evidence about configurations is taken, and no other.
func TestCheck(t *testing.T) {
	f, err := parser.ParseFile("x.bp", []byte("decl x := 0; void main() begin x := !x; assert(x); end"))
	if err != nil {
		t.Fatal(err)
	}
	listed := func(shared string, threads ...string) proof.Listed {
		return proof.Listed{Shared: shared, Threads: threads}
	}
	assertion := 1
	for _, test := range []struct {
		name     string
		asks     string
		evidence proof.Evidence
		wrong    string
	}{
		{"states", proof.Assertions, proof.Evidence{States: []proof.Listed{listed("0", "0"), listed("1", "1", "2")}}, ""},
		{"fewer states", proof.Assertions, proof.Evidence{States: []proof.Listed{listed("0", "0")}}, "is not closed"},
		{"a cover", proof.Assertions, proof.Evidence{Cover: []proof.Listed{listed("0", "0"), listed("1", "1", "2")}}, ""},
		{"an excluding set", proof.Assertions, proof.Evidence{Lists: []string{"0", "1,2"}, Excluding: []proof.Excluding{
			{Shared: []string{"0"}, Locals: 0, Excluded: []string{"0*2"}}, {Shared: []string{"1"}, Locals: 1, Excluded: []string{"1*2", "1,2", "2*2"}}}}, ""},
		{"a smaller excluding set", proof.Assertions, proof.Evidence{Lists: []string{"0"}, Excluding: []proof.Excluding{{Shared: []string{"0"}}}}, "but a thread in 1 is not within the set"},
		{"flow", proof.Assertions, proof.Evidence{Flow: []int{0, 1, 2}}, "there is an assertion at program counter 1"},
		{"a trace", proof.Assertions, proof.Evidence{Trace: &proof.Trace{States: []string{"0|0", "1|1"}, Fails: &assertion}}, "the trace is no execution"},
		{"an irrelevant variable", proof.Assertions, proof.Evidence{Flow: []int{0}, Irrelevant: []string{"x"}}, "has influence at x.bp:1"},
		{"an irrelevant target", proof.Target, proof.Evidence{Flow: []int{0}, Irrelevant: []string{"x"}}, "target: \"\" is no configuration"},
		{"summaries", proof.Assertions, proof.Evidence{Summaries: &proof.Summaries{}}, "do not list configurations"},
		{"a diagram", proof.Assertions, proof.Evidence{Diagram: &proof.Diagram{}}, "do not list configurations"},
	} {
		d := &proof.Document{Question: proof.Question{Asks: test.asks, Initial: "one", Atomic: proof.Big}, Evidence: test.evidence}
		p, err := configurations.NewProgram(t.Context(), f, d)
		if err == nil {
			err = p.Check(d)
		}
		compare(t, test.name, err, test.wrong)
	}
	table, err := tts.Read(strings.NewReader("2 2\n0 0 -> 0 1\n"), "x.tts")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name     string
		evidence proof.Evidence
		wrong    string
	}{
		{"states", proof.Evidence{States: []proof.Listed{listed("0", "0", "1")}}, ""},
		{"a cover", proof.Evidence{Cover: []proof.Listed{listed("0", "0")}}, "is not closed"},
		{"flow", proof.Evidence{Flow: []int{0}}, "neither variables nor statements"},
		{"summaries", proof.Evidence{Summaries: &proof.Summaries{}}, "neither variables nor statements"},
		{"a trace", proof.Evidence{Trace: &proof.Trace{States: []string{"0|0", "1|0"}}}, "no edge leads from <0 | 0> to <1 | 0>"},
	} {
		d := &proof.Document{Question: proof.Question{Asks: proof.Target, Target: "1|1", Initial: "0|0"}, Evidence: test.evidence}
		compare(t, "of a system: "+test.name, configurations.TTS{TTS: table, Name: "x.tts"}.Check(t.Context(), d), test.wrong)
	}
}

func compare(t *testing.T, name string, err error, wrong string) {
	t.Helper()
	_, rejected := errors.AsType[*proof.Rejected](err)
	if rejected != (wrong != "") || !rejected && err != nil || !strings.Contains(fmt.Sprint(err), wrong) {
		t.Errorf("%s: %v, want %q", name, err, wrong)
	}
}
