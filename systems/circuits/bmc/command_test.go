package bmc_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/allsat/sat"
	"github.com/ijit/ijit/allsat/sat/dimacs"
	"github.com/ijit/ijit/internal/proof/drat"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/parser/ltl"
	"github.com/ijit/ijit/systems/circuits/bmc"
)

// TestMain makes this program a solver if an argument says so.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "solver" {
		os.Exit(solver(os.Args[2]))
	}
	os.Exit(m.Run())
}

// solver is a solver with a defect, or none: then it checks the proof before it answers that
// there is no model.
func solver(defect string) int {
	switch defect {
	case "fails":
		fmt.Fprintln(os.Stderr, "no licence")
		return 3
	case "ends":
		return 0
	case "hangs":
		time.Sleep(time.Hour)
	case "guesses":
		fmt.Println("v 1 2 -3 0")
		return 10
	case "babbles":
		fmt.Println("v one 0")
		return 10
	case "boasts":
		fmt.Println("v 1000000 0")
		return 10
	}
	var proof bytes.Buffer
	checker := drat.New(0)
	s := sat.New(sat.Options{Proof: &proof})
	h, err := dimacs.Read(os.Stdin, "stdin", func(c []sat.Lit) error {
		s.Add(c...)
		lits := make([]int32, len(c))
		for i, l := range c {
			lits[i] = int32(l)
		}
		return checker.Add(lits...)
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	status := s.Solve(context.Background())
	if status == sat.Unsat {
		if err := checker.Check(context.Background(), &proof); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
	}
	fmt.Println("c", strings.Repeat("x", 1<<17))
	if status == sat.Sat {
		for v := 1; v <= h.Variables; v++ {
			l := sat.Lit(v)
			if !s.Value(l) {
				l = -l
			}
			fmt.Println("v", l)
		}
		fmt.Println("v 0")
	}
	return int(status)
}

// counter returns a circuit that counts from 0, and whether all bits are 1.
func counter(bits int) (c *aig.Circuit, full aig.Lit) {
	c = aig.New()
	full = aig.True
	for i := range bits {
		l := c.Latch(fmt.Sprint("bit", i), aig.Zero)
		c.SetNext(i, c.Xor(l, full))
		full = c.And(full, l)
	}
	return c, full
}

// TestCommand compares the answers with an external solver with those without.
func TestCommand(t *testing.T) {
	campaign.Turn(t, 1, 2)
	commands := [][]string{{os.Args[0], "solver", "good"}}
	if path, err := exec.LookPath("cadical"); err == nil {
		commands = append(commands, []string{path, "-q"})
	}
	for _, command := range commands {
		for seed := range uint64(10) {
			c := tiny(seed)
			want := bmc.CheckBad(t.Context(), c, c.Bads[0].Lit, bmc.Options{Bound: 4})
			got := bmc.CheckBad(t.Context(), c, c.Bads[0].Lit, bmc.Options{Bound: 4, Command: command})
			if (want.Verdict == verdict.Unsafe) != (got.Verdict == verdict.Unsafe) || want.Verdict == verdict.Unsafe && want.Bound != got.Bound || got.Err != nil {
				t.Fatalf("%v: seed %d: %v at bound %d (%v), want %v at bound %d", command, seed, got.Verdict, got.Bound, got.Err, want.Verdict, want.Bound)
			}
			if got.Run != nil {
				if v, err := aig.Replay(c, got.Run); err != nil || !v.Last(c.Bads[0].Lit) {
					t.Fatalf("%v: seed %d: the run is no counterexample: %v", command, seed, err)
				}
			}
		}
	}
}

// TestProofs has proofs checked that there are no counterexamples up to bound 20: to a literal,
// and to a formula.
func TestProofs(t *testing.T) {
	campaign.Turn(t, 0, 2)
	campaign.Alone(t)
	c, full := counter(5)
	step := c.Input("step")
	for i, l := range c.Latches {
		c.SetNext(i, c.Mux(step, l.Next, l.Lit))
	}
	c.Fairness = append(c.Fairness, step)
	o := bmc.Options{Bound: 20, Command: []string{os.Args[0], "solver", "good"}}
	often := ltl.Globally(ltl.Finally(ltl.Atom(int(full))))
	for name, r := range map[string]bmc.Result{
		"literal": bmc.CheckBad(t.Context(), c, full, o),
		"formula": bmc.Check(t.Context(), c, often, o),
	} {
		if r.Err != nil || r.Reason != verdict.Bound || r.Bound != 20 {
			t.Errorf("%s: %v (%v), %v, bound %d", name, r.Verdict, r.Reason, r.Err, r.Bound)
		}
	}
}

// TestCommandErrors checks that what is wrong with an external solver is said.
func TestCommandErrors(t *testing.T) {
	c := aig.New()
	bad := c.And(c.Input("a"), c.Input("b").Not())
	for defect, message := range map[string]string{
		"fails":   "exit status 3: no licence",
		"ends":    "its exit code is 0",
		"guesses": "its model makes a clause false",
		"babbles": `"one" in its model is no literal`,
		"boasts":  `"1000000" in its model is no literal`,
	} {
		r := bmc.CheckBad(t.Context(), c, bad, bmc.Options{Command: []string{os.Args[0], "solver", defect}})
		if r.Verdict != verdict.Unknown || r.Reason != verdict.Unsupported || r.Err == nil || !strings.Contains(r.Err.Error(), message) {
			t.Errorf("%s: %v %v %v, want an error with %q", defect, r.Verdict, r.Reason, r.Err, message)
		}
	}
	r := bmc.CheckBad(t.Context(), c, bad, bmc.Options{Command: []string{"/no/such/solver"}})
	if r.Err == nil || !strings.Contains(r.Err.Error(), "/no/such/solver") {
		t.Errorf("a command that does not exist: %v", r.Err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if r := bmc.CheckBad(ctx, c, bad, bmc.Options{Command: []string{os.Args[0], "solver", "hangs"}}); r.Reason != verdict.Timeout {
		t.Errorf("a solver that hangs: %v %v", r.Reason, r.Err)
	}
}
