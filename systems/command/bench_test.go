// This file tests benches that are ended from outside.

package command

import (
	"encoding/csv"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/testing/campaign"
)

// keys returns what the rows of a log are about, each as often as it is there.
func keys(t *testing.T, path string) []string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	records, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, r := range records[1:] {
		list = append(list, filepath.Base(r[0])+" "+strings.Join(r[2:5], " "))
	}
	slices.Sort(list)
	return list
}

// children lists the processes that work below a folder.
func children(dir string) []string {
	var list []string
	paths, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, p := range paths {
		if text, err := os.ReadFile(p); err == nil && strings.Contains(string(text), dir) && strings.Contains(string(text), "check") {
			list = append(list, string(text))
		}
	}
	return list
}

// TestBenchKilled checks that the runs of a bench end with it.
func TestBenchKilled(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("elsewhere a run goes on until its limits")
	}
	path := large(t)
	cmd := exec.Command("ijit", "bench", path, "-o", path+".csv", "--algorithms", "bfs", "--via", "jit,bp", "-j", "2")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	wait := func(n int) {
		for i := 0; len(children(path)) != n; i++ {
			if i == 3000 {
				cmd.Process.Kill()
				t.Fatalf("want %d runs, there are %q", n, children(path))
			}
			time.Sleep(20 * time.Millisecond)
		}
	}
	wait(2)
	// The log is locked until then, and no longer.
	out, err := exec.Command("ijit", "bench", path, "-o", path+".csv", "--algorithms", "bfs", "--timeout", "100ms").CombinedOutput()
	if err == nil || !strings.Contains(string(out), "another ijit bench is writing to it") {
		t.Errorf("a second bench on the same log: %v\n%s", err, out)
	}
	cmd.Process.Kill()
	cmd.Wait()
	wait(0)
}

// TestBenchEnded ends benches in the middle, by a kill and by an interrupt, until
// one comes to its end: nothing is lost, nothing is there twice, nobody is left
// behind.
func TestBenchEnded(t *testing.T) {
	campaign.Turn(t, 0, 3)
	dir := t.TempDir()
	const files = 6
	for i := range files {
		// The larger ones run into the limit of time.
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("t%d.bp", i)), []byte(toggles(2+4*i)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	log := filepath.Join(dir, "runs.csv")
	command := func() *exec.Cmd {
		return exec.Command("ijit", "bench", dir, "-o", log, "--algorithms", "bfs", "--via", "jit,bp", "--timeout", "50ms", "-j", "2")
	}
	rows := 0
	for _, sig := range []os.Signal{os.Kill, os.Interrupt, syscall.SIGTERM} {
		cmd := command()
		out := new(strings.Builder)
		cmd.Stdout, cmd.Stderr = out, out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		// In the middle of something, with more rows than before.
		for begin := time.Now(); time.Since(begin) < time.Minute; time.Sleep(10 * time.Millisecond) {
			if text, err := os.ReadFile(log); err == nil && strings.Count(string(text), "\n")-1 > rows {
				break
			}
		}
		cmd.Process.Signal(sig)
		cmd.Wait()
		if code := cmd.ProcessState.ExitCode(); sig != os.Kill && (code != exitUnknown || !strings.Contains(out.String(), "the same command goes on from here")) {
			t.Errorf("%v: exit code %d\n%s", sig, code, out)
		}
		list := keys(t, log)
		if rows = len(list); rows == 0 || rows >= 2*files {
			t.Fatalf("%v: ended with %d rows", sig, rows)
		}
		if runtime.GOOS == "linux" {
			for i := 0; len(children(dir)) > 0; i++ {
				if i == 3000 {
					t.Fatalf("%v: left behind: %q", sig, children(dir))
				}
				time.Sleep(20 * time.Millisecond)
			}
		}
	}
	out, err := command().CombinedOutput()
	if err != nil || !strings.Contains(string(out), fmt.Sprintf("%d runs, %d of them done before", 2*files, rows)) {
		t.Errorf("%v\n%s", err, out)
	}
	list := keys(t, log)
	var want []string
	for i := range files {
		want = append(want, fmt.Sprintf("t%d.bp bfs bp 3", i), fmt.Sprintf("t%d.bp bfs jit 3", i))
	}
	if !slices.Equal(list, want) {
		t.Errorf("the rows are about\n%s", strings.Join(list, "\n"))
	}
}

// TestBenchExamples checks that the examples that come with ijit give no cause for
// remarks: some of them each day, each of which a process translates.
func TestBenchExamples(t *testing.T) {
	campaign.Turn(t, 2, 3)
	if testing.Short() {
		t.Skip("each example is translated")
	}
	examples := filepath.Join("..", "..", "examples")
	args := []string{"bench", "--table", filepath.Join(examples, "recursive")}
	files, err := filepath.Glob(filepath.Join(examples, "*.bp"))
	if err != nil || len(files) < 40 {
		t.Fatalf("%d examples, %v", len(files), err)
	}
	const parts = 7
	for i, file := range append(files, filepath.Join(examples, "concurrent")) {
		if campaign.Due(t, i%parts, parts) {
			args = append(args, file)
		}
	}
	cmd := exec.Command("ijit", args...)
	var stdout, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil || stderr.Len() > 0 {
		t.Errorf("%v\n%s", err, &stderr)
	}
	if !regexp.MustCompile(`(?m)^\S*recursive/parity\.bp +1 +1 +15 +- +- +- +SAFE$`).MatchString(stdout.String()) {
		t.Errorf("the table is\n%s", &stdout)
	}
}
