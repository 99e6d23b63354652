// This file defines the run: mistakes in packages, and tests that notice them or do not.

package mutants

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/testing/campaign"
)

// Variable is the environment variable that asks for runs: packages of this module, or files of one, separated by commas, each
// with a colon and how many mistakes there are, if it is not about all of them.
const Variable = "IJIT_MUTANTS"

// Seed is the environment variable with the number of another sample.
const Seed = "IJIT_MUTANTS_SEED"

// killers are the packages whose tests are run, by the package that has the mistakes: first in short, and for what survives
// those in full.
func killers(pkg string) (first, last []string) {
	switch {
	case strings.HasSuffix(pkg, "/lower"):
		return []string{"systems/golang/lower", "internal/testing/randgo"}, []string{"systems/golang/gocheck", "internal/testing/rungo", "examples/goroutines"}
	case strings.HasSuffix(pkg, "/reduce"), strings.HasSuffix(pkg, "/extract"):
		return []string{pkg, "systems/golang", "internal/testing/randgo", "systems/golang/gocheck"}, []string{"systems/golang/gocheck", "internal/testing/rungo", "examples/goroutines"}
	case strings.HasPrefix(pkg, "systems/golang"):
		return []string{"systems/golang", "internal/testing/randgo", "systems/golang/gocheck"}, []string{"systems/golang/gocheck", "internal/testing/rungo", "examples/goroutines"}
	}
	return []string{pkg}, nil
}

// Tests is the environment variable with a pattern for the names of the tests that are run; without it all are.
const Tests = "IJIT_MUTANTS_TESTS"

// TestMutants makes mistakes in packages and runs tests, and says which of them nobody notices.
func TestMutants(t *testing.T) {
	asked := os.Getenv(Variable)
	if asked == "" {
		t.Skipf("it takes long; %s=systems/golang/lower:70 asks for it", Variable)
	}
	for _, one := range strings.Split(asked, ",") {
		pkg, text, some := strings.Cut(one, ":")
		n := 0
		if some {
			var err error
			if n, err = strconv.Atoi(text); err != nil {
				t.Fatal(err)
			}
		}
		t.Run(strings.ReplaceAll(pkg, "/", "."), func(t *testing.T) { study(t, pkg, n) })
	}
}

// study makes n mistakes in a package.
func study(t *testing.T, pkg string, n int) {
	only := ""
	if strings.HasSuffix(pkg, ".go") {
		pkg, only = path.Split(pkg)
		pkg = path.Clean(pkg)
	}
	s, err := newSchema("../../..", pkg)
	if err != nil {
		t.Fatal(err)
	}
	s.mistakes = slices.DeleteFunc(s.mistakes, func(m *Mistake) bool { return only != "" && filepath.Base(m.Pos.Filename) != only })
	seed, err := strconv.ParseUint(cmp.Or(os.Getenv(Seed), "1"), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	s.choose(n, seed)
	tmp := t.TempDir()
	overlay, err := s.write(tmp)
	if err != nil {
		t.Fatal(err)
	}
	first, last := killers(pkg)
	kills, timeouts := 0, 0
	alive, reached := map[int]bool{}, map[int]bool{}
	for k := range s.mistakes {
		alive[k] = true
	}
	for i, packages := range [][]string{first, last} {
		if len(alive) == 0 {
			break
		}
		for k, m := range s.mistakes {
			if i > 0 && alive[k] {
				t.Logf("survived in %v: %d %s", first, k, m)
			}
		}
		tests, err := s.tests(t, packages, tmp, overlay, i > 0)
		if err != nil {
			t.Fatal(err)
		}
		for k, m := range s.mistakes {
			for _, x := range tests {
				if !alive[k] || !x.reached[k] {
					continue
				}
				reached[k] = true
				switch x.run(t.Context(), k) {
				case failed:
					kills++
					t.Logf("killed by %s: %d %s", x, k, m)
					delete(alive, k)
				case late:
					timeouts++
					t.Logf("timed out in %s: %d %s", x, k, m)
					delete(alive, k)
				}
			}
		}
	}
	for k, m := range s.mistakes {
		switch {
		case alive[k] && reached[k]:
			t.Logf("SURVIVED: %d %s", k, m)
		case alive[k]:
			t.Logf("SURVIVED, not reached: %d %s", k, m)
		}
	}
	t.Logf("%s: %d mistakes, %d killed, %d timed out, %d survived", pkg, len(s.mistakes), kills, timeouts, len(alive))
}

// tests returns the tests of packages that come to the place of some mistake, the fast ones first.
func (s *schema) tests(t *testing.T, packages []string, tmp, overlay string, full bool) (tests []*aTest, err error) {
	for _, pkg := range packages {
		list, err := build(t.Context(), s.root, pkg, tmp, overlay)
		if err != nil {
			return nil, err
		}
		for _, x := range list {
			x.full = full
			if err := x.reach(t.Context(), tmp); err != nil {
				t.Logf("%s is left out: %v", x, err)
			}
			if len(x.reached) > 0 {
				tests = append(tests, x)
			}
		}
	}
	slices.SortStableFunc(tests, func(a, b *aTest) int { return cmp.Compare(a.took, b.took) })
	return tests, nil
}

// A schema is a package with its mistakes.
type schema struct {
	root, dir string
	name      string
	files     map[string][]byte // by their paths
	mistakes  []*Mistake
	check     func(name string, text []byte) error
}

// newSchema finds the mistakes that can be made in a package of the module in a directory, and that compile.
func newSchema(root, pkg string) (*schema, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	s := &schema{root: root, dir: filepath.Join(root, pkg), files: map[string][]byte{}}
	names, err := filepath.Glob(filepath.Join(s.dir, "*.go"))
	if err != nil {
		return nil, err
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		if s.files[name], err = os.ReadFile(name); err != nil {
			return nil, err
		}
		file, err := parser.ParseFile(fset, name, s.files[name], parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		s.name = file.Name.Name
		files = append(files, file)
	}
	importer, err := exports(root, "./"+pkg)
	if err != nil {
		return nil, err
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	if _, err := (&types.Config{Importer: importer}).Check(pkg, fset, files, info); err != nil {
		return nil, err
	}
	for _, file := range files {
		s.mistakes = append(s.mistakes, Mistakes(fset, file, info, s.files[fset.Position(file.Pos()).Filename])...)
	}
	declared, err := parser.ParseFile(fset, "helper.go", helper(s.name, 1), parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	s.check = func(name string, text []byte) error {
		changed, err := parser.ParseFile(fset, name, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		all := []*ast.File{changed, declared}
		for _, f := range files {
			if fset.Position(f.Pos()).Filename != name {
				all = append(all, f)
			}
		}
		_, err = (&types.Config{Importer: importer}).Check(pkg, fset, all, nil)
		return err
	}
	return s, nil
}

// exports returns what reads the packages that a package imports.
func exports(root, pkg string) (types.Importer, error) {
	cmd := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Export", pkg)
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	files := map[string]string{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct{ ImportPath, Export string }
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		files[p.ImportPath] = p.Export
	}
	return importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) { return os.Open(files[path]) }), nil
}

// choose keeps n mistakes that compile, drawn with a seed; 0 for all.
func (s *schema) choose(n int, seed uint64) {
	if n > 0 {
		r := rand.New(rand.NewPCG(seed, 2))
		r.Shuffle(len(s.mistakes), func(i, k int) { s.mistakes[i], s.mistakes[k] = s.mistakes[k], s.mistakes[i] })
	}
	var kept []*Mistake
	for _, m := range s.mistakes {
		name := m.Pos.Filename
		if s.check(name, apply(s.files[name], []*Mistake{m}, []int{0})) == nil {
			if kept = append(kept, m); len(kept) == n {
				break
			}
		}
	}
	s.mistakes = kept
	slices.SortStableFunc(s.mistakes, func(a, b *Mistake) int {
		return strings.Compare(fmt.Sprintf("%s %9d", a.Pos.Filename, a.Pos.Offset), fmt.Sprintf("%s %9d", b.Pos.Filename, b.Pos.Offset))
	})
}

// write writes the files and the overlay, and returns its name.
func (s *schema) write(tmp string) (string, error) {
	replace := map[string]string{}
	put := func(name string, text []byte) error {
		to := filepath.Join(tmp, "overlay", filepath.Base(name))
		replace[name] = to
		return os.WriteFile(to, text, 0o666)
	}
	if err := os.MkdirAll(filepath.Join(tmp, "overlay"), 0o777); err != nil {
		return "", err
	}
	for name, text := range s.files {
		var list []*Mistake
		var numbers []int
		for k, m := range s.mistakes {
			if m.Pos.Filename == name {
				list, numbers = append(list, m), append(numbers, k)
			}
		}
		if list == nil {
			continue
		}
		if err := put(name, apply(text, list, numbers)); err != nil {
			return "", err
		}
	}
	if err := put(filepath.Join(s.dir, "mutant_overlay.go"), helper(s.name, len(s.mistakes))); err != nil {
		return "", err
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	name := filepath.Join(tmp, "overlay.json")
	return name, os.WriteFile(name, text, 0o666)
}

// An aTest is a test function.
type aTest struct {
	pkg, name, binary, dir string
	full                   bool // not in short
	took                   time.Duration
	reached                map[int]bool
}

func (x *aTest) String() string { return x.pkg + "." + x.name }

// build builds the tests of a package.
func build(ctx context.Context, root, pkg, tmp, overlay string) ([]*aTest, error) {
	binary := filepath.Join(tmp, strings.ReplaceAll(pkg, "/", "_")+".test")
	cmd := exec.CommandContext(ctx, "go", "test", "-c", "-vet=off", "-overlay", overlay, "-o", binary, "./"+pkg)
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, out)
	}
	dir := filepath.Join(root, pkg)
	cmd = exec.CommandContext(ctx, binary, "-test.list", cmp.Or(os.Getenv(Tests), "^Test"))
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	var list []*aTest
	for _, name := range strings.Fields(string(out)) {
		list = append(list, &aTest{pkg: pkg, name: name, binary: binary, dir: dir})
	}
	return list, nil
}

func (x *aTest) command(ctx context.Context, env ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, x.binary, "-test.run", "^"+x.name+"$", fmt.Sprintf("-test.short=%t", !x.full), "-test.failfast")
	cmd.Dir = x.dir
	cmd.Env = append(os.Environ(), env...)
	if x.full && strings.HasSuffix(x.pkg, "gocheck") {
		cmd.Env = append(cmd.Env, campaign.Variable+"=12") // its samples are a twelfth; those of others take too long
	}
	return cmd
}

// reach runs a test without a mistake, and notes to which places it comes.
func (x *aTest) reach(ctx context.Context, tmp string) error {
	file := filepath.Join(tmp, "reached")
	os.Remove(file)
	begin := time.Now()
	if out, err := x.command(ctx, "IJIT_MUTANTS_REACHED="+file).CombinedOutput(); err != nil {
		return fmt.Errorf("it fails without a mistake: %w\n%s", err, out)
	}
	x.took = time.Since(begin)
	x.reached = map[int]bool{}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil // nothing was reached
	}
	for _, line := range strings.Fields(string(text)) {
		n, err := strconv.Atoi(line)
		if err != nil {
			return err
		}
		x.reached[n] = true
	}
	return nil
}

// An outcome is what a test says of a mistake.
type outcome uint8

const (
	passed outcome = iota
	failed
	late
)

// run runs a test with a mistake; it is late if it takes much longer than without one.
func (x *aTest) run(ctx context.Context, mistake int) outcome {
	ctx, cancel := context.WithTimeout(ctx, 6*x.took+20*time.Second)
	defer cancel()
	switch err := x.command(ctx, "IJIT_MUTANT="+strconv.Itoa(mistake)).Run(); {
	case err == nil:
		return passed
	case ctx.Err() != nil:
		return late
	}
	return failed
}
