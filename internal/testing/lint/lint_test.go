// This file tests the module against its rules, and the rules against modules that
// break them.

package lint_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/lint"
)

// house loads this module, once.
var house = sync.OnceValues(func() (*lint.Module, error) { return lint.Load(filepath.Join("..", "..", ".."), nil) })

func TestModule(t *testing.T) {
	m, err := house()
	if err != nil {
		t.Fatal(err)
	}
	report := func(rule string, found []string, err error) {
		t.Helper()
		if err != nil {
			t.Errorf("%s: %v", rule, err)
		}
		for _, f := range found {
			t.Errorf("%s: %s", rule, f)
		}
	}
	report("imports", lint.Imports(m, lint.House()), nil)
	report("permissions", lint.Unused(m, lint.House()), nil)
	report("variables", lint.Variables(m), nil)
	files, err := lint.Files(m)
	report("files", files, err)
	words, err := lint.Words(m.Dir)
	report("words", words, err)
}

// TestReadme checks that the list of packages in the README has each public package and
// nothing that is none.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, ok := strings.Cut(string(text), "\n## Read the code\n")
	if !ok {
		t.Fatal("the README has no section on the code")
	}
	listed := map[string]bool{}
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z/]+)` \\|").FindAllStringSubmatch(section, -1) {
		listed[row[1]] = true
	}
	m, err := house()
	if err != nil {
		t.Fatal(err)
	}
	packages := map[string]bool{"examples": true} // a folder of programs
	for _, p := range m.Packages {
		packages[p.Path] = true
		if !strings.Contains(p.Path, "/") && !listed[p.Path] {
			t.Errorf("the README does not list %s", p.Path)
		}
	}
	for name := range listed {
		if !packages[name] {
			t.Errorf("the README lists %s, which is no package", name)
		}
	}
}

// TestPath checks that the files of the path through the code that ARCHITECTURE.md names are there, and short enough for an afternoon.
func TestPath(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	text, err := os.ReadFile(filepath.Join(root, "ARCHITECTURE.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "\n## An afternoon's path\n")
	section, _, _ = strings.Cut(section, "\n## ")
	lines := 0
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z/]+[A-Za-z]*\\.[a-z]+)` \\|").FindAllStringSubmatch(section, -1) {
		file, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(row[1])))
		if err != nil {
			t.Error(err)
		}
		lines += strings.Count(string(file), "\n")
	}
	if lines < 1000 || lines > 3000 {
		t.Errorf("the path has %d lines; 3000 can be read in an afternoon", lines)
	}
}

// module writes a module and loads it.
func module(t *testing.T, files map[string]string) *lint.Module {
	t.Helper()
	files["go.mod"] = "module m.test/m\n\ngo 1.26\n"
	dir, err := campaign.Folder(files)
	if err != nil {
		t.Fatal(err)
	}
	m, err := lint.Load(dir, append(os.Environ(), "GOFLAGS=", "GOWORK=off"))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestImports(t *testing.T) {
	m := module(t, map[string]string{
		"a/a.go":       "package a\nimport _ \"unicode/utf8\"\n",
		"b/b.go":       "package b\nimport _ \"m.test/m/a\"\n",
		"b/sub/s.go":   "package sub\nimport _ \"m.test/m/b\"\n",
		"c/c.go":       "package c\nimport (\n_ \"m.test/m/b\"\n_ \"m.test/m/b/sub\"\n)\n",
		"d/util/u.go":  "package util\n",
		"new/new.go":   "package new\n",
		"a/a_test.go":  "package a_test\nimport _ \"m.test/m/c\"\n",
		"e/sub/own.go": "package own\nimport _ \"m.test/m/a\"\n",
	})
	table := lint.Table{
		"a":       {},
		"b":       {},
		"b/...":   {"b"},
		"c":       {"b/..."},
		"d/...":   {},
		"e/...":   {"a"},
		"e/sub":   {},
		"nothing": {},
	}
	want := []string{
		"b: must not import a",
		`d/util: "util" says nothing about what is in it`,
		"e/sub: must not import a",
		"new: the table of imports has no row for this package",
	}
	got := lint.Imports(m, table)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

func TestUnused(t *testing.T) {
	m := module(t, map[string]string{
		"a/a.go":       "package a\nimport _ \"unicode/utf8\"\n",
		"a/a_test.go":  "package a_test\nimport _ \"m.test/m/d\"\n",
		"b/b.go":       "package b\nimport _ \"m.test/m/a\"\n",
		"b/sub/s.go":   "package sub\nimport _ \"m.test/m/d/inner\"\n",
		"c/c.go":       "package c\nimport _ \"m.test/m/b/sub\"\n",
		"d/d.go":       "package d\n",
		"d/inner/i.go": "package inner\n",
	})
	table := lint.Table{
		"a":     {"d", "example.com/other"}, // a test imports d
		"b":     {"a", "d"},                 // what is below has a row of its own
		"b/...": {"d/..."},
		"c":     {"b/...", "b"},
		"d":     {},
		"d/...": {},
		"e":     {"a"},
		"f/...": {},
	}
	want := []string{
		"a: may import d but does not",
		"a: may import example.com/other but does not",
		"b: may import d but does not",
		"c: may import b but does not",
		"the table of imports has a row for e, which is no package",
		"the table of imports has a row for f/..., which is no package",
	}
	if diff := cmp.Diff(want, lint.Unused(m, table)); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

// wantPattern matches what a line of a module in a test says about itself.
var wantPattern = regexp.MustCompile(`// want (.*)$`)

func TestVariables(t *testing.T) {
	files := map[string]string{
		"a/a.go": `package a

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"
)

func init() {} // want func init

type T struct{}

func (T) init() {}

var (
	ErrA    = errors.New("a")
	ErrB    = fmt.Errorf("b: %w", ErrA)
	pattern = regexp.MustCompile("x")
	_       error = ErrA
	table   = map[string][]int{"a": {1}}
	records = []struct {
		Name string
		Run  func() int
	}{{"a", nil}}
	Shadowed = 1
	free     sync.Pool
)

var cache = map[string]int{} // want package variable cache is changed
var counter = 0              // want package variable counter is changed
var Exported = []int{1}      // want package variable Exported is changed
var field struct{ x [2]int } // want package variable field is changed
var taken = 1                // want package variable taken is changed
var erased = map[int]int{}   // want package variable erased is changed
var empty int                // want package variable empty is neither
var lock sync.Mutex          // want package variable lock is changed
var pointer = &T{}           // want package variable pointer is neither
var channel = make(chan int) // want package variable channel is neither
var replacer = strings.NewReplacer("a", "b") // want package variable replacer is neither
var made = func() error { return nil }()     // want package variable made is neither

func f() {
	cache["a"] = 1
	counter++
	field.x[1] = 2
	_ = &taken
	delete(erased, 1)
	lock.Lock()
	free.Put(1)
	table := []int{1}
	table[0] = 2
	Shadowed := 2
	Shadowed++
	for range records {
	}
}
`,
		"b/b.go": `package b

import "m.test/m/a"

func f() { a.Exported[0] = 2 }
`,
	}
	m := module(t, files)
	var got, want []string
	for _, f := range lint.Variables(m) {
		got = append(got, strings.Split(f, " at ")[0])
	}
	line := 0
	for text := range strings.Lines(files["a/a.go"]) {
		line++
		if match := wantPattern.FindStringSubmatch(strings.TrimSuffix(text, "\n")); match != nil {
			want = append(want, match[1])
		}
	}
	for i, g := range got {
		if i >= len(want) || !strings.Contains(g, want[i]) {
			t.Fatalf("finding %d is %q, want %q", i, g, append(want, "none")[min(i, len(want))])
		}
	}
	if len(got) < len(want) {
		t.Errorf("not found: %q", want[len(got):])
	}
}

func TestFiles(t *testing.T) {
	m := module(t, map[string]string{
		"a/doc.go":    "// Package a is good.\npackage a\n",
		"a/a.go":      "// This file defines things.\n\npackage a\n",
		"a/b.go":      "package a\n\n// This file defines things too late.\n",
		"a/c.go":      "// Things are here.\n\npackage a\n",
		"b/b.go":      "// This file defines all but a doc.\npackage b\n",
		"b/c.go":      "// This file defines no doc either.\n\npackage b\n",
		"c/c.go":      "// This file defines all there is.\npackage c\n",
		"d/d.go":      "package d\n",
		"e/doc.go":    "// Package e is good.\n//\n// # Files\n//\n//\te.go  things; gone.go\n//\n// # Words\n//\n//\tf.go  a word\npackage e\n",
		"e/e.go":      "// This file defines things.\n\npackage e\n",
		"e/f.go":      "// This file defines others.\n\npackage e\n",
		"a/a_test.go": "package a_test\n" + strings.Repeat("//\n", lint.MaxLines),
	})
	want := []string{
		`a/a_test.go: 701 lines, at most 700`,
		`a/b.go:1: the file does not open with "// This file defines"`,
		`a/c.go:3: the file does not open with "// This file defines"`,
		"b: the package has no doc",
		"d/d.go:1: the file does not open with \"// This file defines\"",
		"d: the package has no doc",
		"e: the doc of the package does not list the file f.go",
		"e: the doc of the package lists gone.go, which does not exist",
	}
	got, err := lint.Files(m)
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

func TestWords(t *testing.T) {
	dir := t.TempDir()
	text := "fine\nTO" + "DO: more\nsee issue" + " 12\nan issue\n/wo" + "rk/main\nworkspace/work\n"
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "b.bin"), []byte("\x00"+text), 0o666); err != nil {
		t.Fatal(err)
	}
	got, err := lint.Words(dir)
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(got)
	want := []string{`a.txt:2: "TO` + `DO"`, `a.txt:3: "issue` + ` 1"`, `a.txt:5: "/wo` + `rk/"`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}
