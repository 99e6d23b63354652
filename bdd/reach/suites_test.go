// This file tests answers on real programs against a table of what is known of them.

package reach_test

import (
	"bufio"
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/ijit/ijit/bdd/reach"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/parser"
)

// TestSatabs compares verdicts, with atomic sections in big and in small steps, and
// replays traces.
func TestSatabs(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "shared", "suites", "satabs")
	table, err := os.Open(filepath.Join(dir, "expected.tsv"))
	if err != nil {
		t.Skipf("the shared suites are not here (%v)", err)
	}
	defer table.Close()
	most := 2
	if testing.Short() {
		most = 1
	}
	column := map[string]int{}
	rows := 0
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
		if rows++; !campaign.Due(t, rows%3, 3) {
			continue
		}
		name := cells[column["program"]]
		text, err := os.ReadFile(filepath.Join(dir, name+".bp"))
		if err != nil {
			t.Fatal(err)
		}
		p, err := parser.Parse(name+".bp", text, 0)
		if err != nil {
			t.Fatal(err)
		}
		for i, mode := range []string{"big", "small"} {
			unsafe := cells[column[mode+"_error"]] == "true"
			if n > most || cells[column[mode+"_complete"]] != "true" && !unsafe {
				continue
			}
			q := question{name: name, text: string(text), threads: n, small: i == 1}
			r, err := reach.Check(context.Background(), p, reach.Options{Threads: n, Small: q.small, Strategy: reach.Chaining})
			if err != nil {
				t.Fatal(err)
			}
			if want := map[bool]reach.Verdict{true: reach.Unsafe, false: reach.Safe}[unsafe]; r.Verdict != want {
				t.Errorf("%v: %v, want %v", q, r.Verdict, want)
			} else if unsafe {
				replay(t, q, p, r)
			}
		}
	}
	t.Logf("%d rows", rows)
}
