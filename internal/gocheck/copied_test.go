// This file tests when a copy of a lock is reported.

package gocheck

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// What a call has made can be copied with its lock, which may never have been used; a variable cannot.
func TestCopyOfLock(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x_test.go")
	src := `package x

import (
	"sync"
	"testing"
)

type inner struct{ mu sync.Mutex }
type outer struct{ inner inner }

func made() *inner { return &inner{} }

func TestMade(t *testing.T) {
	o := &outer{inner: *made()}
	o.inner.mu.Lock()
	o.inner.mu.Unlock()
}

func TestUsed(t *testing.T) {
	var i inner
	i.mu.Lock()
	o := &outer{inner: i} // copied
	o.inner.mu.Lock()
	o.inner.mu.Unlock()
}
`
	if err := os.WriteFile(file, []byte(src), 0o666); err != nil {
		t.Fatal(err)
	}
	r, err := Run(t.Context(), Options{Patterns: []string{file}, Kinds: []string{"lock"}})
	if err != nil {
		t.Fatal(err)
	}
	var wrong, open []string
	for _, f := range r.Findings {
		if f.Verdict == unsafe {
			wrong = append(wrong, f.Entries...)
		} else {
			open = append(open, f.Entries...)
		}
	}
	if !slices.Equal(wrong, []string{"TestUsed"}) || !slices.Contains(open, "TestMade") {
		t.Errorf("wrong in %v, open in %v", wrong, open)
	}
}
