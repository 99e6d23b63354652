// This file defines instances of modules, and how they are made.

package smv

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ijit/ijit/parser/diagnostic"
)

// Limits of a model. Trees of instances can be exponentially larger than their text.
const (
	maxInstances = 1 << 17
	maxVariables = 1 << 18
	maxInt       = 1 << 31
)

// An instance is a module with its arguments.
type instance struct {
	name    string // "" for main, else the path to it
	module  *Module
	process *process // that it moves with
	symbols map[string]*symbol
	depth   int
}

// path returns the full name of something in the instance.
func (in *instance) path(name string) string {
	if in.name == "" {
		return name
	}
	return in.name + "." + name
}

// A process is an asynchronous instance with what is synchronous in it.
type process struct {
	name    string // main for the one of main
	running lit    // is it the one that moves?
}

// A symbolKind says what a name stands for.
type symbolKind uint8

const (
	symVariable symbolKind = iota
	symArray
	symInstance
	symDefine // a definition, or an argument
)

// A symbol is what a name in an instance stands for.
type symbol struct {
	kind  symbolKind
	name  string // the full one
	decl  Pos
	typ   *Type
	class string // VAR, IVAR or FROZENVAR

	variable *variable
	lo       int64     // the index of the first element
	elems    []*symbol // of an array
	in       *instance // the one that it is, or in which its expression stands
	expr     *Expr     // of a definition or an argument; nil for running
	argument bool
	setness  setness

	memo [3]memo // values by time
}

// A memo is a value that is remembered, with what it rests on.
type memo struct {
	value *value
	busy  bool
	uses  uses
}

// items returns the sections of a module and of those that it is.
func (c *compiler) items(m *Module, seen []*Module) []*Section {
	if slices.Contains(seen, m) {
		c.Errorf(m.Pos, "", "module %s is a part of itself", m.Name)
		return nil
	}
	var all []*Section
	for _, s := range m.Sections {
		if s.Keyword != "ISA" {
			all = append(all, s)
			continue
		}
		if other := c.modules[s.Name]; other != nil {
			all = append(all, c.items(other, append(seen, m))...)
		} else {
			c.undefinedModule(s.Pos, s.Name)
		}
	}
	return all
}

func (c *compiler) undefinedModule(pos Pos, name string) {
	c.Errorf(pos, diagnostic.DidYouMean(name, sortedKeys(c.modules)), "undefined module %s", name)
}

// instantiate makes an instance and all below.
func (c *compiler) instantiate(m *Module, name string, p *process, args map[string]*symbol, depth int) *instance {
	in := &instance{name: name, module: m, process: p, symbols: map[string]*symbol{}, depth: depth}
	c.instances = append(c.instances, in)
	if args != nil {
		in.symbols = args
	}
	for _, s := range c.sections(m) {
		for _, d := range s.Decls {
			c.declare(in, d, s.Keyword)
		}
		if s.Keyword != "DEFINE" {
			continue
		}
		for _, a := range s.Assigns {
			if a.Target.Op == opName {
				c.enter(in, a.Target.Name, &symbol{kind: symDefine, decl: a.Target.Pos, in: in, expr: a.Value})
			}
		}
	}
	return in
}

// sections returns the sections of a module, those of other modules that it is included.
func (c *compiler) sections(m *Module) []*Section {
	list, ok := c.sectionsOf[m]
	if !ok {
		list = c.items(m, nil)
		c.sectionsOf[m] = list
	}
	return list
}

// enter adds a symbol to an instance.
func (c *compiler) enter(in *instance, name string, s *symbol) {
	s.name = in.path(name)
	if old := in.symbols[name]; old != nil && old.decl != s.decl {
		c.Errorf(s.decl, "it is declared at "+old.decl.String()+" too", "%s is declared twice", name)
		return
	}
	in.symbols[name] = s
	if s.kind == symDefine && !s.argument && s.expr != nil {
		c.defines = append(c.defines, s)
	}
}

// declare adds a variable or an instance.
func (c *compiler) declare(in *instance, d *Decl, class string) {
	s := &symbol{kind: symVariable, decl: d.Name.Pos, typ: d.Type, class: class, in: in}
	if strings.ContainsAny(d.Name.Text, ".[") {
		c.flattened = true
	}
	if d.Type.Word != "module" {
		c.enter(in, d.Name.Text, s)
		c.declared = append(c.declared, s)
		return
	}
	m := c.modules[d.Type.Module]
	switch {
	case class != "VAR":
		c.Errorf(d.Type.Pos, "", "an instance of a module stands in VAR")
		return
	case m == nil:
		c.undefinedModule(d.Type.Pos, d.Type.Module)
		return
	case len(m.Params) != len(d.Type.Args):
		n := len(m.Params)
		c.Errorf(d.Type.Pos, "", "module %s has %d parameter%s, here are %d arguments", m.Name, n, plural(n), len(d.Type.Args))
		return
	case c.active[m] > 0:
		c.Errorf(d.Type.Pos, "", "module %s contains itself", m.Name)
		return
	case len(c.instances) >= maxInstances:
		c.Errorf(d.Type.Pos, "", "there are more than %d instances", maxInstances)
		c.tooLarge = true
		return
	case c.tooLarge:
		return
	}
	args := make(map[string]*symbol, len(m.Params))
	for i, p := range m.Params {
		args[p.Text] = &symbol{kind: symDefine, name: in.path(d.Name.Text) + "." + p.Text, decl: p.Pos, in: in, expr: d.Type.Args[i], argument: true}
	}
	s.kind = symInstance
	c.enter(in, d.Name.Text, s)
	p := in.process
	if d.Type.Process {
		p = &process{name: in.path(d.Name.Text), running: litTrue}
		c.processes = append(c.processes, p)
	}
	c.active[m]++
	s.in = c.instantiate(m, in.path(d.Name.Text), p, args, in.depth+1)
	c.active[m]--
	if d.Type.Process {
		s.in.symbols["running"] = &symbol{kind: symDefine, name: s.in.path("running"), in: s.in}
	}
}

// lookup returns what a reference stands for: arguments are followed to the variables,
// arrays and instances that they name. It returns nil if that is no name, after a report if
// report is set.
func (c *compiler) lookup(e *Expr, in *instance, report bool) *symbol {
	f := c.find(e, in)
	if f.symbol == nil && report && f.report != nil {
		f.report()
	}
	return f.symbol
}

// A finding is what a reference stands for, or nil; then report says why, if there is more to say
// than that there is no such thing. The reference is a name in an instance, which may have dots and
// indexes of its own where a model was written flat: DEFINE s[0] := x.
type finding struct {
	symbol *symbol
	owner  *instance
	name   string
	report func()
}

func (c *compiler) find(e *Expr, in *instance) (f finding) {
	c.following++
	defer func() { c.following-- }()
	if c.following > maxNesting {
		c.errorf(e, "", "this refers to itself, or names too much")
		return f
	}
	switch e.Op {
	case opName:
		f = finding{symbol: in.symbols[e.Name], owner: in, name: e.Name}
	case "self":
		return finding{symbol: &symbol{kind: symInstance, name: in.name, in: in}}
	case opDot:
		f = c.findMember(e, c.find(e.Args[0], in))
	case opIndex:
		f = c.findElement(e, in, c.find(e.Args[0], in))
	default:
		return f
	}
	if c.flattened && in.symbols[refText(e)] != nil {
		f.symbol = in.symbols[refText(e)]
	}
	if s := f.symbol; s != nil && s.argument && isReference(s.expr) {
		if t := c.lookup(s.expr, s.in, false); t != nil {
			f.symbol = t
		}
	}
	return f
}

// findMember finds what a reference base.x stands for.
func (c *compiler) findMember(e *Expr, base finding) (f finding) {
	s := base.symbol
	if s != nil && s.kind == symInstance {
		f = finding{symbol: s.in.symbols[e.Name], owner: s.in, name: e.Name}
		f.report = func() {
			c.errorf(e, diagnostic.DidYouMean(e.Name, sortedKeys(s.in.symbols)), "there is no %s in %s", e.Name, refText(e.Args[0]))
		}
		return f
	}
	f = base.flat("."+e.Name, c.flattened)
	if s != nil {
		f.report = func() { c.errorf(e, "", "%s is no instance of a module", refText(e.Args[0])) }
	}
	return f
}

// findElement finds what a reference base[x] stands for.
func (c *compiler) findElement(e *Expr, in *instance, base finding) finding {
	f := base.flat("["+refText(e.Args[1])+"]", c.flattened)
	s := base.symbol
	if f.symbol != nil || s == nil || s.kind != symArray {
		return f
	}
	if i, ok := c.constant(e.Args[1], in); ok {
		if i >= s.lo && i-s.lo < int64(len(s.elems)) {
			f.symbol = s.elems[i-s.lo]
		}
		f.report = func() {
			c.errorf(e.Args[1], "", "there is no element %d in %s, which has %d to %d", i, s.name, s.lo, s.lo+int64(len(s.elems))-1)
		}
	}
	return f
}

// flat returns what is found of the name of a finding and more of it, which is looked for where
// names have dots and indexes.
func (f finding) flat(more string, flattened bool) finding {
	if f.symbol != nil {
		f.report = nil
	}
	f.symbol, f.name = nil, f.name+more
	if flattened && f.owner != nil {
		f.symbol = f.owner.symbols[f.name]
	}
	return f
}

// isReference reports whether an expression may be a name of something.
func isReference(e *Expr) bool {
	return e.Op == opName || e.Op == opDot || e.Op == opIndex || e.Op == "self"
}

// A constantKey is an expression in an instance. Before variables have values other
// expressions are constant than behind that.
type constantKey struct {
	expr      *Expr
	in        *instance
	allocated bool
}

// constant returns the value of an expression if that is the same number in all states. What
// it finds is remembered, since indexes may be nested.
func (c *compiler) constant(e *Expr, in *instance) (int64, bool) {
	switch e.Op {
	case opNumber:
		return e.Value, true
	case opName, opDot, opIndex, opNeg, "+", "-", "*", "/", "mod", opCase, opChoice, "toint", "abs", "max", "min", "sizeof":
	default:
		return 0, false
	}
	key := constantKey{e, in, c.allocated}
	v, ok := c.constantValues[key]
	if !ok {
		muted := c.muted
		c.muted = true
		v = c.eval(e, in, current)
		c.muted = muted
		c.constantValues[key] = v
	}
	return v.lo, v.kind == valInt && v.lo == v.hi
}

// bound returns a constant of a type.
func (c *compiler) bound(e *Expr, in *instance) (int64, bool) {
	n, ok := c.constant(e, in)
	if !ok {
		c.eval(e, in, current) // for its errors
		c.errorf(e, "", "this bound is no constant number")
	}
	return n, ok
}

// elements makes the variables of a declaration.
func (c *compiler) elements(s *symbol, typ *Type) {
	if typ.Word != "array" {
		d := c.domain(typ, s.in)
		if d == nil {
			d = booleans()
		}
		if c.variables = append(c.variables, nil); len(c.variables) > maxVariables {
			if !c.tooLarge {
				c.Errorf(typ.Pos, "", "there are more than %d variables", maxVariables)
			}
			c.tooLarge = true
		}
		v := &variable{name: s.name, pos: s.decl, class: s.class, domain: d}
		c.variables[len(c.variables)-1] = v
		s.kind, s.variable = symVariable, v
		return
	}
	s.kind = symArray
	lo, okLo := c.bound(typ.Lo, s.in)
	hi, okHi := c.bound(typ.Hi, s.in)
	if !okLo || !okHi {
		return
	}
	if hi < lo {
		c.Errorf(typ.Pos, "", "this array has no elements: %d..%d", lo, hi)
		return
	}
	s.lo = lo
	for i := lo; i <= hi && !c.tooLarge; i++ {
		e := &symbol{name: s.name + "[" + strconv.FormatInt(i, 10) + "]", decl: s.decl, class: s.class, in: s.in}
		s.elems = append(s.elems, e)
		c.elements(e, typ.Elem)
	}
}
