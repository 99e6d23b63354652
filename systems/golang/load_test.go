// This file defines tests of what is loaded, and of what is said when nothing can be.

package golang_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems/golang"
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
-- generic/generic.go --
package generic

func G[T any](x T) T { return x }
-- absent/absent.go --
package absent

import "example.com/nothere"

func F() { nothere.F() }
-- empty_test.go --
-- cut_test.go --
package cut

func F() {
	c := 1
	if {
	}
}
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

// TestErrorOnce checks that one error is reported once, under the name of the file that it is in.
func TestErrorOnce(t *testing.T) {
	campaign.Turn(t, 0, 2)
	dir := unpack(t, sources)
	t.Setenv("GOPROXY", "off")
	t.Setenv("GOFLAGS", "")
	for pattern, want := range map[string]string{
		"empty_test.go": "empty_test.go:1:1: expected 'package', found 'EOF'",
		"cut_test.go":   "cut_test.go:5:5: missing condition",
		"./absent":      "absent.go:3:8: ",
	} {
		_, err := golang.Load(context.Background(), dir, pattern)
		if err == nil {
			t.Errorf("%s is loaded", pattern)
		} else if text := err.Error(); strings.Count(text, ".go:") != 1 || !strings.Contains(text, want) || strings.Contains(text, "command-line-arguments") {
			t.Errorf("%s: %s, want %s once", pattern, text, want)
		}
	}
	_, err := golang.Load(context.Background(), t.TempDir(), ".")
	if err == nil || strings.Contains(err.Error(), "exit status") || !strings.Contains(err.Error(), "hint: a package needs a go.mod") {
		t.Errorf("outside of any module: %v", err)
	}
}

// TestWorkspace checks that calls are followed into the other modules of a workspace.
func TestWorkspace(t *testing.T) {
	campaign.Turn(t, 1, 2)
	t.Setenv("GOFLAGS", "")
	dir := unpack(t, `
-- go.work --
go 1.26

use (
	./a
	./b
)
-- a/go.mod --
module example.com/a

go 1.26
-- a/a_test.go --
package a

import (
	"testing"

	"example.com/b"
)

func TestA(t *testing.T) { b.Wait(make(chan int)) }
-- b/go.mod --
module example.com/b

go 1.26
-- b/b.go --
package b

func Wait(c chan int) { <-c }
`)
	code, err := golang.Load(context.Background(), dir, "./a")
	if err != nil {
		t.Fatal(err)
	}
	entries, err := code.Entries("")
	if err != nil {
		t.Fatal(err)
	}
	p, err := code.Skeleton(context.Background(), entries[0], golang.Options{Size: 2})
	if err != nil || len(p.Notes) > 0 || len(p.Objects) != 1 {
		t.Errorf("%v, %+v", err, p)
	}
}

// TestContainers checks that lists and heaps are read from source, for a file as for a package.
func TestContainers(t *testing.T) {
	campaign.Turn(t, 1, 2)
	dir := filepath.Join("testdata", "src", "basic")
	code, err := golang.Load(t.Context(), dir, "containers_test.go")
	if err != nil {
		t.Fatal(err)
	}
	entries, err := code.Entries("TestList")
	if err != nil {
		t.Fatal(err)
	}
	p, err := code.Skeleton(t.Context(), entries[0], golang.Options{})
	if err != nil || len(p.Notes) > 0 || len(p.Objects) != 3 {
		t.Errorf("%v, %+v", err, p)
	}
	for _, n := range p.Bodies[0].Nodes {
		if n.Pos.IsValid() && !strings.HasSuffix(n.Pos.Filename, "containers_test.go") {
			t.Errorf("%s lies in %s", n, n.Pos)
		}
	}
}

// TestDependencies checks that a small package of another module is read from source, for a file as for a package; that
// what it does is at the place of the call; and that one with package unsafe is not read.
func TestDependencies(t *testing.T) {
	campaign.Turn(t, 0, 2)
	dir := unpack(t, `
-- a/go.mod --
module example.com/a

go 1.26

require (
	example.com/dep v0.0.0
	example.com/other v0.0.0
)

replace (
	example.com/dep => ../dep
	example.com/other => ../other
)
-- a/a.go --
package a

import (
	"example.com/dep"
	"example.com/other"
)

func Run() {
	c := make(chan int)
	dep.Async(func() { c <- other.Size() })
	dep.Wait(c)
}
-- dep/go.mod --
module example.com/dep

go 1.26
-- dep/dep.go --
package dep

import "unsafe"

const Word = unsafe.Sizeof(uintptr(0))

func Async(f func()) { go f() }

func Wait[T any](c chan T) {
	func() { <-c }()
}
-- other/go.mod --
module example.com/other

go 1.26
-- other/other.go --
package other

import "unsafe"

func Size() (n int) {
	*(*int)(unsafe.Pointer(&n)) = 1
	return n
}
`)
	for _, pattern := range []string{".", "a.go"} {
		code, err := golang.Load(t.Context(), filepath.Join(dir, "a"), pattern)
		if err != nil {
			t.Fatal(err)
		}
		entries, err := code.Entries("Run")
		if err != nil {
			t.Fatal(err)
		}
		p, err := code.Skeleton(t.Context(), entries[0], golang.Options{})
		if err != nil || len(p.Notes) != 1 || len(p.Bodies) != 2 || len(p.Objects) != 1 {
			t.Fatalf("%s: %v, %+v", pattern, err, p)
		}
		for _, b := range p.Bodies {
			for _, n := range b.Nodes {
				if n.Pos.IsValid() && filepath.Base(n.Pos.Filename) != "a.go" {
					t.Errorf("%s: %s lies in %s", pattern, n, n.Pos)
				}
			}
		}
	}
}

// unpack writes an archive to a folder.
func unpack(t *testing.T, archive string) string {
	t.Helper()
	files := map[string]string{}
	for _, f := range txtar.Parse([]byte(archive)).Files {
		files[f.Name] = string(f.Data)
	}
	dir, err := campaign.Folder(files)
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestLoad loads packages and files of one module, and lists their entries.
func TestLoad(t *testing.T) {
	dir := unpack(t, sources)
	type answer struct {
		code *golang.Code
		err  error
	}
	loaded := map[string]answer{}
	for _, c := range []struct{ pattern, entry, want string }{
		{"./a", "", "TestIn TestOut"},
		{"a", "T.Run", "(*T).Run"},
		{"./a", "a.TestIn", "TestIn"},
		{"./a", "TestInn", "error: there is no function TestInn"},
		{"script.go", "", "TestHere main"},
		{"alone_test.go", "", "TestAlone"},
		{"./lib", "", "error: no tests and no function main; name a function to begin with: F"},
		{"./tags", "", "error: build constraints exclude all Go files"},
		{"./tags", "", "error: hint: give the name of a file to check it alone"},
		{"./none", "", "error: "},
		{"./generic", "G", "error: G is generic, and executions cannot begin there"},
		{"none.go", "", "error: cannot read none.go: no such file"},
		{"./bad", "", `bad.go:4:9: cannot use "no" (untyped string constant) as int value in return statement` + "\n\treturn \"no\"\n\t       ^"},
		{"./bad", "", "bad.go:7:12: undefined: undefined"},
		{"./syntax", "", "syntax.go:3:9: "},
	} {
		have := ""
		known, ok := loaded[c.pattern]
		if !ok && campaign.Due(t, len(loaded)%2, 2) {
			known.code, known.err = golang.Load(context.Background(), dir, c.pattern)
		}
		loaded[c.pattern] = known
		if known == (answer{}) { // its turn is on another day
			continue
		}
		code, err := known.code, known.err
		if err == nil {
			var entries []*golang.Entry
			entries, err = code.Entries(c.entry)
			var names []string
			for _, e := range entries {
				names = append(names, e.Name)
				if !strings.HasPrefix(e.Site.Pos.Filename, dir) || strings.Contains(strings.TrimPrefix(e.Site.Pos.Filename, dir), "ijit") {
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
