// Package lint holds the rules of this repository's structure as code, so that the
// structure does not decay unnoticed. They run as tests of this package:
//
//   - who may import whom ([Imports])
//   - no init functions and no package variables that change ([Variables])
//   - each file says what it defines and is of a size to be read ([Files])
//   - words that do not belong here ([Words])
//
// A rule returns findings, each with its place. Its own test feeds it a small
// module that breaks it, so that a rule that finds nothing is known to look.
package lint

import (
	"bytes"
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
	"strings"
)

// A Module is the source of a module, without its tests, parsed and with types.
type Module struct {
	Path     string // of the module
	Dir      string
	Fset     *token.FileSet
	Packages []*Package
}

// A Package is a package of a Module.
type Package struct {
	Path    string // below the module's: "internal/testing/lint"; "." for its root
	Dir     string
	Imports []string
	Files   []*ast.File
	Info    *types.Info
}

// listed is what go list says about a package.
type listed struct {
	ImportPath string
	Dir        string
	Export     string
	GoFiles    []string
	Imports    []string
	Module     *struct {
		Path string
		Dir  string
		Main bool
	}
	Error *struct{ Err string }
}

// Load loads the module around dir with the go command, run in env (nil for this
// process's).
func Load(dir string, env []string) (*Module, error) {
	cmd := exec.Command("go", "list", "-e", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles,Imports,Module,Error", "./...")
	cmd.Dir, cmd.Env = dir, env
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w\n%s", err, &stderr)
	}
	m := &Module{Fset: token.NewFileSet()}
	exports := map[string]string{}
	var own []*listed
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		p := new(listed)
		if err := d.Decode(p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		exports[p.ImportPath] = p.Export
		if p.Module != nil && p.Module.Main && len(p.GoFiles) > 0 {
			if p.Error != nil {
				return nil, fmt.Errorf("%s: %s", p.ImportPath, p.Error.Err)
			}
			m.Path, m.Dir = p.Module.Path, p.Module.Dir
			own = append(own, p)
		}
	}
	lookup := func(path string) (io.ReadCloser, error) {
		if exports[path] == "" {
			return nil, fmt.Errorf("no export data for %s", path)
		}
		return os.Open(exports[path])
	}
	imp := importer.ForCompiler(m.Fset, "gc", lookup)
	for _, p := range own {
		q, err := m.check(p, imp)
		if err != nil {
			return nil, err
		}
		m.Packages = append(m.Packages, q)
	}
	if len(m.Packages) == 0 {
		return nil, fmt.Errorf("%s: no packages", dir)
	}
	return m, nil
}

// check parses a package and infers its types.
func (m *Module) check(p *listed, imp types.Importer) (*Package, error) {
	q := &Package{
		Path:    m.below(p.ImportPath),
		Dir:     p.Dir,
		Imports: p.Imports,
		Info: &types.Info{
			Types: map[ast.Expr]types.TypeAndValue{},
			Defs:  map[*ast.Ident]types.Object{},
			Uses:  map[*ast.Ident]types.Object{},
		},
	}
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(m.Fset, filepath.Join(p.Dir, name), nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		q.Files = append(q.Files, f)
	}
	config := types.Config{Importer: imp}
	_, err := config.Check(p.ImportPath, m.Fset, q.Files, q.Info)
	return q, err
}

// below returns an import path without that of the module, "." for the module's
// own.
func (m *Module) below(path string) string {
	if path == m.Path {
		return "."
	}
	return strings.TrimPrefix(path, m.Path+"/")
}

// at writes a place, with a path below the module's folder.
func (m *Module) at(pos token.Pos) string {
	p := m.Fset.Position(pos)
	name, err := filepath.Rel(m.Dir, p.Filename)
	if err != nil {
		name = p.Filename
	}
	return fmt.Sprintf("%s:%d", filepath.ToSlash(name), p.Line)
}
