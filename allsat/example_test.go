// This file shows the package in use.

package allsat_test

import (
	"fmt"

	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/allsat"
)

// The post-image of "x := * constrain ('x | y)": x and y before the step are
// variables 0 and 1, x after it is variable 2.
func Example() {
	post := allsat.Compile(allsat.And(
		allsat.Eq(allsat.Var(2), allsat.Star()),
		allsat.Or(allsat.Var(2), allsat.Var(1))), []int{2})
	fmt.Printf("y = 0: %03b\n", post.AppendModels(nil, []uint64{0b000}, nil))
	fmt.Printf("y = 1: %03b\n", post.AppendModels(nil, []uint64{0b010}, nil))
	// Output:
	// y = 0: [100]
	// y = 1: [010 110]
}

// The post-image of "x, y := y, *  constrain 'x | 'y" from x = 1, y = 0. The
// variables before the step are numbered 0 and 1, those after it 2 and 3.
func ExampleQuery_AppendModels() {
	y, xNext, yNext := allsat.Var(1), allsat.Var(2), allsat.Var(3)
	relation := allsat.And(
		allsat.Eq(xNext, y),
		allsat.Eq(yNext, allsat.Star()),
		allsat.Or(xNext, yNext),
	)
	post := allsat.Compile(relation, []int{2, 3})
	pre := allsat.Compile(relation, []int{0, 1})

	state := bitset.New(4).Set(0)
	var s allsat.Scratch
	for _, m := range post.AppendModels(nil, state.Words(), &s) {
		fmt.Printf("after x=1 y=0: x=%d y=%d\n", m>>2&1, m>>3&1)
	}
	for _, m := range pre.AppendModels(nil, []uint64{0b0100}, &s) {
		fmt.Printf("before x=1 y=0: x=%d y=%d\n", m&1, m>>1&1)
	}
	// Output:
	// after x=1 y=0: x=0 y=1
	// before x=1 y=0: x=0 y=1
	// before x=1 y=0: x=1 y=1
}

// A conjunct that does not matter leaves variables open: three cubes instead of
// seven models.
func ExampleQuery_Cubes() {
	q := allsat.Compile(allsat.Or(allsat.Var(0), allsat.Var(1), allsat.Var(2)), []int{0, 1, 2})
	for c := range q.Cubes([]uint64{0}, nil) {
		fmt.Printf("%03b where %03b\n", c.Values.Words()[0], c.Care.Words()[0]&7)
	}
	// Output:
	// 001 where 001
	// 010 where 011
	// 100 where 111
}

func ExampleFormula_MayBe() {
	f := allsat.Choose(allsat.Var(0), allsat.Var(1))
	fmt.Println(f)
	fmt.Println("may be 1:", f.MayBe(true))
	fmt.Println("may be 0:", f.MayBe(false))
	// Output:
	// x0 | !x1 & *
	// may be 1: x0 | !x1
	// may be 0: !x0
}

func ExampleFormula_Eval() {
	f := allsat.And(allsat.Var(0), allsat.Star())
	for _, x := range []allsat.Value{allsat.Zero, allsat.One} {
		fmt.Println(f.Eval(func(int) allsat.Value { return x }))
	}
	// Output:
	// {0}
	// {0,1}
}
