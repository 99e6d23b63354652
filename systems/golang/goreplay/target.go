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
	GoFiles, CgoFiles, Imports             []string
	ImportMap                              map[string]string
	Standard                               bool
	Module                                 *module
}

// A module is what go list says of one.
type module struct {
	Path, GoVersion string
	Main            bool
}

// A source is a target as the go command is told about it.
type source struct {
	dir     string            // where the go command runs
	args    []string          // the packages or files
	test    bool              // the entries are run by package testing
	overlay map[string]string // files that are not there, or in place of what is there
	origin  map[string]string // for files of the overlay: the file that they are made from
	tests   map[string]string // the test that runs each entry
	calls   map[string]string // how an entry that is no test is called
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
	s := &source{dir: path, args: []string{"."}, overlay: map[string]string{}, origin: map[string]string{}, tests: map[string]string{}, calls: map[string]string{}}
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

// callers adds tests that call those entries that are no tests. What calls an entry is added to
// its file, where the types of its parameters have their names.
func (s *source) callers(entries, files []string, tmp string) error {
	found := map[string]bool{}
	made := ""
	named := declaredIn(files)
	for i, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
		if err != nil {
			continue // the go command says so better
		}
		calls := ""
		for _, d := range f.Decls {
			d, ok := d.(*ast.FuncDecl)
			if !ok || d.Recv != nil || !slices.Contains(entries, d.Name.Name) {
				continue
			}
			entry := d.Name.Name
			found[entry] = true
			params := d.Type.Params.List
			if strings.HasPrefix(entry, "Test") && len(params) == 1 && types.ExprString(params[0].Type) == "*testing.T" {
				s.tests[entry] = entry
				continue
			}
			if d.Type.TypeParams != nil {
				return fmt.Errorf("entry %s: it is generic", entry)
			}
			var args, shown []string
			for _, p := range params {
				for i := range max(1, len(p.Names)) {
					args = append(args, named.argument(p.Type, false))
					name := ""
					if len(p.Names) > 0 && p.Names[i].Name != "_" {
						name = p.Names[i].Name + " = "
					}
					shown = append(shown, name+named.shown(p.Type))
				}
			}
			s.tests[entry] = "TestIjitReplay" + entry
			s.calls[entry] = fmt.Sprintf("%s(%s)", entry, strings.Join(shown, ", "))
			calls += fmt.Sprintf("\nfunc ijitreplayCall%s(n int, err error) { %s(%s) }\n", entry, entry, strings.Join(args, ", "))
			if made == "" {
				made = "package " + f.Name.Name + "\n\nimport (\n\t\"os\"\n\t\"strconv\"\n\t\"testing\"\n)\n"
			}
			made += fmt.Sprintf("\nfunc %s(t *testing.T) {\n\tn, _ := strconv.Atoi(os.Getenv(%q))\n\tijitreplayCall%s(max(n, 2), os.ErrInvalid)\n}\n",
				s.tests[entry], sizeVariable, entry)
		}
		if calls == "" {
			continue
		}
		longer := filepath.Join(tmp, fmt.Sprintf("calls%d.go", i))
		if err := os.WriteFile(longer, append(append(text, '\n'), calls...), 0o666); err != nil {
			return err
		}
		virtual := name
		for v, original := range s.origin {
			if original == name {
				virtual = v
			}
		}
		s.overlay[virtual] = longer
	}
	for _, entry := range entries {
		if !found[entry] {
			return fmt.Errorf("there is no function %s; methods cannot be run", entry)
		}
	}
	if made == "" {
		return nil
	}
	file := filepath.Join(tmp, "call_test.go")
	virtual := filepath.Join(s.dir, "ijitreplay_call_test.go")
	s.overlay[virtual] = file
	s.origin[virtual] = file
	if s.args[0] != "." {
		s.args = append(s.args, virtual)
	}
	return os.WriteFile(file, []byte(made), 0o666)
}

// sizeVariable is the environment variable that says how big the arguments of an entry are that is no
// test: numbers, and how long slices are.
const sizeVariable = "IJIT_REPLAY_SIZE"

// declared are the types that are declared in the files of a package, by name.
type declared map[string]ast.Expr

func declaredIn(files []string) declared {
	d := declared{}
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		for _, decl := range f.Decls {
			if g, ok := decl.(*ast.GenDecl); ok && g.Tok == token.TYPE {
				for _, s := range g.Specs {
					if s := s.(*ast.TypeSpec); s.TypeParams == nil {
						d[s.Name.Name] = s.Type
					}
				}
			}
		}
	}
	return d
}

// argument is an argument of type t, with numbers n. An element i of a slice has texts and errors
// that are empty for one i and not for the next.
func (d declared) argument(t ast.Expr, element bool) string {
	name := types.ExprString(t)
	if id, ok := t.(*ast.Ident); ok && d[id.Name] != nil {
		switch t := d[id.Name].(type) {
		case *ast.Ident, *ast.ArrayType, *ast.MapType, *ast.FuncType:
			delete(d, id.Name) // it may be recursive
			v := d.argument(t, element)
			d[id.Name] = t
			return name + "(" + v + ")"
		}
		return "*new(" + name + ")"
	}
	switch t := t.(type) {
	case *ast.ArrayType:
		if t.Len == nil {
			return fmt.Sprintf("func() (s %s) { for i := range n { _ = i; s = append(s, %s) }; return }()", name, d.argument(t.Elt, true))
		}
	case *ast.Ellipsis:
		return d.argument(&ast.ArrayType{Elt: t.Elt}, element) + "..."
	case *ast.ChanType:
		return "make(chan " + types.ExprString(t.Value) + ")"
	case *ast.MapType:
		return name + "{}"
	case *ast.StarExpr:
		return "new(" + types.ExprString(t.X) + ")"
	case *ast.FuncType:
		var results []string
		if t.Results != nil {
			for _, r := range t.Results.List {
				for range max(1, len(r.Names)) {
					results = append(results, d.argument(r.Type, element))
				}
			}
		}
		return name + " { return " + strings.Join(results, ", ") + " }"
	}
	switch name {
	case "int", "int32", "int64", "uint", "uint32", "uint64", "float32", "float64", "time.Duration":
		return name + "(n)"
	case "string":
		if element {
			return `"a"[i%2:]`
		}
		return `"a"`
	case "error":
		if element {
			return "map[bool]error{true: err}[i%2 == 1]"
		}
	case "bool":
		return "true"
	case "context.Context":
		return "context.Background()"
	}
	return "*new(" + name + ")"
}

// numberMark stands for a number in what is shown of a call.
const numberMark = "#"

// shown writes an argument of type t for people.
func (d declared) shown(t ast.Expr) string {
	name := types.ExprString(t)
	under := t
	for range len(d) + 1 {
		id, ok := under.(*ast.Ident)
		if !ok || d[id.Name] == nil {
			break
		}
		under = d[id.Name]
	}
	switch t := under.(type) {
	case *ast.ArrayType:
		if t.Len == nil {
			return name + " of length " + numberMark
		}
	case *ast.Ellipsis:
		return fmt.Sprintf("%s %ss", numberMark, types.ExprString(t.Elt))
	case *ast.ChanType:
		return "an unbuffered channel"
	case *ast.MapType:
		return "an empty map"
	case *ast.StarExpr, *ast.FuncType, *ast.StructType, *ast.InterfaceType:
		if name != "interface{}" && name != "any" {
			break
		}
		return "nil"
	}
	switch v := d.argument(under, false); {
	case strings.HasSuffix(v, "(n)"):
		return numberMark
	case strings.HasPrefix(v, "func("):
		return "a function that does nothing"
	case strings.HasPrefix(v, "*new("):
		return "the zero value"
	default:
		return v
	}
}

// A toolchain is what the go command that is in charge in a directory says of itself.
type toolchain struct {
	root        string // where its library is
	version     string
	experiments string // the user's, with commas between
}

func (s *source) toolchain(ctx context.Context) (toolchain, error) {
	cmd := exec.CommandContext(ctx, "go", "env", "GOROOT", "GOVERSION", "GOEXPERIMENT")
	cmd.Dir = s.dir
	out, err := cmd.Output()
	if err != nil {
		return toolchain{}, err
	}
	lines := append(strings.Split(string(out), "\n"), "", "")
	version, _, _ := strings.Cut(strings.TrimSpace(lines[1]), " ") // experiments of its own follow
	return toolchain{strings.TrimSpace(lines[0]), version, strings.TrimSpace(lines[2])}, nil
}

// goCommand runs the go command in the directory of the source, with variables besides those of the environment, and
// returns what it writes.
func (s *source) goCommand(ctx context.Context, overlay string, env []string, args ...string) ([]byte, error) {
	args = append([]string{args[0], "-overlay", overlay}, args[1:]...)
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir, cmd.Env = s.dir, append(os.Environ(), env...)
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
		for virtual, made := range s.overlay {
			original := virtual
			if o := s.origin[virtual]; o != "" {
				original = o
			}
			message = strings.ReplaceAll(message, made, original)
			if near, err := filepath.Rel(s.dir, made); err == nil { // which is written where it is shorter
				message = strings.ReplaceAll(message, near, original)
			}
		}
		return nil, fmt.Errorf("does not build: %s", strings.TrimSpace(message))
	}
	return out.Bytes(), nil
}

// list returns the packages that the source consists of, tests included.
func (s *source) list(ctx context.Context, overlay string) ([]*listed, error) {
	args := []string{"list", "-export", "-deps", "-json=Dir,ImportPath,Name,Export,ForTest,GoFiles,CgoFiles,Imports,ImportMap,Standard,Module"}
	if s.test {
		args = append(args, "-test")
	}
	out, err := s.goCommand(ctx, overlay, nil, append(args, s.args...)...)
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
