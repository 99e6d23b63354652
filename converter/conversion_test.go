package converter_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/ijit/ijit/converter"
	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

// relay is a program in which threads are created, wait and are woken, and end.
const relay = `
decl g, h := 0;
void main() begin
  decl l;
  start_thread goto w;
  start_thread f(l);
  l := h constrain 'l | !g;
  broadcast;
  assert(g | l);
  end_thread;
w: wait;
  atomic_begin; h := *; signal; atomic_end;
end
void f(x) begin
  if x then g := !g; fi
  wait;
  h := x;
end
`

func engine(t *testing.T, text string, a image.Atomicity) *image.Engine {
	t.Helper()
	p, err := parser.Parse("x.bp", []byte(text), parser.Both)
	if err != nil {
		t.Fatal(err)
	}
	return image.New(p, a, nil)
}

// reached returns the configurations with at most three threads that post leads to.
func reached(initial []tts.Config[uint32], post func(tts.Config[uint32]) []tts.Config[uint32]) map[string]tts.Config[uint32] {
	known := map[string]tts.Config[uint32]{}
	for work := initial; len(work) > 0; {
		c := work[0]
		work = work[1:]
		if _, met := known[c.Key()]; met || c.Threads() > 3 {
			continue
		}
		known[c.Key()] = c.Clone()
		work = append(work, post(c)...)
	}
	return known
}

// TestConversions compares f⁻¹(image(f(w))) with the systems that are translated just in time and up front: the same
// configurations are reached, and predecessors are where the configuration is a successor.
func TestConversions(t *testing.T) {
	for _, a := range []image.Atomicity{image.Big, image.Small} {
		e := engine(t, relay, a)
		by := converter.NewConfigs(e.Program)
		initial := slices.Collect(by.ToSystemAll(e.Initial(1)))
		explicit := reached(initial, func(c tts.Config[uint32]) []tts.Config[uint32] {
			return slices.Collect(converter.Post(e, by, c))
		})
		if len(explicit) < 100 {
			t.Fatalf("%d configurations", len(explicit))
		}
		back := 0
		for _, c := range explicit {
			for d := range converter.Pre(e, by, c) {
				if back++; back > 2000 {
					break
				}
				if !slices.ContainsFunc(slices.Collect(converter.Post(e, by, d)), func(x tts.Config[uint32]) bool { return x.Compare(c) == 0 }) {
					t.Fatalf("%v is a predecessor of %v, which is no successor", d, c)
				}
			}
		}
		if back == 0 {
			t.Error("there are no predecessors")
		}

		// The states of both systems are compared as program states.
		text := func(p image.Config) string {
			s := p.Shared.DumpAsBits()
			var threads []string
			for _, x := range p.Threads {
				threads = append(threads, string(rune('A'+x.PC))+x.Local.DumpAsBits())
			}
			slices.Sort(threads)
			for _, x := range threads {
				s += " " + x
			}
			return s
		}
		want := map[string]bool{}
		for _, c := range explicit {
			want[text(by.ToProgram(c))] = true
		}
		jit := converter.NewJIT(engine(t, relay, a))
		table, err := converter.Translate(engine(t, relay, a))
		if err != nil {
			t.Fatal(err)
		}
		for name, x := range map[string]struct {
			system tts.System[uint32]
			states *image.System[uint32]
		}{
			"just in time": {jit, jit.System},
			"up front":     {table, image.NewSystem(e, image.Codec[uint32](table.States))},
		} {
			var initial []tts.Config[uint32]
			for c := range x.states.Initial(1) {
				initial = append(initial, c.Clone())
			}
			got := map[string]bool{}
			for _, c := range reached(initial, func(c tts.Config[uint32]) (next []tts.Config[uint32]) {
				for step := range tts.Post(x.system, c) {
					if step.Edge.Kind != tts.Fail {
						next = append(next, step.To)
					}
				}
				return next
			}) {
				p := image.Config{Shared: x.states.Shared(c.Shared)}
				for _, n := range c.Locals {
					pc, local := x.states.Local(n.Local)
					for range n.N {
						p.Threads = append(p.Threads, image.State{PC: pc, Local: local.Clone()})
					}
				}
				p.Shared = p.Shared.Clone()
				got[text(p)] = true
			}
			if !maps.Equal(got, want) {
				t.Errorf("%s, atomicity %v: %d configurations, want %d", name, a, len(got), len(want))
			}
		}
	}
}

// TestBits converts thread states to bitsets and to program states, and back.
func TestBits(t *testing.T) {
	e := engine(t, relay, image.Big)
	jit := converter.NewJIT(e)
	by := jit.States
	met := 0
	for c := range jit.System.Initial(1) {
		for step := range tts.Post[uint32](jit, c) {
			for _, x := range step.To.Locals {
				met++
				s := tts.ThreadState[uint32]{Shared: step.To.Shared, Local: x.Local}
				shared, local := by.Bits(s)
				if back := by.FromBits(shared, local); back != s {
					t.Errorf("%v becomes %v", s, back)
				}
				p := by.ToProgram(s)
				if back := by.ToSystem(p); back != s {
					t.Errorf("%v becomes %v", s, back)
				}
				pc := 0
				for i := range uint(31) {
					if local.Test(by.PCBit() + i) {
						pc |= 1 << i
					}
				}
				if pc != p.PC || !p.Shared.Equal(shared) {
					t.Errorf("%v is at %d, the bits say %d", s, p.PC, pc)
				}
			}
		}
	}
	if met == 0 {
		t.Error("no thread states")
	}
}
