// This file defines the checker of expressions.

package calculus

import (
	"github.com/ijit/ijit/parser/diagnostic"

	"github.com/ijit/ijit/systems/recursion/calculus/syntax"
)

// A scope is a chain of the variables that can be seen, the innermost first.
type scope struct {
	v     *variable
	outer *scope
}

func (s *scope) find(name string) *variable {
	for ; s != nil; s = s.outer {
		if s.v.name == name {
			return s.v
		}
	}
	return nil
}

// node returns a new node, which knows what its parts mention.
func (c *checker) node(n node) *node {
	n.id = c.sys.nodes
	c.sys.nodes++
	n.collect()
	return c.nodes.put(n)
}

func (c *checker) constant(value bool) *node { return c.node(node{op: opConst, value: value}) }

// formula checks an expression whose value must be a truth value.
func (c *checker) formula(x syntax.Expr, s *scope) *node {
	switch x := x.(type) {
	case *syntax.Bool:
		return c.constant(x.Value)
	case *syntax.Number:
		if x.Value > 1 {
			c.errorf(x.Pos, "", "%d is no truth value", x.Value)
		}
		return c.constant(x.Value == 1)
	case *syntax.Path:
		t := c.path(x, s)
		if t == nil || t.typ == c.unknown {
			return c.constant(false)
		}
		if t.typ.Kind != BoolType {
			c.errorf(x.Pos, "compare it with a value by =", "%s has the type %s, not bool", syntax.Text(x), t.typ)
			return c.constant(false)
		}
		return c.node(node{op: opBit, left: t})
	case *syntax.Apply:
		return c.apply(x, s)
	case *syntax.Not:
		return c.node(node{op: opNot, args: []*node{c.formula(x.X, s)}})
	case *syntax.List:
		o := opAnd
		if x.Op == "|" {
			o = opOr
		}
		args := make([]*node, 0, len(x.Operands))
		for _, a := range x.Operands {
			args = append(args, c.formula(a, s))
		}
		return c.node(node{op: o, args: args})
	case *syntax.Binary:
		return c.binary(x, s)
	case *syntax.Quantified:
		return c.quantified(x, s)
	case *syntax.If:
		cond, then := c.formula(x.Cond, s), c.formula(x.Then, s)
		if x.Else == nil {
			return c.node(node{op: opImplies, args: []*node{cond, then}})
		}
		return c.node(node{op: opIf, args: []*node{cond, then, c.formula(x.Else, s)}})
	case *syntax.Case:
		return c.arms(x.Arms, s)
	}
	return c.constant(false)
}

func (c *checker) arms(arms []*syntax.Arm, s *scope) *node {
	type pair struct{ cond, value *node }
	var pairs []pair
	for _, a := range arms {
		pairs = append(pairs, pair{c.formula(a.Cond, s), c.formula(a.Value, s)})
	}
	n := c.constant(false)
	for i := len(pairs) - 1; i >= 0; i-- {
		n = c.node(node{op: opIf, args: []*node{pairs[i].cond, pairs[i].value, n}})
	}
	return n
}

func (c *checker) binary(x *syntax.Binary, s *scope) *node {
	if x.Op == "=" || x.Op == "!=" {
		n := c.equality(x, s)
		if x.Op == "!=" {
			n = c.node(node{op: opNot, args: []*node{n}})
		}
		return n
	}
	a, b := c.formula(x.X, s), c.formula(x.Y, s)
	o := opImplies
	switch x.Op {
	case "<-":
		a, b = b, a
	case "<->":
		o = opEquiv
	case "<+>":
		o = opXor
	case "assume":
		o = opAssume
	case "cofactor":
		o = opCofactor
	}
	n := node{op: o, args: []*node{a, b}}
	return c.node(n)
}

// equality compares truth values as formulas, all others as terms.
func (c *checker) equality(x *syntax.Binary, s *scope) *node {
	t := c.typeHint(x.X, s)
	if t == nil {
		t = c.typeHint(x.Y, s)
	}
	switch {
	case t == nil && (undecided(x.X) && undecided(x.Y)):
		c.errorf(x.Pos, "", "it is not clear which type %s and %s have", syntax.Text(x.X), syntax.Text(x.Y))
		return c.constant(false)
	case t == c.unknown:
		return c.constant(false)
	case t == nil: // one of them is unknown, which formula reports
		t = c.sys.types["bool"]
	}
	if t.Kind == BoolType {
		return c.node(node{op: opEquiv, args: []*node{c.formula(x.X, s), c.formula(x.Y, s)}})
	}
	left, right := c.term(x.X, t, s), c.term(x.Y, t, s)
	if left == nil || right == nil {
		return c.constant(false)
	}
	if left.v == nil {
		left, right = right, left
	}
	return c.node(node{op: opEqual, left: left, right: right})
}

// undecided reports whether an expression is a number, whose type depends on where
// it stands.
func undecided(x syntax.Expr) bool {
	n, ok := x.(*syntax.Number)
	return ok && n.Value > 1
}

// typeHint returns the type that an expression has wherever it stands, nil if that
// depends on the place.
func (c *checker) typeHint(x syntax.Expr, s *scope) *Type {
	switch x := x.(type) {
	case *syntax.Path:
		if s.find(x.Name) == nil {
			if ts := c.constants[x.Name]; len(x.Steps) == 0 && len(ts) == 1 {
				return ts[0]
			}
			return nil
		}
		if s.find(x.Name).typ == c.unknown {
			return c.unknown
		}
		if t := c.quietly(x, s); t != nil {
			return t.typ
		}
		return nil
	case *syntax.Number:
		return nil
	}
	return c.sys.types["bool"]
}

// quietly returns what a path means, nil without a message if it is wrong.
func (c *checker) quietly(x *syntax.Path, s *scope) *term {
	saved := c.src.report
	c.src.report = &syntax.Reporter{}
	defer func() { c.src.report = saved }()
	return c.path(x, s)
}

// path resolves a variable or a part of one. It returns nil if there is none.
func (c *checker) path(x *syntax.Path, s *scope) *term {
	v := s.find(x.Name)
	if v == nil {
		var names []string
		for i := s; i != nil; i = i.outer {
			names = append(names, i.v.name)
		}
		hint := diagnostic.DidYouMean(x.Name, names)
		if c.sys.byName[x.Name] != nil {
			hint = x.Name + " is a predicate: write its arguments in brackets behind it"
		} else if len(c.constants[x.Name]) > 0 {
			hint = "it is a value of " + c.constants[x.Name][0].Name
		}
		c.errorf(x.Pos, hint, "unknown variable %s", x.Name)
		return nil
	}
	t := c.terms.put(term{v: v, typ: v.typ})
	for _, step := range x.Steps {
		if t.typ == c.unknown {
			return nil
		}
		if step.Field == "" {
			if t.typ.Kind != ArrayType || step.Index >= t.typ.Length {
				c.errorf(step.Pos, "", "%s has no element %d", t.typ, step.Index)
				return nil
			}
			t = &term{v: v, typ: t.typ.Elem, offset: t.offset + step.Index*t.typ.Elem.Width}
			continue
		}
		f, ok := t.typ.field(step.Field)
		if !ok {
			var names []string
			for _, f := range t.typ.Fields {
				names = append(names, f.Name)
			}
			c.errorf(step.Pos, diagnostic.DidYouMean(step.Field, names), "%s has no field %s", t.typ, step.Field)
			return nil
		}
		t = &term{v: v, typ: f.Type, offset: t.offset + f.Offset}
	}
	return t
}

// term checks an expression whose value must be of a type other than bool. It
// returns nil if it is not.
func (c *checker) term(x syntax.Expr, want *Type, s *scope) *term {
	switch x := x.(type) {
	case *syntax.Number:
		if want.Kind != EnumType || want.Names != nil {
			c.errorf(x.Pos, "", "%d is no value of %s", x.Value, want)
			return nil
		}
		if x.Value < want.Low || x.Value-want.Low >= want.Size {
			c.errorf(x.Pos, "its values are "+want.values(), "%d is no value of %s", x.Value, want)
			return nil
		}
		return &term{typ: want, code: want.code(x.Value)}
	case *syntax.Path:
		if s.find(x.Name) == nil && len(x.Steps) == 0 && len(c.constants[x.Name]) > 0 {
			for i, name := range want.Names {
				if name == x.Name {
					return &term{typ: want, code: want.code(i)}
				}
			}
			hint := ""
			if want.Kind == EnumType {
				hint = "its values are " + want.values()
			}
			c.errorf(x.Pos, hint, "%s is no value of %s", x.Name, want)
			return nil
		}
		if s.find(x.Name) == nil && want.Kind == EnumType && len(x.Steps) == 0 {
			if hint := diagnostic.DidYouMean(x.Name, want.Names); hint != "" {
				c.errorf(x.Pos, hint, "unknown variable or value %s", x.Name)
				return nil
			}
		}
		t := c.path(x, s)
		if t != nil && t.typ == c.unknown {
			return nil
		}
		if t != nil && t.typ != want {
			c.errorf(x.Pos, "", "%s has the type %s, not %s", syntax.Text(x), t.typ, want)
			return nil
		}
		return t
	}
	c.errorf(x.Position(), "", "a truth value is no value of %s", want)
	return nil
}

func (c *checker) apply(x *syntax.Apply, s *scope) *node {
	p := c.sys.byName[x.Name]
	if p == nil {
		c.unknownPredicate(x.Pos, x.Name)
		for _, a := range x.Args {
			if c.typeHint(a, s) == c.sys.types["bool"] {
				c.formula(a, s)
			}
		}
		return c.constant(false)
	}
	if len(x.Args) != len(p.params) {
		c.errorf(x.Pos, p.decl.Signature(), "%s has %d arguments, not %d", p.name, len(p.params), len(x.Args))
		return c.constant(false)
	}
	n := node{op: opApply, pred: p, actuals: make([]actual, 0, len(x.Args))}
	for i, a := range x.Args {
		want := p.params[i].typ
		if want == c.unknown {
			n.actuals = append(n.actuals, actual{})
			continue
		}
		if want.Kind != BoolType {
			t := c.term(a, want, s)
			if t == nil {
				return c.constant(false)
			}
			n.actuals = append(n.actuals, actual{term: t})
			continue
		}
		f := c.formula(a, s)
		switch f.op {
		case opBit:
			n.actuals = append(n.actuals, actual{term: f.left})
		case opConst:
			n.actuals = append(n.actuals, actual{term: &term{typ: want, code: []bool{f.value}}})
		default:
			n.actuals = append(n.actuals, actual{formula: f})
		}
	}
	return c.node(n)
}

func (c *checker) quantified(x *syntax.Quantified, s *scope) *node {
	n := node{op: opExists}
	if x.Forall {
		n.op = opForall
	}
	for _, d := range x.Vars {
		v := c.variable(d)
		for _, w := range n.vars {
			if w.name == v.name {
				c.errorf(d.Pos, "", "%s is bound twice", v.name)
			}
		}
		n.vars = append(n.vars, v)
		s = &scope{v, s}
	}
	body := c.formula(x.X, s)
	n.args = []*node{body}
	for _, v := range n.vars {
		if v.typ.sparse && (x.Forall || !body.within(v)) {
			n.bounded = append(n.bounded, v)
		}
	}
	return c.node(n)
}
