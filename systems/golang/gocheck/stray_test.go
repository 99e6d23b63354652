// This file tests that nothing is proved of memory that the program has by two ways, one of which the library hands out.

package gocheck

import "testing"

// stray has tests in which a value comes back from the library. One whose name begins with TestFine does nothing wrong.
const stray = `package stray

import (
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unique"
	"unsafe"
)

type failure struct{ set bool }

func (*failure) Error() string { return "" }

// stuck waits for ever if something holds.
func stuck(holds bool) {
	if holds {
		select {} // blocks
	}
}

// both writes by two pointers at once.
func both(a, b *failure) {
	var wg sync.WaitGroup
	wg.Go(func() { a.set = true })
	wg.Go(func() { b.set = true })
	wg.Wait()
}

func TestAs(t *testing.T) {
	f := &failure{}
	var g *failure
	errors.As(f, &g)
	g.set = true
	stuck(f.set) // blocks
}

func TestAsRaces(t *testing.T) {
	f := &failure{}
	var g *failure
	errors.As(f, &g)
	var wg sync.WaitGroup
	wg.Go(func() { g.set = true }) // race
	f.set = true
	wg.Wait()
}

func TestReads(t *testing.T) {
	f := &failure{}
	g := unique.Make(f).Value()
	var wg sync.WaitGroup
	wg.Go(func() { _ = g.set })
	f.set = true // race
	wg.Wait()
}

func TestPathError(t *testing.T) {
	f := &failure{}
	(&os.PathError{Err: f}).Unwrap().(*failure).set = true
	stuck(f.set) // blocks
}

func TestRecovered(t *testing.T) {
	n := 0
	func() {
		defer func() { *recover().(*int) = 1 }()
		panic(&n)
	}()
	stuck(n == 1) // blocks
}

func TestSlice(t *testing.T) {
	s := []int{0}
	copy(reflect.ValueOf(s).Interface().([]int), []int{1})
	stuck(s[0] == 1) // blocks
}

func TestMap(t *testing.T) {
	m := map[int]int{1: 1}
	clear(reflect.ValueOf(m).Interface().(map[int]int))
	stuck(len(m) == 0) // blocks
}

func TestAtomic(t *testing.T) {
	var n atomic.Int32
	reflect.ValueOf(&n).Interface().(*atomic.Int32).Store(3)
	stuck(n.Load() == 3) // blocks
}

func TestTimer(t *testing.T) {
	timer := time.NewTimer(time.Millisecond)
	reflect.ValueOf(timer).Interface().(*time.Timer).Stop()
	<-timer.C // blocks
}

func TestSetField(t *testing.T) {
	s := struct{ C chan int }{make(chan int, 1)}
	reflect.ValueOf(&s).Elem().Field(0).SetZero()
	s.C <- 1 // blocks
}

func TestUnsafe(t *testing.T) {
	var a [2]int
	unsafe.Slice(&a[0], 2)[1] = 4
	stuck(a[1] == 4) // blocks
}

func TestFineOr(t *testing.T) {
	f := &failure{}
	g := cmp.Or(nil, f)
	g.set = true
	if f.set {
		both(&failure{}, &failure{})
	}
}

func TestFineFlag(t *testing.T) {
	n := flag.Int("n", 1, "")
	var wg sync.WaitGroup
	wg.Go(func() { _ = *n })
	wg.Wait()
}

func TestFineDecoded(t *testing.T) {
	var v any
	if json.Unmarshal([]byte("{}"), &v) == nil {
		m, _ := v.(map[string]any)
		_ = m["a"]
	}
}
`

func TestStray(t *testing.T) { checkTests(t, "stray", stray, 0) }
