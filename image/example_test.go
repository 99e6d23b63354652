// This file defines the worked example of the package documentation.

package image_test

import (
	"fmt"

	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/parser"
)

// What one statement makes of a state, and which states it makes one of.
func Example() {
	const src = `decl x, y;
void main() begin
  x := y constrain !('x & x);
end`
	p, err := parser.Parse("assign.bp", []byte(src), parser.Both)
	if err != nil {
		fmt.Println(err)
		return
	}
	engine := image.New(p, image.Big, nil)
	// A state of a thread has the values of x and y in the bits of a word.
	state := func(pc int, x, y uint64) image.State {
		return image.State{Shared: []uint64{x | y<<1}, PC: pc, Local: []uint64{0}}
	}
	show := func(s image.State) string {
		return fmt.Sprintf("pc %d, x=%d y=%d", s.PC, s.Shared[0]&1, s.Shared[0]>>1&1)
	}
	var steps image.Steps
	engine.Post(&steps, state(0, 0, 1))
	for _, s := range steps.List {
		fmt.Println(show(s.From), "leads to", show(s.To))
	}
	steps.Reset()
	engine.Pre(&steps, state(1, 0, 0))
	for _, s := range steps.List {
		fmt.Println(show(s.To), "comes from", show(s.From))
	}
	// Output:
	// pc 0, x=0 y=1 leads to pc 1, x=1 y=1
	// pc 1, x=0 y=0 comes from pc 0, x=0 y=0
	// pc 1, x=0 y=0 comes from pc 0, x=1 y=0
}
