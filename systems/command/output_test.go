// This file tests that no output is lost unseen.

package command

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
)

// TestFullOutput checks that every command says that its output could not be written.
func TestFullOutput(t *testing.T) {
	campaign.Turn(t, 2, 3)
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("there is no /dev/full, which takes nothing")
	}
	dir := t.TempDir()
	program := filepath.Join(dir, "p.bp")
	if err := os.WriteFile(program, []byte("decl x := 0;\nvoid main() begin\n  l: assert(!x);\nend\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	certificate, log := filepath.Join(dir, "p.json"), filepath.Join(dir, "p.csv")
	for _, args := range [][]string{
		{"check", program, "--certificate", certificate},
		{"bench", program, "-o", log, "--algorithms", "bws", "--via", "tts,jit"},
	} {
		if out, err := exec.Command("ijit", args...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	for _, args := range []string{
		"check P", "check P --json", "check P --stats --all", "check P --label l --trace table", "check none.bp --json",
		"check P --timeout 1ns", "check P --algorithm akm --print-cover",
		"trace P --label l", "trace P --label l --format json",
		"validate P P.json", "validate P P.json --json",
		"translate P", "fmt P", "fmt -d P", "fmt --check P",
		"bench P -o P.csv --algorithms bws", "bench P --table",
		"plot P.csv -x bws/tts -y bws/jit", "plot P.csv -x bws/tts -y bws/jit -o -",
		"mu --list", "mu --print ef", "mu ef P", "mu --base P",
		"algorithms", "algorithms --json", "help", "help check", "check --help", "version",
	} {
		full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer full.Close()
		words := strings.Fields(strings.NewReplacer("P.json", certificate, "P.csv", log, "P", program).Replace(args))
		var code int
		var stderr string
		if words[0] == "bench" { // starts others of its name
			cmd := exec.Command("ijit", words...)
			var errs strings.Builder
			cmd.Stdout, cmd.Stderr = full, &errs
			cmd.Run()
			code, stderr = cmd.ProcessState.ExitCode(), errs.String()
		} else {
			code, stderr = call(full, strings.NewReader(""), words...)
		}
		if code != exitError || strings.Count(stderr, "no space left on device") != 1 {
			t.Errorf("ijit %s: exit code %d, and on standard error\n%s", args, code, stderr)
		}
	}
	// Files are no different. The answer goes to standard output.
	for _, args := range []string{"check P --certificate /dev/full", "check P --label l --trace table=/dev/full",
		"translate P -o /dev/full", "plot P.csv -x bws/tts -y bws/jit -o /dev/full"} {
		args = strings.NewReplacer("P.csv", log, "P", program).Replace(args)
		if code, stderr := call(io.Discard, strings.NewReader(""), strings.Fields(args)...); code != exitError || !strings.Contains(stderr, "no space left on device") {
			t.Errorf("ijit %s: exit code %d\n%s", args, code, stderr)
		}
	}
}
