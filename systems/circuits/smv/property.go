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
	KindInvariant Kind = "invar"   // INVARSPEC
	KindLTL       Kind = "ltl"     // LTLSPEC
	KindCTL       Kind = "ctl"     // SPEC and CTLSPEC
	KindPSL       Kind = "psl"     // PSLSPEC, which is not read
	KindCompute   Kind = "compute" // COMPUTE, which is a number
	KindRange     Kind = "range"   // that a value is in range, where that could not be decided
)

// A Property is what a specification asks of the circuit.
type Property struct {
	Name string // of NAME x := ..., after that of the instance; or ""
	Kind Kind
	Text string // as it is written, with IN and the instance if that is not main
	Pos  Pos    // none if it is not in the file

	// Safety says that the property is violated if and only if a run reaches Bad. There may be
	// a formula as well.
	Safety bool
	Bad    aig.Lit

	// Formula must hold for all infinite runs that are fair; a finite run is no counterexample
	// if it cannot go on for ever. Its atoms are literals of the circuit. It is one of CTL only
	// if it is not seen to be one of LTL.
	// COMPASSION is an assumption in it.
	Formula *ltl.Formula

	// Of COMPUTE the question is how many steps it takes at least, or with Most at most, from a state in which Start holds to one in
	// which Final does: formulas of CTL.
	Start, Final *ltl.Formula
	Most         bool

	Unsupported string // why the property cannot be checked, or ""
}

// properties compiles the specifications.
func (c *compiler) properties() {
	if c.query != nil {
		c.query.before = len(c.checks)
		c.property(c.query.spec, c.instances[0])
		return
	}
	for _, in := range c.instances {
		for _, s := range c.sections(in.module) {
			switch s.Keyword {
			case "INVARSPEC", "SPEC", "LTLSPEC", "PSLSPEC", "COMPUTE":
				c.property(s, in)
			}
		}
	}
}

// property compiles a specification in an instance.
func (c *compiler) property(s *Section, in *instance) {
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
	case "COMPUTE":
		p.Kind, p.Most = KindCompute, s.Most
		p.Start, p.Final = c.formula(&p, s.Expr, in), c.formula(&p, s.Second, in)
		if len(c.compassion) > 0 && (c.hasTemporal(s.Expr) || c.hasTemporal(s.Second)) {
			p.Unsupported = "COMPASSION is not read for path quantifiers of COMPUTE"
		}
	case "PSLSPEC":
		p.Kind, p.Unsupported = KindPSL, "PSL is not read here"
	}
	c.model.Properties = append(c.model.Properties, p)
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
	f := c.formula(p, e, in)
	if f == nil {
		return
	}
	if p.Kind == KindCTL {
		if g, ok := linear(f); ok {
			f = g
		} else if len(c.compassion) > 0 {
			p.Unsupported = "COMPASSION is read for LTL only, and for formulas of CTL that are ones of LTL as well"
		}
	}
	// A finite run need not be the beginning of an infinite and fair one.
	if c.model.Total && len(c.Fairness) == 0 && len(c.compassion) == 0 && p.Unsupported == "" {
		if f.Op == ltl.OpGlobally && f.Left.Op == ltl.OpAtom {
			p.Safety, p.Bad = true, aig.Lit(f.Left.Atom).Not()
		}
	}
	if ltl.Linear(f) {
		f = c.compassionate(f)
	}
	p.Formula = f
}

// compassionate returns a formula of LTL on condition of all COMPASSION.
func (c *compiler) compassionate(f *ltl.Formula) *ltl.Formula {
	often := func(l lit) *ltl.Formula { return ltl.Globally(ltl.Finally(atom(l))) }
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

// formula compiles a formula; it is nil after a report.
func (c *compiler) formula(p *Property, e *Expr, in *instance) *ltl.Formula {
	if !c.hasTemporal(e) {
		before := len(c.Errors)
		l := c.condition(e, in, current, p.Kind == KindLTL, true)
		if c.uses.input && p.Kind != KindLTL {
			p.Unsupported = "inputs are read in LTLSPEC and INVARSPEC only"
		}
		if len(c.Errors) > before || c.Full {
			return nil
		}
		return atom(l)
	}
	if isTemporalOp(e.Op) && (p.Kind != KindLTL) != isBranching(e.Op) {
		where := "LTLSPEC"
		if p.Kind == KindLTL {
			where = "SPEC"
		}
		c.errorf(e, "", "%s is an operator of %s", e.Op, where)
		return nil
	}
	args := make([]*ltl.Formula, len(e.Args))
	good := true
	for i, a := range e.Args {
		args[i] = c.formula(p, a, in)
		good = good && args[i] != nil
	}
	if !good {
		return nil
	}
	f := args[0]
	switch e.Op {
	case "!":
		return ltl.Not(f)
	case "->":
		return ltl.Implies(f, args[1])
	case "&":
		return balanced(ltl.And, args)
	case "|":
		return balanced(ltl.Or, args)
	case "<->", "xor", "xnor":
		if len(args) > maxNesting {
			c.errorf(e, "", "this is nested deeper than %d levels", maxNesting)
			return nil
		}
		join := ltl.Iff
		if e.Op == "xor" {
			join = ltl.Xor
		}
		for _, g := range args[1:] {
			f = join(f, g)
		}
		return f
	}
	switch {
	case !isTemporalOp(e.Op):
		c.errorf(e, "", "temporal operators cannot be used inside of %s", operatorName(e.Op))
		return nil
	case e.Bounded:
		return boundedFormula(e, args)
	}
	return temporalFormula(e.Op, args)
}

// balanced joins formulas to one that is not deep.
func balanced(join func(f, g *ltl.Formula) *ltl.Formula, list []*ltl.Formula) *ltl.Formula {
	if len(list) == 1 {
		return list[0]
	}
	m := len(list) / 2
	return join(balanced(join, list[:m]), balanced(join, list[m:]))
}

// hasTemporal reports whether there is a temporal operator in an expression.
func (c *compiler) hasTemporal(e *Expr) bool {
	if len(e.Args) == 0 {
		return false
	}
	has, ok := c.temporalIn[e]
	if !ok {
		has = isTemporalOp(e.Op)
		for _, a := range e.Args {
			has = has || c.hasTemporal(a)
		}
		c.temporalIn[e] = has
	}
	return has
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
