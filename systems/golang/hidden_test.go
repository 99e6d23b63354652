// This file tests which accesses are dropped because only who made an object can see it.

package golang_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/ijit/ijit/systems/golang"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// hidden has code of a goroutine, beside which another one reads what is published, and whether others may see its last access.
var hidden = []struct {
	name, code string
	seen       bool
}{
	{"its own", `b := &box{}; b.n++`, false},
	{"published behind", `b := &box{}; b.n++; mu.Lock(); p = b; mu.Unlock()`, false},
	{"published before", `b := &box{}; mu.Lock(); p = b; mu.Unlock(); b.n++`, true},
	{"published in a branch", `b := &box{}; if unknown() { mu.Lock(); p = b; mu.Unlock() }; b.n++`, true},
	{"published in a box", `b := &box{}; mu.Lock(); list = &node{b}; mu.Unlock(); b.n++`, true},
	{"published in a box that is published behind", `b := &box{}; l := &node{b}; b.n++; mu.Lock(); list = l; mu.Unlock()`, false},
	{"published in a box that was published before", `b := &box{}; l := &node{}; mu.Lock(); list = l; l.b = b; mu.Unlock(); b.n++`, true},
	{"another one is published", `b, o := &box{}, &box{}; mu.Lock(); p = o; mu.Unlock(); b.n++`, false},
	{"sent", `b := &box{}; c <- b; b.n++`, true},
	{"sent behind", `b := &box{}; b.n++; c <- b`, false},
	{"given to a goroutine", `b := &box{}; go func() { mu.Lock(); b.n = 2; mu.Unlock() }(); b.n++`, true},
	{"made anew in each round", `for unknown() { b := &box{}; b.n++; mu.Lock(); p = b; mu.Unlock() }`, false},
	{"of the round before", `var b *box; for unknown() { if b != nil { b.n++ }; b = &box{}; mu.Lock(); p = b; mu.Unlock() }`, true},
}

// hiddenText returns a program with a function for each of them.
func hiddenText() string {
	text := `package main

import (
	"os"
	"sync"
)

type box struct{ n int }

type node struct{ b *box }

func unknown() bool { return len(os.Args) == 3 }
`
	for i, test := range hidden {
		text += fmt.Sprintf(`
func f%d() {
	var mu sync.Mutex
	var p *box
	var list *node
	c := make(chan *box, 1)
	done := make(chan bool)
	go func() {
		%s
		close(done)
	}()
	mu.Lock()
	q, l := p, list
	mu.Unlock()
	if q != nil {
		q.n = 2
	}
	if l != nil && l.b != nil {
		l.b.n = 2
	}
	select {
	case q = <-c:
		q.n = 2
	case <-done:
	}
}
`, i, test.code)
	}
	return text
}

func TestHidden(t *testing.T) {
	c, alone := load(t, "hidden"), 0
	for i, test := range hidden {
		p, err := c.Skeleton(context.Background(), only(t, c, fmt.Sprint("f", i)), golang.Options{Races: true})
		if err != nil {
			t.Fatal(err)
		}
		seen := slices.ContainsFunc(p.Bodies[1:], func(b *skeleton.Body) bool {
			return slices.ContainsFunc(b.Nodes, func(n *skeleton.Node) bool {
				return n.Op == skeleton.Access && n.Write && n.Text == "b.n"
			})
		})
		if seen != test.seen {
			t.Errorf("%s: the access is seen: %t", test.name, seen)
		}
		for _, site := range p.Alone {
			if site.Pos.IsValid() {
				alone++
			}
		}
	}
	if alone < len(hidden)/2 {
		t.Errorf("%d accesses are said to be alone", alone)
	}
}
