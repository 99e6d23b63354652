// This file tests what is said of ends of tests behind which nothing is asked.

package gocheck

import (
	"os"
	"path/filepath"
	"testing"
)

// TestFails: the goroutine that is left behind if the file is missing is not asked about, and the answer says from where on.
func TestFails(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x_test.go")
	src := `package x

import (
	"os"
	"testing"
)

func read(name string) error {
	done := make(chan error)
	go func() { done <- nil }()
	if _, err := os.ReadFile(name); err != nil {
		return err
	}
	return <-done
}

func TestRead(t *testing.T) {
	if err := read("name"); err != nil {
		t.Fatal(err)
	}
}
`
	if err := os.WriteFile(file, []byte(src), 0o666); err != nil {
		t.Fatal(err)
	}
	r, err := Run(t.Context(), Options{Patterns: []string{file}, Entry: "TestRead"})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Findings) > 0 || len(r.Fails) != 1 || r.Fails[0].Line != 19 || r.Fails[0].Operation != "t.Fatal(err)" {
		t.Errorf("findings %v, nothing is asked behind %v", found(r.Findings), r.Fails)
	}
	if r, err = Run(t.Context(), Options{Patterns: []string{file}, Entry: "read"}); err != nil {
		t.Fatal(err)
	}
	if r.Verdict() != unsafe || len(r.Fails) > 0 {
		t.Errorf("%s without the test, nothing is asked behind %v", r.Verdict(), r.Fails)
	}
}
