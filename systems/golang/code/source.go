// This file defines places of operations and names of objects, as they stand in the source.

package code

import (
	"bytes"
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/systems/golang/skeleton"
)

// Code is what functions are extracted from.
type Code struct {
	Prog      *ssa.Program
	text      *source
	Libraries map[string]bool     // paths of packages that are read, but are not of the code itself
	lists     *bool               // see PlainLists
	set       map[*types.Var]bool // fields to which something is stored, or that others may store to; nil if not asked
	Stub      *ssa.Function       // the function of goroutines that libraries start

	unsequenced map[ssa.Instruction][]ssa.Value     // see Unsequenced
	behind      map[ssa.Instruction]ssa.Instruction // see CallBehind

	elsewhere map[token.Pos]string        // see Elsewhere
	values    []*ssa.Function             // see Values; nil if not asked
	dynamic   []types.Type                // see Dynamic; nil if not asked
	held      map[types.Type][]types.Type // see Held
}

// New returns the code of a program with these files. Some of its packages are libraries.
func New(prog *ssa.Program, fset *token.FileSet, files []*ast.File, libraries map[string]bool) *Code {
	c := &Code{
		Prog: prog, text: newSource(fset, files), Libraries: libraries,
		Stub:      prog.NewFunction("library", types.NewSignatureType(nil, nil, nil, nil, nil, false), "stub"),
		elsewhere: elsewhere(files), held: map[types.Type][]types.Type{},
	}
	c.sequence()
	return c
}

// Elsewhere returns by which directive a package variable has a value that no statement gives it: go:embed or go:linkname.
// It returns "" if there is none.
func (c *Code) Elsewhere(g *ssa.Global) string { return c.elsewhere[g.Pos()] }

func elsewhere(files []*ast.File) map[token.Pos]string {
	found := map[token.Pos]string{}
	for _, f := range files {
		linked := map[string]bool{}
		for _, group := range f.Comments {
			for _, c := range group.List {
				if words := strings.Fields(c.Text); len(words) > 1 && words[0] == "//go:linkname" {
					linked[words[1]] = true
				}
			}
		}
		for _, d := range f.Decls {
			d, ok := d.(*ast.GenDecl)
			if !ok || d.Tok != token.VAR {
				continue
			}
			for _, spec := range d.Specs {
				spec := spec.(*ast.ValueSpec)
				for _, name := range spec.Names {
					switch {
					case linked[name.Name]:
						found[name.Pos()] = "go:linkname"
					case embeds(spec.Doc), len(d.Specs) == 1 && embeds(d.Doc):
						found[name.Pos()] = "go:embed"
					}
				}
			}
		}
	}
	return found
}

func embeds(g *ast.CommentGroup) bool {
	return g != nil && slices.ContainsFunc(g.List, func(c *ast.Comment) bool { return strings.HasPrefix(c.Text, "//go:embed ") })
}

// Library reports whether a function is one of a library that is read from source: what it does is at the place of
// the call.
func (c *Code) Library(fn *ssa.Function) bool { return c.Libraries[packagePath(fn)] }

// packagePath returns the path of the package of a function, which may be in another one.
func packagePath(fn *ssa.Function) string {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if fn.Pkg == nil {
		return ""
	}
	return fn.Pkg.Pkg.Path()
}

// Standard reports whether a function is one of the standard library.
func (c *Code) Standard(fn *ssa.Function) bool {
	return c.Library(fn) && !strings.Contains(strings.Split(packagePath(fn), "/")[0], ".")
}

// Site returns the place of a function or an instruction in it.
func (c *Code) Site(fn *ssa.Function, pos token.Pos) skeleton.Site { return c.text.site(fn, pos) }

// Name returns the name of the variable or field that an object made at a place is assigned to.
func (c *Code) Name(pos token.Pos) string { return c.text.names[pos] }

// A source knows the syntax of the code by position.
type source struct {
	fset  *token.FileSet
	nodes map[token.Pos]ast.Node // by the position that ssa gives the instruction
	names map[token.Pos]string   // of the variable or field that a new object is assigned to
	lines map[string][]byte
	// Simple statements; all but blocks, and declarations of variables; by where each one begins, in order of file and offset.
	simple     []ast.Stmt
	statements []ast.Node
}

func newSource(fset *token.FileSet, files []*ast.File) *source {
	s := &source{fset: fset, nodes: map[token.Pos]ast.Node{}, names: map[token.Pos]string{}, lines: map[string][]byte{}}
	for _, f := range files {
		name := fset.Position(f.FileStart).Filename
		if src, err := os.ReadFile(name); err == nil {
			s.lines[name] = src
		}
	}
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ExprStmt, *ast.AssignStmt, *ast.IncDecStmt, *ast.ReturnStmt, *ast.DeferStmt, *ast.DeclStmt:
				s.simple = append(s.simple, n.(ast.Stmt))
			}
			switch n.(type) {
			case *ast.BlockStmt:
			case ast.Stmt, *ast.ValueSpec:
				s.statements = append(s.statements, n)
			}
			switch n := n.(type) {
			case *ast.Field:
				for _, name := range n.Names {
					s.nodes[name.Pos()] = n
				}
			case *ast.CallExpr:
				s.nodes[n.Lparen] = n
			case *ast.SendStmt:
				s.nodes[n.Arrow] = n
			case *ast.UnaryExpr:
				s.nodes[n.OpPos] = n
			case *ast.BinaryExpr:
				s.nodes[n.OpPos] = n
			case *ast.GoStmt:
				s.nodes[n.Go] = n.Call
			case *ast.DeferStmt:
				s.nodes[n.Defer] = n.Call
			case *ast.RangeStmt:
				s.nodes[n.For] = n.X
			case *ast.SelectorExpr:
				s.nodes[n.Sel.Pos()] = n
			case *ast.IncDecStmt:
				s.nodes[n.TokPos] = n
			case *ast.AssignStmt:
				s.nodes[n.TokPos] = n
				if len(n.Lhs) == len(n.Rhs) {
					for i := range n.Lhs {
						s.name(n.Rhs[i], s.expr(n.Lhs[i]))
					}
				} else if len(n.Rhs) == 1 {
					s.name(n.Rhs[0], s.expr(n.Lhs[0]))
				}
			case *ast.ValueSpec:
				for i, v := range n.Values {
					s.name(v, n.Names[min(i, len(n.Names)-1)].Name)
				}
			case *ast.KeyValueExpr:
				s.name(n.Value, s.expr(n.Key))
			}
			return true
		})
	}
	slices.SortFunc(s.simple, func(a, b ast.Stmt) int { return cmp.Compare(a.Pos(), b.Pos()) })
	slices.SortStableFunc(s.statements, func(a, b ast.Node) int { return cmp.Compare(a.Pos(), b.Pos()) })
	return s
}

// name notes what the object that an expression makes is called.
func (s *source) name(e ast.Expr, name string) {
	switch e := e.(type) {
	case *ast.CallExpr:
		s.names[e.Lparen] = name
	case *ast.CompositeLit:
		s.names[e.Lbrace] = name
	case *ast.UnaryExpr:
		s.name(e.X, name)
	case *ast.ParenExpr:
		s.name(e.X, name)
	case *ast.FuncLit:
		s.names[e.Pos()] = name
	}
}

// expr returns the text of an expression.
func (s *source) expr(n ast.Node) string {
	from, to := s.fset.Position(n.Pos()), s.fset.Position(n.End())
	src := s.lines[from.Filename]
	if to.Offset > len(src) || from.Offset >= to.Offset {
		return ""
	}
	return string(src[from.Offset:to.Offset])
}

// The longest text of an operation.
const maxText = 60

// site returns the place of an instruction.
func (s *source) site(fn *ssa.Function, pos token.Pos) skeleton.Site {
	var site skeleton.Site
	if fn != nil {
		site.Func = FunctionName(fn)
	}
	if !pos.IsValid() {
		return site
	}
	site.Pos = s.fset.Position(pos)
	if n := s.nodes[pos]; n != nil {
		site.Text = s.expr(n)
		site.Pos = s.fset.Position(n.Pos())
	} else {
		site.Text = s.statement(pos)
	}
	site.Text = strings.TrimSpace(site.Text)
	if line, _, more := strings.Cut(site.Text, "\n"); more {
		site.Text = strings.TrimSpace(line) + ".."
	}
	if len(site.Text) > maxText {
		site.Text = strings.ToValidUTF8(site.Text[:maxText], "") + ".."
	}
	return site
}

// statement returns the line at a place, or the simple statement there if it has a part of the line.
func (s *source) statement(pos token.Pos) string {
	at := s.fset.Position(pos)
	after, _ := slices.BinarySearchFunc(s.simple, pos, func(x ast.Stmt, pos token.Pos) int {
		if x.Pos() <= pos {
			return -1
		}
		return 1
	})
	for i := after - 1; i >= 0 && s.fset.Position(s.simple[i].Pos()).Line == at.Line; i-- {
		if pos < s.simple[i].End() {
			return s.expr(s.simple[i])
		}
	}
	return s.line(at)
}

// line returns the line of the source at a place.
func (s *source) line(p token.Position) string {
	src := s.lines[p.Filename]
	if p.Offset > len(src) {
		return ""
	}
	from := bytes.LastIndexByte(src[:p.Offset], '\n') + 1
	line, _, _ := bytes.Cut(src[from:], []byte("\n"))
	return string(line)
}
