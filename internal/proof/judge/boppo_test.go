// This file defines the test against the verdicts of SATABS's own regression
// programs.

package judge

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/parser"
)

const boppo = "../../../../shared/suites/boppo"

// labelPC returns the program counter of the statement with a label, in any
// procedure, or -1.
func labelPC(j *Judge, label string) int {
	for pc, p := range j.places {
		if p.stmt == nil || p.stmt.PC != pc {
			continue
		}
		for _, l := range p.stmt.Labels {
			if l.Name == label {
				return pc
			}
		}
	}
	return -1
}

func TestBoppo(t *testing.T) {
	table, err := os.ReadFile(filepath.Join(boppo, "expected.tsv"))
	if err != nil {
		t.Skipf("the suite of hand-written programs is not here: %v", err)
	}
	rows := 0
	for line := range strings.Lines(string(table)) {
		fields := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") || fields[0] == "program" {
			continue
		}
		path := filepath.Join(boppo, fields[0])
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f, err := parser.ParseFile(path, src)
		if err != nil {
			t.Fatal(err)
		}
		j, err := New(f, Big)
		if err != nil {
			t.Fatal(err)
		}
		if rows++; !campaign.Due(t, rows%4, 4) {
			continue
		}
		t.Run(fields[0], func(t *testing.T) {
			label, toLabel := strings.CutPrefix(fields[2], "label ")
			pc := labelPC(j, label)
			if toLabel && pc < 0 {
				t.Fatalf("no label %s", label)
			}
			unsafe := false
			limit := 100_000
			if fields[0] == "Fixpoint2.bp" {
				limit = 20_000 // a loop over 17 variables: what is found up to here
			}
			result := j.WithDepth(5).Walk(context.Background(), 1, 4, limit, func(c Config, _ int) {
				for _, th := range c.Threads {
					unsafe = unsafe || toLabel && th.PC == pc
				}
			})
			if !toLabel {
				unsafe = result.Error
			}
			if want := fields[1] == "UNSAFE"; unsafe != want {
				t.Errorf("unsafe: %v, want %v (%+v)", unsafe, want, result)
			}
			if result.Cut || !result.Complete && limit == 100_000 {
				t.Errorf("got %+v, want it complete", result)
			}
		})
	}
	if rows < 15 {
		t.Errorf("only %d programs", rows)
	}
}
