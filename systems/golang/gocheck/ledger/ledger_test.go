// This file tests what claims come to.

package ledger

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ijit/ijit/internal/show/render"
)

func at(line int) render.GoPlace { return render.GoPlace{File: "a.go", Line: line, Col: 2} }

// closed takes in evidence for the claim that no goroutine is blocked at a line.
func closed(l *Ledger, line int, b *Bounds) {
	l.Claim(Blocked, at(line))
	l.Close(KeyOf(Blocked, at(line)), Evidence{Argument: Exploration, Bounds: b, Assumptions: Translation})
}

func TestVerdict(t *testing.T) {
	for _, test := range []struct {
		name   string
		do     func(a, b *Ledger)
		want   Verdict
		bounds string
	}{
		{"no claim", func(a, b *Ledger) {}, Safe, ""},
		{"a claim that nobody closes", func(a, b *Ledger) { a.Claim(Blocked, at(1)) }, Unknown, ""},
		{"a proof", func(a, b *Ledger) { closed(a, 1, nil) }, Safe, ""},
		{"a proof in one entry, nothing in another", func(a, b *Ledger) { closed(a, 1, nil); b.Claim(Blocked, at(1)) }, Unknown, ""},
		{"a proof of another kind", func(a, b *Ledger) { closed(a, 1, nil); a.Claim(Close, at(1)) }, Unknown, ""},
		{"bounds", func(a, b *Ledger) { closed(a, 1, &Bounds{Goroutines: 3}) }, UpTo, "3 goroutines of each go statement in a loop"},
		{"the narrower bounds", func(a, b *Ledger) {
			closed(a, 1, &Bounds{Goroutines: 3, Numbers: []Number{{"n", 2}}})
			closed(b, 1, &Bounds{Goroutines: 2})
		}, UpTo, "2 goroutines of each go statement in a loop, n = 2"},
		{"a proof is better than bounds", func(a, b *Ledger) { closed(a, 1, &Bounds{Goroutines: 3}); closed(a, 1, nil) }, Safe, ""},
		{"and stays", func(a, b *Ledger) { closed(a, 1, nil); closed(a, 1, &Bounds{Goroutines: 3}) }, Safe, ""},
		{"a proof, but not in all entries", func(a, b *Ledger) { closed(a, 1, nil); closed(b, 1, &Bounds{Goroutines: 1}) }, UpTo, "1 goroutine of each go statement in a loop"},
		{"doubt in spite of a proof", func(a, b *Ledger) { a.Doubt(Blocked, at(1)); closed(a, 1, nil) }, Unknown, ""},
		{"an execution in spite of a proof", func(a, b *Ledger) { closed(a, 1, nil); b.Refute(Blocked, at(1)) }, Unsafe, ""},
		{"an execution beside what is open", func(a, b *Ledger) { a.Claim(Blocked, at(1)); b.Refute(Race, at(2)) }, Unsafe, ""},
		{"an execution that a comment knows", func(a, b *Ledger) { closed(a, 1, nil); b.Ignore(Race, at(2)) }, Safe, ""},
		{"no skeleton", func(a, b *Ledger) { a.Fail(at(0), "timeout", "the time limit was reached", Race) }, Unknown, ""},
		{"evidence without a claim", func(a, b *Ledger) {
			a.Close(KeyOf(Blocked, at(1)), Evidence{Argument: Exploration})
			a.Claim(Blocked, at(1))
		}, Unknown, ""},
		{"evidence for others", func(a, b *Ledger) {
			a.Claim(Blocked, at(1))
			a.Claim(Close, at(1))
			a.CloseAll(Evidence{Argument: Invariant}, func(k Key) bool { return false }, Close)
		}, Unknown, ""},
		{"evidence for all but one", func(a, b *Ledger) {
			a.Claim(Blocked, at(1))
			a.Claim(Blocked, at(2))
			a.CloseAll(Evidence{Argument: Invariant}, func(k Key) bool { return k.Line == 2 }, Blocked)
		}, Unknown, ""},
	} {
		a, b := New("TestA"), New("TestB")
		test.do(a, b)
		got, bounds := Book{a, b}.Verdict()
		said := ""
		if bounds != nil {
			said = bounds.String()
		}
		if got != test.want || said != test.bounds {
			t.Errorf("%s: %s %q, want %s %q", test.name, got, said, test.want, test.bounds)
		}
	}
	if v, _ := (Book{}).Verdict(); v != Unknown {
		t.Errorf("without entries: %s", v)
	}
}

// TestOpenings checks that each kind with an open claim has a reason, and that others have none.
func TestOpenings(t *testing.T) {
	l := New("TestA")
	closed(l, 1, nil)
	l.Claim(Close, at(1))
	l.Claim(Close, at(2))
	l.Claim(Race, at(3))
	l.Doubt(Panic, at(4)) // the finding says why
	l.Explain("timeout", "the time limit was reached", Blocked, Close)
	want := []Opening{
		{"TestA", Why{Close, "timeout", "the time limit was reached"}},
		{"TestA", Why{Race, "bound", "no execution that was explored comes to a.go:3:2, and no proof is about it"}},
	}
	if diff := cmp.Diff(want, (Book{l}).Openings()); diff != "" {
		t.Error(diff)
	}
}

// TestUnproved checks that proofs are looked for where they can close something.
func TestUnproved(t *testing.T) {
	l := New("TestA")
	closed(l, 1, nil)
	l.Doubt(Race, at(2))
	if l.Unproved(Blocked, Race) || l.AllProved() {
		t.Error("a proof is looked for where one is there, or an execution that it cannot undo")
	}
	closed(l, 3, &Bounds{Goroutines: 3})
	if !l.Unproved(Blocked) || l.Unproved(Close) {
		t.Error("no proof is looked for where bounds are known")
	}
}

// TestClaimJSON checks how a claim is written.
func TestClaimJSON(t *testing.T) {
	l := New("TestA")
	l.Claim(Race, at(1))
	l.Close(KeyOf(Race, at(1)), Evidence{Argument: LocksHeld, Bounds: &Bounds{Numbers: []Number{{"len(jobs)", 2}}}, Assumptions: Translation | NoFaults})
	got, err := json.Marshal(Book{l}.Claims())
	want := `[{"kind":"race","file":"a.go","line":1,"col":2,"function":"","operation":"","state":"bounded",` +
		`"evidence":{"argument":"locks held","bounds":{"numbers":[{"what":"len(jobs)","value":2}]},"assumptions":["translation","no faults"]}}]`
	if err != nil || string(got) != want {
		t.Errorf("%s %v", got, err)
	}
	if texts := (Translation | NoFaults).Texts(); len(texts) != 2 || slices.Contains(texts, "") {
		t.Errorf("%q", texts)
	}
}

// TestPanicsOfLine checks that no panic of a line is proved not to be reached while another one is open.
func TestPanicsOfLine(t *testing.T) {
	l := New("TestA")
	for _, col := range []int{2, 4} {
		p := at(1)
		p.Col = col
		l.Claim(Panic, p)
		if col == 4 {
			l.Close(KeyOf(Panic, p), Evidence{Argument: Invariant})
		}
	}
	if all := (Book{l}).Claims(); len(all) != 1 || all[0].State != Open {
		t.Errorf("the claims are %v", all)
	}
}
