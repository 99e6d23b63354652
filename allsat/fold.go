// This file defines Fold, by which other representations of functions are made from
// formulas.

package allsat

// An Algebra says what the parts of a formula are made into.
type Algebra[T any] struct {
	Const        func(bool) T
	Star         func() T
	Var          func(int) T
	Not          func(x T) T
	And, Or, Xor func(x, y T) T
	Ite          func(c, x, y T) T
}

// Fold makes f into something else, bottom-up, each distinct part once. What it makes of a
// star is therefore to stand for all values that a star can have.
func Fold[T any](f *Formula, a Algebra[T]) T {
	w := newWalk(f)
	made := make([]T, len(w.parts))
	for i, p := range w.parts {
		var args []T
		for k := range w.args(p) {
			args = append(args, made[k])
		}
		switch p.op {
		case opConst:
			made[i] = a.Const(p.v != 0)
		case opStar:
			made[i] = a.Star()
		case opVar:
			made[i] = a.Var(p.v)
		case opNot:
			made[i] = a.Not(args[0])
		case opAnd:
			made[i] = join(a.And, args)
		case opOr:
			made[i] = join(a.Or, args)
		case opXor:
			made[i] = a.Xor(args[0], args[1])
		case opIte:
			made[i] = a.Ite(args[0], args[1], args[2])
		}
	}
	return made[len(made)-1]
}

func join[T any](op func(x, y T) T, args []T) T {
	x := args[0]
	for _, y := range args[1:] {
		x = op(x, y)
	}
	return x
}
