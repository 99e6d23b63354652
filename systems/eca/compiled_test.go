// This file compares the interpreter with compiled C.

package eca_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems/eca"
)

// TestCompiled compares the outputs of random programs with those of the same text compiled, on
// random inputs. Overflow wraps around in both.
func TestCompiled(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("there is no gcc to compare with")
	}
	for seed := range campaign.Size(t, 1, 200) {
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		src := randomC(r)
		dir := t.TempDir()
		file, binary := filepath.Join(dir, "x.c"), filepath.Join(dir, "x")
		const prelude = `#include <stdio.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void) { int x; if (scanf("%d", &x) != 1) exit(0); return x; }
`
		if err := os.WriteFile(file, []byte(prelude+src), 0o666); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command(gcc, "-w", "-O0", "-fwrapv", "-o", binary, file).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		f, err := eca.Parse("x.c", []byte(src))
		if err != nil {
			t.Fatalf("%v\n%s", err, src)
		}
		if err := f.Check(); err != nil {
			t.Fatal(err)
		}
		inputs := make([]int32, 200)
		var stdin strings.Builder
		for i := range inputs {
			inputs[i] = f.Alphabet[r.IntN(len(f.Alphabet))]
			fmt.Fprintln(&stdin, inputs[i])
		}
		var got bytes.Buffer
		for _, step := range eca.Run(f, inputs) {
			for _, value := range step.Outputs {
				fmt.Fprintln(&got, value)
			}
		}
		c := exec.Command(binary)
		c.Stdin = strings.NewReader(stdin.String())
		want, err := c.Output()
		if err != nil {
			t.Fatal(err)
		}
		if got.String() != string(want) {
			t.Fatalf("seed %d: interpreted\n%s\ncompiled\n%s\n%s", seed, &got, want, src)
		}
	}
}

// randomC returns a program that prints its variables in each turn.
func randomC(r *rand.Rand) string {
	var b strings.Builder
	vars := []string{"a", "b", "c", "x"}
	fmt.Fprintf(&b, "int a = %d; int b; const int k = 7;\nstatic int c = -2147483648;\nint few = -3, none = 5;\n", r.IntN(100)-50)
	b.WriteString("int f(int x) {\n")
	randomStatements(r, &b, append(vars, "k"), 4)
	fmt.Fprintf(&b, "return %s;\n}\nint main() {\n\twhile (1) {\n\t\tint x = 0, input = __VERIFIER_nondet_int();\n", randomExpr(r, vars, 3))
	b.WriteString("\t\tif (input == 1) a = a + 1; else if (input == 2) b = a * 3; else if (!(input != -3)) c = b - 7;\n")
	b.WriteString("\t\tif (input == -3) { few = 26; none = 0; } else if (input == 1) { few = none % 4 - 7; none = few; }\n")
	for range 10 {
		randomStatements(r, &b, vars, 3)
		fmt.Fprintf(&b, "x = f(%s);\n", randomExpr(r, vars, 2))
		b.WriteString("printf(\"%d\\n%d\\n%d\\n%d\\n\", a, b, c, x);\n")
	}
	b.WriteString("\t}\n}\n")
	return b.String()
}

func randomStatements(r *rand.Rand, b *strings.Builder, vars []string, depth int) {
	for range 1 + r.IntN(3) {
		switch {
		case depth > 0 && r.IntN(3) == 0:
			fmt.Fprintf(b, "if (%s) {\n", randomExpr(r, vars, 3))
			randomStatements(r, b, vars, depth-1)
			b.WriteString("}")
			for range r.IntN(3) {
				fmt.Fprintf(b, " else if (%s) {\n", randomExpr(r, vars, 2))
				randomStatements(r, b, vars, depth-1)
				b.WriteString("}")
			}
			if r.IntN(2) == 0 {
				b.WriteString(" else {\n")
				randomStatements(r, b, vars, depth-1)
				b.WriteString("}")
			}
			b.WriteString("\n")
		default:
			fmt.Fprintf(b, "%s = %s;\n", vars[r.IntN(4)], randomExpr(r, vars, 3))
		}
	}
}

// randomExpr returns an expression. Divisors are other than 0 and -1, as compiled C
// traps where the quotient overflows. They are numbers, or variables that have few values.
func randomExpr(r *rand.Rand, vars []string, depth int) string {
	if depth == 0 || r.IntN(6) == 0 {
		if r.IntN(3) == 0 {
			return fmt.Sprint([]int{0, 1, -1, 2, 7, -15535, 440689, 2147483647, -2147483647}[r.IntN(9)])
		}
		return vars[r.IntN(len(vars))]
	}
	x := randomExpr(r, vars, depth-1)
	if r.IntN(2) == 0 {
		x = "(" + x + ")"
	}
	switch r.IntN(9) {
	case 8:
		op := []string{"/", "%"}[r.IntN(2)]
		return []string{
			fmt.Sprintf("(%s) %s few", x, op),
			fmt.Sprintf("(none != 0 && 1000000000 %s none < %s)", op, x),
			fmt.Sprintf("(none == 0 || %d %s (none * -1) != 3)", r.IntN(100), op),
		}[r.IntN(3)]
	case 0:
		return "!(" + x + ")"
	case 1:
		return "-(" + x + ")"
	case 2:
		return fmt.Sprintf("(%s) %s %d", x, []string{"/", "%"}[r.IntN(2)], []int{2, 5, -3, 26, -2147483647, 100}[r.IntN(6)])
	}
	op := strings.Fields("+ - * == != < <= > >= && ||")[r.IntN(11)]
	y := randomExpr(r, vars, depth-1)
	if r.IntN(2) == 0 || strings.HasPrefix(y, "-") {
		y = "(" + y + ")"
	}
	return x + " " + op + " " + y
}
