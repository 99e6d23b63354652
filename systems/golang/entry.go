// This file defines where executions begin.

package golang

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/parser/diagnostic"
	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// An Entry is a function with which executions begin.
type Entry struct {
	Name    string // TestPool, main, (*Pool).Run
	Package string // its import path
	Main    bool   // its return ends the program
	Test    bool   // func TestXxx(*testing.T)
	Site    skeleton.Site

	fn *ssa.Function
}

// Entries returns the functions of that name: NAME, PACKAGE.NAME, TYPE.METHOD. Without a name they
// are all tests and, behind them, the functions main: these take arguments and wait for signals, so that what both
// come to is easier to follow in a test.
func (c *Code) Entries(name string) ([]*Entry, error) {
	var found []*Entry
	var all []string
	for _, p := range c.roots {
		for _, fn := range functions(p) {
			e := c.newEntry(p, fn)
			all = append(all, e.Name)
			if name == "" && (e.Main || e.Test) || name != "" && matches(name, e) {
				found = append(found, e)
			}
		}
	}
	if len(found) > 0 {
		slices.SortStableFunc(found, func(a, b *Entry) int {
			switch {
			case a.Main == b.Main:
				return 0
			case b.Main:
				return -1
			}
			return 1
		})
		return found, nil
	}
	for _, p := range c.roots {
		if fn := p.Func(name); fn != nil && fn.TypeParams().Len() > 0 {
			return nil, fmt.Errorf("%s is generic, and executions cannot begin there\nhint: name a function or a test that calls it with types", name)
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	if len(all) == 0 {
		return nil, fmt.Errorf("there are no functions to begin with")
	}
	listed := all
	if len(listed) > 20 {
		listed = append(slices.Clone(listed[:20]), "..")
	}
	if name == "" {
		return nil, fmt.Errorf("there are no tests and no function main; name a function to begin with: %s", strings.Join(listed, ", "))
	}
	if did := diagnostic.DidYouMean(name, all); did != "" {
		return nil, fmt.Errorf("there is no function %s\nhint: %s", name, did)
	}
	return nil, fmt.Errorf("there is no function %s; there are %s", name, strings.Join(listed, ", "))
}

// functions returns the functions and methods of a package that have a body, in order of their places.
func functions(p *ssa.Package) []*ssa.Function {
	var list []*ssa.Function
	add := func(fn *ssa.Function) {
		if fn != nil && len(fn.Blocks) > 0 && fn.Synthetic == "" && fn.TypeParams().Len() == len(fn.TypeArgs()) {
			list = append(list, fn)
		}
	}
	for _, m := range p.Members {
		switch m := m.(type) {
		case *ssa.Function:
			add(m)
		case *ssa.Type:
			named, ok := m.Type().(*types.Named)
			if !ok || named.TypeParams().Len() > 0 {
				continue
			}
			for i := range named.NumMethods() {
				add(p.Prog.FuncValue(named.Method(i)))
			}
		}
	}
	slices.SortFunc(list, func(a, b *ssa.Function) int { return int(a.Pos() - b.Pos()) })
	return list
}

func (c *Code) newEntry(p *ssa.Package, fn *ssa.Function) *Entry {
	e := &Entry{Name: code.FunctionName(fn), Package: p.Pkg.Path(), fn: fn, Site: c.code.Site(fn, fn.Pos())}
	e.Site.Text = "func " + e.Name
	e.Main = fn.Signature.Recv() == nil && fn.Name() == "main" && p.Pkg.Name() == "main"
	e.Test = isTest(fn)
	return e
}

// TestsBeside reports whether go test executes other tests in the process in which it executes e, a test.
func (c *Code) TestsBeside(e *Entry) bool {
	binary := func(path string) string { return strings.TrimSuffix(path, "_test") }
	return e.Test && slices.ContainsFunc(c.roots, func(p *ssa.Package) bool {
		return binary(p.Pkg.Path()) == binary(e.Package) && slices.ContainsFunc(functions(p), func(fn *ssa.Function) bool { return fn != e.fn && isTest(fn) })
	})
}

// isTest reports whether go test would run the function, in whatever file it is.
func isTest(fn *ssa.Function) bool {
	rest, ok := strings.CutPrefix(fn.Name(), "Test")
	sig := fn.Signature
	if !ok || sig.Recv() != nil || sig.Params().Len() != 1 || sig.Results().Len() != 0 {
		return false
	}
	if rest != "" && rest[0] >= 'a' && rest[0] <= 'z' {
		return false
	}
	return sig.Params().At(0).Type().String() == "*testing.T"
}

// plain leaves out what surrounds the type of a receiver.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '(' || r == ')' || r == '*' {
			return -1
		}
		return r
	}, name)
}

func matches(name string, e *Entry) bool {
	short := plain(e.Name)
	pkg := e.Package[strings.LastIndex(e.Package, "/")+1:]
	want := plain(name)
	return want == short || want == pkg+"."+short || want == e.Package+"."+short
}
