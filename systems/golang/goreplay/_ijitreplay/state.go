// This file defines what is known of each goroutine, and the goroutines' side of the hooks.
// Nothing here may order the program in the eyes of the race detector, or be a race itself:
// hence no maps, no growing slices, and functions that the detector does not look at.

package ijitreplay

import (
	"bytes"
	"runtime"
	"sync/atomic"
	"time"
)

type status uint8

const (
	unborn   status = iota // it has a number; the library may start it some time
	starting               // its go statement was executed
	fresh                  // it has begun and waits to go on
	running                // or blocked
	parked                 // it waits for its turn to do an operation
	woken                  // an operation that blocked is done; it waits to go on
	ended
)

type goroutine struct {
	num     int
	id      uint64 // the runtime's number
	status  status
	site    int  // of the operation that it waits for or does
	last    int  // of the one done last
	doing   bool // an operation
	data    bool // what it waits for is a statement and no operation
	blocked bool // in the last snapshot
	waited  bool // the operation was seen blocked
	wait    int  // the site of the Wait of a Cond that it is in
	since   time.Time
	turn    chan int // the case that a select statement should take
}

type modes uint8

const (
	off modes = iota
	replaying
	random
	free
)

const (
	maxGoroutines = 4096
	shortest      = 2 * time.Millisecond
	longest       = 20 * time.Millisecond
)

var (
	mu         spin
	mode       modes
	goroutines [maxGoroutines]*goroutine
	count      int
	following  int    // of the next goroutine
	mentioned  []bool // by site: the schedule has it, or at random goroutines are held there as long as others can go on
	changed    = make(chan struct{}, 1)
	events     int
	pending    int // timers
	ticking    bool
)

// A spin is a lock for which a goroutine does not look blocked while it waits.
type spin struct{ held atomic.Bool }

func (s *spin) Lock() {
	for !s.held.CompareAndSwap(false, true) {
		runtime.Gosched()
	}
}

func (s *spin) Unlock() { s.held.Store(false) }

//go:norace
func goid() uint64 {
	var buf [40]byte
	n := runtime.Stack(buf[:], false)
	var id uint64
	for _, c := range buf[len("goroutine "):n] {
		if c < '0' || c > '9' {
			break
		}
		id = id*10 + uint64(c-'0')
	}
	return id
}

// bubbled reports whether the caller is in a bubble of testing/synctest.
//
//go:norace
func bubbled() bool {
	var buf [80]byte
	header, _, _ := bytes.Cut(buf[:runtime.Stack(buf[:], false)], []byte("\n"))
	return bytes.Contains(header, []byte("synctest bubble"))
}

// me returns the caller; nil if nobody numbered it.
//
//go:norace
func me() *goroutine {
	id := goid()
	for i := count - 1; i >= 0; i-- {
		if g := goroutines[i]; g.id == id && g.status != ended {
			return g
		}
	}
	return nil
}

//go:norace
func byNumber(n int) *goroutine {
	for i := range count {
		if goroutines[i].num == n {
			return goroutines[i]
		}
	}
	return nil
}

//go:norace
func add(id uint64) *goroutine {
	if count == maxGoroutines {
		return nil
	}
	g := &goroutine{num: following, id: id, site: -1, last: -1, since: time.Now(), turn: make(chan int, 1)}
	following++
	goroutines[count] = g
	count++
	return g
}

//go:norace
func change(g *goroutine) {
	events++
	g.since = time.Now()
	select {
	case changed <- struct{}{}:
	default:
	}
}

// before waits for the caller's turn and returns the case that it should take, -1 for any.
//
//go:norace
func before(site int) int {
	silent()
	k := arrive(site)
	heard()
	return k
}

//go:norace
func arrive(site int) int {
	mu.Lock()
	g := me()
	if mode == off || g == nil {
		mu.Unlock()
		return -1
	}
	g.site = site
	change(g)
	if mode == free {
		start(g)
		mu.Unlock()
		return -1
	}
	g.status, g.data = parked, false
	mu.Unlock()
	return <-g.turn
}

// start is under the lock.
//
//go:norace
func start(g *goroutine) {
	g.status, g.doing, g.waited = running, true, false
	write('b', g.num, g.site, 0)
}

//go:norace
func after(site, k int) {
	silent()
	mu.Lock()
	g := me()
	if mode == off || g == nil {
		mu.Unlock()
		heard()
		return
	}
	write('e', g.num, site, k)
	g.doing, g.last = false, site
	change(g)
	if g.waited && mode != free {
		g.status = woken
		mu.Unlock()
		<-g.turn
	} else {
		mu.Unlock()
	}
	heard()
}

//go:norace
func at(site int) {
	if mode == off || mode == free || mode == replaying && !mentioned[site] || mode == random && !mentioned[site] && draw(4) != 0 {
		return
	}
	silent()
	mu.Lock()
	g := me()
	if mode == free || g == nil {
		mu.Unlock()
		heard()
		return
	}
	g.status, g.site, g.data = parked, site, true
	change(g)
	mu.Unlock()
	<-g.turn
	heard()
}

// fork numbers a goroutine that starts for sure, or perhaps.
//
//go:norace
func fork(s status) int {
	silent()
	defer heard()
	mu.Lock()
	defer mu.Unlock()
	parent := me()
	if mode == off || parent == nil {
		return -1
	}
	g := add(0)
	if g == nil {
		return -1
	}
	g.status = s
	write('g', g.num, parent.num, parent.site)
	return g.num
}

// born says whether the goroutine of a fork was started.
//
//go:norace
func born(n int, did bool) {
	silent()
	mu.Lock()
	switch g := byNumber(n); {
	case g == nil || g.status != unborn:
	case did:
		g.status = starting
	default:
		g.status = ended
		write('x', n, 0, 0)
	}
	mu.Unlock()
	heard()
}

//go:norace
func begin(n int) {
	silent()
	mu.Lock()
	g := byNumber(n)
	if g == nil {
		mu.Unlock()
		heard()
		return
	}
	g.id = goid()
	write('s', n, int(g.id), 0)
	change(g)
	if mode == free {
		g.status = running
		mu.Unlock()
	} else {
		g.status = fresh
		mu.Unlock()
		<-g.turn
	}
	heard()
}

// end is deferred. A goroutine that panics has not ended: it is about to end the process.
//
//go:norace
func end(n int) {
	if panicking() {
		return
	}
	silent()
	mu.Lock()
	if g := byNumber(n); g != nil {
		g.status = ended
		write('x', n, 0, 0)
		change(g)
	}
	mu.Unlock()
	heard()
}

// panicking reports whether the deferred function that calls it was called by a panic.
//
//go:norace
func panicking() bool {
	var callers [8]uintptr
	frames := runtime.CallersFrames(callers[:runtime.Callers(1, callers[:])])
	for {
		f, more := frames.Next()
		if f.Function == "runtime.gopanic" {
			return true
		}
		if !more {
			return false
		}
	}
}

//go:norace
func number() int {
	silent()
	defer heard()
	mu.Lock()
	defer mu.Unlock()
	if g := me(); g != nil {
		return g.num
	}
	return -1
}

// adopt makes the caller the goroutine n, and returns which one that was.
//
//go:norace
func adopt(n int) uint64 {
	silent()
	defer heard()
	mu.Lock()
	defer mu.Unlock()
	g := byNumber(n)
	if g == nil {
		return 0
	}
	old := g.id
	g.id = goid()
	return old
}

//go:norace
func restore(n int, old uint64) {
	silent()
	mu.Lock()
	if g := byNumber(n); g != nil {
		g.id = old
	}
	mu.Unlock()
	heard()
}

// inWait says that the caller waits for a Cond, at a site, or no more, with 0. It returns the site
// of the operation that it is in.
//
//go:norace
func inWait(site int) int {
	silent()
	defer heard()
	mu.Lock()
	defer mu.Unlock()
	g := me()
	if g == nil {
		return 0
	}
	g.wait = site
	return g.site
}

// relocks returns the site where the caller waits for a Cond, if it does.
//
//go:norace
func relocks() int {
	silent()
	defer heard()
	mu.Lock()
	defer mu.Unlock()
	if g := me(); g != nil {
		return g.wait
	}
	return 0
}

// timed is called before a timer is made. Until a timer of ours that is due later has fired, that one
// may be due: on a busy machine, too.
//
//go:norace
func timed(d time.Duration) {
	silent()
	mu.Lock()
	pending++
	mu.Unlock()
	heard()
	time.AfterFunc(d+time.Millisecond, fired)
}

//go:norace
func fired() {
	silent()
	mu.Lock()
	pending--
	mu.Unlock()
	heard()
}

// ScaleTick is Scale for what fires again and again.
//
//go:norace
func ScaleTick(d time.Duration) time.Duration {
	if bubbled() {
		return d
	}
	silent()
	mu.Lock()
	ticking = true
	mu.Unlock()
	heard()
	return Scale(d)
}
