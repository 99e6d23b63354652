// This file tests that an effect has one name, so that what it does is asked once.

package converter_test

import (
	"testing"

	"github.com/ijit/ijit/converter"
	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

// All broadcasts wake the same threads, all signals too, and an edge that was found
// from its end is the one that was found from its beginning.
func TestOneNamePerEffect(t *testing.T) {
	src := "decl x; void main() begin decl a; broadcast; a := x; broadcast; signal; a := !x; signal; x, a$ := a, x; wait; end"
	p, err := parser.Parse("effects.bp", []byte(src), parser.Both)
	if err != nil {
		t.Fatal(err)
	}
	jit := converter.NewJIT(image.New(p, image.Big, nil))
	for range jit.Initial(1) {
	}
	names := map[tts.EffectKind]map[uint32]bool{tts.All: {}, tts.One: {}}
	assignments := 0
	for s := uint32(0); int(s) < jit.States.NumShared(); s++ {
		for l := uint32(0); int(l) < jit.States.NumLocal(); l++ {
			for _, e := range jit.AppendEdges(nil, tts.ThreadState[uint32]{Shared: s, Local: l}) {
				if e.Effect == nil {
					continue
				}
				for _, in := range jit.AppendInEdges(nil, e.To) {
					if in.From == e.From && in.Label == e.Label && in.Effect.ID != e.Effect.ID {
						t.Errorf("%v has the effect %d forward and %d backward", e, e.Effect.ID, in.Effect.ID)
					}
				}
				if p.Nodes[e.Label].Out[0].Kind == parser.PassiveEdge {
					assignments++
					continue
				}
				names[e.Effect.Kind][e.Effect.ID] = true
			}
		}
	}
	if len(names[tts.All]) != 1 || len(names[tts.One]) != 1 || assignments == 0 {
		t.Errorf("effects of broadcasts %v, of signals %v, %d assignments to passive threads", names[tts.All], names[tts.One], assignments)
	}
}
