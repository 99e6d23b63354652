// This file measures the finite state machines, beside other programs where they are installed.

package family_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/allsat/aig/aiger"
	"github.com/ijit/ijit/allsat/aig/cnf"
	"github.com/ijit/ijit/examples/family"
	"github.com/ijit/ijit/systems/circuits/bmc"
	"github.com/ijit/ijit/systems/circuits/pdr"
	"github.com/ijit/ijit/systems/circuits/smv"
)

// peerLimit is how many seconds another program gets.
const peerLimit = 30

// A design is a property of a member of a family, as the algorithms take it.
type design struct {
	circuit *aig.Circuit
	smv.Property
}

// designs returns the properties of a member of a family that have one of the names.
func designs(b *testing.B, name string, k int, properties ...string) (all []design) {
	b.Helper()
	m, found := family.MachineNamed(name)
	if !found {
		b.Fatal("no machine ", name)
	}
	f, err := smv.Parse(name, []byte(m.File(k)))
	if err != nil {
		b.Fatal(err)
	}
	model, err := smv.Compile(f, smv.Options{})
	if err != nil {
		b.Fatal(err)
	}
	for _, p := range model.Properties {
		if slices.Contains(properties, p.Name) {
			all = append(all, design{model.Circuit, p})
		}
	}
	if len(all) != len(properties) {
		b.Fatalf("%d of the properties %v", len(all), properties)
	}
	return all
}

// cone returns the circuit of a safety property alone, as the command makes it.
func (d design) cone() (*aig.Circuit, aig.Lit) {
	c := aig.NewCone(d.circuit, d.Bad)
	bad, _ := c.Lit(d.Bad)
	return c.Circuit, bad
}

// peer runs another program, and reports its user time. It must say what is expected.
func peer(b *testing.B, expected string, args ...string) {
	path, err := exec.LookPath(args[0])
	if err != nil {
		b.Skip(args[0], " is not installed")
	}
	var user time.Duration
	for b.Loop() {
		ctx, cancel := context.WithTimeout(context.Background(), peerLimit*time.Second)
		cmd := exec.CommandContext(ctx, path, args[1:]...)
		out, _ := cmd.CombinedOutput() // solvers have exit codes of their own
		if ctx.Err() != nil {
			cancel()
			b.Skipf("more than %d s", peerLimit)
		}
		cancel()
		if !strings.Contains(string(out), expected) {
			b.Fatalf("%v: not %q:\n%s", args, expected, out)
		}
		user += cmd.ProcessState.UserTime()
	}
	b.ReportMetric(user.Seconds()/float64(b.N), "user-s/op")
}

func (d design) writeCNF(b *testing.B, bound int) string {
	f, err := cnf.Bound(context.Background(), d.circuit, d.Bad, bound, 0)
	if err != nil {
		b.Fatal(err)
	}
	var text bytes.Buffer
	if err := f.Write(&text); err != nil {
		b.Fatal(err)
	}
	return write(b, "x.cnf", text.Bytes())
}

func (d design) writeAIGER(b *testing.B) string {
	c, bad := d.cone()
	alone := *c
	alone.Outputs, alone.Bads, alone.Justices = nil, []aig.Named{{Lit: bad}}, nil
	var text bytes.Buffer
	if err := aiger.Write(&text, &alone, true, ""); err != nil {
		b.Fatal(err)
	}
	return write(b, "x.aig", text.Bytes())
}

func write(b *testing.B, name string, text []byte) string {
	path := filepath.Join(b.TempDir(), name)
	if err := os.WriteFile(path, text, 0o666); err != nil {
		b.Fatal(err)
	}
	return path
}

// abc runs commands of berkeley-abc on a circuit, which must say what is expected. It takes latches
// that begin with any value as zero if nothing is done about them.
func (d design) abc(b *testing.B, expected, commands string) {
	peer(b, expected, "berkeley-abc", "-q", fmt.Sprintf("read_aiger %s; logic; undc; strash; fold; %s", d.writeAIGER(b), commands))
}

// expectVerdict runs one of the algorithms.
func expectVerdict(b *testing.B, want string, run func(ctx context.Context) fmt.Stringer) {
	for b.Loop() {
		ctx, cancel := context.WithTimeout(context.Background(), peerLimit*time.Second)
		v := run(ctx)
		late := ctx.Err() != nil
		cancel()
		switch {
		case late:
			b.Skipf("more than %d s", peerLimit)
		case v.String() != want:
			b.Fatalf("%v, want %s", v, want)
		}
	}
}

// BenchmarkMultiplier shows that there is no counterexample up to the bound, that one solver finds
// none at the bound, and proofs; and the defect.
func BenchmarkMultiplier(b *testing.B) {
	const n = 16
	for bit := 4; bit <= 8; bit++ {
		d := designs(b, "multiplier", n, fmt.Sprint("bit_", bit))[0]
		c, bad := d.cone()
		name := fmt.Sprint("bit=", bit)
		b.Run(name+"/bmc", func(b *testing.B) {
			expectVerdict(b, "UNKNOWN", func(ctx context.Context) fmt.Stringer {
				return bmc.CheckBad(ctx, c, bad, bmc.Options{Bound: n}).Verdict
			})
		})
		b.Run(name+"/minisat", func(b *testing.B) { peer(b, "UNSATISFIABLE", "minisat", "-verb=0", d.writeCNF(b, n)) })
		b.Run(name+"/cadical", func(b *testing.B) { peer(b, "UNSATISFIABLE", "cadical", "-q", d.writeCNF(b, n)) })
		b.Run(name+"/abc-bmc3", func(b *testing.B) {
			d.abc(b, "No output asserted in 17 frames", fmt.Sprintf("bmc3 -F %d", n+1))
		})
		b.Run(name+"/kind", func(b *testing.B) {
			expectVerdict(b, "SAFE", func(ctx context.Context) fmt.Stringer {
				return bmc.Induction(ctx, c, bad, bmc.Options{}).Verdict
			})
		})
		b.Run(name+"/pdr", func(b *testing.B) {
			expectVerdict(b, "SAFE", func(ctx context.Context) fmt.Stringer { return pdr.Check(ctx, c, bad, pdr.Options{}).Verdict })
		})
		b.Run(name+"/abc-pdr", func(b *testing.B) { d.abc(b, "Property proved", "pdr") })
	}
	d := designs(b, "multiplier-broken", n, "bit_7")[0]
	c, bad := d.cone()
	b.Run("broken/bmc", func(b *testing.B) {
		expectVerdict(b, "UNSAFE", func(ctx context.Context) fmt.Stringer { return bmc.CheckBad(ctx, c, bad, bmc.Options{}).Verdict })
	})
	b.Run("broken/abc-bmc3", func(b *testing.B) { d.abc(b, "was asserted in frame 16", "bmc3") })
}

// BenchmarkBarrel compares proofs, and finds the recurrence diameter.
func BenchmarkBarrel(b *testing.B) {
	for n := 4; n <= 12; n += 2 {
		d := designs(b, "barrel", n, "always")[0]
		c, bad := d.cone()
		name := fmt.Sprint("n=", n)
		b.Run(name+"/kind", func(b *testing.B) {
			expectVerdict(b, "SAFE", func(ctx context.Context) fmt.Stringer {
				return bmc.Induction(ctx, c, bad, bmc.Options{}).Verdict
			})
		})
		b.Run(name+"/diameter", func(b *testing.B) {
			expectVerdict(b, fmt.Sprint(n-1), func(ctx context.Context) fmt.Stringer {
				return number(bmc.Diameter(ctx, c, false, bmc.Options{}).Bound)
			})
		})
		b.Run(name+"/pdr", func(b *testing.B) {
			expectVerdict(b, "SAFE", func(ctx context.Context) fmt.Stringer { return pdr.Check(ctx, c, bad, pdr.Options{}).Verdict })
		})
		b.Run(name+"/abc-pdr", func(b *testing.B) { d.abc(b, "Property proved", "pdr") })
	}
}

type number int

func (n number) String() string { return fmt.Sprint(int(n)) }

// BenchmarkDME looks for counterexamples to liveness, up to the bound 10, and without fairness.
func BenchmarkDME(b *testing.B) {
	for _, n := range []int{4, 8, 16} {
		b.Run(fmt.Sprint("n=", n), func(b *testing.B) { liveness(b, "dme", n, "UNKNOWN") })
	}
	for _, n := range []int{4, 8, 16, 32} {
		b.Run(fmt.Sprint("broken/n=", n), func(b *testing.B) { liveness(b, "dme-broken", n, "UNSAFE") })
	}
}

func liveness(b *testing.B, machine string, n int, want string) {
	d := designs(b, machine, n, "liveness")[0]
	expectVerdict(b, want, func(ctx context.Context) fmt.Stringer {
		return bmc.Check(ctx, d.circuit, d.Formula, bmc.Options{Bound: 10}).Verdict
	})
}
