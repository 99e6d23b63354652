// This file tests that loops around atomic operations order what they guard.

package gocheck

import (
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems/golang/gocheck/ledger"
)

// spinning has locks made of atomic operations.
const spinning = `package spinning

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
)

func both(f func()) {
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(f)
	}
	wg.Wait()
}

func TestFineSwap(t *testing.T) {
	var held uint32
	n := 0
	both(func() {
		for !atomic.CompareAndSwapUint32(&held, 0, 1) {
			runtime.Gosched()
		}
		n++
		atomic.StoreUint32(&held, 0)
	})
}

type spin struct{ held atomic.Bool }

func (s *spin) Lock() {
	for !s.held.CompareAndSwap(false, true) {
	}
}

func (s *spin) Unlock() { s.held.Store(false) }

func TestFineLocker(t *testing.T) {
	var s spin
	n := 0
	both(func() {
		s.Lock()
		defer s.Unlock()
		n++
	})
}

func TestFinePointer(t *testing.T) {
	var owner atomic.Pointer[int]
	n := 0
	both(func() {
		for !owner.CompareAndSwap(nil, new(int)) {
		}
		n++
		owner.Store(nil)
	})
}

func TestWrongWay(t *testing.T) {
	var held atomic.Bool
	n := 0
	both(func() {
		for held.CompareAndSwap(false, true) { // it goes on where the lock is held
		}
		n++
		held.Store(false)
	})
}

func TestNoLoop(t *testing.T) {
	var held atomic.Bool
	n := 0
	both(func() {
		held.CompareAndSwap(false, true)
		n++
		held.Store(false)
	})
}
`

func TestSpinLocks(t *testing.T) {
	code := programs(t)
	for i, name := range []string{"TestFineSwap", "TestFineLocker", "TestFinePointer", "TestWrongWay", "TestNoLoop"} {
		if !campaign.Due(t, i%2, 2) {
			continue
		}
		want := ledger.Unsafe
		if strings.HasPrefix(name, "TestFine") {
			want = ledger.Safe
		}
		r := Check(t.Context(), code, entries(t, code, "spinning", name), Options{Timeout: time.Minute})
		if r.verdict != want {
			t.Errorf("%s is %s: %v", name, r.verdict, r.Findings)
		}
	}
}
