// This file defines the instructions of explicit search: a program as tests of single
// comparisons, assignments and jumps, which can be executed from any place on.

package reactive

import (
	"maps"
	"slices"

	"github.com/ijit/ijit/systems/eca"
	"github.com/ijit/ijit/systems/eca/reactive/labels"
)

type opcode uint8

const (
	opEqual  opcode = iota // jumps unless the variable is the constant
	opDiffer               // jumps if it is
	opTest                 // jumps unless the comparison x holds
	opInput                // jumps unless x holds, which speaks of the last input only
	opJump
	opSet    // gives the variable the constant
	opAssign // gives the variable the value of x
	opRead
	opCall   // jumps to a function, having stored where to go on in the variable
	opReturn // jumps to the place that is stored in the variable
	opReach  // the label c
	opTurn   // the head of the loop
	opExit
)

type instr struct {
	op opcode
	v  int32 // a slot: Var.ID, or one of those behind them
	c  int32
	to int32
	x  *eca.Expr
}

// A code is a program in which only the variables that matter are left.
type code struct {
	instrs  []instr
	body    int32   // where the body of the loop begins
	slots   int     // variables, and what instructions store in addition
	inputs  []int32 // the alphabet
	initial []int32 // by slot
	control []domain
	data    []int32 // slots of state variables that arithmetic changes
}

// A domain is a state variable that takes values from a list only.
type domain struct {
	slot   int32
	values []int32 // ascending
}

// An assembler translates a program.
type assembler struct {
	*code
	*flow
	file    *eca.File
	wanted  []bool
	vars    []bool                // by Var.ID: those that matter
	calls   map[*eca.Func][]int32 // instructions that call a function whose code comes later
	results map[*eca.Func]int32   // the slot of what it returns
	returns map[*eca.Func]int32   // the slot of where it returns to
	queue   []*eca.Func
	current *eca.Func
}

// assemble returns the code for the labels that are wanted.
func assemble(file *eca.File, wanted []bool) *code {
	a := &assembler{
		code: &code{slots: len(file.Vars), inputs: file.Alphabet}, flow: newFlow(file),
		file: file, wanted: wanted, vars: labels.NewCone(file, wanted).Vars, current: file.Main,
		calls: map[*eca.Func][]int32{}, results: map[*eca.Func]int32{}, returns: map[*eca.Func]int32{},
	}
	for _, v := range file.Vars {
		a.initial = append(a.initial, v.Init)
		switch {
		case !v.State || !a.vars[v.ID]:
		case a.arithmetic[v.ID]:
			a.data = append(a.data, int32(v.ID))
		default:
			a.control = append(a.control, domain{int32(v.ID), slices.Sorted(maps.Keys(a.values[v.ID]))})
		}
	}
	a.block(file.Main.Body)
	a.emit(instr{op: opExit})
	entries := map[*eca.Func]int32{}
	for len(a.queue) > 0 {
		g := a.queue[0]
		a.queue = a.queue[1:]
		a.current = g
		entries[g] = a.here()
		a.block(g.Body)
		a.emit(instr{op: opReturn, v: a.returns[g]})
	}
	for g, calls := range a.calls {
		for _, at := range calls {
			a.instrs[at].to = entries[g]
		}
	}
	for len(a.initial) < a.slots {
		a.initial = append(a.initial, 0)
	}
	return a.code
}

func (a *assembler) here() int32 { return int32(len(a.instrs)) }

func (a *assembler) emit(i instr) int32 {
	a.instrs = append(a.instrs, i)
	return a.here() - 1
}

func (a *assembler) slot() int32 {
	a.slots++
	return int32(a.slots - 1)
}

// patch makes jumps lead to here.
func (a *assembler) patch(jumps []int32) {
	for _, j := range jumps {
		a.instrs[j].to = a.here()
	}
}

func (a *assembler) block(list []eca.Stmt) {
	for _, s := range list {
		a.stmt(s)
	}
}

func (a *assembler) stmt(s eca.Stmt) {
	switch s := s.(type) {
	case *eca.Assign:
		if a.vars[s.Var.ID] {
			a.assign(int32(s.Var.ID), s.Value)
		}
	case *eca.Read:
		a.emit(instr{op: opRead, v: int32(s.Var.ID)})
	case *eca.If:
		a.choice(s)
	case *eca.Call:
		a.call(s)
	case *eca.Return:
		if a.current == a.file.Main {
			a.emit(instr{op: opExit})
			return
		}
		if a.returned[a.current] && s.Value != nil {
			a.assign(a.results[a.current], s.Value)
		}
		a.emit(instr{op: opReturn, v: a.returns[a.current]})
	case *eca.Reach:
		if a.wanted == nil || a.wanted[s.Label.ID] {
			a.emit(instr{op: opReach, c: int32(s.Label.ID)})
		}
	case *eca.Exit:
		a.emit(instr{op: opExit})
	case *eca.Loop:
		a.emit(instr{op: opTurn})
		a.body = a.here()
		a.block(s.Body)
		a.emit(instr{op: opTurn})
	}
}

func (a *assembler) call(s *eca.Call) {
	g := s.Func
	if _, known := a.returns[g]; !known {
		a.returns[g] = a.slot()
		a.results[g] = a.slot()
		a.queue = append(a.queue, g)
	}
	for i, p := range g.Params {
		if a.vars[p.ID] {
			a.assign(int32(p.ID), s.Args[i])
		}
	}
	if a.returned[g] {
		a.emit(instr{op: opSet, v: a.results[g]})
	}
	a.calls[g] = append(a.calls[g], a.emit(instr{op: opCall, v: a.returns[g]}))
	if s.Result != nil && a.vars[s.Result.ID] {
		a.assign(int32(s.Result.ID), load(a.results[g]))
	}
}

// load returns an expression that is the value of a slot.
func load(slot int32) *eca.Expr { return &eca.Expr{Op: eca.Load, Var: &eca.Var{ID: int(slot)}} }

func (a *assembler) assign(v int32, x *eca.Expr) {
	x = a.number(x)
	if x.Op == eca.Const {
		a.emit(instr{op: opSet, v: v, c: x.Value})
	} else {
		a.emit(instr{op: opAssign, v: v, x: x})
	}
}

// number returns an expression of the same value without truth values, which it stores.
func (a *assembler) number(x *eca.Expr) *eca.Expr {
	switch {
	case x.Op == eca.Const || x.Op == eca.Load:
		return x
	case truth(x.Op):
		v := a.slot()
		a.emit(instr{op: opSet, v: v})
		jumps := a.condition(x, true)
		a.emit(instr{op: opSet, v: v, c: 1})
		a.patch(jumps)
		return load(v)
	}
	y := *x
	y.X = a.number(x.X)
	if x.Y != nil {
		y.Y = a.number(x.Y)
	}
	return &y
}

func truth(op eca.Op) bool { return op == eca.Not || op >= eca.Eq }

// choice translates an if. Branches that do nothing are one: inputs that take different ones
// stay together.
func (a *assembler) choice(s *eca.If) {
	var ends []int32
	for i := 0; i < len(s.Branches); i++ {
		cond, body := s.Branches[i].Cond, s.Branches[i].Body
		idle := a.idle(body)
		for idle && i+1 < len(s.Branches) && a.idle(s.Branches[i+1].Body) {
			i++
			cond = &eca.Expr{Op: eca.Or, X: cond, Y: s.Branches[i].Cond}
		}
		last := i+1 == len(s.Branches) && a.idle(s.Else)
		if idle {
			if !last {
				ends = append(ends, a.condition(cond, false)...)
			}
			continue
		}
		jumps := a.condition(cond, true)
		a.block(body)
		if !last {
			ends = append(ends, a.emit(instr{op: opJump}))
		}
		a.patch(jumps)
	}
	a.block(s.Else)
	a.patch(ends)
}

// idle reports whether statements do nothing.
func (a *assembler) idle(list []eca.Stmt) bool {
	return !slices.ContainsFunc(list, func(s eca.Stmt) bool {
		switch s := s.(type) {
		case *eca.Print:
			return false
		case *eca.Assign:
			return a.vars[s.Var.ID]
		case *eca.If:
			return !a.idle(s.Else) || slices.ContainsFunc(s.Branches, func(b eca.Branch) bool { return !a.idle(b.Body) })
		}
		return true
	})
}

// condition emits code that goes on if x is true, or false, as wanted, and returns its jumps
// for the other case.
func (a *assembler) condition(x *eca.Expr, want bool) []int32 {
	if a.ofInput(x) {
		if !want {
			x = &eca.Expr{Op: eca.Not, X: x}
		}
		return []int32{a.emit(instr{op: opInput, x: x})}
	}
	switch {
	case x.Op == eca.Not:
		return a.condition(x.X, !want)
	case x.Op == eca.And || x.Op == eca.Or:
		parts := a.parts(x)
		var jumps []int32
		if (x.Op == eca.And) == want {
			for _, p := range parts {
				jumps = append(jumps, a.condition(p, want)...)
			}
			return jumps
		}
		for _, p := range parts[:len(parts)-1] {
			jumps = append(jumps, a.condition(p, !want)...)
		}
		others := a.condition(parts[len(parts)-1], want)
		a.patch(jumps)
		return others
	case x.Op == eca.Const:
		if (x.Value != 0) == want {
			return nil
		}
		return []int32{a.emit(instr{op: opJump})}
	case x.Op < eca.Eq:
		x = &eca.Expr{Op: eca.Ne, X: x, Y: &eca.Expr{}, Line: x.Line}
	}
	test := eca.Expr{Op: x.Op, X: a.number(x.X), Y: a.number(x.Y), Line: x.Line}
	if !want {
		test.Op = [...]eca.Op{eca.Ne, eca.Eq, eca.Ge, eca.Gt, eca.Le, eca.Lt}[x.Op-eca.Eq]
	}
	if test.X.Op == eca.Const && test.Y.Op == eca.Load && test.Op <= eca.Ne {
		test.X, test.Y = test.Y, test.X
	}
	if test.X.Op == eca.Load && test.Y.Op == eca.Const && test.Op <= eca.Ne {
		return []int32{a.emit(instr{op: opEqual + opcode(test.Op-eca.Eq), v: int32(test.X.Var.ID), c: test.Y.Value})}
	}
	return []int32{a.emit(instr{op: opTest, x: &test})}
}

// parts returns the operands of a chain of && or ||. Those that inputs decide come last, behind
// those that numbers decide, so that what many inputs have in common is executed once. Overflows
// must not come sooner than in the source, so arithmetic stays where it is.
func (a *assembler) parts(x *eca.Expr) []*eca.Expr {
	var parts []*eca.Expr
	var split func(y *eca.Expr)
	split = func(y *eca.Expr) {
		if y.Op != x.Op || a.ofInput(y) {
			parts = append(parts, y)
			return
		}
		split(y.X)
		split(y.Y)
	}
	split(x)
	if worst := slices.MaxFunc(parts, func(y, z *eca.Expr) int { return a.rank(y) - a.rank(z) }); a.rank(worst) < rankArithmetic {
		slices.SortStableFunc(parts, func(y, z *eca.Expr) int { return a.rank(y) - a.rank(z) })
	}
	return parts
}

const rankArithmetic = 3

// rank says when to evaluate an operand.
func (a *assembler) rank(x *eca.Expr) int {
	switch {
	case x == nil || x.Op == eca.Const:
		return 0
	case x.Op == eca.Load && a.readOnly(x.Var):
		return 2
	case x.Op == eca.Load && a.arithmetic[x.Var.ID]:
		return 1
	case x.Op == eca.Load:
		return 0
	case !truth(x.Op):
		return rankArithmetic
	}
	return max(a.rank(x.X), a.rank(x.Y))
}

// readOnly reports whether a variable has nothing but inputs of this turn and constants.
func (a *assembler) readOnly(v *eca.Var) bool {
	return v.ID < len(a.input) && a.input[v.ID] && !a.arithmetic[v.ID] && !v.State
}

// ofInput reports whether an expression speaks of the input, and of nothing else.
func (a *assembler) ofInput(x *eca.Expr) bool {
	switch {
	case x.Op == eca.Load:
		return a.readOnly(x.Var)
	case x.Op == eca.Const:
		return false
	}
	constant := func(y *eca.Expr) bool { return y == nil || y.Op == eca.Const }
	return (a.ofInput(x.X) || constant(x.X)) && (constant(x.Y) || a.ofInput(x.Y)) && !(constant(x.X) && constant(x.Y))
}
