//go:build ignore

// Elsewhere type-checks the packages in the folders below the current one, with their tests, as they are on other systems,
// which it is given. It reads the source of all that they import, without the bodies of functions, and compiles none of it.
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"log"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/packages"
)

func main() {
	root, err := os.Getwd()
	if err != nil {
		log.Fatal(err)
	}
	own := func(file string) bool { return strings.HasPrefix(file, root+string(filepath.Separator)) }
	parse := func(set *token.FileSet, name string, text []byte) (*ast.File, error) {
		file, err := parser.ParseFile(set, name, text, parser.AllErrors|parser.SkipObjectResolution)
		if file != nil && !own(name) {
			for _, d := range file.Decls {
				if f, ok := d.(*ast.FuncDecl); ok {
					f.Body = nil
				}
			}
		}
		return file, err
	}
	said := map[string]bool{} // a package is checked with its tests and without
	for _, system := range os.Args[1:] {
		all, err := packages.Load(&packages.Config{
			Mode:      packages.LoadAllSyntax &^ packages.NeedTypesInfo,
			Env:       append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0"),
			Tests:     true,
			ParseFile: parse,
		}, "./...")
		if err != nil {
			log.Fatal(err)
		}
		packages.Visit(all, nil, func(p *packages.Package) {
			for _, e := range p.Errors {
				text := fmt.Sprintf("%s: %v", system, e)
				if e.Kind == packages.TypeError && !own(e.Pos) || said[text] { // of what has no bodies
					continue
				}
				said[text] = true
				fmt.Println(text)
			}
		})
	}
	if len(said) > 0 {
		os.Exit(1)
	}
}
