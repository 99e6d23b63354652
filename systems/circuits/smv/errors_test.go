// This file tests messages.

package smv_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/parser/diagnostic"
	"github.com/ijit/ijit/systems/circuits/smv"
)

const errorFile = "testdata/errors.txtar"

var updateErrors = flag.Bool("update-errors", false, "rewrite "+errorFile)

// check parses and compiles a text.
func check(name, src string, o smv.Options) (*smv.Model, error) {
	f, err := smv.Parse(name, []byte(src))
	if err != nil {
		return nil, err
	}
	return smv.Compile(f, o)
}

// TestErrors compares what is said of wrong models with a file. Run with -update-errors after
// a change, and read the difference.
func TestErrors(t *testing.T) {
	archive, err := txtar.ParseFile(errorFile)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(archive.Files); i += 2 {
		src, want := archive.Files[i], &archive.Files[i+1]
		name := strings.TrimSuffix(src.Name, ".smv")
		t.Run(name, func(t *testing.T) {
			_, err := check(src.Name, string(src.Data), smv.Options{})
			var list diagnostic.List
			if !errors.As(err, &list) {
				t.Fatalf("error is %v", err)
			}
			got := list.Error() + "\n"
			if *updateErrors {
				want.Name, want.Data = name+".err", []byte(got)
				return
			}
			if got != string(want.Data) {
				t.Errorf("got\n%swant\n%s", got, want.Data)
			}
		})
	}
	if *updateErrors {
		if err := os.WriteFile(errorFile, txtar.Format(archive), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// TestLimits checks that large and deep models are compiled or refused, soon: half of them each day.
func TestLimits(t *testing.T) {
	chain := func(op string, n int) string {
		return "MODULE main VAR x : boolean; INVARSPEC x" + strings.Repeat(" "+op+" x", n) + ";\n"
	}
	tower := func(levels int) string {
		var b strings.Builder
		b.WriteString("MODULE main VAR a : m0;\n")
		for i := range levels {
			fmt.Fprintf(&b, "MODULE m%d VAR x : m%d; y : m%d;\n", i, i+1, i+1)
		}
		fmt.Fprintf(&b, "MODULE m%d VAR x : boolean;\n", levels)
		return b.String()
	}
	var defines strings.Builder
	defines.WriteString("MODULE main VAR x : boolean; DEFINE d0 := x;\n")
	for i := range 30000 {
		fmt.Fprintf(&defines, "d%d := !d%d;\n", i+1, i)
	}
	defines.WriteString("INVARSPEC d30000\n")
	for i, test := range []struct{ name, src, message string }{
		{"conjunction", chain("&", 30000), ""},
		{"equivalence", chain("<->", 30000), ""},
		{"comparisons", chain("=", 100000), "nested deeper"},
		{"implications", chain("->", 100000), "nested deeper"},
		{"parentheses", "MODULE main INVARSPEC " + strings.Repeat("(", 100000), "nested deeper"},
		{"negations", "MODULE main INVARSPEC " + strings.Repeat("!", 100000), "nested deeper"},
		{"next", "MODULE main LTLSPEC " + strings.Repeat("X ", 100000), "nested deeper"},
		{"dots", "MODULE main VAR a : boolean; INVARSPEC a" + strings.Repeat(".a", 100000), "nested deeper"},
		{"arrays", "MODULE main VAR a : " + strings.Repeat("array 0..1 of ", 100000) + "boolean;", "nested deeper"},
		{"cells", "MODULE main VAR a : " + strings.Repeat("array 0..9 of ", 9) + "boolean;", "variables"},
		{"large array", "MODULE main VAR a : array 0..1000000000 of boolean;", "variables"},
		{"wide array", "MODULE main VAR a : array 0..9999 of 0..3; x : 0..9999; INVARSPEC a[x] = 1;", ""},
		{"large range", "MODULE main VAR x : 0..1000000000; ASSIGN init(x) := 0; next(x) := (x + 1) mod 1000000001; INVARSPEC x < 5;", ""},
		{"product", "MODULE main VAR x : 0..1000000000; INVARSPEC x * x * x = 8;", "more than"},
		{"numbers", "MODULE main VAR x : 0..99999999999999999999;", "larger than"},
		{"division", "MODULE main VAR x : 1..1000000; y : 1..1000000; ASSIGN next(x) := x / y + 1 ;", "assigned to x"},
		{"tower", tower(40), "instances"},
		{"small tower", tower(10), ""},
		{"definitions", defines.String(), "nested deeper"},
		{"bounds", "MODULE main VAR x : boolean; LTLSPEC G [0, 1000] F [0, 1000] x", ""},
		{"steps", "MODULE main VAR x : boolean; LTLSPEC G [0, 100000] x", "bound up to 1000"},
		{"formulas", "MODULE main VAR x : boolean; SPEC AG x" + strings.Repeat(" & AG x", 5000), ""},
		{"equivalent formulas", "MODULE main VAR x : boolean; SPEC EF x" + strings.Repeat(" <-> EF x", 2000), ""},
		{"more equivalent formulas", "MODULE main VAR x : boolean; LTLSPEC F x" + strings.Repeat(" xor F x", 4000), "nested deeper"},
		{"indexes", "MODULE main VAR a : array 0..3 of 0..3; x : 0..3; INVARSPEC " + strings.Repeat("a[", 200) + "x" + strings.Repeat("]", 200) + " = 1", ""},
		{"wrong indexes", "MODULE main VAR a : array 0..3 of 0..3; x : 0..3; INVARSPEC " + strings.Repeat("a[", 200) + "y" + strings.Repeat("]", 200) + " = 1", "undefined name y"},
		{"indexes of a type", "MODULE main VAR a : array 0..3 of 0..3; x : 0.." + strings.Repeat("a[", 200) + "2" + strings.Repeat("]", 200) + ";", "no constant"},
		{"long", "MODULE main -- " + strings.Repeat("x", 32<<20), "longer than 32 MiB"},
		{"arguments", "MODULE main VAR a : m(b.x); b : m(a.x); INVARSPEC a.x\nMODULE m(x)", "refers to itself"},
	} {
		if !campaign.Due(t, i%8, 8) {
			continue
		}
		t.Run(test.name, func(t *testing.T) {
			m, err := check("x.smv", test.src, smv.Options{})
			switch {
			case test.message == "" && err != nil, test.message != "" && (err == nil || !strings.Contains(err.Error(), test.message)):
				t.Errorf("%.500v", err)
			case err == nil && m.Circuit == nil:
				t.Error("no circuit")
			}
		})
	}
}
