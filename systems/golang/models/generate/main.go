// Command generate derives the table of what functions of the standard library do from their sources.
//
//	go run ./systems/golang/models/generate >systems/golang/models/library.txt
//
// Functions of which there is more to say, or that cannot be followed, have a line in override.txt, which wins: both
// where others call them and in the table.
package main

import (
	"bufio"
	"fmt"
	"go/token"
	"go/types"
	"os"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/ijit/ijit/systems/golang/effect"
	"github.com/ijit/ijit/systems/golang/models"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func run() error {
	loaded, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax}, "std")
	if err != nil {
		return err
	}
	if packages.PrintErrors(loaded) > 0 {
		return fmt.Errorf("the standard library does not compile")
	}
	prog, _ := ssautil.AllPackages(loaded, 0)
	prog.Build()
	a := newAnalysis(prog, models.ByHand())
	a.solve()
	t, modelled := effect.Table{}, models.Models()
	for _, p := range prog.AllPackages() {
		if public(p.Pkg.Path()) {
			a.export(p, t)
		}
	}
	for name := range modelled {
		delete(t, name)
	}
	if unsaid := a.unsaid(t); len(unsaid) > 0 {
		return fmt.Errorf("these functions neither call a function that they are given nor keep or return it; if that is so, say it in override.txt:\n%s", strings.Join(unsaid, "\n"))
	}
	w := bufio.NewWriter(os.Stdout)
	fmt.Fprintf(w, "# Made by `go run ./systems/golang/models/generate` from the sources of %s for %s; changes belong into override.txt.\n", runtime.Version(), runtime.GOOS)
	if err := t.Write(w); err != nil {
		return err
	}
	return w.Flush()
}

// unsaid returns the functions in a table of which nothing says what becomes of a function that they are given: one that is
// called behind what the analysis does not follow would be one that is never called.
func (a *analysis) unsaid(t effect.Table) (list []string) {
	for _, f := range a.functions {
		e, ok := t[name(f)]
		_, byHand := a.hand[name(f)]
		first := 0 // parameter behind the receiver
		if f.Signature.Recv() != nil {
			first = 1
		}
		if !ok || byHand || e.Func || e.Unseen || e.Fresh || first > 0 && !exportedType(f.Signature.Recv().Type()) {
			continue
		}
		for i, p := range f.Params[:min(len(f.Params), 16)] {
			if _, function := p.Type().Underlying().(*types.Signature); function && i >= first && !e.Keeps.Has(i) {
				list = append(list, name(f))
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// exportedType reports whether people can name a type, or what a pointer leads to.
func exportedType(t types.Type) bool {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := t.(*types.Named)
	return !ok || n.Obj().Exported()
}

// public reports whether people can import a package.
func public(path string) bool {
	for part := range strings.SplitSeq(path, "/") {
		if part == "internal" || part == "vendor" || part == "cmd" {
			return false
		}
	}
	return path != "unsafe" && path != "main"
}

// export adds the functions of a package that others can call, methods of its interfaces among them.
func (a *analysis) export(p *ssa.Package, t effect.Table) {
	add := func(f *ssa.Function) {
		if f != nil && f.TypeArgs() == nil {
			t[name(f)] = a.exported(f)
		}
	}
	for _, m := range p.Members {
		switch m := m.(type) {
		case *ssa.Function:
			if token.IsExported(m.Name()) {
				add(m)
			}
		case *ssa.Type:
			n, ok := m.Type().(*types.Named)
			if !ok {
				continue
			}
			if i, ok := n.Underlying().(*types.Interface); ok {
				for k := range i.NumMethods() {
					if f := i.Method(k); f.Exported() {
						t[fmt.Sprintf("(%s).%s", types.TypeString(n, nil), f.Name())] = a.invoked(f).effect(f.Signature(), true)
					}
				}
				continue
			}
			if n.TypeParams().Len() > 0 {
				for k := range n.NumMethods() {
					if f := n.Method(k); f.Exported() {
						add(a.prog.FuncValue(f))
					}
				}
				continue
			}
			for _, typ := range []types.Type{n, types.NewPointer(n)} {
				set := a.prog.MethodSets.MethodSet(typ)
				for k := range set.Len() {
					if set.At(k).Obj().Exported() {
						add(a.prog.MethodValue(set.At(k)))
					}
				}
			}
		}
	}
}

// name returns the name of a function in tables.
func name(f *ssa.Function) string {
	if o := f.Origin(); o != nil {
		f = o
	}
	s := f.String()
	if i := strings.IndexByte(s, '['); i >= 0 {
		if j := strings.LastIndexByte(s, ']'); j > i {
			s = s[:i] + s[j+1:]
		}
	}
	return s
}
