// This file defines divisions by what is not constant: where a divisor can have few values only,
// and not 0, they become divisions by constants.

package eca

import "slices"

// Limits on what a divisor may be: how many values, how large an expression the division
// becomes, and how many conditions around it are looked at.
const (
	maxDivisors    = 64
	maxDivision    = 1 << 12
	maxFactsAround = 64
)

// divide replaces divisions x / y by the sum of (x * (y == v)) / v over the values v that y may have
// there, and remainders likewise. So nobody else need know of such divisions. Which values these are is a
// matter of all that is assigned anywhere, and of the conditions around the division. A
// division that is not replaced is an error later.
func (p *parser) divide() {
	d := &divider{zero: map[*Expr]bool{}}
	p.zero = d.zero
	if !p.dividesByVariables() {
		return
	}
	d.assigned(p.f)
	for _, f := range p.f.Funcs {
		d.body(f.Body, nil)
	}
}

func (p *parser) dividesByVariables() (found bool) {
	for _, f := range p.f.Funcs {
		visit(f.Body, func(s Stmt) {
			eachExpr(s, func(e *Expr) { found = found || e.wrong() != nil })
		})
	}
	return found
}

// A divider knows the values that variables may have.
type divider struct {
	values   []values // by Var.ID
	returned map[*Func]*values
	zero     map[*Expr]bool // divisions whose divisor may be 0
}

// values are those that something may have, in ascending order; any if there may be more than
// maxDivisors of them.
type values struct {
	list []int32
	any  bool
}

// add adds values, and reports whether there were new ones.
func (x *values) add(y values) bool {
	if x.any {
		return false
	}
	before := len(x.list)
	x.list = sorted(append(x.list, y.list...))
	x.any = y.any || len(x.list) > maxDivisors
	return x.any || len(x.list) > before
}

// assigned finds out which values variables get anywhere in the program.
func (d *divider) assigned(f *File) {
	d.values, d.returned = make([]values, len(f.Vars)), map[*Func]*values{}
	for _, v := range f.Vars {
		if v.Func == nil {
			d.values[v.ID].list = []int32{v.Init}
		}
	}
	for _, g := range f.Funcs {
		d.returned[g] = &values{}
		if !ends(g.Body) {
			d.returned[g].list = []int32{0}
		}
	}
	for again := true; again; {
		again = false
		add := func(to *values, from values) { again = to.add(from) || again }
		for _, g := range f.Funcs {
			visit(g.Body, func(s Stmt) {
				switch s := s.(type) {
				case *Assign:
					add(&d.values[s.Var.ID], d.of(s.Value))
				case *Read:
					add(&d.values[s.Var.ID], values{any: true})
				case *Call:
					for i, arg := range s.Args {
						add(&d.values[s.Func.Params[i].ID], d.of(arg))
					}
					if s.Result != nil {
						add(&d.values[s.Result.ID], *d.returned[s.Func])
					}
				case *Return:
					if s.Value == nil {
						add(d.returned[g], values{list: []int32{0}})
					} else {
						add(d.returned[g], d.of(s.Value))
					}
				}
			})
		}
	}
}

// of returns the values that an expression may have.
func (d *divider) of(e *Expr) (all values) {
	switch {
	case e.Op == Const:
		return values{list: []int32{e.Value}}
	case e.Op == Load:
		return d.values[e.Var.ID]
	case e.Op.isCondition():
		return values{list: []int32{0, 1}}
	}
	x := d.of(e.X)
	if e.Op == Neg {
		for _, a := range x.list {
			value, _ := unaryValue(Neg, a)
			all.list = append(all.list, value)
		}
		return values{sorted(all.list), x.any}
	}
	y := d.of(e.Y)
	if x.any || y.any {
		return values{any: true}
	}
	for _, a := range x.list {
		for _, b := range y.list {
			if b != 0 || e.Op != Div && e.Op != Rem {
				value, _ := binaryValue(e.Op, a, b)
				all.list = append(all.list, value)
			}
		}
	}
	all.list = sorted(all.list)
	all.any = len(all.list) > maxDivisors
	return all
}

// A fact is a condition that is known to hold, or not to, and those that are known besides.
type fact struct {
	cond  *Expr
	holds bool
	next  *fact
}

// known returns those of the nearest facts of which keep is true.
func (f *fact) known(keep func(*Expr) bool) *fact {
	var list []*fact
	for n := 0; f != nil && n < maxFactsAround; f, n = f.next, n+1 {
		if keep(f.cond) {
			list = append(list, f)
		}
	}
	var kept *fact
	for _, f := range slices.Backward(list) {
		kept = &fact{f.cond, f.holds, kept}
	}
	return kept
}

// body replaces divisions in statements, of whose beginning facts are known.
func (d *divider) body(body []Stmt, facts *fact) {
	for _, s := range body {
		switch s := s.(type) {
		case *If:
			inside := facts
			for i := range s.Branches {
				b := &s.Branches[i]
				d.expr(b.Cond, inside)
				d.body(b.Body, &fact{b.Cond, true, inside})
				inside = &fact{b.Cond, false, inside}
			}
			d.body(s.Else, inside)
			if b := &s.Branches[0]; ends(b.Body) {
				facts = &fact{b.Cond, false, facts}
			}
		case *Loop:
			facts = nil // what is known in front of it is not known in the second turn
			d.body(s.Body, nil)
		default:
			eachExpr(s, func(e *Expr) { d.expr(e, facts) })
		}
		if facts != nil {
			facts = facts.known(untouched(s))
		}
	}
}

// untouched returns whether an expression has the same value behind a statement as before.
func untouched(s Stmt) func(*Expr) bool {
	calls, changed := false, map[*Var]bool{}
	visit([]Stmt{s}, func(s Stmt) {
		switch s := s.(type) {
		case *Assign:
			changed[s.Var] = true
		case *Read:
			changed[s.Var] = true
		case *Call:
			calls, changed[s.Result] = true, true
		}
	})
	return func(e *Expr) bool {
		same := true
		e.loads(func(l *Expr) { same = same && !changed[l.Var] && !(calls && l.Var.Func == nil) })
		return same
	}
}

// ends reports whether nothing is executed behind statements.
func ends(body []Stmt) bool {
	if len(body) == 0 {
		return false
	}
	switch s := body[len(body)-1].(type) {
	case *Return, *Exit:
		return true
	case *If:
		return ends(s.Else) && !slices.ContainsFunc(s.Branches, func(b Branch) bool { return !ends(b.Body) })
	}
	return false
}

// expr replaces divisions in an expression, where facts are known.
func (d *divider) expr(e *Expr, facts *fact) {
	if e == nil || e.Op == Const || e.Op == Load {
		return
	}
	d.expr(e.X, facts)
	if e.Op == And || e.Op == Or {
		facts = &fact{e.X, e.Op == And, facts}
	}
	d.expr(e.Y, facts)
	if e.Op != Div && e.Op != Rem || e.Y.Op == Const {
		return
	}
	switch y := d.around(e.Y, facts); {
	case y.any || len(y.list)*e.X.size() > maxDivision:
	case slices.Contains(y.list, 0):
		d.zero[e] = true
	default:
		e.divideBy(y.list)
	}
}

// around returns the values that an expression may have where facts are known. If it has one
// variable only, a fact about that is one about the expression.
func (d *divider) around(e *Expr, facts *fact) values {
	all := d.of(e)
	var one *Expr
	several := false
	e.loads(func(l *Expr) {
		several = several || one != nil && one.Var != l.Var
		one = l
	})
	if one != nil && !several && !d.values[one.Var.ID].any {
		all = values{}
		for _, v := range d.values[one.Var.ID].list {
			if value, ok := e.given(one, v); ok && !facts.refute(one, v) {
				all.list = append(all.list, value)
			}
		}
	}
	return values{slices.DeleteFunc(sorted(slices.Clone(all.list)), func(v int32) bool { return facts.refute(e, v) }), all.any}
}

// divideBy replaces a division by one for each value of the divisor, of which all but one have the
// dividend 0.
func (e *Expr) divideBy(list []int32) {
	at := func(op Op, x, y *Expr) *Expr { return &Expr{Op: op, X: x, Y: y, Line: e.Line, Col: e.Col} }
	number := func(v int32) *Expr { return &Expr{Op: Const, Value: v, Line: e.Line, Col: e.Col} }
	sum := number(0)
	for i, v := range list {
		x := e.X.clone()
		if len(list) > 1 {
			x = at(Mul, x, at(Eq, e.Y.clone(), number(v)))
		}
		if part := at(e.Op, x, number(v)); i == 0 {
			sum = part
		} else {
			sum = at(Add, sum, part)
		}
	}
	*e = *sum
}

func (e *Expr) clone() *Expr {
	if e == nil {
		return nil
	}
	c := *e
	c.X, c.Y = e.X.clone(), e.Y.clone()
	return &c
}

func (e *Expr) size() int {
	if e == nil {
		return 0
	}
	return 1 + e.X.size() + e.Y.size()
}

// refute reports whether an expression cannot have a value where facts are known.
func (f *fact) refute(y *Expr, v int32) bool {
	for n := 0; f != nil && n < maxFactsAround; f, n = f.next, n+1 {
		if value, ok := f.cond.given(y, v); ok && (value != 0) != f.holds {
			return true
		}
	}
	return false
}

// given returns the value of an expression in which y has the value v, if that is all that matters.
func (e *Expr) given(y *Expr, v int32) (value int32, ok bool) {
	switch {
	case e.equal(y):
		return v, true
	case e.Op == Const:
		return e.Value, true
	case e.Op == Load:
		return 0, false
	}
	a, left := e.X.given(y, v)
	if e.Y == nil {
		value, _ = unaryValue(e.Op, a)
		return value, left
	}
	b, right := e.Y.given(y, v)
	for _, side := range [2]struct {
		value int32
		known bool
	}{{a, left}, {b, right}} {
		if decides := side.known && (side.value != 0) == (e.Op == Or); decides && (e.Op == And || e.Op == Or) {
			return truth(e.Op == Or), true
		}
	}
	if !left || !right || b == 0 && (e.Op == Div || e.Op == Rem) {
		return 0, false
	}
	value, _ = binaryValue(e.Op, a, b)
	return value, true
}

// equal reports whether two expressions are written alike.
func (e *Expr) equal(f *Expr) bool {
	if e == nil || f == nil {
		return e == f
	}
	return e.Op == f.Op && e.Var == f.Var && e.Value == f.Value && e.X.equal(f.X) && e.Y.equal(f.Y)
}
