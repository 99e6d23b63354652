// This file tests messages.

package eca_test

import (
	"errors"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/ijit/ijit/parser/diagnostic"
	"github.com/ijit/ijit/systems/eca"
)

const errorFile = "testdata/errors.txtar"

var updateErrors = flag.Bool("update-errors", false, "rewrite "+errorFile)

// TestErrors compares what is said of wrong programs with a file. Run with -update-errors after
// a change, and read the difference.
func TestErrors(t *testing.T) {
	archive, err := txtar.ParseFile(errorFile)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(archive.Files); i += 2 {
		src, want := archive.Files[i], &archive.Files[i+1]
		t.Run(strings.TrimSuffix(src.Name, ".c"), func(t *testing.T) {
			_, err := eca.Parse(src.Name, src.Data)
			var list diagnostic.List
			if !errors.As(err, &list) {
				t.Fatalf("error is %v", err)
			}
			got := list.Error() + "\n"
			if *updateErrors {
				want.Data = []byte(got)
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
