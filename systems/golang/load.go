// This file defines how packages are found, parsed and type-checked.

package golang

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/ijit/ijit/parser/diagnostic"
	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/extract"
	"github.com/ijit/ijit/systems/golang/models"
)

// Code is Go code in memory.
type Code struct {
	Fset     *token.FileSet
	roots    []*ssa.Package // the packages that were asked for
	code     *code.Code
	left     *Uncompiled
	versions *versions
	debug    map[*ssa.Package]map[string]string // settings in roots
	library  extract.Library
}

// An Uncompiled says which of the packages that were asked for do not compile, and why.
type Uncompiled struct {
	Packages []string       // import paths
	Pos      token.Position // of the first error, if it has one
	Err      error
}

func (u *Uncompiled) Error() string { return u.Err.Error() }
func (u *Uncompiled) Unwrap() error { return u.Err }

// Uncompiled returns what was left out because it does not compile, nil if that is nothing.
func (c *Code) Uncompiled() *Uncompiled { return c.left }

// Load reads packages: import paths, directories, patterns such as ./... relative to dir, or
// one or more files of one package. The packages of the same module that they import are read from source
// as well, and so are containers of the standard library and small packages of other modules that they import; of all
// others only the types are known. It fails if none of what was asked for compiles.
func Load(ctx context.Context, dir string, patterns ...string) (*Code, error) {
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	r := &reader{dir: dir, fset: token.NewFileSet(), library: models.Library()}
	files, err := r.files(patterns)
	if err != nil {
		return nil, err
	}
	loaded, err := r.list(ctx, files)
	if err != nil {
		return nil, err
	}
	read := r.sources(loaded)
	if err := check(ctx, r.fset, read); err != nil {
		return nil, err
	}
	wrong := r.errors(patterns, loaded)
	prog, made := ssautil.Packages(read, ssa.InstantiateGenerics)
	for _, p := range made {
		if p != nil && !r.libraries[p.Pkg.Path()] {
			p.SetDebugMode(true) // see code.Unsequenced
		}
	}
	prog.Build()
	c := &Code{Fset: r.fset, debug: map[*ssa.Package]map[string]string{}, library: r.library}
	if c.versions, err = findVersions(ctx, r.dir); err != nil {
		return nil, err
	}
	var syntax []*ast.File
	var left []string
	for i, p := range read {
		if made[i] == nil {
			if r.isRoot(p) && !slices.Contains(left, p.PkgPath) {
				left = append(left, p.PkgPath)
			}
			continue
		}
		syntax = append(syntax, p.Syntax...)
		// A package and its variant with tests are both there; the variant has all of it.
		variant := func(q *packages.Package) bool { return q != p && q.PkgPath == p.PkgPath && q.ForTest != "" }
		if r.isRoot(p) && (p.ForTest != "" || !slices.ContainsFunc(read, variant)) {
			c.roots = append(c.roots, made[i])
			c.debug[made[i]] = debugLines(p.Syntax)
		}
	}
	switch {
	case wrong != nil && len(c.roots) == 0:
		return nil, wrong
	case wrong != nil:
		slices.Sort(left)
		c.left = &Uncompiled{Packages: left, Err: wrong}
		if d := (*diagnostic.Diagnostic)(nil); errors.As(wrong, &d) {
			c.left.Pos = token.Position{Filename: d.File, Line: d.Pos.Line, Column: d.Pos.Col}
		}
	}
	c.code = code.New(prog, r.fset, syntax, r.libraries)
	return c, nil
}

// A reader is one call of Load.
type reader struct {
	dir   string
	alone bool // files were given, which are a package of their own
	fset  *token.FileSet
	root  map[string]bool // import paths that match the patterns

	library   extract.Library
	libraries map[string]bool // import paths of what is read from source beside the modules of the roots
}

// The packages of a test binary that hold no code of people.
func generated(p *packages.Package) bool { return strings.HasSuffix(p.ID, ".test") }

func (r *reader) isRoot(p *packages.Package) bool {
	return !generated(p) && (r.root[p.PkgPath] || r.root[strings.TrimSuffix(p.PkgPath, "_test")])
}

// files reports in r.alone whether the patterns are files. A directory becomes a pattern.
func (r *reader) files(patterns []string) ([]string, error) {
	var out []string
	files := 0
	for _, p := range patterns {
		full := p
		if !filepath.IsAbs(p) {
			full = filepath.Join(r.dir, p)
		}
		folder, below := strings.CutSuffix(full, "/...")
		info, err := os.Stat(folder)
		switch {
		case strings.HasSuffix(p, ".go"):
			if err != nil {
				return nil, fmt.Errorf("cannot read %s: %w", p, errors.Unwrap(err))
			}
			if p, err = filepath.Abs(full); err != nil {
				return nil, err
			}
			files++
		case err == nil && !info.IsDir():
			return nil, fmt.Errorf("%s is no Go file", p)
		case err == nil && len(patterns) == 1: // the module is that of the folder
			if r.dir, p = folder, "."; below {
				p = "./..."
			}
		case err == nil && !filepath.IsAbs(p) && !strings.HasPrefix(p, "."):
			p = "." + string(filepath.Separator) + p
		}
		out = append(out, p)
	}
	if files > 0 {
		if files < len(out) {
			return nil, fmt.Errorf("files and packages cannot be mixed: %s", strings.Join(patterns, " "))
		}
		r.alone, r.dir = true, filepath.Dir(out[0]) // the module is that of the file
	}
	return out, nil
}

// list finds the packages that match, their tests, and all that they import.
func (r *reader) list(ctx context.Context, patterns []string) ([]*packages.Package, error) {
	loaded, err := packages.Load(&packages.Config{
		Context: ctx, Dir: r.dir, Tests: true,
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedExportFile | packages.NeedImports | packages.NeedDeps | packages.NeedModule | packages.NeedForTest,
	}, patterns...)
	if err != nil {
		return nil, cannotLoad(patterns, err)
	}
	return loaded, nil
}

// sources returns what is read from source: what matches, what that imports of the same modules, libraries that matter
// to how goroutines go on, and what imports any of the former.
func (r *reader) sources(loaded []*packages.Package) []*packages.Package {
	r.root = map[string]bool{}
	if r.alone {
		r.root["command-line-arguments"] = true
	}
	modules := map[string]bool{}
	var read []*packages.Package
	reads := map[*packages.Package]bool{}
	add := func(p *packages.Package) {
		if !reads[p] {
			reads[p] = true
			read = append(read, p)
		}
	}
	for _, p := range loaded {
		r.root[p.PkgPath] = true
		if p.Module != nil {
			modules[p.Module.Path] = true
		}
		if !generated(p) {
			add(p)
		}
	}
	ours := func(p *packages.Package) bool { // all modules of a workspace are main modules
		return p.Module != nil && (modules[p.Module.Path] || p.Module.Main)
	}
	r.libraries = map[string]bool{}
	for i := 0; i < len(read); i++ {
		p := read[i]
		near := r.root[p.PkgPath] || ours(p)
		for _, path := range slices.Sorted(maps.Keys(p.Imports)) {
			q := p.Imports[path]
			switch {
			case ours(q):
				add(q)
			case len(q.GoFiles) > 0 && collections(q.PkgPath), near && q.Module != nil && r.small(q):
				r.libraries[q.PkgPath] = true
				add(q)
			}
		}
	}
	uses := map[*packages.Package]bool{} // of ours
	packages.Visit(loaded, nil, func(p *packages.Package) {
		uses[p] = ours(p) && reads[p]
		for _, q := range p.Imports {
			uses[p] = uses[p] || uses[q]
		}
		if uses[p] && !generated(p) {
			add(p)
		}
	})
	return read
}

// collections reports whether a package of the standard library is read from source: it keeps what others synchronise
// by, reads and writes it, or calls back.
func collections(path string) bool {
	return strings.HasPrefix(path, "container/") || path == "slices" || path == "maps" || path == "cmp" || path == "io"
}

// small reports whether a package of another module is read from source: there is not much of it, it is all Go, it goes
// round no types, and there are no models of it.
func (r *reader) small(p *packages.Package) bool {
	const most = 64 << 10 // bytes; above is what does input and output, or tests
	for _, path := range []string{"C", "reflect", "testing"} {
		if p.Imports[path] != nil {
			return false
		}
	}
	ofIt := func(name string) bool { return strings.HasPrefix(strings.TrimLeft(name, "(*"), p.PkgPath+".") }
	for name := range r.library.Models {
		if ofIt(name) {
			return false
		}
	}
	for name := range r.library.Effects {
		if ofIt(name) {
			return false
		}
	}
	size := 0
	for _, name := range p.GoFiles {
		text, err := os.ReadFile(name)
		if err != nil || bytes.Contains(text, []byte("unsafe.Pointer")) {
			return false
		}
		size += len(text)
	}
	return len(p.GoFiles) > 0 && len(p.OtherFiles) == 0 && size <= most
}
