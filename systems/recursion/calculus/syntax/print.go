// This file defines the printer of formula files.

package syntax

import (
	"fmt"
	"strconv"
	"strings"
)

// String returns the file in canonical form, one command a line, with as few brackets
// as can be without changing which operands are joined first. Parse reads the same
// tree from it. Comments are not part of the tree.
func (f *File) String() string {
	p := &printer{}
	for _, c := range f.Commands {
		p.command(c)
		p.WriteString(";\n")
	}
	return p.String()
}

// Signature returns the predicate as it is declared, without its body.
func (d *PredDecl) Signature() string {
	var p printer
	short := *d
	short.Body, short.Hints = nil, nil
	p.predicate(&short)
	return p.String()
}

// Text returns an expression as it is printed.
func Text(x Expr) string {
	var p printer
	p.expr(x, 0)
	return p.String()
}

type printer struct{ strings.Builder }

func (p *printer) command(c Command) {
	switch c := c.(type) {
	case *EnumDecl:
		p.WriteString("enum " + c.Name + " { ")
		if c.Values == nil {
			fmt.Fprintf(p, "%d..%d", c.Low, c.High)
		}
		for i, v := range c.Values {
			p.comma(i)
			p.WriteString(v.Name)
		}
		p.WriteString(" }")
	case *ClassDecl:
		p.WriteString("class " + c.Name + " {")
		for _, f := range c.Fields {
			p.WriteByte(' ')
			p.variable(f)
			p.WriteByte(';')
		}
		p.WriteString(" }")
	case *PredDecl:
		p.predicate(c)
	case *ExprCommand:
		p.expr(c.X, 0)
	case *Directive:
		p.directive(c)
	}
}

func (p *printer) comma(i int) {
	if i > 0 {
		p.WriteString(", ")
	}
}

func (p *printer) variable(v *VarDecl) {
	p.WriteString(v.Type.Name + " " + v.Name)
	if v.Array {
		fmt.Fprintf(p, "[%d]", v.Length)
	}
}

func (p *printer) variables(vs []*VarDecl) {
	for i, v := range vs {
		p.comma(i)
		p.variable(v)
	}
}

func (p *printer) predicate(d *PredDecl) {
	if d.Sign != Plain {
		p.WriteString(d.Sign.String() + " ")
	}
	p.WriteString("bool " + d.Name + "(")
	p.variables(d.Params)
	p.WriteByte(')')
	for i, h := range d.Hints {
		if i > 0 {
			p.WriteByte(',')
		}
		fmt.Fprintf(p, " %s %s %s", h.X.Name, string(h.Kind), h.Y.Name)
	}
	if d.Body != nil {
		p.WriteString("\n  ")
		p.expr(d.Body, 0)
	}
}

func (p *printer) directive(d *Directive) {
	p.WriteString("#" + d.Name)
	if d.Word != nil {
		p.WriteString(" " + d.Word.Name)
	}
	for i, s := range d.Text {
		if i > 0 {
			p.WriteByte(',')
		}
		p.WriteString(` "` + s + `"`)
	}
	if d.X != nil {
		p.WriteByte(' ')
		p.expr(d.X, 0)
	}
}

// How tightly the operators bind.
const (
	bindArrow = 1 + iota
	bindOr
	bindAnd
	bindNot
	bindEqual
	bindAssume
	bindBasic
)

// binding returns how tightly the operator at the root of an expression binds; 0 is
// for what extends to the right as far as it can.
func binding(x Expr) int {
	switch x := x.(type) {
	case *Quantified, *If:
		return 0
	case *List:
		if x.Op == "&" {
			return bindAnd
		}
		return bindOr
	case *Not:
		return bindNot
	case *Binary:
		switch x.Op {
		case "=", "!=":
			return bindEqual
		case "assume", "cofactor":
			return bindAssume
		}
		return bindArrow
	}
	return bindBasic
}

// expr writes an expression, in brackets if it binds less tightly than where it
// stands.
func (p *printer) expr(x Expr, least int) {
	if binding(x) < least {
		p.WriteByte('(')
		defer p.WriteByte(')')
	}
	switch x := x.(type) {
	case *Bool:
		p.WriteString(strconv.FormatBool(x.Value))
	case *Number:
		p.WriteString(strconv.Itoa(x.Value))
	case *Path:
		p.path(x)
	case *Apply:
		p.WriteString(x.Name + "(")
		for i, a := range x.Args {
			p.comma(i)
			p.expr(a, 0)
		}
		p.WriteByte(')')
	case *Not:
		p.WriteByte('!')
		p.expr(x.X, bindNot)
	case *List:
		for i, a := range x.Operands {
			if i > 0 {
				p.WriteString(" " + x.Op + " ")
			}
			p.expr(a, binding(x)+1)
		}
	case *Binary:
		p.expr(x.X, binding(x)+1)
		p.WriteString(" " + x.Op + " ")
		p.expr(x.Y, binding(x)+1)
	case *Quantified:
		word := "exists "
		if x.Forall {
			word = "forall "
		}
		p.WriteString(word)
		p.variables(x.Vars)
		p.WriteString(". ")
		p.expr(x.X, 0)
	case *If:
		p.conditional(x)
	case *Case:
		p.WriteString("case")
		for _, a := range x.Arms {
			p.WriteByte(' ')
			p.expr(a.Cond, 0)
			p.WriteString(" : ")
			p.expr(a.Value, 0)
			p.WriteByte(';')
		}
		p.WriteString(" esac")
	}
}

func (p *printer) path(x *Path) {
	p.WriteString(x.Name)
	for _, s := range x.Steps {
		if s.Field != "" {
			p.WriteString("." + s.Field)
		} else {
			fmt.Fprintf(p, "[%d]", s.Index)
		}
	}
}

func (p *printer) conditional(x *If) {
	p.WriteString("if (")
	p.expr(x.Cond, 0)
	p.WriteString(") ")
	if x.Else == nil {
		p.expr(x.Then, 0)
		return
	}
	// The else belongs to the last if before it that has none.
	least := 0
	if openIf(x.Then) {
		least = bindArrow
	}
	p.expr(x.Then, least)
	p.WriteString(" else ")
	p.expr(x.Else, 0)
}

// openIf reports whether an if without else could take an else behind x, so that x
// needs brackets.
func openIf(x Expr) bool {
	switch x := x.(type) {
	case *If:
		return x.Else == nil || openIf(x.Else)
	case *Quantified:
		return openIf(x.X)
	}
	return false // elsewhere an if is in brackets
}
