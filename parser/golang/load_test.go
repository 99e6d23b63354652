// This file defines tests of what is loaded, and of what is said when nothing can be.

package golang_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/ijit/ijit/parser/golang"
)

const sources = `
-- go.mod --
module example.com/m

go 1.26
-- a/a.go --
package a

import "example.com/m/b"

type T struct{}

func (*T) Run() { b.F() }
-- a/a_test.go --
package a

import "testing"

func TestIn(t *testing.T) {}
func Testing(t *testing.T) {}
-- a/x_test.go --
package a_test

import "testing"

func TestOut(t *testing.T) {}
-- b/b.go --
package b

func F() {}
-- tags/tags.go --
//go:build never

package tags
-- bad/bad.go --
package bad

func F() int {
	return "no"
}

func G() { undefined() }
-- syntax/syntax.go --
package syntax

func F( {
-- lib/lib.go --
package lib

func F() {}
-- script.go --
//go:build ignore

package main

import "testing"

func TestHere(t *testing.T) {}
func main()                 {}
-- alone_test.go --
package other_test

import "testing"

func TestAlone(t *testing.T) {}
`

// TestLoad loads packages and files of one module, and lists their entries.
func TestLoad(t *testing.T) {
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(sources)).Files {
		name := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ pattern, entry, want string }{
		{"./a", "", "TestIn TestOut"},
		{"a", "T.Run", "(*T).Run"},
		{"./a", "a.TestIn", "TestIn"},
		{"./a", "TestInn", "error: there is no function TestInn"},
		{"script.go", "", "TestHere main"},
		{"alone_test.go", "", "TestAlone"},
		{"./lib", "", "error: no tests and no function main; name a function to begin with: F"},
		{"./tags", "", "error: build constraints exclude all Go files"},
		{"./none", "", "error: "},
		{"none.go", "", "error: cannot read none.go: no such file"},
		{"./bad", "", `bad.go:4:9: cannot use "no" (untyped string constant) as int value in return statement` + "\n\treturn \"no\"\n\t       ^"},
		{"./bad", "", "bad.go:7:12: undefined: undefined"},
		{"./syntax", "", "syntax.go:3:9: "},
	} {
		have := ""
		code, err := golang.Load(context.Background(), dir, c.pattern)
		if err == nil {
			var entries []*golang.Entry
			entries, err = code.Entries(c.entry)
			var names []string
			for _, e := range entries {
				names = append(names, e.Name)
				if !strings.HasPrefix(e.Site.Pos.Filename, dir) || strings.Contains(e.Site.Pos.Filename, "ijit") {
					t.Errorf("%s: %s lies in %s", c.pattern, e.Name, e.Site.Pos.Filename)
				}
			}
			have = strings.Join(names, " ")
		}
		want, failure := strings.CutPrefix(c.want, "error: ")
		failure = failure || strings.Contains(want, ".go:")
		switch {
		case err == nil && (failure || have != want):
			t.Errorf("%s %s: have %s, want %s", c.pattern, c.entry, have, c.want)
		case err != nil && (!failure || !strings.Contains(err.Error(), want)):
			t.Errorf("%s %s: %v, want %s", c.pattern, c.entry, err, c.want)
		}
	}
}
