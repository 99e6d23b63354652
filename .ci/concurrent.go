//go:build ignore

// Concurrent lists the packages in the folders below the current one that start goroutines, by
// themselves or in their tests: those that the race detector has something to see in.
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"log"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	dirs := map[string]bool{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != "." && (strings.ContainsAny(d.Name()[:1], "._") || d.Name() == "testdata"):
			return fs.SkipDir
		case filepath.Ext(path) != ".go" || dirs[filepath.Dir(path)]:
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		if !ignored(file) && starts(file) {
			dirs[filepath.Dir(path)] = true
		}
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, dir := range slices.Sorted(maps.Keys(dirs)) {
		fmt.Println("./" + filepath.ToSlash(dir))
	}
}

// ignored says whether the file is of no package, as the Go programs among the examples.
func ignored(file *ast.File) bool {
	for _, group := range file.Comments {
		if group.Pos() > file.Package {
			break
		}
		if slices.ContainsFunc(group.List, func(c *ast.Comment) bool { return c.Text == "//go:build ignore" }) {
			return true
		}
	}
	return false
}

// starts says whether the file has a go statement or a call that starts a goroutine.
func starts(file *ast.File) bool {
	found := false
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			found = true
		case *ast.CallExpr:
			if f, ok := n.Fun.(*ast.SelectorExpr); ok {
				found = found || f.Sel.Name == "Go" || f.Sel.Name == "Parallel" || f.Sel.Name == "Pull"
			}
		}
		return !found
	})
	return found
}
