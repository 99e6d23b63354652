// This file tests what is known of values that are equal or not: in interfaces, as keys of maps and of contexts, and of slices that share an array.

package gocheck

import "testing"

// equal has tests in which such values decide who waits. One whose name begins with TestFine does nothing wrong.
const equal = `package equal

import (
	"context"
	"sync"
	"testing"
)

type pair struct{ n, m int }

func (pair) M() {}

// twice locks again if something holds.
func twice(holds bool) {
	var mu sync.Mutex
	if holds {
		mu.Lock()
	}
	mu.Lock() // blocks
}

func TestStruct(t *testing.T) {
	var a, b any = pair{1, 2}, pair{1, 2}
	twice(a == b)
}

func TestArray(t *testing.T) {
	var a, b any = [1]int{1}, [1]int{1}
	twice(a == b)
}

func TestMixed(t *testing.T) {
	var a interface{ M() } = pair{1, 2}
	twice(a == pair{1, 2})
}

func TestMap(t *testing.T) {
	m := map[any]bool{pair{1, 2}: true}
	twice(m[pair{1, 2}])
}

func TestSyncMap(t *testing.T) {
	var m sync.Map
	m.Store(struct{}{}, 1)
	_, ok := m.Load(struct{}{})
	twice(ok)
}

func TestFineTypes(t *testing.T) {
	var a, b any = pair{1, 2}, [1]int{1}
	twice(a == b)
}

func TestAppendedTwice(t *testing.T) {
	a := make([]int, 2, 10)
	b := append(a, 1)
	_ = append(a, 2)
	twice(b[2] == 2)
}

func TestAppendedByCalls(t *testing.T) {
	var list []*sync.Mutex
	list = append(list, new(sync.Mutex), new(sync.Mutex), new(sync.Mutex))
	add := func(mu *sync.Mutex) []*sync.Mutex { return append(list, mu) }
	one, other := new(sync.Mutex), new(sync.Mutex)
	both := add(one)
	add(other)
	other.Lock()
	both[3].Lock() // blocks
}

func TestSeenInOld(t *testing.T) {
	a := make([]int, 1, 3)
	b := append(a, 8)
	b[0] = 9
	twice(a[0] == 9)
}

func TestFineAppended(t *testing.T) {
	var list []int
	for i := range 3 {
		list = append(list, i)
	}
	b := append([]int{}, list...)
	list[0] = 7
	twice(b[0] == 7)
}

func both(f, g func()) {
	var wg sync.WaitGroup
	wg.Go(f)
	wg.Go(g)
	wg.Wait()
}

func TestWholeArray(t *testing.T) {
	var a [3]int
	both(func() { a[1] = 1 }, func() {
		b := a // race
		_ = b
	})
}

func TestFineIndices(t *testing.T) {
	var a [3]int
	both(func() { a[1] = 1 }, func() {
		for i := range a {
			_ = i
		}
	})
}

type first struct{}
type second struct{}

func with(ctx context.Context, c chan int) context.Context { return context.WithValue(ctx, first{}, c) }

func TestHides(t *testing.T) {
	ctx := with(with(t.Context(), make(chan int, 1)), make(chan int))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ctx.Value(first{}).(chan int) <- 1 // blocks
}

func TestFineHidden(t *testing.T) {
	ctx := with(with(t.Context(), make(chan int)), make(chan int, 1))
	ctx = context.WithValue(ctx, second{}, make(chan int))
	ctx.Value(first{}).(chan int) <- 1
}

func TestOtherKey(t *testing.T) {
	c, _ := with(t.Context(), make(chan int, 1)).Value(second{}).(chan int)
	c <- 1 // blocks
}

func TestMany(t *testing.T) {
	var list []context.Context
	for i := range 3 {
		list = append(list, with(t.Context(), make(chan int, i)))
	}
	list[0].Value(first{}).(chan int) <- 1 // blocks
}

func TestAmong(t *testing.T) {
	ctx := t.Context()
	for i := range 20 {
		ctx = with(ctx, make(chan int, (i+1)%2))
	}
	ctx.Value(first{}).(chan int) <- 1 // blocks
}

func TestGoroutines(t *testing.T) {
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			with(t.Context(), make(chan int, i%2)).Value(first{}).(chan int) <- 1 // blocks
		})
	}
	wg.Wait()
}

func TestWithoutCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	ctx = context.WithoutCancel(with(ctx, make(chan int, 1)))
	cancel()
	ctx.Value(first{}).(chan int) <- 1
	<-ctx.Done() // blocks
}

func TestFineCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	ctx = with(ctx, nil)
	inner, done := context.WithCancel(ctx)
	defer done()
	cancel()
	<-inner.Done()
	<-ctx.Done()
}

func given(ctx context.Context) chan int {
	c, _ := ctx.Value(first{}).(chan int)
	return c
}

type own struct{ context.Context }

func (own) Value(any) any { return (chan int)(nil) }

func TestOwn(t *testing.T) {
	ctx := context.WithValue(own{with(t.Context(), make(chan int, 1))}, second{}, 1)
	given(ctx) <- 1 // blocks
}
`

func TestEqual(t *testing.T) { checkTests(t, "equal", equal, 0) }
