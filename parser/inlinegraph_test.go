// This file tests the graphs of programs with their calls inlined, and what cannot
// be inlined.

package parser_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ijit/ijit/parser"
)

func TestInlineRefuses(t *testing.T) {
	for _, test := range []struct{ name, src, want string }{
		{"a procedure that calls itself", "void f() begin skip; f(); end\nvoid main() begin f(); end",
			"test.bp:1:22: f calls itself"},
		{"procedures that call each other", "void f() begin g(); end void g() begin h(); end void h() begin if * then f(); fi; end void main() begin f(); end",
			"f calls g, which calls h, which calls f"},
		{"a procedure that calls another one first", "void f() begin h(); g(); end void g() begin h(); f(); end void h() begin end void main() begin h(); f(); end",
			": f calls g, which calls f"},
		{"main calls itself", "void main() begin main(); end", "main calls itself"},
		{"a thread that calls itself", "void f() begin f(); end void main() begin start_thread f(); end", "f calls itself"},
		{"a procedure that threads of callees begin with calls itself",
			"void f() begin start_thread g(); end void g() begin g(); end void main() begin f(); end", "g calls itself"},
		{"too many copies", double(20), fmt.Sprintf("makes more than %d locations", parser.InlineLimit)},
		{"far too many copies", double(200), fmt.Sprintf("makes more than %d locations", parser.InlineLimit)},
		{"a callee that assigns to other threads", "void f() begin decl l; l$ := 0; end void main() begin f(); end",
			"f is called and assigns to variables of other threads"},
		{"a wait in the section of the caller", "void f() begin wait; end void main() begin\n  atomic { f(); } end",
			"test.bp:1:16: wait inside an atomic section: f is called from the one that starts at 2:3"},
		{"atomic that may be true at first", "decl atomic; void thread1() begin skip; end", "test.bp:1:19: atomic may be true when the threads begin"},
		{"atomic that is true at first", "decl atomic := 1; void thread1() begin skip; end", "atomic may be true"},
		{"atomic that init does not set", "decl atomic := 0; void thread1() begin skip; end void init() begin atomic := *; end", "atomic may be true"},
		{"atomic that init sets on one way", "decl atomic; void thread1() begin skip; end void init() begin if * then atomic := 0; fi; end", "atomic may be true"},
		{"atomic that init sets late", "decl atomic := 0; void thread1() begin skip; end void init() begin if * then f(); fi; end void f() begin atomic := 1; end", "atomic may be true"},
		{"atomic that a call of init sets", "decl atomic := 0; void thread1() begin skip; end void init() begin atomic := f(); end bool f() begin return 0; end", "atomic may be true"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := inline(test.src)
			var refused *parser.InlineError
			if !errors.As(err, &refused) || !strings.Contains(err.Error(), test.want) {
				t.Fatalf("got %v, want %s", err, test.want)
			}
			if want := strings.Contains(test.want, "calls"); refused.Recursive != want {
				t.Errorf("recursive: %v, want %v", refused.Recursive, want)
			}
		})
	}
}

// double returns a program of n procedures that each call the next one twice.
func double(n int) string {
	var b strings.Builder
	for k := range n {
		fmt.Fprintf(&b, "void f%d() begin f%d(); f%d(); end\n", k, k+1, k+1)
	}
	fmt.Fprintf(&b, "void f%d() begin skip; end void main() begin f0(); end\n", n)
	return b.String()
}

// The copies are those that the calls need, each with its locals behind those of
// its callers, which calls of the same depth share.
func TestInlineLayout(t *testing.T) {
	in, err := inline(`void f(a) begin decl b, c; g(); end
		void g() begin decl d; l: skip; end
		void h(e) begin l: assert(e); end
		void main() begin decl m; f(m); h(m); g(); start_thread h(1); end`)
	if err != nil {
		t.Fatal(err)
	}
	// main: 5 locations, twice g: 2, f: 2, twice h: 2
	if want := 5 + 2*2 + 2 + 2*2; len(in.Nodes) != want || in.Layout.Local != 1+3+1 {
		t.Errorf("got %d locations, %d locals, want %d and 5", len(in.Nodes), in.Layout.Local, want)
	}
	var stacks []string
	for _, n := range in.Nodes {
		if n.Stmt == nil {
			continue
		}
		var names []string
		for _, f := range in.Stack(n.PC) {
			names = append(names, fmt.Sprintf("%s@%d", f.Proc.Name, f.First))
		}
		stacks = append(stacks, strings.Join(names, "/"))
	}
	slices.Sort(stacks)
	if got, want := strings.Join(slices.Compact(stacks), " "), "h@0 main@0 main@0/f@1 main@0/f@1/g@4 main@0/g@1 main@0/h@1"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	// As written, f is 0 and 1, g 2 and 3, h 4 and 5, main from 6 on.
	pcs, found := in.Labelled("l")
	var written []int
	for _, pc := range pcs {
		written = append(written, in.Written(pc))
		if n := in.Nodes[pc]; n.Pos != in.Source.Nodes[in.Written(pc)].Pos || n.Text() != in.Source.Nodes[in.Written(pc)].Text() {
			t.Errorf("location %d is not what was written", pc)
		}
	}
	slices.Sort(written)
	if !found || !slices.Equal(written, []int{2, 2, 4, 4}) {
		t.Errorf("label l is at %v, found %v", written, found)
	}
	if properties := in.Properties(); len(properties) != 2 {
		t.Errorf("got %d properties, want one for each copy", len(properties))
	}
	if calls := in.Calls(); len(calls) > 0 {
		t.Errorf("%d calls are left", len(calls))
	}
}

// What can be inlined has just as many locations as is checked before.
func TestInlineLimit(t *testing.T) {
	for name, src := range inlinable {
		in, err := inline(src)
		if err != nil {
			t.Fatal(err)
		}
		n := len(in.Nodes)
		if _, err := in.Source.Inline(n); err != nil {
			t.Errorf("%s: %v for a program of %d locations", name, err, n)
		}
		var refused *parser.InlineError
		if _, err := in.Source.Inline(n - 1); !errors.As(err, &refused) {
			t.Errorf("%s: got %v where %d locations are one too many", name, err, n)
		}
	}
}

// The graph is whole: each edge is known at both of its ends, and leads from a
// location to a location.
func TestInlineGraph(t *testing.T) {
	for name, src := range inlinable {
		in, err := inline(src)
		if err != nil {
			t.Fatal(err)
		}
		for pc, n := range in.Nodes {
			if n.PC != pc || n.Proc == nil {
				t.Errorf("%s: location %d is %+v", name, pc, n)
			}
			for _, e := range n.Out {
				if e.From != pc || e.Node != n || e.To >= 0 && !slices.Contains(in.Nodes[e.To].In, e) {
					t.Errorf("%s: edge from %d is %+v", name, pc, e)
				}
				if e.Kind == parser.CallEdge && n.Reachable {
					t.Errorf("%s: a call is left at %d", name, pc)
				}
			}
			for _, e := range n.In {
				if e.To != pc || !slices.Contains(in.Nodes[e.From].Out, e) {
					t.Errorf("%s: edge to %d is %+v", name, pc, e)
				}
			}
		}
	}
}

// A label of a procedure that nothing calls is there all the same.
func TestInlineFindsUnusedLabels(t *testing.T) {
	in, err := inline(`void f() begin l: skip; end void g() begin end void main() begin g(); end`)
	if err != nil {
		t.Fatal(err)
	}
	if pcs, found := in.Labelled("l"); !found || len(pcs) > 0 {
		t.Errorf("got %v, %v", pcs, found)
	}
	if pcs, found := in.Labelled("k"); found || len(pcs) > 0 {
		t.Errorf("got %v, %v for no label", pcs, found)
	}
}
