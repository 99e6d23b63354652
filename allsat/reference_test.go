// This file defines the independent judge of the tests: formulas as plain trees
// whose stars are numbered, evaluated by trying all choices of all stars.

package allsat

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// A tree is a formula in the tests. It shares nothing with Formula.
type tree struct {
	op   string // one of "0 1 * x" and the keys of operators
	v    int    // variable of an "x"
	args []*tree
}

// operators lists the operators and their numbers of arguments.
var operators = map[string]int{
	"not": 1, "and": 2, "or": 2, "xor": 2, "eq": 2, "implies": 2, "choose": 2, "ite": 3,
	"and3": 3, "or3": 3,
}

func operatorNames() []string {
	var names []string
	for o := range operators {
		names = append(names, o)
	}
	slices.Sort(names)
	return names
}

func leaf(op string) *tree                { return &tree{op: op} }
func variable(v int) *tree                { return &tree{op: "x", v: v} }
func node(op string, args ...*tree) *tree { return &tree{op: op, args: args} }

func (t *tree) String() string {
	if t.op == "x" {
		return fmt.Sprintf("x%d", t.v)
	}
	if len(t.args) == 0 {
		return t.op
	}
	var args []string
	for _, a := range t.args {
		args = append(args, a.String())
	}
	return t.op + "(" + strings.Join(args, ", ") + ")"
}

// formula builds the tree with the constructors under test.
func (t *tree) formula() *Formula {
	var a []*Formula
	for _, arg := range t.args {
		a = append(a, arg.formula())
	}
	switch t.op {
	case "0", "1":
		return Const(t.op == "1")
	case "*":
		return Star()
	case "x":
		return Var(t.v)
	case "not":
		return Not(a[0])
	case "and", "and3":
		return And(a...)
	case "or", "or3":
		return Or(a...)
	case "xor":
		return Xor(a[0], a[1])
	case "eq":
		return Eq(a[0], a[1])
	case "implies":
		return Implies(a[0], a[1])
	case "choose":
		return Choose(a[0], a[1])
	case "ite":
		return Ite(a[0], a[1], a[2])
	}
	panic("no operator " + t.op)
}

// stars counts the choices in t: stars, and the one that schoose makes itself.
func (t *tree) stars() int {
	n := 0
	if t.op == "*" || t.op == "choose" {
		n++
	}
	for _, a := range t.args {
		n += a.stars()
	}
	return n
}

// eval evaluates t under a valuation, bit v of val, taking the choices from the
// low end of *choices.
func (t *tree) eval(val uint64, choices *uint64) bool {
	choice := func() bool {
		c := *choices&1 != 0
		*choices >>= 1
		return c
	}
	var a [3]bool
	for i, arg := range t.args {
		a[i] = arg.eval(val, choices)
	}
	switch t.op {
	case "0":
		return false
	case "1":
		return true
	case "*":
		return choice()
	case "x":
		return val>>t.v&1 != 0
	case "not":
		return !a[0]
	case "and":
		return a[0] && a[1]
	case "and3":
		return a[0] && a[1] && a[2]
	case "or":
		return a[0] || a[1]
	case "or3":
		return a[0] || a[1] || a[2]
	case "xor":
		return a[0] != a[1]
	case "eq":
		return a[0] == a[1]
	case "implies":
		return !a[0] || a[1]
	case "choose":
		c := choice()
		switch {
		case a[0]:
			return true
		case a[1]:
			return false
		}
		return c
	case "ite":
		if a[0] {
			return a[1]
		}
		return a[2]
	}
	panic("no operator " + t.op)
}

// values is the set of values of t under a valuation.
func (t *tree) values(val uint64) Value {
	v := None
	for c := range uint64(1) << t.stars() {
		v |= ValueOf(t.eval(val, &c))
		if v == Both {
			break
		}
	}
	return v
}

// models lists, in increasing order, the models of t over the unknown variables
// with all others as in val.
func (t *tree) models(val uint64, unknown []int) []uint64 {
	var all uint64
	for _, v := range unknown {
		all |= 1 << v
	}
	var out []uint64
	for sub := uint64(0); ; sub = (sub - all) & all {
		if m := val&^all | sub; t.values(m).May(true) {
			out = append(out, m)
		}
		if sub == all {
			break
		}
	}
	slices.Sort(out)
	return out
}

// A source draws numbers below n: from a random generator, from rapid or from
// the bytes of a fuzz test.
type source func(n int) int

func randomSource(r *rand.Rand) source { return r.IntN }

// byteSource draws from data, then zeros.
func byteSource(data []byte) source {
	return func(n int) int {
		if len(data) == 0 {
			return 0
		}
		b := data[0]
		data = data[1:]
		return int(b) % n
	}
}

// draw makes a tree over variables 0 to vars-1 with at most size operators and
// at most *stars choices.
func (draw source) tree(vars, size int, stars *int) *tree {
	if size == 0 || draw(8) == 0 {
		switch k := draw(12); {
		case k == 1:
			return leaf("0")
		case k == 2:
			return leaf("1")
		case k <= 4 && k > 2 && *stars > 0:
			*stars--
			return leaf("*")
		}
		return variable(draw(vars))
	}
	names := operatorNames()
	op := names[draw(len(names))]
	if op == "choose" {
		if *stars == 0 {
			op = "ite"
		} else {
			*stars--
		}
	}
	n := operators[op]
	args := make([]*tree, n)
	for i := range args {
		args[i] = draw.tree(vars, (size-1)/n, stars)
	}
	return node(op, args...)
}

// subset draws a set of variables below vars.
func (draw source) subset(vars int) []int {
	var out []int
	for v := range vars {
		if draw(2) == 1 {
			out = append(out, v)
		}
	}
	return out
}
