// This file defines the worked example of the package documentation.

package image_test

import (
	"fmt"

	"github.com/bits-and-blooms/bitset"

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
	// Bit 0 of the shared variables is x, bit 1 is y.
	state := func(pc int, x, y bool) image.State {
		shared := bitset.New(64).SetTo(0, x).SetTo(1, y)
		return image.State{Shared: shared, PC: pc, Local: bitset.New(64)}
	}
	show := func(s image.State) string {
		return fmt.Sprintf("pc %d, x=%t y=%t", s.PC, s.Shared.Test(0), s.Shared.Test(1))
	}
	var steps image.Steps
	engine.Post(&steps, state(0, false, true))
	for _, s := range steps.List {
		fmt.Println(show(s.From), "leads to", show(s.To))
	}
	steps.Reset()
	engine.Pre(&steps, state(1, false, false))
	for _, s := range steps.List {
		fmt.Println(show(s.To), "comes from", show(s.From))
	}
	// Output:
	// pc 0, x=false y=true leads to pc 1, x=true y=true
	// pc 1, x=false y=false comes from pc 0, x=false y=false
	// pc 1, x=false y=false comes from pc 0, x=true y=false
}
