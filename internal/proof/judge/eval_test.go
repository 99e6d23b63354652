// This file defines the test of expressions against their definition: choose a
// value for each *, then evaluate.

package judge

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/ijit/ijit/parser"
)

// stars collects the places in e where a choice is made. schoose makes one of
// its own, which is written as a * in its place: schoose[a,b] is a ? 1 : (b ? 0 : *).
func stars(e parser.Expr) []*parser.Star {
	switch e := e.(type) {
	case *parser.Star:
		return []*parser.Star{e}
	case *parser.Not:
		return stars(e.X)
	case *parser.Binary:
		return append(stars(e.X), stars(e.Y)...)
	case *parser.Cond:
		return append(stars(e.If), append(stars(e.Then), stars(e.Else)...)...)
	default:
		return nil
	}
}

// value evaluates e under a choice for each star.
func value(e parser.Expr, vars []bool, choice map[*parser.Star]bool) bool {
	switch e := e.(type) {
	case *parser.Lit:
		return e.Value
	case *parser.Star:
		return choice[e]
	case *parser.Ref:
		return vars[e.Var.Index]
	case *parser.Not:
		return !value(e.X, vars, choice)
	case *parser.Cond:
		if value(e.If, vars, choice) {
			return value(e.Then, vars, choice)
		}
		return value(e.Else, vars, choice)
	case *parser.Binary:
		x, y := value(e.X, vars, choice), value(e.Y, vars, choice)
		return map[parser.BinaryOp]bool{
			parser.OpAnd: x && y, parser.OpOr: x || y, parser.OpXor: x && !y || !x && y,
			parser.OpEq: x && y || !x && !y, parser.OpNeq: x && !y || !x && y, parser.OpImplies: !(x && !y),
		}[e.Op]
	}
	panic("not an expression of this test")
}

// withoutChoose replaces schoose by its meaning.
func withoutChoose(e parser.Expr) parser.Expr {
	switch e := e.(type) {
	case *parser.Not:
		return &parser.Not{X: withoutChoose(e.X)}
	case *parser.Binary:
		return &parser.Binary{Op: e.Op, X: withoutChoose(e.X), Y: withoutChoose(e.Y)}
	case *parser.Cond:
		return &parser.Cond{If: withoutChoose(e.If), Then: withoutChoose(e.Then), Else: withoutChoose(e.Else)}
	case *parser.Choose:
		otherwise := &parser.Cond{If: withoutChoose(e.Y), Then: &parser.Lit{}, Else: &parser.Star{}}
		return &parser.Cond{If: withoutChoose(e.X), Then: &parser.Lit{Value: true}, Else: otherwise}
	case *parser.Star:
		return &parser.Star{Pos: e.Pos}
	default:
		return e
	}
}

func drawExpr(t *rapid.T, vars []*parser.Var, depth int) parser.Expr {
	kinds := 3
	if depth > 0 {
		kinds = 7
	}
	sub := func() parser.Expr { return drawExpr(t, vars, depth-1) }
	switch rapid.IntRange(0, kinds-1).Draw(t, "kind") {
	case 0:
		return &parser.Lit{Value: rapid.Bool().Draw(t, "value")}
	case 1:
		v := rapid.SampledFrom(vars).Draw(t, "variable")
		return &parser.Ref{Name: v.Name, Var: v}
	case 2:
		// A position of its own keeps two stars from being one (and the same
		// pointer, were the struct empty).
		return &parser.Star{Pos: parser.Pos{Line: 1}}
	case 3:
		return &parser.Not{X: sub()}
	case 4:
		return &parser.Cond{If: sub(), Then: sub(), Else: sub()}
	case 5:
		return &parser.Choose{X: sub(), Y: sub()}
	default:
		op := parser.BinaryOp(rapid.IntRange(int(parser.OpAnd), int(parser.OpImplies)).Draw(t, "op"))
		return &parser.Binary{Op: op, X: sub(), Y: sub()}
	}
}

func TestEval(t *testing.T) {
	vars := []*parser.Var{{Name: "a", Index: 0}, {Name: "b", Index: 1}}
	rapid.Check(t, func(t *rapid.T) {
		e := drawExpr(t, vars, 2)
		plain := withoutChoose(e)
		choices := stars(plain)
		for v := range 4 {
			shared := []bool{v&1 != 0, v&2 != 0}
			var want set
			for c := range 1 << len(choices) {
				choice := map[*parser.Star]bool{}
				for k, s := range choices {
					choice[s] = c>>k&1 != 0
				}
				want |= only(value(plain, shared, choice))
			}
			if got := eval(e, &scope{shared: shared}); got != want {
				t.Fatalf("value set %02b, want %02b, at %v", got, want, shared)
			}
		}
	})
}

func TestMentionsPassive(t *testing.T) {
	lit := &parser.Lit{}
	for _, r := range []*parser.Ref{{Name: "x"}, {Name: "x", Next: true}, {Name: "x", Passive: true}, {Name: "x", Passive: true, Next: true}} {
		for k, e := range []parser.Expr{
			r, &parser.Not{X: r},
			&parser.Binary{X: r, Y: lit}, &parser.Binary{X: lit, Y: r},
			&parser.Cond{If: r, Then: lit, Else: lit}, &parser.Cond{If: lit, Then: r, Else: lit}, &parser.Cond{If: lit, Then: lit, Else: r},
			&parser.Choose{X: r, Y: lit}, &parser.Choose{X: lit, Y: r},
		} {
			if got := mentionsPassive(e); got != r.Passive {
				t.Errorf("expression %d with passive reference %v: got %v", k, r.Passive, got)
			}
		}
	}
}
