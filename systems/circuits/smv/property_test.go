// This file tests formulas: how they group, and what they mean for inputs and finite runs.

package smv_test

import (
	"strings"
	"testing"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/parser/ltl"
	"github.com/ijit/ijit/systems/circuits/smv"
)

// TestFormulas compares formulas with others that have all their parentheses.
func TestFormulas(t *testing.T) {
	for _, test := range []struct{ keyword, text, want string }{
		{"LTLSPEC", "F a U b", "(F a) U b"},
		{"LTLSPEC", "a U b U c", "(a U b) U c"},
		{"LTLSPEC", "a U b & c", "(a U b) & c"},
		{"LTLSPEC", "F a & b | G c", "((F a) & b) | (G c)"},
		{"LTLSPEC", "G a -> F b -> c", "(G a) -> ((F b) -> c)"},
		{"LTLSPEC", "G a = b", "G (a = b)"},
		{"LTLSPEC", "X a = b & c", "(X (a = b)) & c"},
		{"LTLSPEC", "! G a & b", "(!(G a)) & b"},
		{"LTLSPEC", "!a U b", "(!a) U b"},
		{"LTLSPEC", "! X ! F a = b", "!(X (!(F (a = b))))"},
		{"LTLSPEC", "G ! a & b", "(G (!a)) & b"},
		{"LTLSPEC", "F a <-> G b", "(F a) <-> (G b)"},
		{"LTLSPEC", "F a xor b", "(!(F a)) <-> b"},
		{"LTLSPEC", "F a xnor b", "(F a) <-> b"},
		{"LTLSPEC", "Y a S Z b", "(Y a) S (Z b)"},
		{"LTLSPEC", "O H a", "O (H (a))"},
		{"LTLSPEC", "F [1, 2] a", "X (a | X a)"},
		{"LTLSPEC", "G [0, 1] a", "a & X a"},
		{"LTLSPEC", "O [0, 1] a", "a | Y a"},
		{"LTLSPEC", "H [1, 1] a", "Z a"},
		{"SPEC", "AG a = b", "AG (a = b)"},
		{"SPEC", "! EF a & b", "(!(EF a)) & b"},
		{"SPEC", "A [a U b] -> E [a & b U c | a]", "(A [(a) U (b)]) -> (E [(a & b) U (c | a)])"},
		{"SPEC", "A [a U A [b U c]]", "A [a U (A [b U c])]"},
		{"SPEC", "EBF 0..2 a", "a | EX (a | EX a)"},
		{"SPEC", "ABG 1..1 a", "AX a"},
		{"SPEC", "E [a BU 1..2 b]", "a & EX (b | a & EX b)"},
	} {
		text := func(formula string) string {
			m := compile(t, "MODULE main VAR a : boolean; b : boolean; c : boolean;\n"+test.keyword+" "+formula, smv.Options{})
			names := map[int]string{}
			for i, l := range m.Circuit.Latches {
				names[int(l.Lit)] = m.Vars[i].Name
				names[int(l.Lit.Not())] = "!" + m.Vars[i].Name
			}
			return m.Properties[0].Formula.Text(func(atom int) string {
				if name := names[atom]; name != "" {
					return name
				}
				left, right, _ := m.Circuit.Fanins(aig.Lit(atom).Node())
				return strings.Join([]string{"gate", m.Circuit.Latches[0].Name, ltl.Atom(int(left)).String(), ltl.Atom(int(right)).String(), map[bool]string{true: "not"}[aig.Lit(atom).Negated()]}, "_")
			})
		}
		got, want := text(test.text), text(test.want)
		if got != want {
			t.Errorf("%s is %s, want %s", test.text, got, want)
		}
	}
}

// TestOperators checks that operators are those of package ltl.
func TestOperators(t *testing.T) {
	a, b := ltl.Atom(2), ltl.Atom(4) // the latches
	for text, want := range map[string]*ltl.Formula{
		"X a": ltl.Next(a), "F a": ltl.Finally(a), "G a": ltl.Globally(a), "a U b": ltl.Until(a, b), "a V b": ltl.Release(a, b),
		"Y a": ltl.Yesterday(a), "Z a": ltl.WeakYesterday(a), "O a": ltl.Once(a), "H a": ltl.Historically(a), "a S b": ltl.Since(a, b), "a T b": ltl.Triggered(a, b),
		"EX a": ltl.Exists(ltl.Next(a)), "EF a": ltl.Exists(ltl.Finally(a)), "EG a": ltl.Exists(ltl.Globally(a)), "E [a U b]": ltl.Exists(ltl.Until(a, b)),
		// These are formulas of LTL as well.
		"AX a": ltl.Next(a), "AF a": ltl.Finally(a), "AG a": ltl.Globally(a), "A [a U b]": ltl.Until(a, b),
		"AG (a -> AF b)": ltl.Globally(ltl.Or(ltl.Not(a), ltl.Finally(b))), "! E [a U b]": ltl.Release(ltl.Not(a), ltl.Not(b)), "AX a & AG AX b": ltl.And(ltl.Next(a), ltl.Globally(ltl.Next(b))),
		// These are not, or not seen to be.
		"AF AG a": ltl.ForAll(ltl.Finally(ltl.ForAll(ltl.Globally(a)))), "AG EF a": ltl.ForAll(ltl.Globally(ltl.Exists(ltl.Finally(a)))), "AG a & b": ltl.And(ltl.ForAll(ltl.Globally(a)), b), "A [a U AX b]": ltl.ForAll(ltl.Until(a, ltl.ForAll(ltl.Next(b)))), "AX a | AX b": ltl.Or(ltl.ForAll(ltl.Next(a)), ltl.ForAll(ltl.Next(b))),
	} {
		keyword := "LTLSPEC"
		if strings.ContainsAny(text, "AE") {
			keyword = "SPEC"
		}
		m := compile(t, "MODULE main VAR a : boolean; b : boolean; "+keyword+" "+text, smv.Options{})
		if got := m.Properties[0].Formula; got.String() != want.String() {
			t.Errorf("%s is %v", text, got)
		}
	}
}

// TestVerdicts compares verdicts of small models.
func TestVerdicts(t *testing.T) {
	for _, test := range []struct{ name, src, want string }{
		{"inputs are those of steps that exist", "VAR x : boolean; IVAR i : boolean; TRANS !i; INVARSPEC !i; INVARSPEC i; LTLSPEC G !i; LTLSPEC F i", "SAFE UNSAFE SAFE UNSAFE"},
		{"next values are those of steps that exist", "VAR n : 0..3; INIT n = 0; TRANS next(n) = n + 1; INVARSPEC next(n) = n + 1; INVARSPEC n < 3", "SAFE UNSAFE"},
		{"next states obey INVAR", "VAR x : boolean; y : boolean; INVAR x | y; INVARSPEC next(x) | next(y); LTLSPEC G (next(x) | next(y))", "SAFE SAFE"},
		{"fairness is not for INVARSPEC", "VAR x : boolean; ASSIGN init(x) := TRUE; next(x) := x ? {TRUE, FALSE} : FALSE; FAIRNESS x; INVARSPEC x; LTLSPEC G x; SPEC AG x", "UNSAFE SAFE SAFE"},
		{"compassion", "VAR x : boolean; y : boolean; COMPASSION (x, y); LTLSPEC G F x -> G F y; LTLSPEC G F y; LTLSPEC G F y -> G F x", "SAFE UNSAFE UNSAFE"},
		{"constants in the first state", "VAR x : 0..5; y : 0..5; ASSIGN init(x) := 2; init(y) := x + 2; next(x) := x; next(y) := y; INVARSPEC y = 4", "SAFE"},
		{"sets in the first state", "VAR x : 0..5; ASSIGN init(x) := {1, 2} union {4}; next(x) := x; INVARSPEC x in {1, 2, 4}; INVARSPEC x != 4; INVARSPEC x != 1", "SAFE UNSAFE UNSAFE"},
		{"plain choice", "VAR x : 0..5; y : boolean; ASSIGN x := y ? 0..2 : {3, 5}; INVARSPEC y <-> x < 3; INVARSPEC x != 4; INVARSPEC x != 5", "SAFE SAFE UNSAFE"},
		{"definitions choose for each use", "VAR x : 0..1; y : 0..1; ASSIGN next(x) := d; next(y) := d; init(x) := 0; init(y) := 0; DEFINE d := {0, 1}; INVARSPEC x = y", "UNSAFE"},
		{"frozen", "FROZENVAR k : 0..3; VAR x : 0..3; ASSIGN init(x) := k; next(x) := x; INVARSPEC x = k; INVARSPEC k != 2", "SAFE UNSAFE"},
		{"one value", "VAR x : {a}; y : 3..3; INVARSPEC x = a & y = 3", "SAFE"},
		{"sets in sets", "VAR x : 0..3; b : boolean; ASSIGN init(x) := 0; next(x) := (x + 1) mod 4; INVARSPEC {x, 1} in {0, 1, 2, 3}; INVARSPEC {x, 1} in {1, 2, 3}; INVARSPEC (x union 1) in 0..3; " +
			"INVARSPEC (b ? {0, 1} : 2) in {0, 1}; INVARSPEC (b ? {0, 1} : 2) in {0, 1, 2}; INVARSPEC 0..2 in {0, 1, 2}; INVARSPEC 0..2 in {0, 1}; INVARSPEC {x, 7} in {0, 1, 2, 3}", "SAFE UNSAFE SAFE UNSAFE SAFE SAFE UNSAFE UNSAFE"},
		{"quoted names", "VAR \"x y\" : boolean; \"in\" : boolean; ASSIGN next(\"in\") := \"x y\"; INVARSPEC \"x y\" | !\"x y\"; INVARSPEC \"in\"", "SAFE UNSAFE"},
		{"mixed values", "VAR x : {a, 1, 5}; n : 0..5; ASSIGN next(x) := n in {1, 5} ? n : a; INVARSPEC x = 1 | x = 5 | x = a; INVARSPEC x != 5", "SAFE UNSAFE"},
		{"array of arrays", "VAR m : array 0..1 of array -1..0 of 0..3; i : 0..1; DEFINE t := [[1, 2], [3, 4]]; ASSIGN m[0][-1] := 2; m[1][-1] := 3; INVARSPEC m[i][-1] = i + 2; INVARSPEC t[i][i] = 1 + 3 * i; INVARSPEC m[i][i - 1] != 3", "SAFE SAFE UNSAFE"},
		{"flat names", "VAR p.x : boolean; a[0] : 0..2; ASSIGN next(p.x) := a[0] = 1; init(a[0]) := 0; next(a[0]) := p.x ? 1 : 0; INVARSPEC a[0] < 2", "SAFE"},
		{"flat names of instances", "VAR a : m; p : user(a); INVARSPEC a.s[0] xor a.s[1]; INVARSPEC a.s[0]; INVARSPEC a.n.t[1].u = 2; INVARSPEC p.same; INVARSPEC a.v[0] -> a.b; LTLSPEC G (a.s[1] <-> !a.b)\n" +
			"MODULE m VAR b : boolean; v[0] : boolean; INVAR v[0] -> b; DEFINE s[0] := b; s[1] := !b; n.t[1].u := 2;\nMODULE user(x) DEFINE same := x.s[0] = x.b;", "SAFE UNSAFE SAFE SAFE SAFE SAFE"},
		{"flat names defined from outside", "VAR a : m; DEFINE a.s[0] := TRUE; INVARSPEC a.r\nMODULE m VAR b : boolean; DEFINE r := b | s[0];", "SAFE"},
		{"self", "VAR c : sub(self); x : boolean; INVARSPEC c.y = x\nMODULE sub(up) DEFINE y := up.x;", "SAFE"},
		{"instances of each other", "VAR a : cell(b); b : cell(a); INVARSPEC a.v -> !b.v\nMODULE cell(o) VAR v : boolean; ASSIGN init(v) := FALSE; next(v) := {!o.v & !next(o.w), FALSE}; VAR w : boolean;", "UNSAFE"},
		{"indexes under conditions", "VAR a : array 0..2 of boolean; i : 0..3; INVARSPEC i < 3 -> (a[i] | !a[i]); INVARSPEC i > 2 | (a[i] | !a[i]); INVARSPEC i < 3 & a[i] -> i < 3", "SAFE SAFE SAFE"},
		{"division", "VAR n : -7..7; INVARSPEC n = n / 2 * 2 + n mod 2; INVARSPEC n mod 2 >= 0; INVARSPEC n / 2 != -3; INVARSPEC abs(n mod (-3)) < 3", "SAFE UNSAFE UNSAFE SAFE"},
		{"psl and compute", "VAR x : boolean; PSLSPEC always x; COMPUTE MIN [x, !x] INVARSPEC TRUE", "UNKNOWN SAFE SAFE"},
		{"sequences of psl", "VAR x : boolean; PSLSPEC never {x; x}; PSLSPEC NAME p := ({x[*]; !x} |=> {x; {x ^ !x}}!) @ x; INVARSPEC x; PSLSPEC {x; INVARSPEC TRUE", "UNKNOWN UNKNOWN UNSAFE UNKNOWN SAFE"},
		{"inputs in ctl", "VAR x : boolean; IVAR i : boolean; SPEC AG (i | !i); SPEC AG (x | !x)", "UNKNOWN SAFE"},
		{"compassion in ctl", "VAR x : boolean; y : boolean; COMPASSION (x, y) SPEC AG EF x INVARSPEC x | !x SPEC AG AF x SPEC ! (AG AF x & AG AF !y)", "UNKNOWN SAFE UNSAFE UNKNOWN"},
		{"isa", "ISA base\nVAR y : boolean; INVARSPEC x -> d\nMODULE base VAR x : boolean; DEFINE d := x | y;", "SAFE"},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := compile(t, "MODULE main "+test.src+"\n", smv.Options{})
			var got []string
			for _, p := range m.Properties {
				v := verdict.Unknown
				if p.Unsupported == "" {
					v = decide(t, m, p)
				}
				got = append(got, v.String())
			}
			if s := strings.Join(got, " "); s != test.want {
				t.Errorf("%s, want %s\n%s", s, test.want, test.src)
			}
		})
	}
}

// TestOldBool checks models in which 0 and 1 are booleans.
func TestOldBool(t *testing.T) {
	src := `
MODULE main
VAR b : boolean; c : boolean; n : 0..3; u : unit(1);
ASSIGN
  init(b) := 0;
  next(b) := case n = 3 : 1; b : {0, 1}; 1 : 0; esac;
  c := b = 1;
  init(n) := 0;
  next(n) := case n < 3 : n + 1; 1 : b; esac;
INVARSPEC c <-> b
INVARSPEC u.on -> !(b & 0)
INVARSPEC b in {0, 1} & n + b <= 4
INVARSPEC n < 3 | !b
MODULE unit(p)
DEFINE on := p & 1;
`
	if _, err := check("x.smv", src, smv.Options{}); err == nil || !strings.Contains(err.Error(), "--old-bool") {
		t.Errorf("without the option: %v", err)
	}
	m := compile(t, src, smv.Options{OldBool: true})
	for i, want := range []verdict.Verdict{verdict.Safe, verdict.Safe, verdict.Safe, verdict.Unsafe} {
		if got := decide(t, m, m.Properties[i]); got != want {
			t.Errorf("%s: %v, want %v", m.Properties[i].Text, got, want)
		}
	}
}

// TestEncodings checks that comments may be in any encoding, and code in ASCII only.
func TestEncodings(t *testing.T) {
	for _, comment := range []string{"gr\xf6\xdfer", "größer", "\xff\xfe\xfd\r"} {
		src := "\uFEFFMODULE main -- " + comment + "\nVAR x : boolean;\r\n"
		if _, err := check("x.smv", src, smv.Options{}); err != nil {
			t.Errorf("%q: %v", comment, err)
		}
		if _, err := check("x.smv", "MODULE main VAR "+comment+" : boolean;", smv.Options{}); err == nil {
			t.Errorf("%q is a name", comment)
		}
	}
}
