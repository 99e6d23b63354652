// This file defines the worked examples of the package documentation.

package parser_test

import (
	"fmt"

	"github.com/ijit/ijit/parser"
)

const lock = `decl busy := 0;

void main() begin
  l: start_thread goto l;
  if busy then goto l; fi
  busy := 1;
  assert(busy);
end
`

func ExampleParse() {
	p, err := parser.Parse("lock.bp", []byte(lock), parser.Post)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(p)
	// Output:
	// 0
	// 	spawn -> 1 + 0  1
	// 1
	// 	step -> 0  x0  (busy is 1, goto l)
	// 	step -> 2  !x0  (busy is 0)
	// 2
	// 	step -> 3  x128  assigns [0]
	// 3
	// 	step -> 4  x0  (busy is 1)
	// 	fail  !x0  (busy is 0)
	// 4
}

// The templates of an assignment are its relation, asked in two directions: which
// values x may have after the step, and which it may have had before.
func ExampleTemplate() {
	const src = "decl x, y; void main() begin x := y constrain !('x & x); end"
	p, err := parser.Parse("assign.bp", []byte(src), parser.Both)
	if err != nil {
		fmt.Println(err)
		return
	}
	const x, y = 1 << 0, 1 << 1 // the bits of a word of shared variables
	now, next := p.Layout.SharedAt(), p.Layout.SharedNextAt()
	words := p.Layout.Words() // of a valuation, and of each model
	edge := p.Nodes[0].Out[0]

	val := make([]uint64, words)
	val[now] = y
	for m := edge.SP.Query.AppendModels(nil, val, nil); len(m) > 0; m = m[words:] {
		fmt.Println("from y and not x to x =", m[next]&x)
	}
	val[now], val[next] = 0, 0
	for m := edge.WP.Query.AppendModels(nil, val, nil); len(m) > 0; m = m[words:] {
		fmt.Println("to neither from x =", m[now]&x)
	}
	// Output:
	// from y and not x to x = 1
	// to neither from x = 0
	// to neither from x = 1
}

func ExampleParseFile() {
	_, err := parser.ParseFile("typo.bp", []byte("decl busy;\nvoid main() begin\n  bussy := 1;\n  goto l1\nend\n"))
	fmt.Println(err)
	// Output:
	// typo.bp:3:3: undeclared variable bussy
	//   bussy := 1;
	//   ^
	// hint: did you mean busy?
	// typo.bp:4:8: undefined label l1
	//   goto l1
	//        ^
}

// An edge says which way out of a location it is.
func ExampleBranch() {
	p, err := parser.Parse("lock.bp", []byte(lock), parser.Post)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range p.Nodes[1].Out {
		fmt.Printf("%s: to line %d\n", e.Branch.Text(), p.Nodes[e.To].Pos.Line)
	}
	// Output:
	// busy is 1, goto l: to line 4
	// busy is 0: to line 6
}

// Which variables do the statements of a procedure mention, and where?
func ExampleInspect() {
	f, err := parser.ParseFile("lock.bp", []byte(lock))
	if err != nil {
		fmt.Println(err)
		return
	}
	parser.Inspect(f.Main, func(s parser.Syntax) bool {
		if r, ok := s.(*parser.Ref); ok {
			fmt.Println(r.Position(), r.Name)
		}
		return true
	})
	// Output:
	// 5:6 busy
	// 6:3 busy
	// 7:10 busy
}
