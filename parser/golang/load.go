// This file defines how packages are found, parsed and type-checked.

package golang

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/ijit/ijit/parser/golang/code"
)

// Code is Go code in memory.
type Code struct {
	Fset  *token.FileSet
	roots []*ssa.Package // the packages that were asked for
	code  *code.Code
}

// Load reads packages: import paths, directories, patterns such as ./... relative to dir, or
// one or more files of one package. The packages of the same module that they import are read from source
// as well, and so are containers of the standard library; of all others only the types are known.
func Load(ctx context.Context, dir string, patterns ...string) (*Code, error) {
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	r := &reader{dir: dir, real: map[string]string{}, overlay: map[string][]byte{}, fset: token.NewFileSet()}
	files, err := r.files(patterns)
	if err != nil {
		return nil, err
	}
	asked, err := r.list(ctx, files)
	if err != nil {
		return nil, err
	}
	loaded, err := packages.Load(r.config(ctx, packages.LoadSyntax|packages.NeedModule|packages.NeedForTest), asked...)
	if err != nil {
		return nil, cannotLoad(patterns, err)
	}
	if err := r.errors(patterns, loaded); err != nil {
		return nil, err
	}
	prog, made := ssautil.Packages(loaded, ssa.InstantiateGenerics)
	prog.Build()
	c := &Code{Fset: r.fset}
	var syntax []*ast.File
	for i, p := range loaded {
		if made[i] == nil {
			continue
		}
		syntax = append(syntax, p.Syntax...)
		// A package and its variant with tests are both there; the variant has all of it.
		variant := func(q *packages.Package) bool { return q != p && q.PkgPath == p.PkgPath && q.ForTest != "" }
		if r.isRoot(p) && (p.ForTest != "" || !slices.ContainsFunc(loaded, variant)) {
			c.roots = append(c.roots, made[i])
		}
	}
	c.code = code.New(prog, r.fset, syntax)
	return c, nil
}

// A reader is one call of Load.
type reader struct {
	dir     string
	real    map[string]string // by the name under which a file is given to the go command
	overlay map[string][]byte
	fset    *token.FileSet
	root    map[string]bool // import paths that match the patterns
}

// The packages of a test binary that hold no code of people.
func generated(p *packages.Package) bool { return strings.HasSuffix(p.ID, ".test") }

func (r *reader) isRoot(p *packages.Package) bool {
	return !generated(p) && (r.root[p.PkgPath] || r.root[strings.TrimSuffix(p.PkgPath, "_test")])
}

// files gives _test.go files names that the go command takes as files of a package of their
// own. A directory becomes a pattern.
func (r *reader) files(patterns []string) ([]string, error) {
	var out []string
	for _, p := range patterns {
		full := p
		if !filepath.IsAbs(p) {
			full = filepath.Join(r.dir, p)
		}
		switch info, err := os.Stat(full); {
		case !strings.HasSuffix(p, ".go"):
			if err == nil && info.IsDir() && !filepath.IsAbs(p) && !strings.HasPrefix(p, ".") {
				p = "." + string(filepath.Separator) + p
			}
			out = append(out, p)
			continue
		case err != nil:
			return nil, fmt.Errorf("cannot read %s: %w", p, errors.Unwrap(err))
		}
		src, err := os.ReadFile(full)
		if err != nil {
			return nil, err
		}
		abs, err := filepath.Abs(full)
		if err != nil {
			return nil, err
		}
		name := strings.TrimSuffix(abs, ".go") + "_ijit_.go"
		r.real[name], r.overlay[name] = full, src
		out = append(out, name)
	}
	if len(r.real) > 0 {
		if len(r.real) < len(out) {
			return nil, fmt.Errorf("files and packages cannot be mixed: %s", strings.Join(patterns, " "))
		}
		r.dir = filepath.Dir(out[0]) // the module is that of the file
	}
	return out, nil
}

func (r *reader) config(ctx context.Context, mode packages.LoadMode) *packages.Config {
	return &packages.Config{
		Context: ctx, Dir: r.dir, Mode: mode, Tests: len(r.real) == 0, Overlay: r.overlay, Fset: r.fset,
		ParseFile: func(fset *token.FileSet, name string, src []byte) (*ast.File, error) {
			if real := r.real[name]; real != "" {
				name = real
			}
			return parser.ParseFile(fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
		},
	}
}

// list finds the packages that have to be read from source: those that match and those of the same
// modules that they import.
func (r *reader) list(ctx context.Context, patterns []string) ([]string, error) {
	r.root = map[string]bool{}
	if len(r.real) > 0 {
		r.root["command-line-arguments"] = true
	}
	found, err := packages.Load(r.config(ctx, packages.NeedName|packages.NeedFiles|packages.NeedImports|packages.NeedDeps|packages.NeedModule|packages.NeedForTest), patterns...)
	if err != nil {
		return nil, cannotLoad(patterns, err)
	}
	modules := map[string]bool{}
	for _, p := range found {
		r.root[p.PkgPath] = true
		if p.Module != nil {
			modules[p.Module.Path] = true
		}
	}
	asked := slices.Clone(patterns)
	packages.Visit(found, nil, func(p *packages.Package) {
		if code.Container(p.PkgPath) && len(p.GoFiles) > 0 {
			asked = append(asked, "file="+p.GoFiles[0]) // a package is not asked for beside files
		}
		// All modules of a workspace are main modules.
		if p.Module != nil && (modules[p.Module.Path] || p.Module.Main) && !r.root[p.PkgPath] && p.ForTest == "" && len(r.real) == 0 {
			asked = append(asked, p.PkgPath)
			return
		}
	})
	return asked, nil
}
