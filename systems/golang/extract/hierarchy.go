// This file defines which functions and methods of the code may be executed by a call of which only types are known: by
// class hierarchy analysis (Dean, Grove and Chambers, "Optimization of object-oriented programs using static class
// hierarchy analysis", ECOOP 1995).

package extract

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/effect"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// mayCall notes that a function of which nothing is known but its type is called, or one of some methods of a value of
// which nothing is known, if the code has one that does more than to read. What is read is noted where values come from
// of which nothing is known. The type nil is that of a function of any type.
func (x *Extractor) mayCall(pos token.Pos, t types.Type, methods ...string) {
	if fn := x.candidate(t, methods); fn != nil {
		x.Note(pos, "call by a value of which nothing is known", "it may be of "+code.FunctionName(fn)+", which is not followed", skeleton.OpensAll)
	}
}

// hidden notes what a function of a library may call of values of which nothing is known.
func (x *Extractor) hidden(c *Call, name string, e effect.Effect, unknown []types.Type) {
	methods := e.Methods
	if c.formatsPlainly(name) {
		methods = slices.DeleteFunc(slices.Clone(methods), func(m string) bool { return m != "Format" && slices.Contains(describing, m) })
	}
	for _, t := range unknown {
		switch _, function := t.Underlying().(*types.Signature); {
		case function && e.Func:
			x.mayCall(c.Pos, t)
		case !function && len(methods) > 0:
			x.mayCall(c.Pos, t, methods...)
		}
	}
}

// A called is what is called: functions of a type, or methods of values of an interface.
type called struct {
	of      types.Type
	methods string
}

// candidate returns a function of the code that does more than to read, and that a function value of a type may be, or
// one of some methods of an interface, of any exported one if none is named; nil if there is none.
func (x *Extractor) candidate(t types.Type, methods []string) *ssa.Function {
	key := called{t, strings.Join(methods, " ")}
	fn, known := x.candidates[key]
	if known {
		return fn
	}
	if t == nil {
		fn = x.function(nil)
	} else if s, ok := t.Underlying().(*types.Signature); ok {
		fn = x.function(s)
	} else {
		fn = x.implementation(t.Underlying().(*types.Interface), methods)
	}
	x.candidates[key] = fn
	return fn
}

// linked reports whether a function is of the code, and in the program of the entry: in a package that the entry's needs.
func (x *Extractor) linked(fn *ssa.Function) bool {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	if fn.Object() == nil || fn.Object().Pkg() == nil {
		return fn.Pkg != nil // the initialisation of a package; not the methods of error
	}
	pkg := fn.Object().Pkg()
	return x.Readable[pkg] && x.packages[pkg.Path()] && !x.code.Libraries[pkg.Path()]
}

// needs notes that the program has a package, and what that imports.
func (x *Extractor) needs(p *types.Package) {
	if !x.packages[p.Path()] {
		x.packages[p.Path()] = true
		for _, q := range p.Imports() {
			x.needs(q)
		}
	}
}

func (x *Extractor) function(t *types.Signature) *ssa.Function {
	for _, fn := range x.code.Values() {
		if x.linked(fn) && (t == nil || types.Identical(fn.Signature, t)) && x.Alters(fn) {
			return fn
		}
	}
	return nil
}

func (x *Extractor) implementation(t *types.Interface, methods []string) *ssa.Function {
	for _, r := range x.code.Dynamic() {
		if !types.Implements(r, t) {
			continue
		}
		set := x.code.Prog.MethodSets.MethodSet(r)
		for k := range set.Len() {
			sel := set.At(k)
			if m := sel.Obj(); len(methods) == 0 && !m.Exported() || len(methods) > 0 && !slices.Contains(methods, m.Name()) {
				continue
			}
			if fn := x.code.Prog.MethodValue(sel); fn != nil && x.linked(fn) && x.Alters(fn) {
				return fn
			}
		}
	}
	return nil
}
