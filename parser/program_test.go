// This file tests which edges of a program have templates.

package parser

import "testing"

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
					t.Errorf("mode %d: templates of %s at %v: SP %t, WP %t", mode, n.Text(p.File.Dialect), n.Pos, e.SP != nil, e.WP != nil)
				}
			}
		}
		if made != 4 { // goto, start_thread, assume, the end of g
			t.Errorf("mode %d: %d edges have templates", mode, made)
		}
	}
}
