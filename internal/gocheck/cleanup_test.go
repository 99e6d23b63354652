// This file tests how often the functions given to Cleanup are called.

package gocheck

import (
	"os"
	"path/filepath"
	"testing"
)

// What a test gives to Cleanup in a loop is called more than once, what each subtest gives is called once.
func TestCleanupInLoop(t *testing.T) {
	for body, want := range map[string]string{
		`t.Cleanup(func() { mu.Lock() })`:                                                unsafe,
		`t.Run("", func(t *testing.T) { t.Cleanup(func() { mu.Unlock() }); mu.Lock() })`: safe,
		`t.Run("", func(*testing.T) { t.Cleanup(func() { mu.Lock() }) })`:                unsafe,
		`t.Run("", func(t *testing.T) { t.Cleanup(func() { t.Fatal(1) }) }); mu.Lock()`:  unsafe,
	} {
		file := filepath.Join(t.TempDir(), "x_test.go")
		src := `package x
import ("os"; "sync"; "testing")
func more() bool { return os.Getenv("MORE") != "" }
func TestX(t *testing.T) { var mu sync.Mutex; for more() { ` + body + ` } }
`
		if err := os.WriteFile(file, []byte(src), 0o600); err != nil {
			t.Fatal(err)
		}
		r, err := Run(t.Context(), Options{Patterns: []string{file}, Kinds: []string{"deadlock"}})
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Verdict(); got != want {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
	}
}
