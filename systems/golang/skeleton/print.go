// This file defines how a skeleton is printed.

package skeleton

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
)

// Fprint writes the program as text, for reading and for comparing.
func Fprint(w io.Writer, p *Program) {
	fmt.Fprintf(w, "entry %s\n", p.Entry)
	for _, o := range p.Objects {
		fmt.Fprintf(w, "object %s%s\n", o, at(o.Site))
	}
	for _, v := range p.Vars {
		fmt.Fprintf(w, "var %s\n", v.declaration())
	}
	for _, s := range p.Sizes {
		fmt.Fprintf(w, "size %s = %d%s\n", s.What, s.Value, at(s.Site))
	}
	for _, b := range p.Bodies {
		fmt.Fprintf(w, "\nbody %d %s%s\n", b.ID, b.Name, at(b.Site))
		for _, v := range b.Locals {
			fmt.Fprintf(w, "\tvar %s\n", v.declaration())
		}
		for _, n := range b.Nodes {
			fmt.Fprintf(w, "\t%s%s\n", n, at(n.Site))
		}
	}
	for _, n := range p.Notes {
		fmt.Fprintf(w, "note %s: %s%s\n", n.What, n.Effect, at(n.Site))
	}
}

func at(s Site) string {
	if !s.Pos.IsValid() {
		return ""
	}
	return fmt.Sprintf("  // %s:%d %s", filepath.Base(s.Pos.Filename), s.Pos.Line, s.Text)
}

var kindNames = [...]string{"mutex", "rwmutex", "chan", "waitgroup", "once", "cond"}

// String returns the word for the kind that print.go writes.
func (k Kind) String() string { return kindNames[k] }

// String returns the object with what is known about it.
func (o *Object) String() string {
	s := fmt.Sprintf("%s %s", o.Kind, o.Ref())
	if o.Kind == Chan {
		if o.Cap == Unknown {
			s += " cap ?"
		} else {
			s += fmt.Sprintf(" cap %d", o.Cap)
		}
	}
	for _, f := range []struct {
		holds bool
		word  string
	}{{o.External, " external"}, {o.Ticking, " ticking"}, {o.NilChan, " nil"}} {
		if f.holds {
			s += f.word
		}
	}
	return s
}

// Ref returns the name by which nodes refer to the object.
func (o *Object) Ref() string { return fmt.Sprintf("%s#%d", o.Name, o.ID) }

// String returns the name by which nodes refer to the variable.
func (v *Var) String() string {
	if v.Shared {
		return fmt.Sprintf("%s@%d", v.Name, v.ID)
	}
	return fmt.Sprintf("%s.%d", v.Name, v.ID)
}

func (v *Var) declaration() string {
	return fmt.Sprintf("%s {%s} := %s", v, strings.Join(v.Values, ", "), v.value(v.Init))
}

// value returns a right side for the variable as text.
func (v *Var) value(x Value) string {
	switch x := x.(type) {
	case Const:
		return v.Values[x]
	case Copy:
		if x.Map == nil {
			return x.Var.String()
		}
		var s []string
		for from, to := range x.Map {
			s = append(s, x.Var.Values[from]+"->"+v.Values[to])
		}
		return fmt.Sprintf("%s[%s]", x.Var, strings.Join(s, ", "))
	case Any:
		return "*"
	case If:
		return fmt.Sprintf("(%s ? %s : %s)", Text(x.Cond), v.value(x.Then), v.value(x.Else))
	}
	return "nothing"
}

// Text returns a condition as text.
func Text(e Expr) string {
	join := func(xs []Expr, op, empty string) string {
		if len(xs) == 0 {
			return empty
		}
		var s []string
		for _, x := range xs {
			s = append(s, Text(x))
		}
		return "(" + strings.Join(s, op) + ")"
	}
	switch e := e.(type) {
	case Is:
		return fmt.Sprintf("%s = %s", e.Var, e.Var.Values[e.Value])
	case Not:
		return "!(" + Text(e.X) + ")"
	case And:
		return join(e, " & ", "true")
	case Or:
		return join(e, " | ", "false")
	case Either:
		return "*"
	}
	return "nothing"
}

func assigns(list []Assign) string {
	var s []string
	for _, a := range list {
		s = append(s, fmt.Sprintf("%s := %s", a.Var, a.Var.value(a.Value)))
	}
	return strings.Join(s, ", ")
}

// String returns the node with its number, operation and successors.
func (n *Node) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d: %s", n.ID, n.Op)
	if n.Object != nil {
		fmt.Fprintf(&b, " %s", n.Object.Ref())
	}
	if n.When != nil {
		fmt.Fprintf(&b, " when %s", Text(n.When))
	}
	switch n.Op {
	case Branch:
		fmt.Fprintf(&b, " %s", Text(n.Cond))
	case Go:
		fmt.Fprintf(&b, " %d(%s)", n.Body.ID, assigns(n.Args))
	case Panic:
		fmt.Fprintf(&b, " %q", n.Message)
	case Add:
		switch {
		case n.Lowers:
			b.WriteString(" any")
		case n.Delta == Unknown:
			b.WriteString(" ?")
		default:
			fmt.Fprintf(&b, " %d", n.Delta)
		}
	case Access:
		fmt.Fprintf(&b, " %s write=%t", n.Cell.Name, n.Write)
		if n.Atomic {
			b.WriteString(" atomic")
		}
		if n.Covered {
			b.WriteString(" covered")
		}
	}
	for _, c := range n.Cases {
		op := Recv
		if c.Send {
			op = Send
		}
		fmt.Fprintf(&b, " [%s %s", op, c.Object.Ref())
		if c.When != nil {
			fmt.Fprintf(&b, " when %s", Text(c.When))
		}
		if c.Result != nil {
			fmt.Fprintf(&b, " => %s", c.Result)
		}
		if len(c.Do) > 0 {
			fmt.Fprintf(&b, " do %s", assigns(c.Do))
		}
		b.WriteString("]")
	}
	if n.Default {
		b.WriteString(" default")
	}
	if n.Ends {
		b.WriteString(" ends")
	}
	if n.Polls {
		b.WriteString(" polls")
	}
	if n.Loop > 0 {
		fmt.Fprintf(&b, " loop %d", n.Loop)
	}
	if n.Round > 0 {
		fmt.Fprintf(&b, " round %d", n.Round)
	}
	if n.Open {
		b.WriteString(" open")
	}
	if n.Result != nil {
		fmt.Fprintf(&b, " => %s", n.Result)
	}
	if len(n.Do) > 0 {
		fmt.Fprintf(&b, " do %s", assigns(n.Do))
	}
	if len(n.Next) > 0 {
		fmt.Fprintf(&b, " -> %s", strings.Trim(fmt.Sprint(n.Next), "[]"))
	}
	return b.String()
}
