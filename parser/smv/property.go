// This file defines properties, and how specifications become them.

package smv

import (
	"slices"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/parser/ltl"
)

// A Kind is what sort of property a specification is.
type Kind string

// Kinds of properties.
const (
	KindInvariant Kind = "invar" // INVARSPEC
	KindLTL       Kind = "ltl"   // LTLSPEC
	KindCTL       Kind = "ctl"   // SPEC and CTLSPEC
	KindPSL       Kind = "psl"   // PSLSPEC, which is not read
	KindRange     Kind = "range" // that a value is in range, where that could not be decided
)

// A Property is what a specification asks of the circuit.
type Property struct {
	Name string // of NAME x := ..., after that of the instance; or ""
	Kind Kind
	Text string // as it is written, with IN and the instance if that is not main
	Pos  Pos

	// Safety says that the property is violated if and only if a run reaches Bad, whatever
	// the fairness. Formula is nil then for what is no formula.
	Safety bool
	Bad    aig.Lit

	// Formula must hold of all fair infinite runs. Its atoms are literals of the circuit.
	// COMPASSION is an assumption in it.
	Formula *ltl.Formula

	Unsupported string // why the property cannot be checked, or ""
}

// properties compiles the specifications.
func (c *compiler) properties() {
	for _, in := range c.instances {
		for _, s := range c.sections(in.module) {
			switch s.Keyword {
			case "INVARSPEC", "SPEC", "LTLSPEC", "PSLSPEC":
			default:
				continue
			}
			p := Property{Name: s.Name, Text: s.Text, Pos: s.Pos}
			if s.Name != "" {
				p.Name = in.path(s.Name)
			}
			if in.name != "" {
				p.Text += " IN " + in.name
			}
			switch s.Keyword {
			case "INVARSPEC":
				p.Kind, p.Safety = KindInvariant, true
				c.uses = uses{}
				l := c.condition(s.Expr, in, current, true, true)
				if p.Bad = l.Not(); c.uses.next || c.uses.input {
					p.Bad = c.monitored(p.Bad)
				}
			case "SPEC":
				p.Kind = KindCTL
				c.temporal(&p, s.Expr, in)
			case "LTLSPEC":
				p.Kind = KindLTL
				c.temporal(&p, s.Expr, in)
			case "PSLSPEC":
				p.Kind, p.Unsupported = KindPSL, "PSL is not read here"
			}
			c.model.Properties = append(c.model.Properties, p)
		}
	}
}

// monitored returns a latch that holds in the state after a step in which l held. So what
// depends on inputs or on the next state is asked of steps that exist.
func (c *compiler) monitored(l lit) lit {
	m := c.Latch("monitor", aig.Zero)
	c.SetNext(len(c.Latches)-1, l)
	return m
}

// temporal compiles a formula.
func (c *compiler) temporal(p *Property, e *Expr, in *instance) {
	f := c.formula(p.Kind, e, in).upper
	if f == nil {
		return
	}
	// A finite run says nothing of fair ones.
	if len(c.Fairness) == 0 && len(c.compassion) == 0 {
		g := f
		if p.Kind == KindCTL && g.Op == ltl.OpForAll {
			g = g.Left
		}
		if g.Op == ltl.OpGlobally && g.Left.Op == ltl.OpAtom && (p.Kind == KindCTL) == (g != f) {
			p.Safety, p.Bad = true, aig.Lit(g.Left.Atom).Not()
		}
	}
	if len(c.compassion) > 0 && p.Kind == KindCTL {
		p.Unsupported = "COMPASSION is read for LTL only"
	}
	if p.Kind == KindLTL {
		f = c.assuming(f)
	}
	p.Formula = f
}

// assuming returns a formula of LTL under the assumption of COMPASSION. If there is fairness, it
// is made one that no finite run refutes, by an assumption that holds anyway: in NuSMV as well only
// fair runs are counterexamples then.
func (c *compiler) assuming(f *ltl.Formula) *ltl.Formula {
	often := func(l lit) *ltl.Formula { return ltl.Globally(ltl.Finally(atom(l))) }
	if len(c.Fairness) > 0 && len(c.compassion) == 0 {
		return ltl.Implies(often(c.Fairness[0]), f)
	}
	for _, s := range slices.Backward(c.compassion) {
		f = ltl.Implies(ltl.Implies(often(s[0]), often(s[1])), f)
	}
	return f
}

// atom returns the formula that is a literal.
func atom(l lit) *ltl.Formula {
	switch l {
	case litTrue:
		return ltl.True()
	case litFalse:
		return ltl.False()
	}
	return ltl.Atom(int(l))
}

// Bounds are a formula from above and from below: they differ in the last frame of a finite run
// only. There an atom that depends on inputs, or on the next state, may be about a step that
// does not exist. Then upper holds and lower does not, so that it refutes nothing.
type bounds struct{ upper, lower *ltl.Formula }

// both applies a function to both bounds, once if they are the same.
func both(f func(part func(bounds) *ltl.Formula) *ltl.Formula, args ...bounds) bounds {
	upper := f(func(b bounds) *ltl.Formula { return b.upper })
	for _, a := range args {
		if a.upper != a.lower {
			return bounds{upper, f(func(b bounds) *ltl.Formula { return b.lower })}
		}
	}
	return bounds{upper, upper}
}

// formula compiles a formula; its bounds are nil after a report.
func (c *compiler) formula(kind Kind, e *Expr, in *instance) bounds {
	if !hasTemporal(e) {
		return c.proposition(kind, e, in)
	}
	if isTemporalOp(e.Op) && (kind == KindCTL) != isBranching(e.Op) {
		where := "LTLSPEC"
		if kind == KindLTL {
			where = "SPEC"
		}
		c.errorf(e, "", "%s is an operator of %s", e.Op, where)
		return bounds{}
	}
	args := make([]bounds, len(e.Args))
	good := true
	for i, a := range e.Args {
		args[i] = c.formula(kind, a, in)
		good = good && args[i].upper != nil
	}
	if !good {
		return bounds{}
	}
	switch e.Op {
	case "!":
		return bounds{ltl.Not(args[0].lower), ltl.Not(args[0].upper)}.shared(args[0])
	case "->":
		not := bounds{ltl.Not(args[0].lower), ltl.Not(args[0].upper)}.shared(args[0])
		return both(func(part func(bounds) *ltl.Formula) *ltl.Formula { return ltl.Or(part(not), part(args[1])) }, not, args[1])
	case "&", "|":
		join := ltl.And
		if e.Op == "|" {
			join = ltl.Or
		}
		return both(func(part func(bounds) *ltl.Formula) *ltl.Formula {
			f := part(args[0])
			for _, a := range args[1:] {
				f = join(f, part(a))
			}
			return f
		}, args...)
	case "<->", "xor", "xnor":
		f := args[0]
		for _, g := range args[1:] {
			f = equivalent(f, g)
			if e.Op == "xor" {
				f = bounds{ltl.Not(f.lower), ltl.Not(f.upper)}.shared(f)
			}
		}
		return f
	}
	if !isTemporalOp(e.Op) {
		c.errorf(e, "", "temporal operators cannot be used inside of %s", operatorName(e.Op))
		return bounds{}
	}
	return both(func(part func(bounds) *ltl.Formula) *ltl.Formula {
		list := make([]*ltl.Formula, len(args))
		for i, a := range args {
			list[i] = part(a)
		}
		if e.Bounded {
			return boundedFormula(e, list)
		}
		return temporalFormula(e.Op, list)
	}, args...)
}

// shared returns b, with one formula for both if those of a are one.
func (b bounds) shared(a bounds) bounds {
	if a.upper == a.lower {
		b.lower = b.upper
	}
	return b
}

// equivalent returns the bounds of f <-> g.
func equivalent(f, g bounds) bounds {
	iff := func(f, fLow, g, gLow *ltl.Formula) *ltl.Formula {
		if f == fLow && g == gLow {
			return ltl.Iff(f, g)
		}
		return ltl.Or(ltl.And(f, g), ltl.And(ltl.Not(fLow), ltl.Not(gLow)))
	}
	h := iff(f.upper, f.lower, g.upper, g.lower)
	if f.upper == f.lower && g.upper == g.lower {
		return bounds{h, h}
	}
	return bounds{h, iff(f.lower, f.upper, g.lower, g.upper)}
}

// proposition compiles a formula without temporal operators.
func (c *compiler) proposition(kind Kind, e *Expr, in *instance) bounds {
	before := len(c.Errors)
	l := c.condition(e, in, current, kind == KindLTL, kind == KindLTL)
	if len(c.Errors) > before || c.Full {
		return bounds{}
	}
	if (c.uses.next || c.uses.input) && c.steps != litTrue {
		return bounds{atom(c.Or(l, c.steps.Not())), atom(c.And(l, c.steps))}
	}
	f := atom(l)
	return bounds{f, f}
}

// hasTemporal reports whether there is a temporal operator in an expression.
func hasTemporal(e *Expr) bool {
	if isTemporalOp(e.Op) {
		return true
	}
	for _, a := range e.Args {
		if hasTemporal(a) {
			return true
		}
	}
	return false
}

// isTemporalOp reports whether an operator is one of temporal logic.
func isTemporalOp(op Op) bool {
	switch op {
	case "X", "F", "G", "U", "V", "Y", "Z", "O", "H", "S", "T":
		return true
	}
	return isBranching(op)
}

// isBranching reports whether an operator is one of CTL.
func isBranching(op Op) bool {
	switch op {
	case "EX", "AX", "EF", "AF", "EG", "AG", opAll, opSome, "EBF", "ABF", "EBG", "ABG":
		return true
	}
	return false
}

// temporalFormula applies an operator without bounds.
func temporalFormula(op Op, args []*ltl.Formula) *ltl.Formula {
	f := args[0]
	switch op {
	case "X":
		return ltl.Next(f)
	case "F":
		return ltl.Finally(f)
	case "G":
		return ltl.Globally(f)
	case "U":
		return ltl.Until(f, args[1])
	case "V":
		return ltl.Release(f, args[1])
	case "Y":
		return ltl.Yesterday(f)
	case "Z":
		return ltl.WeakYesterday(f)
	case "O":
		return ltl.Once(f)
	case "H":
		return ltl.Historically(f)
	case "S":
		return ltl.Since(f, args[1])
	case "T":
		return ltl.Triggered(f, args[1])
	case "EX":
		return ltl.Exists(ltl.Next(f))
	case "AX":
		return ltl.ForAll(ltl.Next(f))
	case "EF":
		return ltl.Exists(ltl.Finally(f))
	case "AF":
		return ltl.ForAll(ltl.Finally(f))
	case "EG":
		return ltl.Exists(ltl.Globally(f))
	case "AG":
		return ltl.ForAll(ltl.Globally(f))
	case opAll:
		return ltl.ForAll(ltl.Until(f, args[1]))
	}
	return ltl.Exists(ltl.Until(f, args[1]))
}

// boundedFormula applies an operator with bounds: it is a chain of steps.
func boundedFormula(e *Expr, args []*ltl.Formula) *ltl.Formula {
	step := map[Op]func(*ltl.Formula) *ltl.Formula{
		"X": ltl.Next, "F": ltl.Next, "G": ltl.Next, "O": ltl.Yesterday, "H": ltl.WeakYesterday,
	}[e.Op]
	if step == nil {
		quantifier := ltl.ForAll
		if e.Op[0] == 'E' {
			quantifier = ltl.Exists
		}
		step = func(f *ltl.Formula) *ltl.Formula { return quantifier(ltl.Next(f)) }
	}
	last := args[len(args)-1]
	f := last
	all := e.Op == "G" || e.Op == "H" || e.Op == "ABG" || e.Op == "EBG"
	for range e.Hi - e.Lo {
		f = step(f)
		switch {
		case len(args) == 2:
			f = ltl.Or(last, ltl.And(args[0], f))
		case all:
			f = ltl.And(last, f)
		default:
			f = ltl.Or(last, f)
		}
	}
	for range e.Lo {
		if f = step(f); len(args) == 2 {
			f = ltl.And(args[0], f)
		}
	}
	return f
}
