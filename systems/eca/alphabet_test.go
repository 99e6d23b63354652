// This file tests that the alphabet is exact: more inputs reach nothing else, and none sooner.

package eca_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems/eca"
)

func TestAlphabet(t *testing.T) {
	archive, err := txtar.ParseFile(formsFile)
	if err != nil {
		t.Fatal(err)
	}
	var sources []string
	for _, file := range archive.Files {
		sources = append(sources, string(file.Data))
	}
	for seed := range campaign.Size(t, 100, 5000) {
		sources = append(sources, randomCopies(rand.New(rand.NewPCG(uint64(seed), 2))))
	}
	reached := 0
	for _, src := range sources {
		f, err := eca.Parse("x.c", []byte(src))
		if err != nil {
			t.Fatalf("%v\n%s", err, src)
		}
		if err := f.Check(); err != nil {
			t.Fatalf("%v\n%s", err, src)
		}
		want, _ := search(f, 1000)
		reached += len(want)
		last := f.Alphabet[len(f.Alphabet)-1]
		f.Alphabet = append(f.Alphabet[:len(f.Alphabet):len(f.Alphabet)], last+1, last+2, -1000)
		if got, _ := search(f, 10000); !maps.Equal(got, want) {
			t.Fatalf("with more inputs %v, else %v\n%s", got, want, src)
		}
	}
	if reached < len(sources) {
		t.Errorf("only %d labels reached in %d programs", reached, len(sources))
	}
}

// randomCopies returns a program that keeps inputs and compares them to each other.
func randomCopies(r *rand.Rand) string {
	var b strings.Builder
	vars := []string{"a", "b", "c", "x", "y"}
	operand := func() string {
		if r.IntN(4) == 0 {
			return fmt.Sprint(r.IntN(2))
		}
		return vars[r.IntN(len(vars))]
	}
	b.WriteString("int a; int b; int c = 1;\nint main() {\n\twhile (1) {\n")
	b.WriteString("\t\tint x = __VERIFIER_nondet_int(), y = x;\n")
	if r.IntN(3) == 0 {
		b.WriteString("\t\ty = __VERIFIER_nondet_int();\n")
	}
	for i := range 4 {
		var cond []string
		for range 1 + r.IntN(3) {
			cond = append(cond, operand()+[]string{" == ", " != "}[r.IntN(2)]+operand())
		}
		fmt.Fprintf(&b, "\t\tif (%s) { l%d: %s = %s; }\n", strings.Join(cond, " && "), i, vars[r.IntN(3)], operand())
	}
	b.WriteString("\t}\n}\n")
	return b.String()
}
