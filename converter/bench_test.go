// This file measures the conversion: both ways on its own, around each image, and
// with the memory of images.

package converter_test

import (
	"testing"

	"github.com/ijit/ijit/converter"
	"github.com/ijit/ijit/examples/family"
	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

// met returns the program of flags and the thread states that a thread of it comes to.
func met(b *testing.B) (*parser.Program, *converter.Interned, []tts.ThreadState[uint32]) {
	p, err := parser.Parse("flags.bp", []byte(family.Flags(70)), parser.Both)
	if err != nil {
		b.Fatal(err)
	}
	states := converter.NewInterned(p)
	return p, states, visit(image.NewSystem(image.New(p, image.Big, nil), image.Codec[uint32](states)))
}

// visit returns all thread states that a thread can come to if others do nothing.
func visit(sys *image.System[uint32]) []tts.ThreadState[uint32] {
	var all []tts.ThreadState[uint32]
	known := map[tts.ThreadState[uint32]]bool{}
	add := func(t tts.ThreadState[uint32]) {
		if !known[t] {
			known[t] = true
			all = append(all, t)
		}
	}
	for c := range sys.Initial(1) {
		add(tts.ThreadState[uint32]{Shared: c.Shared, Local: c.Locals[0].Local})
	}
	for i := 0; i < len(all); i++ {
		for _, e := range sys.AppendEdges(nil, all[i]) {
			if e.Kind == tts.Move {
				add(e.To)
			}
			if e.Effect != nil && e.Effect.Kind == tts.Spawn {
				add(tts.ThreadState[uint32]{Shared: e.To.Shared, Local: e.Effect.Child})
			}
		}
	}
	return all
}

// BenchmarkRoundTrip measures f and f⁻¹, with nothing between them.
func BenchmarkRoundTrip(b *testing.B) {
	_, states, all := met(b)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if t := all[i%len(all)]; states.ToSystem(states.ToProgram(t)) != t {
			b.Fatal("not one to one")
		}
	}
}

// BenchmarkImage measures f⁻¹(image(f(t))), computed anew each time.
func BenchmarkImage(b *testing.B) {
	p, states, all := met(b)
	sys := image.NewSystem(image.New(p, image.Big, nil), image.Codec[uint32](states))
	var edges []tts.Edge[uint32]
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		edges = sys.AppendEdges(edges[:0], all[i%len(all)])
	}
}

// BenchmarkJIT measures a whole translation just in time, each thread state twice:
// translated, then looked up.
func BenchmarkJIT(b *testing.B) {
	p, _, all := met(b)
	var edges []tts.Edge[uint32]
	b.ReportAllocs()
	for b.Loop() {
		jit := converter.NewJIT(image.New(p, image.Big, nil))
		for range jit.Initial(1) {
		}
		for range 2 {
			for _, t := range all {
				edges = jit.AppendEdges(edges[:0], t)
			}
		}
	}
}
