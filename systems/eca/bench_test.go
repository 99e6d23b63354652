// This file measures the parser on a program of the size of RERS's Problem 7, and tests it on
// programs that are larger or deeper than people write.

package eca_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ijit/ijit/systems/eca"
)

// large returns a program of about so many bytes in the form of RERS 2012: rules in else-ifs,
// split over functions.
func large(size int) []byte {
	r := rand.New(rand.NewPCG(7, 7))
	var b strings.Builder
	b.WriteString("extern int __VERIFIER_nondet_int();\n\n")
	const vars = 11
	for i := range vars {
		fmt.Fprintf(&b, "\tint a%d = %d;\n", i, i%5)
	}
	literal := func() string {
		v, n := r.IntN(vars), r.IntN(5)
		if r.IntN(4) == 0 {
			return fmt.Sprintf("!(a%d==%d)", v, n)
		}
		return fmt.Sprintf("(a%d==%d)", v, n)
	}
	functions := 0
	for b.Len() < size {
		functions++
		fmt.Fprintf(&b, "\tint calculate_output%d(int input) {\n\t    ", functions)
		for end := b.Len() + size/5; b.Len() < end; {
			cond := fmt.Sprintf("(input==%d)", 1+r.IntN(6))
			for range 10 {
				if l := literal(); r.IntN(2) == 0 {
					cond = "(" + l + "&&" + cond + ")"
				} else {
					cond = "(" + cond + "&&(" + l + "||" + literal() + "))"
				}
			}
			fmt.Fprintf(&b, "if(%s){\n", cond)
			for range 1 + r.IntN(6) {
				fmt.Fprintf(&b, "\t    \ta%d = %d;\n", r.IntN(vars), r.IntN(5))
			}
			fmt.Fprintf(&b, "\t    \treturn %d;\n\t    } else ", 21+r.IntN(5))
		}
		b.WriteString("if ((a1==4)) {\n\t\terror: assert(0);\n\t}\n\treturn -2;\n\t}\n")
	}
	b.WriteString("int main()\n{\n\tint output = -1;\n\twhile(1)\n\t{\n\t\tint input = __VERIFIER_nondet_int();\n")
	for i := range functions {
		fmt.Fprintf(&b, "\t\toutput = calculate_output%d(input);\n", i+1)
	}
	b.WriteString("\t}\n}\n")
	return []byte(b.String())
}

func BenchmarkParse(b *testing.B) {
	src := large(28e5)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := eca.Parse("large.c", src); err != nil {
			b.Fatal(err)
		}
	}
}

// TestLimits tests that long and deep programs are read or refused, soon.
func TestLimits(t *testing.T) {
	program := func(body string) string {
		return "int a; int b;\nint main() {\nwhile (1) {\nint input = __VERIFIER_nondet_int();\n" + body + "\n}\n}\n"
	}
	chain := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "if (input == %d) a = %d; else\n", i%50, i%10)
		}
		return b.String() + ";"
	}
	deep := func(open string, n int, middle, end string) string {
		return strings.Repeat(open, n) + middle + strings.Repeat(end, n)
	}
	for _, test := range []struct{ name, src, message string }{
		{"else-ifs", program(chain(20000)), ""},
		{"conjunction", program("if (a == 1" + strings.Repeat(" && a == 1", 20000) + ") a = 2;"), ""},
		{"sum", program("b = a" + strings.Repeat(" + a", 20000) + "; if (b == 1) a = 2;"), ""},
		{"statements", program(strings.Repeat("a = 1;\nif (input == 1) b = a;\n", 10000)), ""},
		{"parentheses", program("a = " + deep("(", 9000, "input", ")") + ";"), ""},
		{"blocks", program(deep("{", 9000, "a = input;", "}")), ""},
		{"ifs", program(deep("if (a == 1) {", 4000, "a = input;", "}")), ""},
		{"elses", program(deep("if (a == 1) a = 2; else {", 4000, "a = input;", "}")), ""},
		{"many parentheses", program("a = " + deep("(", 20000, "input", ")") + ";"), "nested deeper than 10000"},
		{"open parentheses", program("a = " + strings.Repeat("(", 200000)), "nested deeper than 10000"},
		{"negations", program("a = " + strings.Repeat("!", 20000) + "input;"), "nested deeper than 10000"},
		{"minuses", program("a = " + strings.Repeat("- ", 20000) + "b;"), "nested deeper than 10000"},
		{"many blocks", program(strings.Repeat("{", 20000)), "nested deeper than 10000"},
		{"many ifs", program(strings.Repeat("if (a) ", 20000)), "nested deeper than 10000"},
		{"names", program("int " + strings.Repeat("x", 1<<20) + ";\na = " + strings.Repeat("x", 1<<20) + "y;"), "is not declared"},
		{"errors", program(strings.Repeat("a = ;\n", 20000)), "too many errors"},
		{"labels", program(strings.Repeat("if (a == 1) assert(0);\n", 20000)), ""},
		{"functions", functions(12) + program("f0();"), ""},
		{"many functions", functions(5000) + program("f0();"), "may execute more than"},
	} {
		t.Run(test.name, func(t *testing.T) {
			f, err := eca.Parse("x.c", []byte(test.src))
			if test.message == "" && err != nil || test.message != "" && (err == nil || !strings.Contains(err.Error(), test.message)) {
				t.Fatalf("%.500v, want %q", err, test.message)
			}
			if err == nil {
				eca.Run(f, []int32{1, 2})
			}
		})
	}
}

// functions returns functions that call the next one twice each.
func functions(n int) string {
	var b strings.Builder
	b.WriteString("int x;\n")
	for i := range n {
		fmt.Fprintf(&b, "void f%d() { x = %d;", i, i)
		if i+1 < n {
			fmt.Fprintf(&b, " if (x == -1) f%d(); if (x == -1) f%d();", i+1, i+1)
		}
		b.WriteString(" }\n")
	}
	return b.String()
}
