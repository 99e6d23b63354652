// This file defines the limits of a run: time, memory and cancellation as values.

package algorithms

import (
	"context"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"github.com/ijit/ijit/internal/verdict"
)

// A Meter watches the limits of a run. Once one is exceeded it stays so: every
// loop that asks Stop ends, and Reason says why. A Meter is for one goroutine.
type Meter struct {
	ctx    context.Context
	memory uint64
	reason Reason
	peak   uint64
	next   time.Time // when to look at the memory again
	sample []metrics.Sample
	tick   func()
}

// NewMeter makes a meter. The deadline of ctx is the limit of time, memory that of
// bytes in use by the process (0 for none), and tick, if not nil, is called now and
// then from within the run.
func NewMeter(ctx context.Context, memory uint64, tick func()) *Meter {
	return &Meter{
		ctx:    ctx,
		memory: memory,
		tick:   tick,
		sample: []metrics.Sample{
			{Name: "/memory/classes/total:bytes"},
			{Name: "/memory/classes/heap/released:bytes"},
		},
	}
}

// Beside returns a meter with the same limits and without tick, for a search by turns with
// the one that m watches: what stops one of them need not stop the other.
func (m *Meter) Beside() *Meter { return NewMeter(m.ctx, m.memory, nil) }

// Stop reports whether the run must end.
func (m *Meter) Stop() bool {
	if m.reason != NoReason {
		return true
	}
	if err := m.ctx.Err(); err != nil {
		m.reason = verdict.ReasonOf(err)
		return true
	}
	if now := time.Now(); now.After(m.next) {
		m.next = now.Add(5 * time.Millisecond)
		if used := m.Used(); m.memory > 0 && used > m.memory {
			m.reason = Memory
			return true
		}
		if m.tick != nil {
			m.tick()
		}
	}
	return false
}

// Room reports whether the process can take so many bytes more. If not, the run must end.
func (m *Meter) Room(bytes uint64) bool {
	if m.Stop() {
		return false
	}
	if m.memory > 0 && m.Used()+bytes > m.memory {
		debug.FreeOSMemory() // what is no longer used counts as used until then
		if m.Used()+bytes > m.memory {
			m.reason = Memory
			return false
		}
	}
	return true
}

// Fail stops the run for the given reason.
func (m *Meter) Fail(r Reason) {
	if m.reason == NoReason {
		m.reason = r
	}
}

// Reason returns why the run was stopped, NoReason if it was not.
func (m *Meter) Reason() Reason { return m.reason }

// Used returns the bytes of memory that the process holds now.
func (m *Meter) Used() uint64 {
	metrics.Read(m.sample)
	used := m.sample[0].Value.Uint64() - m.sample[1].Value.Uint64()
	m.peak = max(m.peak, used)
	return used
}

// Peak returns the most bytes that were seen in use.
func (m *Meter) Peak() uint64 {
	m.Used()
	return m.peak
}
