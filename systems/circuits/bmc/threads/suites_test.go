// This file tests answers on real programs against a table of what is known of them, and the
// time that they take against that of explicit search.

package threads_test

import (
	"bufio"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/systems/circuits/bmc"
	"github.com/ijit/ijit/systems/circuits/bmc/threads"
)

// TestSatabs compares least depths, and that up to a bound there is no error where there is
// none at all.
func TestSatabs(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "..", "shared", "suites", "satabs")
	table, err := os.Open(filepath.Join(dir, "expected.tsv"))
	if err != nil {
		t.Skipf("the shared suites are not here (%v)", err)
	}
	defer table.Close()
	most, deepest, bound := campaign.Size(t, 2, 3), campaign.Size(t, 41, 200), campaign.Size(t, 15, 60)
	column := map[string]int{}
	for in := bufio.NewScanner(table); in.Scan(); {
		cells := strings.Split(in.Text(), "\t")
		switch {
		case strings.HasPrefix(cells[0], "#"):
			continue
		case len(column) == 0:
			for i, name := range cells {
				column[name] = i
			}
			continue
		}
		n, err := strconv.Atoi(cells[column["n"]])
		if err != nil {
			t.Fatal(err)
		}
		if n > most {
			continue
		}
		name := cells[column["program"]]
		text, err := os.ReadFile(filepath.Join(dir, name+".bp"))
		if err != nil {
			t.Fatal(err)
		}
		unsafe := cells[column["big_error"]] == "true"
		bound, depth, explicit := bound, 0, time.Duration(0)
		if unsafe {
			m, err := systems.Read(name+".bp", strings.NewReader(string(text)))
			if err != nil {
				t.Fatal(err)
			}
			begin := time.Now()
			r, err := m.Check(t.Context(), systems.Options{Algorithm: "bfs", Threads: n})
			if err != nil {
				t.Fatal(err)
			}
			if r.Depth > deepest {
				continue
			}
			bound, depth, explicit = r.Depth+5, r.Depth, time.Since(begin)
		}
		begin := time.Now()
		p, err := parser.Parse(name+".bp", text, parser.Post)
		if err != nil {
			t.Fatal(err)
		}
		s, err := threads.New(p, threads.Options{Threads: n, Reduce: true, Chain: true})
		if err != nil {
			t.Fatal(err)
		}
		var asserts []int
		for _, a := range p.Properties() {
			asserts = append(asserts, a.PC)
		}
		r := bmc.CheckBad(t.Context(), s.Circuit, s.Fails(asserts...), bmc.Options{Bound: bound, Weight: s.Weight()})
		q := question{name: name, text: string(text), threads: n}
		switch {
		case r.Run != nil != unsafe:
			t.Fatalf("%v: bound %d: %v", q, bound, r.Verdict)
		case unsafe:
			x := s.Execution(r.Run, asserts...)
			if x.Depth != depth {
				t.Fatalf("%v: depth %d, want %d", q, x.Depth, depth)
			}
			replay(t, q, p, nil, x.Trace)
		}
		t.Logf("%-22s %d threads, %5v, bound %3d: %8.3f s, explicit %8.3f s; %d latches, %d conjunctions; %v",
			name, n, unsafe, r.Bound, time.Since(begin).Seconds(), explicit.Seconds(), len(s.Latches), s.Ands(), r.Stats.Solver)
	}
}
