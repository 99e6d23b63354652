// This file defines that packages have no state: no init functions, and no package
// variables but those that nothing changes.

package lint

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
)

// Variables finds init functions and package variables that may change. What may
// be declared with var is
//
//   - an error value, made by errors.New or fmt.Errorf,
//   - a compiled regular expression, which is never changed by its use,
//   - a sync.Pool, from which nothing is known to come back,
//   - a table of basic data, functions included, that nothing in the module assigns
//     to, takes the address of or calls a method with a pointer receiver on,
//   - _, which is an assertion about types.
//
// A table that is changed through another name for it (t := table; t[0] = 1) is
// not found.
func Variables(m *Module) []string {
	var found []string
	changed := m.changed()
	for _, p := range m.Packages {
		for _, f := range p.Files {
			for _, decl := range f.Decls {
				switch d := decl.(type) {
				case *ast.FuncDecl:
					if d.Name.Name == "init" && d.Recv == nil {
						found = append(found, fmt.Sprintf("%s: func init", m.at(d.Pos())))
					}
				case *ast.GenDecl:
					if d.Tok != token.VAR {
						continue
					}
					for _, spec := range d.Specs {
						found = append(found, m.variables(p, spec.(*ast.ValueSpec), changed)...)
					}
				}
			}
		}
	}
	return found
}

// variables checks one declaration of package variables.
func (m *Module) variables(p *Package, spec *ast.ValueSpec, changed map[string]token.Pos) []string {
	var found []string
	for i, name := range spec.Names {
		if name.Name == "_" {
			continue
		}
		obj := p.Info.Defs[name]
		if obj.Type().String() == "sync.Pool" {
			continue
		}
		if at, ok := changed[key(obj)]; ok {
			found = append(found, fmt.Sprintf("%s: package variable %s is changed at %s", m.at(name.Pos()), name.Name, m.at(at)))
			continue
		}
		if len(spec.Values) == len(spec.Names) && constructed(p, spec.Values[i]) {
			continue
		}
		if obj.Type().String() == "embed.FS" { // files that are part of the program
			continue
		}
		if len(spec.Values) == 0 || !basicData(obj.Type(), map[types.Type]bool{}) {
			found = append(found, fmt.Sprintf("%s: package variable %s is neither an error, a regular expression, embedded files nor a table of basic data", m.at(name.Pos()), name.Name))
		}
	}
	return found
}

// constructed reports whether an expression makes a value that does not change.
func constructed(p *Package, e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	f, ok := p.Info.Uses[sel.Sel].(*types.Func)
	if !ok || f.Pkg() == nil {
		return false
	}
	switch f.Pkg().Path() + "." + f.Name() {
	case "errors.New", "fmt.Errorf", "regexp.MustCompile":
		return true
	}
	return false
}

// basicData reports whether values of t are numbers, strings, Booleans, functions,
// and structs, arrays, slices and maps of them.
func basicData(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] {
		return true
	}
	seen[t] = true
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Kind() != types.UnsafePointer
	case *types.Signature:
		return true
	case *types.Array:
		return basicData(t.Elem(), seen)
	case *types.Slice:
		return basicData(t.Elem(), seen)
	case *types.Map:
		return basicData(t.Key(), seen) && basicData(t.Elem(), seen)
	case *types.Struct:
		for f := range t.Fields() {
			if !basicData(f.Type(), seen) {
				return false
			}
		}
		return true
	}
	return false
}

// changed returns the package variables that something may change, with a place
// where that happens.
func (m *Module) changed() map[string]token.Pos {
	changed := map[string]token.Pos{}
	for _, p := range m.Packages {
		mark := func(e ast.Expr) {
			if id := root(p, e); id != nil {
				if k := key(p.Info.Uses[id]); k != "" {
					changed[k] = e.Pos()
				}
			}
		}
		for _, f := range p.Files {
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.AssignStmt:
					for _, e := range n.Lhs {
						mark(e)
					}
				case *ast.IncDecStmt:
					mark(n.X)
				case *ast.UnaryExpr:
					if n.Op == token.AND {
						mark(n.X)
					}
				case *ast.RangeStmt:
					if n.Tok == token.ASSIGN {
						mark(n.Key)
						mark(n.Value)
					}
				case *ast.CallExpr:
					m.markCall(p, n, mark)
				}
				return true
			})
		}
	}
	return changed
}

// markCall marks what a call changes by itself: what delete, clear and copy work
// on, and the receiver of a method that takes it by pointer.
func (m *Module) markCall(p *Package, call *ast.CallExpr, mark func(ast.Expr)) {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		if _, builtin := p.Info.Uses[f].(*types.Builtin); builtin {
			switch f.Name {
			case "delete", "clear", "copy":
				mark(call.Args[0])
			}
		}
	case *ast.SelectorExpr:
		method, ok := p.Info.Uses[f.Sel].(*types.Func)
		if !ok || method.Signature().Recv() == nil {
			return
		}
		_, byPointer := method.Signature().Recv().Type().(*types.Pointer)
		_, isPointer := p.Info.TypeOf(f.X).(*types.Pointer)
		if byPointer && !isPointer {
			mark(f.X)
		}
	}
}

// root returns the identifier that e is a part of: x for x, x.f, x[i], *x and
// pkg.x; nil if there is none.
func root(p *Package, e ast.Expr) *ast.Ident {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x
		case *ast.ParenExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.SelectorExpr:
			if id, ok := x.X.(*ast.Ident); ok {
				if _, isPackage := p.Info.Uses[id].(*types.PkgName); isPackage {
					return x.Sel
				}
			}
			e = x.X
		default:
			return nil
		}
	}
}

// key names a package variable, also as another package sees it; it is empty for
// any other object.
func key(obj types.Object) string {
	v, ok := obj.(*types.Var)
	if !ok || v.Pkg() == nil || v.Parent() != v.Pkg().Scope() {
		return ""
	}
	return v.Pkg().Path() + "." + v.Name()
}
