// This file measures images with no conversion: program states in one word and
// program states of any width.

package image_test

import (
	"testing"

	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

// measured has the usual statements: deterministic and not, a condition, a section
// that is one step, a thread that is created and one that is woken.
const measured = `decl a, b, c, d, e;
void main() begin decl x, y, z;
  start_thread goto m;
  while * do
    x, y := a & b, c ^ x;
    a, b := *, x;
    if x | y then z := !z; else c := a; fi;
    atomic { d := x; if d then e := *; fi; }
    assert(a | !a);
  od;
  signal;
  m: wait;
  x, y := *, * constrain 'x | 'y;
  goto m;
end`

func measuredProgram(b *testing.B) *parser.Program {
	p, err := parser.Parse("measured.bp", []byte(measured), parser.Both)
	if err != nil {
		b.Fatal(err)
	}
	return p
}

// threadStates returns all that a thread can come to if others do nothing.
func threadStates[K tts.Key](sys *image.System[K]) []tts.ThreadState[K] {
	var all []tts.ThreadState[K]
	known := map[tts.ThreadState[K]]bool{}
	add := func(t tts.ThreadState[K]) {
		if !known[t] {
			known[t] = true
			all = append(all, t)
		}
	}
	for c := range sys.Initial(1) {
		add(tts.ThreadState[K]{Shared: c.Shared, Local: c.Locals[0].Local})
	}
	for i := 0; i < len(all); i++ {
		for _, e := range sys.AppendEdges(nil, all[i]) {
			if e.Kind == tts.Move {
				add(e.To)
			}
			if e.Effect != nil && e.Effect.Kind == tts.Spawn {
				add(tts.ThreadState[K]{Shared: e.To.Shared, Local: e.Effect.Child})
			}
		}
	}
	return all
}

func benchmark[K tts.Key](b *testing.B, codec image.Codec[K]) {
	sys := image.NewSystem(image.New(measuredProgram(b), image.Big, nil), codec)
	states := threadStates(sys)
	var edges []tts.Edge[K]
	for _, d := range []struct {
		name  string
		image func(dst []tts.Edge[K], t tts.ThreadState[K]) []tts.Edge[K]
	}{{"post", sys.AppendEdges}, {"pre", sys.AppendInEdges}} {
		b.Run(d.name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				edges = d.image(edges[:0], states[i%len(states)])
			}
		})
	}
}

func BenchmarkPacked(b *testing.B) {
	codec, ok := image.NewPacked(measuredProgram(b))
	if !ok {
		b.Fatal("too wide")
	}
	benchmark[uint64](b, codec)
}

func BenchmarkPackedWide(b *testing.B) { benchmark[string](b, image.PackedWide{}) }
