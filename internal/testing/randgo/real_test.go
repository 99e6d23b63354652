// This file tests the judge against what happens when programs are run.

package randgo

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sync/errgroup"

	"github.com/ijit/ijit/internal/testing/campaign"
)

// harness runs one of the programs, waits until it has long come to rest, and writes the stacks
// of its goroutines.
const harness = `package main

import (
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"time"
)

func yield() {
	switch rand.IntN(4) {
	case 0:
		runtime.Gosched()
	case 1:
		time.Sleep(time.Duration(rand.IntN(200)) * time.Microsecond)
	}
}

func main() {
	n, _ := strconv.Atoi(os.Args[1])
	go programs[n](nil)
	time.Sleep(500 * time.Millisecond)
	buffer := make([]byte, 1<<20)
	os.Stdout.Write(buffer[:runtime.Stack(buffer, true)])
	os.Exit(0)
}

`

// What happens in a run of a random program can happen as the judge says: a goroutine that is blocked
// at last is one that may be so for ever, and a crash is a failure that may be.
func TestRunsAreJudged(t *testing.T) {
	if os.Getenv(campaign.Variable) == "" {
		t.Skipf("it runs real programs, if %s is set", campaign.Variable)
	}
	var programs []*Program
	table := "import \"testing\"\n\nvar programs = []func(*testing.T){"
	n := campaign.Size(t, 20, 300)
	for seed := uint64(5000); len(programs) < n; seed++ {
		if p := random(seed); !p.Spins() && !ticks(p) {
			table += fmt.Sprintf("TestRandom_%d, ", len(programs))
			programs = append(programs, p)
		}
	}
	dir := t.TempDir()
	for name, data := range map[string]string{
		"go.mod": "module random\n\ngo 1.26\n", "random.go": string(printed("main", true, programs)), "main.go": harness, "table.go": "package main\n\n" + table + "}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	build := exec.Command("go", "build", "-o", "random", ".")
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	lines := strings.Split(string(printed("main", true, programs)), "\n")
	const runs = 5
	happened := make([][]string, runs*len(programs))
	var all errgroup.Group
	all.SetLimit(12) // they mostly sleep
	for k := range happened {
		all.Go(func() (err error) {
			happened[k], err = run(filepath.Join(dir, "random"), k/runs)
			return err
		})
	}
	if err := all.Wait(); err != nil {
		t.Fatal(err)
	}
	possible, seen := 0, 0
	for k, p := range programs {
		sk := p.Skeleton(false)
		judged, err := Explore(sk, Limits{Goroutines: 6, Configurations: 50_000})
		if err != nil {
			t.Fatal(err)
		}
		if judged.Cut || !judged.Complete {
			continue
		}
		want := judged.lines(sk, false)
		for _, f := range judged.Findings { // a stack shows the line of the select, not of its case
			want = append(want, fmt.Sprintf("%s %d", f.Kind, sk.Bodies[f.Body].Nodes[f.Node].Pos.Line))
		}
		possible += len(judged.lines(sk, false))
		here := map[string]bool{}
		for _, x := range slices.Concat(happened[k*runs : (k+1)*runs]...) {
			if here[x] = true; !slices.Contains(want, x) {
				t.Errorf("program %d: %s is not among %v\n%s", k, x, want, source(lines, p))
			}
		}
		seen += len(here)
	}
	t.Logf("%d programs, %d findings, of which %d were seen", len(programs), possible, seen)
}

// ticks reports whether a program has a ticker, for which a goroutine that goes on waits most of the time.
func ticks(p *Program) bool {
	found := false
	p.each(func(s *Stmt) { found = found || s.Op == Make && s.Kind == Ticker })
	return found
}

var (
	waiting = regexp.MustCompile(`^goroutine \d+ \[(chan|select|sync\.|semacquire)`)
	place   = regexp.MustCompile(`random\.go:(\d+)`)
	crashes = []struct{ text, kind string }{
		{"close of closed channel", "close"}, {"close of nil channel", "close"}, {"send on closed channel", "close"},
		{"nlock of unlocked", "lock"}, {"negative WaitGroup", "waitgroup"}, {"panic: failed", "panic"},
	}
)

// run runs a program and returns where goroutines are blocked, or the crash.
func run(binary string, k int) ([]string, error) {
	cmd := exec.Command(binary, strconv.Itoa(k))
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		return nil, err
	}
	if err != nil {
		// A deferred call may fail behind a failure; another goroutine may fail, too, and says so behind the stack.
		message, _, _ := strings.Cut(stderr.String(), "\ngoroutine ")
		last, kind := -1, ""
		for _, c := range crashes {
			if k := strings.LastIndex(message, c.text); k > last {
				last, kind = k, c.kind
			}
		}
		if m := place.FindStringSubmatch(stderr.String()); m != nil && last >= 0 {
			return []string{kind + " " + m[1]}, nil
		}
		// The judge does not look for an Add beside a Wait, and cuts off executions that take an element from an empty slice.
		if strings.Contains(message, "WaitGroup") || strings.Contains(message, "slice bounds out of range") {
			return nil, nil
		}
		return nil, fmt.Errorf("program %d: %w\n%s", k, err, &stderr)
	}
	var list []string
	for _, stack := range strings.Split(stdout.String(), "\n\n") {
		if m := place.FindStringSubmatch(stack); m != nil && waiting.MatchString(stack) {
			list = append(list, "leak "+m[1])
		}
	}
	return list, nil
}
