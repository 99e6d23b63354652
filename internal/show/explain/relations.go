// This file defines what holds of all valuations of a set.

package explain

import (
	"slices"
	"strings"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/parser"
)

// A variable is one that facts are about.
type variable struct {
	*parser.Var
	in  bdd.Var
	inC string // the predicate that it stands for, "" if it stands for itself
}

// variables returns the globals and, if proc is not nil, its locals.
func (o *observed) variables(proc *parser.Proc) (list []variable) {
	add := func(v *parser.Var, in bdd.Var) {
		text, _ := o.words.Predicate(v)
		list = append(list, variable{v, in, text})
	}
	for _, v := range o.program.File.Globals {
		add(v, o.shared[v.Index])
	}
	if proc != nil {
		for _, v := range proc.Locals {
			add(v, o.local[v.Index])
		}
	}
	return list
}

// visible returns the variables of a thread at a line. In C, a predicate about another function's locals means nothing there.
func (o *observed) visible(l line) []variable {
	return slices.DeleteFunc(o.variables(o.of[l]), func(v variable) bool {
		return slices.ContainsFunc(o.procs, func(proc string) bool { return proc != l.proc && strings.Contains(v.inC, proc+".") })
	})
}

// is says that a variable has a value: in C, if it stands for what C says.
func (v variable) is(value bool) string {
	switch {
	case v.inC != "" && value:
		return v.inC
	case v.inC != "":
		return negated(v.inC)
	case value:
		return v.Name + " = 1"
	}
	return v.Name + " = 0"
}

// negated writes that a predicate of C does not hold.
func negated(c string) string {
	for _, op := range [...][2]string{{"==", "!="}, {"!=", "=="}, {"<=", ">"}, {">=", "<"}, {"<", ">="}, {">", "<="}} {
		if before, after, found := strings.Cut(c, " "+op[0]+" "); found && !strings.ContainsAny(before+after, "<>=!&|?") {
			return before + " " + op[1] + " " + after
		}
	}
	if strings.ContainsAny(c, " ") {
		return "!(" + c + ")"
	}
	return "!" + c
}

// constant says whether a variable has one value in a set, and which.
func (o *observed) constant(f bdd.Node, v variable) (value, is bool) {
	for _, value := range []bool{false, true} {
		if o.Leq(f, o.Lit(v.in, value)) {
			return value, true
		}
	}
	return false, false
}

// constants says which variables have one value in a set. Those of which that is known are left out.
func (o *observed) constants(f bdd.Node, vars []variable, known bdd.Node) (facts []string) {
	for _, v := range vars {
		value, is := o.constant(f, v)
		if is && !o.Leq(known, o.Lit(v.in, value)) {
			facts = append(facts, v.is(value))
		}
	}
	return sharpest(facts)
}

// sharpest leaves out that something is not equal to a number where it is said to what it is equal.
func sharpest(facts []string) []string {
	return slices.DeleteFunc(slices.Clone(facts), func(f string) bool {
		what, _, unequal := strings.Cut(f, " != ")
		return unequal && slices.ContainsFunc(facts, func(g string) bool { return strings.HasPrefix(g, what+" == ") })
	})
}

// maxRelated is of how many variables pairs are looked at.
const maxRelated = 40

// related says how pairs of variables are related in a set, those that are constant in it left out, as is what is known.
func (o *observed) related(f bdd.Node, vars []variable, known bdd.Node) (facts []string) {
	vars = slices.DeleteFunc(slices.Clone(vars), func(v variable) bool {
		_, is := o.constant(f, v)
		return is
	})
	if len(vars) > maxRelated {
		return nil
	}
	holds := func(x, y variable, a, b bool) bool { // x = a or y = b
		g := o.Or(o.Lit(x.in, a), o.Lit(y.in, b))
		return o.Leq(f, g) && !o.Leq(known, g)
	}
	for i, x := range vars {
		for _, y := range vars[i+1:] {
			if what, _, equal := strings.Cut(x.inC, " == "); equal && strings.HasPrefix(y.inC, what+" == ") {
				continue // two values of one variable
			}
			same, other := holds(x, y, false, true), holds(x, y, true, false)
			both, none := holds(x, y, false, false), holds(x, y, true, true)
			plain := x.inC == "" && y.inC == ""
			switch {
			case same && other && plain:
				facts = append(facts, x.Name+" = "+y.Name)
			case both && none && plain:
				facts = append(facts, x.Name+" != "+y.Name)
			case same && other:
				facts = append(facts, x.is(true)+" if and only if "+y.is(true))
			case both && none:
				facts = append(facts, x.is(true)+" if and only if "+y.is(false))
			case same:
				facts = append(facts, x.is(true)+" implies "+y.is(true))
			case other:
				facts = append(facts, y.is(true)+" implies "+x.is(true))
			case both:
				facts = append(facts, "never "+x.is(true)+" and "+y.is(true)+" at once")
			case none:
				facts = append(facts, x.is(true)+" or "+y.is(true))
			}
		}
	}
	return facts
}

// maxCubes is of how many cases a reason consists.
const maxCubes = 2

// reason says which values the variables of an expression have in a set, "" if that takes too many words.
func (o *observed) reason(f bdd.Node, cond parser.Expr, proc *parser.Proc) string {
	used := map[*parser.Var]bool{}
	parser.Inspect(cond, func(s parser.Syntax) bool {
		if r, is := s.(*parser.Ref); is {
			used[r.Var] = true
		}
		return true
	})
	var gone []bdd.Var
	names := map[bdd.Var]variable{}
	for _, v := range o.variables(proc) {
		if names[v.in] = v; !used[v.Var] {
			gone = append(gone, v.in)
		}
	}
	var cases []string
	for cube := range o.ISOP(o.Exists(f, o.NewVarSet(gone...))) {
		var parts []string
		for _, l := range cube {
			parts = append(parts, names[l.Var].is(l.Value))
		}
		if len(parts) == 0 || len(cases) == maxCubes {
			return ""
		}
		cases = append(cases, strings.Join(sharpest(parts), ", "))
	}
	return strings.Join(cases, "; or ")
}
