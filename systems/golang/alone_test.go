// This file tests what is known of memory before goroutines are started.

package golang_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/ijit/ijit/systems/golang"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// alone has code that branches on memory, and whether the lock behind the branch is reached.
var alone = []struct {
	name, code string
	reached    bool // the lock behind the branch
}{
	{"stored before", `s.n = 1; s.n = 2; if s.n != 2 { s.hit.Lock() }`, false},
	{"zero", `if s.n != 0 { s.hit.Lock() }; s.n = 1`, false},
	{"by a method", `s.set(1); s.set(2); if s.get() == 1 { s.hit.Lock() }`, false},
	{"by the same branch", `if unknown() { s.n = 1 } else { s.n = 1 }; if s.n != 1 { s.hit.Lock() }; s.n = 2`, false},
	{"in one of two branches", `s.n = 1; if unknown() { s.n = 2 }; if s.n == 2 { s.hit.Lock() }`, true},
	{"in a branch of a branch", `s.n = 1; if unknown() { if unknown() { if unknown() { s.n = 2 } } }; if s.n == 2 { s.hit.Lock() }`, true},
	{"two conditions", `s.n = 1; if unknown() && unknown() || unknown() { s.n = 2 }; if s.n == 2 { s.hit.Lock() }`, true},
	{"by another pointer", `p := s; if unknown() { p = &state{} }; s.n = 1; p.n = 2; if s.n == 2 { s.hit.Lock() }`, true},
	{"in a loop", `s.n = 1; for unknown() { if s.n == 2 { s.hit.Lock() }; s.n = 2 }`, true},
	{"behind a loop", `s.n = 1; for unknown() { s.n = 2 }; if s.n == 2 { s.hit.Lock() }`, true},
	{"in each iteration", `for i := range int64(3) { s.n = i; if s.n != i { s.hit.Lock() } }`, false},
	{"of a loop of a fixed length", `for i := range int64(3) { if s.n == 2 { s.hit.Lock() }; s.n = i + 1 }`, true},
	{"by a goroutine", `s.n = 1; go s.set(2); if s.n == 2 { s.hit.Lock() }`, true},
	{"by a goroutine in a branch", `s.n = 1; if unknown() { go s.set(2) }; if s.n == 2 { s.hit.Lock() }`, true},
	{"by a goroutine of a loop", `for unknown() { s.n = 1; if s.n == 2 { s.hit.Lock() }; go s.set(2) }`, true},
	{"by a goroutine in a call", `s.n = 1; func() { go s.set(2) }(); if s.n == 2 { s.hit.Lock() }`, true},
	{"by a timer", `s.n = 1; time.AfterFunc(1, func() { s.set(2) }); if s.n == 2 { s.hit.Lock() }`, true},
	{"by a deferred call", `s.n = 1; func() { defer s.set(2) }(); if s.n == 2 { s.hit.Lock() }`, true},
	{"behind a recovered panic", `s.n = 1; func() { defer func() { recover() }(); if unknown() { s.n = 2; panic(s) } }(); if s.n == 2 { s.hit.Lock() }`, true},
	{"in an array", `a := [3]int{1, 1, 1}; a[s.any] = 2; if a[0] == 2 { s.hit.Lock() }`, true},
	{"from any element", `a := [3]int64{1, 2, 1}; if a[s.any] == 2 { s.hit.Lock() }`, true},
	{"from any element to which it is stored", `a := [3]int64{1, 1, 1}; a[1] = 2; if a[s.any] == 2 { s.hit.Lock() }`, true},
	{"from no element", `a := [3]int64{1, 2, 1}; if a[s.any] == 3 { s.hit.Lock() }`, false},
	{"from any element of one of two", `a, b := [2]int64{1, 1}, [2]int64{1, 2}; p := &a; if unknown() { p = &b }; if p[s.any] == 2 { s.hit.Lock() }`, true},
	{"from any element of a long one", `var a [40]int64; a[1] = 2; if a[s.any] == 2 { s.hit.Lock() }`, true},
	{"from an element of a long one", `var a [40]int64; a[s.any] = 2; if a[1] == 2 { s.hit.Lock() }`, true},
	{"from any element beside a goroutine", `go s.set(3); var a [40]int64; a[1] = 2; if a[s.any] == 2 { s.hit.Lock() }`, true},
	{"from an element beside a goroutine", `go s.set(3); var a [40]int64; a[s.any] = 2; if a[1] == 2 { s.hit.Lock() }`, true},
	{"from any element of a list of structs", `go s.set(3); l := make([]item, 3); l[1].n = 2; b := l[s.any]; if b.n == 2 { s.hit.Lock() }`, true},
	{"from an element of a list of structs", `go s.set(3); l := make([]item, 3); l[s.any].n = 2; b := l[1]; if b.n == 2 { s.hit.Lock() }`, true},
	{"from any element of a slice", `l := []int64{1, 2, 1}; if l[s.any] == 2 { s.hit.Lock() }`, true},
	{"in a made object of a loop", `var last *state; for unknown() { o := &state{}; if last != nil && last.n == 1 { s.hit.Lock() }; o.n = 1; last = o }`, true},
	{"in the other branch", `s.n = 2; if unknown() { s.n = 1 }; if s.n == 2 { s.hit.Lock() }`, true},
	{"stored behind a loop", `for unknown() { s.set(3) }; s.set(1); s.set(2); if s.get() != 2 { s.hit.Lock() }`, false},
	{"in one of many", `var last *item; for unknown() { o := &item{}; if last != nil && last.n == 1 { s.hit.Lock() }; o.n = 1; last = o }`, true},
	{"by an atomic", `s.n = 1; atomic.StoreInt64(&s.n, 2); if s.n == 2 { s.hit.Lock() }`, true},
	{"by an exchange", `s.n = 1; atomic.CompareAndSwapInt64(&s.n, 1, 2); if s.n == 2 { s.hit.Lock() }`, true},
	{"by an addition", `s.n = 1; atomic.AddInt64(&s.n, 1); if s.n == 2 { s.hit.Lock() }`, true},
	{"by a copy", `s.n = 1; var o struct { item }; o.n = 2; s.item = o.item; if s.item.n == 2 { s.hit.Lock() }`, true},
	{"of a variable", `shared.set(1); shared.set(2); if shared.get() != 2 { s.hit.Lock() }`, false},
	{"before a goroutine", `s.n = 1; s.n = 2; go func() { if s.n == 1 { s.hit.Lock() } }()`, false},
	{"any before a goroutine", `s.n = 1; s.n = s.any; s.n = 2; go func() { if s.n == 1 { s.hit.Lock() } }()`, false},
	{"two before a goroutine", `var o state; s.n = 1; s.n = 2; o.n = 1; o.n = 3; go func() { if s.n == o.n { s.hit.Lock() } }()`, false},
	{"two of one before a goroutine", `var o state; s.n = 1; s.n = 2; o.n = 1; o.n = 2; go func() { if s.n == o.n { s.hit.Lock() } }()`, true},
	{"given to a goroutine of a goroutine", `s.n = 1; s.n = 2; go func() { go func(n int64) { if n == 1 { s.hit.Lock() } }(s.n) }()`, false},
	{"behind a goroutine", `s.n = 1; go func() { if s.n == 2 { s.hit.Lock() } }(); s.n = 2`, true},
	{"by json", `s.n = 1; json.Unmarshal(nil, s); if s.n == 2 { s.hit.Lock() }`, true},
}

// aloneText returns a program with a function for each of them.
func aloneText() string {
	text := `package main

import (
	"encoding/json"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

type state struct {
	n, any int64
	hit    sync.Mutex
	item
}

type item struct{ n int }

func (s *state) set(n int64) { s.n = n }
func (s *state) get() int64  { return s.n }

var shared state

func unknown() bool { return len(os.Args) == 3 }
`
	for i, test := range alone {
		text += fmt.Sprintf("\nfunc f%d() {\n\ts := &state{any: int64(len(os.Args))}\n\t%s\n}\n", i, test.code)
	}
	return text
}

// TestAlone checks that a branch on memory is decided where it is plain what was stored last, and only there.
func TestAlone(t *testing.T) {
	c := load(t, "alone")
	for i, test := range alone {
		if reached := locks(t, c, fmt.Sprint("f", i)); reached != test.reached {
			t.Errorf("%s: reached %t, want %t", test.name, reached, test.reached)
		}
	}
	c = load(t, "initial")
	if !locks(t, c, "main") {
		t.Error("by a goroutine of the initialisation: not reached")
	}
}

// A variable that a goroutine of the initialisation stores to.
const initial = `package main

import "sync"

var hit sync.Mutex
var n int

func init() { go func() { n = 2 }() }

func main() {
	n = 1
	if n == 2 {
		hit.Lock()
	}
}
`

// locks reports whether an entry may lock something.
func locks(t *testing.T, c text, entry string) bool {
	t.Helper()
	p, err := c.Skeleton(context.Background(), only(t, c, entry), golang.Options{Races: true})
	if err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(p.Bodies, func(b *skeleton.Body) bool {
		return slices.ContainsFunc(b.Nodes, func(n *skeleton.Node) bool { return n.Op == skeleton.Lock })
	})
}
