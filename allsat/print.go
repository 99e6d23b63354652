// This file defines the printed form of formulas and circuits.

package allsat

import (
	"fmt"
	"strings"
)

// Binding strengths of the operators as Boolean programs have them. An argument
// that does not bind tighter than its operator gets parentheses, except within
// chains of & and |.
const (
	bindIte = iota
	bindEq
	bindXor
	bindOr
	bindAnd
	bindNot
	bindAtom
)

// String returns f as a Boolean program would write it, with x3 for variable 3.
// If f shares parts so much that writing them out would make it longer by far,
// they are named first: "let a = x1 & x2; in a ^ !a".
func (f *Formula) String() string {
	w := newWalk(f)
	texts := make([]printed, len(w.parts))
	names := w.names()
	var b strings.Builder
	for i, p := range w.parts {
		t := w.print(p, texts)
		if names[i] {
			name := fmt.Sprintf("t%d", i)
			if b.Len() == 0 {
				b.WriteString("let ")
			}
			fmt.Fprintf(&b, "%s = %s; ", name, t.text)
			t = printed{name, bindAtom}
		}
		texts[i] = t
	}
	if b.Len() > 0 {
		b.WriteString("in ")
	}
	b.WriteString(texts[len(texts)-1].text)
	return b.String()
}

// names says which parts get a name: none if writing everything out at most
// doubles a short formula, else every operator that occurs more than once, and
// some more so that no single text grows with the depth of the formula.
func (w *walk) names() []bool {
	const long = 200
	names := make([]bool, len(w.parts))
	uses := make([]int, len(w.parts))
	size := make([]int, len(w.parts)) // written out, saturating
	for i, p := range w.parts {
		size[i] = 1
		for a := range w.args(p) {
			uses[a]++
			size[i] = min(size[i]+size[a], 1<<30)
		}
	}
	last := len(w.parts) - 1
	if size[last] <= max(long, 2*len(w.parts)) && len(w.parts) <= 10*long {
		return names
	}
	for i, p := range w.parts {
		size[i] = 1
		for a := range w.args(p) {
			if names[a] {
				size[i]++
			} else {
				size[i] += size[a]
			}
		}
		names[i] = i != last && len(p.args) > 0 && (uses[i] > 1 || size[i] > long)
	}
	return names
}

// printed is a part in print and how tightly it binds.
type printed struct {
	text string
	bind int
}

func (w *walk) print(p *Formula, texts []printed) printed {
	arg := func(a *Formula, bind int) string {
		t := texts[w.index[a]]
		if t.bind < bind {
			return "(" + t.text + ")"
		}
		return t.text
	}
	sign, bind, tight := "", 0, 0
	args := p.args
	switch p.op {
	case opConst:
		return printed{fmt.Sprint(p.v), bindAtom}
	case opStar:
		return printed{"*", bindAtom}
	case opVar:
		return printed{fmt.Sprintf("x%d", p.v), bindAtom}
	case opIte:
		tight = bindIte + 1
		return printed{arg(args[0], tight) + " ? " + arg(args[1], tight) + " : " + arg(args[2], tight), bindIte}
	case opNot:
		if x := args[0]; x.op != opXor || texts[w.index[x]].bind == bindAtom { // the latter: it has a name
			return printed{"!" + arg(args[0], bindNot), bindNot}
		}
		args = args[0].args
		sign, bind, tight = " = ", bindEq, bindEq+1
	case opXor:
		sign, bind, tight = " ^ ", bindXor, bindXor+1
	case opOr:
		sign, bind, tight = " | ", bindOr, bindOr
	case opAnd:
		sign, bind, tight = " & ", bindAnd, bindAnd
	}
	var b strings.Builder
	for i, a := range args {
		if i > 0 {
			b.WriteString(sign)
		}
		b.WriteString(arg(a, tight))
	}
	return printed{b.String(), bind}
}

// String lists the gates, one a line: inputs are variables, gates n1, n2 and so
// on.
func (c *circuit) String() string {
	var b strings.Builder
	for i := range c.gates {
		g := &c.gates[i]
		fmt.Fprintf(&b, "n%d = ", i+1)
		switch g.kind {
		case gateAnd:
			fmt.Fprintf(&b, "%s & %s\n", c.name(g.a), c.name(g.b))
		case gateXor:
			fmt.Fprintf(&b, "%s ^ %s\n", c.name(g.a), c.name(g.b))
		case gateMux:
			fmt.Fprintf(&b, "%s ? %s : %s\n", c.name(g.a), c.name(g.b), c.name(g.c))
		}
	}
	return b.String()
}

func (c *circuit) name(w wire) string {
	s := "0"
	if n := w.node(); c.isInput(n) {
		s = fmt.Sprintf("x%d", c.vars[n-1])
	} else if n > 0 {
		s = fmt.Sprintf("n%d", n-len(c.vars))
	}
	if w&1 != 0 {
		return "!" + s
	}
	return s
}
