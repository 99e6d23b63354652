// This file defines how packages are type-checked: some from source, the others from what the compiler exports of them.

package golang

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"maps"
	"os"
	"runtime"
	"slices"

	"golang.org/x/tools/go/gcexportdata"
	"golang.org/x/tools/go/packages"
)

// check parses and type-checks packages. Package packages would do that as well, but reads from source only what it is
// asked for, and so all tests of that, and would have to be told in a second call of the go command.
func check(ctx context.Context, fset *token.FileSet, read []*packages.Package) error {
	sizes := types.SizesFor("gc", cmp.Or(os.Getenv("GOARCH"), runtime.GOARCH))
	c := &checker{fset: fset, sizes: sizes, source: map[*packages.Package]bool{}, done: map[*packages.Package]bool{}, imports: map[string]*types.Package{}}
	for _, p := range read {
		c.source[p] = true
	}
	for _, p := range read {
		c.check(ctx, p)
	}
	return ctx.Err()
}

// A checker gives packages their syntax and types.
type checker struct {
	fset    *token.FileSet
	sizes   types.Sizes
	source  map[*packages.Package]bool // what is read from source
	done    map[*packages.Package]bool
	imports map[string]*types.Package // by import path, for export data
}

// check checks a package behind all that it imports, so that export data that mention a package which is read from
// source find it. Errors become those of the package.
func (c *checker) check(ctx context.Context, p *packages.Package) {
	if c.done[p] {
		return
	}
	c.done[p] = true
	for _, path := range slices.Sorted(maps.Keys(p.Imports)) {
		q := p.Imports[path]
		c.check(ctx, q)
		p.IllTyped = p.IllTyped || q.IllTyped
	}
	if !c.source[p] || ctx.Err() != nil {
		return
	}
	files := p.CompiledGoFiles
	if len(files) == 0 { // there are none of what does not compile
		files = p.GoFiles
	}
	for _, name := range files {
		f, err := parser.ParseFile(c.fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		c.fails(p, err)
		if f != nil {
			p.Syntax = append(p.Syntax, f)
		}
	}
	p.Fset, p.Types, p.TypesSizes = c.fset, types.NewPackage(p.PkgPath, p.Name), c.sizes
	p.TypesInfo = &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}, Implicits: map[ast.Node]types.Object{},
		Instances: map[*ast.Ident]types.Instance{}, Scopes: map[ast.Node]*types.Scope{}, Selections: map[*ast.SelectorExpr]*types.Selection{}, FileVersions: map[*ast.File]string{},
	}
	config := &types.Config{Importer: importer(func(path string) (*types.Package, error) { return c.imported(p, path) }), Sizes: c.sizes, Error: func(err error) { c.fails(p, err) }}
	if p.Module != nil && p.Module.GoVersion != "" {
		config.GoVersion = "go" + p.Module.GoVersion
	}
	_ = types.NewChecker(config, c.fset, p.Types, p.TypesInfo).Files(p.Syntax) // its errors have been taken
	p.IllTyped = p.IllTyped || len(p.Errors) > 0
	if p.ForTest == "" {
		c.imports[p.PkgPath] = p.Types
	}
}

type importer func(path string) (*types.Package, error)

func (f importer) Import(path string) (*types.Package, error) { return f(path) }

// imported returns what a package imports by a path.
func (c *checker) imported(p *packages.Package, path string) (*types.Package, error) {
	q := p.Imports[path]
	switch {
	case q == nil:
		return nil, fmt.Errorf("there is no package %s", path)
	case path == "unsafe":
		q.Types = types.Unsafe
		return q.Types, nil
	case q.Types != nil:
		return q.Types, nil
	case q.ExportFile == "":
		if len(q.Errors) > 0 {
			return nil, q.Errors[0]
		}
		return nil, fmt.Errorf("%s is not compiled", path)
	}
	file, err := os.Open(q.ExportFile)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	//lint:ignore SA1019 what the go command lists are archives; package packages reads them so, too
	data, err := gcexportdata.NewReader(file)
	if err != nil {
		return nil, err
	}
	q.Types, err = gcexportdata.Read(data, c.fset, c.imports, q.PkgPath)
	return q.Types, err
}

// fails makes an error one of a package.
func (c *checker) fails(p *packages.Package, err error) {
	var list scanner.ErrorList
	var one types.Error
	var path *os.PathError
	switch {
	case err == nil:
	case errors.As(err, &list):
		for _, e := range list {
			p.Errors = append(p.Errors, packages.Error{Pos: e.Pos.String(), Msg: e.Msg, Kind: packages.ParseError})
		}
	case errors.As(err, &one):
		p.Errors = append(p.Errors, packages.Error{Pos: c.fset.Position(one.Pos).String(), Msg: one.Msg, Kind: packages.TypeError})
	case errors.As(err, &path):
		p.Errors = append(p.Errors, packages.Error{Pos: path.Path + ":1", Msg: path.Err.Error(), Kind: packages.ParseError})
	default:
		p.Errors = append(p.Errors, packages.Error{Pos: "-", Msg: err.Error()})
	}
}
