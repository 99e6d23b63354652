// This file tests the progress report.

package command

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/systems"
)

// TestProgressTerminal checks that on a terminal one line is rewritten, and is gone
// in the end.
func TestProgressTerminal(t *testing.T) {
	var stdout bytes.Buffer
	ctx, cancel := context.WithCancel(t.Context())
	stderr := &waiting{text: regexp.MustCompile(`explore`), found: cancel}
	sh := &shell{ctx: ctx, stdout: &stdout, stderr: stderr, terminal: true}
	begin := time.Now()
	if code := sh.main([]string{"check", "--threads", "1", "--timeout", "1m", large(t)}); code != exitUnknown {
		t.Fatalf("exit code %d, want %d\n%s", code, exitUnknown, &stderr.Buffer)
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

// TestProgressFile checks that elsewhere a run that short reports nothing. It waits for its input.
func TestProgressFile(t *testing.T) {
	var stdout, stderr bytes.Buffer
	in, _ := io.Pipe()
	defer in.Close()
	sh := &shell{ctx: context.Background(), stdin: in, stdout: &stdout, stderr: &stderr}
	if code := sh.main([]string{"check", "--threads", "1", "--timeout", "600ms", "-"}); code != exitUnknown || stderr.Len() > 0 {
		t.Errorf("exit code %d, want %d; standard error is %q", code, exitUnknown, &stderr)
	}
}

// TestProgressBounds checks that an algorithm for circuits reports bounds, and what it counts
// instead of states.
func TestProgressBounds(t *testing.T) {
	path := filepath.Join(t.TempDir(), "counter.smv")
	const model = "MODULE main VAR x : 0..1000000; ASSIGN init(x) := 0; next(x) := x < 1000000 ? x + 1 : x; INVARSPEC x < 1000000"
	if err := os.WriteFile(path, []byte(model), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	stderr := &waiting{text: regexp.MustCompile(`\rexplore  +\d+s  bound \d+  [\d.]+[kM]? variables  [\d.]+ [KMG]iB\x1b\[K`), found: cancel}
	sh := &shell{ctx: ctx, stdout: io.Discard, stderr: stderr, terminal: true}
	if code := sh.main([]string{"check", "--algorithm", "bmc", "--timeout", "1m", path}); code != exitUnknown || ctx.Err() == nil {
		t.Errorf("exit code %d, want %d; standard error is %q", code, exitUnknown, &stderr.Buffer)
	}
}

// A waiting is a buffer that says when a text is in it.
type waiting struct {
	bytes.Buffer
	text  *regexp.Regexp
	found func()
}

func (w *waiting) Write(p []byte) (int, error) {
	n, err := w.Buffer.Write(p)
	if w.text.Match(w.Bytes()) {
		w.found()
	}
	return n, err
}

func TestProgressLine(t *testing.T) {
	begin := time.Now()
	for _, test := range []struct {
		now  systems.Progress
		want string
	}{
		{systems.Progress{Phase: "explore", Depth: 12, States: 3_000_000, Memory: 300 << 20}, "explore       1m0s  depth 12  3.00M states  1.00M/s  300.0 MiB"},
		{systems.Progress{Phase: "explore", Depth: 12, States: 30_000, Counted: "variable"}, "explore       1m0s  bound 12  30.0k variables"},
		{systems.Progress{Phase: "explore", States: 7, Counted: "clause"}, "explore       1m0s  bound 0  7 clauses"},
		{systems.Progress{Phase: "read"}, "read          1m0s"},
	} {
		p := &progress{begin: begin, lastTime: begin.Add(58 * time.Second), lastStates: 1_000_000, now: test.now}
		if got := p.line(begin.Add(time.Minute)); got != test.want {
			t.Errorf("the line is %q, want %q", got, test.want)
		}
	}
}
