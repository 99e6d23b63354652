// This file compares all algorithms where procedures begin: what is enforced there.

package systems_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/systems"
)

// entryAlgorithms are asked about entries, bws once more with pre-images. The first two
// have a bound on threads.
var entryAlgorithms = []string{"bfs", "symbolic", "bws", "bws:backward", "ecut", "km", "akm", "bebop", "getafix", "getafix-opt", "auto"}

// entryVerdicts asks all algorithms that take the question, with self-checks, whether the
// label is reached.
func entryVerdicts(m *systems.Model, o systems.Options) (map[string]systems.Verdict, error) {
	all := map[string]systems.Verdict{}
	for i, name := range entryAlgorithms {
		o := o
		algorithm, images, _ := strings.Cut(name, ":")
		o.Algorithm, o.Images = algorithm, systems.Images(images)
		o.SelfCheck, o.Timeout = true, time.Minute
		if i < 2 {
			o.Threads = 3
		}
		r, err := m.Check(context.Background(), o)
		if wrong := (*systems.UsageError)(nil); errors.As(err, &wrong) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if r.Verdict != systems.Unknown {
			all[name] = r.Verdict
		}
	}
	return all, nil
}

// TestEnforcedAtEntry asks about labels where what is enforced does not hold: main does not
// begin there, no copy of it does, and nothing is called; but a thread that is started is
// there, and waits.
func TestEnforcedAtEntry(t *testing.T) {
	for _, test := range []struct {
		name, src string
		initial   string
		want      systems.Verdict
		least     int // of algorithms that have an answer
	}{
		{"main that calls", `decl g := 0; void main() begin enforce g; L: skip; f(); end void f() begin skip; end`, "", systems.Safe, 9},
		{"main", `decl g := 0; void main() begin enforce g; L: skip; skip; end`, "", systems.Safe, 9},
		{"main that starts", `decl g := 0; void main() begin enforce g; L: start_thread f(); end void f() begin skip; end`, "", systems.Safe, 9},
		{"main, with a local variable", `decl g; void main() begin decl l := 0; enforce g & l; L: skip; end`, "", systems.Safe, 9},
		{"main, with some values", `decl g; void main() begin decl l; enforce g & l; L: skip; end`, "", systems.Unsafe, 9},
		{"main, with a star", `void main() begin enforce *; L: skip; end`, "", systems.Unsafe, 9},
		{"what follows from it", `decl g; void main() begin decl l; enforce g & l; if g & l then skip; else L: skip; fi end`, "", systems.Safe, 9},
		{"copies of main", `decl g := 0; void main() begin enforce g; L: skip; end`, "3", systems.Safe, 6},
		{"any number of copies", `decl g := 0; void main() begin enforce g; L: skip; end`, "many", systems.Safe, 7},
		{"one of the copies", `decl g := 0; void main() begin decl l; enforce l; if l then g := 1; else L: skip; fi end`, "many", systems.Safe, 7},
		{"a procedure that is called", `decl g := 0; void main() begin f(); end void f() begin enforce g; L: skip; end`, "", systems.Safe, 9},
		{"a thread that is started", `decl g := 0; void main() begin start_thread f(); end void f() begin enforce g; L: skip; end`, "", systems.Unsafe, 9},
		{"one of several", `decl g := 0; void main() begin start_thread h(); start_thread f(0); end
			void f(a) begin decl l; enforce g & a & l; L: skip; end void h() begin skip; end`, "", systems.Unsafe, 9},
		{"a thread that is started in a thread", `decl g := 0; void main() begin start_thread h(); end
			void f(a) begin enforce g & a; L: skip; end void h() begin start_thread f(1); end`, "", systems.Unsafe, 9},
		{"it waits there", `decl g := 0, h := 0; void main() begin start_thread f(); end void f() begin enforce g; h := 1; L: skip; end`, "", systems.Safe, 9},
		{"until it holds", `decl g := 0; void main() begin start_thread f(); g := 1; end void f() begin enforce g; skip; L: skip; end`, "", systems.Unsafe, 9},
		{"a thread that begins with the program", `decl g := 0; void thread1() begin enforce g; L: skip; end void thread2() begin skip; end`, "", systems.Unsafe, 9},
		{"init", `decl g := 0; void init() begin enforce g; L: skip; end void thread1() begin skip; end`, "", systems.Safe, 9},
	} {
		all, err := entryVerdicts(readText(t, "entry.bp", test.src), systems.Options{Label: "L", Initial: test.initial})
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		for name, v := range all {
			if v != test.want {
				t.Errorf("%s: %s says %v", test.name, name, v)
			}
		}
		if len(all) < test.least {
			t.Errorf("%s: only %v have an answer", test.name, all)
		}
	}
}

// TestEntries asks about the entries of procedures of random programs, in which much is
// enforced, and compares the answers with each other and with the judge's.
func TestEntries(t *testing.T) {
	programs := campaign.Size(t, 12, 2000)
	verdicts := map[systems.Verdict]int{}
	for seed := *first; seed < *first+uint64(programs); seed++ {
		src := entryProgram(seed)
		if err := differAtEntries(src, verdicts); err != nil {
			small := randprog.Shrink(src, func(s string) bool { return differAtEntries(s, map[systems.Verdict]int{}) != nil })
			t.Fatalf("seed %d: %v\n%s", seed, differAtEntries(small, verdicts), small)
		}
	}
	t.Logf("%d programs, verdicts %v", programs, verdicts)
	if programs >= 50 && (verdicts[systems.Safe] == 0 || verdicts[systems.Unsafe] == 0) {
		t.Error("the programs are all alike")
	}
}

// entryProgram returns the program of a seed.
func entryProgram(seed uint64) string {
	c := []randprog.Config{
		randprog.Sequential(), randprog.Calls(), randprog.Default(), randprog.Starting(), randprog.Concurrent(),
	}[seed%5]
	c.Entries, c.Enforce, c.Initialised, c.Statements = true, 60, 80, min(c.Statements, 8)
	return randprog.Generate(rand.New(rand.NewPCG(seed, 5)), c)
}

// differAtEntries says what differs.
func differAtEntries(src string, verdicts map[systems.Verdict]int) error {
	m, err := systems.Read("random.bp", strings.NewReader(src))
	if err != nil {
		return nil // as shrinking may make it
	}
	j, err := judge.New(m.Program.File, judge.Small)
	if err != nil {
		return nil
	}
	reached := map[int]bool{}
	truth := j.WithDepth(4).Walk(context.Background(), 1, 3, 4000, func(c judge.Config, _ int) {
		for _, t := range c.Threads {
			reached[t.PC] = true
		}
	})
	for _, p := range m.Program.File.Procs {
		label := "ENTRY_" + p.Name
		if pcs, ok := m.Program.Labelled(label); !ok || len(pcs) == 0 {
			continue
		}
		all, err := entryVerdicts(m, systems.Options{Label: label, Atomicity: systems.Small})
		if err != nil {
			return fmt.Errorf("%s: %w", label, err)
		}
		for name, v := range all {
			verdicts[v]++
			bounded := name == entryAlgorithms[0] || name == entryAlgorithms[1]
			if is := reached[p.Entry]; is && v == systems.Safe ||
				bounded && truth.Complete && !truth.Cut && !is && v == systems.Unsafe {
				return fmt.Errorf("%s: %s says %v, the judge reaches it: %v", label, name, v, is)
			}
			for other, w := range all {
				if v != w && !bounded && other != entryAlgorithms[0] && other != entryAlgorithms[1] {
					return fmt.Errorf("%s: %s says %v, %s says %v", label, name, v, other, w)
				}
			}
		}
	}
	return nil
}
