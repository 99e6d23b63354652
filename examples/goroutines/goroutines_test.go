// This file tests that the programs of this directory are what they claim to be.

// Package goroutines_test holds Go programs with a defect of synchronisation each, and their mended
// twins.
package goroutines_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

// kinds are what a want line may say.
var kinds = []string{"leak", "deadlock", "close", "lock", "waitgroup", "race", "panic"}

// A program is a file of this directory that is built alone.
type program struct {
	file  string
	fixed bool
	text  string
	ast   *ast.File
	entry string           // the function that begins
	wants map[int][]string // the kinds that each line wants
}

// name is what the programs about one defect have in common with their file names.
func (p *program) name() string {
	name := strings.TrimSuffix(strings.TrimSuffix(p.file, ".go"), "_test")
	return strings.TrimSuffix(name, "-fixed")
}

// programs reads all programs, once.
var programs = sync.OnceValues(func() ([]*program, error) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		return nil, err
	}
	var all []*program
	fset := token.NewFileSet()
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if !strings.HasPrefix(string(text), "//go:build ignore\n") {
			continue
		}
		p := &program{file: file, text: string(text), fixed: strings.Contains(file, "-fixed")}
		if p.ast, err = parser.ParseFile(fset, file, text, parser.ParseComments); err != nil {
			return nil, err
		}
		if p.wants, err = wants(p.text); err != nil {
			return nil, fmt.Errorf("%s:%w", file, err)
		}
		p.entry = entry(p)
		all = append(all, p)
	}
	return all, check(fset, all)
})

// wants reads the want lines of a program.
func wants(text string) (map[int][]string, error) {
	const mark = "// want:"
	found := map[int][]string{}
	line := 0
	for l := range strings.Lines(text) {
		line++
		code, want, ok := strings.Cut(strings.TrimSuffix(l, "\n"), mark)
		if !ok {
			continue
		}
		if strings.TrimSpace(code) == "" {
			return nil, fmt.Errorf("%d: a want line without an operation", line)
		}
		for kind := range strings.SplitSeq(want, ",") {
			kind = strings.TrimSpace(kind)
			if !slices.Contains(kinds, kind) || slices.Contains(found[line], kind) {
				return nil, fmt.Errorf("%d: the want line says %q", line, kind)
			}
			found[line] = append(found[line], kind)
		}
	}
	return found, nil
}

// entry returns the function that begins: the one that a comment names, main, or the test. It is
// empty if there is none, or more than one test.
func entry(p *program) string {
	var found []string
	for _, d := range p.ast.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil {
			if strings.HasPrefix(f.Name.Name, "Test") || f.Name.Name == "main" {
				found = append(found, f.Name.Name)
			}
		}
	}
	if named := regexp.MustCompile(`(?m)^// entry: (\w+)$`).FindStringSubmatch(p.text); named != nil {
		if p.ast.Scope.Lookup(named[1]) != nil {
			return named[1]
		}
		return ""
	}
	if len(found) == 1 {
		return found[0]
	}
	return ""
}

// check infers the types of the programs, with the export data of what they import.
func check(fset *token.FileSet, all []*program) error {
	imports := map[string]bool{}
	for _, p := range all {
		for _, i := range p.ast.Imports {
			imports[strings.Trim(i.Path.Value, `"`)] = true
		}
	}
	args := []string{"list", "-export", "-deps", "-json=ImportPath,Export"}
	for path := range imports {
		args = append(args, path)
	}
	out, err := exec.Command("go", args...).Output()
	if err != nil {
		return fmt.Errorf("go list: %w", err)
	}
	exports := map[string]string{}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct{ ImportPath, Export string }
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return err
		}
		exports[p.ImportPath] = p.Export
	}
	lookup := func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }
	config := types.Config{Importer: importer.ForCompiler(fset, "gc", lookup)}
	for _, p := range all {
		if _, err := config.Check(p.file, fset, []*ast.File{p.ast}, nil); err != nil {
			return err
		}
	}
	return nil
}

// twin returns the mended program of a broken one: NAME-fixed of NAME, or of what is left of NAME
// without its last words, since one program may have several mutants.
func twin(p *program, all []*program) *program {
	for name := p.name(); name != ""; {
		for _, q := range all {
			if q.fixed && q.name() == name {
				return q
			}
		}
		name = name[:max(0, strings.LastIndexByte(name, '-'))]
	}
	return nil
}

// TestPrograms checks that each program can be built, says on top what it is about, has an entry,
// and that exactly the broken ones have want lines, and a twin.
func TestPrograms(t *testing.T) {
	all, err := programs()
	if err != nil {
		t.Fatal(err)
	}
	used := map[*program]bool{}
	seen := map[string]bool{}
	for _, p := range all {
		if len(p.ast.Comments) < 2 || p.ast.Comments[1].End() > p.ast.Package {
			t.Errorf("%s: no comment above the package says what the program is about", p.file)
		}
		if p.entry == "" {
			t.Errorf("%s: no entry, or several", p.file)
		}
		if strings.HasPrefix(p.entry, "Test") != strings.HasSuffix(p.file, "_test.go") {
			t.Errorf("%s: %s is the entry", p.file, p.entry)
		}
		if n := strings.Count(p.text, "\n"); n < 35 || n > 130 {
			t.Errorf("%s: %d lines", p.file, n)
		}
		if p.fixed != (len(p.wants) == 0) {
			t.Errorf("%s: %d want lines", p.file, len(p.wants))
		}
		if p.fixed {
			continue
		}
		if q := twin(p, all); q != nil {
			used[q] = true
		} else {
			t.Errorf("%s: no twin", p.file)
		}
		for _, list := range p.wants {
			for _, kind := range list {
				seen[kind] = true
			}
		}
	}
	for _, p := range all {
		if p.fixed && !used[p] {
			t.Errorf("%s: no broken twin", p.file)
		}
	}
	for _, kind := range kinds {
		if !seen[kind] {
			t.Errorf("no program wants %s", kind)
		}
	}
}

// TestReadme checks that README.md lists each program once.
func TestReadme(t *testing.T) {
	all, err := programs()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]int{}
	for _, link := range regexp.MustCompile(`\]\(([\w-]+\.go)\)`).FindAllStringSubmatch(string(text), -1) {
		listed[link[1]]++
	}
	for _, p := range all {
		if listed[p.file] != 1 {
			t.Errorf("README.md lists %s %d times", p.file, listed[p.file])
		}
		delete(listed, p.file)
	}
	for file := range listed {
		t.Errorf("README.md lists %s, which does not exist", file)
	}
}
