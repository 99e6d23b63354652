//go:build unix

// This file defines the comparison with BuDDy, done only when asked for:
//
//	apt-get install libbdd-dev
//	go test ./bdd -run Buddy -buddy -v

package bdd_test

import (
	"flag"
	"fmt"
	"math"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/ijit/ijit/bdd"
)

var (
	buddy  = flag.Bool("buddy", false, "compare with BuDDy (needs a C compiler and libbdd-dev)")
	repeat = flag.Int("repeat", 5, "how often the comparison does each instance")
	only   = flag.String("instance", "", "do one instance (queens/10) and print its CPU seconds")
)

// TestInstance does one instance for the comparison, in a process of its own.
func TestInstance(t *testing.T) {
	family, size, found := strings.Cut(*only, "/")
	if !found {
		return
	}
	var n int
	if _, err := fmt.Sscan(size, &n); err != nil {
		t.Fatal(err)
	}
	for _, in := range instances {
		if in.family == family {
			start := cpuSeconds(t)
			got := in.run(bdd.New(bdd.Options{}), n)
			fmt.Printf("%v %f\n", got, cpuSeconds(t)-start)
			return
		}
	}
}

func cpuSeconds(t *testing.T) float64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		t.Fatal(err)
	}
	return float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e9
}

// A run is what a process says of an instance.
type run struct {
	result  float64
	seconds float64
	memory  float64 // MB
}

func measure(t *testing.T, best run, name string, args ...string) run {
	cmd := exec.Command(name, args...)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v", cmd, err)
	}
	var r run
	var result big.Float
	if _, err := fmt.Sscan(string(out), &result, &r.seconds); err != nil {
		t.Fatalf("%v: %q: %v", cmd, out, err)
	}
	r.result, _ = result.Float64()
	r.memory = float64(cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss) / 1024
	if best.seconds > 0 {
		r.seconds, r.memory = min(r.seconds, best.seconds), min(r.memory, best.memory)
	}
	return r
}

func TestAgainstBuddy(t *testing.T) {
	if !*buddy {
		t.Skip("only with -buddy")
	}
	program := filepath.Join(t.TempDir(), "buddy")
	build := exec.Command("cc", "-O2", "-o", program, "testdata/compare/buddy.c", "-lbdd", "-lm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Skipf("BuDDy is missing (apt-get install libbdd-dev): %v\n%s", err, out)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	both := func(family string, n int) (ours, theirs run) {
		for range *repeat {
			theirs = measure(t, theirs, program, family, fmt.Sprint(n))
			ours = measure(t, ours, self, "-test.run=^TestInstance$", fmt.Sprintf("-instance=%s/%d", family, n))
		}
		if math.Abs(ours.result-theirs.result) > 1e-6*theirs.result {
			t.Errorf("%s %d: result %g, BuDDy has %g", family, n, ours.result, theirs.result)
		}
		t.Logf("%-12s %4d: %7.3f s %6.0f MB, BuDDy %7.3f s %6.0f MB: ratio %.2f, memory %.2f", family, n,
			ours.seconds, ours.memory, theirs.seconds, theirs.memory, ours.seconds/theirs.seconds, ours.memory/theirs.memory)
		return ours, theirs
	}
	product, count := 1.0, 0
	for _, in := range instances {
		ours, theirs := both(in.family, in.n)
		if in.family != "level" {
			product *= ours.seconds / theirs.seconds
			count++
		}
	}
	t.Logf("geometric mean without level: %.2f", math.Pow(product, 1/float64(count)))
	small, smallTheirs := both("level", 100)
	large, largeTheirs := both("level", 1600)
	t.Logf("level, 1600 to 100 (linear is 16): %.1f, BuDDy %.1f", large.seconds/small.seconds, largeTheirs.seconds/smallTheirs.seconds)
}
