// This file defines the checker of declarations.

package calculus

import (
	"fmt"
	"slices"

	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/parser/diagnostic"
	"github.com/ijit/ijit/systems/recursion/calculus/syntax"
)

// A System is a set of formula files whose names, types and variable order are
// settled. It has no values yet: see [Evaluator]. It does not change, so that many
// evaluators may share it.
type System struct {
	types      map[string]*Type
	predicates []*predicate
	byName     map[string]*predicate
	variables  []*variable
	groups     []*group
	nodes      int // how many nodes all formulas have
	steps      []step
	warnings   []parser.Diagnostic
}

// A step is a command that does something.
type step struct {
	file      *source
	expr      *node // of an ExprCommand, #wit or #cex
	pos       parser.Pos
	directive *syntax.Directive
	pred      *predicate  // that the directive is about
	vars      []*variable // that #wit or #cex is about
}

// Compile checks files, which share all declarations, and decides the order of
// variables. If there are errors, it returns a [parser.ErrorList]. Predicates and
// types may be declared after their uses, types of fields not.
func Compile(files ...*syntax.File) (*System, error) {
	c := &checker{
		sys:       &System{types: map[string]*Type{}, byName: map[string]*predicate{}},
		constants: map[string][]*Type{},
		arrays:    map[string]*Type{},
		unknown:   &Type{Kind: BoolType, Name: "?", Width: 1},
	}
	c.sys.types["bool"] = &Type{Kind: BoolType, Name: "bool", Size: 2, Width: 1}
	var list parser.ErrorList
	for _, f := range files {
		c.sources = append(c.sources, &source{f, syntax.NewReporter(f.Name, f.Src)})
	}
	c.all(c.types)
	c.all(c.predicates)
	c.all(c.define)
	c.undefined()
	for _, s := range c.sources {
		list = append(list, s.report.List()...)
	}
	if len(list) > 0 {
		return nil, list
	}
	c.sys.link()
	if err := c.circular(); err != nil {
		return nil, err
	}
	c.sys.order()
	return c.sys, nil
}

// Warnings says what is legal but may not mean what it seems to: hints that
// contradict each other.
func (s *System) Warnings() []parser.Diagnostic { return s.warnings }

// A source is a file while it is checked.
type source struct {
	*syntax.File
	report *syntax.Reporter
}

// A checker resolves names.
type checker struct {
	sys       *System
	sources   []*source
	src       *source            // that is being checked
	constants map[string][]*Type // the enums that have a value of that name
	arrays    map[string]*Type
	unknown   *Type // of what has a type that does not exist: more about it is not said
	nodes     slab[node]
	vars      slab[variable]
	terms     slab[term]
}

// A slab makes values of which there are many, a block of them at a time.
type slab[T any] struct{ block []T }

func (s *slab[T]) put(x T) *T {
	if len(s.block) == cap(s.block) {
		s.block = make([]T, 0, 64)
	}
	s.block = append(s.block, x)
	return &s.block[len(s.block)-1]
}

func (c *checker) all(check func(syntax.Command)) {
	for _, s := range c.sources {
		c.src = s
		for _, cmd := range s.Commands {
			check(cmd)
		}
	}
}

func (c *checker) errorf(pos parser.Pos, hint, format string, args ...any) {
	c.src.report.Errorf(pos, hint, format, args...)
}

// types enters the names of types.
func (c *checker) types(cmd syntax.Command) {
	switch d := cmd.(type) {
	case *syntax.EnumDecl:
		c.enum(d)
	case *syntax.ClassDecl:
		c.class(d)
	}
}

// predicates enters the names of predicates.
func (c *checker) predicates(cmd syntax.Command) {
	if d, ok := cmd.(*syntax.PredDecl); ok {
		c.predicate(d)
	}
}

func (c *checker) enum(d *syntax.EnumDecl) {
	var t *Type
	if d.Values == nil {
		t = newEnum(d.Name, d.Low, d.High-d.Low+1, nil)
	} else {
		var names []string
		for _, v := range d.Values {
			if slices.Contains(names, v.Name) {
				c.errorf(v.Pos, "", "%s has the value %s twice", d.Name, v.Name)
			}
			names = append(names, v.Name)
		}
		t = newEnum(d.Name, 0, len(names), names)
		for _, name := range names {
			c.constants[name] = append(c.constants[name], t)
		}
	}
	c.newType(d.Pos, t)
}

func (c *checker) newType(pos parser.Pos, t *Type) {
	if c.sys.types[t.Name] != nil {
		c.errorf(pos, "", "the type %s is declared twice", t.Name)
		return
	}
	c.sys.types[t.Name] = t
}

func (c *checker) class(d *syntax.ClassDecl) {
	t := &Type{Kind: ClassType, Name: d.Name}
	for _, f := range d.Fields {
		if _, twice := t.field(f.Name); twice {
			c.errorf(f.Pos, "", "%s has the field %s twice", d.Name, f.Name)
			continue
		}
		if !t.add(f.Name, c.typeOf(f)) {
			c.errorf(f.Pos, "", "a value of %s has more than %d bits", d.Name, maxWidth)
			return
		}
	}
	c.newType(d.Pos, t)
}

// typeOf returns the type of a declared variable.
func (c *checker) typeOf(v *syntax.VarDecl) *Type {
	t := c.sys.types[v.Type.Name]
	if t == nil {
		c.errorf(v.Type.Pos, diagnostic.DidYouMean(v.Type.Name, keys(c.sys.types)), "unknown type %s", v.Type.Name)
		return c.unknown
	}
	if !v.Array {
		return t
	}
	if v.Length == 0 || v.Length > maxWidth || v.Length*t.Width > maxWidth {
		c.errorf(v.Pos, "", "an array has 1 to %d bits; %s[%d] of %d bits each has not", maxWidth, t, v.Length, t.Width)
		return t
	}
	array := &Type{Kind: ArrayType, Elem: t, Length: v.Length, Width: v.Length * t.Width, sparse: t.sparse}
	if old := c.arrays[array.String()]; old != nil {
		return old
	}
	c.arrays[array.String()] = array
	return array
}

// predicate enters a predicate, or checks that it is declared as before.
func (c *checker) predicate(d *syntax.PredDecl) {
	params := make([]*variable, 0, len(d.Params))
	for _, v := range d.Params {
		for _, p := range params {
			if p.name == v.Name {
				c.errorf(v.Pos, "", "%s has the parameter %s twice", d.Name, v.Name)
			}
		}
		params = append(params, c.variable(v))
	}
	p := c.sys.byName[d.Name]
	if p == nil {
		p = &predicate{id: len(c.sys.predicates), name: d.Name, decl: d, file: c.src, sign: d.Sign, params: params}
		c.sys.predicates = append(c.sys.predicates, p)
		c.sys.byName[d.Name] = p
		return
	}
	if p.decl.Body != nil && d.Body != nil {
		c.errorf(d.Pos, "", "%s is defined twice; the first definition is at %s:%s", d.Name, p.file.Name, p.decl.Pos)
		return
	}
	if !c.agree(p, d, params) {
		return
	}
	if d.Body != nil {
		p.decl, p.file, p.params = d, c.src, params
	}
}

// agree checks that a declaration of a predicate fits one before.
func (c *checker) agree(p *predicate, d *syntax.PredDecl, params []*variable) bool {
	where := fmt.Sprintf("it is declared at %s:%s", p.file.Name, p.decl.Pos)
	switch {
	case p.sign != d.Sign:
		c.errorf(d.Pos, where, "%s must be declared with the same mu or nu everywhere", d.Name)
	case len(p.params) != len(params):
		c.errorf(d.Pos, where, "%s has %d parameters here and %d there", d.Name, len(params), len(p.params))
	default:
		for i, v := range params {
			if v.typ != p.params[i].typ && v.typ != c.unknown && p.params[i].typ != c.unknown {
				c.errorf(v.pos, where, "parameter %d of %s has the type %s here and %s there", i+1, d.Name, v.typ, p.params[i].typ)
				return false
			}
		}
		return true
	}
	return false
}

func (c *checker) variable(d *syntax.VarDecl) *variable {
	return c.vars.put(variable{name: d.Name, typ: c.typeOf(d), pos: d.Pos, file: c.src.Name})
}

// define checks bodies, hints and what is to be done.
func (c *checker) define(cmd syntax.Command) {
	switch d := cmd.(type) {
	case *syntax.PredDecl:
		p := c.sys.byName[d.Name]
		if d.Body == nil || p == nil || p.decl != d {
			return
		}
		c.hints(p)
		var s *scope
		for _, v := range p.params {
			s = &scope{v, s}
		}
		p.body = c.formula(d.Body, s)
	case *syntax.ExprCommand:
		c.sys.steps = append(c.sys.steps, step{file: c.src, pos: d.X.Position(), expr: c.formula(d.X, nil)})
	case *syntax.Directive:
		c.directive(d)
	}
}

func (c *checker) hints(p *predicate) {
	for _, h := range p.decl.Hints {
		for _, x := range []*syntax.Ident{h.X, h.Y} {
			if p.param(x.Name) == nil {
				var names []string
				for _, v := range p.params {
					names = append(names, v.name)
				}
				c.errorf(x.Pos, diagnostic.DidYouMean(x.Name, names), "%s has no parameter %s", p.name, x.Name)
			}
		}
	}
}

func (p *predicate) param(name string) *variable {
	for _, v := range p.params {
		if v.name == name {
			return v
		}
	}
	return nil
}

func (c *checker) directive(d *syntax.Directive) {
	s := step{file: c.src, pos: d.Pos, directive: d}
	switch form, _ := syntax.DirectiveForm(d.Name); {
	case form == "predicate":
		if s.pred = c.sys.byName[d.Word.Name]; s.pred == nil {
			c.unknownPredicate(d.Word.Pos, d.Word.Name)
		}
	case d.X != nil:
		s.vars, s.expr = c.witness(d)
	case d.Word != nil:
		words := []string{"on", "off"}
		if d.Name == "timer" {
			words = []string{"go", "stop", "reset"}
		}
		if !slices.Contains(words, d.Word.Name) {
			c.errorf(d.Word.Pos, fmt.Sprintf("one of %q", words), "unknown word %s behind #%s", d.Word.Name, d.Name)
		}
	}
	c.sys.steps = append(c.sys.steps, s)
}

// witness takes the quantifiers at the beginning of an expression apart: their
// variables are what a witness is about.
func (c *checker) witness(d *syntax.Directive) (vars []*variable, n *node) {
	x := d.X
	var s *scope
	for {
		q, ok := x.(*syntax.Quantified)
		if !ok || q.Forall != (d.Name == "cex") {
			return vars, c.formula(x, s)
		}
		for _, v := range q.Vars {
			s = &scope{c.variable(v), s}
			vars = append(vars, s.v)
		}
		x = q.X
	}
}

// undefined finds fixpoints that have no body.
func (c *checker) undefined() {
	for _, p := range c.sys.predicates {
		if p.sign != syntax.Plain && p.decl.Body == nil {
			p.file.report.Errorf(p.decl.Pos, "a prototype without mu or nu can be given by the program that uses the formulas",
				"%s %s is never defined", p.sign, p.name)
		}
	}
}

func (c *checker) unknownPredicate(pos parser.Pos, name string) {
	c.errorf(pos, diagnostic.DidYouMean(name, keys(c.sys.byName)), "unknown predicate %s", name)
}

// keys returns the names in a map, in order.
func keys[T any](m map[string]T) []string {
	var names []string
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
