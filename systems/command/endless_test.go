// This file tests that no command reads without an end.

package command

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
)

// TestEndlessInput gives each command a file, and a standard input, that does not end: a third of the ways each day.
func TestEndlessInput(t *testing.T) {
	if _, err := os.Stat("/dev/zero"); err != nil {
		t.Skip("there is no /dev/zero")
	}
	dir := t.TempDir()
	program := filepath.Join(dir, "p.bp")
	if err := os.WriteFile(program, []byte("void main() begin skip; end\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"zero.bp", "zero.tts", "zero.csv", "target.prop"} {
		if err := os.Symlink("/dev/zero", filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "target.tts"), []byte("1 1\n0 0 -> 0 0\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for i, args := range []string{
		"check zero.bp", "check zero.tts", "check target.tts", "check -", "check - --as bp", "check - --as tts", "trace zero.bp",
		"validate zero.bp p.bp", "validate p.bp /dev/zero", "validate - p.bp",
		"translate zero.bp", "translate -", "translate zero.bp -o zero.tts",
		"fmt zero.bp", "fmt -", "fmt -d -", "fmt -w zero.bp",
		"bench zero.bp -o runs.csv", "bench . -o runs.csv", "bench zero.csv -o runs.csv", "bench p.bp -o /dev/zero", "bench target.tts -o runs.csv",
		"plot zero.csv -x bws/tts -y bws/jit", "plot /dev/zero -x bws/tts -y bws/jit",
		"mu zero.bp", "mu ef zero.bp", "mu -", "mu --base zero.bp",
	} {
		if !campaign.Due(t, i%3, 3) {
			continue // each is a process
		}
		zero, err := os.Open("/dev/zero")
		if err != nil {
			t.Fatal(err)
		}
		defer zero.Close()
		checkSmall(t, dir, args, zero)
	}
}

// TestLongInput gives commands more text than they read, on some days: it takes 600 MB. Package source tests the limit
// with less text.
func TestLongInput(t *testing.T) {
	if testing.Short() {
		t.Skip("reads as much as is read at most")
	}
	text := blanks(bytes.Repeat([]byte{' '}, 1<<16))
	for i, args := range []string{"check -", "fmt -", "mu -", "validate - none"} {
		if !campaign.Due(t, i, 12) {
			continue // all of them read by the same function
		}
		if code, stderr := call(io.Discard, text, strings.Fields(args)...); code != exitError || !strings.Contains(stderr, "more than 256 MiB of text") {
			t.Errorf("ijit %s: exit code %d\n%s", args, code, stderr)
		}
	}
}

// blanks is an endless text.
type blanks []byte

func (b blanks) Read(p []byte) (int, error) {
	return copy(p, b), nil
}

// checkSmall runs a command that must fail and take little memory.
func checkSmall(t *testing.T, dir, args string, stdin io.Reader) {
	t.Helper()
	cmd := exec.Command("ijit", strings.Fields(args)...)
	cmd.Dir, cmd.Stdin = dir, stdin
	var out strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	code := finish(t, cmd)
	if code != exitError || strings.Contains(out.String(), "internal error") || out.Len() > 3000 {
		t.Errorf("ijit %s: exit code %d\n%.3000s", args, code, &out)
	}
	if peak := peakBytes(cmd.ProcessState); peak > max(200<<20, ownPeakBytes()) {
		t.Errorf("ijit %s: %d bytes of memory", args, peak)
	}
}
