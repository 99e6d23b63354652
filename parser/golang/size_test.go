// This file tests how large skeletons become.

package golang_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/parser/golang"
)

// Maps with few keys, but a loop over three of them for each goroutine and iteration.
const ledgers = `package main

import (
	"fmt"
	"sync"
)

type ledger struct {
	mu   sync.Mutex
	rows map[string]int
}

func (l *ledger) book(name string, n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if old, ok := l.rows[name]; ok && old >= n {
		return
	}
	l.rows[name] = n
}

func (l *ledger) names() (list []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for k := range l.rows {
		list = append(list, k)
	}
	return list
}

func main() {
	var all []*ledger
	for range 3 {
		all = append(all, &ledger{rows: map[string]int{}})
	}
	for i := range 3 {
		go func() {
			for n := range 3 {
				for k, l := range all {
					for _, name := range all[i].names() {
						l.book(name, n)
					}
					l.book(fmt.Sprintf("%d-%d", i, k%2), n)
				}
			}
		}()
	}
}
`

// TestManyKeys checks that the skeleton stays small.
func TestManyKeys(t *testing.T) {
	c := load(t, ledgers)
	p, err := c.Skeleton(context.Background(), only(t, c, ""), golang.Options{})
	if err != nil {
		t.Fatal(err)
	}
	nodes := 0
	for _, b := range p.Bodies {
		nodes += len(b.Nodes)
	}
	if nodes > 2000 {
		t.Errorf("the skeleton has %d nodes", nodes)
	}
}

// TestTooLarge checks that a program with too many operations is refused before it takes all memory.
func TestTooLarge(t *testing.T) {
	c := load(t, `package main

import "sync"

func main() {
	var locks [8]sync.Mutex
	for i := range 8 {
		for j := range 8 {
			for k := range 8 {
				for l := range 8 {
					locks[i].Lock()
					for m := range 8 {
						if m > j {
							locks[(k+l)%8].TryLock()
						}
					}
					locks[i].Unlock()
				}
			}
		}
	}
}
`)
	begin := time.Now()
	_, err := c.Skeleton(context.Background(), only(t, c, ""), golang.Options{})
	if err == nil || !strings.Contains(err.Error(), "too large") || time.Since(begin) > 20*time.Second {
		t.Errorf("%v after %v", err, time.Since(begin))
	}
}
