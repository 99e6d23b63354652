// This file defines the tests of printing, of the sanity check and of what is
// left of the table.

package tts

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// Whatever is wrong with a table, Check finds it.
func TestCheckFindsWhatIsWrong(t *testing.T) {
	const text = "3 4\ntransient 0 2\n0 0 -> 1 1\n0 0 -> 1 1 +> 2\n0 1 -> 1 2 2 ~> 3\n0 1 -> 1 2 2 ~> 1\n1 1 -> 2 -\n2 2 -> 0 1 1 ?> 2\n0 0 ~> 1 2\n"
	for name, spoil := range map[string]func(t *TTS){
		"has number":           func(t *TTS) { t.effects[1].effect.ID = 7 },
		"normal form":          func(t *TTS) { t.effects[0].forward = nil },
		"out of range":         func(t *TTS) { t.effects[0].forward[0].To = 9 },
		"is the same as":       func(t *TTS) { t.effects[1].forward = slices.Clone(t.effects[0].forward) },
		"transient state":      func(t *TTS) { t.transient[0] = 2 },
		"wrong list":           func(t *TTS) { t.env[0].Kind = Move },
		"not in order":         func(t *TTS) { t.edges[0], t.edges[1] = t.edges[1], t.edges[0] },
		"has states where":     func(t *TTS) { t.env[0].To.Local = 1 },
		"edge 0 0 -> 3 1 is":   func(t *TTS) { t.edges[0].To.Shared = 3; t.edges = t.edges[:1] },
		"in a state out of":    func(t *TTS) { t.edges[1].Effect.Child = 4 },
		"is not the table's":   func(t *TTS) { e := *t.edges[2].Effect; t.edges[2].Effect = &e },
		"from where it leaves": func(t *TTS) { t.out.local[0] = 3 },
		"from where it leads":  func(t *TTS) { b := t.backward(); b.in[0], b.in[1] = b.in[1], b.in[0] },
		"comes twice":          func(t *TTS) { b := t.backward(); b.in[1] = b.in[0] },
		"of 6 edges":           func(t *TTS) { b := t.backward(); b.in = b.in[:5] },
		"0 shared":             func(t *TTS) { t.numShared = 0 },
	} {
		sys := mustRead(t, text)
		spoil(sys)
		if err := sys.Check(); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: error is %v", name, err)
		}
	}
}

func TestPrintEdges(t *testing.T) {
	at := func(s, l uint64) ThreadState[uint64] { return ThreadState[uint64]{s, l} }
	var got []string
	for _, e := range []Edge[uint64]{
		{From: at(1, 2), To: at(3, 4)},
		{From: at(1, 2), To: at(3, 4), Effect: &Effect[uint64]{Kind: Spawn, Child: 5}},
		{From: at(1, 2), To: at(3, 2), Effect: &Effect[uint64]{Kind: Spawn, Child: 5}},
		{From: at(1, 2), To: at(3, 4), Effect: &Effect[uint64]{Kind: All, ID: 6}},
		{From: at(1, 2), To: at(3, 4), Kind: End, Effect: &Effect[uint64]{Kind: One, ID: 7}},
		{From: at(1, 2), To: at(3, 4), Kind: Fail},
		{From: at(1, 2), To: at(3, 4), Kind: Environment},
	} {
		got = append(got, e.String())
	}
	want := []string{
		"1 2 -> 3 4", "1 2 -> 3 4 +> 5", "1 2 +> 3 5", "1 2 -> 3 4 ~> [6]",
		"1 2 -> 3 - ?> [7]", "1 2 -> !", "1 - -> 3 -",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A bystander that an edge does not concern stays where it is.
func TestMovesWithoutEffect(t *testing.T) {
	sys := mustRead(t, "1 3\n0 0 -> 0 1\n0 1 -> 0 1 1 ~> !\n0 2 -> 0 2 0 ?> 1 0 ?> 2\n")
	var got []string
	for i := range sys.Edges() {
		e := &sys.Edges()[i]
		for l := range uint32(3) {
			got = append(got, fmt.Sprint(i, l, sys.AppendMoves(nil, e, l), sys.AppendMovesBack(nil, e, l)))
		}
		got = append(got, fmt.Sprint(sys.AppendMovable(nil, e)))
	}
	want := []string{
		"0 0 [0] [0]", "0 1 [1] [1]", "0 2 [2] [2]", "[]",
		"1 0 [0] [0]", "1 1 [] []", "1 2 [2] [2]", "[1]",
		"2 0 [1 2] []", "2 1 [] [0]", "2 2 [] [0]", "[0]",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Each question about edges is answered with exactly those edges, wherever the
// states lie.
func TestQuestionsAgainstAllEdges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		y := drawSystem(t, 6, 6, 30)
		far := rapid.SampledFrom([]uint32{1, 30, 600_000_000}).Draw(t, "distance of states")
		y.numShared, y.numLocal = y.numShared*far, y.numLocal*far
		for i := range y.edges {
			e := &y.edges[i]
			for _, k := range []*uint32{&e.s, &e.l, &e.s1, &e.l1, &e.child} {
				*k *= far
			}
			e.transfer = nil
		}
		for i := range y.transient {
			y.transient[i] *= far
		}
		sys := y.table(t)
		all := slices.Concat(sys.Edges(), sys.Environment())
		check := func(question string, got []Edge[uint32], is func(e Edge[uint32]) bool) {
			var want []string
			for _, e := range all {
				if is(e) {
					want = append(want, sys.EdgeString(&e))
				}
			}
			var have []string
			for _, e := range got {
				have = append(have, sys.EdgeString(&e))
			}
			slices.Sort(want)
			slices.Sort(have)
			if diff := cmp.Diff(want, have); diff != "" {
				t.Fatalf("%v\n%s (-all +answer):\n%s", y, question, diff)
			}
		}
		for i := range uint32(6) {
			s := i * far
			check(fmt.Sprint("environment of ", s), sys.AppendEnvironment(nil, s), func(e Edge[uint32]) bool {
				return e.Kind == Environment && e.From.Shared == s
			})
			check(fmt.Sprint("into ", s), sys.AppendEdgesInto(nil, s), func(e Edge[uint32]) bool { return e.To.Shared == s })
			for j := range uint32(6) {
				at := ThreadState[uint32]{s, j * far}
				check(fmt.Sprint("edges of ", at), sys.AppendEdges(nil, at), func(e Edge[uint32]) bool {
					return e.Kind != Environment && e.From == at
				})
				check(fmt.Sprint("in-edges of ", at), sys.AppendInEdges(nil, at), func(e Edge[uint32]) bool {
					return e.Kind == Move && e.To == at
				})
			}
		}
	})
}
