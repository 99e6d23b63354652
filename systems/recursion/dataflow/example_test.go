// This file shows the sets of a small program.

package dataflow_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/dataflow"
)

func Example() {
	p, err := parser.Parse("example.bp", []byte(`
		decl g, h;
		void main() begin
		  h := 1;
		  f(h);
		  assert(g);
		end
		void f(a) begin
		  g := a;
		end`), 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	g := dataflow.New(p, p.File.Main)
	live := g.Live()
	for _, q := range g.Procs {
		names := func(set *bitset.BitSet) string {
			var list []string
			for _, v := range slices.Concat(p.File.Globals, q.Locals) {
				if set.Test(g.Bit(v)) {
					list = append(list, v.Name)
				}
			}
			return "{" + strings.Join(list, ", ") + "}"
		}
		fmt.Println(q.Name, "MOD", names(q.Mod), "REF", names(q.Ref))
		for _, n := range q.Nodes {
			fmt.Println(" ", n.Text(), names(live.Before(n.PC)))
		}
	}
	// Output:
	// main MOD {g, h} REF {g, h}
	//   h := 1 {}
	//   f(h) {h}
	//   assert(g) {g}
	//   end {}
	// f MOD {g} REF {a}
	//   g := a {a}
	//   end {g}
}
