// This file tests what is known of numbers of which there are bounds only, and of what loops change.

package gocheck

import "testing"

// bounded has tests in which such numbers decide who waits. One whose name begins with TestFine does nothing wrong.
const bounded = `package bounds

import (
	"math"
	"os"
	"sync"
	"testing"
)

func id[T any](x T) T { return x }

var args = len(os.Args)

// twice locks again if something holds.
func twice(holds bool) {
	var mu sync.Mutex
	if holds {
		mu.Lock()
	}
	mu.Lock() // blocks
}

func TestSum(t *testing.T)             { twice(max(args, 1)+1 > 1) }
func TestFineSum(t *testing.T)         { twice(max(args, 1)+1 < 2) }
func TestFineSumTurned(t *testing.T)   { twice(1+max(args, 1) < 2) }
func TestFineDifference(t *testing.T)  { twice(max(args, 5)-3 < 2) }
func TestNoDifference(t *testing.T)    { twice(max(args, 1)-1 < 1) }
func TestBelowDifference(t *testing.T) { twice(10-max(args, 1) < 10) }
func TestFineProduct(t *testing.T)     { twice(max(args, 2)*3 < 6) }
func TestFineTurned(t *testing.T)      { twice(3*max(args, 2) < 6) }
func TestNegative(t *testing.T)        { twice(max(args, 2)*id(-1) < 0) }
func TestNoProduct(t *testing.T)       { twice(max(args, 2)*id(0) == 0) }
func TestLess(t *testing.T)            { twice(max(args, 2)+id(-100) < 0) }
func TestWraps(t *testing.T)           { twice(max(uint8(args), 200)+100 < 200) }
func TestProductWraps(t *testing.T)    { twice(max(uint8(args), 200)*2 < 200) }
func TestQuotient(t *testing.T)        { twice(max(args, 4)/2 < 1000) }
func TestQuotientBelow(t *testing.T) { twice(max(args, 100)/50 < 50) }
func TestShiftedBelow(t *testing.T) { twice(max(args, 100)>>1 < 90) }
func TestRemainderBelow(t *testing.T) { twice(max(args, 100)%90 < 10) }
func TestMin(t *testing.T)             { twice(min(args, 3) <= 3) }
func TestFineMax(t *testing.T)         { twice(max(args, 3) < 3) }
func TestRemainder(t *testing.T)       { twice(-args%4 <= 0) }
func TestFineRemainder(t *testing.T)   { twice(uint(args)%4 > 3) }
func TestMask(t *testing.T)            { twice(-args&3 >= 0) }
func TestFineMask(t *testing.T)        { twice(-args&3 > 3) }

func TestLastBit(t *testing.T)   { twice(id(uint64(math.MaxUint64))>>63 == 1) }
func TestShifted(t *testing.T)   { twice(id(1)<<id(64) == 0) }
func TestShiftedOut(t *testing.T) { twice(id(-1)>>id(70) == -1) }
func TestClear(t *testing.T)     { twice(id(7)&^id(2) == 5) }
func TestXor(t *testing.T)       { twice(id(7)^id(2) == 5) }
func TestDivide(t *testing.T)    { twice(id(-7)/id(2) == -3 && id(-7)%id(2) == -1) }
func TestFineDivide(t *testing.T) { twice(id(-7)/id(2) != -3 || id(-7)%id(2) != -1) }
func TestStrings(t *testing.T)   { twice(id("a")+id("b") == "ab" && "B" < id("a")) }
func TestFineBits(t *testing.T)  { twice(id(6)&id(3) != 2 || id(6)|id(3) != 7 || id(1)<<id(3) != 8 || id(9)>>id(1) != 4) }
func TestLarge(t *testing.T)     { twice(id(uint(1)<<63) > 5) }
func TestFloats(t *testing.T)    { twice(id(0.1)+0.2 != 0.3) }
func TestComplement(t *testing.T) { twice(^id(5) == -6) }

func TestSetInLoop(t *testing.T) {
	flag := false
	get := func() bool { return flag }
	for range args {
		twice(get())
		flag = true
	}
	go get()
}

func TestSetByOther(t *testing.T) {
	var flag sync.Mutex
	n := 0
	get := func() int {
		flag.Lock()
		defer flag.Unlock()
		return n
	}
	for range args {
		twice(get() == 1)
		go func() {
			flag.Lock()
			n = 1
			flag.Unlock()
		}()
	}
}

func TestCounted(t *testing.T) {
	n := 0
	for i := range args + 100 {
		n = i
	}
	twice(n > 50)
}

func TestCountedDown(t *testing.T) {
	n := 100
	for n > args%7 {
		n -= 3
	}
	twice(n < 50)
}

func TestCountedBeyond(t *testing.T) {
	n := 0
	for i := 0; i < 100000; i += 7 {
		n = i
	}
	twice(n == 99995)
}

type locked struct {
	mu sync.Mutex
	n  int
}

func fresh() *locked { return new(locked) }

func (l *locked) set() {
	l.mu.Lock()
	l.n = 1
	l.mu.Unlock()
}

func TestFineCopy(t *testing.T) {
	l := *fresh()
	l.set()
}

func TestHeldCopy(t *testing.T) {
	l := fresh()
	l.mu.Lock()
	m := *l
	m.mu.Lock() // blocks
}

func TestElement(t *testing.T) {
	var list []chan int
	for i := range 3 {
		list = append(list, make(chan int, i))
	}
	queue := list
	for len(queue) > 0 {
		queue[0] <- 1 // blocks
		queue = queue[1:]
	}
}

func TestOfNil(t *testing.T) {
	var m map[int]chan int
	m[1] <- 1 // blocks
}

func TestMissing(t *testing.T) {
	c, ok := map[int]chan int{2: make(chan int, 1)}[id(1)]
	if !ok {
		c <- 1 // blocks
	}
}

func TestFineThere(t *testing.T) {
	c, ok := map[int]chan int{2: make(chan int, 1)}[id(2)]
	if ok {
		c <- 1
	} else {
		twice(true)
	}
}

func TestDeleted(t *testing.T) {
	m := map[int]chan int{1: nil, 2: nil}
	delete(m, id(1))
	_, ok := m[1]
	twice(!ok)
}

func TestCaptured(t *testing.T) {
	some := args > 0
	done := make(chan int)
	go func() {
		twice(some)
		close(done)
	}()
	<-done
}

func TestParallelElsewhere(t *testing.T) {
	c, done := make(chan int), make(chan int)
	go func() {
		t.Run("a", func(t *testing.T) {
			t.Parallel()
			c <- 1
		})
		close(done)
	}()
	<-c // blocks
	<-done
}

func TestCleanupInLoop(t *testing.T) {
	t.Run("a", func(t *testing.T) {
		c := make(chan int, 9)
		for os.Remove("a") == nil {
			t.Cleanup(func() {
				c <- 1 // blocks
			})
		}
	})
}

func TestCleanupInCallInLoop(t *testing.T) {
	t.Run("a", func(t *testing.T) {
		c := make(chan int, 9)
		for os.Remove("a") == nil {
			new(sync.Once).Do(func() {
				t.Cleanup(func() {
					c <- 1 // blocks
				})
			})
		}
	})
}

func TestFineCapNil(t *testing.T) {
	var c chan int
	twice(cap(id(c)) != 0)
}

func TestFineClear(t *testing.T) {
	m := map[int]int{1: 1}
	clear(m)
	twice(len(m) != 0)
}

func TestFineContext(t *testing.T) {
	ctx := t.Context()
	t.Cleanup(func() { <-ctx.Done() })
}

func TestFineOwn(t *testing.T) {
	for range args {
		go func() {
			done := false
			do := func() { done = true }
			do()
			twice(!done)
		}()
	}
}

func deep(n int, c chan int) {
	if n == 0 {
		c <- 1 // blocks
		return
	}
	deep(n-1, c)
}

func TestDeep(t *testing.T) { deep(20, make(chan int)) }

func TestWrapped(t *testing.T) {
	var mu sync.Mutex
	func() {
		defer func() { recover() }()
		defer func() { panic(2) }()
		mu.Lock()
		panic(1)
	}()
	mu.Lock() // blocks
}
`

func TestBounds(t *testing.T) { checkTests(t, "bounds", bounded, 0) }
