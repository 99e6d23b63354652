// This file defines conditions, values and assignments.

package skeleton

// An Expr is a condition over variables.
type Expr interface{ expr() }

type (
	// Is holds if Var has the value of that number.
	Is struct {
		Var   *Var
		Value int
	}
	// Not negates.
	Not struct{ X Expr }
	// And is the conjunction; the empty one holds.
	And []Expr
	// Or is the disjunction; the empty one does not hold.
	Or []Expr
	// Either holds or does not: nothing is known.
	Either struct{}
)

func (Is) expr()     {}
func (Not) expr()    {}
func (And) expr()    {}
func (Or) expr()     {}
func (Either) expr() {}

// A Value is the right side of an assignment.
type Value interface{ value() }

type (
	// Const is the number of a value of the variable that is assigned.
	Const int
	// Copy is the value of another variable; Map gives for each of that variable's values the number of
	// the assigned variable's; nil if they are the same.
	Copy struct {
		Var *Var
		Map []int
	}
	// Any is one of the values of the variable that is assigned.
	Any struct{}
	// If is Then where Cond holds, otherwise Else.
	If struct {
		Cond       Expr
		Then, Else Value
	}
)

func (Const) value() {}
func (Copy) value()  {}
func (Any) value()   {}
func (If) value()    {}

// An Assign gives a variable a value.
type Assign struct {
	Var   *Var
	Value Value
}
