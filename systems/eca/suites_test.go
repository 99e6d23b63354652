// This file tests the parser on the programs of RERS and on the tests' own.

package eca_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ijit/ijit/systems/eca"
)

const suite = "../../../shared/suites/rers"

// readSuite returns the programs of the suite, or skips.
func readSuite(t testing.TB) []*eca.File {
	paths, _ := filepath.Glob(filepath.Join(suite, "*.c"))
	if len(paths) == 0 {
		t.Skip("the real programs, a folder of shared/suites, do not lie beside the checkout: " + suite)
	}
	var files []*eca.File
	for _, path := range paths {
		files = append(files, read(t, path))
	}
	return files
}

func read(t testing.TB, path string) *eca.File {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f, err := eca.Parse(filepath.Base(path), src)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Check(); err != nil {
		t.Fatal(err)
	}
	return f
}

func stateNames(f *eca.File) []string {
	var names []string
	for _, v := range f.Vars {
		if v.State {
			names = append(names, v.Name)
		}
	}
	slices.Sort(names)
	return names
}

func TestSuite(t *testing.T) {
	for _, f := range readSuite(t) {
		if len(f.Labels) != 61 {
			t.Errorf("%s has %d labels, want 61", f.Name, len(f.Labels))
		}
		if want := []int32{1, 2, 3, 4, 5, 6, 7}; !slices.Equal(f.Alphabet, want) {
			t.Errorf("the alphabet of %s is %d, want %d", f.Name, f.Alphabet, want)
		}
	}
}

func TestStyleB(t *testing.T) {
	f := read(t, "testdata/styleb.c")
	if got, want := stateNames(f), []string{"a1", "a2", "a3"}; !slices.Equal(got, want) {
		t.Errorf("states are of %q, want %q", got, want)
	}
	if want := []int32{0, 1, 2, 3, 4}; !slices.Equal(f.Alphabet, want) {
		t.Errorf("alphabet is %d, want %d", f.Alphabet, want)
	}
	if len(f.Labels) != 2 || f.Labels[0].Name != "error_4" || f.Labels[1].Name != "error_5" {
		t.Errorf("labels %v", f.Labels)
	}
}
