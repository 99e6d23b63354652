// This file fuzzes the parser, the compiler and the printer.

package smv_test

import (
	"encoding/json"
	"errors"
	"os"
	"regexp"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/parser/diagnostic"
	"github.com/ijit/ijit/systems/circuits/smv"
)

// FuzzSMV checks for any text that it is read or that there are errors in order, that the
// circuit of what is read is one, and that printing is stable and does not change the model.
func FuzzSMV(f *testing.F) {
	f.Add(counter)
	f.Add("MODULE main VAR x : word[2]; INVARSPEC -0sd3_4 / signed(0ub_0_11)[x[1:0]:0] >> 2 :: resize(x, 0) = 0sd8_-3")
	f.Add("MODULE main PSLSPEC {x[*];!x/--c--/}|=>{x ^ {\n!x}}! @ x;INVARSPEC x")
	f.Add("\uFEFFMODULE main\f\n# 1 \"x\"\nPSLSPEC 1 . 5 .. 0d3 - - 1 < - > ! = a; -- x\f\nSPEC\fmain.0 .1 /-- y --/")
	if archive, err := txtar.ParseFile(errorFile); err == nil {
		for _, file := range archive.Files {
			f.Add(string(file.Data))
		}
	}
	if list, err := os.ReadDir("../../../examples"); err == nil {
		for _, e := range list {
			if data, err := os.ReadFile("../../../examples/" + e.Name()); err == nil && len(e.Name()) > 4 && e.Name()[len(e.Name())-4:] == ".smv" {
				f.Add(string(data))
			}
		}
	}
	f.Fuzz(func(t *testing.T, src string) {
		for _, old := range []bool{false, true} {
			m, err := check("fuzz.smv", src, smv.Options{OldBool: old})
			if err != nil {
				sane(t, err)
				continue
			}
			if len(m.Circuit.Latches) < 1000 && m.Circuit.Ands() < 100000 {
				first := make([]bool, len(m.Circuit.Latches))
				for i, l := range m.Circuit.Latches {
					first[i] = l.Reset == aig.True
				}
				// Most runs break a constraint; the ones that do not are shown.
				_, _ = m.Trace(&aig.Run{First: first, Inputs: [][]bool{make([]bool, len(m.Circuit.Inputs))}, Loop: -1}, true)
			}
		}
		once, err := smv.Format("fuzz.smv", []byte(src))
		if err != nil {
			sane(t, err)
			return
		}
		twice, err := smv.Format("fuzz.smv", once)
		if err != nil {
			t.Fatalf("printed: %v\n%s", err, once)
		}
		if string(once) != string(twice) {
			t.Fatalf("printed\n%s\nprinted again\n%s", once, twice)
		}
		if before, after := tree(t, []byte(src)), tree(t, once); before != after {
			t.Fatalf("%q\nis printed as\n%s\nwhich is\n%s\nnot\n%s", src, once, after, before)
		}
	})
}

var positions = regexp.MustCompile(`"Pos":{"Line":\d+,"Col":\d+},?`)

// tree returns the syntax tree of a text as a text without positions.
func tree(t *testing.T, src []byte) string {
	file, err := smv.Parse("fuzz.smv", src)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(file.Modules)
	if err != nil {
		t.Fatal(err)
	}
	return positions.ReplaceAllString(string(text), "")
}

// sane checks that errors are in order and have places.
func sane(t *testing.T, err error) {
	var list diagnostic.List
	if !errors.As(err, &list) || len(list) == 0 || len(list) > diagnostic.MaxDiagnostics+1 {
		t.Fatalf("error is %#v", err)
	}
	for i, d := range list {
		if d.Message == "" || d.Pos.Line < 1 || d.Pos.Col < 1 || i > 0 && d.Pos.Before(list[i-1].Pos) {
			t.Fatalf("error %d of\n%v", i, err)
		}
	}
}
