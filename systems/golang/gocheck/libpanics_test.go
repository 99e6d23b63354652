// This file tests panics of functions of libraries from which a deferred call recovers, while a lock stays held.

package gocheck

import "testing"

// libraryPanics has tests that lock again what a panic left locked. One whose name begins with TestFine has no panic.
const libraryPanics = `package panics

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

var n = len(os.Args) - 100

func held(f func()) {
	var mu sync.Mutex
	func() {
		defer func() { recover() }()
		mu.Lock()
		f()
		mu.Unlock()
	}()
	mu.Lock() // blocks
}

func TestRepeat(t *testing.T)    { held(func() { _ = strings.Repeat("a", n) }) }
func TestStore(t *testing.T)     { held(func() { new(sync.Map).Store([]int{1}, 1) }) }
func TestLoad(t *testing.T)      { held(func() { new(sync.Map).Load(func() {}) }) }
func TestIntn(t *testing.T)      { held(func() { rand.Intn(n) }) }
func TestTicker(t *testing.T)    { held(func() { time.NewTicker(time.Duration(n)) }) }
func TestCompile(t *testing.T)   { held(func() { regexp.MustCompile("(") }) }
func TestGrow(t *testing.T)      { held(func() { _ = slices.Grow([]int{}, n) }) }
func TestInsert(t *testing.T)    { held(func() { _ = slices.Insert([]int{}, 5, 1) }) }
func TestDelete(t *testing.T)    { held(func() { _ = slices.Delete([]int{1}, 1, 3) }) }
func TestMin(t *testing.T)       { held(func() { slices.Min([]int{}) }) }
func TestBuffer(t *testing.T)    { held(func() { new(bytes.Buffer).Grow(n) }) }
func TestNilBuffer(t *testing.T) { held(func() { var b *bytes.Buffer; b.Len() }) }
func TestNilFile(t *testing.T)   { held(func() { var f *os.File; _ = f.Name() }) }
func TestReflect(t *testing.T)   { held(func() { reflect.ValueOf(1).Len() }) }
func TestParent(t *testing.T) {
	held(func() { var c context.Context; _, cancel := context.WithCancel(c); cancel() })
}
func TestKey(t *testing.T)      { held(func() { context.WithValue(context.Background(), any([]int{}), 1) }) }
func TestAs(t *testing.T)       { held(func() { var target any; errors.As(errors.New("a"), target) }) }
func TestReplacer(t *testing.T) { held(func() { strings.NewReplacer([]string{"a"}...) }) }
func TestTimer(t *testing.T)     { held(func() { var timer time.Timer; timer.Stop() }) }

func TestFineTimer(t *testing.T) { held(func() { time.NewTimer(time.Hour).Stop() }) }

func TestFineCalls(t *testing.T) {
	held(func() {
		var m sync.Map
		m.Store("a", 1)
		fmt.Println(strings.Contains("a", "b"), time.Now(), os.Getenv("A"), errors.New("a"))
		ctx, cancel := context.WithCancel(context.WithValue(context.Background(), "a", 1))
		cancel()
		_ = ctx
		var e *os.PathError
		errors.As(errors.New("a"), &e)
		slices.Sort([]int{2, 1})
	})
}

func TestNew(t *testing.T) {
	var mu sync.Mutex
	mu.Lock()
	p := sync.Pool{New: func() any { mu.Lock(); return 1 }} // blocks
	go p.Get()
}
`

func TestLibraryPanics(t *testing.T) { checkTests(t, "libpanics", libraryPanics, 0) }
