// This file tests which steps other threads can tell.

package dataflow_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/dataflow"
)

func TestVisible(t *testing.T) {
	p := parse(t, `
decl g, h;
void main() begin end
void thread1() begin
  decl l;
  l := *;
  yes1: g := l;
  yes2: l := h;
  l := f(l);
  g := f(l);
  yes3: f(g);
  yes4: atomic_begin;
  atomic_end;
  if l then skip; fi
  yes5: if h then skip; fi
  own(l);
end
bool f(a) begin
  a := !a;
  yes6: return a;
end
bool own(b) begin
  b := !b;
  return b;
end`)
	g := dataflow.New(p, p.File.Threads...)
	for _, q := range g.Procs {
		for _, n := range q.Nodes {
			want := n.Stmt != nil && slices.ContainsFunc(n.Stmt.Labels, func(l *parser.Label) bool { return strings.HasPrefix(l.Name, "yes") })
			if got := g.Visible(n); got != want && n.Stmt != nil {
				t.Errorf("%s is visible: %v", n.Text(), got)
			}
		}
	}
}
