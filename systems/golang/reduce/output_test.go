// This file tests which right sides and which initial values are written.

package reduce

import (
	"strings"
	"testing"

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
