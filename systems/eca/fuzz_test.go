// This file fuzzes the parser and the interpreter.

package eca_test

import (
	"errors"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/ijit/ijit/parser/diagnostic"
	"github.com/ijit/ijit/systems/eca"
)

// FuzzParse checks for any text that there are errors, in order and with places, or a tree that
// keeps its promises, and that can be executed.
func FuzzParse(f *testing.F) {
	if src, err := os.ReadFile("testdata/styleb.c"); err == nil {
		f.Add(string(src))
	}
	for _, name := range []string{errorFile, formsFile} {
		if archive, err := txtar.ParseFile(name); err == nil {
			for _, file := range archive.Files {
				f.Add(string(file.Data))
			}
		}
	}
	f.Fuzz(func(t *testing.T, src string) {
		file, err := eca.Parse("fuzz.c", []byte(src))
		if err != nil {
			var list diagnostic.List
			if !errors.As(err, &list) || len(list) == 0 || len(list) > diagnostic.MaxDiagnostics+1 {
				t.Fatalf("error is %#v", err)
			}
			for i, d := range list {
				if d.Message == "" || d.Pos.Line < 1 || d.Pos.Col < 1 || i > 0 && d.Pos.Before(list[i-1].Pos) {
					t.Fatalf("error %d of\n%v", i, err)
				}
			}
			return
		}
		if err := file.Check(); err != nil {
			t.Fatal(err)
		}
		eca.Classify(file)
		inputs := make([]int32, 3)
		for i := range inputs {
			inputs[i] = file.Alphabet[i*7%len(file.Alphabet)]
		}
		eca.Run(file, inputs)
	})
}
