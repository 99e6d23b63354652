// This file tests that enumerations end when they are asked to.

package image_test

import (
	"testing"

	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/parser"
)

// TestIntoStops counts the steps into a shared state from the many local ones: each may have many pre-images, so Stop is
// asked before each.
func TestIntoStops(t *testing.T) {
	p, err := parser.Parse("stop.bp", []byte(`decl s;
void main() begin
  decl a, b, c, d, e, f, g, h;
  a, b, c, d, e, f, g, h := *, *, *, *, *, *, *, *;
  s := 1;
end`), parser.Pre)
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	e := image.New(p, image.Big, func() bool { asked++; return asked > 3 })
	var steps image.Steps
	e.Into(&steps, bitset.From([]uint64{1}))
	if most := 3 << 8; len(steps.List) > most || asked < 4 {
		t.Errorf("%d steps, at most %d, asked %d times", len(steps.List), most, asked)
	}
	e.Finish()
	all := image.Steps{}
	e.Into(&all, bitset.From([]uint64{1}))
	if len(all.List) < 1<<16 {
		t.Errorf("%d steps in all", len(all.List))
	}
}
