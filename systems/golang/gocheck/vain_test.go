// This file tests what is said of goroutines that are woken for ever in vain, and of what lies behind something wrong.

package gocheck

import (
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems/golang/gocheck/ledger"
)

// vain has goroutines that wait for a Cond in a loop.
const vain = `package vain

import (
	"os"
	"sync"
	"testing"
)

type gate struct {
	mu   sync.Mutex
	cond *sync.Cond
	open bool
}

func newGate() *gate {
	g := &gate{}
	g.cond = sync.NewCond(&g.mu)
	return g
}

func (g *gate) pass() {
	g.mu.Lock()
	for !g.open {
		g.cond.Wait() // in vain
	}
	g.mu.Unlock()
}

func (g *gate) nudge() {
	g.mu.Lock()
	g.cond.Broadcast()
	g.mu.Unlock()
}

func (g *gate) set() {
	g.mu.Lock()
	g.open = true
	g.cond.Broadcast()
	g.mu.Unlock()
}

func TestForEver(t *testing.T) {
	g := newGate()
	go func() {
		for {
			g.nudge()
		}
	}()
	g.pass()
}

func TestMany(t *testing.T) {
	g := newGate()
	go func() {
		for {
			g.nudge()
		}
	}()
	for range os.Args {
		go g.pass()
	}
}

func TestEachOther(t *testing.T) {
	g := newGate()
	for range 2 {
		go func() {
			g.mu.Lock()
			for !g.open {
				g.cond.Broadcast()
				g.cond.Wait() // in vain
			}
			g.mu.Unlock()
		}()
	}
}

func (g *gate) nudgeAgain() {
	g.nudge()
	go g.nudgeAgain()
}

func TestAgain(t *testing.T) {
	g := newGate()
	go g.nudgeAgain()
	g.pass()
}

func (g *gate) nudgeByOther() { go g.nudgeByOne() }

func (g *gate) nudgeByOne() {
	g.nudge()
	go g.nudgeByOther()
}

func TestOneAnother(t *testing.T) {
	g := newGate()
	go g.nudgeByOther()
	g.pass()
}

func (g *gate) look() {
	for {
		g.mu.Lock()
		if g.open {
			g.mu.Unlock()
			break
		}
		g.cond.Wait() // in vain
		g.mu.Unlock()
	}
}

func TestUnlocks(t *testing.T) {
	g := newGate()
	go g.nudgeAgain()
	g.look()
}

func TestFineUnlocks(t *testing.T) {
	g := newGate()
	go g.set()
	g.look()
}

func TestFineOnceEach(t *testing.T) {
	g := newGate()
	go func() {
		g.nudge()
		go g.set()
	}()
	g.pass()
}

func TestFineForEver(t *testing.T) {
	g := newGate()
	stop := make(chan int)
	go func() {
		for {
			select {
			case <-stop:
				return
			default:
				g.nudge()
			}
		}
	}()
	go g.set()
	g.pass()
	close(stop)
}

func TestFine(t *testing.T) {
	g := newGate()
	go g.set()
	g.pass()
}
`

// TestVain checks that a Wait that never comes to its end is not proved not to block.
func TestVain(t *testing.T) {
	code := programs(t)
	lines := strings.Split(vain, "\n")
	for i, name := range []string{"TestForEver", "TestMany", "TestEachOther", "TestAgain", "TestOneAnother", "TestUnlocks", "TestFineUnlocks", "TestFineOnceEach", "TestFineForEver", "TestFine"} {
		if !campaign.Due(t, i%2, 2) {
			continue
		}
		r := Check(t.Context(), code, entries(t, code, "vain", name), Options{Kinds: []string{"leak"}, Timeout: time.Minute})
		fine := strings.HasPrefix(name, "TestFine")
		if fine != (r.verdict == ledger.Safe) {
			t.Errorf("%s is %s: %v", name, r.verdict, r.Findings)
		}
		for _, c := range r.Claims {
			if !fine && strings.HasSuffix(lines[c.Line-1], "// in vain") && c.State == ledger.Proved {
				t.Errorf("%s: line %d is proved", name, c.Line)
			}
		}
	}
}

// behind has operations behind others at which everything ends.
const behind = `package behind

import "testing"

func TestSubtests(t *testing.T) {
	c := make(chan int)
	t.Run("a", func(t *testing.T) {
		t.Parallel()
		c <- 1 // behind
	})
	t.Run("b", func(t *testing.T) {
		<-c // blocked
	})
}

func TestAfterPanic(t *testing.T) {
	c := make(chan int)
	close(c)
	close(c)
	<-make(chan int) // behind
}

func TestFine(t *testing.T) {
	c := make(chan int)
	t.Run("a", func(t *testing.T) {
		t.Parallel()
		c <- 1
	})
	t.Run("b", func(t *testing.T) {
		t.Parallel()
		<-c
	})
}
`

// TestBehind checks that of operations which no execution comes to it is not said that they are right, where something goes wrong before.
func TestBehind(t *testing.T) {
	code := programs(t)
	lines := strings.Split(behind, "\n")
	wants := map[string]ledger.Verdict{"TestSubtests": ledger.Unsafe, "TestAfterPanic": ledger.Unsafe, "TestFine": ledger.Safe}
	for _, name := range campaign.Part(t, wants, len(wants)) {
		want := wants[name]
		r := Check(t.Context(), code, entries(t, code, "behind", name), Options{Timeout: time.Minute})
		if r.verdict != want {
			t.Errorf("%s is %s: %v", name, r.verdict, r.Findings)
		}
		for _, c := range r.Claims {
			if strings.HasSuffix(lines[c.Line-1], "// behind") && c.State != ledger.Open {
				t.Errorf("%s: line %d is %s", name, c.Line, c.State)
			}
		}
	}
}
