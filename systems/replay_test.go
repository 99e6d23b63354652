// This file tests replays: of atomic sections that are too large to be searched, and of
// programs with the global atomic.

package systems_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems"
)

// TestReplayLargeSection has a section of which the interpreter does not find the way
// through again in one step. Its statements are replayed one by one, and that is enough.
func TestReplayLargeSection(t *testing.T) {
	campaign.Alone(t)
	campaign.Turn(t, 1, 2)
	const n = 17
	var names, any, zero []string
	for i := range n {
		names = append(names, fmt.Sprint("a", i))
		any = append(any, names[i]+" := *;")
		zero = append(zero, "0")
	}
	list := strings.Join(names, ", ")
	text := "decl done := 0; void main() begin decl " + list + ";\n assume(!(" + strings.Join(names, " | ") + "));\n" +
		"atomic { " + strings.Join(any, " ") + " assume(" + strings.Join(names, " & ") + "); " + list + " := " + strings.Join(zero, ", ") + "; done := 1; }\n" +
		"assert(!done); end"
	m, err := systems.Read("section.bp", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	j, err := judge.New(m.Program.File, judge.Big)
	if err != nil {
		t.Fatal(err)
	}
	at := func(statement string, done bool) judge.Config {
		for _, node := range m.Program.Nodes {
			if node.Stmt != nil && strings.HasPrefix(node.Text(), statement) {
				return judge.Config{Shared: []bool{done}, Inside: -1, Threads: []judge.Thread{{PC: node.PC, Locals: make([]bool, n)}}}
			}
		}
		t.Fatalf("no statement %s", statement)
		return judge.Config{}
	}
	steps := []judge.Config{at("assume(!(", false), at("atomic", false), at("assert", true)}
	if err := j.Replay(context.Background(), steps, -1, 1, 1); !errors.Is(err, judge.ErrSection) {
		t.Fatalf("the section is not too large: %v", err)
	}
	r, err := m.Check(context.Background(), systems.Options{Algorithm: "symbolic", Threads: 1, SelfCheck: true})
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict != systems.Unsafe || !r.Stats.Replayed {
		t.Errorf("%v, replayed %v", r.Verdict, r.Stats.Replayed)
	}
}

// TestAtomicGlobal checks that each algorithm for threads respects the global atomic,
// in a program that is inlined for no other reason.
func TestAtomicGlobal(t *testing.T) {
	const text = `decl atomic := 0, x := 0;
void thread1() begin %s x := 1; x := 0; atomic := 0; end
void thread2() begin assert(!x); end`
	for begin, want := range map[string]systems.Verdict{"atomic := 1;": systems.Safe, "skip;": systems.Unsafe} {
		m, err := systems.Read("atomic.bp", strings.NewReader(fmt.Sprintf(text, begin)))
		if err != nil {
			t.Fatal(err)
		}
		for _, algorithm := range []string{"auto", "bfs", "symbolic", "bws", "km", "akm", "ecut", "getafix"} {
			r, err := m.Check(context.Background(), systems.Options{Algorithm: algorithm, SelfCheck: true})
			if err != nil {
				t.Fatalf("%s: %v", algorithm, err)
			}
			if r.Verdict != want || r.Stats.Replayed != (want == systems.Unsafe) {
				t.Errorf("%s: %v (%s %s), replayed %v, want %v", algorithm, r.Verdict, r.Reason, r.Detail, r.Stats.Replayed, want)
			}
		}
	}
}
