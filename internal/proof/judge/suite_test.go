// This file defines the tests against counted state spaces of real programs.

package judge

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/parser"
)

const satabs = "../../../../shared/suites/satabs"

func parseSuite(t testing.TB, program string) *parser.File {
	t.Helper()
	path := filepath.Join(satabs, filepath.FromSlash(program)+".bp")
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f, err := parser.ParseFile(path, src)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func needSuite(t testing.TB) {
	t.Helper()
	if _, err := os.Stat(satabs); err != nil {
		t.Skipf("the suite of real programs is not here: %v", err)
	}
}

// An expectation is one row of expected.tsv in one mode.
type expectation struct {
	program string
	n       int
	mode    Mode
	err     bool
	states  int
}

// expectations reads the rows of expected.tsv that were counted to the end.
func expectations(t testing.TB) []expectation {
	t.Helper()
	file, err := os.Open(filepath.Join(satabs, "expected.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var all []expectation
	column := map[string]int{}
	scanner := bufio.NewScanner(file)
	for scanner.Scan() {
		line := scanner.Text()
		fields := strings.Split(line, "\t")
		switch {
		case strings.HasPrefix(line, "#"):
			continue
		case len(column) == 0:
			for k, name := range fields {
				column[name] = k
			}
			continue
		}
		number := func(name string) int {
			v, err := strconv.Atoi(fields[column[name]])
			if err != nil {
				t.Fatalf("%s in %q: %v", name, line, err)
			}
			return v
		}
		for mode, prefix := range []string{Big: "big", Small: "small"} {
			if fields[column[prefix+"_complete"]] == "true" {
				all = append(all, expectation{
					program: fields[column["program"]],
					n:       number("n"),
					mode:    Mode(mode),
					err:     fields[column[prefix+"_error"]] == "true",
					states:  number(prefix + "_states"),
				})
			}
		}
	}
	if err := scanner.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

func (m Mode) name() string { return []string{Big: "big", Small: "small"}[m] }

func TestExpectedStates(t *testing.T) {
	needSuite(t)
	most := campaign.Size(t, 2000, 60_000) // states
	rows := 0
	for _, row := range expectations(t) {
		if row.states > most {
			continue
		}
		if rows++; !campaign.Due(t, rows%2, 2) {
			continue
		}
		t.Run(fmt.Sprintf("%s/n=%d/%s", row.program, row.n, row.mode.name()), func(t *testing.T) {
			j, err := New(parseSuite(t, row.program), row.mode)
			if err != nil {
				t.Fatal(err)
			}
			got := j.Explore(context.Background(), 1, row.n, 2*most)
			if got.States != row.states || got.Error != row.err || !got.Complete {
				t.Errorf("got %+v, want %d states, error %v", got, row.states, row.err)
			}
		})
	}
	if rows == 0 {
		t.Error("no row was small enough")
	}
}

func TestSmallOracles(t *testing.T) {
	needSuite(t)
	for _, oracle := range []struct {
		program string
		n       int
		states  int
	}{
		{"01_inc_l/satabs.1", 1, 10},
		{"01_inc_l/satabs.1", 2, 76},
		{"01_inc_l/satabs.1", 3, 620},
		{"01_inc_l/satabs.2", 1, 92},
		{"01_inc_l/satabs.2", 2, 776},
		{"01_inc_l/satabs.2", 3, 12088},
		{"02_inc_c/satabs.3", 1, 144},
		{"02_inc_c/satabs.3", 2, 6960},
		{"02_inc_c/satabs.3", 3, 369904},
		{"16_QRCU-2/satabs.1", 2, 265},
	} {
		t.Run(fmt.Sprintf("%s/n=%d", oracle.program, oracle.n), func(t *testing.T) {
			if oracle.states > campaign.Size(t, 60_000, 1_000_000) {
				t.Skipf("%d states are too many for a sample", oracle.states)
			}
			j, err := New(parseSuite(t, oracle.program), Big)
			if err != nil {
				t.Fatal(err)
			}
			if got := j.Explore(context.Background(), 1, oracle.n, 0); got.States != oracle.states || !got.Complete {
				t.Errorf("got %+v, want %d states", got, oracle.states)
			}
		})
	}
}

// BenchmarkSuccessors reports successor configurations a second.
func BenchmarkSuccessors(b *testing.B) {
	needSuite(b)
	for _, mode := range []Mode{Big, Small} {
		b.Run(mode.name(), func(b *testing.B) {
			j, err := New(parseSuite(b, "02_inc_c/satabs.3"), mode)
			if err != nil {
				b.Fatal(err)
			}
			var configs []Config
			j.Walk(context.Background(), 1, 3, 5_000, func(c Config, _ int) { configs = append(configs, c) })
			successors, k := 0, 0
			for b.Loop() {
				successors += len(j.Successors(configs[k%len(configs)], 3))
				k++
			}
			b.ReportMetric(float64(successors)/b.Elapsed().Seconds(), "successors/s")
		})
	}
}

func BenchmarkExplore(b *testing.B) {
	needSuite(b)
	j, err := New(parseSuite(b, "01_inc_l/satabs.2"), Big)
	if err != nil {
		b.Fatal(err)
	}
	states := 0
	for b.Loop() {
		states += j.Explore(context.Background(), 1, 3, 0).States
	}
	b.ReportMetric(float64(states)/b.Elapsed().Seconds(), "states/s")
}

// Real executions replay, and with a step left out they do not.
func TestReplayRealErrors(t *testing.T) {
	needSuite(t)
	ctx := context.Background()
	for _, program := range []string{"01_inc_l/satabs.2", "06_maxsim_c/satabs.2", "09_Stack-L/satabs.2", "16_QRCU-2/satabs.1"} {
		for _, mode := range []Mode{Big, Small} {
			t.Run(program+"/"+mode.name(), func(t *testing.T) {
				j, err := New(parseSuite(t, program), mode)
				if err != nil {
					t.Fatal(err)
				}
				w := explore(j, 1, 2, 5_000)
				failures := 0
				for _, c := range w.configs {
					for _, s := range w.succs[c.Key()] {
						if s.Error == nil {
							continue
						}
						failures++
						path := w.path(c)
						if err := j.Replay(ctx, path, s.Error.PC, 1, 2); err != nil {
							t.Error(err)
						}
						gap := slices.Delete(slices.Clone(path), len(path)/2, len(path)/2+1)
						var wrong *ReplayError
						if err := j.Replay(ctx, gap, s.Error.PC, 1, 2); !errors.As(err, &wrong) {
							t.Errorf("got %v for an execution with a step left out", err)
						}
						// The execution needs its second thread.
						if err := j.Replay(ctx, path, s.Error.PC, 1, 1); !errors.As(err, &wrong) {
							t.Errorf("got %v for two threads where one may live", err)
						}
					}
				}
				if failures == 0 {
					t.Error("no assertion fails")
				}
			})
		}
	}
}
