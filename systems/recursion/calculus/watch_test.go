// This file tests what is told of rounds, and relations that are built for several
// parameters at once.

package calculus

import (
	"errors"
	"strings"
	"testing"

	"github.com/ijit/ijit/bdd"
)

const pathText = `
enum Node { 0..9 };
bool Edge(Node a, Node b);
mu bool Path(Node a, Node b) Edge(a, b) | exists Node c. Path(a, c) & Edge(c, b);
`

// path returns an evaluator with the edges of a path from 0 to 9.
func path(t *testing.T, o Options) *Evaluator {
	t.Helper()
	e := evaluator(t, pathText, o)
	err := e.Define("Edge", func(f *Formals) bdd.Node {
		all := bdd.False
		for i := range 9 {
			all = f.Manager().Or(all, f.Manager().And(f.Equal(0, i), f.Equal(1, i+1)))
		}
		return all
	})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// TestWatch checks that the values of all rounds are told, with each strategy, that
// what is registered can be used later, and that an error ends the evaluation.
func TestWatch(t *testing.T) {
	for _, strategy := range []Strategy{Together, SemiNaive, Definition} {
		var values []bdd.Node
		var e *Evaluator
		stop := errors.New("enough")
		limit := 100
		e = path(t, Options{Strategy: strategy, Watch: func(name string, round int, value *Relation) error {
			if name != "Path" || round != len(values)+1 || value.Formals().Len() != 2 {
				t.Errorf("%s, round %d behind %d", name, round, len(values))
			}
			values = append(values, value.Node())
			if round == limit {
				return stop
			}
			return nil
		}})
		e.eager = true
		e.m.Register(func(yield func(bdd.Node) bool) {
			for _, v := range values {
				if !yield(v) {
					return
				}
			}
		})
		r, err := e.Value("Path")
		if err != nil {
			t.Fatal(err)
		}
		set := e.quantified(r.p.params)
		for i, v := range values[:9] {
			// Behind round i+1 there are the paths of at most so many edges.
			if n := e.m.Count(v, set).Int64(); n != int64((i+1)*(18-i)/2) {
				t.Errorf("strategy %d, round %d: %d paths", strategy, i+1, n)
			}
		}
		if len(values) != 10 || values[9] != r.Node() {
			t.Errorf("strategy %d: %d rounds", strategy, len(values))
		}
		values, limit = nil, 1
		if err := e.Define("Edge", func(f *Formals) bdd.Node { return f.Equal(1, 1) }); err != nil {
			t.Fatal(err)
		}
		if _, err := e.Value("Path"); !errors.Is(err, stop) || len(values) != 1 {
			t.Errorf("strategy %d: %v behind %d rounds", strategy, err, len(values))
		}
	}
}

// TestCommands counts what is to be executed.
func TestCommands(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "// nothing": 0, pathText: 0, pathText + "Path(0, 1); #size Path;": 2, "#quit; true;": 0,
	} {
		if n := evaluator(t, text, Options{}).sys.Commands(); n != want {
			t.Errorf("%q: %d commands, want %d", strings.TrimSpace(text), n, want)
		}
	}
}
