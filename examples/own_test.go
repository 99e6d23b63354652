// This file tests that a reader and an engine in a module of its own take part in the command.

package examples_test

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
)

// TestOwn asks for the engine by its name, and as one of several in a measurement; and has a file read in the format.
func TestOwn(t *testing.T) {
	campaign.Turn(t, 0, 7) // .ci/run builds the module each time
	dir := t.TempDir()
	command := filepath.Join(dir, "mine")
	if out, err := exec.Command("go", "build", "-C", "own", "-ldflags=-s -w", "-o", command, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	run := func(args ...string) string {
		var out bytes.Buffer
		c := exec.Command(command, args...)
		c.Stdout, c.Stderr = &out, &out
		_ = c.Run() // an exit code other than 0 is an answer
		return out.String()
	}
	why := filepath.Join(dir, "why.json")
	for _, test := range []struct {
		want string
		args []string
	}{
		{"UNSAFE  once-broken.bp:27:3 assert", []string{"check", "--algorithm", "dfs", "once-broken.bp"}},
		{"*** FAILS ***", []string{"trace", "--algorithm", "dfs", "once-broken.bp"}},
		{"SAFE  for any number of threads  depth 4  dfs/jit", []string{"check", "--algorithm", "dfs", "--certificate", why, "peterson.bp"}},
		{"VALID  SAFE for any number of threads  peterson.bp  dfs", []string{"validate", "peterson.bp", why}},
		{"0 wrong, 0 contradictory, 0 errors", []string{"bench", "--algorithms", "dfs,bfs", "--threads", "2", "--timeout", "5s", "-o", filepath.Join(dir, "runs.csv"), "peterson.bp"}},
		{"dfs stops at the first error", []string{"check", "--algorithm", "dfs", "--all", "peterson.bp"}},
		{"dfs/jit", []string{"check", "--algorithm", "dfs", "--deadlock", "peterson.bp"}},
		{"dfs does not run recursive procedures", []string{"check", "--algorithm", "dfs", "recursive/swap.bp"}},
		{"depth-first search", []string{"algorithms"}},
		{"SAFE  for any number of threads  auto:bws/tts", []string{"check", "--initial", "many", "--certificate", why, "own/lock.rules"}},
		{"VALID  SAFE for any number of threads  own/lock.rules target 1|1*2", []string{"validate", "own/lock.rules", why}},
		{"dfs/tts", []string{"check", "--algorithm", "dfs", "--threads", "3", "--initial", "many", "own/lock.rules"}},
	} {
		if out := run(test.args...); !strings.Contains(out, test.want) {
			t.Errorf("%v: %s, want %s", test.args, out, test.want)
		}
	}
}
