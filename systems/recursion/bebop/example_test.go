// This file defines an example of the use of the package.

package bebop_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/bebop"
)

func Example() {
	p, err := parser.Parse("flip.bp", []byte(`
decl g := 0;
void main() begin
  flip(1);
  flip(0);
  assert(!g);
end
void flip(a) begin
  if a then
    g := !g;
  fi
end
`), 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	result, err := bebop.Check(ctx, p, bebop.Options{Trace: true, Summaries: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Verdict)
	for _, s := range result.Summaries() {
		for c := range s.Cases() {
			fmt.Printf("%s  %s\n", s.Proc.Name, c)
		}
	}
	x, err := result.Trace.Execution(ctx, 100)
	if err != nil {
		fmt.Println(err)
		return
	}
	for depth, s := range x.All() {
		n := p.Nodes[s.PC]
		fmt.Printf("%s%d %s  %v %v\n", strings.Repeat("  ", depth), n.Pos.Line, n.Text(), s.Globals, s.Locals)
	}
	// Output:
	// UNSAFE
	// flip  g & !a: skip
	// flip  !g & a: g := 1
	// 4 flip(1)  [false] []
	//   9 if a  [false] [true]
	//   10 g := !g  [false] [true]
	//   12 end  [true] [true]
	// 5 flip(0)  [true] []
	//   9 if a  [true] [false]
	//   12 end  [true] [false]
	// 6 assert(!g)  [true] []
}
