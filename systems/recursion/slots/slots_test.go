// This file tests how threads are counted, and which programs come out.

package slots_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/slots"
)

func program(t *testing.T, text string) *parser.Program {
	t.Helper()
	p, err := parser.Parse("program.bp", []byte(text), 0)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return p
}

func TestCount(t *testing.T) {
	const many = 20
	for text, want := range map[string]int{
		`void main() begin skip; end`: 1,
		`void main() begin start_thread f(); start_thread f(); end void f() begin f(); end`:                                                       3,
		`void main() begin start_thread f(); g(); g(); end void f() begin g(); end void g() begin start_thread h(); end void h() begin skip; end`: 5,
		`void main() begin while (*) do start_thread f(); od end void f() begin skip; end`:                                                        many,
		`void main() begin L: start_thread f(); if (*) then goto L; fi end void f() begin skip; end`:                                              many,
		`void main() begin f(); end void f() begin if (*) then f(); fi start_thread g(); end void g() begin skip; end`:                            many,
		`void main() begin f(); end void f() begin g(); end void g() begin if (*) then f(); fi start_thread h(); end void h() begin skip; end`:    many,
		`void main() begin start_thread f(); end void f() begin if (*) then start_thread f(); fi end`:                                             many,
		`void main() begin start_thread f(); end void f() begin start_thread g(); end void g() begin start_thread f(); end`:                       many,
		`void main() begin while (*) do f(); od start_thread g(); end void f() begin f(); end void g() begin f(); end`:                            2,
		`void main() begin skip; end void f() begin start_thread f(); end`:                                                                        1,
		// Threads that begin at a label go on from there.
		`void main() begin start_thread goto L; L: start_thread goto M; M: skip; end`:                                               4,
		`void main() begin start_thread goto L; end_thread; L: start_thread goto M; end_thread; M: skip; end`:                       3,
		`void main() begin L: start_thread goto L; end`:                                                                             many,
		`void main() begin start_thread goto L; end_thread; L: start_thread goto L; end`:                                            many,
		`void main() begin start_thread goto L; end_thread; L: if * then start_thread f(); goto L; fi end void f() begin skip; end`: many,
		// What excludes each other is not added up.
		`void main() begin if * then start_thread f(); else start_thread f(); start_thread f(); fi end void f() begin skip; end`:                       3,
		`void main() begin atomic { start_thread f(); start_thread f(); } end void f() begin skip; end`:                                                3,
		`void main() begin while * do f(); od end void f() begin start_thread g(); end void g() begin skip; end`:                                       many,
		`void main() begin f(); f(); end void f() begin g(); g(); end void g() begin start_thread h(); start_thread h(); end void h() begin skip; end`: 9,
	} {
		p := program(t, text)
		for most := 1; most <= many; most++ {
			if got := slots.Count(p, most); got != min(want, most) {
				t.Errorf("%d of at most %d, want %d: %s", got, most, want, text)
			}
		}
	}
}

// TestCountLong tests that long programs take no longer than they are.
func TestCountLong(t *testing.T) {
	const n = 20_000
	body := strings.Repeat("if * then skip; else skip; fi ", n)
	if got := slots.Count(program(t, "void main() begin L: "+body+" start_thread f(); goto L; end void f() begin "+body+" end"), 9); got != 9 {
		t.Errorf("%d threads", got)
	}
}

// TestNew checks the shape of what comes out: it is concurrent by convention, has no
// other threads, and the locations of the source are the same.
func TestNew(t *testing.T) {
	p := program(t, `decl x := 0;
		void main() begin start_thread f(x, *); start_thread g(); main(); end
		void f(a, b) begin decl c; x := a & b; f(x, c); end
		bool g() begin return x; end`)
	for n := 1; n <= 4; n++ {
		for _, idle := range []bool{false, true} {
			s, err := slots.New(p, n, idle)
			if err != nil {
				t.Fatal(err)
			}
			q := s.Program
			if len(q.File.Threads) != n || q.File.Threads[0] != p.File.Main || !q.File.IsStarter(q.File.Main) {
				t.Errorf("%d: threads %v", n, q.File.Threads)
			}
			for i, node := range p.Nodes {
				other := q.Nodes[i]
				if other.PC != node.PC || other.Proc != node.Proc || other.Pos != node.Pos {
					t.Errorf("%d: location %d is another one", n, i)
				}
			}
			for _, node := range q.Nodes {
				for _, x := range node.Out {
					if x.Kind == parser.SpawnEdge && node.Proc != q.File.Main {
						t.Errorf("%d: %s starts a thread", n, node.Pos)
					}
				}
			}
			if got, want := len(q.File.Globals), 1+(n-1)*(2+2); got != want { // two bits for which, two arguments
				t.Errorf("%d: %d globals, want %d", n, got, want)
			}
		}
	}
	_, err := slots.New(program(t, `void main() begin L: start_thread goto L; end`), 2, false)
	if e := (*slots.LabelError)(nil); !errors.As(err, &e) || e.Node.Pos.Line != 1 {
		t.Errorf("a thread that begins at a label: %v", err)
	}
}
