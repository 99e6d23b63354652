// This file tests what is known of functions that call each other.

package code

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

const recursive = `package p

var n int
var c chan int

func adds(k int)   { pure(k); asks(k); n++ }
func asks(k int)   { if k > 0 { adds(k - 1) } }
func reads(k int)  { pure(k); asks2(k); _ = n + k; use(n) }
func asks2(k int)  { if k > 0 { reads(k - 1) } }
func sends(k int)  { pure(k); asks3(k); c <- k }
func asks3(k int)  { if k > 0 { sends(k - 1) } }
func pure(k int)   { if k > 0 { pure2(k - 1) } }
func pure2(k int)  { if k > 0 { pure(k - 1) } }
func fills(s []int) { copy(s, s) }
func use(int)      {}
`

// TestProperties: a function has a property if it reaches one that has it, also where it was asked first of the other.
func TestProperties(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", recursive, 0)
	if err != nil {
		t.Fatal(err)
	}
	p, _, err := ssautil.BuildPackage(&types.Config{Importer: importer.Default()}, fset, types.NewPackage("p", "p"), []*ast.File{file}, 0)
	if err != nil {
		t.Fatal(err)
	}
	k := NewFacts(p.Prog, func(*ssa.Function) bool { return false }, func(*ssa.Function) (bool, bool) { return true, true })
	for _, c := range []struct {
		name                     string
		matters, touches, alters bool
	}{
		{"adds", false, true, true}, {"asks", false, true, true},
		{"reads", false, true, false}, {"asks2", false, true, false},
		{"sends", true, true, true}, {"asks3", true, true, true},
		{"pure", false, false, false}, {"pure2", false, false, false},
		{"fills", false, true, true},
	} {
		fn := p.Func(c.name)
		if m, touches, alters := k.Matters(fn), k.Touches(fn), k.Alters(fn); m != c.matters || touches != c.touches || alters != c.alters {
			t.Errorf("%s: matters %v, touches %v, alters %v", c.name, m, touches, alters)
		}
	}
}
