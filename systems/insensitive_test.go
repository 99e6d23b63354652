// This file tests proofs about threads that call procedures, by what forgets who called.

package systems_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/systems"
)

func TestInsensitive(t *testing.T) {
	for _, test := range []struct {
		why, text string
		want      systems.Verdict
		detail    string
	}{
		{"two recursive threads and a lock", `decl m := 0, busy := 0;
			void main() begin start_thread p(); start_thread p(); end_thread; end
			void p() begin if * then p(); fi m := 1 constrain !m; assert(!busy); busy := 1; busy := 0; m := 0; end`, systems.Safe, ""},
		{"any number of them", `decl m := 0, busy := 0;
			void main() begin while * do start_thread p(); od end_thread; end
			void p() begin if * then p(); fi m := 1 constrain !m; assert(!busy); busy := 1; busy := 0; m := 0; end`, systems.Safe, ""},
		{"a lock that is not asked for", `decl m := 0, busy := 0;
			void main() begin start_thread p(); start_thread p(); end_thread; end
			void p() begin if * then p(); fi m := 1; assert(!busy); busy := 1; busy := 0; m := 0; end`, systems.Unknown, "there may be an error"},
		{"a parameter that is kept", `decl g := 0;
			void main() begin start_thread p(1); end_thread; end
			void p(a) begin if * then p(a); fi assert(a); end`, systems.Safe, ""},
		{"a local that goes with a parameter", `decl g := 0;
			void main() begin start_thread p(1); end_thread; end
			void p(a) begin decl b; b := a; if * then p(!a); fi assert(a = b); end`, systems.Safe, ""},
		{"two parameters that go together", `decl g := 0;
			void main() begin start_thread p(1, 1); end_thread; end
			void p(a, b) begin if * then p(1, b); fi if b then if * then p(0, 0); fi assert(a); fi end`, systems.Safe, ""},
		{"a frame of another thread", `decl g := 0;
			void main() begin start_thread p(1); start_thread p(0); end_thread; end
			void p(a) begin decl b; b := a; if * then q(); fi if b then assert(a); fi end
			void q() begin if * then q(); fi end`, systems.Safe, ""},
		{"who called matters", `decl g := 0;
			void main() begin start_thread p(); end_thread; end
			void p() begin q(); g := 1; q(); g := 0; end
			void q() begin if * then q(); fi assert(!g | g); assert(!g); end`, systems.Unknown, "there may be an error"},
		{"another parameter in the inner call", `decl g := 0;
			void main() begin start_thread p(1); end_thread; end
			void p(a) begin if * then p(!a); assert(a); fi end`, systems.Unknown, "there may be an error"},
		{"what is assigned behind a call", `decl g := 0;
			void main() begin start_thread p(1); end_thread; end
			bool p(a) begin if * then a := p(1); assert(a); fi return 1; end`, systems.Unknown, "there may be an error"},
		{"a parameter that is asked for before", `decl g := 0;
			void main() begin start_thread p(1); end_thread; end
			void p(a) begin assert(a); if * then p(a); fi end`, systems.Safe, ""},
		{"a result", `decl g := 0;
			void main() begin start_thread p(); end_thread; end
			bool p() begin if * then g := p(); assert(!g); fi return 0; end`, systems.Unknown, "there may be an error"},
		{"a call in a section", `decl g := 0;
			void main() begin start_thread p(); end_thread; end
			void p() begin atomic { if * then p(); fi } assert(!g); end`, systems.Unknown, "atomic section"},
		{"an assignment to others", `decl g := 0;
			void main() begin start_thread p(); end_thread; end
			void p() begin decl a := 0; if * then p(); fi a$ := 0; assert(!g); end`, systems.Unknown, "wait for a call"},
		{"what is assigned at the end", `decl g := 0;
			void main() begin start_thread p(); end_thread; end
			void p() begin if * then p(); assert(!g); fi g := 1; end`, systems.Unknown, "there may be an error"},
		{"main calls itself", `decl g := 0;
			void main() begin if * then main(); start_thread p(); fi end
			void p() begin assert(!g); end`, systems.Safe, ""},
	} {
		m, err := systems.Read("x.bp", strings.NewReader(test.text))
		if err != nil {
			t.Fatalf("%s: %v", test.why, err)
		}
		r, err := m.Check(t.Context(), systems.Options{Algorithm: "insensitive", SelfCheck: true, Certify: true})
		if err != nil {
			t.Fatalf("%s: %v", test.why, err)
		}
		if r.Verdict != test.want || !strings.Contains(r.Detail, test.detail) {
			t.Errorf("%s: %s(%s) %s, want %s", test.why, r.Verdict, r.Reason, r.Detail, test.want)
		}
		if r.Verdict != systems.Safe {
			continue
		}
		if err := r.Certificate.Err(); err != nil {
			t.Errorf("%s: %v", test.why, err)
			continue
		}
		if _, err := m.Validate(t.Context(), r.Certificate); err != nil {
			t.Errorf("%s: %v", test.why, err)
		}
		e := &r.Certificate.Document.Evidence
		words := e.Frames
		for i, word := range words {
			pc, _, made := strings.Cut(word, ":")
			if e.Frames = slices.Clone(words); !made {
				continue
			}
			e.Frames[i] = pc // it is never made
			if _, err := m.Validate(t.Context(), r.Certificate); err == nil {
				t.Errorf("%s: a proof without the frame %s", test.why, word)
			}
		}
		e.Frames = words
		e.Insensitive = false
		if _, err := m.Validate(t.Context(), r.Certificate); err == nil {
			t.Errorf("%s: a proof that knows who called", test.why)
		}
	}
}

// TestInsensitiveTargets asks whether two threads are at a label at once.
func TestInsensitiveTargets(t *testing.T) {
	const text = `decl m := 0;
		void main() begin start_thread p(); start_thread p(); end_thread; end
		void p() begin if * then p(); fi TAKE C: skip; m := 0; end`
	for take, want := range map[string]systems.Verdict{"m := 1 constrain !m;": systems.Safe, "m := 1;": systems.Unknown} {
		m, err := systems.Read("x.bp", strings.NewReader(strings.Replace(text, "TAKE", take, 1)))
		if err != nil {
			t.Fatal(err)
		}
		for _, algorithm := range []string{"insensitive", "auto"} {
			r, err := m.Check(t.Context(), systems.Options{Algorithm: algorithm, Target: "some@C,some@C", SelfCheck: true})
			if err != nil || r.Verdict != want {
				t.Errorf("%s, %s: %+v, %v, want %s", take, algorithm, r, err, want)
			}
		}
		if r, err := m.Check(t.Context(), systems.Options{Target: "0|1"}); err == nil {
			t.Errorf("by numbers: %+v", r)
		}
	}
}

// TestInsensitiveOfRandom: what is proved does not happen with few threads that call few procedures, and its certificate
// is valid.
func TestInsensitiveOfRandom(t *testing.T) {
	safe, open, errors, wrong := 0, 0, 0, 0
	for seed := range uint64(campaign.Size(t, 60, 6000)) {
		cfg := randprog.Starting()
		if seed%3 == 0 {
			cfg = randprog.Concurrent()
		}
		cfg.Shared, cfg.Locals, cfg.Statements, cfg.Enforce, cfg.ErrorLabel = 3, 2, 8, 20, 0
		src := randprog.Generate(rand.New(rand.NewPCG(seed, 41)), cfg)
		m, err := systems.Read("x.bp", strings.NewReader(src))
		if err != nil {
			t.Fatal(err)
		}
		o := systems.Options{Algorithm: "insensitive", SelfCheck: true, Certify: true, Atomicity: systems.Atomicity(seed % 2)}
		r, err := m.Check(undecided(&o), o)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, src)
		}
		if r.Verdict == systems.Unsafe {
			t.Fatalf("seed %d: an error\n%s", seed, src)
		}
		j, err := judge.New(m.Program.File, judge.Small)
		if err != nil {
			t.Fatal(err)
		}
		truth := j.WithDepth(3).Explore(context.Background(), 1, 3, 5000)
		switch {
		case r.Verdict != systems.Safe:
			if open++; truth.Error {
				errors++
			}
			continue
		case truth.Error:
			t.Fatalf("seed %d: said to be safe, but the judge finds an error\n%s", seed, src)
		case r.Certificate.Err() != nil:
			wrong++
		default:
			if _, err := m.Validate(t.Context(), r.Certificate); err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, src)
			}
		}
		safe++
	}
	if t.Logf("%d safe, %d open, %d of them with an error, %d without a certificate", safe, open, errors, wrong); safe < 5 || errors < 5 {
		t.Errorf("%d safe, %d open", safe, open)
	}
}

// TestSelfCheckOfC: what an engine proves about the Boolean program of one in C is checked as it is.
func TestSelfCheckOfC(t *testing.T) {
	m := open(t, "../examples/eca/coffee.c")
	for i, algorithm := range []string{"bws", "km", "symbolic", "insensitive"} {
		if !campaign.Due(t, i%2, 2) {
			continue
		}
		r, err := m.Check(t.Context(), systems.Options{Algorithm: algorithm, SelfCheck: true})
		if err != nil || r.Verdict != systems.Safe {
			t.Errorf("%s: %+v, %v", algorithm, r, err)
		}
	}
}
