// This file tests questions about configurations of programs: algorithms that have the program
// as a circuit against a search of configurations.

package systems_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ijit/ijit/ijit"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/tts"
)

// TestTargets compares verdicts and least depths for configurations at the end of random
// executions, some of their threads left out, doubled or in another state. Each execution is
// replayed by the judge, and its last configuration is the target's or above.
func TestTargets(t *testing.T) {
	campaign.Alone(t)
	count := map[string]int{}
	for seed := range uint64(campaign.Size(t, 12, 3000)) {
		r := rand.New(rand.NewPCG(seed, 31))
		src := randprog.Generate(r, randprog.Default())
		m, err := systems.Read("random.bp", strings.NewReader(src))
		if err != nil {
			t.Fatal(err)
		}
		o := systems.Options{Threads: 1 + r.IntN(3), Atomicity: systems.Atomicity(r.IntN(2)), Via: systems.TTS, SelfCheck: true}
		o.Initial = []string{"one", "many", fmt.Sprint(o.Threads)}[r.IntN(3)]
		target, ok := walk(t, m, o, r)
		if !ok {
			continue // it cannot begin, or procedures call each other
		}
		o.Via, o.Target = "", target.String()
		ask := func(algorithm string, bound int) *systems.Result {
			o.Algorithm, o.Bound, o.Certify = algorithm, bound, algorithm == "pdr"
			r, err := m.Check(context.Background(), o)
			if err != nil {
				t.Fatalf("seed %d: %+v: %v\n%s", seed, o, err, src)
			}
			return r
		}
		want := ask("bfs", 0)
		count[want.Verdict.String()]++
		for _, algorithm := range []string{"bmc", "kind", "pdr"} {
			got := ask(algorithm, map[string]int{"bmc": want.Depth + 3, "kind": want.Depth + 3}[algorithm])
			switch {
			case want.Verdict == systems.Safe && got.Verdict == systems.Unknown && got.Reason == systems.Bound && algorithm != "pdr":
			case got.Verdict != want.Verdict:
				t.Fatalf("seed %d: %+v: %v(%s), want %v\n%s", seed, o, got.Verdict, got.Reason, want.Verdict, src)
			case want.Verdict == systems.Unsafe && (!got.Stats.Replayed || algorithm != "pdr" && got.Depth != want.Depth || got.Depth < want.Depth):
				t.Fatalf("seed %d: %+v: depth %d, replayed %t, want depth %d\n%s", seed, o, got.Depth, got.Stats.Replayed, want.Depth, src)
			}
			if got.Certificate == nil || got.Certificate.Err() != nil {
				continue
			}
			if _, err := m.Validate(context.Background(), got.Certificate); err != nil {
				t.Fatalf("seed %d: %+v: %v\n%s", seed, o, err, src)
			}
			count["certificate"]++
		}
	}
	t.Log(count)
	if count["SAFE"] == 0 || count["UNSAFE"] == 0 || count["certificate"] == 0 {
		t.Error("not all verdicts occur")
	}
}

// walk returns a configuration to ask about.
func walk(t *testing.T, m *systems.Model, o systems.Options, r *rand.Rand) (target ijit.Config, ok bool) {
	s, err := m.Space(o)
	if err != nil {
		return target, false
	}
	for c := range s.Init() {
		if target, ok = c, true; r.IntN(4) == 0 {
			break
		}
	}
	for range r.IntN(8) {
		var next []ijit.Config
		for c := range s.Post(target) {
			next = append(next, c.Clone())
		}
		if len(next) > 0 {
			target = next[r.IntN(len(next))]
		}
	}
	target = target.Clone()
	if len(target.Locals) == 0 || s.System.Transient(target.Shared) {
		return target, ok && !s.System.Transient(target.Shared)
	}
	switch x := target.Locals[r.IntN(len(target.Locals))].Local; r.IntN(7) {
	case 0:
		target.Locals = tts.AddLocal(target.Locals, x, 1)
	case 1, 2:
		target.Locals = tts.RemoveLocal(target.Locals, x)
	case 3, 4:
		if len(m.Program.File.Globals) > 0 {
			target.Shared = 1 + target.Shared%2
		}
	}
	return target, ok
}
