// This file tests what is proved of read locks that somebody gives back too often.

package gocheck

import (
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/systems/golang/gocheck/ledger"
)

// readers has goroutines that give back read locks of others. What a comment is at may fail.
const readers = `package readers

import (
	"os"
	"sync"
	"testing"
)

func TestTwice(t *testing.T) {
	var mu sync.RWMutex
	for range os.Args {
		go func() {
			mu.RLock()
			mu.RLock()
			mu.RUnlock() // may fail
			mu.RUnlock() // may fail
			mu.RUnlock() // may fail
		}()
	}
}

func TestHanded(t *testing.T) {
	var mu sync.RWMutex
	for range os.Args {
		mu.RLock()
		go func() {
			mu.RUnlock() // may fail
			mu.RUnlock() // may fail
		}()
	}
}

func TestWriter(t *testing.T) {
	var mu sync.RWMutex
	mu.RLock()
	go func() {
		mu.RLock()
		mu.Lock() // may wait
		mu.Unlock() // may fail
		mu.RUnlock() // may fail
	}()
	mu.Unlock() // may fail
}

func TestReader(t *testing.T) {
	var mu sync.RWMutex
	start := make(chan int)
	go func() {
		<-start
		mu.RLock() // may wait
	}()
	mu.Lock()
	close(start)
	mu.RUnlock() // may fail
}
`

// TestReaders checks that of no operation that may fail with any number of goroutines it is proved that it does not: somebody else
// may have given back its lock. What fails is not noticed where somebody waits, who waits for ever then.
func TestReaders(t *testing.T) {
	code := programs(t)
	lines := strings.Split(readers, "\n")
	for _, name := range []string{"TestTwice", "TestHanded", "TestWriter", "TestReader"} {
		r := Check(t.Context(), code, entries(t, code, "readers", name), Options{Kinds: []string{"leak", "lock"}, Timeout: time.Minute})
		claims := 0
		for _, c := range r.Claims {
			if c.Kind == ledger.Lock && strings.HasSuffix(lines[c.Line-1], "// may fail") || c.Kind == ledger.Blocked && strings.HasSuffix(lines[c.Line-1], "// may wait") {
				claims++
				if c.State == ledger.Proved {
					t.Errorf("%s: line %d is proved", name, c.Line)
				}
			}
		}
		if claims == 0 {
			t.Errorf("%s: no claims", name)
		}
	}
}
