// This file defines how the solver compares with others that are installed.

package sat_test

import (
	"context"
	"errors"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/ijit/ijit/allsat/sat"
	"github.com/ijit/ijit/allsat/sat/dimacs"
)

// An instance is a formula with its name.
type instance struct {
	name string
	*formula
}

// unsatisfiable returns formulas that have no model.
func unsatisfiable() []instance {
	return []instance{
		{"pigeons-9", pigeons(9, 8)},
		{"parity-28", parity(newRand(1), 28)},
		{"random-180", random3(newRand(2), 180, 830)},
		{"random-220", random3(newRand(3), 220, 1012)},
		{"multiplier-5", multipliers(5, false)},
		{"multiplier-6", multipliers(6, false)},
		{"multiplier-7", multipliers(7, false)},
		{"counter-8-40", counters(8, 40)},
		{"counter-10-60", counters(10, 60)},
	}
}

// BenchmarkOthers runs the solver and those that are installed of minisat and cadical, in
// turns, on formulas without a model, and reports how much more user time it takes: the
// geometric mean of the ratios.
func BenchmarkOthers(b *testing.B) {
	dir := b.TempDir()
	for _, other := range []string{"minisat", "cadical"} {
		b.Run(other, func(b *testing.B) {
			path, err := exec.LookPath(other)
			if err != nil {
				b.Skipf("%s is not installed", other)
			}
			for range b.N {
				product, list := 1.0, unsatisfiable()
				for _, f := range list {
					file := filepath.Join(dir, f.name+".cnf")
					out, err := os.Create(file)
					if err != nil {
						b.Fatal(err)
					}
					if err := errors.Join(dimacs.Write(out, f.vars, slices.Values(f.clauses)), out.Close()); err != nil {
						b.Fatal(err)
					}
					begin := userTime(b)
					if got := f.load(sat.New(sat.Options{})).Solve(context.Background()); got != sat.Unsat {
						b.Fatalf("%s: %v", f.name, got)
					}
					ours := userTime(b) - begin
					cmd := exec.Command(path, file)
					if err := cmd.Run(); cmd.ProcessState.ExitCode() != int(sat.Unsat) {
						b.Fatalf("%s: %v", f.name, err)
					}
					theirs := cmd.ProcessState.UserTime()
					const least = time.Millisecond
					ratio := float64(max(ours, least)) / float64(max(theirs, least))
					product *= ratio
					b.Logf("%-14s %8.3f s, %s %8.3f s: %5.2f", f.name, ours.Seconds(), other, theirs.Seconds(), ratio)
				}
				b.ReportMetric(math.Pow(product, 1/float64(len(list))), "ratio")
			}
		})
	}
}
