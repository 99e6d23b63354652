// This file defines the domain types of variables, their classes, and the alphabet.

package eca

import "slices"

// A typing collects what variables are used for. It has one node a variable, by Var.ID, and
// behind these one a function, for what it returns. Nodes that are copied or compared to each
// other are united.
type typing struct {
	p        *parser
	parent   []int32
	result   map[*Func]int32
	typ      []DomainType // by node, as are those below
	why      []Pos        // the place that made the type ADD or OTHER
	values   [][]int32    // of roots in the end
	compared []bool       // to another variable
	copies   [][]int32    // the nodes that a node is copied to
	counts   []bool       // whether what a node is assigned counts
}

// findTypes sets the types of variables and the alphabet. Variables that are not Used count only
// where that does no harm: if inputs get into arithmetic or an order, it may be by these alone.
func (p *parser) findTypes() {
	t := p.typed(false)
	at, finite := t.alphabet()
	if !finite {
		t = p.typed(true)
		at, finite = t.alphabet()
	}
	if !finite {
		p.Errorf(at, "compare inputs with constants, by == and != only",
			"there is no finite alphabet: inputs get into arithmetic or an order here")
	}
	t.finish()
}

// typed collects what variables are used for: all, or only those that are Used.
func (p *parser) typed(used bool) *typing {
	t := newTyping(p, used)
	for _, f := range p.f.Funcs {
		if p.flows[f].falls {
			t.constant(t.result[f], 0)
		}
		visit(f.Body, func(s Stmt) { t.stmt(f, s) })
	}
	for _, v := range p.f.Vars {
		if v.Func == nil {
			t.constant(int32(v.ID), v.Init)
		}
	}
	t.merge()
	return t
}

func newTyping(p *parser, used bool) *typing {
	n := len(p.f.Vars) + len(p.f.Funcs)
	t := &typing{
		p: p, result: map[*Func]int32{},
		parent: make([]int32, n), typ: make([]DomainType, n), why: make([]Pos, n),
		values: make([][]int32, n), compared: make([]bool, n), copies: make([][]int32, n), counts: make([]bool, n),
	}
	for i := range t.parent {
		t.parent[i] = int32(i)
		t.typ[i] = EQ
	}
	for i, f := range p.f.Funcs {
		t.result[f] = int32(len(p.f.Vars) + i)
	}
	for i, v := range p.f.Vars {
		t.counts[i] = v.Used || !used
	}
	for _, f := range p.f.Funcs {
		visit(f.Body, func(s Stmt) {
			if c, ok := s.(*Call); ok && c.Result != nil && t.counts[c.Result.ID] {
				t.counts[t.result[c.Func]] = true
			}
		})
	}
	return t
}

func (t *typing) root(n int32) int32 {
	for t.parent[n] != n {
		t.parent[n] = t.parent[t.parent[n]]
		n = t.parent[n]
	}
	return n
}

// unite makes the classes of two nodes one. The root is the one with the smaller number.
func (t *typing) unite(a, b int32) {
	a, b = t.root(a), t.root(b)
	if a > b {
		a, b = b, a
	}
	t.parent[b] = a
}

// constant notes that a node is assigned a constant or compared with it.
func (t *typing) constant(n int32, value int32) {
	list := t.values[n]
	for i := len(list) - 1; i >= max(0, len(list)-16); i-- {
		if list[i] == value {
			return // a short memory keeps the lists short
		}
	}
	t.values[n] = append(list, value)
}

// is notes that a node takes part in operations of a type.
func (t *typing) is(n int32, typ DomainType, at *Expr) {
	if t.typ[n] < typ {
		t.typ[n], t.why[n] = typ, at.Position()
	}
}

func (t *typing) stmt(f *Func, s Stmt) {
	switch s := s.(type) {
	case *Assign:
		t.copy(int32(s.Var.ID), s.Value)
	case *If:
		for i := range s.Branches {
			t.condition(s.Branches[i].Cond)
		}
	case *Call:
		for i, arg := range s.Args {
			t.copy(int32(s.Func.Params[i].ID), arg)
		}
		if s.Result != nil {
			t.copyNode(int32(s.Result.ID), t.result[s.Func])
		}
	case *Return:
		if s.Value != nil {
			t.copy(t.result[f], s.Value)
		} else {
			t.constant(t.result[f], 0)
		}
	}
}

func (t *typing) copyNode(to, from int32) {
	if !t.counts[to] {
		return
	}
	t.unite(to, from)
	t.copies[from] = append(t.copies[from], to)
}

// copy notes that a node gets the value of an expression.
func (t *typing) copy(to int32, e *Expr) {
	switch {
	case !t.counts[to]:
	case e.Op == Load:
		t.copyNode(to, int32(e.Var.ID))
	case e.Op == Const:
		t.constant(to, e.Value)
	case e.Op.isCondition():
		t.constant(to, 0)
		t.constant(to, 1)
		t.condition(e)
	default:
		t.is(to, t.arithmetic(e), e)
	}
}

// isCondition reports whether the value of an operator is 0 or 1.
func (op Op) isCondition() bool { return op == Not || op >= Eq }

// arithmetic notes what the operands of an expression with numbers take part in, and returns
// the type of the whole.
func (t *typing) arithmetic(e *Expr) DomainType {
	switch e.Op {
	case Const:
		return ADD
	case Load:
		t.is(int32(e.Var.ID), ADD, e)
		return ADD
	case Neg, Add, Sub, Mul, Div, Rem:
		typ := t.arithmetic(e.X)
		if e.Y != nil {
			typ = max(typ, t.arithmetic(e.Y))
		}
		if e.Op >= Mul {
			typ = OTHER
		}
		if typ == OTHER {
			e.numbers(func(l *Expr) { t.is(int32(l.Var.ID), OTHER, e) })
		}
		return typ
	}
	t.condition(e)
	return ADD
}

// numbers calls do for the variables that an expression calculates with. Those of conditions in it
// give it 0 or 1, whatever they are.
func (e *Expr) numbers(do func(*Expr)) {
	switch {
	case e == nil || e.Op.isCondition():
	case e.Op == Load:
		do(e)
	default:
		e.X.numbers(do)
		e.Y.numbers(do)
	}
}

// condition notes what the variables of an expression take part in of which only matters
// whether it is 0.
func (t *typing) condition(e *Expr) {
	switch e.Op {
	case Const:
	case Load:
		t.constant(int32(e.Var.ID), 0)
	case Not:
		t.condition(e.X)
	case And, Or:
		for ; e.Op == And || e.Op == Or; e = e.X {
			t.condition(e.Y)
		}
		t.condition(e)
	case Eq, Ne, Lt, Le, Gt, Ge:
		t.comparison(e)
	default:
		t.arithmetic(e)
	}
}

func (t *typing) comparison(e *Expr) {
	x, y := e.X, e.Y
	for _, side := range [2][2]*Expr{{x, y}, {y, x}} {
		a, b := side[0], side[1]
		switch {
		case a.Op == Load && b.Op == Const:
			t.constant(int32(a.Var.ID), b.Value)
		case a.Op == Load && b.Op.isCondition():
			t.constant(int32(a.Var.ID), 0)
			t.constant(int32(a.Var.ID), 1)
		case a.Op == Load && b.Op != Load:
			t.is(int32(a.Var.ID), t.arithmetic(b), e)
		case a.Op.isCondition():
			t.condition(a)
		case a.Op != Const && a.Op != Load:
			t.arithmetic(a)
		}
	}
	if x.Op == Load && y.Op == Load {
		t.unite(int32(x.Var.ID), int32(y.Var.ID))
		t.compared[x.Var.ID] = t.compared[x.Var.ID] || x.Var != y.Var
	}
	if e.Op >= Lt {
		for _, side := range [2]*Expr{x, y} {
			if side.Op == Load {
				t.is(int32(side.Var.ID), ADD, e)
			}
		}
	}
}

// merge brings what is known of nodes to the roots.
func (t *typing) merge() {
	for n := range t.parent {
		r := t.root(int32(n))
		if int(r) == n {
			continue
		}
		if t.typ[r] < t.typ[n] || t.typ[r] == t.typ[n] && t.typ[r] >= ADD && t.why[n].Before(t.why[r]) {
			t.typ[r], t.why[r] = t.typ[n], t.why[n]
		}
		t.values[r] = append(t.values[r], t.values[n]...)
		t.compared[r] = t.compared[r] || t.compared[n]
	}
	for n := range t.parent {
		if t.root(int32(n)) == int32(n) {
			t.values[n] = sorted(t.values[n])
		}
	}
}

func sorted(list []int32) []int32 {
	slices.Sort(list)
	return slices.Clip(slices.Compact(list))
}

// alphabet finds the inputs that differ. Two inputs that the program never tests for, and that
// it does not compare to each other, are one: so each class needs its constants, and one value
// more. Where variables are compared, inputs that are kept may differ from each other and from
// the next one: there are as many at the same time as variables of the state that hold an input,
// and reads in a turn. If inputs get into arithmetic or an order, there is no such alphabet, and at
// is where they do.
func (t *typing) alphabet() (at Pos, finite bool) {
	holds := make([]bool, len(t.parent))
	var work []int32
	for _, f := range t.p.f.Funcs {
		visit(f.Body, func(s Stmt) {
			if r, ok := s.(*Read); ok && !holds[r.Var.ID] {
				holds[r.Var.ID] = true
				work = append(work, int32(r.Var.ID))
			}
		})
	}
	if len(work) == 0 {
		t.p.Errorf(t.p.f.Main.Pos, "read them by x = "+nondet+"(); or scanf(\"%d\", &x);", "the program reads no inputs")
	}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		for _, to := range t.copies[n] {
			if !holds[to] {
				holds[to] = true
				work = append(work, to)
			}
		}
	}
	holders, kept := map[int32]int{}, map[int32]int{} // by class
	var classes []int32
	for n, yes := range holds {
		if !yes {
			continue
		}
		r := t.root(int32(n))
		if holders[r]++; holders[r] == 1 {
			classes = append(classes, r)
		}
		if n < len(t.p.f.Vars) && t.p.f.Vars[n].State {
			kept[r]++
		}
	}
	list, fresh := []int32{}, 1
	for _, r := range classes {
		if t.typ[r] >= ADD {
			return t.why[r], false
		}
		list = append(list, t.values[r]...)
		if t.compared[r] {
			fresh = max(fresh, min(holders[r], kept[r]+t.p.reads[t.p.f.Main]))
		}
	}
	list = sorted(list)
	for value := int64(0); fresh > 0; fresh-- {
		if len(list) > 0 {
			value = max(value, int64(list[len(list)-1])) + 1
		} else {
			value++
		}
		if value > maxInt {
			list = lowGaps(list, fresh)
			break
		}
		list = append(list, int32(value))
	}
	t.p.f.Alphabet = list
	for _, r := range classes {
		t.values[r] = list
	}
	return at, true
}

// lowGaps adds the n least numbers >= 0 to a list that does not have them.
func lowGaps(list []int32, n int) []int32 {
	for value := int32(0); n > 0; value++ {
		if _, found := slices.BinarySearch(list, value); !found {
			list = sorted(append(list, value))
			n--
		}
	}
	return list
}

// finish gives variables what was found out.
func (t *typing) finish() {
	number := map[int32]int{}
	for _, v := range t.p.f.Vars {
		r := t.root(int32(v.ID))
		class, ok := number[r]
		if !ok {
			class = len(number)
			number[r] = class
		}
		v.Class, v.Type, v.Values = class, t.typ[r], t.values[r]
		if v.Type == EQ && len(v.Values) <= 2 {
			v.Type = BOOL
		}
		if !t.counts[v.ID] { // it may get any number
			v.Type = OTHER
		}
	}
}
