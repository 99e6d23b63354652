// This file defines how tests read programs that they write.

package golang_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/ijit/ijit/parser/golang"
	"github.com/ijit/ijit/parser/golang/skeleton"
)

// load reads a program.
func load(t *testing.T, text string) *golang.Code {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.go"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	c, err := golang.Load(context.Background(), dir, "a.go")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// only returns the only entry of a name.
func only(t *testing.T, c *golang.Code, name string) *golang.Entry {
	t.Helper()
	entries, err := c.Entries(name)
	if err != nil || len(entries) != 1 {
		t.Fatal(entries, err)
	}
	return entries[0]
}

// anyNumber returns the skeleton of an entry for any number of goroutines.
func anyNumber(t *testing.T, c *golang.Code, name string) *skeleton.Program {
	t.Helper()
	p, err := c.Skeleton(context.Background(), only(t, c, name), golang.Options{AnyNumber: true})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return p
}
