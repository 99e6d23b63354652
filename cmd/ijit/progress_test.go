// This file tests the progress report.

package main

import (
	"bytes"
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/ijit"
)

// TestProgressTerminal checks that on a terminal one line is rewritten, and is gone
// in the end.
func TestProgressTerminal(t *testing.T) {
	var stdout, stderr bytes.Buffer
	sh := &shell{ctx: context.Background(), stdout: &stdout, stderr: &stderr, terminal: true}
	begin := time.Now()
	if code := sh.main([]string{"check", "--threads", "1", "--timeout", "700ms", large(t)}); code != exitUnknown {
		t.Fatalf("exit code %d, want %d\n%s", code, exitUnknown, &stderr)
	}
	out := stderr.String()
	lines := strings.Split(out, "\r")
	if n, took := len(lines)-2, time.Since(begin); n < 1 || n > 1+int(took/(500*time.Millisecond)) {
		t.Fatalf("%d reports in %s, want two a second: %q", n, took, out)
	}
	if !regexp.MustCompile(`^explore  +\d+s  depth \d+  [\d.]+[kM]? states  [\d.]+[kM]?/s  [\d.]+ [KMG]iB\x1b\[K$`).MatchString(lines[1]) {
		t.Errorf("the first report is %q", lines[1])
	}
	if strings.Contains(out, "\n") || !strings.HasSuffix(out, "\r\x1b[K") {
		t.Errorf("the line is not gone in the end: %q", out)
	}
	if strings.Contains(stdout.String(), "\x1b") {
		t.Errorf("progress is in the answer: %q", &stdout)
	}
}

// TestProgressFile checks that elsewhere a run that short reports nothing.
func TestProgressFile(t *testing.T) {
	var stdout, stderr bytes.Buffer
	sh := &shell{ctx: context.Background(), stdout: &stdout, stderr: &stderr}
	if code := sh.main([]string{"check", "--threads", "1", "--timeout", "600ms", large(t)}); code != exitUnknown || stderr.Len() > 0 {
		t.Errorf("exit code %d, want %d; standard error is %q", code, exitUnknown, &stderr)
	}
}

func TestProgressLine(t *testing.T) {
	begin := time.Now()
	p := &progress{begin: begin, lastTime: begin.Add(58 * time.Second), lastStates: 1_000_000}
	p.now = ijit.Progress{Phase: "explore", Depth: 12, States: 3_000_000, Memory: 300 << 20}
	const want = "explore       1m0s  depth 12  3.00M states  1.00M/s  300.0 MiB"
	if got := p.line(begin.Add(time.Minute)); got != want {
		t.Errorf("the line is %q, want %q", got, want)
	}
}
