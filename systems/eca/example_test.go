// This file tests the program of the package's documentation.

package eca_test

import (
	"fmt"

	"github.com/ijit/ijit/systems/eca"
)

func Example() {
	const src = `int door = 0;
int main() { while (1) {
  int key = __VERIFIER_nondet_int();
  if (door == 0 && key == 5) door = 1;
  else if (door == 1 && key == 7) { error: assert(0); } } }
`
	f, err := eca.Parse("door.c", []byte(src))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("alphabet", f.Alphabet)
	for _, v := range f.Vars {
		fmt.Println(v.Name, v.Type, v.Values, "state:", v.State)
	}
	for _, step := range eca.Run(f, []int32{7, 5, 8, 7}) {
		for _, r := range step.Reached {
			fmt.Println(r.Label.Name, "after", r.Inputs)
		}
	}
	// Output:
	// alphabet [5 7 8]
	// door BOOL [0 1] state: true
	// key EQ [5 7 8] state: false
	// error after 4
}
