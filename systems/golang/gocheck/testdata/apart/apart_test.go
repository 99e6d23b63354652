// Package apart has programs in which it matters which one of several objects it is.
package apart

import (
	"hash/crc32"
	"sync"
	"testing"
)

type record struct{ n int }

// handOn makes a record for each number it gets, and hands it on to one of some goroutines.
func handOn(goroutines int, use func(*record), keep func(*record)) {
	in, out := make(chan int), make(chan *record)
	var makers, users sync.WaitGroup
	for range goroutines {
		makers.Add(1)
		go func() {
			defer makers.Done()
			for n := range in {
				r := &record{n}
				out <- r
				keep(r)
			}
		}()
		users.Add(1)
		go func() {
			defer users.Done()
			for r := range out {
				use(r)
			}
		}()
	}
	for n := range 6 {
		in <- n
	}
	close(in)
	makers.Wait()
	close(out)
	users.Wait()
}

func TestFineHandedOn(t *testing.T) {
	handOn(2, func(r *record) { r.n++ }, func(*record) {})
}

func TestHandedOnAndKept(t *testing.T) {
	handOn(1, func(r *record) { r.n++ }, func(r *record) { r.n = 0 })
}

// TestFineListHandedOn hands on slices.
func TestFineListHandedOn(t *testing.T) {
	in, out := make(chan int), make(chan []string)
	var users sync.WaitGroup
	for range 2 {
		users.Add(1)
		go func() {
			defer users.Done()
			for list := range out {
				for i := range 2 {
					list[i] = "seen"
				}
			}
		}()
	}
	go func() {
		defer close(out)
		for range in {
			out <- make([]string, 2)
		}
	}()
	for n := range 6 {
		in <- n
	}
	close(in)
	users.Wait()
}

type shard struct {
	sync.Mutex
	rows int
}

type table []*shard

func newTable() table {
	t := make(table, 3)
	for i := range t {
		t[i] = &shard{}
	}
	return t
}

func (t table) index(key string) int { return int(crc32.ChecksumIEEE([]byte(key)) % uint32(len(t))) }

// lock locks two shards, and returns how to unlock them.
func (t table) lock(i, j int) func() {
	t[i].Lock()
	if i == j {
		return t[i].Unlock
	}
	t[j].Lock()
	return func() {
		t[j].Unlock()
		t[i].Unlock()
	}
}

func moves(lock func(t table, i, j int) func()) {
	t := newTable()
	var wg sync.WaitGroup
	for _, keys := range [][2]string{{"a", "b"}, {"b", "a"}} {
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer lock(t, t.index(keys[0]), t.index(keys[1]))()
		}()
	}
	wg.Wait()
}

func TestShards(t *testing.T) {
	moves(table.lock)
}

func TestFineShards(t *testing.T) {
	moves(func(t table, i, j int) func() { return t.lock(min(i, j), max(i, j)) })
}

// TestOldOne writes the record before when the next one has been made.
func TestOldOne(t *testing.T) {
	in, out := make(chan int), make(chan *record, 1)
	go func() {
		defer close(out)
		var old *record
		for n := range in {
			if old != nil {
				old.n = n
			}
			old = &record{n}
			out <- old
		}
	}()
	go func() {
		for n := range 6 {
			in <- n
		}
		close(in)
	}()
	for r := range out {
		r.n++
	}
}
