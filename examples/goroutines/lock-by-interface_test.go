//go:build ignore

// A counter with a reporter: Flush holds the lock and calls the reporter, which asks the counter for
// its value through an interface.
package goroutines

import (
	"strconv"
	"sync"
	"testing"
)

type valuer interface{ Value() int }

type reporter interface{ Report(name string, v valuer) }

type textReporter struct{ lines []string }

func (r *textReporter) Report(name string, v valuer) {
	r.lines = append(r.lines, name+"="+strconv.Itoa(v.Value()))
}

type discard struct{}

func (discard) Report(string, valuer) {}

type gauge struct {
	sync.RWMutex
	value int
	out   reporter
}

func (g *gauge) Value() int {
	g.RLock() // want: deadlock
	defer g.RUnlock()
	return g.value
}

func (g *gauge) Set(v int) {
	g.Lock()
	defer g.Unlock()
	g.value = v
}

func (g *gauge) Flush() {
	g.Lock()
	defer g.Unlock()
	g.out.Report("queue", g)
	g.value = 0
}

func TestGauge(t *testing.T) {
	for _, out := range []reporter{discard{}, &textReporter{}} {
		g := &gauge{out: out}
		g.Set(3)
		g.Flush()
	}
}
