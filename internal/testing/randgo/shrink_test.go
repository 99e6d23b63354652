// This file tests the shrinker.

package randgo

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"
)

// A shrunk program still fails, compiles, and has nothing that can be left out.
func TestShrink(t *testing.T) {
	leaks := func(p *Program) bool {
		Print("random", p)
		r, err := Explore(p.Skeleton(false), Limits{})
		return err == nil && slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Kind == "leak" })
	}
	imports := importer.Default()
	shrunk := 0
	for seed := uint64(0); shrunk < 8; seed++ {
		p := random(seed)
		if !leaks(p) {
			continue
		}
		shrunk++
		before := string(Print("random", p))
		small := Shrink(p, leaks)
		text := string(Print("random", small))
		if !leaks(small) {
			t.Fatalf("it does not fail:\n%s", text)
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "random.go", text, 0)
		if err != nil {
			t.Fatal(err)
		}
		config := types.Config{Importer: imports}
		if _, err := config.Check("random", fset, []*ast.File{file}, nil); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		operations := 0
		small.each(func(s *Stmt) {
			if s.Op != Make && s.Op != Go && s.Op != Call {
				operations++
			}
		})
		if operations > 3 || strings.Count(text, "\n") > strings.Count(before, "\n") {
			t.Errorf("%d operations are left:\n%s", operations, text)
		}
	}
}
