// This file tests which edges of a program have templates.

package parser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTemplates(t *testing.T) {
	const src = `decl x;
void main() begin
  x := f();
  goto e;
  assert(x);
  e: start_thread g();
end
bool f() begin return !x; end
void g() begin assume(x); end`
	for _, mode := range []Mode{Post, Pre, Both} {
		p, err := Parse("test.bp", []byte(src), mode)
		if err != nil {
			t.Fatal(err)
		}
		made := 0
		for _, n := range p.Nodes {
			for _, e := range n.Out {
				wanted := n.Reachable && e.Kind != CallEdge
				if wanted {
					made++
				}
				if (e.SP != nil) != (wanted && mode&Post != 0) || (e.WP != nil) != (wanted && mode&Pre != 0) {
					t.Errorf("mode %d: templates of %s at %v: SP %t, WP %t", mode, n.Text(), n.Pos, e.SP != nil, e.WP != nil)
				}
			}
		}
		if made != 4 { // goto, start_thread, assume, the end of g
			t.Errorf("mode %d: %d edges have templates", mode, made)
		}
	}
}

// TestBranches tests what edges say about the choices of their statements.
func TestBranches(t *testing.T) {
	const src = `decl x, y;
void main() begin
  if x then goto a, b; elsif y then skip; else goto c; fi
  a: while !x do y := 1; od
  b: goto a, c, a;
  c: assert(x);
  assume(y);
end`
	p, err := Parse("test.bp", []byte(src), Post)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, n := range p.Nodes {
		for _, e := range n.Out {
			fmt.Fprintf(&got, "%d %d %s\n", e.From, e.To, e.Branch.Text())
		}
	}
	const want = `0 3 x is 1, goto a
0 5 x is 1, goto b
0 1 x is 0
1 2 y is 1
1 6 y is 0, goto c
2 3 
3 4 !x is 1
3 5 !x is 0
4 3 
5 3 goto a
5 6 goto c
6 7 x is 1
6 -1 x is 0
7 8 
`
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("branches (-want +got):\n%s", diff)
	}
	for pc, want := range map[int]bool{0: true, 2: false, 3: true, 5: true, 6: false, 7: false} {
		if got := p.Nodes[pc].Branches(); got != want {
			t.Errorf("location %d branches: %t", pc, got)
		}
	}
}

// TestGrammarIsReused checks that the grammar is not built for each small program.
func TestGrammarIsReused(t *testing.T) {
	n := testing.AllocsPerRun(100, func() {
		if _, err := ParseFile("x.bp", []byte("void main() begin assert(1); end")); err != nil {
			t.Error(err)
		}
	})
	if n > 1000 {
		t.Errorf("%.0f allocations", n)
	}
}
