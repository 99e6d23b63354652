// This file tests random programs.

package randgo

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// random returns the program of a seed.
func random(seed uint64) *Program { return Random(rand.New(rand.NewPCG(seed, 23))) }

// Random programs compile.
func TestRandomCompiles(t *testing.T) {
	campaign.Turn(t, 0, 2)
	var programs []*Program
	for seed := range uint64(campaign.Size(t, 50, 10_000)) {
		programs = append(programs, random(seed))
	}
	text := Print("random", programs...)
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "random.go", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	config := types.Config{Importer: importer.Default(), Error: func(err error) {
		line := fset.Position(err.(types.Error).Pos).Line
		t.Errorf("%v\n%s", err, strings.Join(lines[max(0, line-5):line+3], "\n"))
	}}
	if _, err := config.Check("random", fset, []*ast.File{file}, nil); err != nil {
		t.Fatal(err)
	}
}

// An idiom without a mistake has no fault, and about half of the random programs have one, of any
// kind. All of them are small.
func TestRandomIsBalanced(t *testing.T) {
	for _, i := range idioms() {
		for seed := range uint64(campaign.Size(t, 4, 100)) {
			g := &generator{src: rand.New(rand.NewPCG(seed, 24)), p: &Program{Name: "TestIdiom"}}
			g.p.Body = i.write(g)
			g.shape()
			text := Print("idiom", g.p)
			r, err := Explore(g.p.Skeleton(true), Limits{Goroutines: 5})
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Findings) > 0 || r.Cut || !r.Complete {
				t.Errorf("%s: %s\n%s", i.name, show(r), text)
				break
			}
		}
	}
	programs := campaign.Size(t, 200, 20_000)
	kinds, ops := map[string]int{}, map[skeleton.Op]int{}
	faulty, cut, large := 0, 0, 0
	for seed := range uint64(programs) {
		p := random(seed)
		text := Print("random", p)
		sk := p.Skeleton(true)
		r, err := Explore(sk, Limits{Goroutines: 5, Configurations: 20_000})
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		here := map[string]bool{}
		for _, f := range r.Findings {
			here[f.Kind] = true
		}
		for kind := range here {
			kinds[kind]++
		}
		if len(here) > 0 {
			faulty++
		}
		if r.Cut {
			cut++
		}
		if !r.Complete {
			large++
		}
		for _, b := range sk.Bodies {
			for _, n := range b.Nodes {
				ops[n.Op]++
			}
		}
	}
	t.Logf("of %d programs %d have a fault (%v), %d are cut, %d are large; %v", programs, faulty, kinds, cut, large, ops)
	if faulty*10 < programs*4 || faulty*10 > programs*7 {
		t.Errorf("%d of %d programs have a fault", faulty, programs)
	}
	if cut*10 > programs || large*20 > programs {
		t.Errorf("of %d programs %d are cut, %d have too many configurations", programs, cut, large)
	}
}
