// This file tests the limit of memory.

package command

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
)

// TestMemoryWhileReading reads a system that does not fit where its edges are put in order,
// twice as many as were read until then.
func TestMemoryWhileReading(t *testing.T) {
	campaign.Turn(t, 0, 3)
	const limit, edges = 32 << 20, 600_000
	text := []byte("30000 700\n")
	for i := range edges {
		text = fmt.Appendf(text, "%d %d -> %d 0\n", i*7919%30000, i*31%700, i%30000)
	}
	file := filepath.Join(t.TempDir(), "x.tts")
	if err := os.WriteFile(file, text, 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("ijit", "check", "--json", "--target", "1|1", "--memory", fmt.Sprint(limit), file)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if cmd.Run(); cmd.ProcessState.ExitCode() != exitUnknown {
		t.Fatalf("exit code %d\n%s", cmd.ProcessState.ExitCode(), &errs)
	}
	var got struct {
		Reason string `json:"reason"`
		Peak   int64  `json:"peak_bytes"`
	}
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if got.Reason != "memory" || got.Peak > limit {
		t.Errorf("%s, %d bytes of %d", got.Reason, got.Peak, limit)
	}
}

// TestMemoryOfQuestions leaves questions about Go code open, and answers all the same.
func TestMemoryOfQuestions(t *testing.T) {
	campaign.Turn(t, 1, 3)
	dir, err := campaign.Folder(map[string]string{"x_test.go": "package x\n\nimport \"testing\"\n\nfunc TestX(t *testing.T) { make(chan int) <- 1 }\n"})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("ijit", "go", "--json", "--no-replay", "--memory", "1MB", filepath.Join(dir, "x_test.go"))
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if cmd.Run(); cmd.ProcessState.ExitCode() != exitUnknown {
		t.Fatalf("exit code %d\n%s", cmd.ProcessState.ExitCode(), &errs)
	}
	var got goDoc
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	for _, f := range got.Findings {
		if f.Reason != "memory" {
			t.Errorf("%s %s: %s", f.Kind, f.Reason, f.Message)
		}
	}
	if len(got.Findings) == 0 {
		t.Error("no question is open")
	}
}

func TestMemTotal(t *testing.T) {
	file := filepath.Join(t.TempDir(), "meminfo")
	for text, want := range map[string]uint64{
		"MemTotal:       2048 kB\nMemFree: 1 kB\n": 2 << 20,
		"MemFree: 1 kB\n":                          0,
		"MemTotal: many kB\n":                      0,
		"MemTotal: 12 pages\n":                     0,
	} {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if got := memTotal(file); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
	if got := memTotal(filepath.Join(t.TempDir(), "absent")); got != 0 {
		t.Errorf("no file: %d", got)
	}
}
