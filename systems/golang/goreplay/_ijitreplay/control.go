// This file defines the controller: one goroutine that gives the others their turns.

package ijitreplay

import (
	"bytes"
	"runtime"
	"slices"
	"time"
)

var (
	dump     []byte
	used     int  // of the dump
	external bool // in the last snapshot a goroutine slept or waited for the world outside
)

// patience is how long to wait for a program that may never come to rest: one with a ticker, or that
// waits for the world outside; and how long until leaked goroutines are looked for.
const patience = time.Second

//go:norace
func control(name string) {
	silent()
	end := time.Now().Add(limit)
	if mode == replaying {
		replay(end)
	} else {
		turns(end)
	}
	quiet, final := wind(end)
	finish(name, quiet, final)
}

// yielding is how long to wait without sleep, which takes a millisecond on some systems.
const yielding = 200 * time.Microsecond

// settle waits until every goroutine is parked, blocked or has ended, and lets those go on
// that need no turn, one at a time. It reports whether it came to that.
//
//go:norace
func settle(auto bool, end time.Time) bool {
	for pause := 50 * time.Microsecond; ; pause = min(2*pause, 2*time.Millisecond) {
		mu.Lock()
		busy, next := false, (*goroutine)(nil)
		for i := range count {
			switch g := goroutines[i]; g.status {
			case starting, running:
				busy = busy || !g.blocked
			case fresh, woken:
				if next == nil {
					next = g
				}
			}
		}
		if !busy && (next == nil || !auto) {
			mu.Unlock()
			return true
		}
		if !busy {
			resume(next, -1)
		}
		mu.Unlock()
		if sleep(pause) {
			continue
		}
		snapshot()
		if time.Now().After(end) {
			return false
		}
	}
}

// sleep waits for an event; it reports whether there was one. It has no timer with a channel: the
// race detector would see a race for that, since it sees no order here.
//
//go:norace
func sleep(d time.Duration) bool {
	for began := time.Now(); ; {
		select {
		case <-changed:
			return true
		default:
		}
		switch since := time.Since(began); {
		case since > d:
			return false
		case since < yielding:
			runtime.Gosched()
		default:
			time.Sleep(min(d, 50*time.Microsecond))
		}
	}
}

// resume is under the lock.
//
//go:norace
func resume(g *goroutine, k int) {
	for i := range count {
		goroutines[i].blocked = false // what g does may wake it
	}
	switch {
	case g.status == parked && !g.data:
		start(g)
	case g.status == parked:
		g.last = g.site
	}
	g.status, g.waited = running, false
	g.turn <- k
}

// snapshot looks which goroutines are blocked. If none runs, none can wake another, but for
// timers.
//
//go:norace
func snapshot() bool {
	mu.Lock()
	defer mu.Unlock()
	used = runtime.Stack(dump, true)
	text := dump[:used]
	idle := true
	external = false
	for first := true; len(text) > 0; first = false {
		one := text
		if i := bytes.Index(text, []byte("\n\n")); i >= 0 {
			one, text = text[:i], text[i+2:]
		} else {
			text = nil
		}
		if first { // the controller
			continue
		}
		id, state := parse(one)
		g := (*goroutine)(nil)
		for i := range count {
			if goroutines[i].id == id && goroutines[i].status != ended {
				g = goroutines[i]
			}
		}
		blocked := isBlocked(state)
		if bytes.HasPrefix(state, []byte("sleep")) || bytes.HasPrefix(state, []byte("IO wait")) || bytes.HasPrefix(state, []byte("syscall")) {
			external = external || !bytes.Contains(one, []byte("signal_recv"))
		}
		idle = idle && blocked
		if g == nil || g.status != running {
			continue
		}
		if bytes.HasPrefix(state, []byte("syscall")) { // others may wait for signals there
			blocked, idle = false, false
		}
		if g.blocked = blocked; blocked && g.doing && !g.waited {
			g.waited = true
			write('w', g.num, g.site, 0)
		}
	}
	if !idle {
		for i := range count {
			goroutines[i].blocked = false
		}
	}
	return idle
}

//go:norace
func parse(one []byte) (id uint64, state []byte) {
	header, _, _ := bytes.Cut(one, []byte("\n"))
	header = bytes.TrimPrefix(header, []byte("goroutine "))
	for len(header) > 0 && header[0] >= '0' && header[0] <= '9' {
		id = id*10 + uint64(header[0]-'0')
		header = header[1:]
	}
	if i := bytes.IndexByte(header, '['); i >= 0 {
		state = header[i+1:]
	}
	return id, state
}

//go:norace
func isBlocked(state []byte) bool {
	for _, s := range [...]string{"runnable", "running", "preempted", "copystack", "waiting", "GC assist", "idle"} {
		if bytes.HasPrefix(state, []byte(s)) {
			return false
		}
	}
	return true
}

// timers waits as long as a timer may fire; it reports whether anything happened.
//
//go:norace
func timers(end time.Time) bool {
	quiet := 5 * time.Millisecond
	if ticking {
		quiet += 3 * longest
	}
	for began := time.Now(); pendingTimer() || time.Since(began) < quiet; {
		if time.Now().After(end) {
			return false
		}
		if sleep(time.Millisecond) {
			return true
		}
	}
	return !snapshot()
}

// replay takes the steps of the schedule in their order.
//
//go:norace
func replay(end time.Time) {
	for i := range steps {
		if at, ok := take(i, end); !ok {
			write('d', steps[i].index, steps[i].g, at)
			return
		}
	}
	settle(true, end)
}

// take takes step i. If that is impossible it returns the site where the goroutine is
// instead, -1 if it is nowhere, -2 if nobody has its number.
//
//go:norace
func take(i int, end time.Time) (int, bool) {
	s := &steps[i]
	for {
		if !settle(true, end) {
			return -1, false
		}
		mu.Lock()
		g := byNumber(s.g)
		switch {
		case g == nil || g.status == ended:
			if g != nil {
				mu.Unlock()
				return -1, slices.Contains(s.sites, g.last) // the end of the operation before
			}
		case g.status == parked && slices.Contains(s.sites, g.site):
			resume(g, s.k)
			mu.Unlock()
			settle(true, end)
			for s.timer && g.doing && pendingTimer() {
				timers(end)
				settle(true, end)
			}
			return 0, true
		case g.status == parked && slices.Contains(s.sites, g.last):
			mu.Unlock()
			return 0, true
		case g.status == parked && needed(i, g, false):
			mu.Unlock()
			return g.site, false
		case g.status == parked: // the schedule leaves this operation out
			resume(g, -1)
			mu.Unlock()
			continue
		case g.doing && slices.Contains(s.sites, g.site) && (!s.timer || !pendingTimer()):
			mu.Unlock()
			return 0, true // it blocks; it is done when it can be
		}
		moved := others(i)
		mu.Unlock()
		if !moved && !timers(end) {
			mu.Lock()
			defer mu.Unlock()
			switch {
			case g == nil:
				return -2, false
			case g.status != ended:
				return g.site, false
			}
			return -1, false
		}
	}
}

//go:norace
func pendingTimer() bool {
	mu.Lock()
	defer mu.Unlock()
	return pending > 0
}

// needed reports whether a step from i on is what g is about to do, for sure or perhaps.
//
//go:norace
func needed(i int, g *goroutine, perhaps bool) bool {
	for _, s := range steps[i:] {
		if s.g == g.num && (perhaps || !s.more) && slices.Contains(s.sites, g.site) {
			return true
		}
	}
	return false
}

// others lets one of the other goroutines do what the schedule leaves out.
//
//go:norace
func others(i int) bool {
	for j := range count {
		if g := goroutines[j]; g.status == parked && !needed(i, g, true) {
			resume(g, -1)
			return true
		}
	}
	return false
}

// turns gives turns at random, until nobody can take one.
//
//go:norace
func turns(end time.Time) {
	stay := draw(3) * 4 // of ten turns, so many more go to who had the last
	var last *goroutine
	began := time.Now()
	for range 5000 {
		if !settle(false, end) || (ticking || profile != "") && time.Since(began) > patience {
			return
		}
		mu.Lock()
		n, g, held := 0, (*goroutine)(nil), true
		for i := range count {
			next := goroutines[i]
			if s := next.status; s != parked && s != fresh && s != woken {
				continue
			}
			if hold := next.status == parked && mentioned[next.site]; hold != held {
				if hold {
					continue
				}
				n, held = 0, false
			}
			if n++; draw(n) == 0 {
				g = next
			}
			if next == last && !held && draw(10) < stay {
				g = last
				break
			}
		}
		if g != nil {
			resume(g, -1)
			last = g
		}
		mu.Unlock()
		if g == nil && !timers(end) {
			return
		}
	}
}

// wind lets all run until they are blocked or have ended. It returns 1 if it came to that, and
// where they are then. If it does not come to that, the profile says which goroutines are leaked.
//
//go:norace
func wind(end time.Time) (quiet int, final []byte) {
	mu.Lock()
	write('r', 0, 0, 0)
	mode = free
	for i := range count {
		if s := goroutines[i].status; s == parked || s == fresh || s == woken {
			resume(goroutines[i], -1)
		}
	}
	mu.Unlock()
	began := time.Now()
	found, taken := 0, false
	for time.Now().Before(end) && !((ticking || external) && time.Since(began) > patience) {
		mu.Lock()
		n, full := events, count == maxGoroutines
		mu.Unlock()
		if profile != "" && !taken && (full || time.Since(began) > patience) {
			if found, taken = leaks(), true; found > 0 {
				break
			}
		}
		sleep(time.Millisecond)
		if !snapshot() || timers(end) {
			continue
		}
		idle := snapshot()
		mu.Lock()
		same := n == events && !external
		mu.Unlock()
		if idle && same {
			return 1, dump[:used]
		}
	}
	if profile != "" {
		if found == 0 {
			found = leaks()
		}
		mu.Lock()
		write('l', found, 0, 0)
		mu.Unlock()
	}
	return 0, dump[:runtime.Stack(dump, true)]
}
