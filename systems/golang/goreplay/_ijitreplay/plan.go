// This file defines how a run begins and ends: the plan that it reads, the log that it writes.

package ijitreplay

import (
	"bytes"
	"os"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"time"
)

type step struct {
	index int // in the schedule
	g     int
	k     int  // the case of a select statement, or -1
	timer bool // the operation may wait for a timer
	more  bool // the code may execute it where the schedule does not have it: it accesses other memory then
	sites []int
}

var (
	steps []step
	seed  uint64
	limit time.Duration
	out   *os.File
	tells bool // package testing when the test has ended
)

// Variable is the environment variable that names the plan; without it, an instrumented
// program does what it did before.
const Variable = "IJIT_REPLAY"

// EnterTest is the first statement of a test that is the entry.
func EnterTest(t interface{ Cleanup(func()) }) {
	if enter() {
		t.Cleanup(func() { leave(t) })
	}
}

// Enter is the first statement of main, Leave its first deferred call.
func Enter() { enter() }
func Leave() {
	silent()
	mu.Lock()
	if mode != off {
		write('q', 0, 0, 0)
	}
	mu.Unlock()
	heard()
}

func enter() bool {
	name := os.Getenv(Variable)
	if name == "" || mode != off {
		return false
	}
	if err := os.Unsetenv(Variable); err != nil { // what the program runs is not controlled
		panic(err)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		panic(err)
	}
	for line := range strings.Lines(string(text)) {
		f := strings.Fields(line)
		number := func(i int) int {
			n, err := strconv.Atoi(f[i])
			if err != nil {
				panic(err)
			}
			return n
		}
		switch f[0] {
		case "random":
			seed, mode = uint64(number(1))*0x9E3779B97F4A7C15+1, random
		case "replay":
			seed, mode = 1, replaying
		case "sites":
			mentioned = make([]bool, number(1))
		case "limit":
			limit = time.Duration(number(1)) * time.Millisecond
		case "step":
			s := step{index: number(1), g: number(2), k: number(3), timer: number(4)&1 != 0, more: number(4)&2 != 0}
			for i := 5; i < len(f); i++ {
				s.sites = append(s.sites, number(i))
				mentioned[number(i)] = true
			}
			steps = append(steps, s)
		case "ended":
			tells = true
		case "hold":
			for i := 1; i < len(f); i++ {
				mentioned[number(i)] = true
			}
		}
	}
	if out, err = os.Create(name + ".log"); err != nil {
		panic(err)
	}
	dump = make([]byte, 1<<20)
	g := add(goid())
	g.status = running
	write('s', 0, int(g.id), 0)
	go control(name)
	return true
}

// leave is called when a test and all its cleanups are done. The process stays, to see what
// becomes of the goroutines that are left behind.
func leave(t any) {
	var buf [1 << 16]byte
	if bytes.Contains(buf[:runtime.Stack(buf[:], false)], []byte("\npanic(")) {
		return // the test panics; package testing says so
	}
	if gaveUp(t) {
		mu.Lock()
		write('u', 0, 0, 0)
		mu.Unlock()
	}
	if done := reflect.ValueOf(t).Elem().FieldByName("done"); tells && done.IsValid() {
		*(*bool)(done.Addr().UnsafePointer()) = true // as package testing does it: without a lock, for the race detector
	}
	end(0)
	<-blocked
}

// gaveUp reports whether a test has failed or was skipped, without a lock, which would order it behind others.
//
//go:norace
func gaveUp(t any) bool {
	for _, name := range [...]string{"failed", "skipped"} {
		f := reflect.ValueOf(t).Elem().FieldByName(name)
		if f.IsValid() && *(*bool)(f.Addr().UnsafePointer()) {
			return true
		}
	}
	return false
}

// finish ends the process.
//
//go:norace
func finish(name string, quiet int, final []byte) {
	mu.Lock()
	for i := range count {
		g := goroutines[i]
		if g.status != ended {
			site := -1
			if g.doing {
				site = g.site
			}
			write('f', g.num, site, int(time.Since(g.since).Milliseconds()))
		}
	}
	os.WriteFile(name+".dump", final, 0o666)
	write('z', quiet, 0, 0)
	os.Exit(0)
}

// write adds an event to the log at once, so that it is there when the process crashes.
//
//go:norace
func write(what byte, a, b, c int) {
	if events > 1<<20 {
		return
	}
	var buf [72]byte
	line := append(buf[:0], what, ' ')
	line = decimal(line, a)
	line = decimal(line, b)
	line = decimal(line, c)
	line[len(line)-1] = '\n'
	out.Write(line)
}

//go:norace
func decimal(line []byte, n int) []byte {
	if n < 0 {
		line = append(line, '-')
		n = -n
	}
	var digits [20]byte
	i := len(digits)
	for {
		i--
		digits[i] = byte('0' + n%10)
		if n /= 10; n == 0 {
			break
		}
	}
	for ; i < len(digits); i++ {
		line = append(line, digits[i])
	}
	return append(line, ' ')
}

// draw returns a number below n. Goroutines may draw the same one: all the better.
//
//go:norace
func draw(n int) int {
	seed ^= seed << 13
	seed ^= seed >> 7
	seed ^= seed << 17
	return int(seed % uint64(n))
}
