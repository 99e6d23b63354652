package main

import (
	"os"
	"path/filepath"
	"testing"
)

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
