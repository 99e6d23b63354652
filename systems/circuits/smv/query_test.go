// This file tests formulas that are not in the file of the model.

package smv_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems/circuits/smv"
)

// linear returns a random formula of LTL.
func (g *generator) linear(depth int) string {
	if depth == 0 {
		return "(" + g.boolean(1) + ")"
	}
	switch g.IntN(4) {
	case 0:
		return "(" + g.linear(depth-1) + g.pick(" & ", " | ", " -> ", " <-> ") + g.linear(depth-1) + ")"
	case 1:
		return "(" + g.linear(depth-1) + g.pick(" U ", " V ", " S ", " T ") + g.linear(depth-1) + ")"
	}
	return g.pick("X ", "F ", "G ", "Y ", "Z ", "O ", "H ", "F [1, 2] ", "! ") + g.linear(depth-1)
}

// TestRandomQueries compares the answers for formulas that are not in the file with those for the
// same formulas in it.
func TestRandomQueries(t *testing.T) {
	n := campaign.Size(t, 100, 2000)
	verdicts := map[verdict.Verdict]int{}
	for seed := range uint64(n) {
		g := &generator{Rand: rand.New(rand.NewPCG(seed, 3))}
		src := g.model()
		src = strings.Replace(src, "\nMODULE sub", "\nLTLSPEC G TRUE;\nMODULE sub", 1)
		kind, keyword, f := smv.KindLTL, "LTLSPEC", g.linear(3)
		switch seed % 4 {
		case 0:
			kind, keyword, f = smv.KindCTL, "SPEC", g.deterministic(2, true)+" & EF ("+g.boolean(1)+")"
		case 1:
			kind, keyword, f = smv.KindInvariant, "INVARSPEC", g.boolean(3)
		}
		inside, err := check("x.smv", strings.Replace(src, "\nMODULE sub", "\n"+keyword+" "+f+";\nMODULE sub", 1), smv.Options{})
		outside, other := check("x.smv", src, smv.Options{Kind: kind, Formula: f})
		if (err == nil) != (other == nil) {
			t.Fatalf("%s: in the file %v, else %v\n%s", f, err, other, src)
		}
		if err != nil {
			continue
		}
		if len(outside.Properties) != 1 {
			t.Fatalf("%s: %d properties\n%s", f, len(outside.Properties), src)
		}
		p, q := inside.Properties[1], outside.Properties[0]
		if p.Pos = (smv.Pos{}); q.Text != p.Text || q.Kind != p.Kind || q.Pos != p.Pos {
			t.Fatalf("%+v, want %+v", q, p)
		}
		got, want := decide(t, outside, q), decide(t, inside, p)
		if got != want {
			t.Fatalf("%s: in the file %v, else %v\n%s", f, want, got, src)
		}
		verdicts[got]++
	}
	if verdicts[verdict.Safe] < n/20 || verdicts[verdict.Unsafe] < n/10 {
		t.Errorf("%v: too few to tell", verdicts)
	}
	t.Log(verdicts)
}

// TestQueryErrors checks that messages about a formula show it, and others the file.
func TestQueryErrors(t *testing.T) {
	const src = "MODULE main\nVAR n : 0..5; a : array 0..3 of boolean; s : sub;\nDEFINE d := a[n];\nMODULE sub VAR x : boolean;\n"
	for _, test := range []struct{ kind, formula, want string }{
		{"ltl", "G (n = 2", "--ltl:1:9: unexpected end of the formula, expected )\nG (n = 2\n        ^"},
		{"ltl", "G s.x VAR m : boolean;", "--ltl:1:7: unexpected \"VAR\", expected an operator or the end\nG s.x VAR m : boolean;\n      ^"},
		{"ltl", "G (s.x &\n  m)", "--ltl:2:3: undefined name m\n  m)\n  ^"},
		{"ltl", "F s.y", "--ltl:1:3: there is no y in s\nF s.y\n  ^"},
		{"ltl", "AG s.x", "--ltl:1:1: AG is an operator of SPEC\nAG s.x\n^"},
		{"ltl", "G a[n]", "--ltl:1:5: this index can be outside of 0..3, for instance where n = 4\nG a[n]\n    ^"},
		{"ltl", "G d", "x.smv:3:15: this index can be outside of 0..3, for instance where n = 4\nDEFINE d := a[n];\n              ^"},
		{"ltl", "G \x00", "--ltl:1:3: NUL byte: this is not text"},
		{"ctl", "AG EF m", "--ctl:1:7: undefined name m\nAG EF m\n      ^"},
		{"ctl", "G s.x", "--ctl:1:1: G is an operator of LTLSPEC\nG s.x\n^"},
		{"invar", "n in {1, s.x}", "--invar:1:10: an integer is compared with boolean\nn in {1, s.x}\n         ^"},
		{"invar", "G n = 2", "--invar:1:1: temporal operator G inside of an expression that has none\nG n = 2\n^"},
	} {
		_, err := check("x.smv", src, smv.Options{Kind: smv.Kind(test.kind), Formula: test.formula})
		if got := fmt.Sprint(err); got != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", test.formula, got, test.want)
		}
	}
}
