// This file tests which right sides and which initial values are written.

package reduce

import (
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/testing/randgo"
	"github.com/ijit/ijit/systems/golang/graph"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// writing returns a writer of a body in which a location has three values that are told apart, and these.
func writing() (w *writer, b *graph.Body, l *graph.Loc, numbers []*graph.Atom) {
	in := graph.NewInterner()
	var all graph.Set
	for n := range int64(3) {
		numbers = append(numbers, in.Int(n))
		all = all.With(numbers[n])
	}
	l, b = &graph.Loc{Name: "l", Set: all, Wanted: true}, &graph.Body{}
	w = &writer{g: &graph.Graph{Interner: in}, p: &skeleton.Program{}, vars: map[varKey]*skeleton.Var{}, bodies: map[*graph.Body]*skeleton.Body{b: {}}}
	w.classes = partition{l: {0, 1, 2}}
	return w, b, l, numbers
}

// text returns assignments as they are printed.
func text(list []skeleton.Assign) string {
	_, text, _ := strings.Cut((&skeleton.Node{Do: list}).String(), " do ")
	return text
}

func TestRightSides(t *testing.T) {
	w, b, l, n := writing()
	two := graph.Set{}.With(n[1]).With(n[2])
	from := &graph.Loc{Name: "from", Set: l.Set, Wanted: true}
	pair := &graph.Loc{Name: "pair", Set: two, Wanted: true}
	w.classes[from], w.classes[pair] = []int{0, 1, 2}, []int{0, 1}
	unwanted := &graph.Loc{Name: "unwanted", Set: two}
	is := graph.Is{Loc: from, Set: graph.Set{}.With(n[2])}
	for _, test := range []struct {
		list []graph.Assign
		want string
	}{
		{[]graph.Assign{{To: l, V: graph.Constant(n[2])}}, "l.0 := 2"},
		{[]graph.Assign{{To: l, V: graph.Val{Set: l.Set}}}, "l.0 := *"},
		{[]graph.Assign{{To: l, V: graph.Val{Set: two}}}, "l.0 := (* ? 2 : 1)"},
		{[]graph.Assign{{To: l, V: graph.At(unwanted)}}, "l.0 := (* ? 2 : 1)"},
		{[]graph.Assign{{To: l, V: graph.At(from)}}, "l.0 := from.1"},
		{[]graph.Assign{{To: l, V: graph.At(pair)}}, "l.0 := pair.2[1->1, 2->2]"},
		{[]graph.Assign{{To: l, V: graph.Val{Set: two, From: from, View: map[*graph.Atom]*graph.Atom{n[0]: n[1], n[1]: n[2], n[2]: n[2]}}}}, "l.0 := from.1[0->1, 1->2, 2->2]"},
		{[]graph.Assign{{To: l, V: graph.Constant(n[2]), When: is}}, "l.0 := (from.1 = 2 ? 2 : l.0)"},
		{[]graph.Assign{{To: l, V: graph.Constant(n[1])}, {To: l, V: graph.Constant(n[2]), When: is}}, "l.0 := (from.1 = 2 ? 2 : 1)"},
		{[]graph.Assign{{To: l, V: graph.Constant(n[1])}, {To: l, V: graph.Constant(n[2])}}, "l.0 := 2"},
		{[]graph.Assign{{To: l, V: graph.At(l)}}, ""},
		{[]graph.Assign{{To: unwanted, V: graph.Constant(n[1])}, {To: l, V: graph.Val{}}}, ""},
	} {
		w.variable(l, b)
		w.variable(from, b)
		w.variable(pair, b)
		if got := text(w.assigns(test.list, b, b)); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

func TestInitialValues(t *testing.T) {
	for _, test := range []struct {
		change func(l *graph.Loc, numbers []*graph.Atom)
		want   skeleton.Value
	}{
		{func(*graph.Loc, []*graph.Atom) {}, skeleton.Const(0)},
		{func(l *graph.Loc, n []*graph.Atom) { l.Zero = n[2] }, skeleton.Const(2)},
		{func(l *graph.Loc, n []*graph.Atom) { l.Zero, l.Any = n[2], true }, skeleton.Any{}},
	} {
		w, b, l, n := writing()
		test.change(l, n)
		if got := w.variable(l, b).Init; got != test.want {
			t.Errorf("%v, want %v", got, test.want)
		}
	}
}

// TestBranches: where an execution begins with a branch that is decided it goes that way.
func TestBranches(t *testing.T) {
	for _, holds := range []bool{false, true} {
		then, otherwise := &graph.Node{Op: skeleton.Panic, Message: "then"}, &graph.Node{Op: skeleton.Panic, Message: "otherwise"}
		g := &graph.Graph{Interner: graph.NewInterner()}
		g.Bodies = []*graph.Body{{Start: &graph.Node{Op: skeleton.Branch, Cond: graph.Const(holds), Next: []*graph.Node{then, otherwise}}}}
		p, err := Skeleton(t.Context(), g, "Test")
		if err != nil {
			t.Fatal(err)
		}
		want := map[bool]string{true: "then", false: "otherwise"}[holds]
		if got := nodes(p); !strings.Contains(got, want) || strings.Count(got, "panic") != 1 {
			t.Errorf("%t: it becomes %s", holds, got)
		}
	}
}

// TestNowhere: an operation of which is not known where it leads is open, and a call that is not followed is noted once.
func TestNowhere(t *testing.T) {
	g := &graph.Graph{Interner: graph.NewInterner()}
	lost := func() *graph.Node { return &graph.Node{Op: skeleton.Hang, Message: "a call of f in f", Open: true} }
	lock := &graph.Node{Op: skeleton.Lock, Object: &graph.SyncKey{Obj: &graph.Object{Name: "m"}}}
	other := &graph.Body{Index: 1, Start: lost()}
	starts := &graph.Node{Op: skeleton.Go, Body: other, Next: []*graph.Node{lost()}}
	g.Bodies = []*graph.Body{{Start: &graph.Node{Op: skeleton.Branch, Cond: graph.Either{}, Next: []*graph.Node{lock, starts}}}, other}
	p, err := Skeleton(t.Context(), g, "Test")
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range p.Bodies[0].Nodes {
		if n.Op == skeleton.Lock && (len(n.Next) != 1 || p.Bodies[0].Nodes[n.Next[0]].Op != skeleton.Hang || !p.Bodies[0].Nodes[n.Next[0]].Open) {
			t.Errorf("behind a lock: %s", nodes(p))
		}
		if n.Op == skeleton.Hang && n.Message != "" {
			t.Errorf("there is a message in the skeleton: %s", n)
		}
	}
	if len(p.Notes) != 1 || p.Notes[0].What != "a call of f in f" || p.Notes[0].Opens != skeleton.OpensAll {
		t.Errorf("the notes are %v", p.Notes)
	}
}

// TestMerge makes one body of those that do the same, and of no others.
func TestMerge(t *testing.T) {
	const text = "chan c, var v f t, local x f t\ngo 1 x = t; go 2 x = v; end\nif x = t -> a b; a: send c; b: end\nif x = t -> a b; a: send c; b: end"
	for _, x := range []struct {
		why    string
		change func(b *skeleton.Body)
		want   int
	}{
		{"the same", func(*skeleton.Body) {}, 2},
		{"another initial value", func(b *skeleton.Body) { b.Locals[1].Init = skeleton.Const(1) }, 3},
		{"another operation", func(b *skeleton.Body) { b.Nodes[1].Op = skeleton.Recv }, 3},
		{"another place", func(b *skeleton.Body) { b.Nodes[1].Pos.Line++ }, 3},
		{"a service", func(b *skeleton.Body) { b.Service = true }, 3},
	} {
		p := randgo.Parse(t, text)
		p.Bodies[2].Name, p.Bodies[2].Site = p.Bodies[1].Name, p.Bodies[1].Site
		for i, n := range p.Bodies[2].Nodes {
			n.Site = p.Bodies[1].Nodes[i].Site
		}
		x.change(p.Bodies[2])
		merge(p)
		if len(p.Bodies) != x.want {
			t.Errorf("%s: %d bodies are left, want %d", x.why, len(p.Bodies), x.want)
		}
		if err := skeleton.Check(p); err != nil {
			t.Errorf("%s: %v", x.why, err)
		}
	}
}
