// This file defines what to run, and how the go command sees it.

package goreplay

import (
	"bytes"
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
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// A listed package is what go list says of one.
type listed struct {
	Dir, ImportPath, Name, Export, ForTest string
	GoFiles, CgoFiles                      []string
	ImportMap                              map[string]string
	Standard                               bool
	Module                                 *struct{ Main bool }
}

// A source is a target as the go command is told about it.
type source struct {
	dir     string            // where the go command runs
	args    []string          // the packages or files
	test    bool              // the entries are run by package testing
	overlay map[string]string // files that are not there, or in place of what is there
	origin  map[string]string // for files of the overlay: the file that they are made from
	tests   map[string]string // the test that runs each entry
}

// find decides how to run the entries of a package or file.
func find(path string, entries []string, tmp string) (*source, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	s := &source{dir: path, args: []string{"."}, overlay: map[string]string{}, origin: map[string]string{}, tests: map[string]string{}}
	s.test = !slices.Contains(entries, "main")
	if !s.test && len(entries) > 1 {
		return nil, errors.New("main cannot be built together with other entries")
	}
	files := []string{path}
	if info.IsDir() {
		if files, err = filepath.Glob(filepath.Join(path, "*.go")); err != nil {
			return nil, err
		}
	} else {
		// The file goes by another name: the go command knows tests by their names, and a
		// file may be a test without such a name.
		s.dir = filepath.Dir(path)
		name := "ijitreplay.go"
		if s.test {
			name = "ijitreplay_test.go"
		}
		virtual := filepath.Join(s.dir, name)
		s.args = []string{virtual}
		s.origin[virtual] = path
		s.overlay[virtual] = path
	}
	if !s.test {
		s.tests["main"] = "main"
		return s, nil
	}
	return s, s.callers(entries, files, tmp)
}

// callers adds tests that call those entries that are no tests.
func (s *source) callers(entries, files []string, tmp string) error {
	found := map[string]*ast.FuncDecl{}
	var name *ast.Ident
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			continue // the go command says so better
		}
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Recv == nil && slices.Contains(entries, d.Name.Name) {
				found[d.Name.Name] = d
				if name == nil || !strings.HasSuffix(f.Name.Name, "_test") {
					name = f.Name
				}
			}
		}
	}
	code := "import \"testing\"\n"
	made := false
	for _, entry := range entries {
		d := found[entry]
		if d == nil {
			return fmt.Errorf("there is no function %s; methods cannot be run", entry)
		}
		params := d.Type.Params.List
		if strings.HasPrefix(entry, "Test") && len(params) == 1 && types.ExprString(params[0].Type) == "*testing.T" {
			s.tests[entry] = entry
			continue
		}
		var args []string
		for _, p := range params {
			v, ok := argument(p.Type)
			if !ok || d.Type.TypeParams != nil {
				return fmt.Errorf("entry %s: no value is known for a parameter of type %s", entry, types.ExprString(p.Type))
			}
			if strings.HasPrefix(v, "context.") && !strings.Contains(code, `"context"`) {
				code = "import \"context\"\n" + code
			}
			for range max(1, len(p.Names)) {
				args = append(args, v)
			}
		}
		made = true
		s.tests[entry] = "TestIjitReplay" + entry
		code += fmt.Sprintf("\nfunc %s(t *testing.T) { %s(%s) }\n", s.tests[entry], entry, strings.Join(args, ", "))
	}
	if !made {
		return nil
	}
	file := filepath.Join(tmp, "call_test.go")
	virtual := filepath.Join(s.dir, "ijitreplay_call_test.go")
	s.overlay[virtual] = file
	s.origin[virtual] = file
	if len(s.args) == 1 && s.args[0] != "." {
		s.args = append(s.args, virtual)
	}
	return os.WriteFile(file, []byte("package "+name.Name+"\n\n"+code), 0o666)
}

// argument is one for a parameter of type t.
func argument(t ast.Expr) (string, bool) {
	switch name := types.ExprString(t); name {
	case "int", "int32", "int64", "uint", "uint32", "uint64", "byte", "float64":
		return "2", true
	case "string":
		return `"a"`, true
	case "bool":
		return "true", true
	case "error":
		return "nil", true
	case "context.Context":
		return "context.Background()", true
	default:
		if a, ok := t.(*ast.ArrayType); ok && a.Len == nil {
			return "make(" + name + ", 2)", true
		}
		if c, ok := t.(*ast.ChanType); ok {
			return "make(chan " + types.ExprString(c.Value) + ")", true
		}
	}
	return "", false
}

// goroot is where the go command that is in charge in that directory has its library.
func (s *source) goroot(ctx context.Context) (string, error) {
	cmd := exec.CommandContext(ctx, "go", "env", "GOROOT")
	cmd.Dir = s.dir
	out, err := cmd.Output()
	return strings.TrimSpace(string(out)), err
}

// goCommand runs the go command in the directory of the source and returns what it writes.
func (s *source) goCommand(ctx context.Context, overlay string, args ...string) ([]byte, error) {
	args = append([]string{args[0], "-overlay", overlay}, args[1:]...)
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = s.dir
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if errors.Is(err, exec.ErrNotFound) {
			return nil, err
		}
		message := errs.String()
		if message == "" {
			message = out.String()
		}
		return nil, fmt.Errorf("does not build: %s", strings.TrimSpace(message))
	}
	return out.Bytes(), nil
}

// list returns the packages that the source consists of, tests included.
func (s *source) list(ctx context.Context, overlay string) ([]*listed, error) {
	args := []string{"list", "-export", "-deps", "-json=Dir,ImportPath,Name,Export,ForTest,GoFiles,CgoFiles,ImportMap,Standard,Module"}
	if s.test {
		args = append(args, "-test")
	}
	out, err := s.goCommand(ctx, overlay, append(args, s.args...)...)
	if err != nil {
		return nil, err
	}
	var all []*listed
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		p := new(listed)
		if err := d.Decode(p); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
}

// ours reports whether to rewrite a package: it is in the main module, and not the main
// package of a test.
func (p *listed) ours() bool {
	return !p.Standard && (p.Module == nil || p.Module.Main) && !strings.HasSuffix(p.ImportPath, ".test")
}

// check parses and type-checks a package. read returns the text of a file.
func (p *listed) check(exports map[string]string, read func(string) ([]byte, error)) (*token.FileSet, []*ast.File, *types.Info, error) {
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range p.GoFiles {
		text, err := read(filepath.Join(p.Dir, name))
		if err != nil {
			return nil, nil, nil, err
		}
		f, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, nil, nil, err
		}
		files = append(files, f)
	}
	lookup := func(path string) (io.ReadCloser, error) {
		if mapped, ok := p.ImportMap[path]; ok {
			path = mapped
		}
		name, ok := exports[path]
		if !ok {
			return nil, fmt.Errorf("no export data for %s", path)
		}
		return os.Open(name)
	}
	info := &types.Info{
		Types:      map[ast.Expr]types.TypeAndValue{},
		Uses:       map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{},
	}
	config := types.Config{Importer: importer.ForCompiler(fset, "gc", lookup), Error: func(error) {}}
	config.Check(p.ImportPath, fset, files, info) // the go command has compiled it; what is not known is not rewritten
	return fset, files, info, nil
}
