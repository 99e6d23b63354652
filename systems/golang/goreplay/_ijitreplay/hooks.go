// This file defines the functions that an instrumented program calls in place of its operations.

// Package ijitreplay is linked into a program whose synchronisation goreplay rewrote. Each
// operation calls before, does what it did, and calls after.
package ijitreplay

import (
	"reflect"
	"sync"
	"time"
)

// F00 to F31 are for calls with so many arguments and results.

func F00(site int, f func()) func() {
	return func() { before(site); f(); after(site, 0) }
}

func F10[A any](site int, f func(A)) func(A) {
	return func(a A) { before(site); f(a); after(site, 0) }
}

func F20[A, B any](site int, f func(A, B)) func(A, B) {
	return func(a A, b B) { before(site); f(a, b); after(site, 0) }
}

func F01[R any](site int, f func() R) func() R {
	return func() R { before(site); r := f(); after(site, 0); return r }
}

func F11[A, R any](site int, f func(A) R) func(A) R {
	return func(a A) R { before(site); r := f(a); after(site, 0); return r }
}

func F21[A, B, R any](site int, f func(A, B) R) func(A, B) R {
	return func(a A, b B) R { before(site); r := f(a, b); after(site, 0); return r }
}

func F31[A, B, C, R any](site int, f func(A, B, C) R) func(A, B, C) R {
	return func(a A, b B, c C) R { before(site); r := f(a, b, c); after(site, 0); return r }
}

// What is two operations has two sites, with numbers one after the other.

// Once is two operations: the first caller begins, and is done.
func Once(site int, do func(func())) func(func()) {
	return func(f func()) {
		ending, site := false, site
		before(site)
		do(func() {
			after(site, 0)
			f()
			before(site + 1)
			ending = true
		})
		if ending {
			site++
		}
		after(site, 0)
	}
}

// Wait of a sync.Cond is two operations if the lock of the Cond is a Locker of ours: it waits,
// and it locks again.
func Wait(site int, wait func()) func() {
	return func() {
		before(site)
		inWait(site)
		wait()
		after(inWait(0), 0)
	}
}

// Locker makes the lock of a Cond tell when a wait locks it again.
func Locker(l sync.Locker) sync.Locker { return &locker{l} }

type locker struct{ sync.Locker }

func (l *locker) Lock() {
	if site := relocks(); site != 0 {
		after(site, 0)
		before(site + 1)
	}
	l.Locker.Lock()
}

// Forever is select {}.
func Forever(site int) { before(site) }

func Send[T any](site int, c chan<- T) func(T) {
	return func(v T) { before(site); c <- v; after(site, 0) }
}

func Recv[T any](site int, c <-chan T) T {
	before(site)
	v := <-c
	after(site, 0)
	return v
}

func Recv2[T any](site int, c <-chan T) (T, bool) {
	before(site)
	v, ok := <-c
	after(site, 0)
	return v, ok
}

func Close[T any](site int, c chan<- T) {
	before(site)
	close(c)
	after(site, 0)
}

// A Ranger is a loop over a channel.
type Ranger[T any] struct {
	V    T
	c    <-chan T
	site int
}

func Range[T any](site int, c <-chan T) *Ranger[T] { return &Ranger[T]{c: c, site: site} }

func (r *Ranger[T]) Next() bool {
	var ok bool
	r.V, ok = Recv2(r.site, r.c)
	return ok
}

// A Case is a case of a select statement.
type Case interface {
	find() reflect.SelectCase
	take(reflect.Value, bool)
}

// RxCase receives.
type RxCase[T any] struct {
	c  <-chan T
	V  T
	OK bool
}

func Rx[T any](c <-chan T) *RxCase[T] { return &RxCase[T]{c: c} }

func (r *RxCase[T]) find() reflect.SelectCase {
	return reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(r.c)}
}

func (r *RxCase[T]) take(v reflect.Value, ok bool) {
	r.V, _ = v.Interface().(T) // it is not one where T is an interface and v is nil
	r.OK = ok
}

// TxCase sends. The value has memory of its own: the runtime points to it while the goroutine waits, and the channel
// would be reachable from there, for ever.
type TxCase[T any] struct {
	c chan<- T
	v *T
}

func Tx[T any](c chan<- T) func(T) *TxCase[T] {
	return func(v T) *TxCase[T] { return &TxCase[T]{c, &v} }
}

func (t *TxCase[T]) find() reflect.SelectCase {
	return reflect.SelectCase{Dir: reflect.SelectSend, Chan: reflect.ValueOf(t.c), Send: reflect.ValueOf(t.v).Elem()}
}

func (t *TxCase[T]) take(reflect.Value, bool) {}

// Select takes the case that the schedule wants if that is ready, or else any as Go does: each
// is a choice that the select statement itself may make. It returns -1 for the default.
func Select(site int, def bool, cases ...Case) int {
	all := make([]reflect.SelectCase, len(cases), len(cases)+1)
	for i, c := range cases {
		all[i] = c.find()
	}
	want := before(site)
	i, v, ok := -1, reflect.Value{}, false
	if want >= 0 && want < len(cases) {
		if i, v, ok = reflect.Select([]reflect.SelectCase{all[want], {Dir: reflect.SelectDefault}}); i == 0 {
			i = want
		} else {
			i = -1
		}
	}
	if i < 0 {
		if def {
			all = append(all, reflect.SelectCase{Dir: reflect.SelectDefault})
		}
		i, v, ok = reflect.Select(all)
	}
	if i == len(cases) {
		i = -1
	} else if all[i].Dir == reflect.SelectRecv {
		cases[i].take(v, ok)
	}
	after(site, i)
	return i
}

// Fork numbers the goroutine of a go statement.
func Fork(site int) int {
	return forkAt(site, starting)
}

func forkAt(site int, s status) int {
	before(site)
	n := fork(s)
	after(site, 0)
	return n
}

// Begin and End are the first and last things that it does.
func Begin(n int) { begin(n) }
func End(n int)   { end(n) }

// Spawn is for functions that the library calls in a goroutine of its own.
func Spawn(site int, f func()) func() {
	n := forkAt(site, unborn)
	return func() { begin(n); defer end(n); f() }
}

// SpawnErr is Spawn for functions with an error.
func SpawnErr(site int, spawn func(func() error)) func(func() error) {
	return func(f func() error) {
		before(site)
		n := fork(unborn)
		spawn(func() error { begin(n); defer end(n); return f() })
		born(n, true)
		after(site, 0)
	}
}

// TrySpawnErr is SpawnErr where there may be no goroutine.
func TrySpawnErr(site int, spawn func(func() error) bool) func(func() error) bool {
	return func(f func() error) bool {
		before(site)
		n := fork(unborn)
		did := spawn(func() error { begin(n); defer end(n); return f() })
		born(n, did)
		after(site, 0)
		return did
	}
}

// WaitGroupGo is the method Go of a WaitGroup; the goroutine's Done is an operation, too.
func WaitGroupGo(site int, spawn func(func())) func(func()) {
	return func(f func()) {
		before(site)
		n := fork(starting)
		spawn(func() {
			begin(n)
			defer end(n)
			f()
			before(site + 1)
			after(site+1, 0)
		})
		after(site, 0)
	}
}

// Inline is for functions that the library calls in another goroutine and waits for: subtests.
func Inline[T any](f func(T)) func(T) {
	n := number()
	return func(t T) {
		old := adopt(n)
		defer restore(n, old)
		f(t)
	}
}

// At is in front of a statement.
func At(site int) { at(site) }

// AtTrue is in front of a condition.
func AtTrue(site int) bool { at(site); return true }

// Sleep is time.Sleep. For it, and with Scale and Deadline for all that has a timer, time passes
// a thousand times as fast, within bounds; but not in a bubble of testing/synctest, whose clock decides who goes first.
func Sleep(site int, f func(time.Duration)) func(time.Duration) {
	return func(d time.Duration) { before(site); f(Scale(d)); after(site, 0) }
}

func Scale(d time.Duration) time.Duration {
	if d <= 0 || bubbled() {
		return d
	}
	d = min(max(d/1000, shortest), longest)
	timed(d)
	return d
}

func Deadline(t time.Time) time.Time {
	now := time.Now()
	return now.Add(Scale(t.Sub(now)))
}
