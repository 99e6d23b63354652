// This file defines how programs are checked for whether they compile.

package rungo

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
)

// library returns what reads the packages of the standard library that programs import, each once.
func library() (types.Importer, error) {
	out, err := exec.Command("go", append([]string{"list", "-export", "-deps", "-json=ImportPath,Export"}, paths...)...).Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	exports := map[string]string{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct{ ImportPath, Export string }
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		exports[p.ImportPath] = p.Export
	}
	return importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }), nil
}

// A checked is a program that compiles.
type checked struct {
	fset *token.FileSet
	file *ast.File
	info *types.Info
}

// check parses a text and checks its types.
func (s *Source) check(text []byte) (*checked, error) {
	c := &checked{fset: token.NewFileSet(), info: &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}}
	var err error
	if c.file, err = parser.ParseFile(c.fset, "random.go", text, parser.SkipObjectResolution); err != nil {
		return nil, err
	}
	if _, err = (&types.Config{Importer: s.library}).Check("random", c.fset, []*ast.File{c.file}, c.info); err != nil {
		return nil, err
	}
	return c, nil
}
