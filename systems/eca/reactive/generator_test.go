// This file defines a generator of small random programs, in the two styles of the RERS
// challenges.

package reactive_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// A shape says what random programs are like. The zero value has programs of the first style
// with comparisons of variables and constants only.
type shape struct {
	StyleB     bool // sequential ifs with a flag, void functions, labels as assert(!error_7)
	Copies     bool // x = y and x == y
	Arithmetic bool // <, +, * and so on, all of bounded results
	LabelsLast bool // labels are tested after the rules, as EQ problems do
	Vars       int  // state variables; 0 for some
	Rules      int  // 0 for some
}

// randomShape returns a shape with no arithmetic.
func randomShape(rng *rand.Rand) shape {
	return shape{StyleB: rng.IntN(2) == 0, Copies: rng.IntN(2) == 0, LabelsLast: rng.IntN(2) == 0}
}

// A generator writes a program.
type generator struct {
	shape
	*rand.Rand
	strings.Builder
	vars   []string // state variables that are compared with constants
	values int      // each has the values 1 to values
	inputs int
	number string // the variable of arithmetic
	labels int
}

// randomProgram returns the text of a program. Equal seeds give equal programs.
func randomProgram(seed uint64, s shape) string {
	g := &generator{shape: s, Rand: rand.New(rand.NewPCG(seed, 0))}
	g.inputs, g.values = 2+g.IntN(3), 2+g.IntN(3)
	if g.Vars == 0 {
		g.Vars = 2 + g.IntN(5)
	}
	if g.Rules == 0 {
		g.Rules = 8 + g.IntN(40)
	}
	g.WriteString("extern int __VERIFIER_nondet_int();\nextern void exit(int);\n")
	for i := range g.Vars {
		v := fmt.Sprintf("a%d", i+1)
		g.vars = append(g.vars, v)
		fmt.Fprintf(g, "int %s = %d;\n", v, g.value())
	}
	if g.Arithmetic {
		g.number = "n"
		fmt.Fprintf(g, "int n = %d;\n", g.IntN(40)-20)
	}
	if g.Copies {
		fmt.Fprintf(g, "int pick(int x, int y) {\n    if(x == y) { return %s; }\n    x = y;\n    return x;\n}\n", g.one())
		fmt.Fprintf(g, "void store(int x) {\n    %s = x;\n    if(x == %d) return;\n    %s = x;\n}\n", g.one(), g.value(), g.one())
	}
	if g.StyleB {
		g.styleB()
	} else {
		g.styleA()
	}
	return g.String()
}

func (g *generator) value() int  { return 1 + g.IntN(g.values) }
func (g *generator) input() int  { return 1 + g.IntN(g.inputs) }
func (g *generator) one() string { return g.vars[g.IntN(len(g.vars))] }

// atom returns a comparison.
func (g *generator) atom() string {
	k := g.IntN(20)
	switch {
	case k < 5:
		return fmt.Sprintf("input == %d", g.input())
	case k < 7 && g.Copies:
		return fmt.Sprintf("%s %s %s", g.one(), []string{"==", "!="}[g.IntN(2)], g.one())
	case k < 11 && g.Arithmetic:
		switch c := g.IntN(60) - 30; g.IntN(5) {
		case 4:
			return fmt.Sprintf("n %s %s == %d", []string{"/", "%"}[g.IntN(2)], g.one(), g.IntN(5)-2)
		case 0:
			return fmt.Sprintf("n %% %d == %d", 2+g.IntN(4), g.IntN(3)-1)
		case 1:
			return fmt.Sprintf("%d >= n", c)
		case 2:
			return fmt.Sprintf("(n + %d) * 2 < %d", c, g.IntN(40)-20)
		default:
			return fmt.Sprintf("n %s %d", []string{"<", "<=", ">", ">=", "==", "!="}[g.IntN(6)], c)
		}
	case k < 13:
		return fmt.Sprintf("%s != %d", g.one(), g.value())
	default:
		return fmt.Sprintf("%s == %d", g.one(), g.value())
	}
}

// condition returns a condition with negations, conjunctions and disjunctions.
func (g *generator) condition(depth int) string {
	if depth == 0 {
		return g.atom()
	}
	switch g.IntN(7) {
	case 0:
		return fmt.Sprintf("!(%s)", g.condition(depth-1))
	case 1:
		return fmt.Sprintf("((%s) || (%s))", g.condition(depth-1), g.condition(depth-1))
	case 2:
		return g.atom()
	default:
		return fmt.Sprintf("((%s) && (%s))", g.condition(depth-1), g.condition(depth-1))
	}
}

// guard returns the condition of a rule: mostly one input and the value of one variable, which
// then goes to the next value, so that much can be reached. Next is that assignment, or empty.
func (g *generator) guard() (condition, next string) {
	switch g.IntN(8) {
	case 0:
		return g.condition(2), ""
	case 1:
		return fmt.Sprintf("(input == %d) && (%s)", g.input(), g.condition(1)), ""
	}
	v, from := g.one(), g.value()
	return fmt.Sprintf("(input == %d) && %s == %d", g.input(), v, from), fmt.Sprintf("%s = %d;\n", v, from%g.values+1)
}

// gate returns a condition that often holds.
func (g *generator) gate() string {
	if g.IntN(8) == 0 {
		return g.condition(1)
	}
	return fmt.Sprintf("%s != %d", g.one(), g.value())
}

// check returns the condition of a label, which is seldom true.
func (g *generator) check() string {
	parts := []string{g.condition(1)}
	for range g.IntN(3) + len(g.vars)/2 {
		parts = append(parts, fmt.Sprintf("%s == %d", g.one(), g.value()))
	}
	return strings.Join(parts, " && ")
}

// actions writes assignments.
func (g *generator) actions(indent string) {
	for range 1 + g.IntN(3) {
		k := g.IntN(10)
		switch {
		case k < 2 && g.Copies:
			switch g.IntN(4) {
			case 0:
				fmt.Fprintf(g, "%s%s = pick(%s, %d);\n", indent, g.one(), g.one(), g.value())
			case 1:
				fmt.Fprintf(g, "%sstore(%s);\n", indent, g.one())
			default:
				fmt.Fprintf(g, "%s%s = %s;\n", indent, g.one(), g.one())
			}
		case k < 4 && g.Arithmetic:
			switch g.IntN(4) {
			case 0:
				fmt.Fprintf(g, "%sn = %d;\n", indent, g.IntN(60)-30)
			case 1:
				fmt.Fprintf(g, "%sn = (((n + %d) * %d) - -3) %% %d;\n", indent, g.IntN(20)-10, g.IntN(7)-3, 5+g.IntN(30))
			case 2:
				fmt.Fprintf(g, "%sn = (n / %d) - %d;\n", indent, 2+g.IntN(3), g.IntN(9)-4)
			default:
				fmt.Fprintf(g, "%sn = -n;\n", indent)
			}
		default:
			fmt.Fprintf(g, "%s%s = %d;\n", indent, g.one(), g.value())
		}
	}
}

func (g *generator) label(indent string) {
	if g.StyleB {
		fmt.Fprintf(g, "%sassert(!error_%d);\n", indent, g.labels)
	} else {
		fmt.Fprintf(g, "%serror_%d: assert(0);\n", indent, g.labels)
	}
	g.labels++
}

// checks writes the tests of labels.
func (g *generator) checks() {
	for range 3 + g.IntN(5) {
		fmt.Fprintf(g, "    if(%s) {\n", g.check())
		g.label("        ")
		g.WriteString("    }\n")
	}
}

// body writes what a rule does.
func (g *generator) body(indent, next string) {
	if next != "" && g.IntN(8) > 0 {
		g.WriteString(indent + next)
		return
	}
	if g.IntN(4) == 0 {
		fmt.Fprintf(g, "%sif(%s) {\n", indent, g.condition(1))
		g.actions(indent + "    ")
		for range g.IntN(3) * g.IntN(4) {
			fmt.Fprintf(g, "%s} else if(%s) {\n", indent, g.condition(1))
			g.actions(indent + "    ")
		}
		if g.IntN(2) == 0 {
			fmt.Fprintf(g, "%s} else {\n", indent)
			g.actions(indent + "    ")
		}
		fmt.Fprintf(g, "%s}\n", indent)
	}
	g.actions(indent)
}

func (g *generator) styleA() {
	functions := 1 + g.IntN(3)
	for i := functions; i > 0; i-- {
		name := fmt.Sprint("calculate_output", i)
		fmt.Fprintf(g, "int %s(int input) {\n", name)
		if i == 1 && !g.LabelsLast {
			g.checks()
		}
		for j := range max(1, g.Rules/functions) {
			word := "    } else if"
			if j == 0 {
				word = "    if"
			}
			condition, next := g.guard()
			fmt.Fprintf(g, "%s(%s) {\n", word, condition)
			g.body("        ", next)
			if g.IntN(8) > 0 {
				fmt.Fprintf(g, "        return %d;\n", 20+g.IntN(7))
			}
		}
		g.WriteString("    }\n")
		if i < functions {
			fmt.Fprintf(g, "    return calculate_output%d(input);\n}\n", i+1)
			continue
		}
		if g.LabelsLast {
			g.checks()
		}
		g.WriteString("    return -2;\n}\n")
	}
	g.WriteString("int main() {\n    int output = -1;\n    while(1) {\n        int input = __VERIFIER_nondet_int();\n        if(input != 1")
	for i := range g.inputs - 1 {
		fmt.Fprintf(g, " && input != %d", i+2)
	}
	g.WriteString(") return -2;\n        output = calculate_output1(input);\n    }\n}\n")
}

func (g *generator) styleB() {
	g.WriteString("int cf = 1;\nvoid errorCheck() {\n")
	g.checksOfState()
	g.WriteString("}\n")
	functions := 1 + g.IntN(3)
	for i := range functions {
		fmt.Fprintf(g, "void calculate_outputm%d(int input) {\n", i+1)
		for range max(1, g.Rules/functions) {
			condition, next := g.guard()
			fmt.Fprintf(g, "    if((cf==1 && (%s))) {\n        cf = 0;\n", condition)
			g.body("        ", next)
			fmt.Fprintf(g, "        printf(\"%%d\\n\", %d); fflush(stdout);\n    }\n", 20+g.IntN(7))
		}
		g.WriteString("}\n")
	}
	g.WriteString("void calculate_output(int input) {\n    cf = 1;\n")
	if !g.LabelsLast {
		g.WriteString("    errorCheck();\n")
	}
	for i := range functions {
		fmt.Fprintf(g, "    if((cf==1 && (%s))) {\n        if(((%s) && cf==1)) {\n            calculate_outputm%d(input);\n        }\n    }",
			g.gate(), g.gate(), i+1)
		if g.IntN(4) == 0 {
			g.WriteString(" else {\n")
			g.actions("        ")
			g.WriteString("    }")
		}
		g.WriteString("\n")
	}
	if g.LabelsLast {
		g.WriteString("    errorCheck();\n")
	}
	g.WriteString("    if(cf==1)\n        fprintf(stderr, \"Invalid input: %d\\n\", input);\n}\n")
	g.WriteString("int main() {\n    while(1) {\n        int input;\n        scanf(\"%d\", &input);\n        if((input != 1)")
	for i := range g.inputs - 1 {
		fmt.Fprintf(g, " && (input != %d)", i+2)
	}
	g.WriteString(") return -2;\n        calculate_output(input);\n    }\n}\n")
}

// checksOfState writes tests of labels that do not speak of the input.
func (g *generator) checksOfState() {
	for range 3 + g.IntN(5) {
		fmt.Fprintf(g, "    if(%s == %d && %s == %d && %s != %d) {\n", g.one(), g.value(), g.one(), g.value(), g.one(), g.value())
		if g.IntN(2) == 0 {
			g.WriteString("        cf = 0;\n")
		}
		g.label("        ")
		g.WriteString("    }\n")
	}
}

// Equal seeds give equal programs, other seeds others.
func TestGenerator(t *testing.T) {
	texts := map[string]bool{}
	for seed := range uint64(20) {
		s := randomShape(rand.New(rand.NewPCG(seed, 1)))
		text := randomProgram(seed, s)
		if text != randomProgram(seed, s) {
			t.Errorf("seed %d gives two programs", seed)
		}
		if strings.Count(text, "{") != strings.Count(text, "}") || !strings.Contains(text, "error_2") {
			t.Errorf("seed %d:\n%s", seed, text)
		}
		texts[text] = true
	}
	if len(texts) < 20 {
		t.Errorf("%d programs of 20 seeds", len(texts))
	}
}
