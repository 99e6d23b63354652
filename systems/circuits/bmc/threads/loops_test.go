// This file tests atomic sections with loops that are one step.

package threads_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/systems/circuits/bmc/threads"
)

// Sections with a loop that counts its rounds in binary: 3 of them, and 15.
const (
	small = "decl a := 0; decl b := 0;\nvoid main() begin start_thread goto l; skip;\n" +
		"l: atomic { while !(a & b) do a, b := !a, b ^ a; od } skip; assert(!a); end"
	large = "decl a := 0; decl b := 0; decl c := 0; decl d := 0;\nvoid main() begin start_thread goto l; skip;\n" +
		"l: atomic { while !(a & b & c & d) do a, b, c, d := !a, b ^ a, c ^ (a & b), d ^ (a & b & c); od } skip; assert(!a); end"
)

// TestLoops compares with explicit search, for which a section is one step however often its
// loops go round.
func TestLoops(t *testing.T) {
	for name, text := range map[string]string{
		"choice": "decl x := 0;\nvoid main() begin atomic { l: x := !x; goto l, m; m: skip; } assert(!x); end",
		"nested": "decl x := 0; decl y := 0;\nvoid main() begin atomic { while !x do x := *; while !y do y := *; od od } skip; assert(!x); end",
		"small":  small,
		"label":  "decl x := 0;\nvoid main() begin start_thread goto m; atomic { while !x do x := *; here: skip; od } m: skip; end",
		"thread": "decl x := 0;\nvoid main() begin atomic { while !x do x := *; start_thread goto m; od } m: assert(!x); end",
		"stuck":  "decl x := 0;\nvoid main() begin atomic { l: x := !x; goto l, m; m: assume(0); } end",
		"caught": "decl x := 0;\nvoid main() begin start_thread goto m; atomic { l: x := !x; goto l; } m: assert(x); end",
		"fails":  "decl a := 0; decl b := 0;\nvoid main() begin skip; atomic { while 1 do a, b := !a, b ^ a; assert(!(a & b)); od } end",
	} {
		for n := 1; n <= 3; n++ {
			for _, q := range []question{{}, {reduce: true}, {deadlock: true}, {label: "here"}} {
				if q.name, q.text, q.threads = name, text, n; (q.label != "") != (name == "label") {
					continue
				}
				if got := compare(t, q); got != "safe" && got != "unsafe" {
					t.Errorf("%v: %q", q, got)
				}
			}
			if open(t, text, n).Rounds() {
				t.Errorf("%s: a round is a frame", name)
			}
		}
	}
}

// TestRounds has a loop that goes round too often. Answers say that a shorter execution may
// be left, and what they cannot know.
func TestRounds(t *testing.T) {
	s := open(t, large, 2)
	if !s.Rounds() {
		t.Fatal("the loop is unrolled")
	}
	if _, err := s.Deadlock(); !errors.As(err, new(*threads.UnsupportedError)) {
		t.Errorf("deadlock: %v", err)
	}
	for text, warns := range map[string]bool{small: false, large: true} {
		m, err := systems.Read("loop.bp", strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range []systems.Options{{Algorithm: "bmc", SelfCheck: true}, {Algorithm: "bmc", Bound: 2}} {
			r, err := m.Check(t.Context(), o)
			if err != nil || (r.Verdict == systems.Unsafe) != (o.Bound == 0) || strings.Contains(r.Warning, "loop in an atomic section") != warns {
				t.Errorf("%+v: %v, %v, %q", o, r.Verdict, err, r.Warning)
			}
		}
	}
}

func open(t *testing.T, text string, n int) *threads.System {
	p, err := parser.Parse("loop.bp", []byte(text), parser.Post)
	if err != nil {
		t.Fatal(err)
	}
	s, err := threads.New(p, threads.Options{Threads: n})
	if err != nil {
		t.Fatal(err)
	}
	return s
}
