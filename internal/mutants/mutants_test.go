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
)

// Variable is the environment variable that asks for runs: packages of this module, or files of one, separated by commas, each
// with a colon and how many mistakes there are, if it is not about all of them.
const Variable = "IJIT_MUTANTS"

// killers are the packages whose tests are run, by the package that has the mistakes. The fast ones are first.
func killers(pkg string) []string {
	switch {
	case strings.HasSuffix(pkg, "/lower"):
		return []string{"parser/golang/lower", "internal/randgo"}
	case strings.HasPrefix(pkg, "parser/golang"):
		return []string{"parser/golang", "internal/randgo", "internal/gocheck"}
	}
	return []string{pkg}
}

// Tests is the environment variable with a pattern for the names of the tests that are run; without it all are.
const Tests = "IJIT_MUTANTS_TESTS"

// TestMutants makes mistakes in packages and runs tests, and says which of them nobody notices.
func TestMutants(t *testing.T) {
	asked := os.Getenv(Variable)
	if asked == "" {
		t.Skipf("it takes long; %s=parser/golang/lower:70 asks for it", Variable)
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
	s, err := newSchema("../..", pkg)
	if err != nil {
		t.Fatal(err)
	}
	s.mistakes = slices.DeleteFunc(s.mistakes, func(m *Mistake) bool { return only != "" && filepath.Base(m.Pos.Filename) != only })
	s.choose(n)
	tmp := t.TempDir()
	overlay, err := s.write(tmp)
	if err != nil {
		t.Fatal(err)
	}
	var tests []*aTest
	for _, k := range killers(pkg) {
		list, err := build(t.Context(), s.root, k, tmp, overlay)
		if err != nil {
			t.Fatal(err)
		}
		tests = append(tests, list...)
	}
	for _, x := range tests {
		if err := x.reach(t.Context(), tmp); err != nil {
			t.Logf("%s is left out: %v", x, err)
		}
	}
	tests = slices.DeleteFunc(tests, func(x *aTest) bool { return len(x.reached) == 0 })
	slices.SortStableFunc(tests, func(a, b *aTest) int { return int(a.took - b.took) })
	killed, unreached := 0, 0
	for k, m := range s.mistakes {
		by, reached := "", false
		for _, x := range tests {
			if !x.reached[k] {
				continue
			}
			reached = true
			if x.fails(t.Context(), k) {
				by = x.String()
				break
			}
		}
		switch {
		case by != "":
			killed++
			t.Logf("killed by %s: %d %s", by, k, m)
		case reached:
			t.Logf("SURVIVED: %d %s", k, m)
		default:
			unreached++
			t.Logf("SURVIVED, not reached: %d %s", k, m)
		}
	}
	t.Logf("%s: %d mistakes, %d killed, %d survived, %d of them not reached", pkg, len(s.mistakes), killed, len(s.mistakes)-killed, unreached)
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

// choose keeps n mistakes that compile, drawn with a fixed seed; 0 for all.
func (s *schema) choose(n int) {
	if n > 0 {
		r := rand.New(rand.NewPCG(1, 2))
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
	cmd := exec.CommandContext(ctx, x.binary, "-test.run", "^"+x.name+"$", "-test.short", "-test.failfast")
	cmd.Dir = x.dir
	cmd.Env = append(os.Environ(), env...)
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

// fails reports whether a test notices a mistake: it fails, or takes much longer.
func (x *aTest) fails(ctx context.Context, mistake int) bool {
	ctx, cancel := context.WithTimeout(ctx, 6*x.took+20*time.Second)
	defer cancel()
	return x.command(ctx, "IJIT_MUTANT="+strconv.Itoa(mistake)).Run() != nil
}
