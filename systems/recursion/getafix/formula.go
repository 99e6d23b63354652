// This file defines the formulas that come with the package.

package getafix

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/ijit/ijit/systems/recursion/calculus/syntax"
)

//go:embed formulas/*.mu
var files embed.FS

// A Formula is a model checker as a text in the fixed-point calculus.
type Formula struct {
	Name string
	Doc  string // in one line
	Text string
}

// bundled are the formulas that come with the package.
var bundled = sync.OnceValue(func() []Formula {
	list := []Formula{
		{Name: "simple", Doc: "summaries from all entries of procedures, then those that are entered"},
		{Name: "ef", Doc: "entry forward: summaries of what can be reached"},
		{Name: "ef-opt", Doc: "entry forward, with calls and returns only of states that are new"},
		{Name: "ef-places", Doc: "the same as it was published: at all places with a state that is new"},
	}
	for i := range list {
		text, err := files.ReadFile("formulas/" + list[i].Name + ".mu")
		if err != nil {
			list[i].Text = fmt.Sprintf("// %v\n", err) // the file is part of the binary
			continue
		}
		list[i].Text = string(text)
	}
	return list
})

// trees has the syntax trees of the formulas that come with the package.
var trees = sync.OnceValue(func() map[Formula]*syntax.File {
	trees := map[Formula]*syntax.File{}
	for _, f := range bundled() {
		if tree, err := syntax.Parse(f.Name+".mu", []byte(f.Text)); err == nil {
			trees[f] = tree
		}
	}
	return trees
})

// parse returns the syntax tree of a formula.
func (f Formula) parse() (*syntax.File, error) {
	if tree := trees()[f]; tree != nil {
		return tree, nil
	}
	return syntax.Parse(f.Name+".mu", []byte(f.Text))
}

// Formulas returns the formulas that come with the package, the simplest first.
// The comments in their texts say how they work.
func Formulas() []Formula { return slices.Clone(bundled()) }

// Find returns the formula of that name.
func Find(name string) (Formula, error) {
	var names []string
	for _, f := range bundled() {
		if f.Name == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return Formula{}, fmt.Errorf("getafix: there is no formula %s; there are %s", name, strings.Join(names, ", "))
}
