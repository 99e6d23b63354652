// This file defines tests of reading and writing formulas.

package ltl_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ijit/ijit/parser/diagnostic"
	"github.com/ijit/ijit/parser/ltl"
)

// letters is a resolver that knows a to e and {X}, as atoms 0 to 5.
func letters(name string) (*ltl.Formula, error) {
	if name == "{X}" {
		return ltl.Atom(5), nil
	}
	if len(name) != 1 || name[0] < 'a' || name[0] > 'e' {
		return nil, &diagnostic.Diagnostic{Message: "unknown name " + name, Hint: diagnostic.DidYouMean(name, []string{"a", "bee"})}
	}
	return ltl.Atom(int(name[0] - 'a')), nil
}

func letter(atom int) string { return []string{"a", "b", "c", "d", "e", "{X}"}[atom] }

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"a":                       "a",
		"G (a -> F b)":            "G (a -> F b)",
		"[](a => <>b)":            "G (a -> F b)",
		"G(a)->F(b)":              "G a -> F b",
		"a -> b -> c":             "a -> b -> c",
		"(a -> b) -> c":           "(a -> b) -> c",
		"a -> b <-> c":            "a -> b <-> c",
		"(a <-> b) <-> c":         "a <-> b <-> c",
		"a <-> (b <-> c)":         "a <-> (b <-> c)",
		"a | b & c U d":           "a | b & c U d",
		"((a | b) & c) U d":       "((a | b) & c) U d",
		"a U b U c":               "a U b U c",
		"a U (b U c)":             "a U (b U c)",
		"G a U b":                 "G a U b",
		"G (a U b)":               "G (a U b)",
		"!a U b":                  "!a U b",
		"not (a U b)":             "!(a U b)",
		"a R b":                   "a V b",
		"a W b":                   "b V (a | b)",
		"a S b T c":               "a S b T c",
		"Y Z O H a":               "Y Z O H a",
		"X a = b":                 "X (a <-> b)",
		"a != b":                  "a <-> !b",
		"a = 0 and b = TRUE or c": "!a & b | c",
		"a == !b":                 "a <-> !b",
		"!a = b":                  "!(a <-> b)",
		"a xor b":                 "!a <-> b",
		"a xnor b":                "a <-> b",
		"0 U 1":                   "FALSE U TRUE",
		"~~a && ((b)) || c":       "a & b | c",
		"{X} & X {X}":             "{X} & X {X}",
		"!a | b":                  "a -> b",
		"a\n\t-> b":               "a -> b",
	} {
		f, err := ltl.Parse("test", text, letters)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := f.Text(letter); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":         "f:1:1: unexpected end of the formula; expected a formula",
		"a &":      "f:1:4: unexpected end of the formula; expected a formula\na &\n   ^",
		"(a & (b)": "f:1:9: unexpected end of the formula; expected ) or an operator\n(a & (b)\n        ^\nhint: the parenthesis at 1:1 is still open",
		"a)":       "f:1:2: unexpected \")\"; expected an operator or the end\na)\n ^\nhint: there is no ( that it closes",
		"a b":      "f:1:3: unexpected \"b\"; expected an operator or the end\na b\n  ^",
		"a &\n& b": "f:2:1: unexpected \"&\"; expected a formula\n& b\n^",
		"G be":     "f:1:3: unknown name be\nG be\n  ^\nhint: did you mean bee?",
		"GF a":     "f:1:1: unknown name GF\nGF a\n^\nhint: did you mean G F?",
		"Ga":       "f:1:1: unknown name Ga\nGa\n^\nhint: did you mean G a?",
		"a -> T":   "f:1:6: unexpected \"T\"; expected a formula\na -> T\n     ^\nhint: T and F are operators here; the constants are TRUE and FALSE",
		"a & U":    "f:1:5: unexpected \"U\"; expected a formula\na & U\n    ^\nhint: U is an operator; a variable of that name is written {U}",
		"a = 2":    "f:1:5: unexpected number 2\na = 2\n    ^\nhint: variables have the values 0 and 1 only",
		"a ? b":    "f:1:3: unexpected \"?\"; expected an operator or the end\na ? b\n  ^",
		"é":        "f:1:1: unexpected \"é\"; expected a formula\né\n^",
		"{x":       "f:1:1: unexpected \"{\"; expected a formula\n{x\n^\nhint: there is no } behind it",
		"a @b":     "f:1:3: unexpected \"@\"; expected an operator or the end\na @b\n  ^",
		"\xff":     "f:1:1: unexpected \"\\xff\"; expected a formula",
		"a = & b":  "f:1:5: unexpected \"&\"; expected a formula",
		"a U U b":  "f:1:5: unexpected \"U\"",
		"a - b":    "f:1:3: unexpected \"-\"",
	} {
		f, err := ltl.Parse("f", text, letters)
		var d *diagnostic.Diagnostic
		switch {
		case err == nil:
			t.Errorf("%q is read as %s", text, f)
		case !errors.As(err, &d):
			t.Errorf("%q: the error is no diagnostic: %v", text, err)
		case !strings.HasPrefix(err.Error(), want):
			t.Errorf("%q:\n%v\nwant\n%s", text, err, want)
		}
	}
}

// What is deep is an error or is read, and never ends the program.
func TestParseDeep(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("(", 100_000), strings.Repeat("!", 100_000) + "a", strings.Repeat("G ", 100_000) + "a", strings.Repeat("a -> ", 100_000) + "a",
	} {
		if _, err := ltl.Parse("test", text, letters); err == nil || !strings.Contains(err.Error(), "nested too deep") {
			t.Errorf("%.10s...: %v", text, err)
		}
	}
	for _, sign := range []string{"<->", "&", "U", "xor"} {
		f, err := ltl.Parse("test", strings.Repeat("a "+sign+" ", 20_000)+"b", letters)
		if err != nil {
			t.Errorf("%s: %v", sign, err)
			continue
		}
		one := ltl.Word{Length: 1, Value: func(int, int) bool { return true }}
		if !ltl.Holds(f, one) && sign != "xor" {
			t.Errorf("%s does not hold", sign)
		}
		if n := len(f.String()); n > 1<<20 {
			t.Errorf("%s: text of %d bytes", sign, n)
		}
	}
}

// What is written is read as the same formula.
func TestText(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		f := random(r, 5, 3)
		if r.IntN(2) == 0 {
			f = ltl.Positive(f)
		}
		text := f.Text(letter)
		g, err := ltl.Parse("test", text, letters)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if again := g.Text(letter); again != text {
			t.Fatalf("%s is read as %s", text, again)
		}
		w := randomWord(r, 3)
		if ltl.Holds(f, w) != ltl.Holds(g, w) {
			t.Fatalf("%s is read as something else", text)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"G (a -> F b)", "[]<>a = {X}", "a U b W c S d T !e", "((", "a -> -b", "{", "1 != 0xnor"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g, err := ltl.Parse("fuzz", text, letters)
		if err != nil {
			if err.Error() == "" {
				t.Fatal("no message")
			}
			return
		}
		written := g.Text(letter)
		if len(written) > 1<<15 {
			return
		}
		h, err := ltl.Parse("fuzz", written, letters)
		if err != nil {
			t.Fatalf("%q is written as %q: %v", text, written, err)
		}
		if again := h.Text(letter); again != written {
			t.Fatalf("%q is read as %q", written, again)
		}
	})
}
