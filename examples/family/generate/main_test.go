// This file tests the command.

package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ijit/ijit/examples/family"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/circuits/machine"
	"github.com/ijit/ijit/systems/eca"
)

func TestWrite(t *testing.T) {
	for _, f := range family.All() {
		dir := filepath.Join(t.TempDir(), "new")
		var said strings.Builder
		if err := write(&said, dir, f.Name, []string{"1", "3"}); err != nil {
			t.Fatal(err)
		}
		paths := strings.Fields(said.String())
		if len(paths) != 2 || paths[1] != filepath.Join(dir, f.Name+"-3.bp") {
			t.Errorf("wrote %q", paths)
		}
		for _, path := range paths {
			src, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if p, err := parser.Parse(path, src, parser.Both); err != nil || len(p.File.Warnings) > 0 {
				t.Errorf("%s: %v", path, err)
			}
			if strings.Count(string(src), "\n// want: ") != 2 {
				t.Errorf("%s: it does not say what is expected", path)
			}
			if errs := strings.Contains(string(src), "\n// want: UNSAFE\n"); errs != f.Errs {
				t.Errorf("%s: expected to err for any number of threads: %v, want %v", path, errs, f.Errs)
			}
		}
	}
}

func TestWriteMachines(t *testing.T) {
	for _, f := range family.Machines() {
		dir := t.TempDir()
		if err := write(io.Discard, dir, f.Name, []string{"4"}); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, f.Name+"-4.smv")
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if m, _, err := machine.ReadSMV(path, src, false); err != nil || len(m.Properties) == 0 {
			t.Errorf("%s: %v, or it has no properties", f.Name, err)
		}
	}
}

func TestWriteECA(t *testing.T) {
	for _, f := range family.ECAFamilies() {
		dir := t.TempDir()
		if err := write(io.Discard, dir, f.Name, []string{"1"}); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, f.Name+"-1.c")
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		file, err := eca.Parse(path, src)
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(src), "// want: ") - 1; n != len(file.Labels) || n == 0 {
			t.Errorf("%s: it says what is expected of %d labels, there are %d", f.Name, n, len(file.Labels))
		}
	}
}

func TestWrong(t *testing.T) {
	dir := t.TempDir()
	for _, args := range [][]string{{"nobody", "1"}, {"flags"}, {"flags", "0"}, {"flags", "1", "x"}, {"flags", "10001"}} {
		if err := write(io.Discard, dir, args[0], args[1:]); err == nil {
			t.Errorf("%q: no error", args)
		}
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) > 0 {
		t.Errorf("%d files written for wrong arguments (%v)", len(files), err)
	}
}
